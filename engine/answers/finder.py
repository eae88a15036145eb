"""Where in what was read a fact stands, and whether an answer can be trusted. Pure functions; any thread.

The model answers, the reading judges: an answer must stand in the text, and not at the label of something
else. Otherwise the value at the right label is taken, as it is written, and where there is none, nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.answers.additions import comes_of_others, settled
from engine.answers.addresses import address_in
from engine.answers.dates import own_dates
from engine.answers.facts import KNOWN, Fact
from engine.answers.fields import field_value
from engine.answers.goods import asked_goods, price_of
from engine.answers.labels import labels_in, phrases
from engine.answers.places import ADDRESS_MARKS, Answer, Labelled, labelled_values, read_of
from engine.answers.spelling import begins, nearest, surer, written
from engine.answers.sums import currency_in, price_in_line, rate_in
from engine.answers.values import VALUES, Shape, cents
from engine.api import ReadLine

_NAME_LETTERS = 0.6
_NEED_LABELS = frozenset(
    ("vendor", "subtotal", "tax", "balance", "due", "paid", "cash", "change", "discount", "shipping")
)
"""No bill shows these without saying which they are, but for its shop; a form has a heading, not a shop."""


_COLUMNS = frozenset(("EUR", "USD", "GBP", "CHF", "SEK", "DKK", "NOK", "PLN", "CZK"))
"""Currencies that tills print beside the word for the total, for all sums below each other."""
_LEAST_SIGNS = 3
"""Shorter ones are of a house, a table, a page."""
_MOST_ABOVE = 2
"""Lines at the top of a bill in which its shop stands."""
_HEADINGS = frozenset(
    phrases(
        "invoice, receipt, bill, statement, quote, credit note, rechnung, quittung, beleg, facture, reçu, "
        "factura, recibo, tax invoice, sales receipt, cash receipt, pro forma invoice, proforma invoice, "
        "delivery note, delivery slip, packing slip, packing list, packing note, dispatch note, waybill, "
        "shipping note, consignment note, goods received note, order, purchase order, order confirmation, "
        "work order, job sheet, quotation, estimate, offer, account statement, bank statement, reminder, "
        "payment reminder, ticket, voucher, contract, certificate, report, application, form, "
        "application form, "
        "lieferschein, packliste, packzettel, frachtbrief, warenbegleitschein, bestellung, auftrag, "
        "auftragsbestätigung, bestellbestätigung, angebot, kostenvoranschlag, kontoauszug, mahnung, "
        "zahlungserinnerung, gutschrift, kassenbon, bon, gutschein, vertrag, antrag, bericht, "
        "bon de livraison, bordereau de livraison, lettre de voiture, commande, bon de commande, devis, "
        "avoir, "
        "ticket de caisse, relevé, contrat, albarán, nota de entrega, carta de porte, pedido, presupuesto, "
        "nota de crédito, contrato, pakbon, offerte, bolla di consegna, preventivo, ricevuta, scontrino, "
        "fattura"
    )
)
"""Kinds of paper, as they call themselves."""
_NUMBERED = re.compile(
    r"(?P<paper>.+?)[\s:.#-]*(?:(?:\b(?:no|nr|num|number|n|numéro|número)|nummer|nr)(?!\w)[\s:.°º#-]*)?"
    r"(?<![^\W\d_])[^\W\d_]{0,4}[/-]?\d.*"
)
"""A kind of paper with its number."""
_OF_ALL_LINES: dict[Shape, Callable[[Sequence[ReadLine]], Answer | None]] = {
    Shape.ADDRESS: address_in,
    Shape.RATE: rate_in,
    Shape.CURRENCY: currency_in,
}
"""What the model was not taught, and the lines tell without it."""
_ALONE = frozenset(("date", "time", "email", "website"))
"""Kinds that are known by what they look like: where there is only one on a picture, it is meant."""


def checked(fact: Fact, answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    """What the reading bears out: the model's answer, or what stands at the label; None for neither."""
    answer = replace(answer, text=" ".join(answer.text.split()))
    if fact.shape is Shape.ANY:
        return field_value(fact.named, answer, lines)
    if fact.shape is Shape.PRICE:
        return price_of(fact.named, lines) or price_in_line(fact.named, lines)
    if fact.shape is Shape.GOODS:
        return asked_goods(fact, lines)
    if fact.shape in _OF_ALL_LINES:
        return _OF_ALL_LINES[fact.shape](lines)
    found = _found(fact, answer, lines)
    return _without_column(found, lines) if found is not None and fact.shape is Shape.MONEY else found


def _found(fact: Fact, answer: Answer, lines: Sequence[ReadLine]) -> Answer | None:
    found = labelled_values(lines)
    named = [each for each in found if each.kind == fact.kind]
    if fact.kind == "total":
        named = settled(named, lines)
    beside = next((each for each in _best(fact, named) if _is_beside(each, fact, answer)), None)
    if beside is not None:
        value = beside.value
        is_part = beside.has_value and begins(value.text, answer.text)  # without its currency, its year
        return replace(answer, text=value.text if is_part else answer.text, line=value.line, rank=beside.rank)
    standing = _standing(fact, answer, found, lines) if _fits(fact.shape, answer.text) else None
    if standing and fact.shape is Shape.NAME and _is_name_of_bill(standing, found, lines):
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


def _is_beside(named: Labelled, fact: Fact, answer: Answer) -> bool:
    """Whether an answer is what stands behind a label; "Ticket 1 6.51" is a row of goods and no number."""
    is_goods = fact.shape is Shape.NUMBER and not named.has_value and VALUES[Shape.MONEY].search(named.behind)
    return begins(named.behind, answer.text) and not is_goods


def _without_column(answer: Answer, lines: Sequence[ReadLine]) -> Answer:
    """A sum without the currency that its label has for a column: "TOTAL EUR" where no other sum has one."""
    code, _, amount = answer.text.partition(" ")
    if code not in _COLUMNS or not amount or answer.line is None:
        return answer
    before = answer.line.text[: answer.line.text.find(answer.text)].rstrip()
    is_label = any(label.stop == len(before) for label in labels_in(before)) and not before.endswith(":")
    is_alone = not any(code in line.text for line in lines if line != answer.line)
    return replace(answer, text=amount) if is_label and is_alone else answer


def _is_name_of_bill(name: Answer, found: Sequence[Labelled], lines: Sequence[ReadLine]) -> bool:
    """Whether a name is that of a shop: it stands on a bill, or above the number or the dates of one."""
    if _is_heading(name.text) or ":" in name.text or any(_fills(each, name) for each in found):
        return False
    if any(VALUES[Shape.MONEY].search(line.text) for line in lines):
        return True
    is_above = name.line in lines[:_MOST_ABOVE]
    return is_above and any(each.kind == "due" or (each.kind == "number" and each.rank < 2) for each in found)


def _fills(named: Labelled, name: Answer) -> bool:
    """Whether a line that was told as a name is a label of something else and its value."""
    is_other = named.kind in KNOWN and KNOWN[named.kind].shape is not Shape.NAME
    return is_other and named.leads and named.has_value and named.value.line == name.line


def _is_heading(text: str) -> bool:
    """Whether a text is what a bill calls itself: nothing but labels, or a word for a bill."""
    labels = labels_in(text)
    rest = text
    for label in reversed(labels):
        rest = rest[: label.start] + rest[label.stop :]
    said = " ".join(text.casefold().split()).strip(" .:")
    numbered = _NUMBERED.fullmatch(said)
    papers = {said, numbered["paper"]} if numbered else {said}
    return not any(map(str.isalnum, rest)) or not papers.isdisjoint(_HEADINGS)


def _holds(value: Answer, answer: str) -> bool:
    """Whether an answer is a value with more of its line: a currency, a weekday, a mark."""
    return value.text in answer and value.line is not None and answer in value.line.text


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
    if fact.shape is Shape.NUMBER and not _may_be_number(spoken):
        return None
    if fact.kind == "total" and not comes_of_others(spoken, lines):
        return None
    if fact.kind == "date" and {_squeezed(each.text) for each in own_dates(found, lines)} != {
        _squeezed(spoken.text)
    }:
        return None
    elsewhere = [
        each for each in found if each.kind != fact.kind and _same(fact.shape, each.value.text, spoken.text)
    ]
    whole = re.compile(rf"(?<![\w.,]){re.escape(spoken.text)}(?!\w)")
    stands = sum(len(whole.findall(line.text)) for line in lines)
    return None if len(elsewhere) >= max(1, stands) else spoken


def _may_be_number(answer: Answer) -> bool:
    """Whether what stands at no label may be the number of a bill: neither how many of something, in a line
    with a price, nor a part of a date, a time or a telephone number.
    """
    if answer.line is None:
        return True
    text, others = answer.line.text, (Shape.DATE, Shape.TIME, Shape.PHONE)
    if VALUES[Shape.MONEY].search(text) or len(answer.text) < _LEAST_SIGNS:
        return False
    return not any(answer.text in match.group() for each in others for match in VALUES[each].finditer(text))


def _unlabelled(fact: Fact, found: Sequence[Labelled], lines: Sequence[ReadLine]) -> Answer | None:
    """What can only be meant: the one date of a bill, the name that stands first on one."""
    if fact.kind in _ALONE:
        values = [read_of(line, m) for line in lines for m in VALUES[fact.shape].finditer(line.text)]
        told = [each.value.text for each in found if each.kind != "vendor"]  # whose name may be of any shape
        free = [value for value in values if not any(value.text in each for each in told)]
        if fact.kind == "date":
            free = own_dates(found, lines)
        return free[0] if len({value.text for value in free}) == 1 else None
    if fact.kind == "vendor" and any(each.kind == "total" for each in found):
        name = lines[0].text.strip()
        if any(mark in name for mark in ADDRESS_MARKS) or ":" in name or _is_heading(name):
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
