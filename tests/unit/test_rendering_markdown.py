"""Markdown as models write it: nothing that they wrote is hidden, and nothing is loaded."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rendering.highlight import CodeRole, coloured
from app.rendering.markdown import plain_to_html, to_html
from app.rendering.maths import mathml, runs_of

PIECES = (
    "# Heading one\n",
    "some **bold and _both_** words\n",
    "- a list item\n  - nested item\n",
    "12) twelfth thing\n",
    "> quoted words\n",
    "| left | right |\n|:--|--:|\n| one | two | three |\n| `a|b` | c\n",
    "```python\ndef reads(page):\n    return page  # comment\n```\n",
    "~~~\nopen fence\n",
    "<table><tr><td>cell</td></tr></table>\n",
    "x < y and <T> then `code` &copy; &lt;b&gt;\n",
    "costs $5 and $10, or $x^2$ of \\(y\\)\n",
    "$$\na_1 = b\n$$ trailing words\n",
    "\\[ c = d \\] after it\n",
    '[ref]: http://example.org/where "title"\n',
    "![alt words](picture.png) and [file](file:///etc/passwd)\n",
    "Title\n---\n",
    "    indented code\n",
    "\n",
    "\n\n",
    "1. first\n\n   still first\n2. second\n",
    "****\n",
    "a_b_c * d * e ~~gone~~ ~ f\n",
    "مرحبا بالعالم\n",
)


def words_of(text: str) -> list[str]:
    """Letters and digits in a row, which no markup is made of."""
    return re.findall(r"[^\W_]+", text)


def shown_words(html: str) -> list[str]:
    spaced = re.sub(r"</?(?:p|li|td|th|tr|h\d|pre|blockquote|br|hr|ol|ul|m\w+)\b[^>]*>", " ", html)
    return words_of(unescape(re.sub(r"<[^>]*>", "", spaced)))


@pytest.mark.parametrize("piece", [p for p in PIECES if "```" not in p and "~~~" not in p and "$$" not in p])
def test_every_word_of_a_piece_is_shown(piece: str) -> None:
    # A list's numbers are drawn by whoever shows the HTML.
    wanted = words_of(re.sub(r"(?m)^\s*\d+[.)]", "", piece))
    assert set(wanted) <= set(shown_words(to_html(piece)))


@given(st.lists(st.sampled_from([p for p in PIECES if "```" not in p and "~~~" not in p]), max_size=8))
def test_no_word_is_lost_however_the_pieces_meet(pieces: list[str]) -> None:
    text = "".join(pieces)
    wanted = words_of(re.sub(r"(?m)^[\s>*-]*\d+[.)]", "", text))
    assert set(wanted) <= set(shown_words(to_html(text)))


def test_cells_beyond_the_header_are_kept_also_within_a_quotation() -> None:
    for prefix in ("", "> "):
        table = "".join(f"{prefix}{row}\n" for row in ("| a | b |", "|---|---|", "| 1 | 2 | 3 | 4 |"))
        html = to_html(table)
        assert html.count("<th") == 4 + 1
        assert "<td>4</td>" in html


def test_a_table_in_a_code_block_stays_as_it_is() -> None:
    source = "| a | b |\n|---|---|\n| 1 | 2 | 3 |"
    assert source in to_html(f"```\n{source}\n```\n")


@pytest.mark.parametrize("name", ["<br>", "<br/>", "<BR />"])
def test_a_line_end_in_a_cell_is_one(name: str) -> None:
    assert "x<br />\ny" in to_html(f"| a |\n|---|\n| x{name}y |\n")
    assert name.replace("<", "&lt;").replace(">", "&gt;") in to_html(f"x{name}y")


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "other.png"]
)
def test_only_web_and_mail_addresses_become_links(address: str) -> None:
    html = to_html(f"[words]({address}) and ![picture]({address})")
    assert "<a" not in html
    assert address in html
    assert '<a href="https://example.org/">' in to_html("[words](https://example.org/)")
    assert '<a href="mailto:a@example.org">' in to_html("[words](mailto:a@example.org)")


def test_a_picture_is_a_link_that_loads_nothing() -> None:
    html = to_html("![a cat](http://example.org/cat.png) ![](http://example.org/dog.png)")
    assert "<img" not in html
    assert '<a href="http://example.org/cat.png">a cat</a>' in html
    assert ">http://example.org/dog.png</a>" in html


def test_markup_of_the_model_is_text() -> None:
    html = to_html('<script>alert("x")</script> and <b onclick="y">bold</b>')
    assert "<script" not in html
    assert "<b" not in html


def test_a_page_of_its_own_has_an_escaped_title() -> None:
    page = to_html("*x*", full_page_title="a <b> & c")
    assert page.startswith("<!DOCTYPE html>")
    assert "<title>a &lt;b&gt; &amp; c</title>" in page


def test_plain_text_keeps_its_signs_and_line_ends_as_html() -> None:
    html = plain_to_html("# 3 * 4\r\n| a_b_c <x>")
    assert html == '<p style="white-space: pre-wrap"># 3 * 4<br>| a_b_c &lt;x&gt;</p>\n'


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"\frac{a+b}{2}", "(a + b)/2"),
        (r"\frac{1}{n}\sum_i p_i = \frac{x}{2} + 1", "1/n\u2009∑ipi = x/2 + 1"),
        (r"E = mc^2", "E = mc2"),
        (r"\sqrt[3]{x} \le \alpha_{ij}", "3√x ≤ αij"),
        (r"-b \pm \sqrt{b^2-4ac}", "−b ± √(b2 − 4ac)"),
        (r"\vec{v} \not= \hat{x}", "v\u20d7 \u2260 x\u0302"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a = b\nc = d"),
        (r"\binom{n}{k}", "(n over k)"),
        (r"\sin x + \text{if } y", "sin x + if\xa0y"),
    ],
)
def test_a_formula_reads_as_a_line_of_characters(latex: str, shown: str) -> None:
    assert "".join(run.text for run in runs_of(latex)) == shown


def test_small_print_of_a_formula_is_marked_as_such() -> None:
    levels = {run.text: run.level for run in runs_of("x_i^2")}
    assert levels == {"x": 0, "i": -1, "2": 1}


@pytest.mark.parametrize("latex", [r"\frac{", r"\foo{x}", "a & b", "", "x" * 5000, r"\begin{nowhere}"])
def test_a_formula_that_cannot_be_read_is_shown_as_written(latex: str) -> None:
    assert runs_of(latex) == ()
    assert unescape(re.sub("<[^>]*>", "", mathml(latex, "$", display=False))) == f"${latex}$"


def test_a_formula_is_mathml_for_who_can_draw_it() -> None:
    html = to_html(r"so \(\frac{1}{2} < x\) holds")
    assert "<mfrac>" in html
    assert "&lt;" in html
    assert "\\frac" not in html


@given(st.text(), st.sampled_from(["python", "json", "html", "c++", "diff", "no such language", "", "{.py}"]))
def test_coloured_code_is_the_code(code: str, language: str) -> None:
    assert "".join(run.text for run in coloured(code, language)) == code


def test_code_has_colours_where_its_language_is_known() -> None:
    runs = coloured("def f():\n    return 'x'  # why\n", "python")
    assert {CodeRole.KEYWORD, CodeRole.NAME, CodeRole.STRING, CodeRole.COMMENT} <= {run.role for run in runs}
    assert len(coloured("def f(): pass", "unheard-of")) == 1
