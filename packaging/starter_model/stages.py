"""What a run draws at which point of it: small and plain pictures first, then what people have."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """What a batch looks like at a point of the run."""

    pixels: tuple[int, int]
    max_lines: int
    max_chars: int
    size_px: tuple[float, float]
    flaws: float
    asks: float


STAGES = (
    (0.03, Stage((20_000, 34_000), 3, 60, (15, 30), 0.0, 0.0)),
    (0.075, Stage((24_000, 66_000), 6, 160, (13, 30), 0.2, 0.0)),
    (0.15, Stage((30_000, 131_072), 12, 340, (12, 32), 0.5, 0.03)),
    (0.38, Stage((12_000, 131_072), 32, 900, (10, 40), 1.0, 0.10)),
    (0.70, Stage((10_000, 180_000), 60, 1300, (8.5, 56), 1.0, 0.12)),
    (9.99, Stage((8_000, 245_760), 70, 1600, (7.5, 60), 1.0, 0.24)),
)


def stage_at(progress: float) -> Stage:
    """The stage at a share of the run."""
    return next(stage for until, stage in STAGES if progress < until)
