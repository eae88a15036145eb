"""Regions that overlap: the line that two of them read, said once. Pure functions; any thread."""

from __future__ import annotations

from difflib import SequenceMatcher

_SAME_LINE = 0.8
"""Two readings of one line differ in a character or two; lines of prose share less than half."""
_MIN_LINE_CHARACTERS = 4
"""Shorter lines repeat by nature (numbers, bullets): only an exact repeat counts as the same line."""


def without_repeated_line(previous: str, text: str) -> str:
    """`text` without its first line where that is the last line of `previous` read a second time.

    For regions that overlap. A first line that is only the lower half of the last one read before is not
    recognisable as text and stays: nothing is ever dropped on a guess.
    """
    above = previous.rstrip().rsplit("\n", 1)[-1].strip()
    first, newline, rest = text.lstrip("\n").partition("\n")
    line = first.strip()
    if not above or not line:
        return text
    if above == line:
        return rest
    if min(len(above), len(line)) < _MIN_LINE_CHARACTERS:
        return text
    matcher = SequenceMatcher(None, above, line, autojunk=False)
    same = matcher.quick_ratio() >= _SAME_LINE and matcher.ratio() >= _SAME_LINE
    return rest if same else first + newline + rest
