"""A question about a bill or a form whose answer is held against the text: the model answers and reads, and
what it says must stand in what it read (`engine.answers.finder`). Of several pictures each is asked about by
itself; the pages of one document are searched together.

Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from engine.answers.captions import borne_out
from engine.answers.fields import may_stand
from engine.answers.finder import best_of, checked
from engine.answers.line_count import broken_lines
from engine.answers.places import UNLABELLED, Answer
from engine.answers.said_at_end import SaidAtEnd
from engine.answers.spelling import written
from engine.answers.tongues import CAPTION, LINES
from engine.answers.wishes import FREE, Wish
from engine.api import FinishReason, Found, GenerationRequest, ImageInput, ReadLine, Sink
from engine.generation import Region
from engine.lines import read_lines
from engine.reading import Sheet
from engine.words import words_of

_LEAST_SPACES = 3
_EXCUSES = "This small model "
"""How they are taught to say that they cannot answer; the sentence is said in the question's language."""
_REFUSES = "I see no "
"""How bundled models are taught to say that a field is not there; at times they misspell its name."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A part of the answer: what it begins with, what is said, how sure that is, and what it says as data.

    `text` is a line, or several, below what they begin with, of which `parts` says how sure each is.
    """

    lead: str
    text: str
    confidence: float = 1.0
    found: Found | None = None
    parts: tuple[float, ...] = ()

    @property
    def lines(self) -> list[tuple[str, str, float]]:
        """What each line begins with, what it says, and how sure that is."""
        if len(self.parts) < 2:
            return [(self.lead, self.text, self.confidence)]
        head = [(self.lead.rstrip(), "", 1.0)] if self.lead else []
        return [
            *head,
            *(("", line, sure) for line, sure in zip(self.text.split("\n"), self.parts, strict=True)),
        ]


@dataclass(slots=True)
class _Picture:
    """A picture that was asked about: its place among them where it was read, and the questions by wish."""

    source: ImageInput
    index: int | None = None
    asked: dict[int, Region] = field(default_factory=dict)


class CheckedAnswer(SaidAtEnd):
    """A request that is read like pages and asked about each, of which the answers are said.

    `wishes`: what it asks for; what is no fact is held against nothing, and is said as the model says it.
    """

    def __init__(
        self,
        request: GenerationRequest,
        sink: Sink,
        cancelled: Callable[[], bool],
        wishes: tuple[Wish, ...],
    ) -> None:
        super().__init__(request, sink, cancelled)
        self._wishes = wishes
        self._answers: list[_Said] = []

    @property
    def _asked(self) -> list[Region]:
        """The regions that are questions."""
        return [region for region in self.regions if region.plan.page is None]

    def sheets_read(self) -> list[tuple[Sheet, tuple[ReadLine, ...]]]:
        """The pictures that were read for the answer."""
        if not self.is_complete:
            return []
        sheets = {sheet.index: sheet for region in self._asked if (sheet := region.plan.sheet) is not None}
        return [(sheet, self._read_of(sheet.index)) for sheet in sheets.values()]

    def _conclusion(self) -> str:
        if any(len(region.plan.turns[-1].images) != 1 for region in self._asked):
            self._answers = [self._one(0, [region]) for region in self._asked]
        else:
            self._answers = self._by_document()
        excuse = {wish.otherwise for wish in self._wishes}
        told = {said.text for said in self._answers}
        if len(told) == 1 and "" not in told and told <= excuse:
            self._answers = [replace(self._answers[0], lead="")]
            if self._is_blank:
                # The end says it, as that of a reading does.
                self._answers = [replace(self._answers[0], text="")]
        self._answers += [
            _Said("", wish.sentence, found=Found(wish.kind, wish.named, None, 1.0))
            for wish in self._wishes
            if wish.sentence
        ]
        return "\n".join(lead + text for said in self._answers for lead, text, _ in said.lines)

    @property
    def _is_blank(self) -> bool:
        """Whether nothing but a caption is asked for, and there is no text on any picture."""
        values = [said.found.value for said in self._answers if said.found is not None]
        return {wish.kind for wish in self._wishes} == {CAPTION} and bool(values) and not any(values)

    def _by_document(self) -> list[_Said]:
        """The answers about each document, named where there are several."""
        documents: dict[tuple[bytes, int], list[_Picture]] = {}
        for picture in self._pictures():
            page = picture.source.page if self._wishes[0].kind == FREE else 0
            documents.setdefault((picture.source.data, page), []).append(picture)
        said: list[_Said] = []
        for pages in documents.values() or [[]]:
            answers = self._about(pages)
            if len(documents) > 1:
                source = pages[0].source
                paged = any(data == source.data and page != source.page for data, page in documents)
                name = f"{source.name}, p. {source.page + 1}" if paged else source.name
                answers = _under(name, answers, is_first=not said)
            said += answers
        return said

    def _pictures(self) -> list[_Picture]:
        found: dict[tuple[bytes, int, object], _Picture] = {}
        for region in self.regions:
            source = region.plan.turns[-1].images[0]
            picture = found.setdefault((source.data, source.page, source.part), _Picture(source))
            if region.plan.page is None:
                picture.asked[region.plan.wish] = region
            else:
                picture.index = region.plan.page
        return list(found.values())

    def _about(self, pages: Sequence[_Picture]) -> list[_Said]:
        """A line for each thing that is asked for of a document."""
        said = []
        for number, wish in enumerate(self._wishes):
            if wish.kind == LINES:
                count = str(sum(map(self._count_lines, pages)))
                source = pages[0].source.name if pages else ""
                said.append(_Said(wish.label, count, found=Found(LINES, wish.named, count, 1.0, source)))
            elif wish.asks_model:
                said.append(self._one(number, [page.asked[number] for page in pages if number in page.asked]))
        return said

    def _one(self, number: int, asked: Sequence[Region]) -> _Said:
        """What is found of one thing, or the sentence that it is not there."""
        wish = self._wishes[number]
        answers = [answer for region in asked if (answer := self._judged(region, wish)) is not None]
        best = best_of(wish.fact, answers)
        source = next((image.name for region in asked for image in region.plan.turns[-1].images), "")
        if best is None:
            found = Found(wish.kind, wish.named, None, 1.0, source)
            return _Said("", wish.fact.refusal if wish.fact else "", found=found)
        value = None if best.text == wish.otherwise else best.text
        found = Found(wish.kind, wish.named, value, best.confidence, source)
        return _Said(wish.label, best.text, best.confidence, found, best.parts)

    def _count_lines(self, page: _Picture) -> int:
        known = next(
            (region.plan.read for region in page.asked.values() if region.plan.read is not None), None
        )
        if known is not None or page.index is None:
            return len(known or ())
        regions = [region for region in self.regions if region.plan.page == page.index]
        return len(self._read_of(page.index)) - broken_lines(regions)

    def _judged(self, asked: Region, wish: Wish) -> Answer | None:
        """What the model says of a picture, as the reading bears it out."""
        told = asked.said.strip()
        words = words_of(told, 0, asked.pieces[: asked.emitted], asked.confidences[: asked.emitted])
        answer = Answer(told, min((word.confidence for word in words), default=0.0))
        sheet, read = asked.plan.sheet, asked.plan.read
        fact = wish.fact
        lines = self._read_of(sheet.index) if sheet is not None else read or ()
        if wish.kind == CAPTION and (sheet is not None or read is not None):
            return borne_out(answer, lines) or Answer(wish.otherwise, 1.0)
        if fact is None and wish.otherwise and not _is_own(answer):
            return Answer(wish.otherwise, 1.0)
        if fact is None or (sheet is None and read is None):  # nothing was read to hold it against
            return answer
        found = checked(fact, answer, lines)
        if found is None and not fact.is_sure and _is_sentence(answer, lines):
            text = wish.otherwise if wish.otherwise and not _is_own(answer) else answer.text
            return replace(answer, text=text, rank=UNLABELLED + 1)
        if found is None and wish.otherwise and may_stand(fact, lines):
            return Answer(wish.otherwise, 1.0, rank=UNLABELLED + 1)
        return found

    def _read_of(self, index: int) -> tuple[ReadLine, ...]:
        """What was read of one picture in this request."""
        passages = [passage for passage in super()._passages() if passage.page is not None]
        return tuple(line for line in read_lines(self.heard, passages) if line.page == index)

    def _lines(self, text: str) -> tuple[ReadLine, ...]:
        """The lines of the answers: the words that were found are as sure as the least sure of them is."""
        lines, start = [], 0
        for lead, told, sure in (line for said in self._answers for line in said.lines):
            line = lead + told
            words = words_of(line, start, (lead, told), (1.0, sure))
            if words and text:
                lines.append(ReadLine(line, start, None, None, words))
            start += len(line) + 1
        return tuple(lines)

    def _found(self) -> tuple[Found, ...]:
        return tuple(said.found for said in self._answers if said.found is not None)

    def _reason(self, cancelled: bool) -> FinishReason:
        """How the answers ended; a drawing that the reading looped over does not make them ones cut off."""
        ends = [region.ended for region in self._asked if region.ended is not None]
        if cancelled or not ends:
            return super()._reason(cancelled)
        if self._is_blank and self._answers[0].text == "":
            return FinishReason.EMPTY
        return next((end for end in ends if end is not FinishReason.COMPLETE), FinishReason.COMPLETE)


def _under(name: str, answers: Sequence[_Said], *, is_first: bool) -> list[_Said]:
    """The answers about one of several documents under its name; one alone stands in its line."""
    if len(answers) == 1 and len(answers[0].parts) < 2:
        return [replace(answers[0], lead=f"{name}: {answers[0].lead}")]
    return [*([] if is_first else [_Said("", "")]), _Said(f"{name}:", ""), *answers]


def _is_own(answer: Answer) -> bool:
    """Whether the model said something of its own, and not that it cannot."""
    is_long = answer.text.count(" ") >= _LEAST_SPACES
    return is_long and not answer.text.startswith((_REFUSES, _EXCUSES))


def _is_sentence(answer: Answer, lines: Sequence[ReadLine]) -> bool:
    """Whether the model said something of its own, as that it cannot tell.

    A value whose name stands nowhere is a guess, and a refusal is said in the words of the question.
    """
    is_long = answer.text.count(" ") >= _LEAST_SPACES
    return is_long and not answer.text.startswith(_REFUSES) and written(answer, lines) is None
