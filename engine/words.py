"""Words with a confidence, out of tokens with theirs. Pure functions; any thread; no torch.

A word is as sure as the least sure of its tokens. It is wrong as soon as one of them is, so a mean would hide
the one doubtful digit of a number; a product would call every long word doubtful, and more so the smaller the
tokens of a model are: bundled models spell in bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.api import ReadWord

_WORD = re.compile(r"\S+")


def words_of(
    text: str, start: int, pieces: Sequence[str], confidences: Sequence[float]
) -> tuple[ReadWord, ...]:
    """The words of `text`, which begins at `start` of a longer one and is the end of the joined `pieces`.

    `confidences` belong to `pieces`; a piece without characters began a character that the next one ended,
    and counts with it.
    """
    spans = _spans(pieces, confidences, len(text))
    words: list[ReadWord] = []
    at = 0
    for match in _WORD.finditer(text):
        while at < len(spans) and spans[at][0] <= match.start():
            at += 1
        # The last piece that began at or before the word holds its first character.
        confidence, index = 1.0, max(0, at - 1)
        while index < len(spans) and spans[index][0] < match.end():
            confidence = min(confidence, spans[index][1])
            index += 1
        words.append(ReadWord(match.group(), confidence, start + match.start(), start + match.end()))
    return tuple(words)


def _spans(pieces: Sequence[str], confidences: Sequence[float], characters: int) -> list[tuple[int, float]]:
    """Where each piece with characters begins, counted from the start of the last `characters` of them."""
    position = characters - sum(map(len, pieces))
    spans: list[tuple[int, float]] = []
    pending = 1.0
    for piece, confidence in zip(pieces, confidences, strict=True):
        pending = min(pending, confidence)
        if piece:
            spans.append((position, pending))
            position += len(piece)
            pending = 1.0
    return spans
