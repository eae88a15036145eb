"""Numbers are written as the language of the window writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

from app.views.figures import rate, seconds, size, token_words
from app.views.numerals import decimal, percent

VIEWS = Path(__file__).resolve().parents[2] / "app" / "views"

PIXELS_AND_POINTS = ("stylesheet.py",)
"""What is written for Qt, not for people."""


@pytest.fixture
def german() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("de"))
    yield
    QLocale.setDefault(before)


@pytest.mark.usefixtures("german")
def test_german_has_a_comma_and_dots_between_thousands() -> None:
    assert seconds(0.578) == "0,58 s"
    assert size(3 * 1024**3 // 2) == "1,5 GB"
    assert rate(1234.5) == "1.234 tok/s"
    assert decimal(12_345.67, 1) == "12.345,7"
    assert token_words(12_345).startswith("12.345 ")


@pytest.mark.parametrize("name", ["en", "ja", "zh_CN", "C"])
def test_the_others_have_a_dot_and_commas(name: str) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale(name))
    try:
        assert (decimal(12_345.67, 1), decimal(0), percent(0.72)) == ("12,345.7", "0", "72%")
    finally:
        QLocale.setDefault(before)


def test_no_view_writes_a_number_in_python_s_way() -> None:
    written = [
        (path.name, line.strip())
        for path in sorted(VIEWS.glob("*.py"))
        if path.name not in (*PIXELS_AND_POINTS, "numerals.py")
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"\{[^{}]*:[^{}]*(?:,\}|,?\.\d[f%]\})", line)
    ]
    assert written == []
