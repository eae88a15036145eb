"""What `yomi bench` is to measure. Any thread; imports no torch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.api import Precision


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """A model folder or dimensions to make random weights at, not both."""

    model_dir: Path | None
    dimensions: str | None
    device: str
    precision: Precision
    kernel_cache: Path | None
    quick: bool = False

    @property
    def repeats(self) -> int:
        """Runs that count of each measurement."""
        return 3 if self.quick else 5

    @property
    def new_tokens(self) -> int:
        """Tokens that each row says in a run."""
        return 48 if self.quick else 128
