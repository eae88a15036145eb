"""Which device and number format to run in, how many threads and how much memory. Engine thread only."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import psutil
import torch
from torch import Tensor

from engine.api import Precision
from engine.errors import DeviceError

for _setting, _size in (
    ("CUBLAS_WORKSPACE_CONFIG", ":4096:2:16:8"),
    ("CUBLASLT_WORKSPACE_SIZE", "8192"),
):
    # 8 MB of scratch for the library's products, as on every card before Hopper; there torch takes 32 a
    # stream. Read when the first product runs.
    os.environ.setdefault(_setting, _size)

ONE_THREAD_BYTES = 256 * 1024 * 1024
"""Weights below which a decode step runs on one thread.

Such a step lasts 2 to 5 ms and has some 60 parallel regions: a second thread gains a quarter on an idle
machine, and costs a factor of 10 on a busy one, where each region waits for whichever thread was scheduled
away (25 MB of bf16 weights on 2 cores: 3.4 ms against 27 to 62 ms).
"""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a model runs."""

    device: torch.device
    dtype: torch.dtype
    precision: str
    prompt_threads: int
    decode_threads: int
    vision_dtype: torch.dtype
    """Of the tower alone; the decoder, its cache and `precision` keep to `dtype`."""

    def use_threads_for_prompt(self, *, alone: bool = True) -> None:
        """Vision and prefill are large products: every physical core helps, unless another thread of ours
        computes too.
        """
        threads = self.prompt_threads if alone else 1
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)

    def for_weights(self, weights_bytes: int) -> Placement:
        """The same place, with the decode threads that weights of this size deserve."""
        threads = 1 if weights_bytes < ONE_THREAD_BYTES else self.prompt_threads
        return replace(self, decode_threads=threads)

    def in_int4(self) -> Placement:
        """The same place for weights out of a sidecar; what they do not cover keeps its number format."""
        return replace(self, precision=Precision.INT4.value)

    def use_threads_for_decode(self) -> None:
        """A decode step is hundreds of small kernels: see `ONE_THREAD_BYTES`."""
        if torch.get_num_threads() != self.decode_threads:
            torch.set_num_threads(self.decode_threads)

    def use_threads_beside_decode(self) -> None:
        """For a thread that sees pictures while the engine's decodes: all cores but one."""
        # Asked first: a thread that never asked takes over what another one has set since (torch 2.13).
        if torch.get_num_threads() != max(1, self.prompt_threads - 1):
            torch.set_num_threads(max(1, self.prompt_threads - 1))

    def free_bytes(self) -> int:
        """Memory that could be had on the device now."""
        if self.device.type == "cuda":
            free, _ = torch.cuda.mem_get_info(self.device)
            return free
        return int(psutil.virtual_memory().available)


def choose_placement(device: str, precision: Precision) -> Placement:
    """Resolve "auto" and refuse what this machine lacks. Raises: DeviceError."""
    chosen = _choose_device(device)
    dtype = _choose_dtype(chosen, precision)
    name = "bf16" if dtype == torch.bfloat16 else "fp32"
    threads = choose_threads()
    return Placement(chosen, dtype, name, threads, threads, _choose_vision_dtype(chosen, dtype, precision))


def _choose_device(device: str) -> torch.device:
    if device not in ("auto", "cpu", "cuda", "mps"):
        raise DeviceError(f"There is no device {device[:40]!r}; choose auto, cpu, cuda or mps.", device)
    has_cuda, has_mps = torch.cuda.is_available(), torch.backends.mps.is_available()
    if device == "cuda" and not has_cuda:
        raise DeviceError(
            "This computer has no NVIDIA card that Yomi can use; choose the device cpu or auto.",
            f"torch {torch.__version__}, CUDA {torch.version.cuda}",
        )
    if device == "mps" and not has_mps:
        raise DeviceError(
            "This computer has no Apple GPU that Yomi can use; choose the device cpu or auto.", "no MPS"
        )
    if device == "cuda" or (device == "auto" and has_cuda):
        return torch.device("cuda", torch.cuda.current_device())
    if device == "mps" or (device == "auto" and has_mps):
        return torch.device("mps")
    return torch.device("cpu")


def _choose_dtype(device: torch.device, precision: Precision) -> torch.dtype:
    if precision is Precision.FP32:
        return torch.float32
    # is_bf16_supported counts emulation by default, which is slower than fp32.
    native = device.type != "cuda" or torch.cuda.is_bf16_supported(including_emulation=False)
    if precision is Precision.BF16:
        if not native:
            raise DeviceError(
                "This NVIDIA card cannot compute in bf16; choose the precision fp32 or auto.", str(device)
            )
        return torch.bfloat16
    return torch.bfloat16 if device.type == "cuda" and native else torch.float32


def _choose_vision_dtype(device: torch.device, dtype: torch.dtype, precision: Precision) -> torch.dtype:
    """bf16 for the tower's large products where the processor multiplies it and nobody asked otherwise.

    The tower then takes 0.33 s a screen in place of 0.55 with AMX, 0.21 in place of 0.33 with AVX-512. Decode
    steps, one row at a time, become slower in bf16, so the decoder stays as it is.
    """
    if device.type == "cpu" and precision is Precision.AUTO and multiplies_bf16():
        return torch.bfloat16
    return dtype


def multiplies_bf16() -> bool:
    """Whether this processor multiplies bf16 itself: in tiles (AMX), or in wide registers (AVX-512)."""
    # A torch without this function cannot say, and fp32 is always right.
    ask: Callable[[], Mapping[str, object]] = getattr(torch.cpu, "get_capabilities", dict)
    able = ask()
    return bool(able.get("amx_bf16", False) or able.get("avx512_bf16", False))


def choose_threads() -> int:
    """Threads for large products: physical cores this process may use, never more than the environment
    allows.
    """
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        cores = min(cores, len(os.sched_getaffinity(0)))
    limit = os.environ.get("OMP_NUM_THREADS", "")
    if limit.isdecimal() and int(limit) > 0:
        cores = min(cores, int(limit))
    return max(1, cores)


def send(tensor: Tensor, device: torch.device) -> Tensor:
    """A tensor of the host on `device`, without waiting for the work that is enqueued there.

    A plain copy to a card waits until the card is idle, and so tears a gap between two stages.
    """
    if device.type != "cuda":
        return tensor.to(device)
    # An expanded tensor cannot be pinned as it is.
    return tensor.contiguous().pin_memory().to(device, non_blocking=True)


def memory_used(device: torch.device) -> tuple[int, int]:
    """Bytes used and bytes there are: what this process holds of the card on CUDA, its resident memory
    elsewhere.
    """
    if device.type == "cuda":
        _, total = torch.cuda.mem_get_info(device)
        return torch.cuda.memory_reserved(device), total
    return psutil.Process().memory_info().rss, psutil.virtual_memory().total


def release_memory(device: torch.device) -> None:
    """Give freed blocks back to the system."""
    gc.collect()
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()
