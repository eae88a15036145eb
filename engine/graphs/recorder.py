"""How a step is recorded and replayed: CUDA graphs on an NVIDIA card. Engine thread only.

The whole state machine around a step (buffers, buckets, ring, ends) runs over any `Recorder`, also one that
replays by calling, so that what tests see on a CPU is what the card does.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Protocol

import torch
from torch import Tensor

Replay = Callable[[], None]
"""Enqueues a recorded step once more."""


class Mark(Protocol):
    """A place in the device's queue of work."""

    def synchronize(self) -> None:
        """Wait until the device has come past it."""


class Recorder(Protocol):
    def record(self, step: Callable[[], None]) -> Replay:
        """Record `step`, which must work on the same memory at every call; runs it once beforehand."""

    def mark(self) -> Mark:
        """Here in the queue, after all that was enqueued so far."""

    def host_buffer(self, shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
        """Zeroed memory on the host that the device can copy from and to while the host goes on."""


class CudaRecorder:
    """Graphs captured by hand on one side stream, all in one memory pool: they never run at the same time.

    Capture is thread-local: with the default mode a CUDA call of any other thread would end it
    (github.com/vllm-project/vllm/issues/48053).
    """

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._side = torch.cuda.Stream(device)  # type: ignore[no-untyped-call]
        self._pool = torch.cuda.graph_pool_handle()

    def record(self, step: Callable[[], None]) -> Replay:
        """Run `step` once, so that libraries set themselves up outside the capture, then capture it."""
        current = torch.cuda.current_stream(self._device)
        graph = torch.cuda.CUDAGraph()
        self._side.wait_stream(current)
        collecting = gc.isenabled()
        # An object that dies during the capture could free memory through CUDA and end it.
        gc.disable()
        try:
            with torch.cuda.stream(self._side):
                step()
                torch.cuda.synchronize(self._device)
                graph.capture_begin(pool=self._pool, capture_error_mode="thread_local")
                try:
                    step()
                finally:
                    graph.capture_end()
        finally:
            if collecting:
                gc.enable()
        current.wait_stream(self._side)
        return graph.replay

    def mark(self) -> Mark:
        """An event on the current stream."""
        event = torch.cuda.Event()  # type: ignore[no-untyped-call]
        event.record(torch.cuda.current_stream(self._device))
        return event

    def host_buffer(self, shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
        """Page-locked zeros."""
        return torch.zeros(shape, dtype=dtype, pin_memory=True)
