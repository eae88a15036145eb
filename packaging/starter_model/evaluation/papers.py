"""Printed matter: pages, receipts, invoices and forms with the facts that are asked about. Build-time tool."""

from __future__ import annotations

import html

from starter_model.evaluation.browser import Fragment
from starter_model.evaluation.drafts import Draft, Pen, div, spans

A4_INCHES = (8.27, 11.69)
PAGE_CHARACTERS = 3_000


def page(pen: Pen, dpi: int = 150, columns: int = 1, characters: int = PAGE_CHARACTERS) -> Draft:
    """An A4 page of prose with a heading."""
    w, family = pen.words, pen.family(pen.pick("serif", "sans"))
    scale = dpi / 150
    head, body = w.title(4), w.passages(characters)
    size = round((21 if columns == 1 else 20) * scale)
    css = (
        f"body{{background:#fff;color:#111;padding:{round(95 * scale)}px {round(105 * scale)}px;font:{size}px/1.35 '{family}'}}"
        f".h{{font-size:{size * 3 // 2}px;font-weight:700;margin-bottom:{size // 2}px}}"
        f".c{{column-count:{columns};column-gap:{round(60 * scale)}px}}.p{{margin-bottom:{size // 2}px;break-inside:avoid}}"
    )
    text = div("h", head) + '<div class="c">' + "".join(div("p", p) for p in body) + "</div>"
    wide, high = (round(side * dpi) for side in A4_INCHES)
    return Draft(f"columns{columns}", Fragment(text, css, wide, high), [head, *body], (family,))


def leaf(pen: Pen) -> Draft:
    """A leaf of a book."""
    w, family = pen.words, pen.family("serif")
    head, body = w.title(3), w.passages(700)
    css = (
        f"body{{background:#fbfaf4;color:#1d1b18;font:19px/1.5 '{family}';padding:40px 46px}}"
        ".h{font-size:24px;text-align:center;margin-bottom:12px}.p{margin-bottom:8px}"
    )
    text = div("h", head) + "".join(div("p", p) for p in body)
    return Draft("leaf", Fragment(text, css, 720, 900), [head, *body], (family,))


def two_columns(pen: Pen) -> Draft:
    """Half a page in two columns, as on a screen."""
    w, family = pen.words, pen.family("serif")
    body = w.passages(1000, 260)
    half = len(body) // 2
    css = f"body{{background:#fff;color:#222;font:16px/1.4 '{family}';padding:20px;display:flex;gap:40px}}.c{{flex:1}}.p{{margin-bottom:10px}}"
    parts = ("".join(div("p", p) for p in part) for part in (body[:half], body[half:]))
    text = "".join(f'<div class="c">{part}</div>' for part in parts)
    return Draft("twocolumns", Fragment(text, css, 860, 560), body, (family,))


def desktop(pen: Pen) -> Draft:
    """A full-HD desktop: a document with folders at its side, a terminal, a note."""
    w = pen.words
    sans, mono, serif = pen.family("sans"), pen.family("mono"), pen.family("serif")
    folders, body = [w.title(1) for _ in range(7)], [w.passage(150, 380) for _ in range(4)]
    shell = [
        f"{w.time()}:{n:02d} {w.word()} finished job {w.number(4)} in {w.number(2)} ms" for n in range(8)
    ]
    note = [w.title(2), w.passage(60, 160)]
    css = (
        f"body{{background:linear-gradient(135deg,#3b5b7a,#8fa8b8);font:15px '{sans}'}}.w{{position:absolute;background:#fff;color:#222;border-radius:8px;box-shadow:0 8px 28px #0007;overflow:hidden}}"
        f".s{{position:absolute;left:0;top:0;bottom:0;width:190px;background:#eceef1;padding:20px}}.s div{{padding:7px 0}}.m{{position:absolute;left:230px;top:16px;right:26px;font:17px/1.5 '{serif}'}}.m div{{margin-bottom:14px}}"
        f".t{{background:#15181c;color:#9fe09f;font:14px/1.5 '{mono}';padding:16px;white-space:pre}}.n{{background:#fff8d6;padding:18px;font-size:16px;line-height:1.5}}"
    )
    text = (
        f'<div class="w" style="left:50px;top:50px;width:1040px;height:820px"><div class="s">{"".join(div("f", f) for f in folders)}</div>'
        f'<div class="m">{"".join(div("p", p) for p in body)}</div></div>'
        f'<div class="w t" style="left:1150px;top:110px;width:700px;height:260px">{html.escape(chr(10).join(shell))}</div>'
        f'<div class="w n" style="left:1200px;top:520px;width:560px;height:240px">{div("h", note[0])}{div("p", note[1])}</div>'
    )
    lines = folders + body + shell + note
    others = [folders + body + note + shell, shell + folders + body + note]
    return Draft("desktop", Fragment(text, css, 1920, 1080), lines, (sans, mono, serif), others)


def receipt(pen: Pen) -> Draft:
    """A till receipt: shop, number, date, goods, subtotal, tax, total, payment."""
    w, r, family, size = (
        pen.words,
        pen.rng,
        pen.family(pen.pick("mono", "mono", "sans")),
        pen.rng.randint(14, 19),
    )
    shop, number, date = w.title(2).upper(), f"{pen.pick('R', 'B', 'KA')}-{w.number(5)}", w.date()
    cents = [r.randint(45, 4_999) for _ in range(r.randint(3, 7))]
    goods = [(w.title(r.randint(1, 2))[:20], f"{c / 100:.2f}") for c in cents]
    tax = round(sum(cents) * r.choice((0.07, 0.19, 0.2)))
    total = f"{(sum(cents) + tax) / 100:.2f}"
    head = [shop, w.street(), f"Tel. 0{w.number(3)} {w.number(6)}"]
    facts = [[pen.pick("Receipt", "Receipt no.", "Bon"), number], [pen.pick("Date", "Date:"), date]]
    foot = [
        ["Subtotal", f"{sum(cents) / 100:.2f}"],
        [pen.pick("VAT", "Tax"), f"{tax / 100:.2f}"],
        [pen.pick("TOTAL", "Total", "TOTAL EUR"), total],
        [pen.pick("Cash", "Card"), total],
    ]
    rows = facts + [list(g) for g in goods] + foot
    thanks = pen.pick("Thank you!", "Please come again", "Goods can be returned within 14 days")
    css = f"body{{background:#fdfdfa;color:#1c1c1c;font:{size}px/1.5 '{family}';padding:18px 22px}}.c{{text-align:center}}.r{{display:flex;justify-content:space-between}}"
    text = (
        "".join(div("c", h) for h in head)
        + "".join(f'<div class="r">{spans(x)}</div>' for x in rows)
        + div("c", thanks)
    )
    lines = head + [" ".join(x) for x in rows] + [thanks]
    known = {
        "total": total,
        "date": date,
        "vendor": shop,
        "number": number,
        "lines": str(len(lines)),
        "caption": "receipt",
    }
    high = 50 + round(size * 1.5 + 1) * len(lines)
    return Draft("receipt", Fragment(text, css, 24 * size, high), lines, (family,), facts=known)


def invoice(pen: Pen) -> Draft:
    """An invoice: sender, number, dates, a table of positions, sums."""
    w, r, family, size = pen.words, pen.rng, pen.family("sans"), pen.rng.randint(14, 18)
    vendor = f"{w.title(2)} {pen.pick('Ltd.', 'GmbH', 'Inc.', '& Sons')}"
    number, date = f"{pen.pick('INV', 'RE', 'F')}-{w.number(4)}-{w.number(3)}", w.date()
    cents = [r.randint(500, 90_000) for _ in range(r.randint(2, 5))]
    table = [["Description", "Qty", "Amount"]] + [
        [w.title(2), str(r.randint(1, 20)), f"{c / 100:.2f}"] for c in cents
    ]
    total = f"{sum(cents) / 100:.2f}"
    facts = [f"Invoice number: {number}", f"Invoice date: {date}", f"Customer: {w.title(2)}"]
    css = (
        f"body{{background:#fff;color:#1a1a1a;font:{size}px/1.5 '{family}';padding:26px}}.h{{font-size:{size + 6}px;font-weight:700}}"
        "table{width:100%;border-collapse:collapse;margin:14px 0}td,th{text-align:left;padding:6px;border-bottom:1px solid #bbb}.t{font-weight:700;text-align:right}"
    )
    body = "".join(f"<tr>{spans(x, 'th' if i == 0 else 'td')}</tr>" for i, x in enumerate(table))
    sender = [vendor, w.street()]
    text = (
        div("h", vendor)
        + div("p", sender[1])
        + "".join(div("p", f) for f in facts)
        + f"<table>{body}</table>"
        + div("t", f"Total {total}")
    )
    lines = [*sender, *facts, *(" ".join(x) for x in table), f"Total {total}"]
    known = {
        "total": total,
        "date": date,
        "vendor": vendor,
        "number": number,
        "lines": str(len(lines)),
        "caption": "invoice",
    }
    return Draft(
        "invoice",
        Fragment(text, css, 620, 230 + round(size * 2.4) * (len(table) + 3)),
        lines,
        (family,),
        facts=known,
    )


def form(pen: Pen) -> Draft:
    """A form of labelled fields."""
    w, family, size = pen.words, pen.family("sans"), pen.rng.randint(14, 18)
    head, date, number = w.title(2), w.date(), f"{w.number(3)}/{w.number(4)}"
    fields = [
        ["Name", w.title(2)],
        ["Street", w.street()],
        ["E-mail", w.address()],
        ["Reference number", number],
        ["Date", date],
    ]
    css = f"body{{background:#f8f8f8;color:#222;font:{size}px/1.4 '{family}';padding:22px}}.h{{font-size:{size + 5}px;font-weight:600;margin-bottom:10px}}.r{{display:flex;padding:5px 0}}.r span:first-child{{width:190px}}.r span:last-child{{border:1px solid #999;background:#fff;padding:4px 9px;flex:1}}"
    text = div("h", head) + "".join(f'<div class="r">{spans(x)}</div>' for x in fields)
    lines = [head, *(" ".join(x) for x in fields)]
    known = {
        "date": date,
        "number": number,
        "lines": str(len(lines)),
        "caption": "form",
        "field:Name": fields[0][1],
        "field:E-mail": fields[2][1],
    }
    return Draft(
        "form", Fragment(text, css, 600, 110 + (size * 3 - 2) * len(fields)), lines, (family,), facts=known
    )
