"""The question how many lines a picture has, answered by reading it: the model reads, its lines are counted
here.

A small model miscounts what it reads without an error. Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.api import GenerationRequest, ModelInfo, Resume, Sink
from engine.generation import Generation
from engine.lines import Passage

_NO_LIMIT_TOKENS = 1 << 30
"""A limit on the answer is none on the reading, of which nothing is said; its regions end by themselves."""


class LineCount(Generation):
    """A request that is read like a page, of which the number of lines is said."""

    def __init__(self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool]) -> None:
        super().__init__(request, sink, cancelled)
        self._budget_tokens = _NO_LIMIT_TOKENS
        self._read: list[str] = []
        self._ends = False

    def finish(self, model: ModelInfo | None, *, cancelled: bool = False) -> None:
        """Say the number and send the terminal event; later calls do nothing."""
        self._ends = not cancelled
        super().finish(model, cancelled=cancelled)

    def _advance(self) -> str:
        self._read.append(super()._advance())
        if not self._ends:
            return ""
        return str(_lines_of("".join(self._read)) - self._broken())

    def _broken(self) -> int:
        """Line ends too many: a label and its value, shown as one line, are at times written as two."""
        shown_alone = [region for region in self.regions if len(region.plan.lines) == 1]
        return sum(max(0, _lines_of(region.said) - 1) for region in shown_alone)

    def _where(self) -> Resume | None:
        """Nowhere: an answer of one number is not gone on with."""
        return None

    def _passages(self) -> list[Passage]:
        """None: what was read is not in the text."""
        return []


def _lines_of(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())
