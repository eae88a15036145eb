"""The table of error rates says each row's limit and what is over it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starter_model.evaluation import report
from starter_model.evaluation.build import CHANGES, browser_rows
from starter_model.evaluation.report import gathered
from starter_model.evaluation.scores import Reading, as_json, grade


def _result(path: Path, *readings: Reading) -> Path:
    path.write_text(json.dumps(as_json(list(readings), [])), "utf-8")
    return path


def test_a_row_over_its_limit_is_said_with_its_weakest_picture(tmp_path: Path) -> None:
    good = grade("0-page150-c", "page150", "c", True, ["x" * 400], "x" * 399, 1.0, None, "complete")
    bad = grade("1-page150-c", "page150", "c", True, ["x" * 100], "x" * 96, 1.0, None, "complete")
    empty = grade("2-nothing-sky", "nothing", "sky", False, [""], "", 1.0, None, "empty")
    readings = gathered([_result(tmp_path / "a.json", good, bad, empty)])
    text = report.table(readings)
    assert "| A4 at 150 dpi | 2 | 500 | 1.00% | 0.5% **over** | 0 | 0 | 1-page150-c, 4 of 100 |" in text
    assert "| pictures without text | 1 | 0 | text in 0 of 1 | no text | 1 | 0 |  |" in text


def test_invented_text_is_over_any_limit(tmp_path: Path) -> None:
    empty = grade("2-nothing-sky", "nothing", "sky", False, [""], "abc", 1.0, None, "complete")
    text = report.table(gathered([_result(tmp_path / "a.json", empty)]))
    assert "text in 1 of 1 | no text **over** | 0 | 0 | 2-nothing-sky, 3 characters invented |" in text


def test_a_later_result_stands_for_the_picture(tmp_path: Path) -> None:
    before = grade("0-desktop-d", "desktop", "d", True, ["abcd"], "ab", 1.0, None, "complete")
    after = grade("0-desktop-d", "desktop", "d", True, ["abcd"], "abcd", 1.0, None, "complete")
    compared = tmp_path / "c.json"
    compared.write_text(
        json.dumps({"Yomi": as_json([after], []), "Tesseract": as_json([before], [])}), "utf-8"
    )
    assert [r.errors for r in gathered([_result(tmp_path / "a.json", before), compared])] == [0]
    assert report.weak_kinds([before]) == ["desktop d 50.00%"]
    assert report.weak_kinds([after]) == []


def test_a_file_that_is_no_result_is_told_in_words(tmp_path: Path) -> None:
    other = tmp_path / "a.json"
    other.write_text("{}", "utf-8")
    with pytest.raises(ValueError, match="holds no readings"):
        gathered([other])


def test_every_row_that_is_drawn_has_a_title_of_its_own() -> None:
    rows = [*browser_rows(), *(f"handed{change}" for change in ("", *CHANGES)), "qt", "native", "nothing"]
    titles = [report.title(row) for row in rows]
    assert len(set(titles)) == len(titles)
    assert not set(titles) & (set(rows) - {"screens"})
