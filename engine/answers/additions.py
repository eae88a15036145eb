"""Which sums of a bill follow from the sums above them. Pure functions; any thread.

A total whose label is in no list is known by what it comes to; and of two sums at labels of a total the one
that comes to the other less a discount is what is to be paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from engine.answers.labels import labels_in
from engine.answers.places import Answer, Labelled
from engine.answers.values import VALUES, Shape, cents
from engine.api import ReadLine

_ADJUSTS = frozenset(("tax", "shipping", "discount"))
"""Kinds whose sums lie between what goods cost and what is to be paid for them."""
_LEAST_ADDED = 2


def comes_of_others(total: Answer, lines: Sequence[ReadLine]) -> bool:
    """Whether a sum is what some directly above it come to, is said again at a label, or is the only one."""
    if total.line is None:
        return False
    sums = {at: value for at, line in enumerate(lines) if (value := _last_sum(line)) is not None}
    amount, place = _signed(total.text), lines.index(total.line)
    others = [at for at in sums if at != place]
    above = [sums[at] for at in reversed(others) if at < place]
    if amount in list(accumulate(above))[_LEAST_ADDED - 1 :]:
        return True
    return not others or any(sums[at] == amount and labels_in(lines[at].text) for at in others)


def settled(totals: Sequence[Labelled], lines: Sequence[ReadLine]) -> list[Labelled]:
    """The sums at labels of a total without those that another one follows from, less a discount."""
    return [each for each in totals if not any(_leads_to(each.value, later.value, lines) for later in totals)]


def _leads_to(first: Answer, last: Answer, lines: Sequence[ReadLine]) -> bool:
    """Whether a sum comes of an earlier one by what stands between them, and by no payment."""
    if first.line is None or last.line is None:
        return False
    between = [
        (value, {kind for label in labels_in(line.text) for kind, _ in label.meant})
        for line in lines[lines.index(first.line) + 1 : lines.index(last.line)]
        if (value := _last_sum(line)) is not None
    ]
    if not between or not all(kinds & _ADJUSTS or (not kinds and value < 0) for value, kinds in between):
        return False
    rest = sum(-abs(value) if "discount" in kinds else value for value, kinds in between)
    return _signed(first.text) + rest == _signed(last.text)


def _last_sum(line: ReadLine) -> int | None:
    """What a line ends with, in cents; None for no sum."""
    found = [match.group() for match in VALUES[Shape.MONEY].finditer(line.text)]
    return _signed(found[-1]) if found else None


def _signed(amount: str) -> int:
    """A sum in cents, below zero behind a minus."""
    return -cents(amount) if amount.lstrip().startswith("-") else cents(amount)
