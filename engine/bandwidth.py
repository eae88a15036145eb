"""How fast the device's memory is, measured by a large copy: a decode step's ceiling. Engine thread only.

Bytes read and bytes written are both counted. On a CPU the copy runs on as many threads as prompts do.
"""

from __future__ import annotations

import time

import psutil
import torch

CUDA_COPY_BYTES = 512 * 1024 * 1024
"""Ten times the largest second-level cache there is (60 MB on an H200): 0.25 ms there, 6 on a small card."""

CPU_COPY_BYTES = 96 * 1024 * 1024
"""More than third-level caches hold; about 20 ms."""

REPEATS = 5
FREE_SHARE = 0.1
"""No more of the free memory than this is taken for it."""

_measured: dict[str, float] = {}


def memory_bandwidth(device: torch.device, threads: int) -> float:
    """Bytes a second, measured once a device and process; 0 where there is no room or no clock for it."""
    name = str(device)
    if name not in _measured:
        _measured[name] = measure_bandwidth(device, threads)
    return _measured[name]


def measure_bandwidth(device: torch.device, threads: int) -> float:
    """The best of some copies, in bytes a second; 0 where there is no room or no clock for it."""
    if device.type == "cuda":
        return _measure_cuda(device)
    if device.type == "cpu":
        return _measure_cpu(threads)
    return 0.0


def _measure_cuda(device: torch.device) -> float:
    free, _ = torch.cuda.mem_get_info(device)
    size = min(CUDA_COPY_BYTES, int(free * FREE_SHARE))
    if size < CUDA_COPY_BYTES // 8:
        return 0.0
    source = torch.ones(size, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    target.copy_(source)
    spans_ms: list[float] = []
    for _ in range(REPEATS):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))  # type: ignore[no-untyped-call]
        begin.record()
        target.copy_(source)
        end.record()
        end.synchronize()
        spans_ms.append(begin.elapsed_time(end))
    return 2 * size / (min(spans_ms) / 1000)


def _measure_cpu(threads: int) -> float:
    size = min(CPU_COPY_BYTES, int(psutil.virtual_memory().available * FREE_SHARE))
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        source = torch.ones(size // 4)
        target = torch.zeros_like(source)
        target.copy_(source)
        spans_s: list[float] = []
        for _ in range(REPEATS):
            began = time.perf_counter()
            target.copy_(source)
            spans_s.append(time.perf_counter() - began)
    finally:
        torch.set_num_threads(before)
    return 2 * size / max(min(spans_s), 1e-9)
