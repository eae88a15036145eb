"""An answer's lines as JSON for the history. Pure functions; any thread.

Offsets and figures only: the characters are in the message's text. `[start, stop, page, box, words]` is a
line and `[start, stop, confidence]` a word, its confidence in thousandths.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from typing import Any, overload

from app.domain import ReadLine, ReadWord

_VERSION = 1
_STEPS = 1000

log = logging.getLogger(__name__)


def lines_to_json(lines: Sequence[ReadLine]) -> str | None:
    """The column's value; None where there are no lines."""
    if not lines:
        return None
    rows = [
        [
            line.start,
            line.start + len(line.text),
            line.page,
            line.box,
            [[word.start, word.stop, round(word.confidence * _STEPS)] for word in line.words],
        ]
        for line in lines
    ]
    return json.dumps({"version": _VERSION, "lines": rows}, separators=(",", ":"))


def lines_from_json(stored: str | None, text: str) -> Sequence[ReadLine]:
    """The lines of a message's text; none where they do not fit it or are of a kind not known here."""
    return () if stored is None else KeptLines(stored, text)


class KeptLines(Sequence[ReadLine]):
    """Lines that are taken out of their JSON when first looked at: of a long conversation few are."""

    __slots__ = ("_lines", "_stored", "_text")

    def __init__(self, stored: str, text: str) -> None:
        self._stored = stored
        self._text = text
        self._lines: tuple[ReadLine, ...] | None = None

    @overload
    def __getitem__(self, index: int) -> ReadLine: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ReadLine, ...]: ...
    def __getitem__(self, index: int | slice) -> ReadLine | tuple[ReadLine, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        """As the tuple of them."""
        return self._all() == (other._all() if isinstance(other, KeptLines) else other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def _all(self) -> tuple[ReadLine, ...]:
        if self._lines is None:
            self._lines = _taken_out(self._stored, self._text)
        return self._lines


def _taken_out(stored: str, text: str) -> tuple[ReadLine, ...]:
    try:
        record = json.loads(stored)
        if record["version"] != _VERSION:
            return ()
        return tuple(_line(row, text) for row in record["lines"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        # They are an addition to the text, which must be shown whatever became of them.
        log.warning("lines of a message not read: %s", error)
        return ()


def _line(row: Any, text: str) -> ReadLine:
    start, stop, page, box, words = row
    if page is not None and not _is_count(page):
        raise ValueError(f"page {page!r}")
    return ReadLine(
        _cut(text, start, stop), start, page, _box(box), tuple(_word(word, text) for word in words)
    )


def _word(row: Any, text: str) -> ReadWord:
    start, stop, thousandths = row
    if not _is_count(thousandths) or thousandths > _STEPS:
        raise ValueError(f"confidence {thousandths!r}")
    return ReadWord(_cut(text, start, stop), thousandths / _STEPS, start, stop)


def _box(value: Any) -> tuple[int, int, int, int] | None:
    if value is None:
        return None
    left, top, right, bottom = value
    if not all(_is_count(side) for side in value) or left >= right or top >= bottom:
        raise ValueError(f"box {value!r}")
    return left, top, right, bottom


def _cut(text: str, start: Any, stop: Any) -> str:
    if not _is_count(start) or not _is_count(stop) or not start < stop <= len(text):
        raise ValueError(f"[{start!r}, {stop!r}) of {len(text)} characters")
    return text[start:stop]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
