"""Pictures of screens: dialogs, chats, terminals, forms, slides, settings, windows, posters, file lists.

Each function fills a `Page` from `Texts`, records its lines in reading order and notes facts that
questions ask for.
"""

from __future__ import annotations

from starter_model.bills import INVOICED
from starter_model.layouts import bullets, heading, paragraph
from starter_model.page import Font, Page, Span, any_colour, readable
from starter_model.texts import Texts
from starter_model.wordlists import BUTTONS, DAYS, LABELS, MENU, MONTHS


def _buttons(p: Page, font: Font, names: list[str], y: float, right: float, left: float) -> None:
    """A row of buttons ending at `right`, the last one often filled; one line of reading."""
    r = p.rng
    pad, gap = font.size * r.uniform(0.6, 1.3), font.size * r.uniform(0.4, 0.9)
    names = [n for n in (p.fit(font, n) for n in names) if n]
    while names and sum(font.width(n) + 2 * pad + gap for n in names) > right - left:
        names.pop()
    x = right - sum(font.width(n) + 2 * pad + gap for n in names) + gap
    if r.random() < 0.3:
        x = left
    spans, height, rounded = [], font.size * r.uniform(1.7, 2.4), font.size * r.uniform(0, 0.6)
    for n, name in enumerate(names):
        width = font.width(name) + 2 * pad
        box, filled = (x, y, x + width, y + height), n == len(names) - 1 and r.random() < 0.5
        if filled:
            p.draw.rounded_rectangle(box, rounded, fill=p.theme.accent)
        elif r.random() < 0.8:
            p.draw.rounded_rectangle(
                box, rounded, outline=p.theme.rule, width=1, fill=p.theme.panel if r.random() < 0.4 else None
            )
        spans.append(
            p.put(
                font,
                name,
                x + pad,
                y + (height + font.ascent - font.descent) / 2,
                p.theme.accent_ink if filled else None,
            )
        )
        x += width + gap
    p.add(*spans)


def dialog(p: Page, t: Texts, size: float) -> None:
    """A message with a title and buttons, with or without a frame and a title bar."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans"), size)
    bold = p.font(font.face.family, size * r.uniform(1, 1.35), bold=True)
    leading = round(font.size * r.uniform(1.2, 1.6))
    p.kind = "a dialog window"
    if r.random() < 0.35:
        p.draw.rounded_rectangle(
            (x0, y0, x1, y1), r.uniform(0, font.size), fill=p.theme.panel, outline=p.theme.rule
        )
        inset = font.size * r.uniform(0.5, 1.2)
        x0, y0, x1, y1 = x0 + inset, y0 + inset, x1 - inset, y1 - inset
    foot = y1 - font.size * 2.6
    if r.random() < 0.25:
        p.icon(x0, y0, font.size * 2)
        x0 += font.size * 3
    y = y0 + bold.ascent
    if r.random() < 0.85:
        y = heading(p, bold, t.title(1, 5), x0, y, x1 - x0, foot) + font.size * r.uniform(0.2, 1)
    for _ in range(r.randint(1, 2)):
        y = paragraph(
            p, font, t.sentence(r.choice([50, 100, 180])), x0, y, x1 - x0, leading, foot
        ) + font.size * r.uniform(0, 0.8)
    if r.random() < 0.25:
        y = bullets(p, t, font, x0, y, x1 - x0, leading, foot, r.randint(1, 4))
    if r.random() < 0.2 and y < foot - leading and not p.full:
        side = font.size * 0.8
        p.draw.rectangle((x0, y - side, x0 + side, y), outline=p.theme.rule)
        text = p.cut(font, t.sentence(40), x1 - x0 - 2 * side)
        p.add(p.put(font, text, x0 + 1.6 * side, y)) if text else None
        y += leading
    if not p.full:
        top = foot + font.size * 0.2 if r.random() < 0.4 else min(foot + font.size * 0.2, y)
        _buttons(p, font, r.sample(BUTTONS, r.randint(1, 3)), top, x1, x0)


def chat(p: Page, t: Texts, size: float) -> None:
    """Bubbles left and right, with names and times now and then."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans"), size)
    small = p.font(font.face.family, max(9, size * 0.8))
    leading, y, pad = round(font.size * r.uniform(1.15, 1.5)), y0, font.size * r.uniform(0.5, 0.9)
    p.kind = "a chat"
    mine, theirs = p.theme.accent, p.theme.panel
    named, timed = r.random() < 0.35, r.random() < 0.35
    while not p.full:
        right = r.random() < 0.5
        widest = (x1 - x0) * r.uniform(0.55, 0.8)
        lines = p.wrap(font, p.fit(font, t.sentence(r.choice([20, 50, 110]))), widest - 2 * pad)
        if not lines:
            continue
        height = len(lines) * leading + 2 * pad - (leading - font.size)
        if y + height + 2 * leading > y1 or len(p.lines) + len(lines) > p.max_lines + 2:
            break
        width = widest if r.random() < 0.4 else max(font.width(line) for line in lines) + 2 * pad
        x = x1 - width if right else x0
        if named and r.random() < 0.6:
            name = p.cut(small, t.name(), width)
            p.add(p.put(small, name, x, y + small.ascent, p.theme.muted)) if name else None
            y += small.size * 1.3
        p.draw.rounded_rectangle(
            (x, y, x + width, y + height), min(height / 2, font.size * 0.8), fill=mine if right else theirs
        )
        at = y + pad + font.ascent * 0.9
        for line in lines:
            p.add(p.put(font, line, x + pad, at, p.theme.accent_ink if right else None))
            at += leading
        y += height + font.size * r.uniform(0.3, 0.8)
        if timed and r.random() < 0.6 and not p.full:
            clock = t.time()
            p.add(
                p.put(
                    small,
                    clock,
                    x1 - small.width(clock) if right else x0,
                    y + small.ascent * 0.7,
                    p.theme.muted,
                )
            )
            y += small.size * 1.5


def terminal(p: Page, t: Texts, size: float) -> None:  # noqa: C901 (one branch a command)
    """Commands and what they print: lists of files, logs, errors, processes."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "mono"), size)
    leading, y = round(font.size * r.uniform(1.05, 1.5)), y0 + font.ascent
    limit = int((x1 - x0) / font.advance("x"))
    p.kind = "a terminal"
    inks = [p.theme.ink] * 4 + [readable(r, p.theme.paper), readable(r, p.theme.paper)]

    def show(text: str) -> None:
        nonlocal y
        indent = min(8, len(text) - len(text.lstrip()))
        body = p.fit(font, text.strip())[: limit - indent].rstrip()
        if y + font.descent > y1 or p.full:
            y = y1 + 1
            return
        if body:
            span = p.put(font, body, x0 + indent * font.advance("x"), y, r.choice(inks))
            words, centres = [], []
            for c, at in zip(span.text, span.centres, strict=True):
                if c == " " and words and words[-1] == " ":
                    continue
                words.append(c)
                centres.append(at)
            p.add(Span("".join(words), centres, inks=span.inks), block="code")
        y += leading

    while y < y1 and not p.full:
        kind = r.randrange(8)
        sign = r.choice(
            [
                "$ ",
                "# ",
                "> ",
                f"{t.handle()}@{t.handle()}:~$ ",
                f"{t.handle()}@{t.handle()}:~/{t.handle()}$ ",
                "PS C:\\> ",
                "❯ ",
            ]
        )
        owner = t.handle()[:8]
        if kind == 0:
            show(f"{sign}ls {r.choice(['-la', '-l', '-lh', ''])} {t.path()}")
            for _ in range(r.randint(2, 8)):
                mode = r.choice(["-rw-r--r--", "drwxr-xr-x", "-rwxr-xr-x", "lrwxrwxrwx", "-rw-------"])
                clock = f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}"
                when = f"{r.choice(MONTHS)[:3]} {r.randint(1, 30):>2} {r.choice([clock, '2026', '', ''])}"
                name = f"{t.handle()}.{r.choice(['txt', 'md', 'py', 'png', 'c'])}"
                size_bytes = f"{r.randint(10, 9999999):>{r.choice([6, 8])}}"
                show(f"{mode} {r.randint(1, 9)} {owner} {owner} {size_bytes} {when} {name}")
        elif kind == 1:
            for _ in range(r.randint(2, 7)):
                level = r.choice(["INFO", "WARN", "ERROR", "DEBUG", "[info]", "warning:", "error:"])
                day = r.choice([f"2026-{r.randint(1, 12):02d}-{r.randint(1, 28):02d} ", ""])
                clock = f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}:{r.randint(0, 59):02d}"
                fraction = r.choice([f".{r.randint(0, 999):03d}", f",{r.randint(0, 999):03d}", ""])
                show(f"{day}{clock}{fraction} {level} {t.words(2, 7)}")
        elif kind == 2:
            show(f"{sign}{t.handle()} {r.choice(['--', '-'])}{t.handle()} {t.path()}")
            show(
                f"{r.choice(['error', 'fatal', 'warning', t.handle()])}: {t.words(2, 7)} "
                f"(code {r.randint(1, 255)})"
            )
        elif kind == 3:
            show(f"{sign}git {r.choice(['status', 'log --oneline', 'diff', 'commit -m', 'push'])}")
            for _ in range(r.randint(1, 5)):
                show(f"{r.randbytes(4).hex()[:7]} {t.words(2, 7)}")
        elif kind == 4:
            for _ in range(r.randint(2, 6)):
                show(
                    f"{r.randint(1, 99999):>6} {owner:<8} {r.random() * 100:5.1f} {r.random() * 9:4.1f} "
                    f"{r.randint(0, 99)}:{r.randint(0, 59):02d} {t.path()}"
                )
        elif kind == 5:
            for line in t.code()[:8]:
                show(line)
        elif kind == 6:
            for _ in range(r.randint(1, 4)):
                show(
                    t.handle()
                    + r.choice(["=", ": ", " = ", "  "])
                    + r.choice([t.number, t.path, t.word, t.url])()
                )
        else:
            show(f"{sign}{t.handle()} {t.words(1, 4)}")
            show(t.sentence(limit))


def form(p: Page, t: Texts, size: float) -> None:
    """Labels with values: beside, above, in boxes below or beside them, over dotted lines."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans", "sans", "serif"), size)
    label_font = p.font(font.face.family, size * r.choice([1, 1, 0.85]), bold=r.random() < 0.5)
    leading = round(font.size * r.uniform(1.5, 2.3))
    style = r.choice(["beside", "beside", "column", "above", "box", "field"])
    makers = [
        t.name,
        t.email,
        t.phone,
        t.date,
        t.code_number,
        t.street,
        t.city,
        t.money,
        t.company,
        lambda: t.title(1, 3),
        t.number,
        t.url,
    ]
    p.kind, y = "a form", y0 + font.ascent
    if r.random() < 0.4:
        head = p.font(font.face.family, size * r.uniform(1.1, 1.6), bold=True)
        y = heading(p, head, t.title(1, 4), x0, y0 + head.ascent, x1 - x0, y1) + font.size * 0.8
    tab = x0 + font.size * r.uniform(7, 11)
    colon = ":" if r.random() < 0.75 else ""
    own = r.choice(INVOICED) if r.random() < 0.5 else "Invoice number"
    asked = {
        "Date": (t.date, "date"),
        own: (t.code_number, "number"),
        "Total": (t.money, "total"),
        "Company": (t.company, "vendor"),
        "Reference number": (t.code_number, "number"),
        "Due date": (t.date, ""),
        "Order number": (t.code_number, ""),
        "E-mail": (t.email, ""),
        "Customer": (t.name, ""),
    }
    seen: set[str] = set()
    more = ["Name", "Street", "City", "E-mail", "Date", "Customer"] if r.random() < 0.3 else LABELS
    while y + font.descent + (leading if style in ("above", "box") else 0) < y1 and not p.full:
        label = r.choice(sorted(asked)) if r.random() < 0.4 else r.choice(more)
        if label in seen and r.random() < 0.9:
            label = r.choice(LABELS)
        maker, fact = asked.get(label, (r.choice(makers), ""))
        ink = p.theme.muted if r.random() < 0.2 else None
        head_span = p.put(label_font, p.cut(label_font, label + colon, (x1 - x0) * 0.5), x0, y, ink)
        empty = r.random() < 0.1
        if style in ("beside", "column", "field"):
            x = (
                tab
                if style != "beside" and x0 + label_font.width(label + colon) < tab - font.size * 0.4
                else x0 + label_font.width(label + colon) + font.size * r.uniform(0.25, 0.5)
            )
            if style == "field":
                _frame(p, font, x, x1, y)
                x += font.size * 0.5
            text = "" if empty else p.cut(font, maker(), x1 - x - font.size * 0.5 * (style == "field"))
            if style != "field" and (empty or r.random() < 0.12):
                p.rule(x, x1, y + font.size * 0.25)
            p.add(head_span, p.put(font, text, x, y)) if text else p.add(head_span)
        else:
            p.add(head_span)
            y += leading * 0.8
            if style == "box":
                _frame(p, font, x0, x1, y)
            text = "" if empty else p.cut(font, maker(), x1 - x0 - font.size)
            if text and not p.full:
                p.add(p.put(font, text, x0 + (font.size * 0.5 if style == "box" else 0), y))
        if text and fact and (fact not in p.facts or label == own not in seen):
            p.facts[fact] = text
        if text and label in seen:
            p.fields.pop(label, None)
        elif text:
            p.fields[label] = text
        seen.add(label)
        y += leading * (1.25 if style in ("box", "field") else 1.0)


def _frame(p: Page, font: Font, x0: float, x1: float, y: float) -> None:
    """A box round the line that stands at `y`."""
    box = (x0, y - font.ascent - font.size * 0.15, x1, y + font.descent + font.size * 0.1)
    fill = p.theme.panel if p.rng.random() < 0.3 else None
    p.draw.rounded_rectangle(box, 3, outline=p.theme.rule, fill=fill)


def slide(p: Page, t: Texts, size: float) -> None:
    """A title and points on a plain or graded ground."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    if r.random() < 0.6:
        a = any_colour(r)
        b = tuple(max(0, min(255, v + r.randint(-60, 60))) for v in a)
        p.gradient(a, (b[0], b[1], b[2]))
        p.theme.paper, p.theme.ink = a, readable(r, a, 130)
        p.theme.muted = p.theme.ink
    font = p.font(p.library.family(r, "sans", "sans", "serif", "display"), size * r.uniform(1.0, 1.6))
    head = p.font(font.face.family, size * r.uniform(1.6, 2.6), bold=r.random() < 0.7)
    leading = round(font.size * r.uniform(1.3, 1.8))
    p.kind = "a slide"
    y = heading(p, head, t.title(1, 5), x0, y0 + head.ascent, x1 - x0, y1) + font.size * r.uniform(0.2, 0.8)
    if r.random() < 0.4:
        bullets(p, t, font, x0, y, x1 - x0, leading, y1, r.randint(2, 6))
        return
    inset = font.size * r.choice([0, 0.8, 1.2])
    for _ in range(r.randint(1, 6)):
        text = t.words(2, 7).capitalize() if r.random() < 0.6 else t.sentence(70)
        y = paragraph(p, font, text, x0 + inset, y, x1 - x0 - inset, leading, y1) + font.size * r.choice(
            [0, 0.3]
        )


def settings(p: Page, t: Texts, size: float) -> None:
    """Rows of a menu or of settings: a name left, a value, shortcut or switch right."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans"), size)
    small = p.font(font.face.family, size * 0.85)
    leading, y = round(font.size * r.uniform(1.5, 2.6)), y0 + font.ascent
    icons, shown = r.random() < 0.4, r.random() < 0.6
    p.kind = "a list of settings"
    while y + font.descent < y1 and not p.full:
        x = x0 + (font.size * 1.8 if icons else 0)
        if icons:
            p.icon(x0, y - font.size * 0.85, font.size)
        right = (
            r.choice(
                [
                    f"Ctrl+{r.choice('ABCDEFGHKNOPQRSVWXZ')}",
                    t.number(),
                    "On",
                    "Off",
                    ">",
                    t.word(),
                    f"Ctrl+Shift+{r.choice('ABCNST')}",
                    f"F{r.randint(1, 12)}",
                    t.time(),
                    t.date(),
                ]
            )
            if shown and r.random() < 0.7
            else ""
        )
        right = p.cut(small, right, (x1 - x0) * 0.35)
        switch = not right and r.random() < 0.3
        taken = font.size * (2.2 if switch else 1) + small.width(right)
        left = (
            p.cut(font, r.choice(MENU) if r.random() < 0.5 else t.title(1, 4), x1 - x - taken)
            if x1 - x - taken > font.size
            else ""
        )
        if left:
            p.add(
                p.put(font, left, x, y),
                *([p.put(small, right, x1 - small.width(right) * 1.02, y, p.theme.muted)] if right else []),
            )
            if switch:
                w = font.size * 1.7
                p.draw.rounded_rectangle(
                    (x1 - w, y - font.size * 0.8, x1, y + font.size * 0.1),
                    font.size * 0.45,
                    fill=p.theme.accent,
                )
        if r.random() < 0.2 and not p.full and y + leading * 0.8 < y1 - font.descent:
            y += leading * 0.6
            note = p.cut(small, t.sentence(60), x1 - x)
            p.add(p.put(small, note, x, y, p.theme.muted)) if note else None
        if r.random() < 0.2:
            p.rule(x0, x1, y + leading * 0.35)
        y += leading


def window(p: Page, t: Texts, size: float) -> None:
    """A program: title bar, a row of menus or tabs, a side list, then text."""
    r, (x0, y0, x1, y1) = p.rng, (4 * p.scale, 2 * p.scale, p.width - 6 * p.scale, p.height - 4 * p.scale)
    font = p.font(p.library.family(r, "sans"), min(size, 18))
    leading, bar, y = round(font.size * r.uniform(1.3, 1.8)), font.size * 2, y0
    p.kind = "a program window"
    if r.random() < 0.7:
        p.draw.rectangle((0, 0, p.width, y + bar), fill=p.theme.panel)
        text = p.cut(
            font,
            t.title(1, 4) + r.choice(["", f" - {t.title(1, 2)}", f" — {t.title(1, 1)}"]),
            x1 - x0 - bar * 3,
        )
        x = x0 if r.random() < 0.5 else (x0 + x1 - font.width(text)) / 2
        p.add(p.put(font, text, x, y + bar * 0.65)) if text else None
        for n in range(3):
            p.icon(x1 - (n + 1) * font.size * 1.5, y + bar * 0.3, font.size * 0.8)
        y += bar
    if r.random() < 0.6:
        spans, x = [], x0
        for _ in range(r.randint(3, 8)):
            name = p.fit(font, r.choice(MENU) if r.random() < 0.7 else t.title(1, 1))
            if not name or x + font.width(name) > x1:
                break
            spans.append(p.put(font, name, x, y + bar * 0.65))
            x += font.width(name) + font.size * r.uniform(0.9, 1.6)
        p.add(*spans)
        y += bar
        p.draw.line((0, y, p.width, y), fill=p.theme.rule)
    if (x1 - x0) / p.scale > 330 and r.random() < 0.5:
        side = (x1 - x0) * r.uniform(0.22, 0.36)
        p.draw.rectangle((0, y, x0 + side, p.height), fill=p.theme.panel)
        at = y + leading
        while at + font.descent < y1 and not p.full and r.random() < 0.9:
            name = p.cut(font, r.choice(MENU) if r.random() < 0.5 else t.title(1, 3), side - font.size)
            p.add(p.put(font, name, x0 + font.size * 0.4, at)) if name else None
            at += leading
        x0 += side + font.size
    y += leading
    body = p.font(p.library.family(r, "sans", "serif", "mono"), size)
    while y + body.descent < y1 and not p.full:
        if r.random() < 0.25:
            y = bullets(
                p, t, body, x0, y, x1 - x0, max(leading, round(body.size * 1.25)), y1, r.randint(2, 4)
            )
        else:
            y = paragraph(p, body, t.passage(), x0, y, x1 - x0, max(leading, round(body.size * 1.25)), y1)
        y += leading * r.choice([0, 0.5])


def poster(p: Page, t: Texts, size: float) -> None:
    """Large words on a photograph-like ground: signs, covers, labels."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    p.gradient(p.theme.paper, p.theme.panel)
    p.texture(r.randint(10, 70))
    p.theme.ink = readable(r, p.theme.paper, 140)
    y = y0
    p.kind = "a poster"
    for _ in range(r.randint(1, 6)):
        font = p.font(p.library.family(r), size * r.uniform(1, 2.6), bold=r.random() < 0.5)
        text = p.cut(font, t.title(1, 4) if r.random() < 0.7 else t.snippet(), x1 - x0)
        if y + font.ascent + font.descent > y1 or p.full:
            break
        if text:
            x = x0 + (x1 - x0 - font.width(text) * 1.02) * r.choice([0, 0.5, 0.5])
            if r.random() < 0.2:
                p.draw.rectangle(
                    (x - 4, y, x + font.width(text) + 4, y + font.ascent + font.descent), fill=p.theme.accent
                )
                p.add(p.put(font, text, x, y + font.ascent, p.theme.accent_ink))
            else:
                p.add(p.put(font, text, x, y + font.ascent))
        y += (font.ascent + font.descent) * r.uniform(1, 1.4)


def agenda(p: Page, t: Texts, size: float) -> None:
    """Times, days and what happens then; also files with sizes and search results with addresses."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans", "serif"), size)
    small = p.font(font.face.family, max(9, size * 0.82))
    leading, y = round(font.size * r.uniform(1.3, 1.9)), y0 + font.ascent
    p.kind = "a list"
    style = r.randrange(3)
    while y + font.descent + leading < y1 and not p.full:
        if style == 0:
            lead = p.put(font, r.choice([t.time(), r.choice(DAYS), t.date()]), x0, y, p.theme.muted)
            x = max(x0 + font.size * 6, x0 + font.width(lead.text) + font.size * 0.7)
            text = p.cut(font, t.sentence(60), x1 - x) if x1 - x > font.size * 4 else ""
            p.add(lead, p.put(font, text, x, y)) if text else p.add(lead)
        elif style == 1:
            cells = [
                f"{t.handle()}.{r.choice(['pdf', 'docx', 'png', 'txt'])}",
                t.date(),
                f"{r.randint(1, 999)} {r.choice(['KB', 'MB', 'kB'])}",
            ]
            spans, step = [], (x1 - x0) / 3
            for n, cell in enumerate(cells):
                text = p.cut(font, cell, step - font.size * 0.6)
                spans.append(p.put(font, text, x0 + n * step, y)) if text else None
            p.add(*spans)
        else:
            text = p.cut(font, t.title(2, 6), x1 - x0)
            p.add(p.put(font, text, x0, y, p.theme.accent)) if text else None
            y += leading * 0.85
            if not p.full:
                text = p.cut(small, t.url(), x1 - x0)
                p.add(p.put(small, text, x0, y, p.theme.muted)) if text else None
                y += leading * 0.85
            y = paragraph(p, small, t.sentence(140), x0, y, x1 - x0, round(leading * 0.85), y1)
        y += leading * r.choice([0.2, 0.2, 0.6]) if style == 2 else leading
