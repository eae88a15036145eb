"""Where in what was read a fact stands, and whether an answer can be trusted. Pure functions; any thread.

The model answers, the reading judges: an answer must stand in the text, and not at the label of something
else. Otherwise the value at the right label is taken, as it is written, and where there is none, nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.answers.facts import Fact
from engine.answers.fields import field_value
from engine.answers.labels import labels_in
from engine.answers.places import Answer, Labelled, labelled_values, read_of
from engine.answers.spelling import begins, nearest, surer, written
from engine.answers.values import VALUES, Shape, cents
from engine.api import ReadLine

_JOINED = ("@", "://", "www.")
"""Marks of addresses, which are no names."""
_NAME_LETTERS = 0.6
_NEED_LABELS = frozenset(
    ("vendor", "subtotal", "tax", "balance", "due", "paid", "cash", "change", "discount", "shipping")
)
"""No bill shows these without saying which they are, but for its shop; a form has a heading, not a shop."""


def checked(fact: Fact, answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """What the reading bears out: the model's answer, or what stands at the label; None for neither."""
    answer = replace(answer, text=" ".join(answer.text.split()))
    if fact.shape is Shape.ANY:
        return field_value(fact.named, answer, lines)
    found = labelled_values(lines)
    named = [each for each in found if each.kind == fact.kind]
    beside = next((each for each in _best(fact, named) if begins(each.behind, answer.text)), None)
    if beside is not None:
        value = beside.value
        is_part = beside.has_value and begins(value.text, answer.text)  # without its currency, its year
        return replace(answer, text=value.text if is_part else answer.text, line=value.line, rank=beside.rank)
    standing = _standing(fact, answer, found, lines) if _fits(fact.shape, answer.text) else None
    if standing and fact.shape is Shape.NAME and any(VALUES[Shape.MONEY].search(e.text) for e in lines):
        # A label of one word may be the first of anything; a name that was read on a bill is a name.
        return standing
    fitting = _best(fact, [each for each in named if each.has_value])
    if fitting:
        agreed = [each.value for each in fitting if _same(fact.shape, each.value.text, answer.text)]
        told = [value for each in fitting if _holds(value := each.value, answer.text)]
        if told:
            found_at = replace(answer, line=told[0].line)
        else:
            found_at = agreed[0] if agreed else _as_told(answer, surer(answer, fitting[0].value, lines))
        return replace(found_at, rank=fitting[0].rank)
    if standing and fact.kind not in _NEED_LABELS:
        return standing
    return _unlabelled(fact, found, lines)


def best_of(fact: Fact | None, found: Sequence[Answer]) -> Answer | None:
    """Of what the pages of one document say the value at the first of labels; of such sums the largest."""
    rank = min((each.rank for each in found), default=0)
    best = [each for each in found if each.rank == rank]
    if fact is not None and fact.shape is Shape.MONEY:
        return max(best, key=lambda each: cents(each.text), default=None)
    return best[0] if best else None


def _holds(value: Answer, answer: str) -> bool:
    """Whether an answer is a value with more of its line: a currency, a weekday, a mark."""
    if value.line is None or value.text not in answer or answer not in value.line.text:
        return False
    more = answer[: answer.index(value.text)].strip()
    return not more.isalpha() or not _is_of_label(value.line.text, value.line.text.index(answer))


def _is_of_label(line: str, at: int) -> bool:
    """Whether a word belongs to a label before it: "TOTAL EUR" is one, "Total: EUR" is not."""
    return any(
        label.start < at < label.stop and ":" not in line[label.start : at] for label in labels_in(line)
    )


def _as_told(answer: Answer, read: Answer) -> Answer:
    """A sum with the currency that the model has put to another one, where it stands there as well."""
    amount = VALUES[Shape.MONEY].search(answer.text)
    if amount is None or read.line is None:
        return read
    told = answer.text[: amount.start()] + read.text + answer.text[amount.end() :]
    return replace(read, text=told) if told in read.line.text else read


def _standing(
    fact: Fact, answer: Answer, found: Sequence[Labelled], lines: Sequence[ReadLine]
) -> Answer | None:
    """The answer as it is written where it stands at no label of anything else; None where it does not."""
    spoken = written(answer, lines) or nearest(answer, lines, fact.shape)
    if spoken is None:
        return None
    elsewhere = [
        each for each in found if each.kind != fact.kind and _same(fact.shape, each.value.text, spoken.text)
    ]
    stands = sum(line.text.count(spoken.text) for line in lines)
    return None if len(elsewhere) >= max(1, stands) else spoken


def _unlabelled(fact: Fact, found: Sequence[Labelled], lines: Sequence[ReadLine]) -> Answer | None:
    """What can only be meant: the one date of a bill, the name that stands first on one."""
    if fact.kind == "date":
        dates = [read_of(line, m) for line in lines for m in VALUES[Shape.DATE].finditer(line.text)]
        free = [date for date in dates if not any(date.text in each.value.text for each in found)]
        return free[0] if len({date.text for date in free}) == 1 else None
    if fact.kind == "vendor" and any(each.kind == "total" for each in found):
        name = lines[0].text.strip()
        if any(mark in name for mark in _JOINED):
            return None
        letters = sum(character.isalpha() for character in name)
        return read_of(lines[0], name) if letters >= _NAME_LETTERS * len(name) else None
    return None


def _best(fact: Fact, found: Sequence[Labelled]) -> list[Labelled]:
    """The labelled values of the best rank; of sums the largest first."""
    leading = [each for each in found if each.leads] or list(found)
    rank = min((each.rank for each in leading), default=0)
    best = [each for each in leading if each.rank == rank]
    return sorted(best, key=lambda each: -cents(each.value.text)) if fact.shape is Shape.MONEY else best


def _fits(shape: Shape, answer: str) -> bool:
    if shape is Shape.NAME:
        return bool(answer)
    if shape is Shape.NUMBER and VALUES[Shape.MONEY].search(answer):
        return False
    match = VALUES[shape].search(answer)
    return match is not None and len(match.group()) >= len(answer) - 4


def _same(shape: Shape, value: str, answer: str) -> bool:
    if shape is Shape.MONEY:
        return bool(answer) and cents(value) == cents(answer)
    return _squeezed(value) == _squeezed(answer)


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold().strip(".,:;#")
