"""Leaders go, and nothing else does: dots between a name and its price, at any size, on any ground."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageChops

from engine.layout import crop, plan_regions, without_leaders
from tests.helpers.drawn_pages import Page, blank_page

ROWS = (("Espresso doppio", "3.20"), ("Croissant", "2.45"), ("Orange juice 0.2l", "4.10"), ("Water", "2.80"))


def price_list(size: int, step: float, dot: int, paper: int = 255, ink: int = 0) -> tuple[Page, Page]:
    """Rows of names and prices with and without dots between."""
    pages = []
    for leads in (True, False):
        page = blank_page(24 * size, 4 * size * 2 + 20)
        page.image.paste((paper,) * 3, (0, 0, *page.image.size))
        page.ink = (ink,) * 3
        for row, (name, price) in enumerate(ROWS):
            top = 10 + row * size * 2
            page.text(12, top, name, size)
            left = page.lines[-1][3] + 6
            page.text(21 * size, top, price, size)
            start = page.lines[-1][1] - 6
            bottom = top + round(size * 0.95)
            for index in range(int((start - left) / step) if leads else 0):
                at = round(left + index * step)
                page.image.paste((ink,) * 3, (at, bottom - dot, at + dot, bottom))
        pages.append(page)
    return pages[0], pages[1]


def differs(a: Image.Image, b: Image.Image) -> int:
    return int(np.count_nonzero(np.asarray(ImageChops.difference(a, b).convert("L")) > 40))


@pytest.mark.parametrize(
    ("size", "step", "dot"), [(15, 4.0, 2), (15, 8.4, 2), (16, 5.5, 2), (24, 8.0, 3), (40, 14.0, 5)]
)
@pytest.mark.parametrize(("paper", "ink"), [(255, 0), (30, 220), (240, 120)])
def test_dots_between_name_and_price_go(size: int, step: float, dot: int, paper: int, ink: int) -> None:
    dotted, plain = price_list(size, step, dot, paper, ink)
    assert differs(dotted.image, plain.image) > 100
    assert differs(without_leaders(dotted.image), plain.image) == 0


def test_rows_with_leaders_are_planned_as_rows_without() -> None:
    dotted, plain = price_list(16, 8.0, 2)
    boxes = [
        [region.box for region in plan_regions(page, canvas_px=61_440).regions]
        for page in (without_leaders(dotted.image), plain.image)
    ]
    assert boxes[0] == boxes[1]


def test_a_turned_page_loses_its_leaders_once_it_is_level() -> None:
    dotted, plain = price_list(24, 9.0, 3)
    ends = [
        page.image.rotate(2, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)) for page in (dotted, plain)
    ]
    plans = [plan_regions(page, canvas_px=245_760) for page in ends]
    assert plans[0].angle_deg == pytest.approx(2, abs=0.3)
    whole = plans[1].regions[0]
    shown = [crop(page, whole) for page in ends]
    assert differs(shown[0], shown[1]) < 0.2 * differs(ends[0], ends[1])


def test_leaders_at_the_border_of_two_strips_go_too(monkeypatch: pytest.MonkeyPatch) -> None:
    dotted, plain = blank_page(360, 700), blank_page(360, 700)
    for row in range(38):
        for page in (dotted, plain):
            page.text(12, 10 + 18 * row, "Tea", 15)
            page.text(300, 10 + 18 * row, "3.20", 15)
        for left in range(50, 290, 8):
            dotted.image.paste((0, 0, 0), (left, 22 + 18 * row, left + 2, 24 + 18 * row))
    monkeypatch.setattr("engine.layout.leaders._STRIP_PX", 1)
    assert differs(without_leaders(dotted.image), plain.image) == 0


def test_noise_is_left_alone_soon() -> None:
    levels = np.random.default_rng(0).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    noise = Image.fromarray(levels)
    assert without_leaders(noise) is noise


@pytest.mark.parametrize(
    "text",
    [
        "Loading......",
        "......",
        "Wait..... what",
        "job.errors.JobError: access success",
        "minimum illness mmmmmmmm iiiiiiii",
        "|  id | name | +----+------+-----+ ",
        "a - b - c - d - e - f - g - h - i",
        "x = 1; y = 2; z = 3; f::g::h !",
        "1. 2. 3. 4. 5. 6. 7. 8. 9. 10. 11.",
    ],
)
@pytest.mark.parametrize("size", [11, 16])
@pytest.mark.parametrize("advance", [None, 0.6])
def test_print_is_left_alone(text: str, size: int, advance: float | None) -> None:
    page = blank_page(40 * size, 6 * size)
    for row in range(2):
        top = 6 + row * round(1.25 * size)
        if advance is None:
            page.text(8, top, text, size)
        for index, character in enumerate(text if advance else ""):
            # As typewriters set it: letters at equal distances.
            page.text(round(8 + index * size * (advance or 0)), top, character, size)
    assert without_leaders(page.image) is page.image
