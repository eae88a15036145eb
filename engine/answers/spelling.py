"""The same value in what the model says and in what was read: where it is written, what it is likely to be
where both differ in a character. Pure functions; any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from engine.answers.places import Answer, read_of
from engine.answers.values import VALUES, Shape
from engine.api import ReadLine

_SIMILAR = 0.8
"""Readings of one value differ in a character or two."""


def begins(behind: str, answer: str) -> bool:
    """Whether an answer is the first words of what stands behind a label, or all of it."""
    return bool(answer) and (behind == answer or behind.startswith(answer + " "))


def written(answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """The answer as the text spells it, where it stands there as whole words; it may begin in any line."""
    pattern = r"\s+".join(re.escape(word) for word in answer.text.split())
    text = "\n".join(line.text for line in lines)
    match = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) if pattern else None
    if match is None:
        return None
    line = lines[text.count("\n", 0, match.start())]
    return Answer(" ".join(match.group().split()), answer.confidence, line)


def nearest(answer: Answer, lines: Sequence[ReadLine], shape: Shape) -> Answer | None:
    """What stands in the text and differs from the answer by a character or two."""
    best, likeness = None, _SIMILAR
    for read in _spellings(answer.text, lines, shape):
        ratio = SequenceMatcher(None, answer.text.casefold(), read.text.casefold(), autojunk=False).ratio()
        if ratio >= likeness:
            best, likeness = read, ratio
    return None if best is None else surer(answer, best, lines)


def _spellings(answer: str, lines: Sequence[ReadLine], shape: Shape) -> Iterator[Answer]:
    if shape in VALUES:
        yield from (read_of(line, match) for line in lines for match in VALUES[shape].finditer(line.text))
        return
    count = len(answer.split())
    for line in lines:
        words = line.text.split()
        for start in range(len(words) - count + 1):
            yield read_of(line, " ".join(words[start : start + count]))


def surer(answer: Answer, read: Answer, lines: Sequence[ReadLine]) -> Answer:
    """What was read, unless it is the answer but for a character or two and was the less likely of both."""
    if written(answer, lines):
        return read  # the answer is another value of the bill
    a, b = answer.text, read.text
    if len(a) != len(b) or SequenceMatcher(None, a, b, autojunk=False).ratio() < _SIMILAR:
        return read
    signs = sum(
        _is_likely(x, a, at) - _is_likely(y, b, at)
        for at, (x, y) in enumerate(zip(a, b, strict=True))
        if x != y
    )
    better = signs > 0 if signs else answer.confidence > read.confidence
    return replace(answer, line=read.line) if better else read


def _is_likely(character: str, text: str, at: int) -> bool:
    """Whether it is what models take for something else and not the other way round: a digit beside another
    and beside no letter, where a letter is likely a digit misread; a plus in an address, which loses its
    upright.
    """
    if character == "+":
        return "@" in text
    beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
    return character.isdigit() and any(c.isdigit() for c in beside) and not any(c.isalpha() for c in beside)
