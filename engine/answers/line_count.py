"""The question how many lines a picture has, answered by reading it: the model reads, its lines are counted
here.

A small model miscounts what it reads without an error. Engine thread only; holds no tensors.
"""

from __future__ import annotations

from engine.answers.said_at_end import SaidAtEnd
from engine.lines import Passage


class LineCount(SaidAtEnd):
    """A request that is read like a page, of which the number of lines is said."""

    def _conclusion(self) -> str:
        return str(_lines_of(self.heard) - self._broken())

    def _broken(self) -> int:
        """Line ends too many: a label and its value, shown as one line, are at times written as two."""
        shown_alone = [region for region in self.regions if len(region.plan.lines) == 1]
        return sum(max(0, _lines_of(region.said) - 1) for region in shown_alone)

    def _passages(self) -> list[Passage]:
        """None: what was read is not in the text."""
        return []


def _lines_of(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())
