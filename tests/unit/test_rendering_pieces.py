"""What stands in a block: every word of it, in order, with its look."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rendering.blocks import Block, BlockKind, BlockSplitter
from app.rendering.pieces import Grid, Listing, Paragraph, Piece, Rule, pieces_of
from tests.unit.test_rendering_markdown import PIECES, words_of


def all_pieces(text: str) -> list[Piece]:
    splitter = BlockSplitter()
    blocks = (*splitter.feed(text), *splitter.finish())
    return [piece for block in blocks for piece in pieces_of(block)]


def text_of(piece: Piece) -> str:
    match piece:
        case Paragraph():
            return piece.text
        case Listing():
            return piece.code
        case Grid():
            return "\n".join(
                "\t".join("".join(span.text for span in cell) for cell in row) for row in piece.rows
            )
    return ""


@given(st.lists(st.sampled_from([p for p in PIECES if "$$" not in p]), max_size=12))
def test_every_word_of_an_answer_stands_in_a_piece_in_order(pieces: list[str]) -> None:
    text = "".join(pieces)
    shown = words_of("\n".join(text_of(piece) for piece in all_pieces(text)).replace("^", ""))
    # The language of a listing is no text of it, and a formula writes its powers differently.
    wanted = words_of(re.sub(r"```python", "```", text).replace("^", ""))
    position = 0
    for word in wanted:
        assert word in shown[position:], (word, shown[position:])
        position = shown.index(word, position) + 1


def test_lists_have_their_markers_as_text_and_their_depth_as_a_number() -> None:
    text = "3) three\n   - inner\n     * innermost\n4) four\n- [x] done\n- [ ] open\n"
    items = [
        (p.marker, p.place.indent, p.text.split()[-1]) for p in all_pieces(text) if isinstance(p, Paragraph)
    ]
    assert items == [
        ("3)", 1, "three"),
        ("◦", 2, "inner"),
        ("▪", 3, "innermost"),
        ("4)", 1, "four"),
        ("☑", 1, "done"),
        ("☐", 1, "open"),
    ]


def test_only_the_first_item_of_a_list_keeps_its_distance() -> None:
    pieces = all_pieces("words\n- one\n- two\n  - inner\n")
    assert [piece.place.is_tight for piece in pieces] == [False, False, True, True]


def test_an_item_that_begins_with_a_listing_has_its_marker_by_itself() -> None:
    pieces = all_pieces("- ```\n  code\n  ```\n")
    assert [text_of(piece).strip() for piece in pieces] == ["•", "code"]
    assert pieces[1].place.indent == 1


def test_words_have_their_look() -> None:
    (paragraph,) = all_pieces('a **b *c*** ~~d~~ `e*` [f](http://example.org "g") $x^2$')
    assert isinstance(paragraph, Paragraph)
    look = {span.text.strip(): span for span in paragraph.spans}
    assert look["b"].bold
    assert look["c"].bold
    assert look["c"].italic
    assert look["d"].struck
    assert look["e*"].code
    assert look["f"].link == "http://example.org"
    assert look["f"].hint == "g\nhttp://example.org"
    assert look["2"].level == 1
    assert look["2"].hint == "$x^2$"


def test_a_formula_by_itself_is_one_also_where_its_brackets_are_in_a_paragraph() -> None:
    for text in ("$$\nx\n$$\n", "\\[ x \\]\n", "$$x$$\n"):
        (piece,) = all_pieces(text)
        assert isinstance(piece, Paragraph)
        assert piece.is_formula


def test_a_formula_that_cannot_be_read_is_its_source() -> None:
    (piece,) = all_pieces("$$\n\\unheard{x}\n$$\n")
    assert "\\unheard{x}" in text_of(piece)


def test_a_table_has_rows_of_one_length_and_its_alignments() -> None:
    (grid,) = all_pieces("| a | b |\n|:-:|--:|\n| 1 |\n| 1 | 2 | **3** |\n")
    assert isinstance(grid, Grid)
    assert grid.alignments == ("center", "right", "")
    assert [len(row) for row in grid.rows] == [3, 3, 3]
    assert grid.rows[2][2][0].bold


def test_a_further_part_of_a_table_has_no_header() -> None:
    part = Block("| 3 | 4 |\n", BlockKind.TABLE, "| a | b |\n|---|---|\n", continues=True)
    (grid,) = pieces_of(part)
    assert isinstance(grid, Grid)
    assert text_of(grid) == "3\t4"
    assert grid.continues
    assert pieces_of(Block("\n", BlockKind.TABLE, "| a | b |\n|---|---|\n", continues=True)) == ()


def test_a_further_part_of_a_listing_knows_that_it_is_one() -> None:
    (listing,) = pieces_of(Block("y = 2\n```\n", BlockKind.CODE, "```py\n", continues=True, within_line=True))
    assert listing == Listing(listing.place, "y = 2", "py", continues=True, within_line=True)


@pytest.mark.parametrize(
    ("text", "kind"), [("***\n", Rule), ("    code\n", Listing), ("###### h\n", Paragraph)]
)
def test_other_things_are_what_they_are(text: str, kind: type) -> None:
    (piece,) = all_pieces(text)
    assert isinstance(piece, kind)
