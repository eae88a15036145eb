"""Lines that the upper or the lower edge of the picture runs through, as in a part of a screen. Any thread.

The bundled model makes words of the halves of letters, or falls silent on them, and with the half of a line
goes all that it is shown together with it. So such a line is shown alone, and heard where it can be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Self

from engine.layout.bands import Band

_LOW = 0.85
"""Of the height of the lines beside: what is higher lacks hardly more than an accent. Whole lines without
ascenders are lower too; they lose nothing by being shown alone."""


@dataclass(frozen=True, slots=True)
class Edges:
    """The picture's edges in the rows of its ink, where they lie on average; each climbs by `climb` rows."""

    top: int
    bottom: int
    climb: int

    @classmethod
    def of(cls, rows: int, shift: int, em: float) -> Self:
        """Those of ink of so many rows, which turning has moved down by `shift`.

        An edge that climbs by more than a line runs through several, a piece of each, and is not looked at.
        """
        climb = 2 * shift if 2 * shift <= em else -rows
        return cls(shift, rows - shift, climb)

    def cut_first(self, bands: list[Band]) -> bool:
        """Whether the upper edge runs through the first of several lines of a block."""
        return len(bands) > 1 and bands[0].top <= self.climb and self._is_low(bands[0], bands[1:])

    def cut_last(self, bands: list[Band]) -> bool:
        """Whether the lower edge runs through the last of several lines of a block."""
        reached = self.top + self.bottom - self.climb
        return len(bands) > 1 and bands[-1].bottom >= reached and self._is_low(bands[-1], bands[:-1])

    def _is_low(self, band: Band, others: list[Band]) -> bool:
        return self._seen(band) < _LOW * median(self._seen(other) for other in others)

    def _seen(self, band: Band) -> int:
        """The height of a line without what turning has drawn out beyond the edges."""
        return min(band.bottom, self.bottom) - max(band.top, self.top)
