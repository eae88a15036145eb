"""A page that is read as Markdown in regions: what they say is joined, see `engine.markdown_joints`.

Engine thread only; holds no tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.api import GenerationRequest, ModelInfo, Sink, TextDelta
from engine.generation import Generation
from engine.lines import Passage
from engine.markdown_joints import MarkdownJoints

Span = tuple[int, int]


class MarkdownReading(Generation):
    """A request whose regions' texts are pieces of one Markdown text."""

    def __init__(self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool]) -> None:
        super().__init__(request, sink, cancelled)
        self._joints = MarkdownJoints()
        if request.resume is not None:
            # What was said before tells whether the text goes on within a table or a fence.
            self._joints.push(request.resume.text)
            self._joints.finish()
        self._begun_at = self._joints.characters

    def finish(self, model: ModelInfo | None, *, cancelled: bool = False) -> None:
        """Say what has waited and send the terminal event; later calls do nothing."""
        if cancelled and not self.over and (waiting := self._joints.finish()):
            self._text.append(waiting)
            self._sink(TextDelta(self.request.request_id, waiting, 0))
        super().finish(model, cancelled=cancelled)

    def _advance(self) -> str:
        text = self._joints.push(super()._advance())
        return text + self._joints.finish() if self.is_complete or self.is_cut else text

    def _passages(self) -> list[Passage]:
        removed = [(start - self._begun_at, stop - self._begun_at) for start, stop in self._joints.removed]
        return [without_spans(passage, removed) for passage in super()._passages()]


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
