"""The value of a field that is asked for by the name that it has on a form. Pure functions; any thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise

from engine.answers.facts import Fact
from engine.answers.labels import labels_in, plain_words
from engine.answers.places import Answer, behind_of, goes_on, is_row, named_apart, read_of
from engine.answers.spelling import begins, surer, written
from engine.api import ReadLine

_SIMILAR = 0.8
"""Names of fields differ by a slip or two."""
_LEAST_LETTERS = 3
_CALLED = (("phone", "tel", "telephone"), ("email", "mail"), ("no", "number", "nr"), ("reference", "ref"))
"""Words that mean the same in names."""
_OF_MANY = frozenset(("name", "date", "code", "address", *(word for words in _CALLED for word in words)))
"""Words of many names, which tell no field by themselves."""


def field_value(name: str, answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """The value of a field that is called by its name, or by another that means the same."""
    wanted = [word for word, _, _ in plain_words(name)]
    apart = named_apart(lines)
    for alike in (False, True):
        found = [
            (number, start, stop, _label_stop(line.text, start, stop))
            for number, line in enumerate(lines)
            for start, stop in _names(line.text, wanted, alike=alike)
        ]
        # "Customer no." is another field than "Customer", where both are there.
        found.sort(key=lambda each: each[2] < each[3])
        values = [
            read
            for number, start, _, stop in found
            if (read := _stands_at(lines, number, start, stop)) is not None
        ]
        values += [read for label, read in apart if _names(label, wanted, alike=alike)]
        agreed = [read for read in values if begins(read.text, answer.text)]
        if values:
            return _taken(answer, agreed[0] if agreed else values[0], lines)
    return _below(wanted, answer, lines)


def may_stand(fact: Fact, lines: Sequence[ReadLine]) -> bool:
    """Whether what is asked for by a name may stand there, so that it is not said that it does not: the whole
    name, or where free words may be a name as well as a sentence, any of them.
    """
    wanted = [word for word, _, _ in plain_words(fact.named)]
    read = [[word for word, _, _ in plain_words(line.text)] for line in lines]
    if not fact.is_sure:
        telling = [word for word in wanted if len(word) >= _LEAST_LETTERS and word not in _OF_MANY] or wanted
        return any(_is_called([word], [name], slips=True) for row in read for word in row for name in telling)
    return any(
        _is_called(row[at : at + len(wanted)], wanted, slips=True) for row in read for at in range(len(row))
    )


def _label_stop(line: str, start: int, stop: int) -> int:
    """Where the name of a field ends that begins with what is asked for; behind a colon stands its value."""
    stops = [label.stop for label in labels_in(line) if label.start == start and label.stop > stop]
    return next((each for each in stops if ":" not in line[stop:each].rstrip(":")), stop)


def _below(wanted: Sequence[str], answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """The answer where it stands in the line below one that has the name among others, and no figures."""
    for line, below in pairwise(lines):
        words = [word for word, _, _ in plain_words(line.text)]
        has_name = (
            any(words[at : at + len(wanted)] == wanted for at in range(len(words))) if wanted else False
        )
        if has_name and not any(character.isdigit() for character in line.text):
            spoken = written(answer, [below])
            if spoken is not None:
                return spoken
    return None


def _stands_at(lines: Sequence[ReadLine], number: int, start: int, stop: int) -> Answer | None:
    """What stands behind a field's name in a line, up to the next label; at its start also below."""
    line = lines[number]
    following = lines[number + 1].text.strip() if number + 1 < len(lines) else ""
    next_label = min(
        (label.start for label in labels_in(line.text) if label.start >= stop and start > 0), default=None
    )
    value = behind_of(line.text[stop:next_label])
    if value and is_row(line.text, labels_in(line.text)):
        return None  # what it is called stands below
    if value and goes_on(value, following):
        return replace(read_of(line, value), text=value + following)
    if value:
        return read_of(line, value)
    return (
        read_of(lines[number + 1], following)
        if start == 0 and following and not labels_in(following) and not following.endswith(":")
        else None
    )


def _taken(answer: Answer, read: Answer, lines: Sequence[ReadLine]) -> Answer:
    """The answer where it is what was read or begins it: a second field may stand in the line."""
    if begins(read.text, answer.text):
        return replace(answer, line=read.line)
    return surer(answer, read, lines)


def _names(line: str, wanted: Sequence[str], *, alike: bool) -> list[tuple[int, int]]:
    """Where a line has the name: at its beginning, or further on with a colon behind it. `alike`: or one that
    means the same.
    """
    words = plain_words(line)
    shorter = wanted[:-1] if alike and len(wanted) > 1 and wanted[-1] in _CALLED[2] else ()
    found = []
    for at in range(len(words)):
        for name in (wanted, shorter):
            said = [word for word, _, _ in words[at : at + len(name)]]
            is_called = alike and _is_called(said, name, slips=name is wanted)  # ordered is no order
            if name and (said == list(name) or is_called):
                stop = words[at + len(name) - 1][2]
                if at == 0 or line[:stop].endswith(":"):
                    found.append((words[at][1], stop))
                    break
    return found


def _is_called(words: Sequence[str], wanted: Sequence[str], *, slips: bool) -> bool:
    if len(words) != len(wanted):
        return False
    return all(
        a == b or any(a in names and b in names for names in _CALLED) or (slips and _is_slip(a, b))
        for a, b in zip(words, wanted, strict=True)
    )


def _is_slip(a: str, b: str) -> bool:
    """Whether two words are one with a slip: an applicant is no application."""
    is_long = min(len(a), len(b)) > _LEAST_LETTERS and abs(len(a) - len(b)) < 2
    return is_long and SequenceMatcher(None, a, b, autojunk=False).ratio() >= _SIMILAR
