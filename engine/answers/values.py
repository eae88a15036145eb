"""What sums, dates and numbers look like on bills of several countries. Pure functions; any thread.

Values are said as they are written, so these shapes only find where one begins and ends; none is converted
but to compare two sums.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Shape(StrEnum):
    """What a value looks like."""

    MONEY = "money"
    DATE = "date"
    NUMBER = "number"
    TIME = "time"
    PHONE = "phone"
    EMAIL = "email"
    WEBSITE = "website"
    NAME = "name"
    ADDRESS = "address"
    PRICE = "price"
    RATE = "rate"
    CURRENCY = "currency"
    GOODS = "goods"
    ANY = "any"


_BEFORE = (
    r"(?:(?:US|CA|AU|NZ|HK|R)?\$|[€£¥￥₹₩₽]"
    r"|(?:EUR|USD|GBP|CHF|SFr|Fr|Rs|kr|JPY|CNY|RMB|PLN|SEK|NOK|DKK|CZK)\b\.?)"
)
_BEHIND = (
    r"(?:[$€£¥₹₩₽]|(?:EUR|USD|GBP|CHF|Euro|euros?|kr|zł|Kč|Ft|JPY|CNY|RMB|PLN|SEK|NOK|DKK|CZK)\b\.?|[円元])"
)
_GROUPS = r"\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+"
_START = r"(?<![\w.,])"
_END = r"(?![\w]|[.,]\d)"
_EXACT = rf"(?:{_GROUPS}|\d+)(?:[.,]\d{{2}}|[.,]\s?[-–—]+)"
_WHOLE = rf"(?:{_GROUPS}|\d+)"
_MONTH = (
    r"(?i:jan|feb|fév|fev|mar|mär|apr|avr|abr|ma[iygr]|jun|jui|giu|jul|lug|aug|ago|aoû|aou|sep|set|o[cktu]t|nov"
    r"|de[czs]|déc|dic|gen|ene)[^\W\d_]*\.?"
)
_DAY = (
    r"(?:(?i:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?|mo(?:ntag)?|di(?:enstag)?|mi(?:ttwoch)?|do(?:nnerstag)?|fr(?:eitag)?|sa(?:mstag)?|sonnabend"
    r"|so(?:nntag)?|lun(?:di|es)?|mar(?:di|tes)?|mer(?:credi)?|mi[eé](?:rcoles)?|jeu(?:di)?|jue(?:ves)?"
    r"|ven(?:dredi)?|vie(?:rnes)?|sam(?:edi)?|s[aá]b(?:ado)?|dim(?:anche)?|dom(?:ingo)?)[.,]{0,2} )?"
)
"""A word that only begins like one is no day of the week: "from 3 May"."""
_NTH = r"(?:st|nd|rd|th|er|º|ª)?"
_OF = r"(?: ?de | ?of |[. -] ?| )"
_YEAR = r"(?:\d{4}|['’]?\d{2})"
_DATES = (
    r"\d{4}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?\d{1,2}",
    r"\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2})",
    r"\d{4}年\s?\d{1,2}月\s?\d{1,2}日",
    rf"\d{{1,2}}{_NTH}{_OF}{_MONTH}(?: ?de |[ -]|, ?){_YEAR}",
    rf"{_MONTH} \d{{1,2}}{_NTH},? {_YEAR}",
    rf"\d{{1,2}}{_MONTH}(?:\d{{4}}|\d{{2}})",
    rf"\d{{4}}[ -]{_MONTH}[ -]\d{{1,2}}",
)

VALUES = {
    Shape.MONEY: re.compile(
        rf"-?{_START}{_BEFORE}\s?-?(?:{_EXACT}|{_WHOLE}){_END}(?:\s?{_BEHIND})?"
        rf"|{_START}-?{_EXACT}{_END}(?:\s?{_BEHIND})?"
        rf"|{_START}-?{_WHOLE}\s?{_BEHIND}"
    ),
    Shape.DATE: re.compile(rf"(?<![\w.,/-]){_DAY}(?:{'|'.join(_DATES)})(?![\d/-])"),
    Shape.TIME: re.compile(
        r"(?<![\w:.,])(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}(?:\s?[AaPp]\.?[Mm]\b\.?)?(?![\d:])"
        r"|(?<![\w:.,])(?:[01]?\d|2[0-3])\s?[hH]\s?[0-5]\d\b|(?<![\w:.,])(?:1[0-2]|\d)\s?[AaPp]\.?[Mm]\b\.?"
    ),
    Shape.PHONE: re.compile(r"(?<![\w.,])(?:\+|\(?0|\(\d|\d(?=[\d ().-]{5}))[\d ()/.\-–]{4,18}\d(?!\w)"),
    Shape.EMAIL: re.compile(r"[\w.+-]+@\w[\w-]*(?:\.[\w-]+)+"),
    Shape.WEBSITE: re.compile(r"(?:https?://|www\.)[\w-]+(?:\.[\w-]+)+(?:/[\w./?=&#%-]*)?"),
    Shape.NUMBER: re.compile(r"#?(?=[\w/._-]*\d)[^\W_]+(?:[-/._]+[^\W_]+)*"),
}
"""The shapes that are told from any other text; a name or a field may be anything."""
YEARLESS = re.compile(
    rf"(?<![\w.,/-]){_DAY}(?:\d{{1,2}}{_NTH}{_OF}{_MONTH}|{_MONTH} \d{{1,2}}{_NTH})(?![\d/-])"
)
"""A day without its year: a date only behind a label that says so."""
BARE_SUM = re.compile(rf"-?{_WHOLE}")
"""A sum without cents or currency: one only where nothing else stands behind its label."""


def is_of(shape: Shape, text: str) -> bool:
    """Whether the whole of a text is a value of a shape."""
    if shape not in VALUES:
        return bool(text)
    if shape is Shape.NUMBER and (VALUES[Shape.MONEY].fullmatch(text) or VALUES[Shape.DATE].fullmatch(text)):
        return False
    return VALUES[shape].fullmatch(text) is not None


def cents(amount: str) -> int:
    """A sum as a number; -1 where it has no digit."""
    digits = re.sub(r"[^\d.,]", "", amount).strip(".,")
    exact = re.search(r"[.,]\d\d$", digits)
    whole, rest = (digits[:-3], digits[-2:]) if exact else (digits, "00")
    number = re.sub(r"\D", "", whole) + rest
    return int(number) if digits else -1
