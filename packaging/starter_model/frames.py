"""The edges of a window: title bar, menus, tool bar, tabs, buttons; and what is left of it for the rest.

Runs in the picture workers.
"""

from __future__ import annotations

from dataclasses import dataclass

from starter_model import controls
from starter_model.controls import Look
from starter_model.page import Font, Page
from starter_model.texts import Texts
from starter_model.wordlists import BUTTONS, LABELS, MENU


@dataclass
class Part:
    """A window in the making: what is left of its height, and how it is drawn."""

    p: Page
    t: Texts
    look: Look
    font: Font
    x0: float
    x1: float
    y: float
    y1: float

    @property
    def row(self) -> float:
        """The height of a control."""
        return self.font.size * 1.7

    @property
    def base(self) -> float:
        """Baseline of a row that begins here."""
        return self.y + (self.row + self.font.ascent - self.font.descent) / 2

    def fits(self, rows: float = 1.0) -> bool:
        """Whether so many rows have room."""
        return self.y + rows * self.row <= self.y1 and not self.p.full

    def name(self, width: float, most: int = 3) -> str:
        """A name of a setting or a file that fits."""
        r = self.p.rng
        text = r.choice(MENU + LABELS) if r.random() < 0.35 else self.t.title(1, most)
        return self.p.cut(self.font, text, width) if width > self.font.size else ""


def title_bar(w: Part) -> None:
    p, r = w.p, w.p.rng
    bar = w.font.size * r.uniform(1.7, 2.4)
    p.draw.rectangle((0, 0, p.width, bar), fill=p.theme.panel)
    left = controls.title_buttons(p, p.width - w.font.size * 0.3, bar / 2, w.font.size * 0.8)
    x = w.x0
    if r.random() < 0.4:
        controls.picture(p, x, bar / 2 - w.font.size / 2, w.font.size)
        x += w.font.size * 1.5
    text = p.cut(w.font, w.t.title(1, 4) + r.choice(["", f" - {w.t.title(1, 2)}"]), left - x)
    if text:
        shift = (left - x - w.font.width(text)) * 0.5 if r.random() < 0.4 else 0.0
        p.add(p.put(w.font, text, x + shift, (bar + w.font.ascent - w.font.descent) / 2))
    w.y = bar


def menu(w: Part) -> None:
    p, r, x, spans = w.p, w.p.rng, w.x0, []
    if not w.fits():
        return
    for text in r.choice([["File", "Edit", "View", "Help"], r.sample(MENU, r.randint(3, 8))]):
        if x + w.font.width(text) > w.x1:
            break
        spans.append(p.put(w.font, text, x, w.base))
        x += w.font.width(text) + w.font.size * r.uniform(0.8, 1.4)
    p.add(*spans)
    w.y += w.row


def tool_bar(w: Part) -> None:
    """Small pictures, some with their names, now and then a field to search in."""
    p, r, x, spans = w.p, w.p.rng, w.x0, []
    side = w.font.size * r.uniform(1.0, 1.5)
    middle, named = w.y + w.row * 0.5, r.random() < 0.35
    if not w.fits():
        return
    stop = w.x1 - (w.font.size * 11 if r.random() < 0.4 else 0)
    for _ in range(r.randint(3, 14)):
        if x + side * 1.4 > stop:
            break
        controls.picture(p, x, middle - side / 2, side)
        x += side * r.choice([1.25, 1.5, 2.0])
        if named and r.random() < 0.6 and (text := w.name(stop - x, 1)):
            spans.append(p.put(w.font, text, x, w.base))
            x += w.font.width(text) + w.font.size
    if stop < w.x1 and stop > w.x0 + side:
        text = r.choice(["Search", "Search...", "Search…", w.t.word(), w.t.url()])
        found = controls.worded(
            p, w.look, w.font, text, (stop, w.y + 2, w.x1, w.y + w.row), r.choice(["field", "combo"])
        )
        spans += [found] if found else []
    p.add(*spans)
    w.y += w.row * 1.15


def tabs(w: Part) -> None:
    """Names of pages over a frame."""
    p, r, x, spans = w.p, w.p.rng, w.x0, []
    if not w.fits(3):
        return
    top, high, chosen = w.y + w.font.size * 0.2, w.row, r.randrange(3)
    for n in range(r.randint(2, 5)):
        text = w.name(w.x1 - x - w.font.size * 1.4, 1)
        wide = w.font.width(text) + w.font.size * 1.3
        if not text or x + wide > w.x1:
            break
        if w.look.style == "flat":
            if n == chosen:
                p.draw.rectangle((x, top + high - 2 * p.scale, x + wide, top + high), fill=w.look.accent)
        elif w.look.style == "classic" and r.random() < 0.5:
            p.draw.line((x + wide, top + high * 0.2, x + wide, top + high * 0.8), fill=w.look.edge)
        else:
            p.draw.rounded_rectangle(
                (x, top, x + wide, top + high),
                w.font.size * 0.2,
                fill=p.theme.paper if n == chosen else p.theme.panel,
                outline=w.look.edge,
            )
        spans.append(
            p.put(w.font, text, x + w.font.size * 0.65, top + (high + w.font.ascent - w.font.descent) / 2)
        )
        x += wide + w.font.size * r.choice([0, 0, 0.3])
    p.draw.line((w.x0, top + high, w.x1, top + high), fill=w.look.edge)
    p.add(*spans)
    w.y = top + high + w.font.size * 0.5


def buttons(w: Part) -> None:
    """Buttons at the right, in the style of the window; one of them may open a menu."""
    p, r = w.p, w.p.rng
    names = [
        n
        for n in (
            p.fit(w.font, n)
            for n in r.sample([*BUTTONS, "Restore Defaults", "Sign in", "Details"], r.randint(1, 3))
        )
        if n
    ]
    pad, high = w.font.size * r.uniform(0.7, 1.4), w.row
    wide = [max(w.font.width(n) + 2 * pad, w.font.size * 4) for n in names]
    while names and sum(wide) + len(wide) * w.font.size * 0.5 > w.x1 - w.x0:
        names.pop()
        wide.pop()
    x, spans = w.x1 - sum(wide) - w.font.size * 0.5 * max(0, len(wide) - 1), []
    for n, name in enumerate(names):
        last = n == len(names) - 1 and r.random() < 0.4
        box = (x, w.y1 + 2, x + wide[n], w.y1 + high)
        p.draw.rounded_rectangle(
            box, high * w.look.corner, fill=w.look.accent if last else p.theme.panel, outline=w.look.edge
        )
        if w.look.style == "classic":
            p.draw.line((x, box[3], box[2], box[3]), fill=p.theme.ink)
            p.draw.line((box[2], box[1], box[2], box[3]), fill=p.theme.ink)
        base = w.y1 + (high + w.font.ascent - w.font.descent) / 2 + 1
        spans.append(
            p.put(
                w.font, name, x + (wide[n] - w.font.width(name)) / 2, base, w.look.on_accent if last else None
            )
        )
        x += wide[n] + w.font.size * 0.5
    p.add(*spans)
