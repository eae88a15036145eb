"""A page that is read as Markdown in regions: what they say is joined, see `engine.markdown_joints`.

Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.api import GenerationRequest, ModelInfo, ReadLine, Resume, Sink, TextDelta
from engine.generation import Generation, Region
from engine.lines import Passage
from engine.markdown_joints import MarkdownJoints
from engine.reading import RegionPlan

Span = tuple[int, int]


class MarkdownReading(Generation):
    """A request whose regions' texts are pieces of one Markdown text."""

    def __init__(self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool]) -> None:
        super().__init__(request, sink, cancelled)
        self._joints = MarkdownJoints()
        self._begun_at = 0

    def set_regions(self, plans: list[RegionPlan]) -> list[Region]:
        """Take the regions of the request; returns those that still have to be read."""
        regions, resume = super().set_regions(plans), self.request.resume
        if resume is not None:
            # What was said before tells whether the text goes on within a table or a fence.
            lead = self.regions[self._current].plan.lead if self._current < len(self.regions) else ""
            self._joints = MarkdownJoints(resume.above)
            self._joints.push(lead + resume.text if resume.above and resume.text else resume.text)
            self._joints.finish(whole=False)
            self._begun_at = self._joints.characters
        return regions

    def finish(self, model: ModelInfo | None, *, cancelled: bool = False) -> None:
        """Say what has waited and send the terminal event; later calls do nothing."""
        if cancelled and not self.over and (waiting := self._joints.finish(whole=False)):
            self._text.append(waiting)
            self._sink(TextDelta(self.request.request_id, waiting, 0))
        super().finish(model, cancelled=cancelled)

    def _advance(self) -> str:
        text = self._joints.push(super()._advance())
        if self.is_complete or self.is_cut:
            text += self._joints.finish(whole=not self.is_cut)
        return text

    def _noted(self) -> Resume | None:
        """Where the request goes on: nowhere while something waits, which would not be said again."""
        return None if self._joints.is_waiting else super()._noted()

    def _lines(self, text: str) -> tuple[ReadLine, ...]:
        """The lines that were read, where they stand in the text: what was put in is on no picture."""
        removed = self._removed
        inserted = [
            (_moved(place - self._begun_at, removed), len(words))
            for place, words in self._joints.inserted
            if place >= self._begun_at
        ]
        lines = super()._lines(without_insertions(text, inserted))
        return tuple(moved_by(line, inserted) for line in lines)

    def _passages(self) -> list[Passage]:
        removed = self._removed
        return [without_spans(passage, removed) for passage in super()._passages()]

    @property
    def _removed(self) -> list[Span]:
        """What was left out of what was said in this run."""
        begun = self._begun_at
        return [(start - begun, stop - begun) for start, stop in self._joints.removed if start >= begun]


def without_insertions(text: str, inserted: Sequence[Span]) -> str:
    """A text without what was put into it, given as places in the text without them, and lengths."""
    kept, at, grown = [], 0, 0
    for place, characters in inserted:
        kept.append(text[at : place + grown])
        at = place + grown + characters
        grown += characters
    return "".join([*kept, text[at:]])


def moved_by(line: ReadLine, inserted: Sequence[Span]) -> ReadLine:
    """A line where it stands once things were put in before it: none is put into one."""
    by = sum(characters for place, characters in inserted if place <= line.start)
    words = tuple(replace(word, start=word.start + by, stop=word.stop + by) for word in line.words)
    return replace(line, start=line.start + by, words=words)


def without_spans(passage: Passage, removed: Sequence[Span]) -> Passage:
    """A passage of a text from which some spans were taken out."""
    offset = passage.stop - sum(map(len, passage.pieces))
    pieces = []
    for piece in passage.pieces:
        end = offset + len(piece)
        pieces.append("".join(piece[a - offset : b - offset] for a, b in _kept((offset, end), removed)))
        offset = end
    return replace(
        passage, start=_moved(passage.start, removed), stop=_moved(passage.stop, removed), pieces=pieces
    )


def _kept(span: Span, removed: Sequence[Span]) -> list[Span]:
    """The parts of a span outside all others, which rise."""
    kept, at = [], span[0]
    for start, stop in removed:
        if start >= span[1] or stop <= at:
            continue
        kept.append((at, max(at, start)))
        at = max(at, stop)
    kept.append((at, max(at, span[1])))
    return [(start, stop) for start, stop in kept if start < stop]


def _moved(place: int, removed: Sequence[Span]) -> int:
    """Where a place lies once the spans before it are gone."""
    return place - sum(min(stop, place) - start for start, stop in removed if start < place)
