"""Operators that fonts for programmers draw as one wide sign: `!=` as a sign of two cells, `->` as an arrow.

Runs in the picture workers. The families at hand were cut down to letters and kerning, so that the wide signs
are made of the narrow ones; what is read stays the operator.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from starter_model.page import Colour, Font, Page, Span, ink_of

GLYPHS = {"!=": "≠", "<=": "≤", ">=": "≥", "->": "→", "<-": "←", "==": "="}


def drawable(font: Font, word: str) -> bool:
    """Whether the word is such an operator and the font has its sign."""
    return word in GLYPHS and GLYPHS[word] not in font.face.missing


def put(page: Page, font: Font, word: str, x: float, baseline: float, ink: Colour) -> Span:
    """Draw an operator as one sign of its two cells."""
    step, sign = font.advance(word[0]), GLYPHS[word]
    left, top, right, bottom = font.pil.getbbox(sign, anchor="ls")
    mask = Image.new("L", (max(1, round(right - left)), max(1, round(bottom - top))))
    ImageDraw.Draw(mask).text((-left, -top), sign, fill=255, font=font.pil, anchor="ls")
    wide = max(2, round(2 * step * page.rng.uniform(0.75, 0.95)))
    wider = mask.resize((wide, mask.height), Image.Resampling.BILINEAR)
    page.image.paste(ink, (round(x + step - wide / 2), round(baseline + top)), wider)
    middle = baseline - 0.33 * font.size
    return Span(word, [(x + step / 2, middle), (x + 1.5 * step, middle)], inks=[ink_of(font, baseline)])
