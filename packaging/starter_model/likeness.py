"""Signs that a font draws like a plainer one: a page says the plainer one, else its label would be a guess.

Runs in the picture workers. Of 189 families 24 draw an en dash as long as a hyphen, and 30 a prime as
straight as a typewriter's apostrophe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw, ImageStat

if TYPE_CHECKING:
    from starter_model.page import Font

PLAINER = {"–": "-", "—": "–", "−": "-", "’": "'", "“": '"', "”": '"', "′": "'", "″": '"', "º": "°"}
"""A sign, and the plainer one that some fonts draw the same way."""
ALIKE = 0.1
"""Share of the ink by which two glyphs that are told apart must differ."""
SHIFTS_PX = (0, -1, 1, -2, 2)


def alike(font: Font, first: str, second: str) -> bool:
    """Whether two characters leave the same ink, up to two pixels sideways."""

    boxes = (font.pil.getbbox(c, anchor="ls") for c in (first, second))
    (high, wide), (high2, wide2) = ((box[3] - box[1], box[2] - box[0]) for box in boxes)
    if abs(high - high2) > 1 + 0.1 * high or abs(wide - wide2) > 1 + 0.1 * wide:
        return False

    def ink(c: str) -> Image.Image:
        side = max(8, round(font.size * 2))
        mask = Image.new("L", (side, side))
        ImageDraw.Draw(mask).text((side // 4, side * 2 // 3), c, fill=255, font=font.pil, anchor="ls")
        return mask

    a, b = ink(first), ink(second)
    whole = sum(ImageStat.Stat(a).sum) + sum(ImageStat.Stat(b).sum)
    gaps = (ImageChops.difference(a, ImageChops.offset(b, shift, 0)) for shift in SHIFTS_PX)
    return whole > 0 and any(sum(ImageStat.Stat(gap).sum) < ALIKE * whole for gap in gaps)


def settled(font: Font, text: str) -> str:
    """`text` with what this font draws like a plainer sign said as that one; the same count of characters."""
    if text.isascii():
        return text
    known = font.settled
    for c in {*text} & PLAINER.keys():
        if c not in known:
            plainer = PLAINER[c]
            same = plainer not in font.face.missing and alike(font, c, plainer)
            # A long dash that is as short as the next shorter one may be as short as a hyphen.
            known[c] = settled(font, plainer) if same else c
    return "".join(known.get(c, c) for c in text)
