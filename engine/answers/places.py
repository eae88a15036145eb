"""Which values stand at which labels in what was read: behind them, below them, or in a row or a column of
values that follows one of labels. Pure functions; any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.answers.facts import KNOWN
from engine.answers.labels import GOODS, OTHER, Label, labels_in, plain_words, without_rates
from engine.answers.rows import Cell, shared_out
from engine.answers.values import BARE_SUM, VALUES, YEARLESS, Shape, is_of
from engine.api import ReadLine

UNLABELLED = 9
"""A rank behind those of all labels."""
ADDRESS_MARKS = ("@", "://", "www.")
"""Marks of what is written without a space, and is broken at the end of a narrow line."""
_MOST_BETWEEN = 4
"""Characters between a label and a day without its year, such as "on "."""
_BOUND = frozenset(("cash", "change", "shipping", "paid"))
"""Kinds whose labels are words of goods as well: their sum follows at once."""
_NAMED_NUMBER = re.compile(r"(?:No|Nr|N°|Nº)\.? ?#?(?=[\w/._-]*\d)[^\W_]+(?:[-/._]+[^\W_]+)*", re.IGNORECASE)
"""A number behind a label that says once more that it is one."""
_OF_SO_MANY = re.compile(r"\d{1,3}\s(?:of|von|de|di|van)\s\d{1,3}\b(?![./-])")
"""A page, or a part of a bill."""
_OF = re.compile(r"\s+(?:of|de|der|des|du|di)\s+(?=[^\W\d])", re.IGNORECASE)
_PAID_WITH = frozenset(
    ("by", "in", "with", "visa", "card", "mastercard", "debit", "credit", "cash", "mit", "karte")
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, how sure the least sure word of it is, and the line that it was read in, if it was."""

    text: str
    confidence: float
    line: ReadLine | None = None
    rank: int = UNLABELLED
    """That of the label that it stands at."""
    parts: tuple[float, ...] = ()
    """How sure each line of a text of several is."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value at a label: `kind` and `rank` of the label, and whether it leads its line or its column."""

    kind: str
    rank: int
    leads: bool
    value: Answer
    behind: str
    """All that stands between the label and the next; its beginning may be a value of any shape."""
    has_value: bool


def labelled_values(lines: Sequence[ReadLine]) -> list[Labelled]:
    """Every value that stands at a label, in order of the labels."""
    labels = [labels_in(line.text) for line in lines]
    columns = _columns(lines, labels)
    found: list[Labelled] = []
    for number, line in enumerate(lines):
        if number in columns:
            found += _held(columns[number][0], columns[number][1], columns[number][1].text.strip())
            continue
        below = lines[number + 1] if number + 1 < len(lines) and not _begins(labels[number + 1]) else None
        row = list(_of_row(line, labels[number], below)) if below is not None else []
        if row:
            found += row
            continue
        for index, label in enumerate(labels[number]):
            found += _beside(line, label, labels[number][index + 1 :], below)
    return found


def named_apart(lines: Sequence[ReadLine]) -> list[tuple[str, Answer]]:
    """The names of rows and columns of labels, each with what stands below it or beside it."""
    labels = [labels_in(line.text) for line in lines]
    found = [
        (lines[number].text[label.start : label.stop], read_of(line, line.text.strip()))
        for number, (label, line) in _columns(lines, labels).items()
    ]
    for number, line in enumerate(lines[:-1]):
        below = lines[number + 1]
        if not _begins(labels[number + 1]) and is_row(line.text, labels[number]):
            pieces = shared_out(_cells(line, labels[number]), below.text)
            found += [
                (line.text[cell.label.start : cell.label.stop], read_of(below, text))
                for cell, text in pieces
                if cell.label is not None
            ]
    return found


def read_of(line: ReadLine, value: str | re.Match[str]) -> Answer:
    """A value of a line, as sure as its words."""
    text = value if isinstance(value, str) else value.group().strip()
    start = line.start + (line.text.find(text) if isinstance(value, str) else value.start())
    words = [word for word in line.words if word.start < start + len(text) and start < word.stop]
    return Answer(text, min((word.confidence for word in words), default=1.0), line)


def behind_of(text: str) -> str:
    """What stands behind a label without the marks that part them; a number's own # stays."""
    return re.sub(r"^[\s:.=|>]*(?:[#-](?=[\s:.]))?[\s:.=|>]*", "", text).rstrip()


def _begins(labels: Sequence[Label]) -> bool:
    return bool(labels) and labels[0].leads


def _beside(
    line: ReadLine, label: Label, later: Sequence[Label], below: ReadLine | None
) -> Iterator[Labelled]:
    """What stands behind a label, up to the next; alone in the line below where nothing does."""
    until = later[0].start if later else len(line.text)
    behind = behind_of(line.text[label.stop : until])
    alone = not behind and not later and label.leads and below is not None and not labels_in(below.text)
    for kind, rank in label.meant:
        if kind == "date" and _is_of_something(line.text, label):
            continue
        if kind in KNOWN and KNOWN[kind].shape is Shape.NAME:
            # A word of a name may be a label of something; one with a colon is.
            named = [each.start for each in later if line.text[each.stop : each.stop + 1] == ":"]
            behind = behind_of(line.text[label.stop : min(named, default=len(line.text))])
        value, held = _value(kind, behind), line
        if kind in KNOWN and KNOWN[kind].shape is Shape.NAME and not _names(line.text, label):
            value = None
        if value is None and alone and below is not None:
            value, held = _value(kind, below.text.strip(), whole=True), below
        read = read_of(held, value) if value else read_of(line, behind)
        if read.text:
            # In two columns a label in the middle of a line leads as well: its colon says so.
            leads = label.leads or line.text[: label.stop].endswith(":")
            yield Labelled(kind, rank, leads, read, behind if held is line else read.text, bool(value))


def _is_of_something(text: str, label: Label) -> bool:
    """Whether a label of one word goes on with what its line begins with: a "travel date" is none."""
    before, behind = text[: label.start].split(), text[label.stop :]
    said = text[label.start : label.stop]
    after = _OF.match(behind)
    if after is not None and not VALUES[Shape.DATE].match(behind, after.end()):
        return True  # "date of birth"
    return bool(before) and all(map(str.isalpha, before)) and " " not in said and ":" not in said


def _names(text: str, label: Label) -> bool:
    """Whether a label is surely one of a name: of several words, or with a colon; "from" may be any."""
    said = text[label.start : label.stop]
    return " " in said or said.endswith(":") or text[label.stop :].lstrip().startswith(":")


def _value(kind: str, behind: str, *, whole: bool = False) -> str | None:
    """The value of a label's kind in what stands behind it; of sums the last, as columns end with them."""
    shape = KNOWN[kind].shape if kind in KNOWN else Shape.ANY
    if shape is Shape.NAME and 2 * sum(map(str.isalpha, behind)) < len(behind):
        return None  # a number, and no name
    if shape not in VALUES:
        return behind or None
    match = _match(kind, shape, behind)
    if match is None or (whole and match.group().strip() != behind):
        return None
    return match.group().strip()


def _match(kind: str, shape: Shape, behind: str) -> re.Match[str] | None:
    if shape is Shape.NUMBER:
        # "Invoice date …" and "Bill to …" are no numbers: the value follows its label at once.
        named = _NAMED_NUMBER.match(behind)
        if named is not None:
            return named
        if VALUES[Shape.MONEY].search(behind) and not VALUES[Shape.MONEY].match(behind):
            return None  # "Ticket 1 6.51" is a row of goods
        first = VALUES[shape].search(behind)
        other = VALUES[Shape.MONEY].match(behind) or VALUES[Shape.DATE].match(behind)
        if other or first is None or first.start() > 1 or _OF_SO_MANY.match(behind, first.start()):
            return None
        return first
    matches = list(VALUES[shape].finditer(without_rates(behind) if shape is Shape.MONEY else behind))
    if shape is Shape.DATE and not matches:
        day = YEARLESS.search(behind)
        return day if day is not None and day.start() <= _MOST_BETWEEN else None
    if not matches:
        return BARE_SUM.fullmatch(behind) if shape is Shape.MONEY else None
    match = matches[-1] if shape is Shape.MONEY else matches[0]
    between = re.sub(r"\(.*?\)", " ", behind[: match.start()])
    words = {word for word, _, _ in plain_words(between) if word.isalpha()}
    return None if kind in _BOUND and words - _PAID_WITH else match


def is_row(text: str, labels: Sequence[Label]) -> bool:
    """Whether a line names what stands below it: labels alone, but for a name that is in no list."""
    words = [word for word, _, _ in plain_words(text)]
    return (
        len(labels) > 1
        and labels[0].leads
        and not any(character.isdigit() for character in text)
        and not GOODS.intersection(words)
        and not any(behind_of(text[a.stop : b.start]) for a, b in pairwise(labels))
    )


def _of_row(line: ReadLine, labels: Sequence[Label], below: ReadLine) -> Iterator[Labelled]:
    """The values below a row of labels, shared out by their shapes; one that is in doubt is left out."""
    if not is_row(line.text, labels):
        return
    for cell, text in shared_out(_cells(line, labels), below.text):
        if cell.label is not None:
            yield from _held(cell.label, below, text)


def _cells(line: ReadLine, labels: Sequence[Label]) -> list[Cell]:
    """The labels of a row, and one for what stands behind the last of them and is in no list."""
    cells = [Cell(label, _shape(label)) for label in labels]
    return [*cells, Cell(None, Shape.ANY)] if behind_of(line.text[labels[-1].stop :]) else cells


def _shape(label: Label) -> Shape:
    kinds = [kind for kind, _ in label.meant if kind != OTHER]
    return KNOWN[kinds[0]].shape if kinds else Shape.ANY


def _held(label: Label, line: ReadLine, text: str) -> Iterator[Labelled]:
    """A value that stands apart from its label."""
    for kind, rank in label.meant:
        value = _value(kind, text, whole=True)
        if value:
            yield Labelled(kind, rank, leads=True, value=read_of(line, value), behind=value, has_value=True)


def _columns(
    lines: Sequence[ReadLine], labels: Sequence[Sequence[Label]]
) -> dict[int, tuple[Label, ReadLine]]:
    """Labels in lines of their own, one below the other, whose values follow in as many lines."""
    found: dict[int, tuple[Label, ReadLine]] = {}
    number = 0
    while number < len(lines):
        count = 0
        while number + count < len(lines) and _is_alone(lines[number + count].text, labels[number + count]):
            count += 1
        values = _unbroken(lines[number + count : number + 3 * count])[:count]
        if count > 1 and len(values) == count and not any(map(_begins, labels[number + count :][:count])):
            pairs = [(labels[number + at][0], values[at]) for at in range(count)]
            if all(
                _shape(label) is Shape.NAME or is_of(_shape(label), line.text.strip())
                for label, line in pairs
            ):
                found |= {number + at: pair for at, pair in enumerate(pairs)}
        number += max(1, count)
    return found


def _unbroken(lines: Sequence[ReadLine]) -> list[ReadLine]:
    """Lines in which an address that was broken at the end of a narrow column is one again."""
    joined: list[ReadLine] = []
    for line in lines:
        last = joined[-1] if joined else None
        if last is not None and goes_on(last.text, line.text):
            words = (*last.words, *line.words)
            joined[-1] = replace(last, text=last.text + line.text, words=words)
        else:
            joined.append(line)
    return joined


def goes_on(value: str, following: str) -> bool:
    """Whether an address was broken: it ends with a hyphen or a dot, and one word without a label follows."""
    is_address = any(mark in value for mark in ADDRESS_MARKS) and " " not in value and value[-1] in "-./_@"
    return is_address and bool(following) and " " not in following and not labels_in(following)


def _is_alone(text: str, labels: Sequence[Label]) -> bool:
    return len(labels) == 1 and labels[0].leads and not behind_of(text[labels[0].stop :])
