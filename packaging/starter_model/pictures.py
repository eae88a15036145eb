"""Whole training samples: a canvas, a kind of page, its geometry and flaws, the prompt and the answer.

Runs in the picture workers. What Pillow does badly (warping, blur, noise, JPEG) is only decided here
and done on the accelerator by `augment.py`; a row of `flaws` says what.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, features

from starter_model import (
    bills,
    boards,
    consoles,
    controls,
    cuts,
    empties,
    figures,
    grids,
    layouts,
    letters,
    photographs,
    screens,
    vouchers,
    windows,
    zeros,
)
from starter_model.page import NOWHERE, Library, Page, Point, luminance, moved, theme, turned
from starter_model.questions import MARKDOWN, READ, READ_OTHERS, ask, far_question
from starter_model.stages import Stage
from starter_model.texts import Texts
from starter_model.tokens import IM_END, character, encode, question_ids

# Homography 9, warp, blur, noise, jpeg, gain, bias, gamma, invert, bilevel, light x and y, shadow, grain,
# salt and pepper, curl (pixels, waves, phase), noise of one colour.
FLAWS = 27
RAQM = features.check("raqm")  # Pillow loads FriBiDi when it runs; kerning and ligatures need both
KERNED = 0.6
"""Share of the pages that are kerned, as browsers and toolkits do: `P,` then comes as near as an R."""
KINDS = (
    (layouts.article, 20),
    (layouts.columns, 9),
    (layouts.snippets, 15),
    (layouts.table, 8),
    (bills.receipt, 13),
    (bills.invoice, 9),
    (bills.letter, 5),
    (layouts.code, 9),
    (screens.dialog, 6),
    (screens.chat, 5),
    (screens.terminal, 6),
    (screens.form, 14),
    (screens.slide, 5),
    (screens.settings, 5),
    (screens.window, 5),
    (screens.poster, 3),
    (screens.agenda, 4),
    (boards.traps, 28),
    (boards.tight, 3),
    (boards.calendar, 3),
    (boards.dashboard, 4),
    (boards.sidebar, 5),
    (windows.toolkit, 26),
    (letters.accents, 22),
    (letters.signs, 16),
    (consoles.console, 12),
    (vouchers.voucher, 44),
    (grids.ruled, 22),
    (grids.rows, 16),
    (grids.boxes, 12),
    (figures.figures, 20),
)
"""What is drawn, and how often. Vouchers, grids and figures came with the fourth run: three in ten of all;
the lines of traps were made of more kinds and three times as often for the fifth. Half of it took one
form in two for an invoice, of which there are four times as many, so there are more forms now."""
CUT = 0.04
"""Share of the pictures whose upper or lower edge is to cut a line; half as many of the strips, which then
have no text."""
BILLS = frozenset((bills.receipt, bills.invoice, vouchers.voucher))
PAPERS = BILLS | {bills.letter, layouts.article}
"""What people photograph."""
FILTERS = (
    Image.Resampling.BOX,
    Image.Resampling.BILINEAR,
    Image.Resampling.BICUBIC,
    Image.Resampling.LANCZOS,
    Image.Resampling.HAMMING,
)


@dataclass
class Sample:
    """One picture with what is to be said about it."""

    image: NDArray[np.uint8]  # [H, W, 3]
    flaws: NDArray[np.float32]  # [FLAWS]
    prompt: list[int]
    answer: list[int]
    centres: list[Point]  # of each answer token, canvas pixels after warping; NOWHERE where it stands nowhere
    text: str
    question: str
    kind: str


def canvas(rng: random.Random, stage: Stage) -> tuple[int, int]:
    """Width and height in pixels, multiples of 16."""
    if stage.max_chars <= 60:
        return rng.choice([(256, 128), (256, 96), (320, 96), (224, 112)])
    if stage.flaws == 1.0 and rng.random() < 0.06:  # strips of one line
        return rng.choice(
            [
                (160, 32),
                (256, 32),
                (384, 32),
                (512, 32),
                (640, 48),
                (128, 48),
                (320, 48),
                (768, 32),
                (512, 64),
                (96, 32),
                (64, 32),
                (112, 32),
                (208, 32),
            ]
        )
    area = math.exp(rng.uniform(math.log(stage.pixels[0]), math.log(stage.pixels[1])))
    kind = rng.random()
    if kind < 0.3:
        area = rng.uniform(0.6, 1) * stage.pixels[1]
    elif kind < 0.65:  # the size of what the layout hands over of a page
        area = rng.uniform(0.1, 0.35) * stage.pixels[1]
    ratio = (
        math.exp(rng.uniform(math.log(0.42), math.log(3.6)))
        if rng.random() < 0.88
        else math.exp(rng.uniform(math.log(2), math.log(10)))
    )
    width = min(1280, max(64, round(math.sqrt(area * ratio) / 16) * 16))
    height = min(1024, max(32, int(area / width) // 16 * 16))
    return width, height


def density(rng: random.Random, stage: Stage, area: int) -> tuple[float, int]:
    """Base letter size and the most characters of a batch, so that its answers are of like length."""
    low, high = stage.size_px
    kind = rng.random()
    if kind < 0.30:
        size = rng.uniform(low, min(high, max(low + 2, 12.5)))
    elif kind < 0.75:
        size = rng.uniform(max(low, 11), min(high, 20))
    elif kind < 0.88:
        size = rng.uniform(18, min(high, 32))
    else:
        size = rng.uniform(min(24, high), high)
        if high >= 60 and rng.random() < 0.25:  # a heading in a piece of its own
            size = rng.uniform(60, 110)
    capacity = area / (size * size * 0.62)
    wanted = rng.choice([0.25, 0.5, 0.8, 1.2])
    return size, max(24, min(stage.max_chars, int(capacity * wanted)))


def _flaws(rng: random.Random, amount: float, size: float) -> NDArray[np.float32]:  # noqa: C901 (one choice a flaw)
    """Blur, noise, JPEG, light: most have none, some JPEG alone, the rest are scans and photographs."""
    row = np.zeros(FLAWS, np.float32)
    row[[0, 4, 8, 13, 15]] = 1.0
    kind = rng.random()
    if kind > amount or kind < 0.34:
        return row
    if kind < 0.55:
        row[12] = rng.choice([rng.uniform(30, 95), rng.uniform(32, 55)])
        return row
    if kind < 0.64:
        return _loud(rng, row, size)
    if rng.random() < 0.5:
        row[10] = rng.choice([rng.uniform(0.3, 0.8), rng.uniform(0.3, 1.15)])
    if rng.random() < 0.5:
        row[11] = rng.choice([rng.uniform(0, 0.03), rng.uniform(0, 0.09)])
    if rng.random() < 0.6:
        row[12] = rng.uniform(30, 95)
    row[13], row[14], row[15] = rng.uniform(0.6, 1.1), rng.uniform(-0.08, 0.12), rng.uniform(0.7, 1.4)
    if rng.random() < 0.07:
        row[16] = 1.0
    if rng.random() < 0.10:
        row[17] = rng.uniform(0.42, 0.6)
        row[10], row[11] = min(row[10], 0.6), min(row[11], 0.04)
    if rng.random() < 0.14:
        row[22] = rng.choice([rng.uniform(0.001, 0.01), rng.uniform(0.005, 0.05)])
    if rng.random() < 0.3:
        row[18], row[19] = rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4)
    if rng.random() < 0.12:
        row[20] = rng.uniform(0.1, 0.5)
    if rng.random() < 0.2:
        row[21] = rng.uniform(0.02, 0.12)
    return row


def _loud(rng: random.Random, row: NDArray[np.float32], size: float) -> NDArray[np.float32]:
    """One strong flaw: noise, dots of salt and pepper, or the two colours of a fax over noise.

    Small print gets less of it: what nobody can read teaches to guess.
    """
    kind, most = rng.random(), min(1.0, size / 14)
    row[26] = float(rng.random() < 0.6)
    if kind < 0.4:
        row[11] = rng.uniform(0.04, 0.05 + 0.08 * most)
    elif kind < 0.65:
        row[22] = rng.choice([rng.uniform(0.005, 0.03), rng.uniform(0.01, 0.02 + 0.05 * most)])
    else:
        row[11], row[17] = rng.uniform(0.02, 0.04 + 0.08 * most), rng.uniform(0.42, 0.62)
        row[22] = rng.choice([0, rng.uniform(0.0004, 0.003)])
        row[10] = rng.choice([0, 0, rng.uniform(0.3, 0.6)])
    if rng.random() < 0.25:
        row[12] = rng.uniform(40, 95)
    return row


def _flaws_of(rng: random.Random, page: Page, stage: Stage, size: float) -> NDArray[np.float32]:
    """The flaws that a page bears: none where its ink is pale, any noise where there is nothing to read."""
    pale = abs(luminance(page.theme.paper) - luminance(page.theme.ink)) < 60
    flaws = _flaws(rng, 0.0 if pale or page.photographed else stage.flaws, size)
    if page.photographed:
        photographs.flaws(rng, flaws, size)
    if not page.lines and rng.random() < 0.6:
        flaws[11], flaws[22] = (
            rng.choice([0, rng.uniform(0.01, 0.3), rng.uniform(0.05, 0.5)]),
            rng.choice([0, 0, rng.uniform(0.003, 0.06), rng.uniform(0.01, 0.4)]),
        )
        flaws[26] = float(rng.random() < 0.6)
        flaws[10] = rng.choice([0, 0, rng.uniform(0.3, 1.2)])
    return flaws


def _geometry(
    rng: random.Random, amount: float, width: int, height: int, paper: bool = False
) -> tuple[list[list[float]] | None, float, float]:
    """A homography of the canvas and the margins it needs; what is on `paper` lies crooked more often."""
    if rng.random() > (0.5 if paper else 0.38) * amount:
        return None, 0.0, 0.0
    kind, most = rng.random(), 5.0 if paper else 3.2
    angle = rng.gauss(0, 1.0) if kind < 0.6 else rng.uniform(-most, most)
    tilt, shear = (0.0, 0.0), 0.0
    if kind > 0.8:
        tilt, shear = (rng.uniform(-0.07, 0.07), rng.uniform(-0.07, 0.07)), rng.uniform(-0.015, 0.015)
    zoom = rng.uniform(0.94, 1.0)
    slope = abs(math.sin(math.radians(angle))) + abs(shear)
    share = 0.5 * (abs(tilt[0]) + abs(tilt[1]))
    return (
        turned(angle, shear, tilt, zoom, width, height),
        slope * height / 2 + share * width / 2,
        slope * width / 2 + share * height / 2,
    )


def _scale(rng: random.Random, stage: Stage, size: float) -> float:
    """How much larger than the canvas a page is drawn."""
    kind, scale = rng.random(), 1.0
    if stage.flaws and kind > 0.5:
        scale = rng.uniform(1.2, 2.0) if kind < 0.88 else rng.uniform(0.5, 0.95)
        if rng.random() < 0.35:
            scale = rng.choice([4 / 3, 4 / 3, 1.25, 1.5, 1.1])  # screens shown smaller
    return scale if size * scale >= 8 else 1.0


def _strip(rng: random.Random, page: Page, texts: Texts, size: float) -> None:
    """One line; or a row between rules, figures, or what is left of rules alone."""
    kind = rng.random()
    if kind < 0.14:
        grids.rows(page, texts, size)
    elif kind < 0.26:
        figures.figures(page, texts, min(size, page.height / page.scale * 0.6))
    elif kind < 0.34:
        grids.pieces(page)
    else:
        layouts.strip(page, texts, size)
        last = max((c[0] for line in page.lines for c in line.centres), default=0.0)
        if kind > 0.92 and last < page.width - page.px(40):
            controls.grip(
                page, page.width - page.px(3), page.height - page.px(3), page.px(rng.uniform(9, 20))
            )


def _fill(
    rng: random.Random,
    page: Page,
    texts: Texts,
    size: float,
    maker: Callable[[Page, Texts, float], None],
    stage: Stage,
    margins: tuple[float, float, float, float],
    flat: bool,
) -> Page:
    """Draw what `maker` draws, in a theme that fits it; bills and letters now and then as photographs."""
    if rng.random() < 0.04 and stage.flaws:
        page.texture(rng.randint(8, 40))
    if stage.max_chars <= 160 and rng.random() < 0.75:
        maker = layouts.snippets
    if maker in (layouts.code, screens.terminal, consoles.console) and rng.random() < 0.5:
        page = replace(page, theme=theme(rng, 0.9))
    if maker in PAPERS and not flat and rng.random() < 0.33 * stage.flaws:
        page = replace(page, theme=photographs.paper(rng), photographed=True)
        photographs.desk(page, margins)
    maker(page, texts, size)
    return page


def _draw(
    rng: random.Random,
    texts: Texts,
    library: Library,
    size_wh: tuple[int, int],
    size: float,
    chars: int,
    stage: Stage,
    flat: bool = False,
) -> tuple[Page, list[list[float]] | None]:
    """A page of its canvas size and how it lies; one that is `flat` lies straight and is no photograph."""
    width, height = size_wh
    maker = rng.choices([k for k, _ in KINDS], [w for _, w in KINDS])[0]
    homography, mx, my = _geometry(rng, 0.0 if flat else stage.flaws, width, height, maker in BILLS)
    if mx > width * 0.2 or my > height * 0.25:
        homography, mx, my = None, 0.0, 0.0
    scale = _scale(rng, stage, size)
    pad = rng.choice([2, 4, 8, 18, rng.uniform(2, 0.1 * width)]) if height > 64 else rng.choice([2, 3, 6])
    left, right = mx + pad, mx + min(pad, rng.choice([3, pad, pad]))
    top, bottom = my + min(pad, height * 0.1), my + min(pad, height * 0.1)
    if rng.random() < 0.1 and width > 200:
        left += rng.uniform(0, width * 0.35)
    dw, dh = round(width * scale), round(height * scale)
    box = (left * scale, top * scale, (width - right) * scale, (height - bottom) * scale)
    page = Page(
        dw, dh, box, scale, rng, library, theme(rng), stage.max_lines, chars, rng.random() < KERNED and RAQM
    )
    if rng.random() < 0.03 and stage.flaws:
        empties.blank(page)
        return page, None
    if rng.random() < 0.06:
        page.space = rng.uniform(0.5, 0.95)
    if maker is vouchers.voucher:
        page.max_chars = max(chars, 320)  # else the sums would seldom be reached
    if rng.random() < (0.4 if maker is figures.figures else 0.05):
        page.zero = rng.choice(zeros.STYLES)
    if height <= 64:
        _strip(rng, page, texts, size)
    else:
        margins = (left * scale, top * scale, right * scale, bottom * scale)
        page = _fill(rng, page, texts, size, maker, stage, margins, flat)
    if scale != 1.0:
        page.image = page.image.resize((width, height), rng.choice(FILTERS if scale > 1 else FILTERS[1:4]))
    return page, homography


def _page(
    rng: random.Random,
    texts: Texts,
    library: Library,
    size_wh: tuple[int, int],
    size: float,
    chars: int,
    stage: Stage,
) -> tuple[Page, list[list[float]] | None]:
    """A page and how it lies, or now and then a window on a larger one whose edge cuts a line."""
    width, height = size_wh
    if rng.random() < CUT * stage.flaws * (1.0 if height > 64 else 0.5):
        taller = width, height + cuts.spare(rng, height, size)
        page, _ = _draw(rng, texts, library, taller, size, chars, stage, flat=True)
        if cuts.cut(page, rng, height):
            return page, None
    page, homography = _draw(rng, texts, library, size_wh, size, chars, stage)
    if page.image.size != size_wh:
        page.image = page.image.resize(size_wh)
    return page, homography


def _curl(
    rng: random.Random, points: list[Point], height: int, width: int
) -> tuple[list[Point], tuple[float, float, float]] | None:
    """A sheet that bends: rows swing along the width. None where text would leave the picture."""
    most, waves, phase = rng.uniform(1, 7), rng.uniform(0.3, 1.3), rng.uniform(0, 6.28)
    out = [
        c if c is NOWHERE else (c[0], c[1] + most * math.sin(6.2832 * waves * c[0] / width + phase))
        for c in points
    ]
    inside = all(c is NOWHERE or 2 < c[1] < height - 2 for c in out)
    return (out, (most, waves, phase)) if inside else None


def _overturned(rng: random.Random, page: Page, flaws: NDArray[np.float32]) -> Sample:
    """A page that stands on its head or lies on its side: nothing is read, so that it is turned first."""
    width, height = page.image.size
    if rng.random() < 0.6:
        side = page.image.transpose(rng.choice([Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_270]))
        paper = Image.new("RGB", (width, height), page.theme.paper)
        paper.paste(side, ((width - side.width) // 2, (height - side.height) // 2))
        image = paper
    else:
        image = page.image.transpose(Image.Transpose.ROTATE_180)
    prompt = rng.choice([READ, READ, READ, MARKDOWN])
    return Sample(
        np.asarray(image, np.uint8),
        flaws,
        question_ids(prompt),
        [IM_END],
        [NOWHERE],
        "",
        prompt,
        "a turned page",
    )


def sample(
    rng: random.Random,
    texts: Texts,
    library: Library,
    size_wh: tuple[int, int],
    size: float,
    chars: int,
    stage: Stage,
) -> Sample:
    """Draw one picture and choose what is said about it."""
    width, height = size_wh
    page, homography = _page(
        rng,
        texts,
        library,
        size_wh,
        size * rng.uniform(0.85, 1.25),
        int(chars * rng.uniform(0.55, 1.0)),
        stage,
    )
    lines, text = page.lines, page.text
    points: list[Point] = []
    for n, line in enumerate(lines):
        points += [NOWHERE] * (n > 0) + [
            c if c is NOWHERE else (c[0] / page.scale, c[1] / page.scale) for c in line.centres
        ]
    flaws = _flaws_of(rng, page, stage, size)
    if homography is not None:
        warped = [c if c is NOWHERE else moved(homography, c) for c in points]
        if all(c is NOWHERE or (1 < c[0] < width - 1 and 1 < c[1] < height - 1) for c in warped):
            points = warped
            flaws[:9] = np.linalg.inv(np.array(homography)).reshape(9)
            flaws[9] = 1.0
    if height > 64 and not page.edged and rng.random() < (0.6 if page.photographed else 0.05) * stage.flaws:
        curled = _curl(rng, points, height, width)
        if curled is not None:
            points, flaws[23:26] = curled
    if height > 64 and len(text) > 60 and rng.random() < 0.02 * stage.flaws:
        return _overturned(rng, page, flaws)
    question, answer, centres = READ, text, points
    if not page.edged and (rng.random() < stage.asks or (page.facts and rng.random() < 2 * stage.asks)):
        question, answer = ask(page, texts, rng)
        if not text:
            question, answer = rng.choice([READ, READ, MARKDOWN]), ""
        centres = [NOWHERE] * len(answer)
    elif rng.random() < 0.06:
        question = rng.choice(READ_OTHERS)
    ids, places = [], []
    for c, at in zip(answer, centres, strict=True):
        pieces = character(c)
        ids += pieces
        places += [at] * len(pieces)
    return Sample(
        np.asarray(page.image, np.uint8),
        flaws,
        question_ids(question),
        [*ids, IM_END],
        [*places, NOWHERE],
        answer,
        question,
        page.kind,
    )


__all__ = [
    "FLAWS",
    "Sample",
    "canvas",
    "density",
    "encode",
    "far_question",
    "sample",
]
