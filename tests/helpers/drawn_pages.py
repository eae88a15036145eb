"""Pages drawn with known text boxes for the layout tests, in Pillow's own font: the same on every machine."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]

WORDS = [
    "river",
    "stone",
    "lantern",
    "quiet",
    "morning",
    "paper",
    "window",
    "bridge",
    "copper",
    "garden",
    "letter",
    "winter",
    "harbour",
    "signal",
    "meadow",
    "engine",
    "summer",
    "margin",
    "candle",
    "forest",
    "yellow",
    "travel",
    "number",
    "silver",
    "ladder",
    "market",
    "simple",
    "turtle",
    "valley",
    "orange",
    "reading",
    "pages",
    "while",
    "under",
    "before",
    "after",
    "every",
    "small",
    "place",
    "people",
    "water",
    "found",
    "great",
    "still",
    "between",
    "along",
]


def font(size_px: int) -> ImageFont.FreeTypeFont:
    """Pillow's bundled scalable font."""
    loaded = ImageFont.load_default(size=size_px)
    assert isinstance(loaded, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return loaded


@dataclass
class Page:
    """A picture and where its texts stand: `lines` are (text, left, top, right, bottom) as drawn."""

    image: Image.Image
    ink: Colour = (20, 20, 20)
    lines: list[tuple[str, int, int, int, int]] = field(default_factory=list)

    @property
    def draw(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.image)

    def text(self, x: int, y: int, text: str, size_px: int = 16, ink: Colour | None = None) -> int:
        """Draw one line with its top-left corner at (x, y); returns its right edge."""
        draw = self.draw
        draw.text((x, y), text, fill=ink or self.ink, font=font(size_px))
        left, top, right, bottom = draw.textbbox((x, y), text, font=font(size_px))
        self.lines.append((text, int(left), int(top), int(right) + 1, int(bottom) + 1))
        return int(right) + 1

    def paragraph(
        self,
        x: int,
        y: int,
        width: int,
        words: int,
        rng: random.Random,
        size_px: int = 16,
        pitch: float = 1.45,
    ) -> int:
        """Draw ragged prose in a column; returns the y below it."""
        return self.prose(x, y, width, [rng.choice(WORDS) for _ in range(words)], size_px, pitch)

    def prose(
        self, x: int, y: int, width: int, words: list[str], size_px: int = 16, pitch: float = 1.45
    ) -> int:
        line = ""
        top = y
        for word in words:
            longer = f"{line} {word}".strip()
            if line and font(size_px).getlength(longer) > width:
                self.text(x, top, line, size_px)
                top += round(size_px * pitch)
                line = word
            else:
                line = longer
        if line:
            self.text(x, top, line, size_px)
            top += round(size_px * pitch)
        return top

    def table(
        self,
        x: int,
        y: int,
        rows: list[list[str]],
        widths: list[int],
        size_px: int = 16,
        pitch: int = 30,
        grid: Colour | None = None,
    ) -> int:
        """Draw a table row by row, with a grid where `grid` names its colour; returns the y below it."""
        for index, row in enumerate(rows):
            left = x
            for cell, width in zip(row, widths, strict=True):
                self.text(left + 8, y + index * pitch + 5, cell, size_px)
                left += width
        bottom = y + len(rows) * pitch
        if grid:
            edges = [x + sum(widths[:i]) for i in range(len(widths) + 1)]
            for edge in edges:
                self.draw.line((edge, y, edge, bottom), fill=grid)
            for index in range(len(rows) + 1):
                self.draw.line((x, y + index * pitch, edges[-1], y + index * pitch), fill=grid)
        return bottom


def blank_page(width: int, height: int, paper: Colour = (255, 255, 255), ink: Colour = (20, 20, 20)) -> Page:
    return Page(Image.new("RGB", (width, height), paper), ink)


def article(
    width: int = 1240, height: int = 1754, columns: int = 1, seed: int = 1, size_px: int = 20
) -> Page:
    """An A4 page at 150 dpi with a heading and prose in one to three columns."""
    rng = random.Random(seed)
    page = blank_page(width, height)
    page.text(110, 90, "The quiet harbour and other letters from the coast", round(size_px * 1.8))
    gap = 40
    column = (width - 220 - gap * (columns - 1)) // columns
    for index in range(columns):
        y = 190
        x = 110 + index * (column + gap)
        while y < height - 260:
            y = page.paragraph(x, y, column, rng.randint(30, 60), rng, size_px) + size_px // 2
    return page


def desktop(seed: int = 2, dark: bool = True) -> Page:
    """A full-HD screen: menu bar, file list in a side bar, an editor, a panel on the right, a status line."""
    rng = random.Random(seed)
    paper, ink = ((30, 30, 30), (212, 212, 212)) if dark else ((255, 255, 255), (30, 30, 30))
    page = blank_page(1920, 1080, paper, ink)
    draw = page.draw
    draw.rectangle((0, 0, 1919, 33), fill=(60, 60, 60) if dark else (230, 230, 230))
    draw.rectangle((0, 34, 279, 1050), fill=(37, 37, 38) if dark else (243, 243, 243))
    draw.rectangle((1500, 34, 1919, 1050), fill=(45, 45, 48) if dark else (248, 248, 240))
    draw.rectangle((0, 1051, 1919, 1079), fill=(0, 122, 204))
    x = 12
    for name in ("File", "Edit", "Selection", "View", "Go", "Run", "Terminal", "Help"):
        x = page.text(x, 8, name, 15) + 18
    for row in range(24):
        page.text(
            20 + 16 * rng.randint(0, 2), 50 + row * 22, f"{rng.choice(WORDS)}_{rng.choice(WORDS)}.py", 15
        )
    for row in range(50):
        indent = 24 * rng.randint(0, 3)
        page.text(310, 46 + row * 19, str(row + 1), 14)
        text = " ".join(rng.choice(WORDS) for _ in range(rng.randint(3, 10)))
        page.text(360 + indent, 46 + row * 19, text, 14)
    y = 50
    for _ in range(8):
        y = page.paragraph(1516, y, 380, rng.randint(12, 26), rng, 16) + 14
    page.text(12, 1056, "main  Ln 12, Col 8  Spaces: 4  UTF-8", 14, (255, 255, 255))
    return page
