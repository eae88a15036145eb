"""Windows as toolkits draw them, light and dark: tabs, groups, check boxes, lists beside tables, tool bars.

Runs in the picture workers. Words alone are read; what `controls` draws stands beside them.
"""

from __future__ import annotations

from collections.abc import Callable

from starter_model import controls, frames
from starter_model.frames import Part
from starter_model.layouts import paragraph, row_of
from starter_model.page import Page, Span
from starter_model.texts import Texts
from starter_model.wordlists import LABELS, UNITS


def _choice(w: Part, x: float, kind: str, chosen: bool = False) -> None:
    """One line of a check box, a radio button or a switch with its name."""
    p, r, middle = w.p, w.p.rng, w.y + w.row / 2
    side = w.font.size * r.uniform(0.85, 1.1)
    text = w.name(w.x1 - x - 3 * side, r.choice([2, 3, 5]))
    if not text:
        return
    if kind == "switch":
        controls.switch(p, w.look, w.x1 - side * 2.3, middle, side * 1.1, r.random() < 0.5)
        p.add(p.put(w.font, text, x, w.base))
        return
    if kind == "check":
        controls.check(p, w.look, x, middle, side, r.choice([0, 1, 1, 1, 2] if r.random() < 0.2 else [0, 1]))
    else:
        controls.radio(p, w.look, x, middle, side, chosen)
    ink = p.theme.muted if r.random() < 0.1 else None
    p.add(p.put(w.font, text, x + side * r.uniform(1.3, 1.6), w.base, ink))


def _groups(w: Part) -> None:
    """Groups with a name on or over their frame; in them choices, values, sliders."""
    p, r = w.p, w.p.rng
    while w.fits(2) and r.random() < 0.95:
        framed, named, behind = r.random() < 0.6, r.random() < 0.8, w.x0
        top, inset = w.y, w.font.size * r.uniform(0.5, 1.1)
        if named and (text := w.name(w.x1 - w.x0 - 2 * inset)):
            p.add(p.put(w.font, text, w.x0 + (inset if framed else 0), w.base), block="head", mark="## ")
            behind = w.x0 + inset + w.font.width(text)
            w.y += w.row
        frame = top + w.row * (0.5 if named and w.look.style in ("classic", "web") else 1.0 if named else 0.0)
        kind = r.choice(["check", "check", "check", "radio", "radio", "switch", "values", "sliders"])
        for n in range(r.randint(2, 6)):
            if not w.fits():
                break
            if kind in ("check", "radio", "switch"):
                _choice(w, w.x0 + inset, kind, chosen=n == 0)
            elif kind == "values":
                _value(w, w.x0 + inset, w.x1 - inset, (w.x1 - w.x0) * 0.4)
            elif text := w.name((w.x1 - w.x0) * 0.35, 2):
                spans = [p.put(w.font, text, w.x0 + inset, w.base)]
                right = w.x1 - inset
                if r.random() < 0.4:
                    value = f"{r.randint(0, 100)}{r.choice(['', '%', ' %', f' {r.choice(UNITS)}'])}"
                    spans.append(p.put(w.font, value, right - w.font.size * 2.6, w.base))
                    right -= w.font.size * 3.2
                controls.slider(p, w.look, w.x0 + (w.x1 - w.x0) * 0.45, right, w.y + w.row / 2, w.font.size)
                p.add(*spans)
            w.y += w.row * r.choice([1.0, 1.0, 1.3])
        if framed:
            _frame(p, w, frame, behind if named and w.look.style in ("classic", "web") else None)
        w.y += w.font.size * r.uniform(0.4, 0.9)


def _frame(p: Page, w: Part, top: float, behind: float | None) -> None:
    """A group's frame; where its name stands on it, the line is left out up to `behind` the name."""
    if behind is None:
        p.draw.rounded_rectangle((w.x0, top, w.x1, w.y + 2), w.font.size * w.look.corner, outline=w.look.edge)
        return
    gap = w.font.size * p.rng.choice([0.05, 0.15, 0.3])
    for box in ((w.x0, top, w.x0, w.y), (w.x1, top, w.x1, w.y), (w.x0, w.y, w.x1, w.y)):
        p.draw.line(box, fill=w.look.edge)
    p.draw.line((w.x0, top, w.x0 + max(1.0, w.font.size * 0.5 - gap), top), fill=w.look.edge)
    if behind + gap < w.x1:
        p.draw.line((behind + gap, top, w.x1, top), fill=w.look.edge)


def _value(w: Part, x0: float, x1: float, width: float) -> None:
    """A label and its field, combo box or spin box; what it says may be asked for."""
    p, r, t = w.p, w.p.rng, w.t
    kind = r.choice(["field", "field", "combo", "spin"])
    own: dict[str, tuple[Callable[[], str], str]] = {
        "Date": (t.date, "date"),
        "Invoice number": (t.code_number, "number"),
        "Reference number": (t.code_number, "number"),
        "Total": (t.money, "total"),
        "Company": (t.company, "vendor"),
        "Name": (t.name, ""),
        "Street": (t.street, ""),
        "City": (t.city, ""),
        "E-mail": (t.email, ""),
        "Due date": (t.date, ""),
    }
    name = r.choice(sorted(own)) if r.random() < 0.35 else r.choice(LABELS)
    if name in p.fields or r.random() < 0.4:
        name = t.title(1, 2)
    others = [
        t.word,
        t.date,
        t.email,
        t.number,
        lambda: t.title(1, 3),
        t.path,
        lambda: str(r.randint(0, 9999)),
    ]
    maker, fact = own.get(name, (r.choice(others), ""))
    if kind == "spin" and not fact:
        maker = others[-1]
    label = p.cut(w.font, name + r.choice([":", ":", ""]), width - w.font.size * 0.5)
    spans = [p.put(w.font, label, x0, w.base)] if label else []
    stop = x1 if r.random() < 0.7 else x0 + width + (x1 - x0 - width) * r.uniform(0.5, 1)
    box = (x0 + width, w.y + w.row * 0.06, stop, w.y + w.row * 0.94)
    found = controls.worded(p, w.look, w.font, "" if r.random() < 0.08 else maker(), box, kind)
    p.add(*spans, *([found] if found else []))
    if found and label.rstrip(":") == name and name not in p.fields:
        p.fields[name] = found.text
        if fact and fact not in p.facts:
            p.facts[fact] = found.text


def _form(w: Part) -> None:
    """Labelled fields, then a check box now and then."""
    p, r = w.p, w.p.rng
    width = (w.x1 - w.x0) * r.uniform(0.2, 0.42)
    if w.fits() and r.random() < 0.6 and (text := w.name(w.x1 - w.x0)):
        p.add(p.put(w.font, text, w.x0, w.base), block="head", mark="# ")
        w.y += w.row
    for _ in range(r.randint(2, 12)):
        if not w.fits():
            break
        if r.random() < 0.15:
            _choice(w, w.x0 + (width if r.random() < 0.6 else 0), "check")
        else:
            _value(w, w.x0, w.x1, width)
        w.y += w.row * r.choice([1.05, 1.2, 1.4])


def _list(w: Part, x0: float, x1: float, bottom: float, tree: bool) -> None:
    """Names under each other, with small pictures, a chosen one on the accent's colour."""
    p, r, y = w.p, w.p.rng, w.y + w.font.size * 0.3
    if r.random() < 0.7:
        controls.field(p, w.look, (x0, w.y, x1, bottom))
    step, pictures = w.font.size * r.uniform(1.15, 1.9), r.random() < 0.5
    chosen, row, depth = r.choice([-1, -1, r.randrange(5)]), 0, 0
    while y + step < bottom and not p.full and r.random() < 0.94:
        x = x0 + w.font.size * 0.35
        if tree:
            depth = max(0, min(3, depth + r.choice([-1, 0, 0, 1])))
            x += depth * w.font.size
            if r.random() < 0.6:
                controls.opener(p, x, y + step / 2, w.font.size)
            x += w.font.size * 1.1
        if row == chosen:
            p.draw.rectangle((x0 + 1, y, x1 - 1, y + step), fill=w.look.accent)
        if pictures:
            controls.picture(p, x, y + step / 2 - w.font.size * 0.45, w.font.size * 0.9)
            x += w.font.size * r.uniform(1.2, 1.5)
        if text := w.name(x1 - x - w.font.size * 0.4, 2):
            base = y + (step + w.font.ascent - w.font.descent) / 2
            p.add(
                p.put(w.font, text, x, base, w.look.on_accent if row == chosen else None),
                block="item",
                mark="- ",
            )
        y += step
        row += 1


def _table(w: Part, x0: float) -> None:  # noqa: C901 (a row from left to right)
    """A table with a head, framed; small pictures or check boxes in its first column."""
    p, r, t = w.p, w.p.rng, w.t
    whole = w.x1
    if r.random() < 0.25:
        w.x1 -= w.font.size * r.uniform(0.5, 1.0)
    count = max(2, min(r.randint(2, 5), int((w.x1 - x0) / (w.font.size * 6))))
    first = r.uniform(1.2, 2.6)
    edges = [
        x0 + (w.x1 - x0) * (0 if n == 0 else (first + n - 1) / (first + count - 1)) for n in range(count + 1)
    ]
    step, y, lined = w.font.size * r.uniform(1.3, 2.0), w.y, r.random() < 0.5
    bottom = w.y1 if r.random() < 0.5 else w.y + (w.y1 - w.y) * r.uniform(0.5, 1)
    controls.field(p, w.look, (x0, w.y, w.x1, bottom))
    makers: list[Callable[[], str]] = [
        lambda: f"{t.handle()}.{r.choice(['pdf', 'txt', 'png', 'py', 'zip'])}",
        lambda: t.title(1, 2),
    ]
    others = [
        t.number,
        t.date,
        lambda: f"{r.randint(1, 999)} {r.choice(['KB', 'MB', 'bytes'])}",
        t.price,
        lambda: t.title(1, 1),
        t.time,
    ]
    columns = [r.choice(makers), *(r.choice(others) for _ in range(count - 1))]
    mark, centred, chosen, row = (
        r.choice(["", "", "picture", "check"]),
        r.random() < 0.4,
        r.choice([-1, 1, 3]),
        0,
    )
    while y + step < bottom and not p.full:
        spans, cells = [], []
        if row == 0:
            p.draw.rectangle((x0 + 1, y + 1, w.x1 - 1, y + step), fill=p.theme.panel)
        elif row == chosen:
            p.draw.rectangle((x0 + 1, y, w.x1 - 1, y + step), fill=w.look.accent)
        for n in range(count):
            x, pad = edges[n], w.font.size * r.choice([0.25, 0.4])
            if n == 0 and row and mark:
                side = w.font.size * 0.9
                if mark == "picture":
                    controls.picture(p, x + pad, y + step / 2 - side / 2, side)
                else:
                    controls.check(p, w.look, x + pad, y + step / 2, side, r.randint(0, 1))
                x += side * 1.5
            text = p.cut(
                w.font,
                r.choice([*LABELS, "Name", "Size", "Modified", "Type"]) if row == 0 else columns[n](),
                edges[n + 1] - x - 2 * pad,
            )
            cells.append(text.replace("|", "\\|"))
            if text:
                room = edges[n + 1] - x - 2 * pad - w.font.width(text)
                at = x + pad + (room / 2 if row == 0 and centred else 0)
                ink = w.look.on_accent if row == chosen else None
                spans.append(p.put(w.font, text, at, y + (step + w.font.ascent - w.font.descent) / 2, ink))
        if row == 0 and r.random() < 0.3:
            controls.arrow(p, edges[1] - w.font.size * 1.2, y + step / 2, w.font.size * 0.8, r.choice([1, 3]))
        p.add(*spans, block="row", markdown=row_of(cells, head=row == 0))
        y += step
        row += 1
        if lined:
            p.draw.line((x0, y, w.x1, y), fill=w.look.edge)
    if lined:
        for edge in edges[1:-1]:
            p.draw.line((edge, w.y, edge, y), fill=w.look.edge)
    if whole > w.x1:
        controls.scroll_bar(p, w.look, (w.x1 + 1, w.y, whole, bottom))
        w.x1 = whole
    w.y = bottom


def _files(w: Part) -> None:
    """A list of places or a tree, read first, beside a table."""
    side = (w.x1 - w.x0) * w.p.rng.uniform(0.2, 0.35)
    both = side > w.font.size * 5
    if both:
        _list(w, w.x0, w.x0 + side, w.y1, tree=w.p.rng.random() < 0.3)
    _table(w, w.x0 + (side + w.font.size * w.p.rng.uniform(0.3, 1) if both else 0))


def _tree(w: Part) -> None:
    _list(w, w.x0, w.x1 - w.font.size, w.y1, tree=True)
    thick = w.font.size * w.p.rng.uniform(0.4, 0.9)
    if w.p.rng.random() < 0.5 and w.y1 - w.y > 3 * thick:
        controls.scroll_bar(w.p, w.look, (w.x1 - thick, w.y, w.x1, w.y1))


def _cards(w: Part) -> None:
    """Rows of settings in a frame: a name and a note, at the right a switch, an arrow, a value."""
    p, r = w.p, w.p.rng
    small = p.font(w.font.face.family, max(9, w.font.size / p.scale * 0.85))
    while w.fits(1.6) and r.random() < 0.97:
        tall = w.row * (1.9 if r.random() < 0.35 else 1.3)
        if w.y + tall > w.y1:
            break
        if r.random() < 0.5:
            controls.field(p, w.look, (w.x0, w.y, w.x1, w.y + tall))
        x, right, middle = w.x0 + w.font.size * 0.7, w.x1 - w.font.size * 0.7, w.y + tall / 2
        if r.random() < 0.4:
            controls.picture(p, x, middle - w.font.size * 0.6, w.font.size * 1.2)
            x += w.font.size * 2
        kind, spans = r.choice(["switch", "switch", "arrow", "value", "spin", ""]), []
        if kind == "switch":
            right -= w.font.size * 2.4
            controls.switch(p, w.look, right, middle, w.font.size * 1.1, r.random() < 0.5)
        elif kind == "arrow":
            right -= w.font.size
            controls.arrow(p, right, middle, w.font.size, 0, p.theme.muted)
        two = tall > w.row * 1.5
        base = w.y + (tall * 0.42 if two else (tall + w.font.ascent - w.font.descent) / 2)
        value: Span | None = None
        if kind in ("value", "spin") and right - x > w.font.size * 9:
            text = w.t.number() if kind == "spin" else w.name(w.font.size * 5, 1)
            value = controls.worded(
                p,
                w.look,
                w.font,
                text,
                (right - w.font.size * 7, middle - w.row * 0.42, right, middle + w.row * 0.42),
                "combo" if kind == "value" else "spin",
            )
            right -= w.font.size * 7.5
        if text := w.name(right - x, 4):
            spans.append(p.put(w.font, text, x, base))
        note = p.cut(small, w.t.sentence(60), right - x) if two and right - x > w.font.size * 4 else ""
        p.add(*spans, *([value] if value else []))
        if note and not p.full:
            p.add(p.put(small, note, x, w.y + tall * 0.8, p.theme.muted))
        w.y += tall + w.font.size * r.choice([0, 0, 0.4])


def _text(w: Part) -> None:
    """A field of text with a scroll bar."""
    p, r = w.p, w.p.rng
    controls.field(p, w.look, (w.x0, w.y, w.x1, w.y1))
    thick = w.font.size * r.uniform(0.4, 0.9)
    controls.scroll_bar(p, w.look, (w.x1 - thick, w.y, w.x1, w.y1))
    y, leading = w.y + w.font.ascent + w.font.size * 0.2, round(w.font.size * r.uniform(1.15, 1.5))
    while y + w.font.descent < w.y1 and not p.full:
        y = paragraph(
            p,
            w.font,
            w.t.passage(),
            w.x0 + w.font.size * 0.4,
            y,
            w.x1 - w.x0 - thick - w.font.size,
            leading,
            w.y1,
        )


def _status(t: Texts) -> str:
    """What a status bar says."""
    r = t.rng
    return r.choice(
        [
            t.sentence(50),
            t.title(1, 1),
            t.word(),
            "Ready",
            f"{r.randint(1, 99)} items",
            f"Ln {r.randint(1, 999)}",
        ]
    )


BODIES: tuple[tuple[Callable[[Part], None], int], ...] = (
    (_groups, 8),
    (_files, 6),
    (_form, 6),
    (_cards, 4),
    (_tree, 3),
    (_text, 2),
)


def toolkit(p: Page, t: Texts, size: float) -> None:
    """A window of one of the toolkits, whole or a part of one."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    font = p.font(p.library.family(r, "sans", "sans", "sans", "serif"), min(size, 22))
    w = Part(p, t, controls.look(r, p.theme), font, x0, x1, y0, y1)
    p.kind = "a program window"
    if r.random() < 0.35:
        frames.title_bar(w)
    if r.random() < 0.3:
        frames.menu(w)
    if r.random() < 0.3:
        frames.tool_bar(w)
    if r.random() < 0.3:
        frames.tabs(w)
    bars, bottom = w.y > y0, w.y1
    buttons = r.random() < 0.5 and w.fits(4)
    status = not buttons and r.random() < 0.25 and w.fits(4)
    if buttons or status:
        w.y1 -= w.row * 1.3
    body = r.choices([b for b, _ in BODIES], [n for _, n in BODIES])[0]
    if body is _form and not bars:
        p.kind = "a form"
    body(w)
    if buttons and not p.full:
        frames.buttons(w)
    elif status and not p.full and (text := p.cut(font, _status(t), x1 - x0 - 2 * font.size)):
        p.draw.line((0, w.y1 + 2, p.width, w.y1 + 2), fill=w.look.edge)
        p.add(p.put(font, text, x0, bottom - font.descent - 1))
    if status and r.random() < 0.6:
        controls.grip(p, p.width - p.px(2), p.height - p.px(2), font.size * r.uniform(0.6, 1.0))
    if not p.lines and (text := p.cut(font, t.title(1, 2), x1 - x0)):
        p.add(p.put(font, text, x0, y0 + font.ascent))
