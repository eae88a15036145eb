"""A picture in the making: fonts, colours, drawing, and where every character stands.

Runs in the picture workers (Pillow only). A page is drawn at its own scale and then resampled to the
canvas, so that text comes hinted and crisp, sub-pixel and soft, or enlarged and blurred.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from starter_model.likeness import settled
from starter_model.zeros import strike

Colour = tuple[int, int, int]
Point = tuple[float, float]
Ink = tuple[float, float]
"""Upper and lower edge of a run's capitals, in pixels of the drawing."""
NOWHERE: Point = (-1.0, -1.0)
WANTED = frozenset("ąęłńśźżčďěňřťůľĺŕőűğışţāēģīķļņūėįųđĉĝĥĵŝŭċġħæøåðþœ“”…™–€§©°±×½")


@dataclass(frozen=True)
class Face:
    """One font file and what it cannot draw."""

    path: str
    family: str
    role: str
    weight: int
    italic: bool
    missing: frozenset[str]


class Library:
    """The faces that may be drawn with, and a small cache of sized fonts."""

    def __init__(self, folder: Path, held_out: bool = False) -> None:
        rows = json.loads((folder / "fonts.json").read_text(encoding="utf-8"))
        self.families: dict[str, list[Face]] = {}
        self.by_role: dict[str, list[str]] = {}
        for row in rows:
            if row["held_out"] != held_out:
                continue
            face = Face(
                str(folder / row["file"]),
                row["family"],
                row["role"],
                row["weight"],
                row["italic"],
                frozenset(row["missing"]),
            )
            if face.family not in self.families:
                self.by_role.setdefault(face.role, []).append(face.family)
            self.families.setdefault(face.family, []).append(face)
        self._rich = [n for n, faces in self.families.items() if not any(WANTED & f.missing for f in faces)]
        self._fonts: OrderedDict[tuple[str, float, int], Font] = OrderedDict()

    def rich_family(self, rng: random.Random) -> str:
        """A family whose faces have the letters of all languages in Latin; any family where none has them."""
        return rng.choice(self._rich or list(self.families))

    def family(self, rng: random.Random, *roles: str) -> str:
        """A family of one of the roles; any role where the library has none of them."""
        names = [n for role in roles for n in self.by_role.get(role, [])] or list(self.families)
        return rng.choice(names)

    def face(self, rng: random.Random, family: str, bold: bool = False, italic: bool = False) -> Face:
        """The nearest face of a family."""
        faces = self.families[family]
        want = 700 if bold else 400
        if not bold and rng.random() < 0.12:
            want = rng.choice([300, 500, 600])
        return min(faces, key=lambda f: (f.italic != italic, abs(f.weight - want)))

    def font(self, face: Face, size: float, raqm: bool) -> Font:
        """A sized font, cached."""
        key = (face.path, size, int(raqm))
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = Font(face, size, raqm)
            if len(self._fonts) > 500:
                self._fonts.popitem(last=False)
        else:
            self._fonts.move_to_end(key)
        return font


class Font:
    """A sized face with its advances remembered."""

    def __init__(self, face: Face, size: float, raqm: bool) -> None:
        engine = ImageFont.Layout.RAQM if raqm else ImageFont.Layout.BASIC
        self.face, self.size = face, size
        self.pil = ImageFont.truetype(face.path, size, layout_engine=engine)
        self.features = ["-calt", "-dlig"] if raqm else None
        self._advance: dict[str, float] = {}
        self.settled: dict[str, str] = {}  # what `likeness` found out about signs
        self.ascent, self.descent = self.pil.getmetrics()

    def advance(self, c: str) -> float:
        """Advance of a character in pixels."""
        width = self._advance.get(c)
        if width is None:
            width = self._advance[c] = self.pil.getlength(c)
        return width

    def width(self, text: str) -> float:
        """Width of a line, kerning left out."""
        return sum(map(self.advance, text))


@dataclass
class Theme:
    """Colours of a page."""

    paper: Colour
    ink: Colour
    panel: Colour
    accent: Colour
    accent_ink: Colour
    muted: Colour
    rule: Colour


def luminance(c: Colour) -> float:
    """Perceived lightness, 0 to 255."""
    return 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]


def _near(rng: random.Random, c: Colour, by: int) -> Colour:
    return (
        min(255, max(0, c[0] + rng.randint(-by, by))),
        min(255, max(0, c[1] + rng.randint(-by, by))),
        min(255, max(0, c[2] + rng.randint(-by, by))),
    )


def _mix(a: Colour, b: Colour, share: float) -> Colour:
    return tuple(round(x * (1 - share) + y * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def any_colour(rng: random.Random) -> Colour:
    """A colour anywhere in the cube."""
    return (rng.randint(0, 255), rng.randint(0, 255), rng.randint(0, 255))


def readable(rng: random.Random, on: Colour, least: float = 90) -> Colour:
    """A colour that stands out from `on`."""
    for _ in range(12):
        c = any_colour(rng)
        if abs(luminance(c) - luminance(on)) > least:
            return c
    return (0, 0, 0) if luminance(on) > 127 else (255, 255, 255)


def theme(rng: random.Random, dark: float = 0.3) -> Theme:
    """Light, dark or coloured, seldom of low contrast."""
    kind = rng.random()
    if kind < dark:
        paper = _near(
            rng,
            rng.choice(
                [
                    (30, 30, 30),
                    (0, 0, 0),
                    (18, 18, 24),
                    (40, 44, 52),
                    (43, 43, 43),
                    (12, 12, 12),
                    (24, 26, 48),
                ]
            ),
            6,
        )
        ink = _near(
            rng,
            rng.choice([(220, 220, 220), (255, 255, 255), (200, 205, 215), (170, 170, 170), (153, 255, 153)]),
            10,
        )
    elif kind < dark + 0.12:
        paper = any_colour(rng)
        ink = readable(rng, paper)
    else:
        paper = rng.choice(
            [
                (255, 255, 255),
                (255, 255, 255),
                (250, 250, 250),
                (243, 243, 243),
                (253, 253, 248),
                _near(rng, (238, 234, 224), 16),
            ]
        )
        ink = rng.choice(
            [(0, 0, 0), (17, 17, 17), (34, 34, 34), (36, 41, 46), (68, 68, 68), _near(rng, (60, 60, 90), 50)]
        )
        faint = rng.random()
        if faint < 0.025:  # as pale as 235 on white
            ink, paper = _mix(paper, (0, 0, 0), rng.uniform(0.08, 0.22)), (255, 255, 255)
        elif faint < 0.10:
            ink = _mix(ink, paper, rng.uniform(0.2, 0.6))
    accent = rng.choice(
        [
            (0, 120, 215),
            (11, 132, 254),
            (37, 99, 235),
            (40, 167, 69),
            (220, 53, 69),
            any_colour(rng),
            any_colour(rng),
        ]
    )
    return Theme(
        paper,
        ink,
        _mix(paper, ink, rng.uniform(0.03, 0.14)),
        accent,
        (255, 255, 255) if luminance(accent) < 150 else (0, 0, 0),
        _mix(ink, paper, rng.uniform(0.1, 0.42)),
        _mix(paper, ink, rng.uniform(0.12, 0.6)),
    )


@dataclass
class Span:
    """Text of one run and the centre of each of its characters."""

    text: str
    centres: list[Point]
    block: str = "line"  # what it belongs to in Markdown: line, text, head, item, row, code
    markdown: str = ""  # the line in Markdown
    joins: bool = False  # it goes on with the block of the line before
    inks: list[Ink] = field(default_factory=list)  # of each run


def ink_of(font: Font, baseline: float) -> Ink:
    """Where the capitals of a run stand: seven tenths of the font's size above its baseline."""
    return baseline - 0.7 * font.size, baseline


@dataclass
class Page:
    """A canvas being filled; coordinates are pixels of the drawing, `box` is where content may stand."""

    width: int
    height: int
    box: tuple[float, float, float, float]
    scale: float
    rng: random.Random
    library: Library
    theme: Theme
    max_lines: int
    max_chars: int
    raqm: bool
    kind: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    heading: str = ""
    photographed: bool = False
    edged: bool = False  # the picture's edge runs through a line, which is not among `lines`
    space: float = 1.0  # width of the spaces, as a share of the font's
    zero: str = ""  # the mark that zeros carry
    lines: list[Span] = field(default_factory=list)
    chars: int = 0

    def __post_init__(self) -> None:
        self.image = Image.new("RGB", (self.width, self.height), self.theme.paper)
        self.draw = ImageDraw.Draw(self.image)

    @property
    def full(self) -> bool:
        """True once the page holds as much text as asked for."""
        return len(self.lines) >= self.max_lines or self.chars >= self.max_chars

    def px(self, value: float) -> float:
        """Canvas pixels as drawing pixels."""
        return value * self.scale

    def font(self, family: str, size_px: float, bold: bool = False, italic: bool = False) -> Font:
        """A font of a family; its size is in canvas pixels."""
        size = size_px * self.scale
        size = float(round(size)) if self.scale == 1 else round(size * 2) / 2
        return self.library.font(self.library.face(self.rng, family, bold, italic), max(6.0, size), self.raqm)

    def fit(self, font: Font, text: str) -> str:
        """`text` without what the font cannot draw."""
        missing = font.face.missing
        if not text.isascii():
            text = "".join(
                c for c in text if c.isascii() or (c not in missing and ord(c) >= 0xA0 and c in DRAWABLE)
            )
            text = settled(font, text)
        return RULERS.sub(r"\1\1\1", re.sub(" +", " ", text.replace("\xa0", " "))).strip()

    def put(self, font: Font, text: str, x: float, baseline: float, ink: Colour | None = None) -> Span:
        """Draw one run of text from `x` on a baseline and say where its characters are."""
        colour = self.theme.ink if ink is None else ink
        x, baseline = (round(x), round(baseline)) if self.scale == 1 else (x, baseline)
        if self.space != 1.0 and " " in text:
            return self._set_tight(font, text, x, baseline, colour)
        self.draw.text((x, baseline), text, fill=colour, font=font.pil, anchor="ls", features=font.features)
        rough = font.width(text)
        stretch = font.pil.getlength(text, features=font.features) / rough if rough > 0 else 1.0
        centres, at, middle = [], x, baseline - 0.33 * font.size
        for c in text:
            step = font.advance(c) * stretch
            centres.append((at + step / 2, middle))
            at += step
        span = Span(text, centres, inks=[ink_of(font, baseline)])
        if self.zero and "0" in text:
            strike(self, font, span, baseline, colour)
        return span

    def _set_tight(self, font: Font, text: str, x: float, baseline: float, colour: Colour) -> Span:
        """A run set word by word with narrow spaces."""
        centres: list[Point] = []
        gap = max(0.17 * font.size, font.advance(" ") * self.space)
        for n, word in enumerate(text.split(" ")):
            if n:
                centres.append((x + gap / 2, baseline - 0.33 * font.size))
                x += gap
            at = round(x) if self.scale == 1 else x
            self.draw.text(
                (at, baseline), word, fill=colour, font=font.pil, anchor="ls", features=font.features
            )
            for c in word:
                step = font.advance(c)
                centres.append((x + step / 2, baseline - 0.33 * font.size))
                x += step
        return Span(text, centres, inks=[ink_of(font, baseline)])

    def add(
        self,
        *spans: Span,
        indent: int = 0,
        block: str = "line",
        mark: str = "",
        markdown: str | None = None,
        joins: bool = False,
    ) -> None:
        """Record one line of the reading: runs joined by single spaces, after an indentation.

        In Markdown it is `markdown`, or else `mark` and its text, as a part of a `block`.
        """
        text, centres = " " * indent, [NOWHERE] * indent
        inks = [ink for span in spans if span.text for ink in span.inks]
        for n, span in enumerate(s for s in spans if s.text):
            if n:
                text, centres = text + " ", [*centres, NOWHERE]
            text, centres = text + span.text, centres + span.centres
        if text.strip():
            shown = mark + text if markdown is None else markdown
            self.lines.append(Span(text, centres, block, shown, joins, inks))
            self.chars += len(text) + 1

    @property
    def text(self) -> str:
        """The reading, line by line."""
        return "\n".join(line.text for line in self.lines)

    def markdown(self) -> str:
        """The page as Markdown: blocks apart by an empty line, rows and items line by line, code fenced."""
        out: list[str] = []
        before: Span | None = None
        for line in self.lines:
            if before is not None:
                if before.block == "code" != line.block:
                    out.append("\n```")
                same = line.joins or (line.block == before.block and line.block not in ("text", "head"))
                out.append(" " if line.joins and line.block == "head" else "\n" if same else "\n\n")
            if line.block == "code" and (before is None or before.block != "code"):
                out.append("```\n")
            out.append(line.markdown)
            before = line
        return "".join(out) + ("\n```" if before is not None and before.block == "code" else "")

    def wrap(self, font: Font, text: str, width: float) -> list[str]:
        """Break at spaces; a word wider than the line is cut."""
        out, line, used = [], "", 0.0
        space = font.advance(" ")
        for whole in text.split():
            word = whole
            w = font.width(word)
            while w > width and len(word) > 1:
                cut = max(1, int(len(word) * width / w) - 1)
                if line:
                    out.append(line)
                    line, used = "", 0.0
                out.append(word[:cut])
                word = word[cut:]
                w = font.width(word)
            if line and used + space + w > width:
                out.append(line)
                line, used = word, w
            else:
                line, used = (f"{line} {word}", used + space + w) if line else (word, w)
        return [*out, line] if line else out

    def cut(self, font: Font, text: str, width: float) -> str:
        """The longest run of whole words that fits; the beginning of the first word where none does."""
        text = self.fit(font, text)
        lines = self.wrap(font, text, width)
        return lines[0] if lines else ""

    def rule(self, x0: float, x1: float, y: float, colour: Colour | None = None) -> None:
        """A ruled line: solid, dashed, dotted or double."""
        r, c = self.rng, self.theme.rule if colour is None else colour
        thick = max(1, round(self.px(r.choice([1, 1, 1, 2, 3]))))
        style, y = r.random(), round(y)
        if style < 0.4:
            self.draw.line((x0, y, x1, y), fill=c, width=thick)
        elif style < 0.5:
            self.draw.line((x0, y, x1, y), fill=c, width=1)
            self.draw.line((x0, y + 2 * thick + 1, x1, y + 2 * thick + 1), fill=c, width=1)
        else:
            on = max(1.0, self.px(r.uniform(1, 2) if style > 0.8 else r.uniform(3, 9)))
            step = on + max(1.0, self.px(r.uniform(1.5, 6)))
            for k in range(int((x1 - x0) / step)):
                left = x0 + k * step
                self.draw.rectangle((left, y, max(left, left + on - 1), y + thick - 1), fill=c)

    def icon(self, x: float, y: float, size: float) -> None:
        """A small figure without text."""
        r, c = self.rng, any_colour(self.rng) if self.rng.random() < 0.5 else self.theme.muted
        box, kind = (x, y, x + size, y + size), r.randrange(6)
        if kind == 0:
            self.draw.ellipse(box, fill=c)
        elif kind == 1:
            self.draw.ellipse(box, outline=c, width=max(1, int(size / 9)))
        elif kind == 2:
            self.draw.rounded_rectangle(box, size / 4, fill=c)
        elif kind == 3:
            self.draw.rectangle(box, outline=c, width=max(1, int(size / 10)))
        elif kind == 4:
            self.draw.polygon([(x, y + size), (x + size / 2, y), (x + size, y + size)], fill=c)
        else:
            self.draw.line(
                [(x, y + size * 0.5), (x + size * 0.4, y + size * 0.9), (x + size, y + size * 0.1)],
                fill=c,
                width=max(1, int(size / 7)),
            )

    def gradient(self, a: Colour, b: Colour) -> None:
        """Fill the whole page with a slanted gradient."""
        ramp = (
            Image.linear_gradient("L")
            .rotate(self.rng.choice([0, 90, 180, 270]))
            .resize((self.width, self.height), Image.Resampling.BILINEAR)
        )
        self.image.paste(
            Image.composite(Image.new("RGB", ramp.size, a), Image.new("RGB", ramp.size, b), ramp)
        )

    def texture(self, strength: int) -> None:
        """Cover the page with soft clouds, as photographs and stained paper have them."""
        r = self.rng
        small = Image.frombytes("RGB", (n := r.randint(3, 24), m := r.randint(3, 24)), r.randbytes(n * m * 3))
        cloud = small.resize((self.width, self.height), Image.Resampling.BICUBIC)
        self.image.paste(Image.blend(self.image, cloud, strength / 255))


RULERS = re.compile(
    r"([-=_.#~])\1{5,}"
)  # rules set in type are not read, so long runs of their signs are not drawn
DRAWABLE = frozenset("".join(map(chr, range(0xA1, 0x180))) + "‘’‚“”„–—…•·€™→←↑↓✓×−≤≥≠′″‹›†‡ȘșȚț \xa0") - {
    "\xad"
}


def turned(
    angle_deg: float, shear: float, tilt: tuple[float, float], zoom: float, width: float, height: float
) -> list[list[float]]:
    """Homography (3x3, rows) from drawing to picture about the centre: rotation, shear, tilt, zoom."""
    a, cx, cy = math.radians(angle_deg), width / 2, height / 2
    cos, sin = math.cos(a) * zoom, math.sin(a) * zoom
    m = [[cos, -sin + shear, 0.0], [sin, cos, 0.0], [tilt[0] / width, tilt[1] / height, 1.0]]
    to = [[1, 0, cx], [0, 1, cy], [0, 0, 1.0]]
    back = [[1, 0, -cx], [0, 1, -cy], [0, 0, 1.0]]

    def times(p: list[list[float]], q: list[list[float]]) -> list[list[float]]:
        return [[sum(p[i][k] * q[k][j] for k in range(3)) for j in range(3)] for i in range(3)]

    return times(times(to, m), back)


def moved(h: list[list[float]], p: Point) -> Point:
    """A point through a homography."""
    w = h[2][0] * p[0] + h[2][1] * p[1] + h[2][2]
    return (h[0][0] * p[0] + h[0][1] * p[1] + h[0][2]) / w, (h[1][0] * p[0] + h[1][1] * p[1] + h[1][2]) / w
