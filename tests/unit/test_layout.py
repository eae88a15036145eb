"""Layout: every line is shown once, whole and in reading order, in parts that the model can take."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageFilter

from engine.layout import LayoutPlan, Region, RegionKind, crop, plan_regions
from engine.layout.pack import MAX_REGIONS
from tests.helpers.drawn_pages import WORDS, Page, article, blank_page, desktop
from tests.helpers.layout_plans import (
    assert_each_line_is_shown_once_and_whole,
    holders,
    ink_box,
    leads,
    order_read,
    plan,
    prose_lines,
    touching,
)

# ---- one region


def test_a_picture_within_the_canvas_stays_whole() -> None:
    page = blank_page(600, 400)
    for row in range(12):
        page.text(20, 12 + 32 * row, "the quiet harbour and other letters from the winter", 20)
    made = plan(page)
    assert [region.kind for region in made.regions] == [RegionKind.WHOLE]
    assert made.regions[0].box == (0, 0, 600, 400)
    assert made.regions[0].scale == 1.0


def test_a_picture_of_odd_size_is_padded_and_never_cropped() -> None:
    page = blank_page(601, 397)
    for row in range(12):
        page.text(20, 12 + 32 * row, "the quiet harbour and other letters from the winter", 20)
    region = plan(page).regions[0]
    shown = np.asarray(crop(page.image, region))
    assert shown.shape == (400, 608, 3)
    source = np.asarray(page.image)
    assert any(
        np.array_equal(shown[y : y + 397, x : x + 601], source)
        for y in range(shown.shape[0] - 396)
        for x in range(shown.shape[1] - 600)
    )


def test_blank_margins_are_cut_where_most_of_a_picture_is_blank() -> None:
    page = blank_page(760, 520)
    page.text(40, 40, "Would and Don with", 28)
    page.text(40, 90, "Blessed are the forgetful: for they get the better even of their blunders.", 18)
    made = plan(page)
    assert len(made.regions) == 1
    assert made.regions[0].model_width_px * made.regions[0].model_height_px < 760 * 520 // 4
    assert_each_line_is_shown_once_and_whole(page, made)


def test_large_print_within_the_canvas_is_not_shrunk() -> None:
    page = blank_page(800, 300)
    page.text(30, 30, "Big words here", 80)
    page.text(30, 150, "Second slide line", 80)
    made = plan(page)
    assert [region.scale for region in made.regions] == [1.0]


def test_tiny_print_is_enlarged() -> None:
    page = blank_page(300, 90)
    for row in range(6):
        page.text(10, 8 + 12 * row, "every morning summer bridge pages valley reading", 7)
    made = plan(page)
    assert [region.scale for region in made.regions] == [2.0]


# ---- nothing to read


def gradient(width: int, height: int) -> Image.Image:
    y, x = np.mgrid[0:height, 0:width]
    levels = np.stack([x * 255 // width, y * 255 // height, (x + y) * 255 // (width + height)], -1)
    return Image.fromarray(levels.astype(np.uint8))


def noisy(level: int, sigma: float, size: tuple[int, int] = (700, 500)) -> Image.Image:
    grain = np.random.default_rng(5).normal(level, sigma, (size[1], size[0]))
    return Image.fromarray(np.clip(grain, 0, 255).astype(np.uint8)).convert("RGB")


def framed() -> Image.Image:
    page = blank_page(900, 700, (240, 240, 240))
    page.draw.rectangle((60, 60, 840, 640), fill=(255, 255, 255), outline=(90, 90, 90))
    page.draw.line((60, 350, 840, 350), fill=(0, 0, 0), width=3)
    return page.image


def dusty() -> Image.Image:
    page = blank_page(1240, 1754)
    rng = random.Random(1)
    for _ in range(60):
        x, y = rng.randrange(1240), rng.randrange(1754)
        page.image.putpixel((x, y), (60, 60, 60))
    return page.image


@pytest.mark.parametrize(
    "make",
    [
        lambda: Image.new("RGB", (1920, 1080), (255, 255, 255)),
        lambda: Image.new("RGB", (300, 200), (0, 0, 0)),
        lambda: gradient(1920, 1080),
        lambda: noisy(128, 12),
        framed,
        dusty,
    ],
    ids=["white", "black", "gradient", "grain", "rules and panels", "dust"],
)
def test_a_picture_without_print_has_no_regions(make: Callable[[], Image.Image]) -> None:
    made = plan(make())
    assert made.regions == ()
    assert made.text_px == 0.0


@pytest.mark.parametrize("ink", [(190, 190, 190), (255, 235, 130), (150, 180, 255)])
def test_faint_print_on_white_is_seen(ink: tuple[int, int, int]) -> None:
    page = blank_page(700, 300, ink=ink)
    page.text(40, 120, "Enter your name", 18)
    made = plan(page)
    assert len(made.regions) == 1
    left, top, right, bottom = made.regions[0].box
    assert left <= 41
    assert right >= 165
    assert top <= 125
    assert bottom >= 138


def test_print_of_the_brightness_of_its_ground_is_seen_by_its_colour() -> None:
    page = blank_page(700, 300, (76, 76, 76), (255, 0, 0))
    page.text(40, 120, "Red on grey of the same luminance", 20)
    assert len(plan(page).regions) == 1


# ---- sizes and cuts


def test_print_of_a_300_dpi_scan_is_brought_down_to_reading_size() -> None:
    page = article(2480, 3508, columns=1, seed=1, size_px=44)
    made = plan(page)
    assert all(0.3 < region.scale < 0.8 for region in made.regions)
    assert 30 < made.text_px < 58
    assert len(made.regions) <= 12
    assert order_read(page, made) == prose_lines(page)


def test_small_print_on_a_4k_wide_screen_is_not_shrunk() -> None:
    rng = random.Random(13)
    page = blank_page(3840, 1000)
    for x in (40, 1300, 2560):
        y = 40
        while y < 860:
            y = page.paragraph(x, y, 1100, 80, rng, 13, 1.5) + 9
    made = plan(page)
    assert {region.scale for region in made.regions} == {1.0}
    assert order_read(page, made) == prose_lines(page)


def test_a_line_wider_than_the_canvas_is_cut_between_words() -> None:
    rng = random.Random(14)
    page = blank_page(3000, 200)
    page.text(20, 80, " ".join(rng.choice(WORDS) for _ in range(30)), 24)
    right = page.lines[0][3]
    assert right > 2000
    made = plan(page)
    assert len(made.regions) >= 2
    assert leads(made.regions)[1:] == [" "] * (len(made.regions) - 1)
    columns = np.asarray(page.image.convert("L")).min(axis=0)
    for region in made.regions:
        assert columns[region.box[0]] > 200
        assert columns[region.box[2] - 1] > 200
    assert made.regions[0].box[0] <= 22
    assert made.regions[-1].box[2] >= right - 3


def test_a_picture_without_a_blank_row_is_cut_into_strips_that_overlap() -> None:
    rng = random.Random(15)
    page = blank_page(560, 1500)
    for row in range(64):
        page.text(10, 6 + 23 * row, "".join(rng.choice(WORDS) + " " for _ in range(12))[:44], 20)
    slanted = page.image.rotate(14, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255))
    made = plan(slanted)
    strips = [region for region in made.regions if region.kind is RegionKind.STRIP]
    assert len(strips) >= 3
    assert all(region.overlaps_previous for region in strips[1:])
    for before, after in itertools.pairwise(strips):
        assert after.box[1] < before.box[3]
        assert after.box[3] > before.box[3]
    inked = np.nonzero((np.asarray(slanted.convert("L")) < 128).any(axis=1))[0]
    assert strips[0].box[1] <= inked[0]
    assert strips[-1].box[3] > inked[-1]


def test_a_photo_does_not_cost_a_region_for_every_canvas_of_its_pixels() -> None:
    grain = Image.effect_noise((200, 150), 90).resize((4000, 3000), Image.Resampling.BICUBIC)
    made = plan(grain.convert("RGB"))
    shown_px = sum(region.model_width_px * region.model_height_px for region in made.regions)
    assert 1 <= len(made.regions) <= MAX_REGIONS
    assert shown_px <= grain.width * grain.height // 3


@pytest.mark.parametrize("size", [(4, 4), (5, 900), (900, 5), (17, 33), (2000, 10), (1, 1)])
def test_sizes_at_the_edge_are_planned_without_a_fault(size: tuple[int, int]) -> None:
    grain = np.random.default_rng(1).integers(0, 255, (size[1], size[0], 3), np.uint8)
    assert len(plan(Image.fromarray(grain)).regions) <= 40


def test_a_canvas_too_small_for_anything_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="too small"):
        plan_regions(blank_page(100, 100).image, canvas_px=64, multiple_px=16)


@pytest.mark.parametrize(
    ("canvas_px", "multiple_px"), [(60_000, 16), (131_072, 32), (500_000, 28), (1_048_576, 32)]
)
def test_other_canvases_are_kept_to(canvas_px: int, multiple_px: int) -> None:
    page = article(columns=2, seed=5, size_px=18)
    made = plan(page, canvas_px, multiple_px)
    assert order_read(page, made) == prose_lines(page)


# ---- turned pages


def crops_have_level_lines(image: Image.Image, made: LayoutPlan) -> float:
    """Sharpness of the row profiles of all crops: how well lines stand on rows."""
    score, count = 0.0, 0
    for region in made.regions:
        dark = 255 - np.asarray(crop(image, region).convert("L")).astype(float)
        rows = dark.sum(axis=1) / dark.sum()
        score += float(np.square(np.diff(rows)).sum()) * rows.size
        count += 1
    return score / count


@pytest.mark.parametrize("angle", [-4.2, -2.0, -0.8, 0.8, 1.5, 3.0, 4.5])
def test_a_turned_page_is_turned_back(angle: float) -> None:
    page = article(columns=1, seed=6, size_px=20)
    turned = page.image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=(255, 255, 255))
    made = plan(turned)
    assert made.angle_deg == pytest.approx(angle, abs=0.15)
    assert {region.angle_deg for region in made.regions} == {made.angle_deg}
    straight = crops_have_level_lines(page.image, plan(page))
    assert crops_have_level_lines(turned, made) > 0.5 * straight


def test_a_turned_page_loses_no_ink() -> None:
    page = article(columns=2, seed=7, size_px=18)
    turned = page.image.rotate(2.5, Image.Resampling.BICUBIC, expand=True, fillcolor=(255, 255, 255))
    made = plan(turned)
    ink = float((255 - np.asarray(turned.convert("L")).astype(float)).sum())
    shown = sum(
        float((255 - np.asarray(crop(turned, r).convert("L")).astype(float)).sum()) for r in made.regions
    )
    assert {region.scale for region in made.regions} == {1.0}
    # Resampling overshoots, and what overshoots paper is clipped: a little ink is won, none may be lost.
    assert ink <= shown <= 1.06 * ink


def test_a_point_at_the_border_of_a_turned_page_is_no_stroke_beyond_it() -> None:
    page = article(columns=1, seed=6, size_px=20)
    turned = page.image.rotate(2.0, Image.Resampling.BICUBIC, expand=True, fillcolor=(255, 255, 255))
    pointed = turned.copy()
    pointed.paste((40, 40, 40), (turned.width - 24, turned.height - 1, turned.width - 21, turned.height))
    boxes = [region.box for region in plan(pointed).regions]
    assert boxes == [region.box for region in plan(turned).regions]


@pytest.mark.parametrize(
    "make", [lambda: desktop(5).image, lambda: article(seed=3).image, lambda: noisy(90, 60)]
)
def test_a_straight_picture_is_not_turned(make: Callable[[], Image.Image]) -> None:
    assert plan(make()).angle_deg == 0.0


# ---- what the model gets


def test_a_crop_at_full_scale_holds_the_very_pixels() -> None:
    page = article(columns=2, seed=2, size_px=18)
    made = plan(page)
    source = np.asarray(page.image)
    for region in made.regions:
        left, top, right, bottom = region.box
        shown = np.asarray(crop(page.image, region))
        x, y = (shown.shape[1] - (right - left)) // 2, (shown.shape[0] - (bottom - top)) // 2
        assert np.array_equal(
            shown[y : y + bottom - top, x : x + right - left], source[top:bottom, left:right]
        )
        assert x >= 4
        assert y >= 4


def test_the_margin_has_the_colour_of_the_paper() -> None:
    page = blank_page(1500, 900, (30, 30, 46), (205, 214, 244))
    rng = random.Random(3)
    y = 40
    while y < 800:
        y = page.paragraph(40, y, 1100, 60, rng, 20) + 14
    for region in plan(page).regions:
        assert crop(page.image, region).getpixel((0, 0)) == (30, 30, 46)


def test_a_box_beyond_the_picture_is_filled_with_paper() -> None:
    picture = Image.new("RGB", (40, 30), (9, 99, 199))
    shown = crop(picture, Region((-8, -8, 48, 38), RegionKind.BLOCK, 0.0, 1.0, 64, 48))
    assert shown.getcolors() == [(64 * 48, (9, 99, 199))]


# ---- any page


def random_page(rng: random.Random) -> Page:
    """A stack of headings, prose in columns and tables, on any ground."""
    paper, ink = rng.choice(
        [((255, 255, 255), (20, 20, 20)), ((24, 24, 28), (220, 220, 220)), ((250, 244, 225), (60, 40, 20))]
    )
    page = blank_page(rng.randint(700, 1900), rng.randint(500, 1500), paper, ink)
    width, height = page.image.size
    y = rng.randint(14, 60)
    while y < height - 160:
        size = rng.randint(13, 22)
        kind = rng.choice(["heading", "prose", "columns", "table"])
        if kind == "heading":
            page.text(40, y, " ".join(rng.choice(WORDS).title() for _ in range(4)), size + 10)
            y += size + 44
        elif kind == "table":
            rows = [[rng.choice(WORDS), rng.choice(WORDS), str(rng.randint(1, 999))] for _ in range(4)]
            y = page.table(40, y, rows, [180, 180, 140], size, size + 14) + 24
        elif kind == "prose":
            y = page.paragraph(40, y, min(width - 80, 900), 40, rng, size) + 24
        else:
            column = (width - 130) // 2
            words = max(30, column // 8)
            ends = [page.paragraph(x, y, column, words, rng, size) for x in (40, 90 + column)]
            y = max(ends) + 30
        if y > height - 100:
            break
    page.lines = [line for line in page.lines if line[4] < height]
    return page


@pytest.mark.parametrize("seed", range(24))
def test_whatever_the_page_each_line_is_shown_once_and_whole(seed: int) -> None:
    page = random_page(random.Random(seed))
    made = plan(page)
    for line in page.lines:
        box = ink_box(line, page)
        held = holders(made, box)
        parts = touching(made, box)
        if not held:
            assert all(made.regions[index].kind is RegionKind.LINE_PART for index in parts), line[0]
            assert min(made.regions[index].box[0] for index in parts) <= box[0]
            assert max(made.regions[index].box[2] for index in parts) >= box[2]
        else:
            assert parts == held, f"{line[0]!r} is cut"
            assert len(held) == 1


@pytest.mark.parametrize("seed", range(6))
def test_blur_grain_and_jpeg_do_not_hide_lines(seed: int) -> None:
    rng = random.Random(seed)
    page = article(1000, 1200, columns=rng.choice([1, 2]), seed=seed, size_px=20)
    soft = np.asarray(page.image.filter(ImageFilter.GaussianBlur(0.8))).astype(np.float32)
    grain = np.random.default_rng(seed).normal(0, 7, soft.shape[:2])[..., None]
    scan = Image.fromarray(np.clip(soft * 0.8 + 30 + grain, 0, 255).astype(np.uint8))
    made = plan(scan)
    assert order_read(page, made) == prose_lines(page)


def test_columns_are_parted_by_a_blank_line_and_pages_of_prose_by_a_line_break() -> None:
    page = article(columns=2, seed=1, size_px=18)
    regions = plan(page).regions
    starts = [index for index, region in enumerate(regions) if region.starts_block]
    assert len(starts) == 2
    assert [leads(regions)[index] for index in starts] == ["\n\n", "\n\n"]
    assert set(leads(regions)) == {"\n", "\n\n"}
