"""Lines are found where they were drawn, and a line whose place is not known has none."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from PIL import Image

from engine.api import FinishReason, Resume
from engine.layout import LineBand
from engine.placement import place_lines
from engine.profile import ReaderProfile
from tests.helpers.drawn_pages import WORDS, Page, article, blank_page, desktop
from tests.helpers.read_pages import (
    SPLITTING,
    WHOLE,
    Box,
    around,
    drawn_lines,
    lines_by_region,
    overlap,
    overlaps,
    png,
    read,
    read_page,
    turned,
)

LEAST_OVERLAP = 0.7


def receipt() -> Page:
    """Names on the left, prices far away on the right, one size larger at both ends."""
    rng = random.Random(3)
    page = blank_page(420, 520)
    page.text(120, 20, "CORNER MARKET", 22)
    for row in range(14):
        page.text(20, 66 + 26 * row, f"{rng.choice(WORDS).title()} {rng.choice(WORDS)}", 16)
        page.text(350, 66 + 26 * row, f"{rng.randint(1, 20)}.{rng.randint(10, 99)}", 16)
    page.text(20, 450, "TOTAL", 20)
    page.text(334, 450, "142.50", 20)
    return page


def table() -> Page:
    rng = random.Random(4)
    page = blank_page(900, 400)
    rows = [[rng.choice(WORDS) for _ in range(4)] for _ in range(11)]
    page.table(30, 30, rows, [200, 220, 200, 200], grid=(120, 120, 120))
    return page


def dark_notes() -> Page:
    page = blank_page(700, 360, (24, 26, 32), (214, 218, 226))
    rng = random.Random(9)
    for row, size_px in enumerate((26, 15, 15, 15, 18, 15, 15)):
        page.text(30, 30 + 42 * row, " ".join(rng.choice(WORDS) for _ in range(3 + row % 4)), size_px)
    return page


PAGES = {
    "one column on A4": article(),
    "two columns on A4": article(columns=2),
    "three columns on A4": article(columns=3, size_px=18),
    "a receipt with wide gaps": receipt(),
    "the rows of a table": table(),
    "a dark page": dark_notes(),
    "a dark desktop": desktop(),
    "A4 turned by a degree": turned(article(), 1),
    "A4 turned back by two degrees": turned(article(columns=2), -2),
    "A4 turned too little to be set right": turned(article(), 0.2),
    "a receipt turned by a degree": turned(receipt(), 1),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_line_that_was_read_is_boxed_where_it_was_drawn(name: str) -> None:
    finished, drawn = read_page(PAGES[name])
    found = overlaps(finished.lines, drawn)
    assert len(found) == len(drawn) > 5
    assert min(found) >= LEAST_OVERLAP
    assert float(np.mean(found)) >= 0.8


@pytest.mark.parametrize("name", ["two columns on A4", "a receipt with wide gaps", "a dark desktop"])
def test_a_model_that_sees_the_picture_whole_gets_the_same_boxes(name: str) -> None:
    finished, drawn = read_page(PAGES[name], WHOLE)
    assert min(overlaps(finished.lines, drawn)) >= LEAST_OVERLAP


def test_a_large_scan_is_boxed_in_its_own_pixels() -> None:
    page = article(2480, 3508, size_px=42)
    finished, drawn = read_page(page)
    assert min(overlaps(finished.lines, drawn)) >= LEAST_OVERLAP


def test_boxes_never_leave_the_picture() -> None:
    for page in (turned(article(), 2), desktop()):
        finished, _ = read_page(page)
        boxes = [line.box for line in finished.lines if line.box is not None]
        assert boxes
        for left, top, right, bottom in boxes:
            assert 0 <= left < right <= page.image.width
            assert 0 <= top < bottom <= page.image.height


def test_every_page_of_a_request_has_its_own_lines() -> None:
    pages = [receipt(), table()]
    rows = [lines for page in pages for lines in lines_by_region(page, SPLITTING)]
    texts = ["\n".join(text for text, _ in lines) for lines in rows]
    finished = read([png(page.image) for page in pages], texts)
    drawn = [line for lines in rows for line in lines]
    assert min(overlaps(finished.lines, drawn)) >= LEAST_OVERLAP
    assert [line.page for line in finished.lines] == [0] * 16 + [1] * 11


def test_lines_that_touch_are_told_apart() -> None:
    page = blank_page(700, 240)
    page.paragraph(20, 20, 640, 90, random.Random(5), 16, pitch=1.0)
    finished, drawn = read_page(page)
    # Neighbours share rows here, so that a box that is whole overlaps less.
    assert min(overlaps(finished.lines, drawn)) >= 0.6


def test_a_paragraph_written_as_one_line_is_boxed_as_a_whole() -> None:
    page = blank_page(760, 300)
    page.text(20, 20, "A short heading", 24)
    page.paragraph(20, 70, 600, 30, random.Random(6))
    page.paragraph(20, 180, 600, 24, random.Random(7))
    title, *prose = drawn_lines(page)
    first = [line for line in prose if line[1][1] < 170]
    second = [line for line in prose if line[1][1] >= 170]
    texts = [title[0], *(" ".join(text for text, _ in lines) for lines in (first, second))]
    assert len(first) > 1
    assert len(second) > 1
    finished = read([png(page.image)], ["\n".join(texts)])
    expected = [title[1], *(around([box for _, box in lines]) for lines in (first, second))]
    found = [overlap(line.box, box) for line, box in zip(finished.lines, expected, strict=True)]
    assert min(found) >= LEAST_OVERLAP


def test_the_words_on_two_buttons_have_a_box_each() -> None:
    page = blank_page(520, 200, (242, 242, 242))
    page.text(20, 20, "Do you want to keep the letter?", 18)
    for x, label in ((300, "Save As..."), (420, "Cancel")):
        page.draw.rounded_rectangle((x, 120, x + 96, 150), 5, outline=(160, 160, 160), fill=(250, 250, 250))
        page.text(x + 12, 126, label, 15)
    lines = drawn_lines(page)
    finished = read([png(page.image)], ["\n".join(text for text, _ in lines)])
    assert min(overlaps(finished.lines, lines)) >= LEAST_OVERLAP


def test_a_drawing_between_the_lines_moves_no_box() -> None:
    page = blank_page(600, 420)
    for row in (0, 1, 2, 6, 7):
        page.text(30, 20 + 50 * row, " ".join(WORDS[row : row + 6]), 18)
    for x in range(60, 300, 60):
        page.draw.ellipse((x, 190, x + 40, 290), fill=(90, 140, 90))
    lines = drawn_lines(page)
    finished = read([png(page.image)], ["\n".join(text for text, _ in lines)])
    assert min(overlaps(finished.lines, lines)) >= LEAST_OVERLAP


def test_invented_text_has_no_box_and_takes_none_away() -> None:
    page = blank_page(600, 220)
    for row in range(4):
        page.text(30, 20 + 40 * row, " ".join(WORDS[row : row + 6]), 16)
    lines = drawn_lines(page)
    invented = "No. " * 60
    texts = [lines[0][0], lines[1][0], invented.strip(), lines[2][0], lines[3][0]]
    finished = read([png(page.image)], ["\n".join(texts)])
    assert finished.lines[2].box is None
    kept = [line.box for index, line in enumerate(finished.lines) if index != 2]
    assert min(overlap(box, line[1]) for box, line in zip(kept, lines, strict=True)) >= LEAST_OVERLAP


def test_a_missed_line_leaves_the_others_in_place() -> None:
    page = blank_page(700, 420)
    rng = random.Random(11)
    for row in range(9):
        page.text(30, 20 + 40 * row, " ".join(rng.choice(WORDS) for _ in range(2 + 3 * (row % 3))), 16)
    lines = drawn_lines(page)
    told = [line for index, line in enumerate(lines) if index != 4]
    finished = read([png(page.image)], ["\n".join(text for text, _ in told)])
    assert min(overlaps(finished.lines, told)) >= LEAST_OVERLAP


def test_a_loop_boxes_no_more_lines_than_there_are() -> None:
    page = blank_page(500, 160)
    for row in range(3):
        page.text(30, 20 + 40 * row, "the quiet harbour", 16)
    finished = read([png(page.image)], ["\n".join(["the quiet harbour"] * 40)])
    boxes = [line.box for line in finished.lines if line.box is not None]
    assert len(boxes) == len(set(boxes)) == 3


def test_a_line_that_two_strips_show_is_boxed_once_and_in_its_place() -> None:
    page = blank_page(900, 900)
    rng = random.Random(13)
    # A bar on the left leaves no blank row, so that the page is cut through.
    page.draw.rectangle((10, 10, 26, 890), fill=(90, 90, 90))
    for row in range(28):
        page.text(60, 16 + 31 * row, " ".join(rng.choice(WORDS) for _ in range(4 + 4 * (row % 2))), 18)
    finished, _ = read_page(page)
    placed = [line for line in finished.lines if line.box is not None]
    assert len(placed) >= 26
    truth = dict(drawn_lines(page))
    assert min(overlap(line.box, truth[line.text]) for line in placed) >= LEAST_OVERLAP


def test_a_reading_cut_at_every_length_boxes_what_it_goes_on_with_as_one_run_does() -> None:
    page = receipt()
    texts = ["\n".join(text for text, _ in lines) for lines in lines_by_region(page, SPLITTING)]
    once = read([png(page.image)], texts)
    by_place: dict[int, Box | None] = {line.start: line.box for line in once.lines}
    said, resume = "", None
    boxes: list[tuple[int, Box | None]] = []
    for _ in range(100):
        part = read([png(page.image)], texts, max_new_tokens=37, resume=resume)
        boxes += [(len(said) + line.start, line.box) for line in part.lines]
        said += part.text
        resume = part.resume
        if resume is None:
            assert part.reason is FinishReason.COMPLETE
            break
        assert isinstance(resume, Resume)
    assert said == once.text
    starts = sorted(by_place)
    same = [by_place[max(start for start in starts if start <= at)] == box for at, box in boxes]
    assert all(same)
    assert {at for at, _ in boxes} >= set(starts)


def test_no_text_and_no_ink_give_no_boxes() -> None:
    band = LineBand((0, 0, 100, 20), 20, 100)
    assert place_lines([], [band]) == []
    assert place_lines(["a"], []) == [None]


def test_far_more_lines_than_ink_are_not_placed() -> None:
    bands = [LineBand((0, 20 * row, 100, 20 * row + 12), 12, 100) for row in range(100)]
    assert set(place_lines(["the quiet harbour"] * 3000, bands)) == {None}


def test_places_stay_in_reading_order() -> None:
    rng = random.Random(17)
    bands = [
        LineBand((0, 30 * row, 40 + 9 * rng.randint(0, 60), 30 * row + 12), 12, 400) for row in range(40)
    ]
    texts = [" ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 12))) for _ in range(50)]
    tops = [box[1] for box in place_lines(texts, bands) if box is not None]
    assert len(tops) > 10
    assert all(above < below for above, below in itertools.pairwise(tops))


def test_a_blank_picture_has_no_lines() -> None:
    finished = read([png(Image.new("RGB", (300, 200), "white"))], [], ReaderProfile("any"))
    assert finished.reason is FinishReason.EMPTY
    assert finished.lines == ()
