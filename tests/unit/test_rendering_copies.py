"""One copy for every program."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rendering.copies import (
    copy_of_cells,
    copy_of_code,
    copy_of_markdown,
    copy_of_plain,
    copy_of_table,
    escaped,
    tsv_in,
)
from app.rendering.markdown import to_html

TABLE = "| Item | Price |\n|---|--:|\n| **Milk** | 2.50 |\n| Bread<br>rye | 3.10 |\n"


def text_of(html: str) -> str:
    return unescape(re.sub("<[^>]*>", "", html))


def test_markdown_is_copied_exactly_and_formatted() -> None:
    text = "# Head\r\n\n*words* \\* $x$\n"
    copy = copy_of_markdown(text)
    assert (copy.plain, copy.markdown) == (text, text)
    assert "<h1>Head</h1>" in copy.html
    assert copy.tsv == ""


def test_a_table_is_copied_for_a_spreadsheet_too() -> None:
    copy = copy_of_table(TABLE)
    assert copy.tsv == copy.plain == "Item\tPrice\nMilk\t2.50\nBread rye\t3.10"
    assert copy.markdown == TABLE
    assert "<table>" in copy.html


def test_all_tables_of_an_answer_are_tsv_also_long_ones() -> None:
    rows = "".join(f"| row {n} | {n} |\n" for n in range(300))
    tsv = tsv_in(f"words | more\n\n| a | b |\n|---|---|\n{rows}\nbetween\n\n{TABLE}")
    first, second = tsv.split("\n\n")
    assert len(first.splitlines()) == 301
    assert second.startswith("Item\tPrice")
    assert copy_of_markdown(f"x\n\n{TABLE}").tsv.startswith("Item\tPrice")


@pytest.mark.parametrize("count", [2, 90])
def test_a_head_of_empty_cells_is_no_row_of_the_table(count: int) -> None:
    rows = "".join(f"| Subtotal | {n}.00 |\n" for n in range(count))
    copy = copy_of_markdown(f"Acme\n\n|  |  |\n| --- | --- |\n{rows}\nBye")
    assert copy.tsv.splitlines() == [f"Subtotal\t{n}.00" for n in range(count)]
    assert (copy.html.count("<tr>"), "<th" in copy.html) == (count, False)
    assert "<th>" in copy_of_markdown("|  | b |\n|---|---|\n| 1 | 2 |").html


def test_cells_are_copied_as_cells() -> None:
    copy = copy_of_cells((("a|b", "c\nd"), ("<e>", "")))
    assert copy.plain == copy.tsv == "a|b\tc d\n<e>\t"
    assert copy.markdown == "| a\\|b | c d |\n| \\<e\\> |  |"
    assert "<td>&lt;e&gt;</td>" in copy.html


@pytest.mark.parametrize(("code", "fence"), [("x = 1", "```"), ("```\ninner\n```\n", "````"), ("", "```")])
def test_code_is_copied_without_and_as_markdown_with_a_fence_that_holds(code: str, fence: str) -> None:
    copy = copy_of_code(code, "python")
    assert copy.plain == code
    assert copy.markdown.startswith(f"{fence}python\n")
    assert copy.markdown.endswith(f"{fence}\n")
    assert text_of(copy.html).rstrip("\n") == code.rstrip("\n")
    assert text_of(to_html(copy.markdown)).rstrip("\n") == code.rstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        "# 2 * 3 * 4\n- not a list\n| a_b_c | $5 and $6 $ |",
        "1. one\n2) two\n***\n> quote <b>&amp;</b>",
        "    indented\n\tby a tab\n\n\nafter empty lines",
        "![a](http://b) [c](http://d) ~~e~~ `f` \\g",
        "Title\n=====\nTotal\n-----",
    ],
)
def test_plain_text_as_markdown_shows_what_it_was(text: str) -> None:
    copy = copy_of_plain(text)
    assert copy.plain == text
    shown = text_of(to_html(copy.markdown)).replace("\u00a0", " ")
    assert [line.strip() for line in shown.split("\n") if line.strip()] == [
        line.strip() for line in text.split("\n") if line.strip()
    ]


@given(st.text(alphabet="ab #*_-+.|~$`\\[]()<>!&1=:\n", max_size=80))
def test_escaped_text_never_becomes_markup(text: str) -> None:
    html = to_html(escaped(text))
    assert not re.search(r"<(?!/?p>|br />)", html)
