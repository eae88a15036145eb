"""The question how many lines a picture has, answered by reading it: the model reads, its lines are counted
here.

A small model miscounts what it reads without an error. Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.answers.said_at_end import SaidAtEnd
from engine.generation import Region
from engine.lines import Passage


class LineCount(SaidAtEnd):
    """A request that is read like a page, of which the number of lines is said."""

    def _conclusion(self) -> str:
        return str(_lines_of(self.heard) - broken_lines(self.regions))

    def _passages(self) -> list[Passage]:
        """None: what was read is not in the text."""
        return []


def broken_lines(regions: Iterable[Region]) -> int:
    """Line ends too many: a label and its value, shown as one line, are at times written as two."""
    shown_alone = [region for region in regions if len(region.plan.lines) == 1]
    return sum(max(0, _lines_of(region.said) - 1) for region in shown_alone)


def _lines_of(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())
