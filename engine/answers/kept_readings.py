"""What was read of the last pictures, so that a question about one needs no second reading of it.

Engine thread only; kept on the shelf of the picture, and gone with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.api import ImageInput, ReadLine
from engine.generation import Generation
from engine.picture_shelf import PictureShelf

_WHAT = "reading"
_LINE_BYTES, _WORD_BYTES = 300, 200


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines of one picture, and how far it was turned to be read."""

    lines: tuple[ReadLine, ...]
    turned_deg: int

    def count_bytes(self) -> int:
        """About what it takes in memory."""
        return sum(_LINE_BYTES + _WORD_BYTES * len(line.words) for line in self.lines)


def keep_readings(generation: Generation, shelf: PictureShelf) -> None:
    """Remember what a request that has ended has read of whole pictures."""
    for sheet, lines in generation.sheets_read():
        turned_deg = generation.clock.images[sheet.index].turned_deg
        shelf.once(sheet.source, _WHAT, partial(Reading, lines, turned_deg), Reading.count_bytes)


def known_reading(source: ImageInput, shelf: PictureShelf) -> Reading | None:
    """What was read of a picture before; None where it was not."""
    return shelf.kept(source, _WHAT, Reading)
