"""What quantising a checkpoint gave, in numbers that a command can print. Any thread; imports no torch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class QuantizedTensor:
    """One weight that the sidecar replaces."""

    name: str
    bits: int
    values: int
    relative_error: float
    """Norm of the difference to the checkpoint's weight, over the norm of that weight."""


@dataclass(frozen=True, slots=True)
class SidecarReport:
    """A valid sidecar."""

    path: Path
    group: int
    source_bytes: int
    """What the replaced weights take in the checkpoint."""
    sidecar_bytes: int
    tensors: tuple[QuantizedTensor, ...]
    made: bool
    """False where it lay there already."""


QuantizeProgress = Callable[[str, int, int], None]
"""A sentence, bytes done and bytes in all."""
