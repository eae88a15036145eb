"""What is paid for: till receipts, invoices, letters with labelled lines; they note the facts that are asked.

Next to each fact stand others that look alike: several dates, a telephone, a subtotal, several numbers.
"""

from __future__ import annotations

from starter_model.layouts import heading, paragraph, row_of
from starter_model.page import Font, Page
from starter_model.texts import Texts

NUMBERED = (
    "Receipt",
    "Receipt no.",
    "Receipt #",
    "Invoice",
    "Invoice no.",
    "Bill No.",
    "Bon",
    "Bon-Nr.",
    "Ref.",
    "Reference number",
    "Receipt number:",
)
"""What stands before the number that a question for the invoice number means, on a receipt."""
INVOICED = (
    "Invoice number",
    "Invoice no.",
    "Invoice No",
    "Invoice No.",
    "Invoice #",
    "Invoice ID",
    "Invoice",
    "INVOICE NO.",
    "Inv #",
    "Inv. no.",
    "Inv No",
    "Bill number",
    "Bill no.",
    "Bill #",
    "Document no.",
    "Document number",
    "Number",
    "No.",
    "Reference",
    "Reference no.",
    "Ref. no.",
    "Rechnungsnr.",
    "Rechnungs-Nr.",
    "Rechnungsnummer",
    "Rechnung Nr.",
    "Beleg-Nr.",
    "Facture No",
    "Facture no.",
    "Factura No.",
    "Fattura n.",
    "Faktura nr",
    "Factuurnummer",
)
"""The same on an invoice, a form or a letter, mostly in English; ASCII, so that every font has it."""
OTHER_NUMBERS = ("Your reference", "Your ref.", "Contract no.", "Account no.", "Delivery note", "Project no.")
"""What stands before numbers that are not the bill's own."""


def _pair(p: Page, font: Font, left: str, right: str, y: float) -> bool:
    """A name at the left and a value at the right edge of the box, leaders between them now and then."""
    x0, _, x1, _ = p.box
    right = p.fit(font, right)
    room = x1 - x0 - font.width(right) - font.size
    left = p.cut(font, left, room) if room > font.size * 2 else ""
    if not left:
        return False
    a = p.put(font, left, x0, y)
    b = p.put(font, right, x1 - font.width(right) * 1.01, y)
    if p.rng.random() < 0.06 and room - font.width(left) > font.size:
        start = x0 + font.width(left) + font.size * 0.5
        step = font.size * p.rng.uniform(0.25, 0.5)
        for k in range(int((x1 - font.width(right) - font.size * 0.5 - start) / step)):
            p.draw.rectangle(
                (start + k * step, y - 1, start + k * step + max(0, p.scale - 0.5), y), fill=p.theme.ink
            )
    p.add(a, b)
    return True


def receipt(p: Page, t: Texts, size: float) -> None:  # noqa: C901, PLR0912, PLR0915 (a till prints from top to bottom)
    """A till receipt or a short bill: shop, address, items, sums, payment."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "mono", "mono", "sans"), size)
    bold = p.font(font.face.family, size * r.choice([1, 1, 1.25, 1.5]), bold=True)
    leading, y = round(font.size * r.uniform(1.15, 1.65)), y0 + font.ascent
    p.kind = "a receipt"
    shop = p.cut(bold, t.company() if r.random() < 0.6 else t.title(1, 3), x1 - x0)
    comma, sign = r.random() < 0.15, r.choice(["", "", "", "$", "€", "£"])

    def money(v: float) -> str:
        text = f"{v:,.2f}" if v < 1000 else f"{v:.2f}"
        return sign + (text.replace(".", ",") if comma else text)

    def centred(f: Font, text: str, at: float) -> float:
        if at + f.descent > y1 or p.full:
            return at
        text = p.cut(f, text, x1 - x0)
        p.add(p.put(f, text, x0 + (x1 - x0 - f.width(text)) * centring, at))
        return at + leading * (f.size / font.size)

    centring = r.choice([0.5, 0.5, 0.5, 0])
    y += max(0, bold.ascent - font.ascent)
    y = centred(bold, shop, y)
    p.facts["vendor"] = p.heading = shop
    heads = [
        t.street(),
        t.city(),
        f"{r.choice(['Tel: ', 'Tel. ', 'Phone ', ''])}{t.phone()}",
        f"VAT {t.code_number()}",
        t.url(),
    ]
    for text in r.sample(heads, r.randint(0, 3)):
        y = centred(font, text, y)
    number, date = t.code_number(), t.date()
    named = [("date", date, r.choice(["Date", "Date:", "", "", "Datum", "Issued"]))] * (r.random() < 0.75)
    named += [("number", number, r.choice(NUMBERED))] * (r.random() < 0.6)
    named += [("", t.date(), r.choice(["Return by", "Valid until", "Member since", "Exchange until"]))] * (
        r.random() < 0.15
    )
    named += [("", t.code_number(), r.choice(["Customer no.", "Till", "Terminal", "Table", "Card no."]))] * (
        r.random() < 0.15
    )
    r.shuffle(named)
    apart = r.random() < 0.4  # names left, values right, as the goods are set
    for fact, value, label in named:
        if y + font.descent > y1 or p.full:
            break
        before = len(p.lines)
        if apart and label:
            y += leading if _pair(p, font, label, value, y) else 0
        else:
            clock = f" {t.time()}" if fact == "date" and r.random() < 0.4 else ""
            y = centred(font, f"{label} {value}{clock}".strip(), y)
        if fact and len(p.lines) > before and value in p.lines[-1].text:
            p.facts[fact] = value
    if r.random() < 0.55:
        p.rule(x0, x1, y - font.size * 0.4)
        y += leading * 0.6
    total, last, broken = 0.0, 0.0, False
    for _ in range(r.randint(1, 10)):
        if y + leading * 5 > y1 or len(p.lines) + 4 >= p.max_lines:
            break
        price = last if last and r.random() < 0.12 else round(float(t.price()), 2)
        last = price
        item = t.goods() if r.random() < 0.8 else f"{r.randint(1, 9)} x {t.goods()}"
        if _pair(p, font, item, money(price), y):
            total += price
            y += leading
    if r.random() < 0.6:
        p.rule(x0, x1, y - font.size * 0.4)
        y += leading * 0.5
    rows: list[tuple[str, str]] = []
    sums, taxed = r.random() < 0.6, r.random() < 0.6
    if sums:
        rows.append((r.choice(["Subtotal", "SUBTOTAL", "Sub-total", "Net"]), money(total)))
        if taxed:
            rows.append((r.choice(["Tax", "VAT 19%", "TAX 8.25%", "MwSt"]), money(total * 0.08)))
            if r.random() < 0.7:
                total *= 1.08
    name = r.choice(["TOTAL", "Total", "TOTAL", "Total:", "Grand total", "AMOUNT DUE", "Total due", "SUM"])
    rows.append((name, money(total)))
    rows += r.sample(
        [
            ("VISA", f"****{r.randint(1000, 9999)}"),
            ("Cash", money(total + r.randint(0, 20))),
            ("Change", money(r.random() * 10)),
            ("CARD", money(total)),
            ("Items", str(r.randint(1, 20))),
        ],
        r.randint(0, 2),
    )
    for left, right in rows:
        if y + font.descent > y1 or p.full:
            broken = True
            break
        if _pair(p, font, left, right, y):
            for fact, first in (
                ("total", name),
                ("subtotal", rows[0][0]),
                ("tax", rows[min(1, len(rows) - 1)][0]),
                ("cash", "Cash"),
                ("change", "Change"),
            ):
                sure = fact in ("total", "cash", "change")
                if left == first and (sure or (sums and (fact == "subtotal" or taxed))):
                    p.facts[fact] = p.fit(font, right)
        y += leading
    if not broken and r.random() < 0.5:
        y += leading * 0.4
        centred(
            font,
            r.choice(
                [
                    "Thank you!",
                    "THANK YOU FOR SHOPPING",
                    "Vielen Dank!",
                    "Have a nice day",
                    "Merci et à bientôt",
                    "Please come again",
                    t.words(2, 5),
                ]
            ),
            y,
        )


def letter(p: Page, t: Texts, size: float) -> None:
    """A letter, invoice head or e-mail: labelled lines, then prose."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans", "serif"), size)
    bold = p.font(font.face.family, size, bold=True)
    leading, y = round(font.size * r.uniform(1.2, 1.8)), y0 + font.ascent
    p.kind = "a letter"
    makers = {
        "From": t.email,
        "To": t.name,
        "Date": t.date,
        "Subject": lambda: t.title(2, 5),
        r.choice(INVOICED): t.code_number,
        "Customer": t.name,
        "Due date": t.date,
        "Reference": t.code_number,
        "Phone": t.phone,
        "E-mail": t.email,
        "Web": t.url,
        "Amount": t.money,
        "Total": t.money,
        "Attn": t.name,
        "Order": t.code_number,
    }
    facts = {
        "Date": "date",
        **dict.fromkeys(INVOICED, "number"),
        "Total": "total",
        "Due date": "due",
        "Order": "order",
    }
    for label in r.sample(sorted(makers), r.randint(2, 6)):
        if y + font.descent > y1 or p.full:
            return
        value = makers[label]()
        a = p.put(
            bold if r.random() < 0.6 else font,
            f"{label}:",
            x0,
            y,
            p.theme.muted if r.random() < 0.3 else None,
        )
        x = x0 + bold.width(label + ":") + font.size * r.uniform(0.3, 0.6)
        text = p.cut(font, value, x1 - x)
        p.add(a, p.put(font, text, x, y)) if text else p.add(a)
        if text == p.fit(font, value):
            p.fields[label] = text
            if label in facts and (label != "Reference" or "number" not in p.facts):
                p.facts[facts[label]] = text
        y += leading
    if r.random() < 0.4:
        p.rule(x0, x1, y - font.size * 0.5)
    y += leading * 0.6
    while y + font.descent < y1 and not p.full:
        y = paragraph(p, font, t.passage(), x0, y, x1 - x0, leading, y1) + leading * r.choice([0, 0.5])


def invoice(p: Page, t: Texts, size: float) -> None:
    """An invoice: sender, receiver, numbers and dates, a table of items, the sums."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans", "sans", "serif"), size)
    bold = p.font(font.face.family, size, bold=True)
    leading, y = round(font.size * r.uniform(1.2, 1.7)), y0 + font.ascent
    p.kind = "an invoice"
    head = p.font(font.face.family, size * r.uniform(1.1, 2), bold=True)
    company = p.cut(head, t.company(), x1 - x0)
    y = y0 + head.ascent
    if company:
        p.add(p.put(head, company, x0, y), block="head", mark="# ")
        p.facts["vendor"], p.heading = company, company
    y += leading * 1.2
    for text in r.sample([t.street(), t.city(), f"Tel. {t.phone()}", t.email()], r.randint(0, 3)):
        if not p.full and y + font.descent < y1 and (text := p.cut(font, text, x1 - x0)):
            p.add(p.put(font, text, x0, y, p.theme.muted))
            y += leading
    y += leading * 0.4
    title = r.choice(["Invoice", "INVOICE", "Rechnung", "Bill", "Tax invoice", "Facture", "Invoice", ""])
    if title and not p.full:
        y = heading(p, p.font(font.face.family, size * 1.3, bold=True), title, x0, y, x1 - x0, y1, level=2)
    y = _numbers(p, t, font, bold, y, leading)
    y = _items(p, t, font, bold, y + leading * 0.5, leading)


def _numbers(p: Page, t: Texts, font: Font, bold: Font, y: float, leading: float) -> float:
    """Labelled numbers and dates, of which one each is the invoice's own."""
    r, (x0, _, x1, y1) = p.rng, p.box
    own = [
        (r.choice(INVOICED), t.code_number(), "number"),
        (r.choice(["Date", "Invoice date", "Date of issue", "Issued"]), t.date(), "date"),
    ]
    others = [
        (r.choice(["Due date", "Payable by", "Due"]), t.date(), "due"),
        (r.choice(["Delivery date", "Shipped", "Period from"]), t.date(), ""),
        ("Customer no.", t.code_number(), "customer"),
        ("Order no.", t.code_number(), "order"),
        ("Phone", t.phone(), ""),
        ("Customer", t.name(), ""),
        ("VAT ID", t.code_number(), ""),
        (r.choice(OTHER_NUMBERS), t.code_number(), ""),
    ]
    rows = [row for row in own if r.random() < 0.75] + r.sample(others, r.randint(0, 4))
    r.shuffle(rows)
    tab = x0 + font.size * r.uniform(7, 10) if r.random() < 0.5 else 0.0
    for label, value, fact in rows:
        if p.full or y + font.descent > y1:
            break
        shown = label + r.choice([":", ":", ":", ""])
        a = p.put(bold if r.random() < 0.3 else font, shown, x0, y)
        x = max(tab, x0 + bold.width(shown) + font.size * 0.5)
        text = p.cut(font, value, x1 - x)
        p.add(a, p.put(font, text, x, y)) if text else p.add(a)
        if text == p.fit(font, value):
            p.fields[label] = text
            if fact:
                p.facts[fact] = text
        y += leading
    return y


def _items(p: Page, t: Texts, font: Font, bold: Font, y: float, leading: float) -> float:
    """The table of items and the sums under it."""
    r, (x0, _, x1, y1) = p.rng, p.box
    wide = x1 - x0
    edges = [x0, x0 + wide * 0.5, x0 + wide * 0.62, x0 + wide * 0.8, x1]
    heads = [r.choice(["Description", "Item", "Article"]), "Qty", "Price", r.choice(["Amount", "Total"])]
    sign, net = r.choice(["", "", "$", "€", "£"]), 0.0

    def row(cells: list[str], use: Font, head: bool) -> None:
        spans, kept = [], []
        for n, cell in enumerate(cells):
            text = p.cut(use, cell, edges[n + 1] - edges[n] - font.size * 0.5)
            x = edges[n] if n == 0 else edges[n + 1] - use.width(text)
            spans += [p.put(use, text, x, y)] if text else []
            kept.append(text)
        p.add(*spans, block="row", markdown=row_of(kept, head))

    if y + leading * 4 < y1 and not p.full:
        row(heads, bold, head=True)
        y += leading
        if r.random() < 0.5:
            p.rule(x0, x1, y - font.size * 0.95)
    for _ in range(r.randint(1, 8)):
        if y + leading * 4 > y1 or len(p.lines) + 4 >= p.max_lines:
            break
        count, price = r.choice([1, 1, 1, 2, 3, 10]), float(t.price())
        row([t.goods(), str(count), f"{price:.2f}", f"{count * price:.2f}"], font, head=False)
        net += count * price
        y += leading
    if r.random() < 0.5:
        p.rule(x0, x1, y - font.size * 0.8)
        y += leading * 0.3
    rate = r.choice([7, 19, 20, 8.25, 10])
    rows = []
    if r.random() < 0.75:
        rows = [
            (r.choice(["Subtotal", "Net", "Net amount", "Sum net"]), net, "subtotal"),
            (r.choice([f"VAT {rate}%", f"Tax ({rate}%)", "VAT", "Sales tax"]), net * rate / 100, "tax"),
        ]
        net *= 1 + rate / 100
    rows.append(
        (r.choice(["Total", "TOTAL", "Total due", "Amount due", "Grand total", "Balance due"]), net, "total")
    )
    left = x0 if r.random() < 0.3 else x0 + wide * r.uniform(0.35, 0.55)
    for label, value, fact in rows:
        if p.full or y + font.descent > y1:
            break
        text = p.fit(font, f"{sign}{value:,.2f}")
        use = bold if fact == "total" else font
        if left + use.width(label) + font.size + use.width(text) > x1:
            left = x0
        p.add(p.put(use, label, left, y), p.put(use, text, x1 - use.width(text) * 1.01, y))
        p.facts[fact] = text
        y += leading
    return y
