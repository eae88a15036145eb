"""Where in what was read a fact stands, and whether an answer can be trusted. Pure functions; any thread.

The model answers, the reading judges: an answer must stand in the text, and not at the label of something
else. Otherwise the value at the right label is taken, as it is written, and where there is none, nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from engine.api import ReadLine
from engine.facts import KNOWN, LABELS, OTHER, OTHERS, Fact, Shape, plain_words

_SIGN = r"(?:[$€£¥]|EUR|USD|GBP|CHF)"
_AMOUNT = r"(?<![\w.,])-?(?:\d{1,3}(?:[.,'  ]\d{3})+|\d+)[.,]\d{2}(?![\w]|[.,]\d)"
_MONTH = (
    r"(?i:jan|feb|fév|mar|mär|apr|avr|abr|ma[iy]|mag|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|o[cktu]t|nov|de[cz]|déc"
    r"|dic|gen|ene)[^\W\d_]*\.?"
)
_VALUES = {
    Shape.MONEY: re.compile(rf"{_SIGN}\s?{_AMOUNT}|{_AMOUNT}(?:\s?{_SIGN})?|{_SIGN}\s?\d+(?![\d.,])"),
    Shape.DATE: re.compile(
        r"(?<!\d)(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2})"
        rf"|\d{{1,2}}(?:st|nd|rd|th)?[. -]\s?{_MONTH}[ -],?\s?(?:\d{{4}}|\d{{2}})"
        rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}})(?!\d)"
    ),
    Shape.NUMBER: re.compile(r"#?[^\W_]*(?:[-/._][^\W_]+)*\d[\w/.-]*\w|\d"),
}
_SIMILAR = 0.8
"""Readings of one value differ in a character or two."""
_JOINED = ("@", "://", "www.")
"""Marks of what is written without a space, and is broken at the end of a narrow line."""
_NAME_LETTERS = 0.6
_NEED_LABELS = frozenset(
    ("vendor", "subtotal", "tax", "balance", "due", "paid", "cash", "change", "discount", "shipping")
)
"""No bill shows these without saying which they are, but for its shop; a form has a heading, not a shop."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, how sure the least sure word of it is, and the line that it was read in, if it was."""

    text: str
    confidence: float
    line: ReadLine | None = None


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A value beside a label: `kind` and `rank` of the label, and whether the line begins with it."""

    kind: str
    rank: int
    leads: bool
    value: Answer
    behind: str
    """All that stands between the label and the next; its beginning may be a value of any shape."""
    has_value: bool


def checked(fact: Fact, answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """What the reading bears out: the model's answer, or what stands at the label; None for neither."""
    answer = replace(answer, text=" ".join(answer.text.split()))
    if fact.shape is Shape.ANY:
        return _field(fact.named, answer, lines)
    found = _labelled(lines)
    named = [each for each in found if each.kind == fact.kind]
    beside = next((each for each in _best(fact, named) if _begins(each.behind, answer.text)), None)
    if beside is not None:
        return replace(answer, line=beside.value.line)
    standing = _standing(fact, answer, found, lines) if _fits(fact.shape, answer.text) else None
    if standing and fact.shape is Shape.NAME and any(_VALUES[Shape.MONEY].search(e.text) for e in lines):
        # A label of one word may be the first of anything; a name that was read on a bill is a name.
        return standing
    fitting = _best(fact, [each for each in named if each.has_value])
    if fitting:
        agreed = [each.value for each in fitting if _same(fact.shape, each.value.text, answer.text)]
        told = [value for each in fitting if _holds(value := each.value, answer.text)]
        if told:
            return replace(answer, line=told[0].line)
        return agreed[0] if agreed else _as_told(answer, _surer(answer, fitting[0].value, lines))
    if standing and fact.kind not in _NEED_LABELS:
        return standing
    return _unlabelled(fact, found, lines)


def _holds(value: Answer, answer: str) -> bool:
    """Whether an answer is a value with more of its line: a currency, a weekday, a mark."""
    return value.text in answer and value.line is not None and answer in value.line.text


def _begins(behind: str, answer: str) -> bool:
    """Whether an answer is the first words of what stands behind a label, or all of it."""
    return bool(answer) and (behind == answer or behind.startswith(answer + " "))


def _as_told(answer: Answer, read: Answer) -> Answer:
    """A sum with the currency that the model has put to another one, where it stands there as well."""
    amount = _VALUES[Shape.MONEY].search(answer.text)
    if amount is None or read.line is None:
        return read
    told = answer.text[: amount.start()] + read.text + answer.text[amount.end() :]
    return replace(read, text=told) if told in read.line.text else read


def _surer(answer: Answer, read: Answer, lines: Sequence[ReadLine]) -> Answer:
    """What was read, unless it is the answer but for a character or two and was the less likely of both."""
    if _written(answer, lines):
        return read  # the answer is another value of the bill
    a, b = answer.text, read.text
    if len(a) != len(b) or SequenceMatcher(None, a, b, autojunk=False).ratio() < _SIMILAR:
        return read
    digits = sum(
        _is_digit_of(x, a, at) - _is_digit_of(y, b, at)
        for at, (x, y) in enumerate(zip(a, b, strict=True))
        if x != y
    )
    better = digits > 0 if digits else answer.confidence > read.confidence
    return replace(answer, line=read.line) if better else read


def _is_digit_of(character: str, text: str, at: int) -> bool:
    """Whether it is a digit beside another and beside no letter: there a letter is likely a digit misread."""
    beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
    return character.isdigit() and any(c.isdigit() for c in beside) and not any(c.isalpha() for c in beside)


def _standing(
    fact: Fact, answer: Answer, found: Sequence[_Labelled], lines: Sequence[ReadLine]
) -> Answer | None:
    """The answer as it is written where it stands at no label of anything else; None where it does not."""
    spoken = _written(answer, lines) or _nearest(answer, lines, fact.shape)
    if spoken is None:
        return None
    elsewhere = [
        each for each in found if each.kind != fact.kind and _same(fact.shape, each.value.text, spoken.text)
    ]
    stands = sum(line.text.count(spoken.text) for line in lines)
    return None if len(elsewhere) >= max(1, stands) else spoken


def _unlabelled(fact: Fact, found: Sequence[_Labelled], lines: Sequence[ReadLine]) -> Answer | None:
    """What can only be meant: the one date of a bill, the name that stands first on one."""
    if fact.kind == "date":
        dates = [_read(line, m) for line in lines for m in _VALUES[Shape.DATE].finditer(line.text)]
        free = [date for date in dates if not any(date.text in each.value.text for each in found)]
        return free[0] if len({date.text for date in free}) == 1 else None
    if fact.kind == "vendor" and any(each.kind == "total" for each in found):
        name = lines[0].text.strip()
        if any(mark in name for mark in _JOINED):
            return None
        letters = sum(character.isalpha() for character in name)
        return _read(lines[0], name) if letters >= _NAME_LETTERS * len(name) else None
    return None


def _best(fact: Fact, found: Sequence[_Labelled]) -> list[_Labelled]:
    """The labelled values of the best rank; of sums the largest first."""
    leading = [each for each in found if each.leads] or list(found)
    rank = min((each.rank for each in leading), default=0)
    best = [each for each in leading if each.rank == rank]
    return sorted(best, key=lambda each: -_cents(each.value.text)) if fact.shape is Shape.MONEY else best


def _lexicon() -> dict[tuple[str, ...], tuple[tuple[str, int], ...]]:
    entries: dict[tuple[str, ...], tuple[tuple[str, int], ...]] = {}
    kinds = {**LABELS, OTHER: (OTHERS,)}
    for kind, ranks in kinds.items():
        for rank, phrases in enumerate(ranks):
            for phrase in phrases:
                words = tuple(phrase.split())
                entries[words] = (*entries.get(words, ()), (kind, rank))
    return entries


_LEXICON = _lexicon()
_LONGEST = max(map(len, _LEXICON))


def _labels(line: str) -> list[tuple[int, int, bool, tuple[tuple[str, int], ...]]]:
    """Labels in a line: where they start and stop, whether the line begins with them, and what they mean."""
    words, at = plain_words(line), 0
    found = []
    while at < len(words):
        for count in range(min(_LONGEST, len(words) - at), 0, -1):
            meant = _LEXICON.get(tuple(word for word, _, _ in words[at : at + count]))
            if meant:
                found.append((words[at][1], words[at + count - 1][2], at == 0, meant))
                at += count
                break
        else:
            at += 1
    return found


def _labelled(lines: Sequence[ReadLine]) -> list[_Labelled]:
    """Every value that stands at a label: behind it in its line, or alone in the next."""
    found = []
    for number, line in enumerate(lines):
        labels = _labels(line.text)
        for index, (_, stop, leads, meant) in enumerate(labels):
            until = labels[index + 1][0] if index + 1 < len(labels) else len(line.text)
            behind = _behind(line.text[stop:until])
            alone = not behind and index + 1 == len(labels) and leads and number + 1 < len(lines)
            for kind, rank in meant:
                value, held = _value(kind, behind), line
                if value is None and alone and not _labels(lines[number + 1].text):
                    held = lines[number + 1]
                    value = _value(kind, held.text.strip(), whole=True)
                read = _read(held, value or behind)
                if read.text:
                    found.append(
                        _Labelled(
                            kind, rank, leads, read, read.text if held is not line else behind, bool(value)
                        )
                    )
    return found


def _behind(text: str) -> str:
    """What stands behind a label without the marks that part them; a number's own # stays."""
    return re.sub(r"^[\s:.]*(?:#(?=[\s:.]))?[\s:.]*", "", text).rstrip()


def _value(kind: str, behind: str, *, whole: bool = False) -> str | None:
    """The value of a label's kind in what stands behind it; of sums the last, as columns end with them."""
    shape = KNOWN[kind].shape if kind in KNOWN else Shape.ANY
    if shape in (Shape.ANY, Shape.NAME):
        return behind or None
    matches = list(_VALUES[shape].finditer(behind))
    if shape is Shape.NUMBER and _VALUES[Shape.MONEY].match(behind):
        return None
    if shape is Shape.NUMBER:
        # "Invoice date …" and "Bill to …" are no numbers: the value follows its label at once.
        matches = [match for match in matches[:1] if match.start() <= 1]
    if not matches:
        return None
    match = matches[-1] if shape is Shape.MONEY else matches[0]
    if whole and match.group().strip() != behind:
        return None
    return match.group().strip()


def _field(name: str, answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """The value of a field that is called by its name, or by another that means the same."""
    wanted = [word for word, _, _ in plain_words(name)]
    for alike in (False, True):
        values = [
            read
            for number, line in enumerate(lines)
            for start, stop in _names(line.text, wanted, alike=alike)
            if (read := _field_value(lines, number, start, stop)) is not None
        ]
        agreed = [read for read in values if _begins(read.text, answer.text)]
        if values:
            return _taken(answer, agreed[0] if agreed else values[0], lines)
    return None


def _field_value(lines: Sequence[ReadLine], number: int, start: int, stop: int) -> Answer | None:
    """What stands behind a field's name in a line, up to the next label; at its start also below."""
    line = lines[number]
    following = lines[number + 1].text.strip() if number + 1 < len(lines) else ""
    next_label = min(
        (label[0] for label in _labels(line.text) if label[0] >= stop and start > 0), default=None
    )
    value = _behind(line.text[stop:next_label])
    if value and _labels(value)[:1] and _labels(value)[0][0] == 0:
        return None  # a row of names
    if value and any(mark in value for mark in _JOINED) and " " not in value and _goes_on(value, following):
        return replace(_read(line, value), text=value + following)
    if value:
        return _read(line, value)
    return (
        _read(lines[number + 1], following) if start == 0 and following and not _labels(following) else None
    )


def _taken(answer: Answer, read: Answer, lines: Sequence[ReadLine]) -> Answer:
    """The answer where it is what was read or begins it: a second field may stand in the line."""
    if answer.text and (read.text == answer.text or read.text.startswith(answer.text + " ")):
        return replace(answer, line=read.line)
    return _surer(answer, read, lines)


def _goes_on(value: str, following: str) -> bool:
    """Whether an address was broken: it ends with a hyphen or a dot, and one word without a label follows."""
    return value[-1] in "-./_@" and bool(following) and " " not in following and not _labels(following)


_CALLED = (("phone", "tel", "telephone"), ("email", "mail"), ("no", "number", "nr"), ("reference", "ref"))


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
            if name and (said == list(name) or (alike and _is_called(said, name))):
                stop = words[at + len(name) - 1][2]
                if at == 0 or line[:stop].endswith(":"):
                    found.append((words[at][1], stop))
                    break
    return found


def _is_called(words: Sequence[str], wanted: Sequence[str]) -> bool:
    if len(words) != len(wanted):
        return False
    return all(
        a == b
        or any(a in names and b in names for names in _CALLED)
        or (min(len(a), len(b)) > 3 and SequenceMatcher(None, a, b, autojunk=False).ratio() >= _SIMILAR)
        for a, b in zip(words, wanted, strict=True)
    )


def _fits(shape: Shape, answer: str) -> bool:
    if shape is Shape.NAME:
        return bool(answer)
    if shape is Shape.NUMBER and _VALUES[Shape.MONEY].search(answer):
        return False
    match = _VALUES[shape].search(answer)
    return match is not None and len(match.group()) >= len(answer) - 4


def _same(shape: Shape, value: str, answer: str) -> bool:
    if shape is Shape.MONEY:
        return bool(answer) and _cents(value) == _cents(answer)
    return _squeezed(value) == _squeezed(answer)


def _cents(amount: str) -> int:
    """A sum as a number; -1 where it has no digit."""
    digits = re.sub(r"[^\d.,]", "", amount)
    whole, cents = (digits[:-3], digits[-2:]) if re.search(r"[.,]\d\d$", digits) else (digits, "00")
    number = re.sub(r"\D", "", whole) + cents
    return int(number) if number.strip("0") or digits else -1


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold().strip(".,:;#")


def _read(line: ReadLine, value: str | re.Match[str]) -> Answer:
    """A value of a line, as sure as its words."""
    text = value if isinstance(value, str) else value.group().strip()
    start = line.start + (line.text.find(text) if isinstance(value, str) else value.start())
    words = [word for word in line.words if word.start < start + len(text) and start < word.stop]
    return Answer(text, min((word.confidence for word in words), default=1.0), line)


def _written(answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """The answer as the text spells it, where it stands there as whole words; it may begin in any line."""
    pattern = r"\s+".join(re.escape(word) for word in answer.text.split())
    text = "\n".join(line.text for line in lines)
    match = re.search(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE) if pattern else None
    if match is None:
        return None
    line = lines[text.count("\n", 0, match.start())]
    return Answer(" ".join(match.group().split()), answer.confidence, line)


def _nearest(answer: Answer, lines: Sequence[ReadLine], shape: Shape) -> Answer | None:
    """What stands in the text and differs from the answer by a character or two."""
    best, likeness = None, _SIMILAR
    for read in _spellings(answer.text, lines, shape):
        ratio = SequenceMatcher(None, answer.text.casefold(), read.text.casefold(), autojunk=False).ratio()
        if ratio >= likeness:
            best, likeness = read, ratio
    return None if best is None else _surer(answer, best, lines)


def _spellings(answer: str, lines: Sequence[ReadLine], shape: Shape) -> Iterator[Answer]:
    if shape in _VALUES:
        yield from (_read(line, match) for line in lines for match in _VALUES[shape].finditer(line.text))
        return
    count = len(answer.split())
    for line in lines:
        words = line.text.split()
        for start in range(len(words) - count + 1):
            yield _read(line, " ".join(words[start : start + count]))
