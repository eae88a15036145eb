"""What is asked of the sums of a bill: what something costs, in which currency, which share of it is tax.

Pure functions; any thread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.answers.labels import labels_in, plain_words
from engine.answers.places import Answer, read_of
from engine.answers.values import VALUES, Shape
from engine.api import ReadLine

_RATE = re.compile(r"(?<![\w.,])\d{1,2}(?:[.,]\d{1,2})?\s?%")
_COUNTED = re.compile(r"[\W\d]*(?:x|stk\.?|pcs\.?)?[\W\d]*", re.IGNORECASE)
"""What stands before a sum in a line that goes on with one: how many."""
_CURRENCY = re.compile(
    r"(?:US|CA|AU|NZ|HK|R)?\$|[€£¥￥₹₩₽]|\b(?:EUR|USD|GBP|CHF|JPY|CNY|RMB|PLN|SEK|NOK|DKK|CZK|Euro|zł|Kč|Ft|kr)\b"
)


def price_in_line(name: str, lines: Sequence[ReadLine]) -> Answer | None:
    """The last sum of the first line that has all words of a name, or of that below, where it has none."""
    wanted = [word for word, _, _ in plain_words(name)]
    for number, line in enumerate(lines):
        if not _has(line.text, wanted):
            continue
        for held in lines[number : number + 2]:
            sums = list(VALUES[Shape.MONEY].finditer(held.text))
            if sums and (
                held is line or not any(map(str.isalpha, held.text[: sums[0].start()].replace("x", "")))
            ):
                return read_of(held, sums[-1])
    return None


def rate_in(lines: Sequence[ReadLine]) -> Answer | None:
    """The rates of tax, each once."""
    taxed = [
        line
        for line in lines
        if any(kind == "tax" for each in labels_in(line.text) for kind, _ in each.meant)
    ]
    return listed([read_of(line, match) for line in taxed for match in _RATE.finditer(line.text)])


def currency_in(lines: Sequence[ReadLine]) -> Answer | None:
    """The currencies of the sums, as they are written, each once."""
    priced = [line for line in lines if VALUES[Shape.MONEY].search(line.text)]
    return listed([read_of(line, match) for line in priced for match in _CURRENCY.finditer(line.text)])


def listed(found: Sequence[Answer]) -> Answer | None:
    """Values in one line, each once."""
    once = {answer.text: answer for answer in reversed(found)}
    each = [answer for answer in found if once[answer.text] is answer]
    if not each:
        return None
    text = ", ".join(answer.text for answer in each)
    return Answer(text, min(answer.confidence for answer in each), each[0].line if len(each) == 1 else None)


def _has(text: str, wanted: Sequence[str]) -> bool:
    """Whether a line has all words of a name, one of them or both in the plural."""
    words = {word.removesuffix("s") for word, _, _ in plain_words(text)}
    return bool(wanted) and all(word.removesuffix("s") in words for word in wanted)
