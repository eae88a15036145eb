"""Layout: lines that the picture's edge runs through are shown alone, and cost no whole line its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from engine.layout import Region, RegionKind
from engine.layout.bands import Band
from engine.layout.edges import Edges
from tests.helpers.drawn_pages import Page, blank_page
from tests.helpers.layout_plans import holders, ink_box, order_read, plan

ROWS = 6
SHARES = [0.3, 0.5, 0.7]


def screen() -> Page:
    page = blank_page(600, 300)
    for row in range(ROWS):
        page.text(20, 30 + 36 * row, "the quiet Harbour and other letters", 20)
    return page


def cropped(page: Page, top: int, bottom: int) -> Page:
    """The rows from `top` to `bottom` with the lines that are whole there."""
    kept = [
        (text, left, upper - top, right, lower - top)
        for text, left, upper, right, lower in page.lines
        if upper >= top and lower <= bottom
    ]
    return Page(page.image.crop((0, top, page.image.width, bottom)), lines=kept)


def cut_above(page: Page, share: float) -> Page:
    _, top, _, bottom = ink_box(page.lines[1], page)
    return cropped(page, round(top + share * (bottom - top)), page.image.height)


def cut_below(page: Page, share: float) -> Page:
    _, top, _, bottom = ink_box(page.lines[-2], page)
    return cropped(page, 0, round(bottom - share * (bottom - top)))


def whole(regions: tuple[Region, ...]) -> list[Region]:
    return [region for region in regions if not region.is_cut]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize(("cut", "kept"), [(cut_above, ROWS - 2), (cut_below, ROWS - 2)])
def test_a_line_that_an_edge_runs_through_is_shown_alone(
    cut: Callable[[Page, float], Page], kept: int, share: float
) -> None:
    page = cut(screen(), share)
    made = plan(page)
    assert sum(region.is_cut for region in made.regions) == 1
    assert made.regions[0 if cut is cut_above else -1].is_cut
    assert len(order_read(page, made)) == kept
    for line in page.lines:
        (holder,) = holders(made, ink_box(line, page))
        assert not made.regions[holder].is_cut


def test_both_edges_may_run_through_a_line() -> None:
    page = screen()
    _, _, _, lowest = ink_box(page.lines[-1], page)
    _, highest, _, _ = ink_box(page.lines[0], page)
    made = plan(cropped(page, highest + 8, lowest - 8))
    assert [region.is_cut for region in made.regions] == [True, False, True]


def test_a_turned_picture_may_be_cut_too() -> None:
    page = cut_above(screen(), 0.5)
    turned = page.image.rotate(0.5, Image.Resampling.BICUBIC, expand=False, fillcolor=(255, 255, 255))
    made = plan(turned.crop((4, 3, turned.width - 4, turned.height - 4)))
    assert made.regions[0].angle_deg
    assert made.regions[0].is_cut
    assert whole(made.regions)


def test_whole_lines_that_touch_the_edges_stay_together() -> None:
    page = screen()
    _, top, _, _ = ink_box(page.lines[0], page)
    _, _, _, bottom = ink_box(page.lines[-1], page)
    made = plan(cropped(page, top, bottom))
    assert [region.kind for region in made.regions] == [RegionKind.WHOLE]


@pytest.mark.parametrize("height_px", [12, 20])
def test_a_picture_of_one_line_is_shown_whatever_is_cut_of_it(height_px: int) -> None:
    page = screen()
    _, top, _, _ = ink_box(page.lines[0], page)
    made = plan(page.image.crop((0, top, 600, top + height_px)))
    assert [region.is_cut for region in made.regions] == [False]


def test_a_picture_of_two_halves_of_lines_has_no_more_than_one_that_is_cut() -> None:
    page = screen()
    _, top, _, bottom = ink_box(page.lines[0], page)
    middle = (top + bottom) // 2
    assert sum(region.is_cut for region in plan(page.image.crop((0, middle, 600, middle + 36))).regions) <= 1


def test_an_edge_that_climbs_by_more_than_a_line_is_not_looked_at() -> None:
    bands = [Band(0, 5, 0, 100), Band(20, 34, 0, 100), Band(40, 54, 0, 100)]
    assert Edges.of(200, 0, 14.0).cut_first(bands)
    assert Edges.of(200, 2, 14.0).cut_first(bands)
    assert not Edges.of(200, 20, 14.0).cut_first(bands)
    assert not Edges.of(54, 0, 14.0).cut_last(bands)
