"""A question about a bill or a form whose answer is held against the text: the model answers and reads, and
what it says must stand in what it read (`engine.answers.finder`). Of several pictures each is asked about by
itself; the pages of one document are searched together.

Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.answers.facts import Fact
from engine.answers.finder import best_of, checked
from engine.answers.places import UNLABELLED, Answer
from engine.answers.said_at_end import SaidAtEnd
from engine.answers.spelling import written
from engine.api import FinishReason, GenerationRequest, ImageInput, ReadLine, Sink
from engine.generation import Region
from engine.lines import read_lines
from engine.reading import Sheet
from engine.words import words_of

_LEAST_SPACES = 3
_REFUSES = "I see no "
"""How bundled models are taught to say that a field is not there; at times they misspell its name."""


class CheckedAnswer(SaidAtEnd):
    """A request that is read like pages and asked about each, of which the answers are said.

    Without a `fact` nothing is held against anything: each picture's answer is said as it is.
    """

    def __init__(
        self,
        request: GenerationRequest,
        sink: Sink,
        cancelled: Callable[[], bool],
        fact: Fact | None,
    ) -> None:
        super().__init__(request, sink, cancelled)
        self._fact = fact
        self._answers: list[Answer] = []

    @property
    def _asked(self) -> list[Region]:
        """The regions that are questions."""
        return [region for region in self.regions if region.plan.page is None]

    def sheets_read(self) -> list[tuple[Sheet, tuple[ReadLine, ...]]]:
        """The pictures that were read for the answer."""
        if not self.is_complete:
            return []
        sheets = [region.plan.sheet for region in self._asked]
        return [(sheet, self._read_of(sheet.index)) for sheet in sheets if sheet is not None]

    def _conclusion(self) -> str:
        told = [(region.plan.turns[-1].images, self._judged(region)) for region in self._asked]
        if len(told) == 1 or any(len(images) != 1 for images, _ in told):
            self._answers = [self._said(answer) for _, answer in told]
        else:
            self._answers = self._by_document([(images[0], answer) for images, answer in told])
        return "\n".join(answer.text for answer in self._answers)

    def _by_document(self, told: Sequence[tuple[ImageInput, Answer | None]]) -> list[Answer]:
        """One answer for each document, named where there are several."""
        documents: dict[tuple[bytes, int], list[tuple[ImageInput, Answer | None]]] = {}
        for source, answer in told:
            page = source.page if self._fact is None else 0
            documents.setdefault((source.data, page), []).append((source, answer))
        said = []
        for pages in documents.values():
            source = pages[0][0]
            found = best_of(self._fact, [answer for _, answer in pages if answer is not None])
            answer = self._said(found)
            if len(documents) > 1:
                paged = any(data == source.data and page != source.page for data, page in documents)
                name = f"{source.name}, p. {source.page + 1}" if paged else source.name
                answer = replace(answer, text=f"{name}: {answer.text}")
            said.append(answer)
        return said

    def _said(self, answer: Answer | None) -> Answer:
        """An answer, or the sentence that there is none."""
        return answer or Answer(self._fact.refusal if self._fact else "", 1.0)

    def _judged(self, asked: Region) -> Answer | None:
        """What the model says of a picture, as the reading bears it out."""
        told = asked.said.strip()
        words = words_of(told, 0, asked.pieces[: asked.emitted], asked.confidences[: asked.emitted])
        answer = Answer(told, min((word.confidence for word in words), default=0.0))
        sheet, read = asked.plan.sheet, asked.plan.read
        if self._fact is None or (sheet is None and read is None):  # nothing was read to hold it against
            return answer
        lines = self._read_of(sheet.index) if sheet is not None else read or ()
        found = checked(self._fact, answer, lines)
        if found is None and not self._fact.is_sure and _is_sentence(answer, lines):
            return replace(answer, rank=UNLABELLED + 1)
        return found

    def _read_of(self, index: int) -> tuple[ReadLine, ...]:
        """What was read of one picture in this request."""
        passages = [passage for passage in super()._passages() if passage.page is not None]
        return tuple(line for line in read_lines(self.heard, passages) if line.page == index)

    def _lines(self, text: str) -> tuple[ReadLine, ...]:
        """The lines of the answers: the words of one are as sure as the least sure of them is."""
        lines, start = [], 0
        for answer in self._answers:
            words = words_of(answer.text, start, (answer.text,), (answer.confidence,))
            if words and text:
                lines.append(ReadLine(answer.text, start, None, None, words))
            start += len(answer.text) + 1
        return tuple(lines)

    def _reason(self, cancelled: bool) -> FinishReason:
        """How the answers ended; a drawing that the reading looped over does not make them ones cut off."""
        ends = [region.ended for region in self._asked if region.ended is not None]
        if cancelled or not ends:
            return super()._reason(cancelled)
        return next((end for end in ends if end is not FinishReason.COMPLETE), FinishReason.COMPLETE)


def _is_sentence(answer: Answer, lines: Sequence[ReadLine]) -> bool:
    """Whether the model said something of its own, as that it cannot tell.

    A value whose name stands nowhere is a guess, and a refusal is said in the words of the question.
    """
    is_long = answer.text.count(" ") >= _LEAST_SPACES
    return is_long and not answer.text.startswith(_REFUSES) and written(answer, lines) is None
