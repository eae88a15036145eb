"""The head of a bill: addresses beside its number and date, the table below them, in the order of reading."""

from __future__ import annotations

from engine.layout import LayoutPlan
from tests.helpers.drawn_pages import Page, blank_page
from tests.helpers.layout_plans import holders, ink_box, plan

FIRM = (("Holm & Sons", 35, 24), ("Mill Road 7", 65, 15), ("4021 Arden", 82, 15))
NUMBER = (("INVOICE", 33, 15), ("No. 2026-0417", 50, 15), ("Date: 02 Sep 2026", 67, 15))
CUSTOMER = (
    ("Bill to:", 114, 15),
    ("Karin Vogel", 131, 15),
    ("Lake Street 3", 148, 15),
    ("4055 Brent", 165, 15),
)
HEAD = ("Qty", "Description", "Price", "Amount")
AT = (41, 100, 500, 650)
ITEMS = (("2", "Oak shelf, 80 cm", "49.00", "98.00"), ("1", "Delivery", "12.50", "12.50"))


def bill(*, customer: bool = True) -> Page:
    page = blank_page(760, 380)
    for text, top, size in FIRM + (CUSTOMER if customer else ()):
        page.text(36, top, text, size)
    for text, top, size in NUMBER:
        page.text(600, top, text, size)
    for row, cells in enumerate((HEAD, *ITEMS)):
        for cell, left in zip(cells, AT, strict=True):
            page.text(left, 214 + 30 * row, cell, 15)
    page.image.paste((0, 0, 0), (36, 236, 724, 238))
    return page


def regions_of(page: Page, made: LayoutPlan, texts: tuple[str, ...]) -> list[int]:
    found = []
    for text in texts:
        line = next(line for line in page.lines if line[0] == text)
        (region,) = holders(made, ink_box(line, page))
        found.append(region)
    return found


def test_the_head_of_a_table_is_one_row_though_the_gutter_above_runs_through_it() -> None:
    page = bill()
    made = plan(page, 61_440)
    head = regions_of(page, made, HEAD)
    assert len(set(head)) == 1
    above = regions_of(page, made, tuple(text for text, _, _ in (*FIRM, *CUSTOMER, *NUMBER)))
    assert max(above) < head[0]
    assert all(region > head[0] for region in regions_of(page, made, ITEMS[0][1:]))


def test_an_address_of_two_lines_beside_three_of_another_leading_is_a_column_of_its_own() -> None:
    page = bill()
    made = plan(page, 61_440)
    left = regions_of(page, made, tuple(text for text, _, _ in (*FIRM, *CUSTOMER)))
    right = regions_of(page, made, tuple(text for text, _, _ in NUMBER))
    assert max(left) < min(right)


def test_a_column_with_a_last_line_level_with_the_other_is_not_cut_without_a_hole_above_it() -> None:
    page = blank_page(900, 400)
    for row in range(9):
        page.text(30, 20 + 26 * row, f"left column line {row} of text", 16)
        page.text(480, 20 + 26 * row + (9 if row < 7 else 0), f"right column line {row} too", 16)
    made = plan(page, 61_440)
    left = regions_of(page, made, tuple(f"left column line {row} of text" for row in range(9)))
    right = regions_of(page, made, tuple(f"right column line {row} too" for row in range(9)))
    assert max(left) < min(right)
