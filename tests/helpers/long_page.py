"""A page with so much text that reading it takes a while on any machine."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

LINE = "The quay was empty when ferry number {} came in, and the rain had stopped."


def long_page(path: Path, lines: int = 60) -> Path:
    """Draw the page to `path`."""
    page = Image.new("RGB", (1000, 40 + 26 * lines), "white")
    pen = ImageDraw.Draw(page)
    font = ImageFont.load_default(18)
    for number in range(lines):
        pen.text((40, 20 + 26 * number), LINE.format(number), fill="black", font=font)
    page.save(path)
    return path
