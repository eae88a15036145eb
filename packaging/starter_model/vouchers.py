"""Bills that carry many dates and sums beside each other, so that only a label tells which is which.

Runs in the picture workers. Dates of one bill are written in one way, sums of one bill too; what is asked for
is noted only where it is drawn whole.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from starter_model.bills import INVOICED, OTHER_NUMBERS
from starter_model.layouts import heading, row_of
from starter_model.page import Font, Page, Span
from starter_model.texts import Texts
from starter_model.wordlists import DAYS, MONTHS

OWN_DATES = (
    "Invoice date",
    "Invoice date",
    "Invoice Date",
    "INVOICE DATE",
    "Date of issue",
    "Date of invoice",
    "Issue date",
    "Issued",
    "Issued on",
    "Bill date",
    "Billing date",
    "Date",
    "Dated",
)
DUE = ("Due date", "Due Date", "Payment due", "Due", "Pay by", "Payable by", "Due on", "Payment due by")
OTHER_DATES = (
    "Delivery date",
    "Delivered",
    "Ship date",
    "Service date",
    "Order date",
    "Ordered on",
    "Printed on",
)
NUMBERS = (*INVOICED, "Receipt no.", "Receipt number", "Receipt #")
TOTALS = ("Total", "TOTAL", "Total", "Grand total", "Grand Total", "Invoice total", "Total amount", "SUM")
OPEN = ("Balance due", "Amount due", "Balance", "Outstanding", "Amount Due", "BALANCE DUE", "Amount owed")
NET = ("Subtotal", "Sub-total", "SUBTOTAL", "Net amount", "Net", "Net total", "Sum net")


@dataclass(frozen=True)
class Money:
    """How the sums of one bill are written: signs before or behind, point or comma, thousands apart."""

    before: str
    behind: str
    comma: bool
    grouped: bool

    @classmethod
    def of(cls, r: random.Random) -> Money:
        """One of the ways of writing."""
        sign = r.choice(["$", "€", "£", "¥", "EUR", "USD", "CHF", "GBP", "kr", "zł", "Rs."])
        space = " " if sign.isalpha() or sign.endswith(".") or r.random() < 0.35 else ""
        kind = r.random()
        before = f"{sign}{space}" if kind < 0.4 else ""
        behind = f"{r.choice(['', ' ', ' ']) if len(sign) == 1 else ' '}{sign}" if 0.4 <= kind < 0.7 else ""
        return cls(before, behind, r.random() < (0.5 if behind else 0.15), r.random() < 0.7)

    def __call__(self, value: float) -> str:
        text = f"{value:,.2f}" if self.grouped else f"{value:.2f}"
        if self.comma:
            text = text.translate({ord(","): ".", ord("."): ","})
        return f"{self.before}{text}{self.behind}"


def dates(r: random.Random) -> Callable[[], str]:
    """A maker of dates that are all written in one way, within half a year of each other."""
    year, first = r.randint(2005, 2032), r.randint(0, 6)
    style = r.randrange(10)

    def date() -> str:
        m, d = first + r.randint(1, 6), r.randint(1, 28)
        month = MONTHS[m - 1]
        return (
            f"{year}-{m:02d}-{d:02d}",
            f"{d:02d}.{m:02d}.{year}",
            f"{m:02d}/{d:02d}/{year}",
            f"{d:02d}/{m:02d}/{year}",
            f"{d} {month} {year}",
            f"{month} {d}, {year}",
            f"{month[:3]} {d}, {year}",
            f"{d} {month[:3]} {year}",
            f"{d:02d}-{month[:3]}-{year % 100:02d}",
            f"{r.choice(DAYS)[:3]} {d} {month[:3]} {year}",
        )[style]

    return date


@dataclass(frozen=True)
class Entry:
    """A label, its value, and the fact that it is; empty where nothing asks for it but by its label."""

    label: str
    value: str
    fact: str = ""


class _Bill:
    """A voucher in the making: from top to bottom."""

    def __init__(self, p: Page, t: Texts, size: float) -> None:
        r = p.rng
        self.p, self.t, self.r = p, t, r
        self.x0, self.top, self.x1, self.bottom = p.box
        family = p.library.family(r, *r.choice([("sans",), ("sans", "serif"), ("mono", "sans")]))
        self.font, self.bold = p.font(family, size), p.font(family, size, bold=True)
        self.leading = round(self.font.size * r.uniform(1.2, 1.75))
        self.y = self.top + self.font.ascent
        self.strong, self.colon = r.random() < 0.4, r.choice([":", ":", ""])

    def room(self, rows: float = 0.0) -> bool:
        """Whether a line, and so many more, fit."""
        return not self.p.full and self.y + self.font.descent + rows * self.leading <= self.bottom

    def value(self, entry: Entry, font: Font, x: float, stop: float, right: bool = False) -> Span | None:
        """Draw the value of an entry and note it where all of it fits."""
        whole = self.p.fit(font, entry.value)
        text = self.p.cut(font, whole, stop - x) if stop - x > font.size else ""
        if not text:
            return None
        span = self.p.put(font, text, stop - font.width(text) * 1.01 if right else x, self.y)
        if text == whole:
            self.p.fields.setdefault(entry.label, text)
            if entry.fact:
                self.p.facts.setdefault(entry.fact, text)
        return span

    def labelled(self, entry: Entry, x: float, stop: float, tab: float = 0.0) -> list[Span]:
        """A label and its value behind it, or from `tab` on; neither where the label has no room."""
        font = self.bold if self.strong else self.font
        label = entry.label + self.colon
        if x + font.width(label) + self.font.size * 2 > stop:
            return []
        at = max(x + tab, x + font.width(label) + self.font.size * 0.5)
        spans = [self.p.put(font, label, x, self.y), self.value(entry, self.font, at, stop)]
        return [s for s in spans if s]

    def lines(self, entries: list[Entry]) -> None:
        """One entry a line; values in a column, at the right edge or right behind their labels."""
        tab, right = self.r.choice([0.0, self.font.size * 8.5]), self.r.random() < 0.2
        for entry in entries:
            if not self.room():
                return
            if right:
                label = entry.label + self.colon
                if self.x0 + self.font.width(label + entry.value) + self.font.size > self.x1:
                    continue
                spans = [self.p.put(self.font, label, self.x0, self.y)]
                found = self.value(entry, self.font, self.x0, self.x1, right=True)
                self.p.add(*spans, *([found] if found else []))
            else:
                self.p.add(*self.labelled(entry, self.x0, self.x1, tab))
            self.y += self.leading

    def pairs(self, entries: list[Entry]) -> None:
        """Two entries a line."""
        middle = self.x0 + (self.x1 - self.x0) * self.r.uniform(0.45, 0.55)
        for n in range(0, len(entries), 2):
            if not self.room():
                return
            spans = self.labelled(entries[n], self.x0, middle - self.font.size)
            if n + 1 < len(entries):
                spans += self.labelled(entries[n + 1], middle, self.x1)
            self.p.add(*spans)
            self.y += self.leading

    def grid(self, entries: list[Entry]) -> None:
        """Labels in one row, their values under them; the cells framed now and then."""
        p, r = self.p, self.r
        count = max(1, min(r.randint(2, 4), int((self.x1 - self.x0) / (self.font.size * 8))))
        framed, small = r.random() < 0.4, p.font(self.font.face.family, self.font.size / p.scale * 0.85)
        head = r.choice([self.bold, self.font, small])
        for start in range(0, len(entries), count):
            row, wide = entries[start : start + count], (self.x1 - self.x0) / count
            if not self.room(1.2):
                return
            inset = self.font.size * (0.4 if framed else 0.0)
            above = self.y - self.font.ascent - self.font.size * 0.25
            for values in (False, True):
                spans: list[Span | None] = []
                for n, entry in enumerate(row):
                    x, stop = self.x0 + n * wide + inset, self.x0 + (n + 1) * wide - self.font.size * 0.4
                    if values:
                        spans.append(self.value(entry, self.font, x, stop))
                    elif text := p.cut(head, entry.label, stop - x):
                        spans.append(p.put(head, text, x, self.y))
                p.add(*(s for s in spans if s))
                self.y += self.leading
            if framed:
                for n in range(len(row)):
                    x, low = self.x0 + n * wide, self.y - self.leading + self.font.descent + 2
                    p.draw.rectangle((x, above, x + wide, low), outline=p.theme.rule)
                self.y += self.font.size * 0.4
            self.y += self.leading * 0.2

    def goods(self, money: Money) -> float:
        """Some positions with their prices; gives their sum."""
        total = 0.0
        plain = Money("", "", money.comma, money.grouped) if self.r.random() < 0.6 else money
        for _ in range(self.r.choice([0, 1, 2, 3, 5])):
            if not self.room(4):
                break
            price = round(float(self.t.price()), 2)
            self.row(self.t.goods(), plain(price), self.font)
            total += price
            self.y += self.leading
        return total or round(float(self.t.price()) + 1, 2)

    def row(self, left: str, right: str, font: Font, start: float | None = None) -> Span | None:
        """A name from `start` and a value at the right edge, as one row; the value."""
        p, x = self.p, self.x0 if start is None else start
        right = p.fit(font, right)
        room = self.x1 - x - font.width(right) - font.size
        left = p.cut(font, left, room) if room > font.size * 2 else ""
        if not left:
            return None
        a = p.put(font, left, x, self.y)
        b = p.put(font, right, self.x1 - font.width(right) * 1.01, self.y)
        p.add(a, b, block="row", markdown=row_of([left, right], head=False))
        return b


def _sums(b: _Bill, money: Money, till: bool) -> list[Entry]:
    """Subtotal, discount, tax, total and what was paid, in the order of bills; the sums are right."""
    r, total, rows = b.r, b.goods(money), []
    if r.random() < 0.7:
        rows.append(Entry(r.choice(NET), money(total), "subtotal"))
        if r.random() < 0.3:
            off = total * r.uniform(0.03, 0.2)
            rows.append(Entry(r.choice(["Discount", "Rebate", "You saved"]), f"-{money(off)}", "discount"))
            total -= off
        if r.random() < 0.25:
            fee = r.choice([3.95, 4.9, 7.5, 12.0])
            rows.append(Entry(r.choice(["Shipping", "Delivery", "Postage"]), money(fee), "shipping"))
            total += fee
        if r.random() < 0.75:
            share = r.choice([7, 8.25, 10, 19, 20])
            name = r.choice([f"VAT {share}%", f"Tax ({share}%)", "VAT", "Sales tax", "Tax", "GST"])
            rows.append(Entry(name, money(total * share / 100), "tax"))
            total *= 1 + share / 100
    paid = round(total * r.choice([1.0, 0.5, 0.25]) * r.uniform(0.5, 1), 2)
    kind = r.random()
    if till and kind < 0.6:
        given = float(int(total / 10) * 10 + r.choice([10, 20, 50]))
        rows.append(Entry(r.choice(TOTALS), money(total), "total"))
        rows.append(Entry(r.choice(["Cash", "CASH", "Cash tendered", "Paid in cash"]), money(given), "cash"))
        rows.append(Entry(r.choice(["Change", "CHANGE", "Change due"]), money(given - total), "change"))
    elif till and kind < 0.8:
        rows.append(Entry(r.choice(TOTALS), money(total), "total"))
        rows.append(Entry(r.choice(["Card", "VISA", "Mastercard", "Debit"]), money(total)))
    elif not till and kind < 0.5:
        rows.append(Entry(r.choice(TOTALS), money(total), "total"))
        rows.append(Entry(r.choice(["Paid", "Amount paid", "Deposit", "Payments"]), money(paid), "paid"))
        rows.append(Entry(r.choice(OPEN), money(total - paid), "balance"))
    else:
        rows.append(
            Entry(r.choice((*TOTALS, "Amount due", "Total due", "Balance due")), money(total), "total")
        )
    return rows


def _draw_sums(b: _Bill, rows: list[Entry]) -> None:
    p, r = b.p, b.r
    start = b.x0 if r.random() < 0.4 else b.x0 + (b.x1 - b.x0) * r.uniform(0.3, 0.5)
    boxed = r.random() < 0.25
    for entry in rows:
        if not b.room():
            return
        font = b.bold if entry.fact in ("total", "balance") and r.random() < 0.7 else b.font
        at = start
        if at + font.width(entry.label + entry.value) + 2 * font.size > b.x1:
            at = b.x0
        if at + font.width(entry.label + entry.value) * 1.05 + font.size > b.x1:
            continue  # a label that is cut off says nothing of its sum
        span = b.row(entry.label, entry.value, font, at)
        if span:
            p.fields.setdefault(entry.label, span.text)
            if entry.fact:
                p.facts.setdefault(entry.fact, span.text)
            if entry.fact == "total" and entry.label in ("Amount due", "Total due", "Balance due"):
                p.facts["balance"] = span.text
            if boxed and entry.fact == "total":
                edge = font.size * 0.3
                p.draw.rectangle(
                    (at - edge, b.y - font.ascent, b.x1 + edge / 2, b.y + font.descent), outline=p.theme.rule
                )
        b.y += b.leading


def _entries(b: _Bill, till: bool) -> list[Entry]:
    """Numbers, dates and names that stand at the head of a bill, in any order."""
    r, t, date = b.r, b.t, dates(b.r)
    chosen = []
    if r.random() < 0.85:
        chosen.append(Entry(r.choice(OWN_DATES), date(), "date"))
    if r.random() < (0.15 if till else 0.7):
        chosen.append(Entry(r.choice(DUE), date(), "due"))
    if r.random() < 0.75:
        chosen.append(Entry(r.choice(NUMBERS), t.code_number(), "number"))
    others = [
        Entry(r.choice(OTHER_DATES), date()),
        Entry(r.choice(["Customer no.", "Customer number", "Client ID"]), t.code_number(), "customer"),
        Entry(r.choice(["Order no.", "Order number", "PO number"]), t.code_number(), "order"),
        Entry("Phone", t.phone()),
        Entry("Customer", t.name()),
        Entry("VAT ID", t.code_number()),
        Entry(r.choice(OTHER_NUMBERS), t.code_number()),
        Entry("Terms", r.choice(["30 days", "14 days net", "on receipt", "7 days"])),
    ]
    chosen += r.sample(others, r.choice([0, 1, 1, 2, 3]))
    if r.random() < 0.75:
        r.shuffle(chosen)
    return chosen


def voucher(p: Page, t: Texts, size: float) -> None:
    """A receipt or an invoice: who sent it, dates and numbers, positions, the sums, what is still owed."""
    r = p.rng
    b = _Bill(p, t, min(size, 30))
    till = r.random() < 0.45
    p.kind = "a receipt" if till else "an invoice"
    head = p.font(b.font.face.family, size * r.uniform(1.0, 1.7), bold=True)
    b.y = b.top + head.ascent
    shop = p.cut(head, t.company() if r.random() < 0.7 else t.title(1, 3), b.x1 - b.x0)
    if shop and r.random() < 0.9:
        x = b.x0 + (b.x1 - b.x0 - head.width(shop)) * (0.5 if till and r.random() < 0.6 else 0)
        p.add(p.put(head, shop, x, b.y), block="head", mark="# ")
        p.facts["vendor"] = p.heading = shop
        b.y += b.leading * 1.15
    for text in r.sample([t.street(), t.city(), f"Tel. {t.phone()}", t.email()], r.choice([0, 0, 1, 2])):
        if b.room() and (line := p.cut(b.font, text, b.x1 - b.x0)):
            p.add(p.put(b.font, line, b.x0, b.y))
            b.y += b.leading
    if not till and r.random() < 0.5 and b.room(2):
        title = r.choice(["Invoice", "INVOICE", "Rechnung", "Statement", "Tax invoice"])
        b.y = heading(p, b.bold, title, b.x0, b.y, b.x1 - b.x0, b.bottom, level=2)
    b.y += b.leading * 0.3
    entries = _entries(b, till)
    r.choice([b.lines, b.lines, b.pairs, b.pairs, b.grid])(entries)
    if r.random() < 0.5 and b.room(1):
        p.rule(b.x0, b.x1, b.y - b.font.size * 0.5)
    b.y += b.leading * r.choice([0.3, 0.6, 1.0])
    if r.random() < 0.92:
        _draw_sums(b, _sums(b, Money.of(r), till))
