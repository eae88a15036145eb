"""A question about a bill or a form whose answer is held against the text: the model answers and reads, and
what it says must stand in what it read (`engine.fact_finder`).

Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.api import FinishReason, GenerationRequest, ModelInfo, ReadLine, Resume, Sink
from engine.fact_finder import Answer, checked
from engine.facts import Fact
from engine.generation import Generation
from engine.lines import read_lines
from engine.reading import Sheet
from engine.words import words_of

_NO_LIMIT_TOKENS = 1 << 30
"""A limit on the answer is none on the reading, of which nothing is said; its regions end by themselves."""


class CheckedAnswer(Generation):
    """A request that is read like a page and asked about, of which the answer is said."""

    def __init__(
        self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool], fact: Fact
    ) -> None:
        super().__init__(request, sink, cancelled)
        self.known: tuple[ReadLine, ...] | None = None
        """What was read of the picture before this request; else it is read in it."""
        self._fact = fact
        self._budget_tokens = _NO_LIMIT_TOKENS
        self._heard: list[str] = []
        self._ends = False
        self._said: Answer | None = None

    def sheets_read(self) -> list[tuple[Sheet, tuple[ReadLine, ...]]]:
        """The picture that was read for the answer."""
        sheet = self.regions[-1].plan.sheet if self.is_complete else None
        return [] if sheet is None else [(sheet, self._reading())]

    def finish(self, model: ModelInfo | None, *, cancelled: bool = False) -> None:
        """Say the answer and send the terminal event; later calls do nothing."""
        self._ends = not cancelled
        super().finish(model, cancelled=cancelled)

    def _advance(self) -> str:
        self._heard.append(super()._advance())
        if not self._ends or self._said is not None:
            return ""
        self._said = self._judged()
        return self._said.text

    def _reading(self) -> tuple[ReadLine, ...]:
        """What was read of the picture, before this request or in it."""
        if self.known is not None:
            return self.known
        passages = [passage for passage in super()._passages() if passage.page is not None]
        return read_lines("".join(self._heard), passages)

    def _judged(self) -> Answer:
        """The answer that the reading bears out, or the sentence that there is none."""
        asked = self.regions[-1]
        told = asked.said.strip()
        if self.known is None and asked.plan.sheet is None:  # several pictures, of which none is read
            return Answer(told, 1.0)
        words = words_of(told, 0, asked.pieces[: asked.emitted], asked.confidences[: asked.emitted])
        sure = min((word.confidence for word in words), default=0.0)
        found = checked(self._fact, Answer(told, sure), self._reading())
        if found is None and not self._fact.is_sure:
            return Answer(told, sure)
        return found or Answer(self._fact.refusal, 1.0)

    def _lines(self, text: str) -> tuple[ReadLine, ...]:
        """The answer's one line: its words are as sure as the least sure of them is."""
        sure = self._said.confidence if self._said is not None else 1.0
        words = words_of(text, 0, (text,), (sure,)) if text else ()
        return (ReadLine(text, 0, None, None, words),) if words else ()

    def _reason(self, cancelled: bool) -> FinishReason:
        """How the answer ended; a drawing that the reading looped over does not make it one cut off."""
        ended = self.regions[-1].ended if self.regions and not cancelled else None
        return ended if ended is not None else super()._reason(cancelled)

    def _where(self) -> Resume | None:
        """Nowhere: an answer of some words is not gone on with."""
        return None
