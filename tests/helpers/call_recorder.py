"""A recorder that replays by calling: steps of graphs on devices whose work is done when a call returns."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from engine.graphs.recorder import Mark, Replay


class _Past:
    """A mark on a device that has always done what it was told."""

    def synchronize(self) -> None:
        """There is nothing to wait for."""


class CallRecorder:
    """Replays by calling again: for devices whose work is done when a call returns."""

    def record(self, step: Callable[[], None]) -> Replay:
        """`step` itself, after one run."""
        step()
        return step

    def mark(self) -> Mark:
        """A mark that is already past."""
        return _Past()

    def host_buffer(self, shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
        """Plain zeros."""
        return torch.zeros(shape, dtype=dtype)
