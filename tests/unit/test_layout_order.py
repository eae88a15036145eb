"""Layout: the order in which a page is read."""

from __future__ import annotations

import random

import pytest

from engine.layout import RegionKind, plan_regions
from tests.helpers.drawn_pages import WORDS, article, blank_page, desktop
from tests.helpers.layout_plans import (
    CANVAS_PX,
    assert_each_line_is_shown_once_and_whole,
    leads,
    order_read,
    plan,
    prose_lines,
)


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("seed", [1, 2])
def test_an_a4_page_is_read_heading_first_then_column_by_column(columns: int, seed: int) -> None:
    page = article(columns=columns, seed=seed, size_px=18)
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)
    assert_each_line_is_shown_once_and_whole(page, made)
    assert len(made.regions) <= 14


def test_columns_whose_lines_stand_level_are_still_columns() -> None:
    rng = random.Random(8)
    page = blank_page(1000, 920)
    for x in (40, 530):
        y = 40
        while y < 600:
            y = page.paragraph(x, y, 430, 60, rng, 18)
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)


def test_columns_of_different_print_are_columns() -> None:
    rng = random.Random(9)
    page = blank_page(1000, 700)
    for x, size in ((40, 18), (540, 15)):
        y = 40 + x // 60
        while y < 600:
            y = page.paragraph(x, y, 420, 40, rng, size) + 11
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)


def test_a_small_picture_with_two_columns_of_prose_is_split() -> None:
    rng = random.Random(3)
    page = blank_page(640, 380)
    for x, size in ((16, 15), (336, 14)):
        page.paragraph(x, 14, 285, 75, rng, size)
    made = plan(page)
    assert len(made.regions) == 2
    assert made.regions[1].starts_block
    assert order_read(page, made) == prose_lines(page)


def table_rows(count: int, rng: random.Random) -> list[list[str]]:
    head = ["Item", "Description", "Qty", "Price", "Amount"]
    body = [
        [
            f"A-{row}",
            " ".join(rng.choice(WORDS) for _ in range(rng.randint(2, 5))),
            str(rng.randint(1, 40)),
            f"{rng.random() * 90:.2f}",
            f"{rng.random() * 900:.2f}",
        ]
        for row in range(count)
    ]
    return [head, *body]


@pytest.mark.parametrize("grid", [None, (140, 140, 140)], ids=["without a grid", "with a grid"])
@pytest.mark.parametrize("count", [4, 26])
def test_a_table_is_read_row_by_row(grid: tuple[int, int, int] | None, count: int) -> None:
    page = blank_page(1200, 60 + 36 * (count + 1))
    page.table(30, 20, table_rows(count, random.Random(4)), [110, 520, 120, 130, 160], 18, 34, grid)
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)
    assert_each_line_is_shown_once_and_whole(page, made)


def test_a_table_wider_than_a_region_is_read_row_by_row_in_pieces() -> None:
    rng = random.Random(6)
    page = blank_page(1800, 500)
    rows = [[f"{rng.choice(WORDS)} {rng.randint(10, 99)}" for _ in range(10)] for _ in range(14)]
    page.table(10, 20, rows, [176] * 10, 16, 32)
    made = plan(page)
    assert {region.kind for region in made.regions} == {RegionKind.LINE_PART}
    assert order_read(page, made) == prose_lines(page)
    firsts = [region for region in made.regions if not region.continues_line]
    assert len(firsts) == 14
    assert leads(firsts) == ["\n"] * 14
    assert {region.lead for region in made.regions if region.continues_line} == {" "}


def test_a_receipt_keeps_prices_with_their_items() -> None:
    rng = random.Random(2)
    page = blank_page(340, 900)
    page.text(90, 20, "COPPER STREET", 18)
    for row in range(28):
        page.text(20, 60 + 28 * row, f"{rng.choice(WORDS)} {rng.choice(WORDS)}", 15)
        page.text(270, 60 + 28 * row, f"{rng.random() * 90:.2f}", 15)
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)


def test_a_listing_with_aligned_spaces_is_read_line_by_line() -> None:
    page = blank_page(1100, 700)
    rng = random.Random(5)
    for row in range(24):
        x = 20
        cells = ["-rw-r--r--", "1 user", "user", str(rng.randint(10000, 99999)), "Nov 14", rng.choice(WORDS)]
        for cell, width in zip(cells, (130, 80, 70, 90, 90, 100), strict=True):
            page.text(x, 20 + 26 * row, cell, 18)
            x += width
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)


def test_chat_bubbles_are_read_in_turn() -> None:
    rng = random.Random(7)
    page = blank_page(900, 1100)
    y = 30
    for turn in range(14):
        x = 30 if turn % 2 == 0 else 520
        y = page.paragraph(x, y, 340, rng.randint(3, 14), rng, 18) + 24
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_full_hd_screen_is_read_pane_by_pane(dark: bool, seed: int) -> None:
    page = desktop(seed, dark=dark)
    made = plan(page)
    lines = prose_lines(page)
    menu, files, editor = lines[:8], lines[8:32], lines[32:132]
    panel, status = lines[132:-1], lines[-1:]
    assert order_read(page, made) == [*menu, *files, *editor, *panel, *status]
    assert_each_line_is_shown_once_and_whole(page, made)
    assert len(made.regions) <= 12


def test_cards_side_by_side_are_read_card_by_card() -> None:
    rng = random.Random(12)
    page = blank_page(1240, 700, (240, 242, 245), (40, 40, 40))
    for row in range(3):
        for column in range(4):
            x, y = 20 + 302 * column, 20 + 220 * row
            page.draw.rounded_rectangle((x, y, x + 286, y + 200), 10, fill=(255, 255, 255))
            for line, size in enumerate((15, 26, 15, 15)):
                page.text(x + 18, y + 20 + 42 * line, f"{rng.choice(WORDS)} {rng.randint(10, 99)}", size)
    made = plan(page)
    assert order_read(page, made) == prose_lines(page)


def test_small_dense_print_is_read_in_portions() -> None:
    rng = random.Random(16)
    page = blank_page(600, 400)
    page.paragraph(10, 8, 580, 400, rng, 10, 1.3)
    page.lines = [line for line in page.lines if line[4] < 400]
    made = plan(page)
    assert sum(len(line[0]) for line in page.lines) > 2000
    assert 2 <= len(made.regions) <= 4
    assert order_read(page, made) == prose_lines(page)
    assert len(plan_regions(page.image, canvas_px=4 * CANVAS_PX, max_characters=10_000).regions) == 1


def test_an_address_beside_a_title_stays_with_the_rows_below() -> None:
    page = blank_page(1240, 700)
    page.text(80, 60, "INVOICE", 38)
    for line, text in enumerate(["Harbour Paper Ltd", "12 Copper Street", "Winterton"]):
        page.text(900, 40 + 28 * line, text, 20)
    for line, (left, right) in enumerate(
        [("Bill to", "Number: 4432"), ("Winter Every", "Date: 3 March"), ("letter 14", "Due: 2 April")]
    ):
        page.text(80, 260 + 28 * line, left, 20)
        page.text(900, 260 + 28 * line, right, 20)
    read = order_read(page, plan(page))
    assert read[-6:] == [
        "Bill to",
        "Number: 4432",
        "Winter Every",
        "Date: 3 March",
        "letter 14",
        "Due: 2 April",
    ]


def test_a_side_bar_is_read_before_the_text_beside_it() -> None:
    rng = random.Random(11)
    page = blank_page(1280, 900)
    for row in range(9):
        page.text(30, 120 + 34 * row, f"{rng.choice(WORDS)} {rng.choice(WORDS)}", 16)
    side = prose_lines(page)
    page.text(300, 40, "A heading over the text", 34)
    y = 110
    while y < 800:
        y = page.paragraph(300, y, 900, 60, rng, 18) + 16
    made = plan(page)
    read = order_read(page, made)
    body = [line for line in prose_lines(page) if line not in side]
    assert [line for line in read if line in body] == body
    start = read.index(side[0])
    assert read[start : start + len(side)] == side


def test_labels_beside_boxed_fields_are_read_row_by_row() -> None:
    page = blank_page(600, 340, (247, 247, 247))
    rows = [
        ("Name", "Ada Byron"),
        ("Street", "37 Stars Street"),
        ("E-mail", "ada@example.net"),
        ("Date", "1 May"),
    ]
    for index, (label, value) in enumerate(rows):
        y = 60 + 44 * index
        page.draw.rectangle((210, y, 580, y + 32), fill="white", outline=(150, 150, 150))
        page.text(20, y + 2, label, 16)
        page.text(220, y + 8, value, 16)
    assert order_read(page, plan(page)) == [text for row in rows for text in row]
