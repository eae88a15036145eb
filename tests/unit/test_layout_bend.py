"""Photographed pages whose lines bend and converge are levelled, and boxes lie on the photo as it was."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PIL import Image

from engine.layout import Bend, bend_of, plan_regions
from engine.layout.bend import _SEARCH
from tests.helpers.drawn_pages import Page, article, blank_page, desktop


def receipt() -> Page:
    """Names at the left, prices far at the right."""
    rng = random.Random(4)
    page = blank_page(460, 520, (226, 222, 212))
    for row in range(14):
        page.text(40, 60 + 28 * row, rng.choice(["Milk", "Bread", "Coffee beans", "Apples", "Cheese"]), 17)
        page.text(360, 60 + 28 * row, f"{rng.randint(1, 99)}.{rng.randint(10, 99)}", 17)
    return page


def photographed(image: Image.Image, bend: Bend) -> Image.Image:
    """The page as it looks with its lines bent, under uneven light and the camera's noise."""
    against = Bend(bend.width_px, bend.height_px, -bend.turn, -bend.along, -bend.across)
    levels = np.asarray(against.level(image)).astype(np.float64)
    light = np.linspace(0.75, 1.0, image.width)[None, :, None]
    grain = np.random.default_rng(2).normal(0, 2.5, levels.shape)
    return Image.fromarray(np.clip(levels * light + grain, 0, 255).astype(np.uint8))


@pytest.mark.parametrize(
    ("turn", "along", "across"),
    [(0.03, 0.0, 0.0), (0.0, 0.05, 0.0), (0.0, 0.0, 0.03), (0.02, -0.03, 0.015), (-0.025, 0.03, -0.02)],
)
def test_the_lines_of_a_photo_are_made_level(turn: float, along: float, across: float) -> None:
    page = receipt()
    true = Bend(*page.image.size, turn, along, across)
    found = bend_of(photographed(page.image, true))
    assert found is not None
    for x in (50, 230, 400):
        for y in (80, 250, 420):
            assert abs(found.shift(x, y) - true.shift(x, y)) <= 5.0


def test_prices_stay_beside_their_names_on_a_bent_receipt() -> None:
    photo = photographed(receipt().image, Bend(460, 520, 0.03, 0.03, 0.01))
    bend = bend_of(photo)
    assert bend is not None
    level = plan_regions(bend.level(photo), canvas_px=122_880)
    wide = [region for region in level.regions if region.box[2] - region.box[0] > 300]
    assert sum(region.box[3] - region.box[1] for region in wide) > 300


def test_a_box_lies_around_its_line_on_the_photo() -> None:
    bend = Bend(400, 300, 0.05, 0.0, 0.0)
    assert bend.on_page((0, 100, 400, 120)) == (0, 90, 400, 130)
    assert Bend(400, 300, 0.0, 0.0, 0.0).on_page((10, 20, 30, 40)) == (10, 20, 30, 40)


@pytest.mark.parametrize("page", [article(900, 1200, columns=2), desktop(), receipt()])
def test_screens_and_clean_pages_are_left_alone(page: Page) -> None:
    assert bend_of(page.image) is None


def test_a_level_photo_is_left_alone() -> None:
    assert bend_of(photographed(receipt().image, Bend(460, 520, 0.0, 0.0, 0.0))) is None


@pytest.mark.parametrize("size", [(300, 200), (5, 5), (1, 40)])
def test_noise_and_specks_of_pictures_have_no_lines_to_level(size: tuple[int, int]) -> None:
    values = np.random.default_rng(1).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    assert bend_of(Image.fromarray(values)) is None


def test_slopes_of_either_sign_are_looked_for() -> None:
    assert {-slope for slope in _SEARCH} == set(_SEARCH)
