"""Which date of a bill is its own where no label says so. Pure functions; any thread."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from engine.answers.labels import labels_in, plain_words
from engine.answers.places import Answer, Labelled, read_of
from engine.answers.values import VALUES, YEARLESS, Shape
from engine.api import ReadLine

_LEAST_LETTERS = 3
"""Shorter words are "on", "le", "am"."""
_MAY_HOLD_IT = frozenset(("vendor", "number"))
"""Kinds at whose labels the date of a bill may stand as well: "Invoice raised 3 May 2026"."""
_UNTIL = re.compile(
    r"\b(?:before|until|till|by|bis|vor|avant|jusqu'au|antes del?|hasta el|hasta|entro il|entro)\s*$",
    re.IGNORECASE,
)
"""What stands behind these is still to come."""


def own_dates(found: Sequence[Labelled], lines: Sequence[ReadLine]) -> list[Answer]:
    """The dates at no label that are beside the fewest words, in lines without a sum: several that differ are
    those of something else, as of arrival and departure.
    """
    others = [each for each in found if each.kind not in _MAY_HOLD_IT]
    dates = [(line, match) for line in lines for match in VALUES[Shape.DATE].finditer(line.text)]
    free: list[tuple[int, Answer]] = []
    for line, match in dates:
        value, before = read_of(line, match), line.text[: match.start()]
        rest = f"{before} {line.text[match.end() :]}"
        is_other = any(_is_dated(each, value.text) for each in others) or _UNTIL.search(before)
        if not is_other and not VALUES[Shape.MONEY].search(rest):
            free.append((_count_words(rest), value))
    if not dates:
        days = [(above, line) for above, line in pairwise(lines) if YEARLESS.fullmatch(line.text)]
        free = [(0, read_of(line, line.text)) for above, line in days if not labels_in(above.text)]
    fewest = min((count for count, _ in free), default=0)
    return [value for count, value in free if count == fewest]


def _is_dated(other: Labelled, date: str) -> bool:
    """Whether what stands behind the label of something else begins with a date, or with words or days before
    it; behind a bare number, as in "Table 12 14/02/26", it is that of the bill.
    """
    if not other.has_value:
        return other.behind.startswith(date)
    between = VALUES[Shape.DATE].sub("", other.value.text.partition(date)[0]).rstrip()
    return date in other.value.text and (between[-1:].isalpha() or not any(map(str.isdigit, between)))


def _count_words(text: str) -> int:
    """How many words of a text are no labels."""
    labels = labels_in(text)
    return sum(
        len(word) >= _LEAST_LETTERS
        and word.isalpha()
        and not any(label.start <= start < label.stop for label in labels)
        for word, start, _ in plain_words(text)
    )
