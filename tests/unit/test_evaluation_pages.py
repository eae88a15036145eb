"""No text of the evaluation set lies beyond its page: a page whose text would is set smaller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from starter_model.evaluation import browser
from starter_model.evaluation.browser import Fragment, fitted


def _page(text: str) -> Fragment:
    return Fragment(f"<p>{text}</p>", "body{font:20px serif}", 1240, 1754)


def _fits_at(sizes: dict[str, float]) -> Any:
    def measured(pages: Sequence[Fragment]) -> list[dict[str, Any]]:
        return [{"lost": page.zoom > sizes[page.body], "boxes": []} for page in pages]

    return measured


def test_only_pages_that_lose_text_are_set_smaller_and_no_more_than_needed() -> None:
    full, short = _page("full"), _page("short")
    found = fitted([full, short], _fits_at({full.body: 0.91, short.body: 1.0}))
    assert found[1] == short
    assert found[0].zoom == pytest.approx(browser.SMALLER**2)
    assert (found[0].width_px, found[0].height_px) == (1240, 1754)


def test_pages_are_measured_again_only_while_they_lose_text() -> None:
    asked: list[int] = []
    pages = [_page(str(n)) for n in range(3)]
    measure = _fits_at({pages[0].body: 1.0, pages[1].body: 0.96, pages[2].body: 0.93})

    def counted(shown: Sequence[Fragment]) -> list[dict[str, Any]]:
        asked.append(len(shown))
        told: list[dict[str, Any]] = measure(shown)
        return told

    fitted(pages, counted)
    assert asked == [3, 2, 1]


def test_a_page_that_never_fits_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="page 0 holds more text than fits: <p>far too much"):
        fitted([_page("far too much")], _fits_at({"<p>far too much</p>": 0.1}))


def test_a_page_set_smaller_stays_as_large_as_it_is() -> None:
    plain = browser._document(_page("x"))
    smaller = browser._document(Fragment("<p>x</p>", "", 1240, 1754, zoom=0.5))
    assert "width:1240px;height:1754px;overflow:hidden" in plain
    assert "zoom" not in plain
    assert "width:2480px;height:3508px;zoom:0.5000;overflow:hidden" in smaller


def test_words_are_not_broken_behind_their_hyphens_and_nothing_else_changes() -> None:
    body = '<div class="side-bar" style="margin-top:4px">OR-concurrency - is -- well-<b>known</b>-</div>'
    shown = browser.unbroken(body)
    assert shown.replace("\u2060", "") == body
    assert "OR-\u2060concurrency - is -- well-<b>known</b>-" in shown
    assert 'class="side-bar" style="margin-top:4px"' in shown
    assert "OR-\u2060concurrency" in browser._document(Fragment("<p>OR-concurrency</p>", "", 40, 40))
