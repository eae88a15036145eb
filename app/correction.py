"""What stays true of a text that a reader corrected: where its lines are, which words the model wrote. Pure
functions; any thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from app.domain import Message, ReadLine, ReadWord, Written, utc_now

ALIKE = 0.5
"""A row with as much in common with one that was read is that row, corrected; with less it is a new one."""

MOST_EARLIER = 20
"""Corrections of one answer that are remembered after they were corrected again."""

LONGEST_ROW_CHARS = 2_000
"""Comparing letter by letter takes the square of this; in a longer row the words lose their figures."""


def corrected(message: Message, text: str) -> Message:
    """The answer with this text; what the model wrote is kept beside it, once only, and what it was since."""
    written = message.written or Written(message.text, message.lines, message.resume)
    if text == written.text:
        return restored(replace(message, written=written))
    if message.written is not None and text != message.text:
        earlier = (*written.earlier, (message.text, utc_now()))
        written = replace(written, earlier=earlier[-MOST_EARLIER:])
    lines = corrected_lines(written.lines, written.text, text)
    return replace(message, text=text, lines=lines, written=written, resume=None)


def restored(message: Message) -> Message:
    """The answer as the model wrote it."""
    written = message.written
    if written is None:
        return message
    return replace(message, text=written.text, lines=written.lines, resume=written.resume, written=None)


def as_it_was(messages: Sequence[Message], answer: Message) -> tuple[Message, ...]:
    """What an answer was made from: every text as it stood when the answer was asked for."""
    return tuple(_as_it_stood(message, answer.created_at) for message in messages)


def _as_it_stood(message: Message, moment: str) -> Message:
    written = message.written
    if written is None:
        return message
    if written.corrected_at > moment:
        return restored(message)
    text = next((text for text, until in written.earlier if until > moment), message.text)
    return replace(message, text=text, lines=corrected_lines(written.lines, written.text, text))


def corrected_lines(lines: Sequence[ReadLine], before: str, after: str) -> tuple[ReadLine, ...]:
    """The lines of `after`, which a reader made of `before`: each that was read keeps its place on the
    picture, each word that was not touched its figure. A word that a reader wrote has none.
    """
    if not lines:
        return ()
    by_start = {line.start: line for line in lines}
    old, new = _rows(before), _rows(after)
    found: list[ReadLine] = []
    for was, now in _pairs([row for _, row in old], [row for _, row in new]):
        line = by_start.get(old[was][0])
        start, row = new[now]
        if line is not None and row:
            found.append(replace(line, text=row, start=start, words=tuple(_words(line, row, start))))
    return tuple(found)


def _rows(text: str) -> list[tuple[int, str]]:
    rows, start = [], 0
    for row in text.split("\n"):
        rows.append((start, row))
        start += len(row) + 1
    return rows


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Which row became which, in order."""
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal" or (kind == "replace" and i2 - i1 == j2 - j1):
            yield from zip(range(i1, i2), range(j1, j2), strict=True)
        elif kind == "replace":
            yield from _likeliest(old, new, range(i1, i2), range(j1, j2))


def _likeliest(
    old: Sequence[str], new: Sequence[str], rows: range, among: range
) -> Iterator[tuple[int, int]]:
    """Of rows that became more or fewer: the next that is alike, for each."""
    left = among.start
    for was in rows:
        alike = (now for now in range(left, among.stop) if _are_alike(old[was], new[now]))
        now = next(alike, None)
        if now is not None:
            left = now + 1
            yield was, now


def _are_alike(one: str, other: str) -> bool:
    if max(len(one), len(other)) > LONGEST_ROW_CHARS:
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() > ALIKE and matcher.ratio() > ALIKE


def _words(line: ReadLine, row: str, start: int) -> Iterator[ReadWord]:
    """The words of a line that stand in its corrected row as they were."""
    if row == line.text:
        yield from (
            replace(word, start=word.start - line.start + start, stop=word.stop - line.start + start)
            for word in line.words
        )
        return
    if max(len(row), len(line.text)) > LONGEST_ROW_CHARS:
        return
    blocks = SequenceMatcher(None, line.text, row, autojunk=False).get_matching_blocks()
    for word in line.words:
        first, last = word.start - line.start, word.stop - line.start
        for was, now, size in blocks:
            if was <= first and last <= was + size:
                at = first - was + now
                if _is_whole((line.text, first), (row, at), last - first):
                    yield replace(word, start=start + at, stop=start + at + last - first)
                break


def _is_whole(was: tuple[str, int], now: tuple[str, int], length: int) -> bool:
    """Whether what stands beside a word is as it was, or a blank: `5.6` of `5.60` is another word."""
    before, after = (_beside(row, at, length) for row, at in (was, now))
    return all(new == old or not new.strip() for old, new in zip(before, after, strict=True))


def _beside(row: str, at: int, length: int) -> tuple[str, str]:
    return row[at - 1 : at] if at else "", row[at + length : at + length + 1]
