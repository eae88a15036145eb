"""Which character of the Markdown it is that stands at a place of the text it was laid out as. No Qt; any
thread.

Both have the same words in the same order, with other signs between them: so the words are followed.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"\w+")


MARK_CHARS = 8
"""As far apart two letters of a word may be: bold and code within struck words."""


def place_in_source(shown: str, at: int, source: str) -> int:
    """Where in `source` the character `at` of `shown` was written; between words, where the last one ends."""
    seen = 0
    for word in _WORD.finditer(shown):
        if word.start() > at:
            break
        found = source.find(word.group(), seen)
        if found < 0:
            # With marks within it, or written another way, as a sign of a formula is.
            seen = _followed(shown[word.start() : min(word.end(), at)], source, seen)
            continue
        if at < word.end():
            return found + at - word.start()
        seen = found + len(word.group())
    return seen


def _followed(letters: str, source: str, seen: int) -> int:
    """Where in `source` the last of these letters ends that is found there in their order."""
    for letter in letters:
        found = source.find(letter, seen, seen + MARK_CHARS)
        if found >= 0:
            seen = found + 1
    return seen
