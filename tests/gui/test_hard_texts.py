"""Texts that break programs: nothing of them is lost, hidden or laid out beyond the column."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.rendering.blocks import MOST_COLUMNS, Block
from app.rendering.markdown import to_html
from app.rendering.pieces import DEEPEST_SHOWN, Grid, Listing, Paragraph, pieces_of
from app.views.formatted_text import FormattedText
from app.views.slices import Slices
from app.views.theme import Theme

NESTED = "".join("  " * depth + f"- item {depth}\n" for depth in range(60))
HARD = {
    "one long word": "x" * 6_000,
    "nested lists": NESTED,
    "nested numbers": "".join("   " * depth + f"{depth}. item{depth}\n" for depth in range(60)),
    "nested quotations": "".join(">" * depth + f" quoted {depth}\n" for depth in range(1, 120)),
    "quotation marks": ">" * 3_000 + " x\n",
    "quotations of lists": "> - " * 150 + "x\n",
    "lists in a line": "-\t" * 400 + "x\n",
    "wide table": ("|" + "a|" * 400 + "\n|" + "-|" * 400 + "\n") + ("|" + "1|" * 400 + "\n") * 2,
    "wide row": "| a | b |\n|---|---|\n|" + "".join(f" c{n} |" for n in range(300)) + "\n| 1 | 2 |\n",
    "unclosed fence": "```python\n"
    + "def f(): return 1\n" * 200
    + "\n# no heading\n\n| a | b |\n|---|---|\n",
    "fence in a fence": "````\n```\nx = 1\n```\n````\n\nafter\n",
    "prices": "It costs $5 and $6, or $ 7 $8$9 a$b$c \\(x \\[y $$z\n" * 40,
    "unclosed formula": "$$\n" + "a + b\n" * 300 + "\nwords after\n",
    "unclosed brackets": "[" * 2_000 + "x" + "](" * 500,
    "pictures in pictures": "![" * 300 + "x" + "](y)" * 300,
    "stars": "*a **b " * 800,
    "backticks": "".join("`" * n + "x" for n in range(80)),
    "colons": "https://" * 800,
    "signs": "a@b." * 800,
    "tags": "<div><img src=x onerror=1>" * 100 + "&amp;&#0;&#x110000;",
    "both directions": "مرحبا (hello) 12.5% שלום [x] " * 100,
    "line ends": "a\rb\r\nc\u2028d\u2029e\x0bf\x0cg" * 200,
    "rules": "---\n" * 200,
    "marks over letters": "e\u0301\u0301\u0301" * 800,
    "families": "👨‍👩‍👧‍👦 " * 300,
}
NOT_SHOWN = {
    "nested numbers": lambda text: text.replace("\n", " "),
    "pictures in pictures": lambda _text: "x",
    "unclosed fence": lambda text: text.replace("```python", ""),
}
"""What a text is without what stands behind its words: addresses, languages."""


def letters(text: str) -> str:
    return "".join(sorted(sign for sign in text if sign.isalpha()))


@pytest.fixture
def text(qtbot: QtBot, qapp: QApplication) -> FormattedText:
    theme = Theme(qapp)
    shown = FormattedText("Answer", theme, Slices(theme))
    qtbot.addWidget(shown)
    shown.resize(600, 100)
    shown.show()
    return shown


@pytest.mark.parametrize("name", HARD)
def test_nothing_is_lost_of_a_hard_text_that_streams_in(qtbot: QtBot, text: FormattedText, name: str) -> None:
    source = HARD[name]
    for start in range(0, len(source), 997):
        text.append_text(source[start : start + 997])
    text.finish()
    qtbot.waitUntil(lambda: text.is_laid_out)
    assert "".join(block.source for block in text.blocks) == text.source == source
    wanted = NOT_SHOWN.get(name, lambda words: words)(source)
    shown = letters(text.text())
    assert shown == letters(wanted) or (set(letters(wanted)) <= set(shown) and name == "pictures in pictures")
    # Shares of a table's width are rounded up to whole pixels.
    assert text.document().idealWidth() <= text.width() + 1


@pytest.mark.parametrize("name", ["nested lists", "nested quotations", "lists in a line"])
def test_what_is_nested_deeper_than_the_column_has_room_stands_where_it_can_be_read(name: str) -> None:
    places = [piece.place for piece in pieces_of(Block(HARD[name]))]
    assert max(max(place.indent, place.quotes) for place in places) == DEEPEST_SHOWN


@pytest.mark.parametrize("name", ["nested lists", "nested quotations", "wide row", "wide table"])
def test_the_html_of_a_hard_text_has_all_its_letters(name: str) -> None:
    html = to_html(HARD[name])
    for word in set(HARD[name].replace("|", " ").replace(">", " ").split()) - {"-"}:
        assert word in html or not word.isalnum()


def test_a_table_that_is_too_wide_to_read_is_shown_as_it_was_written() -> None:
    (piece,) = pieces_of(Block(HARD["wide table"]))
    assert isinstance(piece, Paragraph)
    assert piece.text == HARD["wide table"].rstrip("\n")


def test_a_row_of_too_many_cells_keeps_them_in_its_last_one() -> None:
    (piece,) = pieces_of(Block(HARD["wide row"]))
    assert isinstance(piece, Grid)
    assert len(piece.alignments) == MOST_COLUMNS
    last = "".join(span.text for span in piece.rows[1][-1])
    assert last.split(" | ") == [f"c{n}" for n in range(MOST_COLUMNS - 1, 300)]


def test_prices_are_no_formulas() -> None:
    pieces = pieces_of(Block("It costs $5 and $6, or $ 7 or 8$ and US$9.50.\n"))
    assert "".join(piece.text for piece in pieces if isinstance(piece, Paragraph)) == (
        "It costs $5 and $6, or $ 7 or 8$ and US$9.50."
    )


def test_a_fence_that_nobody_closed_is_code_to_the_end(qtbot: QtBot, text: FormattedText) -> None:
    text.set_text(HARD["unclosed fence"], finished=True)
    qtbot.waitUntil(lambda: text.is_laid_out)
    assert len(text._writer.snippets) == 1
    assert text._writer.snippets[0].text.endswith("| a | b |\n|---|---|")
    pieces = [piece for block in text.blocks for piece in pieces_of(block)]
    assert all(isinstance(piece, Listing) for piece in pieces)
