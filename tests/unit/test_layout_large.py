"""Layout: screens at twice their size. Rules are as thick as small print, lines wider than the canvas."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engine.layout import plan_regions
from engine.layout.ink import contrast_mask, ink_map, step_masks
from tests.helpers.drawn_pages import Page, blank_page, font
from tests.helpers.layout_plans import plan

CANVAS_PX = 61_440
CELLS = [
    ["Item", "Qty", "Price"],
    ["Lantern", "11", "59.48"],
    ["Copper", "21", "7.29"],
    ["Bridge", "6", "34.08"],
]


def ruled_table() -> Page:
    page = blank_page(420, 200)
    for row, cells in enumerate(CELLS):
        for column, word in enumerate(cells):
            page.text(30 + 120 * column, 26 + 34 * row, word, 14)
    for row in range(5):
        page.draw.line((20, 18 + 34 * row, 380, 18 + 34 * row), fill=(150, 150, 150))
    for column in range(4):
        page.draw.line((20 + 120 * column, 18, 20 + 120 * column, 154), fill=(150, 150, 150))
    return page


def twice(image: Image.Image) -> Image.Image:
    return image.resize((2 * image.width, 2 * image.height), Image.Resampling.BICUBIC)


def test_rules_of_a_table_at_twice_its_size_are_no_regions_of_their_own() -> None:
    page = ruled_table()
    made = plan_regions(twice(page.image), canvas_px=CANVAS_PX)
    for region in made.regions:
        left, top, right, bottom = region.box
        shown = [
            text
            for text, x, y, other_x, other_y in page.lines
            if left < 2 * other_x and 2 * x < right and top < 2 * other_y and 2 * y < bottom
        ]
        assert shown, f"{region.box} shows no text"
    assert len(made.regions) <= len(CELLS)


def test_the_size_of_print_beside_thick_rules_is_that_of_the_print() -> None:
    made = plan_regions(twice(ruled_table().image), canvas_px=CANVAS_PX)
    assert 18 <= made.text_px <= 32


def test_a_line_of_small_capitals_is_no_rule_however_close_they_stand() -> None:
    page = blank_page(640, 120)
    page.text(20, 40, "ACKNOWLEDGEMENTS OF INTERNATIONALIZATION DEPARTMENTS", 8)
    page.text(20, 80, "MINIMUM MAXIMUM AVERAGE INSTALLATION", 9)
    mask = contrast_mask(page.image)
    found = ink_map(mask, step_masks(page.image))
    assert not found.across.any()
    assert np.array_equal(found.ink, mask)


def test_a_lone_capital_of_a_large_title_is_no_rule() -> None:
    page = blank_page(900, 240)
    page.text(60, 60, "I", 120)
    page.text(300, 60, "T l I", 120)
    found = ink_map(contrast_mask(page.image), step_masks(page.image))
    assert not found.down.any()


def test_a_large_line_wider_than_the_canvas_is_shown_smaller_in_one_piece() -> None:
    page = blank_page(1300, 200)
    page.text(40, 70, "Wrong generic society the although tape", 52)
    made = plan_regions(page.image, canvas_px=CANVAS_PX)
    assert len(made.regions) == 1
    assert 0.7 < made.regions[0].scale < 1


def test_a_line_that_must_be_cut_is_cut_between_words() -> None:
    page = blank_page(900, 120)
    # Letters of the word in the middle stand apart, by less than words do.
    x = 30
    for word in ["signal", "harbour", *"programmers", "quietly", "winter"]:
        page.text(x, 40, word, 24)
        x = page.lines[-1][3] + (1 if len(word) == 1 and len(page.lines) < 13 else 8)
    made = plan_regions(page.image.crop((0, 0, x + 30, 120)), canvas_px=24_000)
    cuts = [a.box[2] for a, b in pairwise(made.regions) if b.continues_line]
    assert len(cuts) == 1
    assert not page.lines[2][1] < cuts[0] < page.lines[12][3]


# ---- print whose strokes are thicker than contrast reaches


def poster(words: str, size_px: int, note: str = "") -> Image.Image:
    """Heavy print on a banner, and perhaps a note in small print below it."""
    heavy = font(size_px)
    width = int(heavy.getlength(words)) + size_px
    image = Image.new("RGB", (width, 2 * size_px + 60), (255, 240, 200))
    draw = ImageDraw.Draw(image)
    draw.text((size_px // 2, size_px // 3), words, font=heavy, fill=(20, 20, 90), stroke_width=size_px // 20)
    draw.text((size_px // 2, 2 * size_px), note, font=font(20), fill=(20, 20, 90))
    return image


@pytest.mark.parametrize("size_px", [90, 120, 160])
def test_a_line_of_print_as_large_as_on_a_poster_is_one_line_and_cut_nowhere(size_px: int) -> None:
    made = plan(poster("GRAND REOPENING", size_px), canvas_px=CANVAS_PX)
    assert len(made.regions) == 1
    assert not made.regions[0].overlaps_previous
    (line,) = made.regions[0].lines
    assert 0.6 * size_px < line.box[3] - line.box[1] < 1.1 * size_px


def test_small_print_below_large_is_not_shown_as_small_as_that() -> None:
    made = plan(poster("WELCOME ABOARD", 150, "Free entrance"), canvas_px=CANVAS_PX)
    assert [region.scale for region in made.regions[1:]] == [1.0]
    assert made.regions[0].scale < 0.5
