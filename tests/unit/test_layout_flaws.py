"""Faint, speckled, noisy and small print: the layout sees the same page, and the model legible print."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from engine.layout import crop, plan_regions, without_grains
from tests.helpers.drawn_pages import Page, article, blank_page
from tests.helpers.layout_plans import order_read, plan, prose_lines

CANVAS_PX = 122_880


def letter(size_px: int = 16) -> Page:
    rng = random.Random(5)
    page = blank_page(640, 360)
    y = 24
    for _ in range(3):
        y = page.paragraph(30, y, 560, 24, rng, size_px) + 10
    return page


def levels(image: Image.Image) -> NDArray[np.float64]:
    return np.asarray(image).astype(np.float64)


def speckled(image: Image.Image, share: float, seed: int = 1) -> Image.Image:
    out, chance = np.asarray(image).copy(), np.random.default_rng(seed).random((image.height, image.width))
    out[chance < share / 2], out[chance > 1 - share / 2] = 0, 255
    return Image.fromarray(out)


def noisy(image: Image.Image, sigma: float, seed: int = 1) -> Image.Image:
    grain = np.random.default_rng(seed).normal(0, sigma, (image.height, image.width, 1))
    return Image.fromarray(np.clip(levels(image) + grain, 0, 255).astype(np.uint8))


def faint(image: Image.Image, paper: int = 255, ink: int = 235) -> Image.Image:
    return Image.fromarray((ink + levels(image) * (paper - ink) / 255).astype(np.uint8))


def test_a_page_of_faint_print_is_seen_and_shown_in_full_contrast() -> None:
    page = letter()
    made = plan_regions(faint(page.image), canvas_px=CANVAS_PX)
    assert len(made.regions) == len(plan_regions(page.image, canvas_px=CANVAS_PX).regions) > 0
    shown = levels(crop(faint(page.image), made.regions[0]))
    assert shown.min() < 10
    assert shown.max() > 245


def test_print_of_usual_contrast_is_shown_as_it_is() -> None:
    page = letter()
    region = plan_regions(page.image, canvas_px=CANVAS_PX).regions[0]
    grey = faint(page.image, 255, 120)
    assert int(np.asarray(crop(grey, region)).min()) >= 120


@pytest.mark.parametrize("share", [0.02, 0.05])
def test_grains_are_taken_off_and_the_page_is_cut_as_without(share: float) -> None:
    page = letter()
    cleaned = without_grains(speckled(page.image, share))
    clean = plan_regions(page.image, canvas_px=CANVAS_PX)
    assert len(plan_regions(cleaned, canvas_px=CANVAS_PX).regions) == len(clean.regions)
    blank = levels(cleaned)[-60:, 20:-20]
    assert (blank < 200).mean() < 0.02 * share


@pytest.mark.parametrize("size_px", [8, 11, 16, 30])
def test_letters_are_not_taken_for_grains(size_px: int) -> None:
    page = letter(size_px)
    assert without_grains(page.image) is page.image


@pytest.mark.parametrize("sigma", [8.0, 25.0, 40.0])
def test_noise_does_not_part_a_page_otherwise(sigma: float) -> None:
    page = letter(18)
    clean = plan_regions(page.image, canvas_px=CANVAS_PX)
    made = plan_regions(noisy(page.image, sigma), canvas_px=CANVAS_PX)
    assert len(made.regions) <= len(clean.regions) + 1
    assert abs(made.text_px - clean.text_px) <= 4


def test_lines_of_a_noisy_scan_are_read_in_order() -> None:
    page = article(900, 1200, columns=2, size_px=18)
    clean, page.image = page.image, noisy(page.image, 12.0)
    made = plan(page, CANVAS_PX)
    page.image = clean
    assert order_read(page, made) == prose_lines(page)


@pytest.mark.parametrize(("size_px", "least", "most"), [(8, 1.7, 2.0), (10, 1.3, 1.8), (16, 1.0, 1.0)])
def test_small_print_is_enlarged_to_what_reads_best(size_px: int, least: float, most: float) -> None:
    made = plan_regions(letter(size_px).image, canvas_px=CANVAS_PX)
    assert all(least <= region.scale <= most for region in made.regions), made


def test_the_dirt_of_a_fax_is_taken_off_though_it_is_sparse() -> None:
    page = letter(24)
    black = page.image.convert("L").point([0] * 128 + [255] * 128).convert("RGB")
    dirt = np.random.default_rng(3).random((page.image.height, page.image.width)) < 0.0015
    levels = np.asarray(black).copy()
    levels[dirt] = 0
    cleaned = levels[-60:] != np.asarray(without_grains(Image.fromarray(levels)))[-60:]
    assert cleaned.any()
    assert without_grains(black) is black
