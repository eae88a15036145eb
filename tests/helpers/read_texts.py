"""Texts as if they had been read from a picture, every word as sure as the others."""

from __future__ import annotations

from engine.api import ReadLine
from engine.words import words_of


def lines_of(text: str, sure: float = 0.9) -> tuple[ReadLine, ...]:
    """The lines of a text on the first page, nowhere in particular."""
    lines, start = [], 0
    for line in text.split("\n"):
        lines.append(ReadLine(line, start, 0, None, words_of(line, start, (line,), (sure,))))
        start += len(line) + 1
    return tuple(lines)
