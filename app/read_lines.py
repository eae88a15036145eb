"""The lines of an answer: which one a character stands in, and how those of a run that went on join.

Pure functions; any thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.domain import ReadLine, ReadWord


def line_at(lines: Sequence[ReadLine], character: int) -> ReadLine | None:
    """The line of an answer in which a character of its text stands; None where its place is not known."""
    for line in lines:
        if line.start <= character <= line.start + len(line.text):
            return line if line.box is not None and line.page is not None else None
    return None


def continued_lines(
    lines: Sequence[ReadLine], more: Sequence[ReadLine], text: str, at: int
) -> tuple[ReadLine, ...]:
    """The lines of `text`, of which `lines` cover what is before `at` and `more` the rest, counted from it.

    Where the two meet within a line, or within a word, it becomes one again, as sure as its less sure part.
    """
    moved = [_moved(line, at) for line in more]
    if lines:
        lines = (*lines[:-1], _filled(lines[-1], text))
    if moved:
        moved[0] = _filled(moved[0], text)
    if not lines or not moved or lines[-1].start != moved[0].start:
        return (*lines, *moved)
    words, rest = lines[-1].words, moved[0].words
    if words[-1].stop == rest[0].start:
        words, rest = (*words[:-1], _joined(words[-1], rest[0])), rest[1:]
    # The later run saw the whole line, so it knows better where it is.
    return (*lines[:-1], replace(moved[0], words=(*words, *rest)), *moved[1:])


def _filled(line: ReadLine, text: str) -> ReadLine:
    """The line with all that stands between two line ends."""
    start = text.rfind("\n", 0, line.words[0].start) + 1
    stop = text.find("\n", line.words[-1].stop)
    return replace(line, text=text[start : len(text) if stop < 0 else stop], start=start)


def _moved(line: ReadLine, by: int) -> ReadLine:
    words = tuple(replace(word, start=word.start + by, stop=word.stop + by) for word in line.words)
    return replace(line, start=line.start + by, words=words)


def _joined(left: ReadWord, right: ReadWord) -> ReadWord:
    return ReadWord(left.text + right.text, min(left.confidence, right.confidence), left.start, right.stop)
