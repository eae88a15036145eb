"""Which date of a bill is its own where no label says so. Pure functions; any thread."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.answers.labels import labels_in, plain_words
from engine.answers.places import Answer, Labelled, read_of
from engine.answers.values import VALUES, YEARLESS, Shape
from engine.api import ReadLine

_LEAST_LETTERS = 3
"""Shorter words are "on", "le", "am"."""


def own_dates(found: Sequence[Labelled], lines: Sequence[ReadLine]) -> list[Answer]:
    """The dates at no label that are beside the fewest words, in lines without a sum: several that differ are
    those of something else, as of arrival and departure.
    """
    told = [each.value.text for each in found if each.kind != "vendor"]  # whose name may be of any shape
    free: list[tuple[int, Answer]] = []
    is_dated = False
    for line in lines:
        for match in VALUES[Shape.DATE].finditer(line.text):
            is_dated, value = True, read_of(line, match)
            rest = f"{line.text[: match.start()]} {line.text[match.end() :]}"
            if not any(_is_dated(each, value.text) for each in told) and not VALUES[Shape.MONEY].search(rest):
                free.append((_count_words(rest), value))
    if not is_dated:
        days = [(above, line) for above, line in pairwise(lines) if YEARLESS.fullmatch(line.text)]
        free = [(0, read_of(line, line.text)) for above, line in days if not labels_in(above.text)]
    fewest = min((count for count, _ in free), default=0)
    return [value for count, value in free if count == fewest]


def _is_dated(told: str, date: str) -> bool:
    """Whether what stands behind the label of something else is its date, or the end of its days; behind
    a bare number, as in "Table 12 14/02/26", it is not.
    """
    between = VALUES[Shape.DATE].sub("", told.partition(date)[0]).rstrip()
    return date in told and (between[-1:].isalpha() or not any(map(str.isdigit, between)))


def _count_words(text: str) -> int:
    """How many words of a text are no labels."""
    labels = labels_in(text)
    return sum(
        len(word) >= _LEAST_LETTERS
        and word.isalpha()
        and not any(label.start <= start < label.stop for label in labels)
        for word, start, _ in plain_words(text)
    )
