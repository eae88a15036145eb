"""Pictures without text: colours, clouds, cloth, hills, dust, figures, rules, strokes, empty windows.

Runs in the picture workers. Their right answer is nothing.
"""

from __future__ import annotations

import math

from PIL import Image, ImageChops

from starter_model import controls, grids
from starter_model.page import Page, any_colour


def weave(p: Page) -> None:
    """Threads across and down, as cloth and screens that are photographed have them."""
    r = p.rng
    a, b, deep = r.uniform(1.2, 7), r.uniform(1.2, 7), r.uniform(12, 60)
    row = bytes(int(128 + deep * math.sin(x / a)) for x in range(p.width))
    column = bytes(int(128 + deep * math.sin(y / b)) for y in range(p.height))
    size = (p.width, p.height)
    across = Image.frombytes("L", (p.width, 1), row).resize(size, Image.Resampling.NEAREST)
    down = Image.frombytes("L", (1, p.height), column).resize(size, Image.Resampling.NEAREST)
    cloth = ImageChops.add(across, down, 2).convert("RGB")
    p.image.paste(cloth if r.random() < 0.5 else Image.blend(p.image, cloth, r.uniform(0.2, 0.9)))


def hills(p: Page) -> None:
    """A sky over hills."""
    r = p.rng
    p.gradient(any_colour(r), any_colour(r))
    for n in range(r.randint(1, 4)):
        base, high, long = (
            p.height * r.uniform(0.3, 0.9),
            p.height * r.uniform(0.02, 0.25),
            r.uniform(0.004, 0.03),
        )
        edge = [(x, base + high * math.sin(x * long + n)) for x in range(0, p.width + 8, 8)]
        p.draw.polygon([*edge, (p.width, p.height), (0, p.height)], fill=any_colour(r))


def dust(p: Page) -> None:
    """Specks and scratches of a scanner's glass."""
    r = p.rng
    for _ in range(r.randint(5, 120)):
        x, y, s = r.uniform(0, p.width), r.uniform(0, p.height), p.px(r.choice([0.5, 1, 1, 2]))
        p.draw.ellipse((x, y, x + s, y + s * r.uniform(0.5, 1.5)), fill=(r.randint(0, 255),) * 3)
    for _ in range(r.choice([0, 0, 2])):
        x, y = r.uniform(0, p.width), r.uniform(0, p.height)
        p.draw.line((x, y, x + r.uniform(-60, 60), y + r.uniform(-60, 60)), fill=p.theme.rule)


def strokes(p: Page) -> None:
    """Lines at any angle and open ovals, thin or thick, longer than signs: no slash, no O."""
    r, longest = p.rng, max(p.width, p.height)
    for _ in range(r.randint(1, 9)):
        x, y, reach = r.uniform(0, p.width), r.uniform(0, p.height), max(64.0, longest * r.uniform(0.15, 0.7))
        ink = any_colour(r) if r.random() < 0.7 else p.theme.ink
        width, angle = max(1, round(p.px(r.choice([0.5, 1, 2, 4])))), r.uniform(0, math.tau)
        if r.random() < 0.65:
            end = (x + reach * math.cos(angle), y + reach * math.sin(angle))
            p.draw.line((x, y, *end), fill=ink, width=width)
        else:
            p.draw.ellipse((x, y, x + reach, y + reach * r.uniform(0.15, 1)), outline=ink, width=width)


def fittings(p: Page) -> None:
    """What a window holds without a word in it."""
    r, look = p.rng, controls.look(p.rng, p.theme)
    for _ in range(r.randint(1, 12)):
        size = p.px(r.uniform(9, 26))
        x, y = r.uniform(0, max(1.0, p.width - 6 * size)), r.uniform(size, max(size + 1, p.height - size))
        kind = r.randrange(8)
        if kind == 0:
            controls.check(p, look, x, y, size, r.randint(0, 2))
        elif kind == 1:
            controls.radio(p, look, x, y, size, chosen=r.random() < 0.5)
        elif kind == 2:
            controls.switch(p, look, x, y, size, on=r.random() < 0.5)
        elif kind == 3:
            controls.arrow(p, x, y, size, r.randrange(4))
        elif kind == 4:
            controls.slider(p, look, x, x + 5 * size, y, size)
        elif kind == 5:
            controls.field(p, look, (x, y - size, x + size * 5, y + size * 0.8))
        elif kind == 6:
            controls.scroll_bar(p, look, (x, y - size / 2, x + size * 6, y + size / 4))
        else:
            for n in range(r.randint(1, 6)):
                controls.picture(p, x + n * size * 1.3, y - size / 2, size)
    if r.random() < 0.4:
        controls.title_buttons(p, p.width - p.px(4), p.px(12), p.px(11))


def blank(p: Page) -> None:
    """Nothing to read."""
    r = p.rng
    p.kind = "a picture without text"
    ground = r.random()
    if ground < 0.3:
        p.gradient(any_colour(r), any_colour(r))
    elif ground < 0.42:
        weave(p)
    elif ground < 0.52:
        hills(p)
    if r.random() < 0.35:
        p.texture(r.randint(40, 255))
    if r.random() < 0.15:
        dust(p)
    if r.random() < 0.25:
        fittings(p)
    if r.random() < 0.25:
        strokes(p)
    for _ in range(r.choice([0, 0, 2, 6, 14])):
        p.icon(r.uniform(0, p.width * 0.9), r.uniform(0, p.height * 0.9), p.px(r.uniform(6, 90)))
    if r.random() < 0.15:
        grids.pieces(p)
    for _ in range(r.choice([0, 0, 1, 4])):
        y = r.uniform(0, p.height)
        p.rule(r.uniform(0, p.width / 2), p.width * r.uniform(0.5, 1), y)
