"""Figures among what they look like: numbers, sizes, times, addresses of machines, sums, in regular and bold,
zeros with and without strokes.

Runs in the picture workers.
"""

from __future__ import annotations

import string

from starter_model.layouts import row_of
from starter_model.page import Page
from starter_model.texts import Texts

TWINS = ("0O", "08", "06", "09", "8B", "6G", "1lI", "5S", "2Z", "0D", "0Q", "69", "38", "17", "4A", "0o8")


def figure(t: Texts) -> str:
    """One number or identifier."""
    r = t.rng
    kind = r.randrange(12)
    if kind == 0:
        return f"{r.choice([r.randint(1, 999), r.randint(1, 99) * 10])}{r.choice('BKMGT')}"
    if kind == 1:
        return ".".join(str(r.choice([0, 10, 80, r.randint(0, 255)])) for _ in range(4))
    if kind == 2:
        return ":".join(f"{r.randint(0, 255):02x}" for _ in range(r.choice([4, 6])))
    if kind == 3:
        return f"{r.randint(0, 23):02d}:{r.choice([0, r.randint(0, 59)]):02d}:{r.randint(0, 59):02d}"
    if kind == 4:
        return "".join(r.choice(r.choice(TWINS)) for _ in range(r.randint(2, 9)))
    if kind == 5:
        return f"0x{r.getrandbits(r.choice([8, 16, 32])):0{r.choice([2, 4, 8])}{r.choice('xX')}}"
    if kind == 6:
        sum_, cents = r.choice([100, 10, 1]) * r.randint(1, 999), r.choice(["", ".00", ".50"])
        return f"{r.choice(['', '$', '€'])}{sum_:,}{cents}"
    if kind == 7:
        return "".join(
            r.choice(string.ascii_uppercase + string.digits + "00") for _ in range(r.randint(3, 10))
        )
    if kind == 8:
        return f"{r.randint(0, 100)}%"
    if kind == 9:
        return "".join(r.choice("0068900") for _ in range(r.randint(1, 8)))
    return t.code_number() if kind == 10 else t.number()


def figures(p: Page, t: Texts, size: float) -> None:
    """Columns or lines of figures, with a word here and there."""
    r, (x0, y0, x1, y1) = p.rng, p.box
    family = p.library.family(r, *r.choice([("mono",), ("mono",), ("sans",), ("sans", "serif")]))
    if r.random() < 0.3:
        size = r.uniform(16, 44)
    font = p.font(family, size, bold=r.random() < 0.55)
    leading, columned = font.size * r.uniform(1.2, 2.0), r.random() < 0.5
    count = max(1, min(r.randint(2, 6), int((x1 - x0) / (font.size * 6))))
    wide, y = (x1 - x0) / count, y0 + font.ascent
    p.kind = "a table" if columned else "lines of text"
    while y + font.descent < y1 and not p.full:
        parts = [figure(t) if r.random() < 0.8 else t.word() for _ in range(count)]
        if columned:
            cells = [p.cut(font, part, wide - font.size) for part in parts]
            spans = [p.put(font, c, x0 + n * wide, y) for n, c in enumerate(cells) if c]
            p.add(*spans, block="row", markdown=row_of(cells, head=not p.lines))
        elif text := p.cut(font, " ".join(parts), x1 - x0):
            p.add(p.put(font, text, x0, y))
        y += leading
