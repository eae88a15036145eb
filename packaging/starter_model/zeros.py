"""Zeros that carry a stroke or a dot, put on the plain ones of any font and weight.

Runs in the picture workers. Few families have such zeros, and most of those are of one pitch and light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from starter_model.page import Colour, Font, Page, Span

STYLES = ("slash", "slash", "long", "back", "back", "dot", "bar")
_FINE = 4


def _mark(style: str, width: float, height: float) -> Image.Image:
    """The mark as a mask, in the middle of a glyph's box."""
    w, h = max(2, round(width * _FINE)), max(2, round(height * _FINE))
    mask = Image.new("L", (w, h))
    draw, thick = ImageDraw.Draw(mask), max(_FINE, round(w * 0.15))
    x, y = w * 0.25, h * 0.24
    if style == "long":
        x, y = w * 0.08, h * 0.04
    if style in ("slash", "long"):
        draw.line((x, h - y, w - x, y), fill=255, width=thick)
    elif style == "back":
        draw.line((x, y, w - x, h - y), fill=255, width=thick)
    elif style == "bar":
        draw.line((w / 2, h * 0.32, w / 2, h * 0.68), fill=255, width=thick)
    else:
        radius = w * 0.12
        draw.ellipse((w / 2 - radius, h / 2 - radius, w / 2 + radius, h / 2 + radius), fill=255)
    return mask.resize((max(1, round(width)), max(1, round(height))), Image.Resampling.BOX)


def strike(page: Page, font: Font, span: Span, baseline: float, ink: Colour) -> None:
    """Mark the zeros of a run that was just drawn on `baseline`."""
    left, top, right, bottom = font.pil.getbbox("0", anchor="ls")
    if right - left < 4 or bottom - top < 6:
        return
    mask = _mark(page.zero, right - left, bottom - top)
    for c, (centre, _) in zip(span.text, span.centres, strict=True):
        if c == "0":
            at = (round(centre - font.advance("0") / 2 + left), round(baseline + top))
            page.image.paste(ink, at, mask)
