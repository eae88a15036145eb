"""What was bought: which lines of a bill are goods, how many there are, which costs most. Nothing is said of
them unless their prices add up to a sum that the bill says, so that a line that was missed, misread or taken
for one of them is found out.

Pure functions; any thread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from engine.answers.facts import Fact
from engine.answers.labels import GOODS, labels_in, phrases, plain_words, without_rates
from engine.answers.places import Answer, read_of
from engine.answers.sums import listed
from engine.answers.values import VALUES, Shape, cents
from engine.api import ReadLine

_ENDS = frozenset(("subtotal", "total", "tax", "balance"))
"""Kinds whose sums stand below the goods."""
_ADDED = frozenset(("tax", "shipping", "discount"))
"""Kinds whose sums lie between what the goods cost and the total."""
_APART = _ENDS | {"discount", "paid", "cash", "change"}
"""Kinds whose lines are no positions, wherever they stand; shipping among the goods is one of them."""
_CURRENCIES = frozenset(
    phrases(
        "eur, euro, euros, usd, gbp, chf, sfr, fr, rs, kr, jpy, cny, rmb, pln, sek, nok, dkk, czk, zł, kč, ft"
    )
)
_QUANTITIES = frozenset(
    phrases(
        "qty, quantity, q, menge, anzahl, stk, stück, hours, pcs, quantité, qté, cantidad, cant, quantità"
    )
)
_MARK = re.compile(r"\s*(?:[A-Z*#]|[AB][12])?")
"""What may stand behind the price of a till: the class of its tax."""
_SIGN = re.compile(r"\s*[^\W\d]{0,3}\.?")
"""What may stand behind a sum at its label: a currency that is in no list as well."""
_LEADING = re.compile(r"(\d{1,3})\s?(?:x|×|\*|stk\.?|pcs\.?)\s+(?=\S)", re.IGNORECASE)
_TIMES = re.compile(r"(\d{1,3})\s?(?:x|×|\*|@|stk\.?|pcs\.?|st\.?)(?:\s?(?:x|×|à|@))?\s?", re.IGNORECASE)
"""A count before what one piece costs."""
_WEIGHED = re.compile(r"\d+(?:[.,]\d+)?\s?(?:kg|g|lb|lbs|oz|l|m)\b.*(?:x|×|@|à|/)", re.IGNORECASE)
_GROUP = re.compile(r"^(?:\d+ )+(?=\d)")
_WHOLE = re.compile(r"\d{1,4}")
_MOST_ADDED = 4
"""Sums of those kinds that are tried together: there are no more on a bill."""


@dataclass(frozen=True, slots=True)
class Good:
    """A position of a bill: its lines as they were read, what they cost together, as it is written and in
    cents, and how many pieces it is.
    """

    lines: tuple[ReadLine, ...]
    price: Answer
    cents: int
    pieces: int = 1
    is_sure: bool = True
    """Whether it begins with no word that may be a label of something else."""

    @property
    def text(self) -> str:
        """As it was read, in one line."""
        return " ".join(line.text.strip() for line in self.lines)

    @property
    def confidence(self) -> float:
        """That of the least sure of its words."""
        return min((word.confidence for line in self.lines for word in line.words), default=1.0)


@dataclass(frozen=True, slots=True)
class _Sum:
    """A line that is no position: what it says the sum is of, and the sum in cents."""

    kinds: frozenset[str]
    cents: int


@dataclass(frozen=True, slots=True)
class _Style:
    """How a bill is read: `grouped`, a space within a price parts its thousands, and else what stands before
    is a count; `has_quantities`: there is a column of counts.
    """

    grouped: bool
    has_quantities: bool


def goods_of(lines: Sequence[ReadLine]) -> tuple[Good, ...]:
    """The goods of a bill, in their order; none where it is not certain that these are all."""
    sums = [_sum_of(line.text) for line in lines]
    header = next((number for number, line in enumerate(lines) if _is_header(line.text)), None)
    start = 0 if header is None else header + 1
    counted = {word for word, _, _ in plain_words(lines[header].text)} if header is not None else set()
    expected = _expected([each for each in sums if each is not None])
    for grouped in (False, True):
        style = _Style(grouped, bool(counted & _QUANTITIES))
        goods = _positions(lines, sums, start, style)
        for some in (goods, tuple(good for good in goods if good.is_sure)):
            if some and sum(good.cents for good in some) in expected:
                # What is taken off a price among the goods is none of them.
                return tuple(good for good in some if good.cents >= 0)
    return ()


def asked_goods(fact: Fact, lines: Sequence[ReadLine]) -> Answer | None:
    """What a question about the goods gets; None where it is not certain."""
    goods = goods_of(lines)
    if fact.kind == "pieces":
        return _count(fact, goods, lines)
    return _listed(_CHOSEN[fact.kind](goods)) if goods else None


def price_of(name: str, lines: Sequence[ReadLine]) -> Answer | None:
    """What the goods cost whose names have all words of a name, each price once; of these the ones that are
    called just so, if any are.
    """
    wanted = {_singular(word) for word, _, _ in plain_words(name)}
    found = [(good, _name_of(good)) for good in goods_of(lines)]
    having = [(good, words) for good, words in found if wanted and wanted <= words]
    just = [good for good, words in having if words == wanted] or [good for good, _ in having]
    return listed([good.price for good in just])


def _dearest(goods: Sequence[Good]) -> list[Good]:
    return _extreme(goods, max)


def _cheapest(goods: Sequence[Good]) -> list[Good]:
    return _extreme(goods, min)


def _extreme(goods: Sequence[Good], best: Callable[[Iterator[Fraction]], Fraction]) -> list[Good]:
    """The goods that cost most or least; none where a position and a piece of one would be others."""
    together = best(Fraction(good.cents) for good in goods)
    each = best(Fraction(good.cents, good.pieces) for good in goods)
    found = [good for good in goods if good.cents == together]
    return found if found == [good for good in goods if Fraction(good.cents, good.pieces) == each] else []


_CHOSEN: dict[str, Callable[[Sequence[Good]], Sequence[Good]]] = {
    "goods": lambda goods: goods,
    "dearest": _dearest,
    "cheapest": _cheapest,
}


def _listed(goods: Sequence[Good]) -> Answer | None:
    if not goods:
        return None
    parts = tuple(good.confidence for good in goods)
    line = goods[0].lines[0] if len(goods) == 1 else None
    return Answer("\n".join(good.text for good in goods), min(parts), line, parts=parts)


def _count(fact: Fact, goods: Sequence[Good], lines: Sequence[ReadLine]) -> Answer | None:
    """How many there are, which the bill may say itself: it has to be one of the two."""
    printed = next((found for line in lines if (found := _printed_count(line)) is not None), None)
    pieces = sum(good.pieces for good in goods)
    if printed is not None:
        return printed if not goods or int(printed.text) in (len(goods), pieces) else None
    if not goods:
        return None
    alike = pieces == len(goods)
    text = str(pieces) if alike else fact.counted_form.format(lines=len(goods), pieces=pieces)
    return Answer(text, min(good.confidence for good in goods))


def _printed_count(line: ReadLine) -> Answer | None:
    words = plain_words(line.text)
    is_count = len(words) > 1 and " ".join(word for word, _, _ in words[:-1]) in _COUNTED
    return read_of(line, words[-1][0]) if is_count and _WHOLE.fullmatch(words[-1][0]) else None


_COUNTED = frozenset(
    phrases(
        "items, total items, number of items, no of items, item count, items sold, total qty, "
        "total quantity, artikel, anzahl artikel, anzahl der artikel, artikelanzahl, anzahl positionen, "
        "posten, articles, nombre d articles, nombre darticles, nb articles, artículos, "
        "número de artículos, articoli"
    )
)


def _expected(sums: Sequence[_Sum]) -> set[int]:
    """What the goods may cost together by what the bill says of its sums."""
    sums_told = {each.cents for each in sums if each.kinds & {"total", "balance", "subtotal"}}
    added = [
        -abs(each.cents) if "discount" in each.kinds else each.cents for each in sums if each.kinds & _ADDED
    ][:_MOST_ADDED]
    found: set[int] = set()
    for count in range(len(added) + 1):
        for some in combinations(added, count):
            found |= {told - sum(some) for told in sums_told}
    return {each for each in found if each > 0}


def _is_header(text: str) -> bool:
    """Whether a line is the row over a list of goods."""
    words = [word for word, _, _ in plain_words(text)]
    named = sum(word in GOODS or word in _QUANTITIES for word in words)
    return named > 1 and not any(map(str.isdigit, text))


def _positions(
    lines: Sequence[ReadLine], sums: Sequence[_Sum | None], start: int, style: _Style
) -> tuple[Good, ...]:
    """The lines that may be goods, up to the first sum below them; none where one is not understood."""
    goods: list[Good] = []
    unpriced: ReadLine | None = None
    for line, told in zip(lines[start:], sums[start:], strict=True):
        if told is not None and told.kinds & _ENDS:
            break
        if (told is not None and told.kinds & _APART) or _printed_count(line) is not None:
            continue
        more = _more_of(goods[-1], line) if goods and unpriced is None else None
        found = None if more else _position(line, unpriced, style)
        is_open = unpriced is not None and (start > 0 or bool(goods))
        if more is not None:
            goods[-1] = more
        elif any(map(str.isalnum, line.text)):
            if is_open and (found is None or unpriced not in found.lines):
                return ()  # a name of several lines, or a note: whose it is cannot be told
            if found is not None:
                goods.append(replace(found, is_sure=_is_position(found, told)))
            unpriced = line if found is None else None
    return () if unpriced is not None else tuple(goods)


def _is_position(good: Good, told: _Sum | None) -> bool:
    """Whether a line can only be one of the goods."""
    return "shipping" in told.kinds if told is not None else good.is_sure


def _more_of(good: Good, line: ReadLine) -> Good | None:
    """A position with the line below it that says how many it is, or what it weighs."""
    text = line.text.strip()
    count = _TIMES.match(text)
    unit = VALUES[Shape.MONEY].fullmatch(text[count.end() :]) if count else None
    if count and unit and int(count[1]) * cents(unit.group()) == good.cents:
        return replace(good, lines=(*good.lines, line), pieces=int(count[1]))
    return replace(good, lines=(*good.lines, line)) if _WEIGHED.match(text) and not _price(text) else None


def _position(line: ReadLine, above: ReadLine | None, style: _Style) -> Good | None:
    """A line that ends with a price, with its name above it where it has none."""
    text = line.text.strip()
    price = _price(text)
    if price is None:
        return None
    amount = price.group() if style.grouped else _GROUP.sub("", price.group())
    value, name = _signed(amount), text[: price.end() - len(amount)].strip()
    written, labels = read_of(line, amount), labels_in(text)
    is_sure = not (labels and labels[0].leads)
    count = _TIMES.match(name)
    unit = VALUES[Shape.MONEY].fullmatch(name[count.end() :]) if count else None
    if (count and unit) or _WEIGHED.match(name):
        if above is None or _sum_of(above.text) is not None or labels_in(above.text):
            return None
        is_right = not (count and unit) or int(count[1]) * cents(unit.group()) == value
        return (
            Good((above, line), written, value, int(count[1]) if count and unit else 1) if is_right else None
        )
    if not any(map(str.isalpha, name)):
        return None
    return Good((line,), written, value, _pieces(name, value, style), is_sure)


def _pieces(name: str, value: int, style: _Style) -> int:
    """How many a position is: what stands before its name, or behind it in a column."""
    leading = _LEADING.match(name)
    if leading:
        return max(1, int(leading[1]))
    words = name.split()
    units = list(VALUES[Shape.MONEY].finditer(name))
    unit = units[-1] if units and units[-1].end() == len(name) else None
    before = name[: unit.start()].split() if unit else words
    if len(before) > 1 and _WHOLE.fullmatch(before[-1]):
        count = int(before[-1])
        if count and (style.has_quantities if unit is None else count * cents(unit.group()) == value):
            return count
    is_first = style.has_quantities and len(words) > 1 and _WHOLE.fullmatch(words[0])
    return max(1, int(words[0])) if is_first and unit and int(words[0]) * cents(unit.group()) == value else 1


def _price(text: str, mark: re.Pattern[str] = _MARK) -> re.Match[str] | None:
    """The sum that a line ends with, but for a mark."""
    found = list(VALUES[Shape.MONEY].finditer(text))
    return found[-1] if found and mark.fullmatch(text[found[-1].end() :]) else None


def _signed(amount: str) -> int:
    return -cents(amount) if "-" in amount.rstrip("-–— ") else cents(amount)


def _sum_of(text: str) -> _Sum | None:
    """The sum that a line says by its label, and nothing beside it; a label of goods has more words."""
    labels, price = labels_in(text), _price(text.strip(), _SIGN)
    if price is None or not labels or not labels[0].leads:
        return None
    between = re.sub(r"\(.*?\)", " ", without_rates(text.strip()[: price.start()])[labels[0].stop :])
    told = {kind for label in labels for kind, _ in label.meant}
    named = {word for label in labels[1:] for word, _, _ in plain_words(text[label.start : label.stop])}
    words = {word for word, _, _ in plain_words(between) if any(map(str.isalpha, word))}
    if words - _CURRENCIES - (named if told <= _APART | _ADDED else set()):
        return None
    return _Sum(frozenset(kind for kind, _ in labels[0].meant), _signed(price.group()))


def _name_of(good: Good) -> set[str]:
    """The words of a position without its prices and counts."""
    words = {_singular(word) for line in good.lines for word, _, _ in plain_words(line.text)}
    return {word for word in words if any(map(str.isalpha, word)) and word not in ("x", "stk", "pcs")}


def _singular(word: str) -> str:
    return word.removesuffix("s")
