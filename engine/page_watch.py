"""Follows the regions of one page until it is known whether the page can be read as it stands.

Where it cannot, it is probed in the other three orientations: one region of each, as far as its verdict.
Engine thread only; holds no tensors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.legibility import Legibility, best_turn, is_doubtful, is_readable
from engine.reading import Sheet

if TYPE_CHECKING:
    from engine.generation import Region

LEAST_CHARACTERS = 4.0
"""An orientation with less than a short word in its fullest region is not tried."""


class PageWatch:
    """One page of a request, from its first token to the orientation it is read in."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.probes: dict[int, Region] = {}
        self._followed: list[Legibility] = []
        self._settled = False

    def follow(self, *, is_cut: bool = False) -> Legibility:
        """A new region's record, which counts towards the page's: half a line says nothing about that."""
        record = Legibility(is_cut=is_cut)
        if not is_cut:
            self._followed.append(record)
        return record

    @property
    def is_open(self) -> bool:
        """Whether it is not known yet in which orientation the page is read; halves of lines never tell."""
        return bool(self._followed) and not self._settled and not is_readable(self._followed)

    @property
    def reads_nothing(self) -> bool:
        """Whether it is settled, and no region of it is legible."""
        return self._settled and not is_readable(self._followed)

    @property
    def wants_probes(self) -> bool:
        return self.is_open and not self.probes and is_doubtful(self._followed)

    @property
    def turn_deg(self) -> int | None:
        """The orientation that the probes have shown to read best; None while it is not known."""
        if not self.probes:
            return 0 if self.wants_probes else None
        probes = {turn: region.legibility for turn, region in self.probes.items()}
        return best_turn(self._followed, probes)

    def settle(self) -> None:
        """The page is read as it is planned now."""
        self.probes = {}
        self._settled = True
