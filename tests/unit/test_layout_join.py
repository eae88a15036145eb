"""Texts of regions joined again: nothing dropped, nothing said twice."""

from __future__ import annotations

import itertools

import pytest

from engine.layout import LayoutPlan, Region, RegionKind, join, join_texts, without_repeated_line


def plan_of(*regions: Region) -> LayoutPlan:
    return LayoutPlan(100, 100, regions)


def region(
    kind: RegionKind = RegionKind.BLOCK,
    *,
    starts_block: bool = False,
    overlaps: bool = False,
    continues: bool = False,
) -> Region:
    return Region(
        (0, 0, 10, 10),
        kind,
        model_width_px=16,
        model_height_px=16,
        starts_block=starts_block,
        overlaps_previous=overlaps,
        continues_line=continues,
    )


def test_regions_of_a_block_are_joined_by_a_line_break_and_blocks_by_a_blank_line() -> None:
    made = plan_of(region(), region(), region(starts_block=True))
    assert join_texts(made, ["one", "two", "three"]) == "one\ntwo\n\nthree"


def test_pieces_of_a_line_are_joined_by_a_space() -> None:
    part = region(RegionKind.LINE_PART)
    made = plan_of(part, region(RegionKind.LINE_PART, continues=True), part)
    assert join_texts(made, ["the quiet", " harbour", "next"]) == "the quiet harbour\nnext"


def test_a_region_without_text_leaves_no_gap_but_its_block_still_counts() -> None:
    made = plan_of(region(), region(starts_block=True), region(), region())
    assert join_texts(made, ["one", "", "two", " \n"]) == "one\n\ntwo"


def test_a_line_read_twice_by_overlapping_strips_is_said_once() -> None:
    made = plan_of(region(RegionKind.STRIP), region(RegionKind.STRIP, overlaps=True))
    assert join_texts(made, ["first\nsecond line here", "second line here\nthird"]) == (
        "first\nsecond line here\nthird"
    )


def test_a_line_read_twice_with_one_slip_is_said_once() -> None:
    assert without_repeated_line("alpha\nThe quiet harbour, 1998", "The quiet harbour. 1998\nnext") == "next"


def test_different_lines_are_both_kept() -> None:
    assert without_repeated_line("alpha\nsubtotal 23.15", "discount 3.00\nx") == "discount 3.00\nx"


def test_short_lines_are_dropped_only_when_equal() -> None:
    assert without_repeated_line("a\n12", "13\nb") == "13\nb"
    assert without_repeated_line("a\n12", "12\nb") == "b"


@pytest.mark.parametrize(("above", "text"), [("", "one\ntwo"), ("one", ""), ("", ""), ("one\n", "\n")])
def test_nothing_above_or_nothing_below_changes_nothing(above: str, text: str) -> None:
    assert without_repeated_line(above, text) == text


def test_only_overlapping_regions_lose_a_repeated_line() -> None:
    made = plan_of(region(), region())
    assert join_texts(made, ["Subtotal 23.15", "Subtotal 23.15"]) == "Subtotal 23.15\nSubtotal 23.15"


def test_every_character_of_every_text_is_in_the_whole() -> None:
    made = plan_of(*(region(starts_block=index % 3 == 0) for index in range(9)))
    texts = [f"line {index} a\n  indented {index}" for index in range(9)]
    whole = join(made, texts)
    assert [line for line in whole.split("\n") if line] == [
        line for text in texts for line in text.split("\n")
    ]


def test_the_texts_of_the_first_regions_are_a_prefix_of_the_whole() -> None:
    made = plan_of(region(), region(RegionKind.STRIP, overlaps=True), region(starts_block=True), region())
    texts = ["one\ntwo lines", "two lines\nthree", "", "four"]
    parts = [join_texts(made, texts[:count]) for count in range(5)]
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(parts))
    assert parts[-1] == "one\ntwo lines\nthree\n\nfour"


def test_more_texts_than_regions_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="3 texts for 1 regions"):
        join_texts(plan_of(region()), ["a", "b", "c"])


def test_no_regions_give_no_text() -> None:
    assert join_texts(plan_of(), []) == ""
