"""Draws `receipt.png`, which the README's first command opens: `python packaging/sample_receipt.py`.

Everything on it is invented. The typeface is the one inside Pillow, so that any machine draws the same.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

TARGET = Path(__file__).resolve().parent.parent / "receipt.png"
WIDTH_PX, MARGIN_PX = 448, 36
PAPER, INK = (252, 251, 247), (38, 36, 33)

LINES: tuple[tuple[str, str, int], ...] = (
    ("Corner Bakery", "", 30),
    ("14 Mill Lane, Oakham", "", 18),
    ("", "", 12),
    ("Receipt 20418", "12 May 2026", 18),
    ("", "", 12),
    ("2 Rye bread", "7.80", 20),
    ("1 Apple tart", "4.25", 20),
    ("3 Espresso", "6.90", 20),
    ("1 Orange juice", "3.40", 20),
    ("", "", 12),
    ("Subtotal", "22.35", 20),
    ("VAT 8 %", "1.79", 20),
    ("TOTAL", "24.14", 26),
    ("", "", 12),
    ("Paid by card", "24.14", 18),
    ("Thank you for your visit!", "", 18),
)
"""Left, right, height in pixels of the letters; without letters, a gap of that height."""


def draw() -> Image.Image:
    """The receipt, `WIDTH_PX` wide, RGB."""
    steps_px = [size + (14 if left else 0) for left, _, size in LINES]
    picture = Image.new("RGB", (WIDTH_PX, sum(steps_px) + 2 * MARGIN_PX), PAPER)
    pen = ImageDraw.Draw(picture)
    top_px = MARGIN_PX
    for (left, right, size), step_px in zip(LINES, steps_px, strict=True):
        font = ImageFont.load_default(size)
        pen.text((MARGIN_PX, top_px), left, INK, font)
        pen.text((WIDTH_PX - MARGIN_PX, top_px), right, INK, font, anchor="ra")
        top_px += step_px
    return picture


if __name__ == "__main__":
    draw().save(TARGET, optimize=True)
