"""Rules of tables and frames, up to large print: rows between upright rules, cells all around, boxes; and
pieces of them without a word.

Runs in the picture workers. A rule is never read, however short its piece is or however much like an `I`.
"""

from __future__ import annotations

from collections.abc import Callable

from starter_model import controls
from starter_model.layouts import row_of
from starter_model.page import Colour, Font, Page, Span
from starter_model.texts import Texts
from starter_model.wordlists import BUTTONS, LABELS, MENU


def _cell(t: Texts) -> Callable[[], str]:
    """What a column holds."""
    r = t.rng
    return r.choice(
        [
            t.price,
            t.price,
            lambda: str(r.randint(0, 99)),
            t.goods,
            lambda: t.title(1, 2),
            t.name,
            t.date,
            t.number,
            t.money,
            lambda: r.choice(["yes", "no", "OK", "-", "x", "I", "II", "1", "l", "A", "B"]),
        ]
    )


def _edges(p: Page, count: int) -> list[float]:
    """Where columns begin, and where the last ends."""
    x0, _, x1, _ = p.box
    shares = [p.rng.uniform(0.6, 1.7) for _ in range(count)]
    out = [x0]
    for share in shares:
        out.append(out[-1] + (x1 - x0) * share / sum(shares))
    return out


def _thickness(p: Page) -> int:
    return max(1, round(p.px(p.rng.choice([1, 1, 2, 2, 3, 4]))))


def _ink(p: Page) -> Colour:
    """Rules are pale, or as dark as the words."""
    return p.rng.choice([p.theme.rule, p.theme.rule, p.theme.muted, p.theme.ink])


def _spans(p: Page, font: Font, cells: list[str], edges: list[float], base: float, pad: float) -> list[Span]:
    """The words of a row, each within its column."""
    spans = []
    for n, cell in enumerate(cells):
        room = edges[n + 1] - edges[n] - 2 * pad
        if text := p.cut(font, cell, room) if room > font.size * 0.5 else "":
            cells[n] = text
            spans.append(p.put(font, text, edges[n] + pad, base))
        else:
            cells[n] = ""
    return spans


def rows(p: Page, t: Texts, size: float) -> None:
    """One or a few rows cut out of a ruled table: upright rules between the cells, whole or in pieces."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    size = min(size if r.random() < 0.5 else r.uniform(14, 56), (y1 - y0) / p.scale * 0.75)
    font = p.font(
        p.library.family(r, "sans", "sans", "serif", "mono"), max(8.0, size), bold=r.random() < 0.25
    )
    count = max(1, min(r.randint(2, 6), int((x1 - x0) / (font.size * 3.5))))
    edges, thick, colour = _edges(p, count), _thickness(p), _ink(p)
    height = min(y1 - y0, font.size * r.uniform(1.3, 2.3))
    makers, y = [_cell(t) for _ in range(count)], y0 + r.uniform(0, max(0.0, y1 - y0 - height)) * 0.5
    p.kind, first = "a table", True
    above, below = r.choice([0.0, 0.0, 0.2, 0.35]), r.choice([0.0, 0.0, 0.2, 0.35])
    top = y
    while y + height <= y1 + 1 and not p.full:
        cells = [maker() if r.random() < 0.94 else "" for maker in makers]
        spans = _spans(p, font, cells, edges, y + (height + font.ascent - font.descent) / 2, font.size * 0.4)
        p.add(*spans, block="row", markdown=row_of(cells, head=first and bool(spans)))
        y, first = y + height, False
        if y + height <= y1 + 1 and r.random() < 0.75:
            p.draw.line((x0, y, x1, y), fill=colour, width=thick)
    for n, edge in enumerate(edges):
        if 0 < n < len(edges) - 1 or r.random() < 0.75:
            p.draw.line((edge, top + height * above, edge, y - height * below), fill=colour, width=thick)


def ruled(p: Page, t: Texts, size: float) -> None:
    """A table ruled all over, its frame single, thick or double, at times cut off by the picture's edge."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(
        p.library.family(r, "sans", "sans", "serif", "mono"), size if r.random() < 0.45 else r.uniform(16, 52)
    )
    bold = p.font(font.face.family, font.size / p.scale, bold=True)
    count = max(1, min(r.randint(2, 6), int((x1 - x0) / (font.size * 3.5))))
    edges, thick, colour = _edges(p, count), _thickness(p), _ink(p)
    height, makers = font.size * r.uniform(1.5, 2.7), [_cell(t) for _ in range(count)]
    pad, tinted, y, first = font.size * r.uniform(0.3, 0.9), r.random() < 0.3, y0, True
    p.kind = "a table"
    while y + height <= y1 and not p.full:
        if tinted and first:
            p.draw.rectangle((x0, y, x1, y + height), fill=p.theme.panel)
        cells = [r.choice(LABELS) if first else maker() for maker in makers]
        cells = [cell if r.random() < 0.95 else "" for cell in cells]
        use = bold if first else font
        spans = _spans(p, use, cells, edges, y + (height + font.ascent - font.descent) / 2, pad)
        p.add(*spans, block="row", markdown=row_of(cells, head=first and bool(spans)))
        p.draw.line((x0, y, x1, y), fill=colour, width=thick)
        y, first = y + height, False
    p.draw.line((x0, y, x1, y), fill=colour, width=thick)
    for edge in edges[1:-1]:
        p.draw.line((edge, y0, edge, y), fill=colour, width=thick)
    _outer(p, (x0, y0, x1, y), thick, colour)


def _outer(p: Page, box: tuple[float, float, float, float], thick: int, colour: Colour) -> None:
    """A frame around a table: plain, double, or running out of the picture at its sides."""
    x0, y0, x1, y1 = box
    kind = p.rng.random()
    if kind < 0.15:
        return
    p.draw.rectangle((x0, y0, x1, y1), outline=colour, width=thick)
    if kind > 0.85:
        gap = 2 * thick + 1
        p.draw.rectangle((x0 - gap, y0 - gap, x1 + gap, y1 + gap), outline=colour, width=thick)
    elif kind > 0.7:
        for y in (y0, y1):
            p.draw.line((0, y, p.width, y), fill=colour, width=thick)


def boxes(p: Page, t: Texts, size: float) -> None:
    """Words in frames of their own, one beside the other, row by row: buttons, fields, cards, keys."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans"), size if r.random() < 0.5 else r.uniform(18, 56))
    p.kind, y = "a program window", y0
    height, corner = font.size * r.uniform(1.5, 2.4), r.choice([0.0, 0.0, 0.15, 0.5])
    thick, filled = _thickness(p), r.random() < 0.3
    while y + height <= y1 and not p.full:
        x, spans = x0, []
        while x < x1:
            text = r.choice(BUTTONS + MENU + LABELS) if r.random() < 0.6 else t.title(1, 2)
            text, pad = p.fit(font, text), font.size * r.uniform(0.3, 1.0)
            wide = font.width(text) + 2 * pad
            if not text or x + wide > x1:
                break
            fill = p.theme.panel if filled else None
            shape = (x, y, x + wide, y + height)
            p.draw.rounded_rectangle(shape, height * corner, fill=fill, outline=p.theme.rule, width=thick)
            if (
                r.random() < 0.2 and min(wide, height) > 8 * thick
            ):  # a frame within the frame, as a focused button has it
                inner = (x + 3 * thick, y + 3 * thick, x + wide - 3 * thick, y + height - 3 * thick)
                p.draw.rectangle(inner, outline=p.theme.muted)
            base = y + (height + font.ascent - font.descent) / 2
            spans.append(p.put(font, text, x + pad, base))
            x += wide + font.size * r.uniform(0.2, 1.2)
            if r.random() < 0.25:
                break
        if not spans:
            return
        p.add(*spans)
        y += height + font.size * r.choice([0.2, 0.5, 1.0])


def pieces(p: Page) -> None:
    """What is left of rules where a table was cut between its lines: uprights, knots, corners; no word."""
    r, colour = p.rng, _ink(p)
    thick = max(1, round(p.px(r.choice([1, 2, 2, 3, 4, 5]))))  # small pictures are shown enlarged
    p.kind = "a picture without text"
    xs = sorted(r.uniform(0.01, 0.99) * p.width for _ in range(r.randint(1, 7)))
    a = p.height * r.uniform(0, 0.55)
    b = a + max(p.px(3), (p.height - a) * r.uniform(0.15, 1.0))
    middle = r.choice([a, b, (a + b) / 2])
    kind = r.random()
    if kind < 0.25:
        p.draw.rectangle((0, 0, p.width, p.height), fill=p.theme.panel)
    if kind < 0.75:
        for x in xs:
            p.draw.line((x, a, x, b), fill=colour, width=thick)
    if kind > 0.5:
        p.draw.line((xs[0], middle, r.choice([xs[-1], float(p.width)]), middle), fill=colour, width=thick)
        for x in xs:
            knot = thick * r.uniform(0.6, 1.4)
            p.draw.rectangle((x - knot, middle - knot, x + knot, middle + knot), fill=colour)
    if r.random() < 0.2:
        controls.grip(p, p.width - p.px(4), p.height - p.px(4), p.px(r.uniform(9, 16)))
