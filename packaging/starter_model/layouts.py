"""Documents as they are printed: articles, columns, lists, tables, receipts, letters, code, dense print,
strips.

Each function fills a `Page` from `Texts`, records its lines in reading order and notes facts that
questions ask for.
"""

from __future__ import annotations

from starter_model import ligatures
from starter_model.page import Colour, Font, Page, Span, ink_of, readable
from starter_model.texts import Texts
from starter_model.wordlists import LABELS


def paragraph(
    p: Page,
    font: Font,
    text: str,
    x: float,
    y: float,
    width: float,
    leading: float,
    bottom: float,
    ink: Colour | None = None,
    align: str = "left",
    first: Span | None = None,
    block: str = "text",
    mark: str = "",
) -> float:
    """Draw wrapped text from baseline `y` on; each visual line is a line. Returns the next baseline.

    `mark` is what Markdown puts before the block (its first drawn span, `first`, then is left out).
    """
    for n, line in enumerate(p.wrap(font, p.fit(font, text), width)):
        if y + font.descent > bottom or p.full:
            break
        left = x
        if align != "left":
            left += (width - font.width(line)) * (0.5 if align == "centre" else 1.0)
        span = p.put(font, line, left, y, ink)
        shown = (mark if n == 0 else " " * len(mark) if block == "item" else "") + line
        p.add(*([first] if first and n == 0 else []), span, block=block, markdown=shown, joins=n > 0)
        y += leading
    return y


def heading(
    p: Page,
    font: Font,
    text: str,
    x: float,
    y: float,
    width: float,
    bottom: float,
    align: str = "left",
    level: int = 1,
) -> float:
    """A heading from baseline `y` on; the first of a page is what a caption names."""
    before = len(p.lines)
    leading = round(font.size * 1.22)
    y = paragraph(
        p, font, text, x, y, width, leading, bottom, align=align, block="head", mark="#" * level + " "
    )
    if not p.heading and before < len(p.lines) <= before + 2:
        p.heading = " ".join(line.text for line in p.lines[before:])
    return y


def article(p: Page, t: Texts, size: float) -> None:
    """A heading and paragraphs, now and then with lists, quotations, captions, page numbers."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    family = (
        p.library.family(r, "serif", "sans", "serif", "sans", "mono")
        if r.random() < 0.85
        else p.library.family(r)
    )
    font = p.font(family, size, italic=r.random() < 0.07, bold=r.random() < 0.06)
    leading = round(font.size * r.uniform(1.12, 1.75))
    y = y0 + font.ascent
    p.kind = "a page of text"
    if r.random() < 0.6:
        head = p.font(
            family if r.random() < 0.7 else p.library.family(r),
            size * r.uniform(1.1, 2.2),
            bold=r.random() < 0.7,
        )
        y = y0 + head.ascent
        y = heading(p, head, t.title(2, 6), x0, y, x1 - x0, y1, r.choice(["left", "left", "centre"]))
        y += font.size * r.uniform(0.1, 1.0)
        if r.random() < 0.15:
            p.rule(x0, x1, y - font.size * 0.9)
            y += font.size * 0.4
    while not p.full and y + font.descent < y1:
        kind, text = r.random(), t.passage()
        if kind > 0.97 and p.lines:
            sub = p.font(family, size * r.uniform(1, 1.4), bold=True)
            y = heading(p, sub, t.title(1, 5), x0, y, x1 - x0, y1, level=2)
            continue
        if kind < 0.25:
            text = " ".join([text, *(t.passage() for _ in range(r.randint(1, 3)))])
        if kind > 0.9:
            inset = font.size * r.uniform(1, 3)
            p.draw.line(
                (x0 + inset / 2, y - font.size, x0 + inset / 2, min(y1, y + leading)),
                fill=p.theme.accent,
                width=2,
            )
            y = paragraph(p, font, text, x0 + inset, y, x1 - x0 - inset, leading, y1, p.theme.muted)
        elif kind > 0.84:
            y = bullets(p, t, font, x0, y, x1 - x0, leading, y1, r.randint(2, 5))
        else:
            y = paragraph(p, font, text, x0, y, x1 - x0, leading, y1)
        y += leading * r.choice([0, 0.3, 0.6, 1.0])


def bullets(
    p: Page, t: Texts, font: Font, x: float, y: float, width: float, leading: float, bottom: float, count: int
) -> float:
    """A list whose items wrap under themselves; dots and boxes are not read, other signs are."""
    r = p.rng
    style = r.choice(["dot", "dot", "•", "-", "*", "1.", "1)", "a)", "–", "box", "▪"])
    if len(style) == 1 and style in font.face.missing:
        style = "-"
    inset = font.size * r.uniform(1.2, 2.4)
    for n in range(count):
        if p.full or y + font.descent > bottom:
            break
        mark = (
            style
            if len(style) == 1
            else {"1.": f"{n + 1}.", "1)": f"{n + 1})", "a)": f"{chr(97 + n % 26)})"}.get(style, "")
        )
        text = t.sentence(r.choice([30, 60, 140]))
        first: Span | None = None
        shown = f"{mark} " if mark[:1].isalnum() else "- "
        if mark:
            set_mark = p.put(font, mark, x + font.size * 0.3, y)
            first = None if mark in "•▪" else set_mark  # set or drawn, a dot is no text
            inset = max(inset, font.width(mark) + font.size * 0.6)
        elif style == "dot":
            c, radius = (x + font.size * 0.6, y - font.size * 0.3), font.size * r.uniform(0.1, 0.17)
            p.draw.ellipse((c[0] - radius, c[1] - radius, c[0] + radius, c[1] + radius), fill=p.theme.ink)
        else:
            p.draw.rectangle((x, y - font.size * 0.7, x + font.size * 0.7, y), outline=p.theme.rule, width=1)
        y = paragraph(
            p, font, text, x + inset, y, width - inset, leading, bottom, first=first, block="item", mark=shown
        )
        y += leading * r.choice([0, 0, 0.25])
    return y


def columns(p: Page, t: Texts, size: float) -> None:
    """Two or three columns of prose, read one after the other."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    count = 3 if (x1 - x0) / p.scale > 380 and r.random() < 0.35 else 2
    font = p.font(p.library.family(r, "serif", "sans"), size)
    leading = round(font.size * r.uniform(1.12, 1.5))
    gutter = font.size * r.uniform(1.0, 2.6)
    width = (x1 - x0 - gutter * (count - 1)) / count
    top = y0
    p.kind = "a page of text"
    if r.random() < 0.45:
        head = p.font(font.face.family, size * r.uniform(1.2, 2), bold=True)
        top = (
            heading(p, head, t.title(2, 6), x0, y0 + head.ascent, x1 - x0, y1) - head.ascent + font.size * 0.4
        )
    bottom = y1 if r.random() < 0.5 else top + (y1 - top) * r.uniform(0.4, 1)
    lined = r.random() < 0.3
    for n in range(count):
        x, y = x0 + n * (width + gutter), top + font.ascent
        if lined and n:
            p.draw.line((x - gutter / 2, top, x - gutter / 2, bottom), fill=p.theme.rule, width=1)
        if r.random() < 0.25:
            bold = p.font(font.face.family, size * r.uniform(1, 1.25), bold=True)
            y = heading(p, bold, t.title(1, 4), x, y, width, bottom, level=2)
        while y + font.descent < bottom and not p.full:
            y = paragraph(p, font, t.passage(), x, y, width, leading, bottom)
            y += leading * r.choice([0, 0, 0.5])
            if r.random() < 0.08:
                break


def snippets(p: Page, t: Texts, size: float) -> None:
    """Unrelated lines, each in its own font and place: the widest variety a picture."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    y, same = y0, r.random() < 0.4
    family = p.library.family(r)
    p.kind = "lines of text"
    while not p.full:
        font = p.font(
            family if same else p.library.family(r),
            size * (1 if same else r.uniform(0.8, 1.5)),
            bold=r.random() < 0.2,
            italic=r.random() < 0.12,
        )
        text = p.cut(font, t.snippet(), x1 - x0)
        if y + font.ascent + font.descent > y1:
            break
        if text:
            x = x0 + r.choice([0, 0, 0.5, 1, r.random()]) * max(0.0, x1 - x0 - font.width(text) * 1.02)
            ink = readable(r, p.theme.paper) if r.random() < 0.1 else None
            p.add(p.put(font, text, x, y + font.ascent, ink))
            if r.random() < 0.05:
                p.draw.line(
                    (x, y + font.ascent + 2, x + font.width(text), y + font.ascent + 2),
                    fill=ink or p.theme.ink,
                )
        y += (font.ascent + font.descent) * r.uniform(1.0, 1.5)
        if r.random() < 0.1:
            p.rule(x0, x1, y)
            y += font.size * 0.5


def row_of(cells: list[str], head: bool) -> str:
    """A row of a pipe table; under its head stands the rule that Markdown wants."""
    row = "| " + " | ".join(cells) + " |"
    return row + "\n|" + " --- |" * len(cells) if head else row


def table(p: Page, t: Texts, size: float) -> None:
    """Rows of cells, with lines, stripes or only air between them; read row by row."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans", "sans", "serif", "mono"), size)
    bold = p.font(font.face.family, size, bold=True)
    count = r.randint(2, max(2, min(7, int((x1 - x0) / (font.size * 5)))))
    shares = [r.uniform(0.6, 1.6) for _ in range(count)]
    edges = [x0]
    for share in shares:
        edges.append(edges[-1] + (x1 - x0) * share / sum(shares))
    makers = [
        r.choice(
            [
                t.goods,
                t.price,
                t.number,
                t.date,
                lambda: t.title(1, 2),
                t.name,
                lambda: str(r.randint(0, 40)),
                t.price,
                t.code_number,
                lambda: t.words(1, 2),
            ]
        )
        for _ in range(count)
    ]
    right = [r.random() < 0.35 for _ in range(count)]
    height = round(font.size * r.uniform(1.4, 2.6))
    grid, stripe, pad = r.random(), r.random() < 0.25, font.size * r.uniform(0.35, 0.8)
    y, row, repeated = y0, 0, ""
    p.kind = "a table"
    while y + height <= y1 and not p.full:
        use = bold if row == 0 else font
        ink = p.theme.ink
        if stripe and row % 2:
            p.draw.rectangle((x0, y, x1, y + height), fill=p.theme.panel)
        if row == 0 and stripe:
            p.draw.rectangle((x0, y, x1, y + height), fill=p.theme.accent)
            ink = p.theme.accent_ink
        spans, cells = [], [""] * count
        for n in range(count):
            text = (
                r.choice(LABELS) if row == 0 else repeated if repeated and r.random() < 0.12 else makers[n]()
            )
            if row and r.random() < 0.06:
                continue
            if r.random() < 0.2:
                repeated = text
            text = p.cut(use, text, edges[n + 1] - edges[n] - 2 * pad)
            if text:
                x = edges[n + 1] - pad - use.width(text) if right[n] and row else edges[n] + pad
                spans.append(p.put(use, text, x, y + (height + use.ascent - use.descent) / 2, ink))
                cells[n] = text.replace("|", "\\|")
        p.add(*spans, block="row", markdown=row_of(cells, head=row == 0))
        y += height
        if grid > 0.55 or (grid > 0.4 and row == 0):
            p.draw.line((x0, y, x1, y), fill=p.theme.rule, width=1)
        row += 1
    if grid > 0.7:
        p.draw.rectangle((x0, y0, x1, y), outline=p.theme.rule)
        for edge in edges[1:-1]:
            p.draw.line((edge, y0, edge, y), fill=p.theme.rule)


def code(p: Page, t: Texts, size: float) -> None:
    """Source text in a fixed pitch: indentation kept, words coloured, line numbers now and then."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "mono"), size)
    leading, y = round(font.size * r.uniform(1.12, 1.6)), y0 + font.ascent
    inks = [p.theme.ink] * 3 + [readable(r, p.theme.paper, 70) for _ in range(4)]
    ligated = r.random() < 0.18
    plain, step = r.random() < 0.45 and not ligated, font.advance("x")
    p.kind = "program code"
    limit = int((x1 - x0) / step)
    while y + font.descent < y1 and not p.full:
        for line in t.code():
            if y + font.descent > y1 or p.full:
                break
            body = p.fit(font, line.strip())
            indent = len(line) - len(line.lstrip())
            body = body[: max(0, limit - indent)].strip() if indent < limit - 4 else ""
            if not body:
                y += leading if r.random() < 0.6 else 0
                continue
            spans, x = [], x0 + indent * step
            if plain:
                spans.append(p.put(font, body, x, y))
            else:
                text, centres = "", []
                for n, word in enumerate(body.split(" ")):
                    if n:
                        text, centres, x = text + " ", [*centres, (x, y)], x + step
                    if word:
                        ink = r.choice(inks)
                        if ligated and ligatures.drawable(font, word):
                            span = ligatures.put(p, font, word, x, y, ink)
                        else:
                            span = p.put(font, word, x, y, ink)
                        text, centres, x = text + word, [*centres, *span.centres], x + step * len(word)
                spans.append(Span(text, centres, inks=[ink_of(font, y)]))
            p.add(*spans, indent=indent, block="code")
            y += leading


def strip(p: Page, t: Texts, size: float) -> None:
    """One line that nearly fills the picture."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    size = min(size, (y1 - y0) / p.scale * 0.8)
    font = p.font(p.library.family(r), size, bold=r.random() < 0.2, italic=r.random() < 0.1)
    text = p.cut(font, t.snippet() if r.random() < 0.8 - t.stutters else t.sentence(100), x1 - x0)
    room = max(0.0, x1 - x0 - font.width(text) * 1.02)
    slack = max(0.0, y1 - y0 - font.ascent - font.descent)
    p.kind = "a line of text"
    if text:
        p.add(
            p.put(
                font, text, x0 + room * r.choice([0, 0.5, r.random()]), y0 + slack * r.random() + font.ascent
            )
        )
