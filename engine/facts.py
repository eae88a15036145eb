"""Facts that bills and forms are asked about: which question means which, and the labels that they stand at.

Pure; any thread. The labels are what tills, invoices and forms print in English, with the commonest of
German, French, Italian and Spanish; none is of one model or one set of pictures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from engine.profile import FIELD, ReaderProfile

_WORD = re.compile(r"\S+")
_MARKS = re.compile(r"[^\w%]+")


class Shape(StrEnum):
    """What a value looks like."""

    MONEY = "money"
    DATE = "date"
    NUMBER = "number"
    NAME = "name"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Fact:
    """What is asked for. `named` is how a sentence calls it; a field has no labels but its name.

    `is_sure`: that is what is asked for. A field in free words may be anything, which the model answers.
    """

    kind: str
    named: str
    shape: Shape
    is_sure: bool = True

    @property
    def refusal(self) -> str:
        """What is said where it does not stand on the picture."""
        return f"I see no {self.named} here."


KNOWN = {
    fact.kind: fact
    for fact in (
        Fact("total", "total", Shape.MONEY),
        Fact("subtotal", "subtotal", Shape.MONEY),
        Fact("tax", "tax", Shape.MONEY),
        Fact("balance", "balance due", Shape.MONEY),
        Fact("date", "date", Shape.DATE),
        Fact("due", "due date", Shape.DATE),
        Fact("vendor", "shop name", Shape.NAME),
        Fact("number", "invoice number", Shape.NUMBER),
        Fact("order", "order number", Shape.NUMBER),
        Fact("customer", "customer number", Shape.NUMBER),
        Fact("paid", "amount paid", Shape.MONEY),
        Fact("cash", "cash", Shape.MONEY),
        Fact("change", "change", Shape.MONEY),
        Fact("discount", "discount", Shape.MONEY),
        Fact("shipping", "shipping", Shape.MONEY),
    )
}


def _phrases(listed: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in listed.split(","))


LABELS: dict[str, tuple[tuple[str, ...], ...]] = {
    "total": (
        _phrases(
            "grand total, total due, total to pay, total payable, total amount, total amount due, "
            "invoice total"
        ),
        _phrases(
            "total, total eur, total usd, total gbp, total chf, sum, summe, gesamt, gesamtbetrag, "
            "gesamtsumme, rechnungsbetrag, zu zahlen, total ttc, totale, importe total"
        ),
        _phrases("amount due, amount payable, amount to pay, to pay, balance due, amount"),
    ),
    "subtotal": (
        _phrases(
            "subtotal, sub total, net, net total, net amount, sum net, total net, zwischensumme, netto, "
            "total ht, total before tax, total excl vat, total excl tax"
        ),
    ),
    "tax": (_phrases("tax, vat, gst, sales tax, mwst, ust, tva, iva, total tax, total vat, tax total"),),
    "balance": (
        _phrases("balance due, amount due, amount owed, balance, outstanding, still due, offen"),
        _phrases("total due"),
    ),
    "date": (
        _phrases("invoice date, date of issue, issue date, issued on, issued, date issued, receipt date"),
        _phrases(
            "date, dated, bill date, billing date, date of invoice, datum, rechnungsdatum, fecha, "
            "data, order date"
        ),
    ),
    "due": (
        _phrases(
            "due date, due, payment due, pay by, payable by, due on, due by, payable until, fällig am, "
            "zahlbar bis"
        ),
    ),
    "number": (
        _phrases(
            "invoice number, invoice no, invoice nr, invoice id, invoice, rechnungsnummer, rechnung nr, "
            "rechnungsnr, facture no, factura no"
        ),
        _phrases(
            "receipt number, receipt no, receipt nr, receipt, receipt id, bill number, bill no, bill, bon, "
            "bonnr, bon nr, beleg, belegnr, beleg nr, ticket, ticket no, document no, document number"
        ),
        _phrases("reference number, reference no, reference, ref, ref no, our reference"),
    ),
    "order": (
        _phrases("order number, order no, order nr, order id, order, po number, po no, bestellnummer"),
    ),
    "customer": (
        _phrases(
            "customer number, customer no, customer nr, customer id, client id, client no, client number, "
            "kundennummer, kunden nr"
        ),
    ),
    "paid": (_phrases("amount paid, paid, payments, payment received, deposit, prepaid, anzahlung"),),
    "cash": (_phrases("cash, cash given, given, bar, gegeben"),),
    "change": (_phrases("change, change due, rückgeld"),),
    "discount": (_phrases("discount, rebate, you saved, rabatt"),),
    "shipping": (_phrases("shipping, delivery, postage, delivery fee, versand, freight"),),
    "vendor": (
        _phrases("from, seller, vendor, sold by, supplier, shop, store, merchant, issued by, company"),
    ),
}
"""By kind and rank: where labels of several ranks have a value, the first rank is what is meant."""
OTHERS = _phrases(
    "tip, rounding, return by, valid until, valid from, member since, exchange until, expires, expiry, "
    "delivery date, ship date, printed on, ordered on, best before, customer, client, bill to, ship to, "
    "sold to, to, attn, name, till, terminal, table, card no, tel, phone, telephone, fax, mobile, email, "
    "web, website, vat no, vat id, tax id, ustidnr, iban, bic, account, account no, page, items, "
    "qty, quantity, cashier, street, address, city, time, subject, terms"
)
"""Labels whose values are none of the facts, though they look alike."""
OTHER = "other"

_ASKED = {
    "subtotal": _phrases("subtotal, sub total, net amount, before tax, without tax, net, total without tax"),
    "tax": _phrases("tax, vat, sales tax, tax amount, total tax"),
    "balance": _phrases("balance, balance due, amount due, still owed, owed, still open, outstanding amount"),
    "due": _phrases("due date, due, deadline, pay by"),
    "date": _phrases("date, invoice date, issue date, date of issue, which day, what day, issued"),
    "vendor": _phrases("vendor, shop, store, seller, supplier, merchant, company"),
    "number": _phrases(
        "invoice number, invoice no, invoice id, inv no, receipt number, receipt no, bill number, bill no, "
        "number of the invoice, number of the receipt, reference number"
    ),
    "order": _phrases("order number, order no, po number"),
    "customer": _phrases("customer number, customer no, client id, customer id"),
    "paid": _phrases("paid, amount paid, deposit"),
    "cash": _phrases("cash"),
    "change": _phrases("change"),
    "discount": _phrases("discount, rebate"),
    "shipping": _phrases("shipping, delivery fee, postage, shipping cost"),
    "total": _phrases("total, total amount, grand total, sum"),
}
"""Words by which a free question shows what it is about; one that shows two is left to the model."""
_LEAST_TYPED, _TYPED = 4, 0.8
"""Words of so many letters may be typed with a slip: so much of them is right."""
_FILLERS = frozenset(
    _phrases(
        "what, whats, which, who, whos, is, was, are, the, a, an, on, of, in, at, this, that, it, its, "
        "there, here, please, pls, tell, me, show, give, read, find, amount, name, value, bill, receipt, "
        "invoice, slip, from, for, to, when, much, how, my, i, do, have, need, pay, be, payment, was, been"
    )
)
"""Words beside those that leave it at that; any other word asks for something else."""
_LONGEST_QUESTION = 300
"""Characters. What is longer has words that ask for something else, and need not be gone through."""
_FREE_FIELD = re.compile(
    r"(?:what(?:'?s| is| was)|which is|tell me|show me|give me) (?:the |my )?(\S+(?: \S+){0,2})",
    re.IGNORECASE,
)


def plain_words(text: str) -> tuple[tuple[str, int, int], ...]:
    """The words of a line without marks, in lower case, each with where it stands; marks alone are none."""
    found = ((_MARKS.sub("", match.group()).casefold(), *match.span()) for match in _WORD.finditer(text))
    return tuple(word for word in found if word[0])


def asked_fact(question: str, profile: ReaderProfile) -> Fact | None:
    """The fact that a question asks for; None for any other question."""
    told = " ".join(question.split())
    if len(told) > _LONGEST_QUESTION:
        return None
    for kind, wording in profile.questions:
        if kind == FIELD and "{field}" in wording:
            before, after = wording.split("{field}", 1)
            inside = told[len(before) : len(told) - len(after)].strip(" \"'“”")
            if told.startswith(before) and told.endswith(after) and inside:
                return Fact(FIELD, inside, Shape.ANY)
        elif kind in KNOWN and told == wording:
            return KNOWN[kind]
    return _free(told)


def _is_filler(word: str) -> bool:
    return any(_is_typed(word, filler) for filler in _FILLERS)


def _is_typed(word: str, right: str) -> bool:
    if word == right:
        return True
    if min(len(word), len(right)) < _LEAST_TYPED:
        return False
    return SequenceMatcher(None, word, right, autojunk=False).ratio() >= _TYPED


def _free(question: str) -> Fact | None:
    words = [word for word, _, _ in plain_words(question)]
    spans = [
        (start, start + len(phrase), kind)
        for kind, phrases in _ASKED.items()
        for phrase in (tuple(each.split()) for each in phrases)
        for start in range(len(words) - len(phrase) + 1)
        if all(_is_typed(word, right) for word, right in zip(words[start:], phrase, strict=False))
    ]
    # "Due date" is no date, "sales tax" is one tax: what lies within a longer phrase does not count.
    kinds = {
        kind
        for start, stop, kind in spans
        if not any(a <= start and stop <= b and (b - a) > (stop - start) for a, b, _ in spans)
    }
    told = {word for start, stop, _ in spans for word in words[start:stop]}
    if len(kinds) == 1 and all(word in told or _is_filler(word) for word in words):
        return KNOWN[kinds.pop()]
    named = _FREE_FIELD.fullmatch(question.rstrip(" ?.!"))
    if named is None or kinds or all(word in _FILLERS for word, _, _ in plain_words(named[1])):
        return None
    return Fact(FIELD, named[1], Shape.ANY, is_sure=False)
