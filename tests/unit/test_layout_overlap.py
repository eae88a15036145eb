"""A line that two overlapping regions read is said once; nothing else is dropped."""

from __future__ import annotations

import pytest

from engine.layout import without_repeated_line


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
