"""The lines of a finished request: their words with confidence, and where they stand on the pictures.

Engine thread. What is said of a region is always an end of what its model wrote: white space, a line seen
twice and what an earlier run said are taken off its beginning only. Everything here follows from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.api import ReadLine, ReadWord
from engine.layout import Box, LineBand
from engine.legibility import CUT_SURE
from engine.page_frame import PageFrame
from engine.placement import place_lines
from engine.words import words_of

_EDGE_PX = 1
"""The ink of a letter that an edge of the picture runs through begins so near to it."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What one region gave to the text: `text[start:stop]`, the end of what its model wrote.

    `before` is what it wrote in earlier runs, `pieces` and `confidences` are its tokens in this one; `bands`
    are its lines of ink, and `page` its picture, None for an answer to a question. `complete` says that the
    model ended by itself; `frame` how the bands lie on the picture, None where their pixels are its own.
    """

    start: int
    stop: int
    before: str
    pieces: Sequence[str]
    confidences: Sequence[float]
    bands: tuple[LineBand, ...]
    page: int | None
    complete: bool
    frame: PageFrame | None = None


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A line, or the part of one, that one region gave to the text."""

    start: int
    stop: int
    page: int | None
    box: Box | None
    words: tuple[ReadWord, ...]


def read_lines(text: str, passages: Sequence[Passage]) -> tuple[ReadLine, ...]:
    """The lines of `text` that hold words; `passages` are its regions in order."""
    lines: list[ReadLine] = []
    open_line: list[_Stretch] = []
    for stretch in (stretch for passage in passages for stretch in _stretches(text, passage)):
        # Two regions may hold the halves of one line: only a line end in between parts them.
        if open_line and "\n" in text[open_line[-1].stop : stretch.start]:
            lines.append(_line(text, open_line))
            open_line = []
        open_line.append(stretch)
    if open_line:
        lines.append(_line(text, open_line))
    return tuple(lines)


def _line(text: str, stretches: Sequence[_Stretch]) -> ReadLine:
    start = text.rfind("\n", 0, stretches[0].start) + 1
    stop = text.find("\n", stretches[-1].stop)
    boxes = [stretch.box for stretch in stretches]
    return ReadLine(
        text=text[start : len(text) if stop < 0 else stop],
        start=start,
        page=stretches[0].page,
        box=_around([box for box in boxes if box is not None]) if None not in boxes else None,
        words=tuple(word for stretch in stretches for word in stretch.words),
    )


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _stretches(text: str, passage: Passage) -> Iterator[_Stretch]:
    """The passage's lines with words, each with its box and its words."""
    words = words_of(text[passage.start : passage.stop], passage.start, passage.pieces, passage.confidences)
    if not words:
        return
    written = passage.before + "".join(passage.pieces)
    # Lines that are not heard have their bands too, so they take part in the placing.
    lines = [(start, stop) for start, stop in _line_spans(written) if not written[start:stop].isspace()]
    boxes = place_lines(
        [written[start:stop] for start, stop in lines], passage.bands, complete=passage.complete
    )
    offset = passage.stop - len(written)
    at = 0
    for (line_start, line_stop), box in zip(lines, boxes, strict=True):
        start, stop = max(passage.start, line_start + offset), line_stop + offset
        first = at
        while at < len(words) and words[at].start < stop:
            at += 1
        if at > first:
            placed, here = box, words[first:at]
            if box is not None and passage.frame is not None:
                placed = passage.frame.on_picture(box)
                here = _doubted_at_edges(here, box, passage.frame.laid_width_px)
            yield _Stretch(start, stop, passage.page, placed, here)


def _doubted_at_edges(words: tuple[ReadWord, ...], box: Box, width_px: int) -> tuple[ReadWord, ...]:
    """The words of a line; the first and the last are doubted where a side of the picture may cut them."""
    if box[0] <= _EDGE_PX:
        words = (_doubted(words[0]), *words[1:])
    if box[2] >= width_px - _EDGE_PX:
        words = (*words[:-1], _doubted(words[-1]))
    return words


def _doubted(word: ReadWord) -> ReadWord:
    return replace(word, confidence=min(word.confidence, CUT_SURE))


def _line_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines of `text` that are not empty start and stop."""
    start = 0
    for line in text.split("\n"):
        if line:
            yield start, start + len(line)
        start += len(line) + 1
