"""What windows draw beside their words: check boxes, arrows, switches, sliders, scroll bars, small pictures.

Runs in the picture workers. Nothing of it is read; it is drawn fourfold and averaged, as toolkits smooth it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PIL import Image, ImageDraw

from starter_model.page import Colour, Font, Page, Span, Theme, luminance, readable

FINE = 4
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Look:
    """How a toolkit draws: its style, colours, corners and whether edges are smoothed."""

    style: str
    edge: Colour
    field: Colour
    accent: Colour
    on_accent: Colour
    corner: float  # share of a control's height
    smooth: bool


def _between(a: Colour, b: Colour, share: float) -> Colour:
    mixed = [round(x * (1 - share) + y * share) for x, y in zip(a, b, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def look(rng: random.Random, theme: Theme) -> Look:
    """Fusion, Windows, GTK, flat or a browser's, in the colours of the page."""
    style = rng.choice(["fusion", "fusion", "classic", "gtk", "gtk", "flat", "web"])
    corner = {"fusion": 0.1, "classic": 0.0, "gtk": 0.22, "flat": 0.08, "web": 0.15}[style]
    accent = (
        theme.accent if rng.random() < 0.6 else rng.choice([(53, 132, 228), (48, 140, 198), (0, 95, 184)])
    )
    lighter = rng.uniform(0.03, 0.14) if luminance(theme.paper) < 128 else rng.uniform(0.1, 1)
    field = theme.paper if rng.random() < 0.6 else _between(theme.paper, (255, 255, 255), lighter)
    if (
        abs(luminance(field) - luminance(theme.ink))
        < abs(luminance(theme.paper) - luminance(theme.ink)) * 0.8
    ):
        field = theme.paper
    return Look(
        style,
        _between(theme.paper, theme.ink, rng.uniform(0.25, 0.85)),
        field,
        accent,
        (255, 255, 255) if luminance(accent) < 165 else (0, 0, 0),
        corner,
        rng.random() < 0.85,
    )


@contextmanager
def fine(p: Page, box: Box, smooth: bool = True) -> Iterator[tuple[ImageDraw.ImageDraw, float, float, int]]:
    """A drawing of one part of the page, `FINE` times as large; its left and top, and its scale."""
    left, top = max(0, math.floor(box[0]) - 1), max(0, math.floor(box[1]) - 1)
    right, bottom = min(p.width, math.ceil(box[2]) + 2), min(p.height, math.ceil(box[3]) + 2)
    if not smooth or right <= left or bottom <= top:
        yield p.draw, 0.0, 0.0, 1
        return
    size = (right - left, bottom - top)
    part = p.image.crop((left, top, right, bottom)).resize(
        (size[0] * FINE, size[1] * FINE), Image.Resampling.NEAREST
    )
    yield ImageDraw.Draw(part), float(left), float(top), FINE
    p.image.paste(part.resize(size, Image.Resampling.BOX), (left, top))


def check(p: Page, look: Look, x: float, middle: float, side: float, state: int) -> None:
    """A box to check: empty (0), checked (1) or partly (2)."""
    with fine(p, (x, middle - side / 2, x + side, middle + side / 2), look.smooth) as (d, dx, dy, k):
        a, b, s = (x - dx) * k, (middle - side / 2 - dy) * k, side * k
        filled = state and look.style in ("gtk", "flat", "web")
        wide = max(1, round(s * 0.07))
        fill, ink = (look.accent, look.on_accent) if filled else (look.field, p.theme.ink)
        outline = look.accent if filled else look.edge
        d.rounded_rectangle((a, b, a + s, b + s), s * look.corner, fill=fill, outline=outline, width=wide)
        if look.style == "classic":
            d.line(
                [(a + wide, b + s - wide), (a + wide, b + wide), (a + s - wide, b + wide)],
                fill=p.theme.ink,
                width=wide,
            )
        mark = max(1, round(s * p.rng.uniform(0.1, 0.2)))
        if state == 1 and p.rng.random() < 0.12:
            d.line([(a + s * 0.25, b + s * 0.25), (a + s * 0.75, b + s * 0.75)], fill=ink, width=mark)
            d.line([(a + s * 0.75, b + s * 0.25), (a + s * 0.25, b + s * 0.75)], fill=ink, width=mark)
        elif state == 1:
            low, turn = p.rng.uniform(0.7, 0.82), p.rng.uniform(0.36, 0.48)
            d.line(
                [
                    (a + s * 0.2, b + s * 0.52),
                    (a + s * turn, b + s * low),
                    (a + s * 0.8, b + s * p.rng.uniform(0.18, 0.3)),
                ],
                fill=ink,
                width=mark,
                joint="curve",
            )
        elif state == 2:
            d.rectangle((a + s * 0.25, b + s * 0.43, a + s * 0.75, b + s * 0.57), fill=ink)


def radio(p: Page, look: Look, x: float, middle: float, side: float, chosen: bool) -> None:
    """One of several: a ring, with a dot where it is chosen."""
    with fine(p, (x, middle - side / 2, x + side, middle + side / 2), look.smooth) as (d, dx, dy, k):
        a, b, s = (x - dx) * k, (middle - side / 2 - dy) * k, side * k
        filled = chosen and look.style in ("gtk", "flat")
        fill = look.accent if filled else look.field
        d.ellipse(
            (a, b, a + s, b + s),
            fill=fill,
            outline=look.accent if filled else look.edge,
            width=max(1, round(s * p.rng.uniform(0.06, 0.12))),
        )
        if look.style == "classic":
            d.arc(
                (a + s * 0.08, b + s * 0.08, a + s * 0.92, b + s * 0.92),
                135,
                315,
                fill=p.theme.ink,
                width=max(1, round(s * 0.08)),
            )
        if chosen:
            inset = s * p.rng.uniform(0.26, 0.36)
            dot = look.on_accent if filled else look.accent if look.style == "web" else p.theme.ink
            d.ellipse((a + inset, b + inset, a + s - inset, b + s - inset), fill=dot)


def switch(p: Page, look: Look, x: float, middle: float, high: float, on: bool) -> float:
    """A sliding switch; returns its width."""
    wide = high * p.rng.uniform(1.7, 2.1)
    with fine(p, (x, middle - high / 2, x + wide, middle + high / 2), look.smooth) as (d, dx, dy, k):
        a, b, w, h = (x - dx) * k, (middle - high / 2 - dy) * k, wide * k, high * k
        ground = look.accent if on else _between(p.theme.paper, p.theme.ink, 0.2)
        hollow = not on and look.style in ("flat", "web")
        d.rounded_rectangle(
            (a, b, a + w, b + h),
            h / 2,
            fill=None if hollow else ground,
            outline=look.edge if hollow else ground,
            width=max(1, round(h * 0.07)),
        )
        gap = h * p.rng.uniform(0.06, 0.2)
        left = a + w - h + gap if on else a + gap
        knob = look.edge if hollow else (255, 255, 255)
        d.ellipse((left, b + gap, left + h - 2 * gap, b + h - gap), fill=knob)
    return wide


def arrow(p: Page, x: float, middle: float, size: float, way: int, colour: Colour | None = None) -> None:
    """A triangle or an angle that points right (0), down (1), left (2) or up (3)."""
    ink, solid = colour or p.theme.ink, p.rng.random() < 0.5
    with fine(p, (x, middle - size / 2, x + size, middle + size / 2)) as (d, dx, dy, k):
        cx, cy, s = (x + size / 2 - dx) * k, (middle - dy) * k, size * k * 0.36
        points = [(-s * 0.55, -s), (s * 0.55, 0.0), (-s * 0.55, s)]
        for _ in range(way):
            points = [(-b, a) for a, b in points]
        placed = [(cx + a, cy + b) for a, b in points]
        if solid:
            d.polygon(placed, fill=ink)
        else:
            d.line(placed, fill=ink, width=max(1, round(size * k * p.rng.uniform(0.07, 0.14))), joint="curve")


def field(p: Page, look: Look, box: Box, focused: bool = False) -> None:
    """The frame of a text field."""
    with fine(p, box, look.smooth) as (d, dx, dy, k):
        at = tuple((v - (dx, dy)[n % 2]) * k for n, v in enumerate(box))
        wide = max(1, round(k * p.scale * (2 if focused else 1)))
        d.rounded_rectangle(
            at,
            min(at[3] - at[1], 26 * p.scale * k) * look.corner,
            fill=look.field,
            outline=look.accent if focused else look.edge,
            width=wide,
        )
        if look.style == "classic":
            d.line(
                [(at[0] + wide, at[3] - wide), (at[0] + wide, at[1] + wide), (at[2] - wide, at[1] + wide)],
                fill=p.theme.ink,
                width=wide,
            )


def worded(p: Page, look: Look, font: Font, text: str, box: Box, kind: str) -> Span | None:
    """A field, a combo box or a spin box with its value; None where none fits."""
    x0, y0, x1, y1 = box
    high = y1 - y0
    right = x1 - (high if kind in ("combo", "spin") else 0)
    pad = high * 0.28
    text = p.cut(font, text, right - x0 - 2 * pad) if right - x0 - 2 * pad > font.size else ""
    focused = kind == "field" and p.rng.random() < 0.15
    field(p, look, box, focused)
    base = y0 + (high + font.ascent - font.descent) / 2
    middle = (y0 + y1) / 2
    if kind == "combo":
        arrow(p, x1 - high * 0.85, middle, high * 0.62, 1)
    elif kind == "spin":
        if look.style == "gtk":
            _plus_minus(p, x1 - high * 1.05, middle, high)
        else:
            arrow(p, x1 - high * 0.6, y0 + high * 0.3, high * 0.42, 3)
            arrow(p, x1 - high * 0.6, y0 + high * 0.7, high * 0.42, 1)
            if p.rng.random() < 0.5:
                p.draw.line((x1 - high * 0.7, y0, x1 - high * 0.7, y1), fill=look.edge)
    if not text:
        return None
    if focused and p.rng.random() < 0.6:  # selected, as a field is that was just reached
        left = x0 + pad
        p.draw.rectangle(
            (left, base - font.ascent, left + font.width(text), base + font.descent), fill=look.accent
        )
        return p.put(font, text, left, base, look.on_accent)
    return p.put(font, text, x0 + pad, base)


def _plus_minus(p: Page, x: float, middle: float, high: float) -> None:
    r, thick = high * 0.13, max(1, round(p.scale))
    for n, upright in ((0, False), (1, True)):
        cx = x + high * (0.2 + 0.55 * n)
        p.draw.line((cx - r, middle, cx + r, middle), fill=p.theme.ink, width=thick)
        if upright:
            p.draw.line((cx, middle - r, cx, middle + r), fill=p.theme.ink, width=thick)


def slider(p: Page, look: Look, x0: float, x1: float, middle: float, size: float) -> None:
    """A groove with a handle, ticks now and then; or a bar of progress."""
    r, share = p.rng, p.rng.uniform(0.05, 0.95)
    at, half = x0 + (x1 - x0) * share, size * r.uniform(0.06, 0.16)
    bar = r.random() < 0.3
    if bar:
        half = size * r.uniform(0.15, 0.4)
    with fine(p, (x0, middle - size / 2, x1, middle + size / 2), look.smooth) as (d, dx, dy, k):

        def place(box: Box) -> Box:
            return (box[0] - dx) * k, (box[1] - dy) * k, (box[2] - dx) * k, (box[3] - dy) * k

        d.rounded_rectangle(
            place((x0, middle - half, x1, middle + half)),
            half * k,
            fill=_between(p.theme.paper, p.theme.ink, 0.2),
        )
        if at - x0 > 2 * half:
            d.rounded_rectangle(place((x0, middle - half, at, middle + half)), half * k, fill=look.accent)
        if not bar:
            knob = size * r.uniform(0.28, 0.45)
            shape = d.ellipse if look.style != "classic" else d.rectangle
            shape(
                place((at - knob, middle - knob, at + knob, middle + knob)),
                fill=look.field,
                outline=look.edge,
                width=max(1, k // 2),
            )
    if not bar and r.random() < 0.3:
        for n in range(11):
            x = x0 + (x1 - x0) * n / 10
            p.draw.line((x, middle + size * 0.45, x, middle + size * 0.6), fill=p.theme.muted)


def scroll_bar(p: Page, look: Look, box: Box) -> None:
    """A scroll bar, upright or lying by its sides, with arrows at its ends in old styles."""
    x0, y0, x1, y1 = box
    upright, thick = y1 - y0 > x1 - x0, min(x1 - x0, y1 - y0)
    long = max(x1 - x0, y1 - y0)
    ends = thick if look.style in ("classic", "fusion") and long > 5 * thick else 0.0
    if ends or p.rng.random() < 0.5:
        p.draw.rectangle(box, fill=_between(p.theme.paper, p.theme.ink, 0.08))
    start = ends + (long - 2 * ends) * p.rng.uniform(0, 0.5)
    stop = min(long - ends, start + (long - 2 * ends) * p.rng.uniform(0.15, 0.5))
    inset = thick * p.rng.choice([0, 0.15, 0.3])
    knob = (
        (x0 + inset, y0 + start, x1 - inset, y0 + stop)
        if upright
        else (x0 + start, y0 + inset, x0 + stop, y1 - inset)
    )
    p.draw.rounded_rectangle(knob, 0 if look.style == "classic" else thick / 2 - inset, fill=look.edge)
    if ends:
        my = (y0 + y1) / 2
        if upright:
            arrow(p, x0, y0 + thick / 2, thick, 3)
            arrow(p, x0, y1 - thick / 2, thick, 1)
        else:
            arrow(p, x0, my, thick, 2)
            arrow(p, x1 - thick, my, thick, 0)


def grip(p: Page, right: float, bottom: float, size: float) -> None:
    """The corner by which a window is drawn larger: a triangle of dots or of slanting lines."""
    step, dots = size / p.rng.choice([3, 4, 5]), p.rng.random() < 0.6
    ink, k = p.rng.choice([p.theme.muted, p.theme.rule, p.theme.ink]), 1
    while k * step <= size:
        if dots:
            for n in range(k):
                x, y = right - (k - n) * step, bottom - (n + 1) * step
                p.draw.rectangle((x, y, x + step * 0.35, y + step * 0.35), fill=ink)
        else:
            p.draw.line(
                (right - k * step, bottom, right, bottom - k * step), fill=ink, width=max(1, round(p.scale))
            )
        k += 1


def title_buttons(p: Page, right: float, middle: float, size: float) -> float:
    """Minimise, maximise and close at a title bar's end; returns where they begin."""
    r, kind = p.rng, p.rng.randrange(4)
    step = size * r.uniform(1.4, 2.4)
    thick, half = max(1, round(p.scale)), size * 0.32
    ink = p.theme.ink
    for n in range(3 if kind != 3 else 1):
        cx = right - step * (n + 0.5)
        if kind == 0:
            colour = ((255, 95, 86), (255, 189, 46), (39, 201, 63))[n]
            p.draw.ellipse((cx - half, middle - half, cx + half, middle + half), fill=colour)
            continue
        if kind == 2:
            p.draw.ellipse(
                (cx - size * 0.6, middle - size * 0.6, cx + size * 0.6, middle + size * 0.6),
                fill=p.theme.rule,
            )
        with fine(p, (cx - half, middle - half, cx + half, middle + half)) as (d, dx, dy, k):
            a, b, c, e = (
                (cx - half - dx) * k,
                (middle - half - dy) * k,
                (cx + half - dx) * k,
                (middle + half - dy) * k,
            )
            wide = max(1, thick * k)
            if n == 0:
                d.line((a, b, c, e), fill=ink, width=wide)
                d.line((a, e, c, b), fill=ink, width=wide)
            elif n == 1:
                d.rectangle((a, b, c, e), outline=ink, width=wide)
            else:
                d.line((a, (b + e) / 2, c, (b + e) / 2), fill=ink, width=wide)
    return right - step * 3


def picture(p: Page, x: float, y: float, size: float) -> None:  # noqa: C901, PLR0912 (one branch a picture)
    """A small picture such as tool bars and lists show: a folder, a page, a glass, a wheel, a bin, dots."""
    r = p.rng
    ink = (
        p.theme.ink
        if r.random() < 0.6
        else p.theme.accent
        if r.random() < 0.5
        else readable(r, p.theme.paper, 60)
    )
    kind, solid = r.randrange(15), r.random() < 0.4
    with fine(p, (x, y, x + size, y + size)) as (d, dx, dy, k):
        a, b, s = (x - dx) * k, (y - dy) * k, size * k
        wide = max(1, round(s * r.uniform(0.06, 0.13)))

        def at(*shares: float) -> list[tuple[float, float]]:
            return [(a + s * shares[n], b + s * shares[n + 1]) for n in range(0, len(shares), 2)]

        def box(x0: float, y0: float, x1: float, y1: float) -> Box:
            return a + s * x0, b + s * y0, a + s * x1, b + s * y1

        fill = ink if solid else None
        if kind == 0:  # a folder
            d.polygon(
                at(0.05, 0.2, 0.4, 0.2, 0.5, 0.32, 0.95, 0.32, 0.95, 0.85, 0.05, 0.85),
                fill=ink if solid else None,
                outline=ink,
            )
        elif kind == 1:  # a page
            d.line(
                at(0.2, 0.08, 0.6, 0.08, 0.82, 0.3, 0.82, 0.92, 0.2, 0.92, 0.2, 0.08), fill=ink, width=wide
            )
            for n in range(3):
                d.line(at(0.34, 0.45 + 0.15 * n, 0.68, 0.45 + 0.15 * n), fill=ink, width=max(1, wide // 2))
        elif kind == 2:  # a glass
            d.ellipse(box(0.1, 0.1, 0.65, 0.65), outline=ink, width=wide)
            d.line(at(0.58, 0.58, 0.92, 0.92), fill=ink, width=wide)
        elif kind == 3:  # a wheel
            for n in range(8):
                t = math.pi * n / 4
                d.line(
                    at(
                        0.5 + 0.3 * math.cos(t),
                        0.5 + 0.3 * math.sin(t),
                        0.5 + 0.46 * math.cos(t),
                        0.5 + 0.46 * math.sin(t),
                    ),
                    fill=ink,
                    width=wide * 2,
                )
            d.ellipse(box(0.2, 0.2, 0.8, 0.8), outline=ink, width=wide * 2, fill=fill)
        elif kind == 4:  # a bin
            d.line(at(0.12, 0.22, 0.88, 0.22), fill=ink, width=wide)
            d.polygon(at(0.22, 0.3, 0.78, 0.3, 0.7, 0.92, 0.3, 0.92), fill=fill, outline=ink)
        elif kind == 5:  # three lines
            for n in range(3):
                d.line(at(0.12, 0.25 + 0.25 * n, 0.88, 0.25 + 0.25 * n), fill=ink, width=wide)
        elif kind == 6:  # three dots
            for n in range(3):
                cx, cy = (0.5, 0.2 + 0.3 * n) if solid else (0.2 + 0.3 * n, 0.5)
                d.ellipse(box(cx - 0.09, cy - 0.09, cx + 0.09, cy + 0.09), fill=ink)
        elif kind == 7:  # a house
            d.line(at(0.08, 0.5, 0.5, 0.12, 0.92, 0.5), fill=ink, width=wide)
            d.rectangle(box(0.22, 0.48, 0.78, 0.88), outline=ink, fill=fill, width=wide)
        elif kind == 8:  # a person
            d.ellipse(box(0.32, 0.08, 0.68, 0.44), outline=ink, fill=fill, width=wide)
            d.pieslice(box(0.12, 0.54, 0.88, 1.3), 180, 360, outline=ink, fill=fill, width=wide)
        elif kind == 9:  # a star
            star = []
            for n in range(10):
                t, radius = math.pi * n / 5 - math.pi / 2, 0.46 if n % 2 == 0 else 0.2
                star += [0.5 + radius * math.cos(t), 0.5 + radius * math.sin(t)]
            d.polygon(at(*star), fill=fill, outline=ink)
        elif kind == 10:  # a lock
            d.arc(box(0.28, 0.08, 0.72, 0.62), 180, 360, fill=ink, width=wide)
            d.rectangle(box(0.18, 0.42, 0.82, 0.9), fill=ink if solid else None, outline=ink, width=wide)
        elif kind == 11:  # a plus or a cross
            turn = 0.0 if solid else math.pi / 4
            for n in range(2):
                t = turn + n * math.pi / 2
                d.line(
                    at(
                        0.5 - 0.36 * math.cos(t),
                        0.5 - 0.36 * math.sin(t),
                        0.5 + 0.36 * math.cos(t),
                        0.5 + 0.36 * math.sin(t),
                    ),
                    fill=ink,
                    width=wide,
                )
        elif kind == 12:  # an arrow
            d.line(at(0.1, 0.5, 0.88, 0.5), fill=ink, width=wide)
            d.line(at(0.58, 0.22, 0.88, 0.5, 0.58, 0.78), fill=ink, width=wide, joint="curve")
        elif kind == 13:  # an arc with a head: undo, reload
            d.arc(box(0.12, 0.12, 0.88, 0.88), 40, 320, fill=ink, width=wide)
            d.polygon(at(0.62, 0.66, 0.95, 0.6, 0.86, 0.95), fill=ink)
        else:  # a letter of mail, or a picture
            d.rectangle(box(0.06, 0.2, 0.94, 0.82), outline=ink, fill=fill, width=wide)
            d.line(
                at(0.06, 0.22, 0.5, 0.58, 0.94, 0.22) if not solid else at(0.06, 0.8, 0.35, 0.45, 0.6, 0.8),
                fill=ink if not solid else p.theme.paper,
                width=wide,
            )


def opener(p: Page, x: float, middle: float, size: float) -> None:
    """What opens a branch of a tree: an arrow or a plus in a box."""
    if p.rng.random() < 0.7:
        arrow(p, x, middle, size, p.rng.choice([0, 1]), p.theme.muted)
        return
    half = size * 0.36
    cx, thick = x + size / 2, max(1, round(p.scale))
    p.draw.rectangle((cx - half, middle - half, cx + half, middle + half), outline=p.theme.muted, width=thick)
    p.draw.line((cx - half * 0.55, middle, cx + half * 0.55, middle), fill=p.theme.ink, width=thick)
    if p.rng.random() < 0.5:
        p.draw.line((cx, middle - half * 0.55, cx, middle + half * 0.55), fill=p.theme.ink, width=thick)
