"""Weights to a card through two page-locked buffers: one is filled while the other is on its way.

A copy out of a mapped file would be taken by the driver into a buffer of its own, piece after piece, by one
thread that waits for each. Here all threads of torch fill a buffer, and the card fetches it meanwhile. Engine
thread only.
"""

from __future__ import annotations

import torch
from torch import Tensor

from engine.graphs.recorder import Mark, Recorder

BUFFER_BYTES = 32 * 1024 * 1024


class CardFeed:
    def __init__(self, device: torch.device, recorder: Recorder, buffer_bytes: int = BUFFER_BYTES) -> None:
        self._device, self._recorder = device, recorder
        self._buffers = [recorder.host_buffer((buffer_bytes,), torch.uint8) for _ in range(2)]
        self._sent: list[Mark] = [recorder.mark() for _ in self._buffers]
        self._next = 0

    def send(self, tensor: Tensor) -> Tensor:
        """A copy of a contiguous tensor of the host on the card; its own memory may go away afterwards."""
        result = torch.empty(tensor.shape, dtype=tensor.dtype, device=self._device)
        source, target = tensor.reshape(-1), result.view(-1)
        step = self._buffers[0].numel() // tensor.dtype.itemsize
        for start in range(0, source.numel(), step):
            piece = source[start : start + step]
            buffer = self._buffers[self._next][: piece.numel() * tensor.dtype.itemsize].view(tensor.dtype)
            self._sent[self._next].synchronize()
            buffer.copy_(piece)
            target[start : start + piece.numel()].copy_(buffer, non_blocking=True)
            self._sent[self._next] = self._recorder.mark()
            self._next = 1 - self._next
        return result
