"""Layout: rows stay rows, whatever compression, cameras, a turn or tight print do to them."""

from __future__ import annotations

import io
import random
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image

from engine.layout import LayoutPlan, bend_of, plan_regions
from engine.layout.bands import Band, have_own_pitches
from engine.layout.ink import contrast_mask, ink_map
from tests.helpers.drawn_pages import WORDS, Page, blank_page
from tests.helpers.layout_plans import assert_each_line_is_shown_once_and_whole, order_read, plan, prose_lines

CANVAS_PX = 61_440
"""As of the bundled model."""
LISTING = [
    "Filesystem   Size  Used  Use%  Mounted",
    "/dev/sda1    189G   59G   31%  /home",
    "/dev/sda2    208G   74G   96%  /srv",
    "/dev/sdb1    828G   49G   42%  /usr",
    "/dev/sdb2    250G   93G   91%  /var",
]


def compressed(image: Image.Image, quality: int) -> Image.Image:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality)
    return Image.open(out).convert("RGB")


def settings() -> Page:
    """A list of names, and beside it rows of which each has a value far at the right."""
    rng = random.Random(3)
    page = blank_page(760, 360)
    for row in range(7):
        page.text(20, 20 + 34 * row, rng.choice(WORDS), 16)
    page.draw.line((180, 0, 180, 360), fill=(200, 200, 200))
    for row in range(6):
        page.text(206, 20 + 40 * row, f"{rng.choice(WORDS)} {rng.choice(WORDS)}", 16)
        page.text(690, 20 + 40 * row, rng.choice(["On", "Off", "Auto"]), 16)
    return page


def terminal(pitch_px: int = 20, size_px: int = 15) -> Page:
    """A listing in columns, each glyph in its cell, on a dark ground."""
    page = blank_page(560, 40 + pitch_px * 8, (30, 30, 34), (220, 220, 220))
    lines = ["$ df -h", *LISTING, "$ git log", "82d2dc5 Elevator resetting send"]
    for row, line in enumerate(lines):
        for column, word in words_of(line):
            page.text(10 + round(0.6 * size_px * column), 10 + pitch_px * row, word, size_px)
    return page


def words_of(line: str) -> list[tuple[int, str]]:
    """Words with the column where each begins."""
    found, column = [], 0
    for word in line.split():
        column = line.index(word, column)
        found.append((column, word))
        column += len(word)
    return found


def mail() -> Page:
    """A side bar, and rows of sender, subject and time above faint rules."""
    rng = random.Random(9)
    page = blank_page(900, 330)
    for row in range(5):
        page.text(20, 30 + 31 * row, rng.choice(WORDS), 15)
    page.draw.line((130, 0, 130, 330), fill=(170, 170, 170))
    for row in range(7):
        y = 30 + 38 * row
        page.text(160, y, f"{rng.choice(WORDS)} {rng.choice(WORDS)}", 15)
        page.text(360, y, " ".join(rng.choice(WORDS) for _ in range(6)), 15)
        page.text(840, y, f"{rng.randint(10, 23)}:{rng.randint(10, 59)}", 15)
        page.draw.line((150, y + 27, 890, y + 27), fill=(225, 225, 225))
    return page


def sheet_on_a_table() -> Image.Image:
    """A receipt of light paper, a little turned, on a dark ground under uneven light."""
    rng = random.Random(4)
    page = blank_page(400, 420, (236, 232, 220))
    for row in range(12):
        page.text(30, 30 + 28 * row, f"{rng.choice(WORDS)} {rng.choice(WORDS)}", 16)
        page.text(320, 30 + 28 * row, f"{rng.randint(1, 99)}.{rng.randint(10, 99)}", 16)
    ground = Image.new("RGB", (500, 520), (52, 78, 84))
    paper = page.image.rotate(1.2, Image.Resampling.BICUBIC, expand=True, fillcolor=(52, 78, 84))
    ground.paste(paper, (45, 42))
    levels = np.asarray(ground).astype(np.float64) * np.linspace(0.75, 1.0, 500)[None, :, None]
    grain = np.random.default_rng(2).normal(0, 2.5, levels.shape)
    return Image.fromarray(np.clip(levels + grain, 0, 255).astype(np.uint8))


def rows_of(made: LayoutPlan) -> list[int]:
    """Lines of each region."""
    return [len(region.lines) for region in made.regions]


def test_two_or_three_rows_beside_a_gutter_are_shown_one_by_one() -> None:
    page = settings()
    made = plan(page, CANVAS_PX)
    assert order_read(page, made) == prose_lines(page)
    wide = [region for region in made.regions if region.box[2] - region.box[0] > 400]
    assert [len(region.lines) for region in wide] == [1] * 6


def test_many_rows_are_shown_together() -> None:
    page = blank_page(400, 400)
    for row in range(12):
        page.text(20, 20 + 24 * row, f"item {row}", 16)
        page.text(330, 20 + 24 * row, f"{row}.50", 16)
    made = plan(page, CANVAS_PX)
    assert max(rows_of(made)) >= 4
    assert order_read(page, made) == prose_lines(page)


def test_a_command_line_over_a_listing_does_not_hide_its_gutter() -> None:
    page = blank_page(560, 140)
    page.text(10, 10, "a long command line that runs over all of its columns", 15)
    for row, line in enumerate(LISTING[1:3]):
        for column, word in words_of(line):
            page.text(10 + 10 * column, 32 + 22 * row, word, 15)
    made = plan(page, 66_000)
    assert rows_of(made) == [1, 1, 1]


@pytest.mark.parametrize("pitch_px", [20, 15], ids=["apart", "touching"])
def test_a_listing_in_a_terminal_is_read_line_by_line(pitch_px: int) -> None:
    page = terminal(pitch_px)
    made = plan(page, CANVAS_PX)
    left = min(region.box[0] for region in made.regions)
    assert all(region.box[0] <= left + 4 for region in made.regions)
    assert not any(region.overlaps_previous for region in made.regions)
    tops = [region.box[1] for region in made.regions]
    assert tops == sorted(tops)


@pytest.mark.parametrize(
    ("draw", "quality"),
    [(settings, 30), (settings, 40), (terminal, 30), (terminal, 40), (mail, 30), (mail, 60), (mail, 80)],
)
def test_compression_does_not_part_a_screen_otherwise(draw: Callable[[], Page], quality: int) -> None:
    page = draw()
    clean = plan(page, CANVAS_PX)
    page.image = compressed(page.image, quality)
    made = plan(page, CANVAS_PX)
    assert not any(region.overlaps_previous for region in made.regions)
    assert abs(len(made.regions) - len(clean.regions)) <= 2
    assert sum(rows_of(made)) == sum(rows_of(clean))


def test_pale_print_beside_black_print_is_seen_on_a_compressed_screen() -> None:
    page = blank_page(420, 120)
    page.text(20, 20, "A heavy heading", 22)
    page.text(20, 50, "and a pale remark below it", 14, (150, 150, 150))
    made = plan(compressed(page.image, 40), CANVAS_PX)
    assert sum(rows_of(made)) == 2


@pytest.mark.parametrize("angle", [1.0, -1.0, 2.0, -2.0])
@pytest.mark.parametrize("draw", [settings, mail])
def test_rows_of_a_turned_screen_stay_rows(angle: float, draw: Callable[[], Page]) -> None:
    page = draw()
    upright = plan(page, CANVAS_PX)
    turned = page.image.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=(255, 255, 255))
    made = plan(turned, CANVAS_PX)
    assert made.angle_deg == pytest.approx(angle, abs=0.35)
    assert abs(len(made.regions) - len(upright.regions)) <= 1
    assert rows_of(made)[0] == rows_of(upright)[0]
    assert not any(region.overlaps_previous for region in made.regions)


def test_faint_print_that_is_a_little_turned_is_seen_whole() -> None:
    page = blank_page(300, 110)
    for row, text in enumerate(["Invoice number 4711", "Winter harbour", "Total 23.15 EUR"]):
        page.text(20, 16 + 30 * row, text, 16)
    turned = page.image.rotate(-0.6, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255))
    faint = Image.fromarray((235 + np.asarray(turned).astype(np.float64) * 20 / 255).astype(np.uint8))
    assert sum(rows_of(plan(faint, CANVAS_PX))) == 3


def test_the_border_of_a_sheet_on_a_table_is_no_ink() -> None:
    photo = sheet_on_a_table()
    bend = bend_of(photo)
    level = photo if bend is None else bend.level(photo)
    made = plan_regions(level, canvas_px=CANVAS_PX)
    assert made.regions
    for left, top, right, bottom in (region.box for region in made.regions):
        assert left > 60
        assert right < 440
        assert top > 50
        assert bottom < 440
    assert sum(rows_of(made)) == 12


def test_a_levelled_photo_has_no_wedges_at_its_corners() -> None:
    photo = sheet_on_a_table()
    bend = bend_of(photo)
    assert bend is not None
    corners = np.asarray(bend.level(photo))[[0, 0, -1, -1], [0, -1, 0, -1]].astype(int)
    before = np.asarray(photo)[[0, 0, -1, -1], [0, -1, 0, -1]].astype(int)
    assert np.abs(corners - before).max() < 30


def test_feet_of_letters_that_stand_close_are_no_rule() -> None:
    mask = np.zeros((40, 200), np.bool_)
    mask[18:21, 10:180] = True
    mask[8:18, 10:180:9] = True
    mask[8:18, 11:180:9] = True
    assert not ink_map(mask).across.any()
    mask[8:18] = False
    assert ink_map(mask).across[18:21, 10:180].all()


def test_a_list_beside_a_table_of_the_same_look_is_read_first() -> None:
    page = blank_page(720, 260, (14, 16, 22), (230, 230, 230))
    names = ["Speakers", "Advertisement", "Reputation", "Excepting", "Music"]
    page.draw.rectangle((10, 10, 190, 248), outline=(250, 250, 250))
    for row, name in enumerate(names):
        page.text(15, 13 + 17 * row, name, 16)
    for x in (197, 510, 556, 707):
        page.draw.line((x, 10, x, 190), fill=(240, 240, 240))
    for y in (10, 38, 68, 98, 128):
        page.draw.line((197, y, 707, y), fill=(240, 240, 240))
    for row in range(4):
        page.text(203, 42 + 30 * row if row else 14, f"file{row}.pdf", 16)
        page.text(514, 42 + 30 * row if row else 14, f"{1331 + row}", 16)
        page.text(560, 42 + 30 * row if row else 14, "May 2026", 16)
    made = plan(page, CANVAS_PX)
    side, table = made.regions[0], made.regions[1:]
    assert side.box[2] < 197
    assert len(side.lines) == len(names)
    assert all(region.box[0] > 190 for region in table)


def test_lines_set_at_other_distances_are_no_rows_unless_cells_are_blank() -> None:
    def lines(pitch_px: int, count: int) -> list[Band]:
        return [Band(pitch_px * row, pitch_px * row + 12, 0, 90) for row in range(count)]

    assert have_own_pitches(lines(17, 5), lines(30, 3))
    assert have_own_pitches(lines(30, 3), lines(17, 5))
    assert not have_own_pitches(lines(30, 5), lines(30, 5))
    assert not have_own_pitches(lines(30, 6), lines(60, 3))
    assert not have_own_pitches(lines(17, 5), lines(30, 2))


def test_a_list_with_room_between_its_rows_is_not_prose() -> None:
    page = mail()
    page.image = page.image.crop((140, 0, 900, 330))
    page.lines = [
        (text, left - 140, top, right - 140, bottom) for text, left, top, right, bottom in page.lines[5:]
    ]
    assert order_read(page, plan(page, CANVAS_PX)) == prose_lines(page)


def test_every_row_of_a_screen_is_shown_once() -> None:
    for draw in (settings, mail):
        page = draw()
        assert_each_line_is_shown_once_and_whole(page, plan(page, CANVAS_PX))


def test_a_plain_mask_has_the_ripples_of_a_jpeg_off() -> None:
    page = blank_page(600, 200, (36, 36, 36), (240, 240, 240))
    for row in range(6):
        page.text(10, 10 + 26 * row, "a spaceship jumping into hyperspace", 17)
    clean, rippled = (contrast_mask(image) for image in (page.image, compressed(page.image, 40)))
    blank = ~clean.any(axis=1)
    assert blank.sum() > 20
    assert rippled[blank].mean() < 0.01


@pytest.mark.parametrize("wrapped", [False, True])
def test_labels_beside_boxed_fields_are_read_row_by_row(wrapped: bool) -> None:
    rows = [
        ("Name", "Analysing Emulator"),
        ("Street", "139 Compensated Lane"),
        ("E-mail", "ada@example.net"),
        ("Reference number", "747/6504"),
        ("Date", "25/05/2020"),
    ]
    page, y, told = blank_page(600, 360), 70, []
    for label, value in rows:
        page.text(20, y, label, 14)
        page.text(222, y + 7, value, 14)
        told += [label, value]
        bottom = y + 28
        if wrapped and label == "E-mail":
            page.text(222, y + 25, "fragmented.org", 14)
            told.append("fragmented.org")
            bottom += 18
        page.draw.rectangle((211, y + 2, 578, bottom), outline=(150, 150, 150))
        y = bottom + 12
    made = plan(page, CANVAS_PX)
    assert order_read(page, made) == told
