"""Screens made of parts side by side: calendars, dashboards, programs with side bars, tight rows; and lines
that readers trip over.

Each function fills a `Page` from `Texts`; what stands in one row is read across, parts one after the other.
"""

from __future__ import annotations

from starter_model.faults import fault
from starter_model.layouts import bullets, heading, paragraph, row_of
from starter_model.page import Page, Span
from starter_model.texts import Texts
from starter_model.wordlists import DAYS, LABELS, MENU, MONTHS, UNITS


def calendar(p: Page, _t: Texts, size: float) -> None:
    """A month as a grid: the names of the days, then the weeks, read across."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans", "sans", "serif"), size)
    bold = p.font(font.face.family, size * r.uniform(1, 1.5), bold=True)
    p.kind = "a calendar"
    y = heading(p, bold, f"{r.choice(MONTHS)} {r.randint(1990, 2040)}", x0, y0 + bold.ascent, x1 - x0, y1)
    step, letters = (x1 - x0) / 7, r.choice([1, 2, 2, 3, 3])
    height = max(font.size * 1.3, min((y1 - y) / 7, font.size * r.uniform(1.4, 3)))
    if font.width("30") > step * 0.8 or font.width("MWM"[:letters]) > step:
        letters = 1
    names = [d[:letters] for d in DAYS]
    first, days, lines = r.randint(0, 6), r.choice([28, 30, 31, 31]), r.random() < 0.4
    weeks = [names] + [
        [str(d) if 1 <= (d := 7 * week + n - first + 1) <= days else "" for n in range(7)]
        for week in range(6)
    ]
    today = r.randint(1, days) if r.random() < 0.5 else 0
    for k, week in enumerate(weeks):
        if not any(week) or p.full or y + font.descent > y1:
            break
        spans = []
        for n, day in enumerate(week):
            if not day:
                continue
            x = x0 + n * step + (step - font.width(day)) / 2
            marked = bool(today) and day == str(today)
            if marked:
                side = font.size * 0.85
                cx, cy = x + font.width(day) / 2, y - font.size * 0.35
                p.draw.ellipse((cx - side, cy - side, cx + side, cy + side), fill=p.theme.accent)
            ink = p.theme.accent_ink if marked else p.theme.muted if k == 0 or n > 4 else None
            spans.append(p.put(font, day, x, y, ink))
        p.add(*spans, block="row", markdown=row_of(week, head=k == 0))
        y += height
        if lines:
            p.draw.line(
                (x0, y - height + font.descent + 2, x1, y - height + font.descent + 2), fill=p.theme.rule
            )


def dashboard(p: Page, t: Texts, size: float) -> None:
    """Cards in rows: a name, a large figure, a change; bars or curves without text below some."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans"), size)
    figure = p.font(font.face.family, size * r.uniform(1.3, 2.2), bold=True)
    p.kind, y = "a dashboard", y0
    if r.random() < 0.5:
        y = heading(p, figure, t.title(1, 3), x0, y0 + figure.ascent, x1 - x0, y1)
    count, gap = max(1, min(4, int((x1 - x0) / (font.size * 8)))), font.size * r.uniform(0.4, 1)
    width, charts = (x1 - x0 - gap * (count - 1)) / count, r.random() < 0.4
    height = font.size * 2.4 + figure.size * 1.6 + (font.size * 3 if charts else 0)
    while y + height < y1 and not p.full:
        rows: list[list[Span]] = [[], [], []]
        for n in range(count):
            x, pad = x0 + n * (width + gap), font.size * 0.5
            p.draw.rounded_rectangle(
                (x, y, x + width, y + height), font.size * 0.4, fill=p.theme.panel, outline=p.theme.rule
            )
            value = r.choice(
                [t.money(), t.number(), f"{r.randint(0, 100)} %", f"{r.randint(1, 999)} {r.choice(UNITS)}"]
            )
            parts = (
                (
                    font,
                    r.choice(LABELS + MENU) if r.random() < 0.6 else t.title(1, 2),
                    y + font.size * 1.2,
                    p.theme.muted,
                ),
                (figure, value, y + font.size * 1.3 + figure.size * 1.1, None),
                (
                    font,
                    r.choice([f"+{r.random() * 30:.1f} %", f"-{r.random() * 30:.1f} %", t.words(1, 2), ""]),
                    y + font.size * 2.1 + figure.size * 1.5,
                    None,
                ),
            )
            for row, (use, text, at, ink) in zip(rows, parts, strict=True):
                if text := p.cut(use, text, width - 2 * pad):
                    row.append(p.put(use, text, x + pad, at, ink))
            if charts:
                _bars(p, x + pad, y + height - font.size * 0.4, width - 2 * pad, font.size * 2.2)
        for row in rows:
            p.add(*row)
        y += height + gap


def _bars(p: Page, x: float, foot: float, width: float, height: float) -> None:
    """A small chart without words."""
    r, n = p.rng, p.rng.randint(4, 12)
    step = width / n
    for k in range(n):
        top = foot - height * r.uniform(0.1, 0.9)
        p.draw.rectangle((x + k * step, top, x + k * step + step * 0.6, foot), fill=p.theme.accent)


def sidebar(p: Page, t: Texts, size: float) -> None:
    """A column of names at the left or right, text in the rest; the left part is read first."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans"), min(size, p.width / p.scale / 18))
    leading, gap = round(font.size * r.uniform(1.35, 2)), font.size * r.uniform(0.8, 1.6)
    side, left = (x1 - x0) * r.uniform(0.22, 0.35), r.random() < 0.7
    p.kind = "a program window"

    def names(x: float) -> None:
        p.draw.rectangle((x - gap / 2, 0, x + side, p.height), fill=p.theme.panel)
        y, icons = y0 + font.ascent, r.random() < 0.4
        while y + font.descent < y1 and not p.full and r.random() < 0.93:
            at = x + (font.size * 1.4 if icons else 0)
            name = p.cut(font, r.choice(MENU) if r.random() < 0.5 else t.title(1, 2), x + side - at - 2)
            if icons:
                p.icon(x, y - font.size * 0.8, font.size * 0.9)
            p.add(p.put(font, name, at, y), block="item", mark="- ") if name else None
            y += leading

    def body(x: float, width: float) -> None:
        bold = p.font(font.face.family, font.size / p.scale * r.uniform(1.1, 1.6), bold=True)
        y = heading(p, bold, t.title(1, 4), x, y0 + bold.ascent, width, y1)
        while y + font.descent < y1 and not p.full:
            if r.random() < 0.3:
                y = bullets(p, t, font, x, y, width, leading, y1, r.randint(2, 4))
            else:
                y = paragraph(p, font, t.sentence(r.choice([40, 90, 160])), x, y, width, leading, y1)
            y += leading * r.choice([0, 0.4, 0.8])

    if left:
        names(x0)
        body(x0 + side + gap, x1 - x0 - side - gap)
    else:
        body(x0, x1 - x0 - side - gap)
        names(x1 - side)


def tight(p: Page, t: Texts, size: float) -> None:
    """Rows of short words and figures with narrow spaces between them."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r), size, bold=r.random() < 0.15)
    p.space, p.kind = r.uniform(0.45, 0.9), "lines of text"
    leading, y = round(font.size * r.uniform(1.05, 1.5)), y0 + font.ascent
    while y + font.descent < y1 and not p.full:
        text = " ".join(
            r.choice([t.word, t.number, t.word, t.price, t.time, t.handle])() for _ in range(r.randint(3, 14))
        )
        if text := p.cut(font, text, x1 - x0):
            p.add(p.put(font, text, x0, y))
        y += leading


def traps(p: Page, t: Texts, size: float) -> None:
    """Line after line of what readers trip over, ruled with dashes now and then."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    family = p.library.family(r, *r.choice([("mono",), ("sans",), ("serif",), ("sans", "serif", "mono")]))
    font = p.font(family, size, bold=r.random() < 0.1, italic=r.random() < 0.08)
    leading, y = round(font.size * r.uniform(1.15, 1.8)), y0 + font.ascent
    p.kind, wraps = "lines of text", r.random() < 0.5
    while y + font.descent < y1 and not p.full:
        text = fault(t)
        if wraps:
            y = paragraph(p, font, text, x0, y, x1 - x0, leading, y1, block="line")
        elif text := p.cut(font, text, x1 - x0):
            p.add(p.put(font, text, x0, y))
            y += leading
        if r.random() < 0.08:
            p.rule(x0, x1, y - font.size * 0.5)
            y += leading * 0.5
