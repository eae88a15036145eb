"""Blocks of Markdown that is still being written: nothing lost, nothing changed later, none too long."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rendering.blocks import HARD_LIMIT_CHARS, SOFT_LIMIT_CHARS, Block, BlockKind, BlockSplitter
from app.rendering.markdown import to_html
from tests.unit.test_rendering_markdown import PIECES, shown_words, words_of

LONGEST_BLOCK_CHARS = HARD_LIMIT_CHARS + 2 * SOFT_LIMIT_CHARS


def blocks_of(text: str, cuts: list[int] | None = None) -> list[Block]:
    """All blocks of `text`, fed in the pieces that `cuts` give."""
    splitter = BlockSplitter()
    done: list[Block] = []
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts or [])})
    for start, stop in itertools.pairwise(places):
        done += splitter.feed(text[start:stop])
    return done + list(splitter.finish())


def kinds(text: str) -> list[str]:
    return [block.kind.value for block in blocks_of(text)]


@given(st.lists(st.sampled_from(PIECES), max_size=14), st.lists(st.integers(0, 2000), max_size=12))
def test_blocks_joined_are_what_was_fed(pieces: list[str], cuts: list[int]) -> None:
    text = "".join(pieces)
    assert "".join(block.source for block in blocks_of(text, cuts)) == text


@given(st.text(alphabet="ab \n\r\t#>-*|`~$\\[]()1.<&_مあ", max_size=200), st.lists(st.integers(0, 300)))
def test_blocks_joined_are_what_was_fed_whatever_it_is(text: str, cuts: list[int]) -> None:
    assert "".join(block.source for block in blocks_of(text, cuts)) == text


@given(st.lists(st.sampled_from(PIECES), max_size=10), st.lists(st.integers(0, 2000), max_size=30))
def test_blocks_and_tail_are_what_was_fed_at_every_moment(pieces: list[str], cuts: list[int]) -> None:
    text = "".join(pieces)
    splitter = BlockSplitter()
    fed, done = "", ""
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    for start, stop in itertools.pairwise(places):
        done += "".join(block.source for block in splitter.feed(text[start:stop]))
        fed += text[start:stop]
        assert done + splitter.tail == fed


@pytest.mark.parametrize("seed", range(6))
def test_a_long_answer_comes_in_blocks_of_bounded_length(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choice(PIECES) * chance.choice((1, 1, 1, 300)) for _ in range(60))
    cuts = [chance.randrange(len(text)) for _ in range(500)]
    blocks = blocks_of(text, cuts)
    assert "".join(block.source for block in blocks) == text
    assert max(len(block.source) for block in blocks) <= LONGEST_BLOCK_CHARS


@pytest.mark.parametrize(
    "line", ["word " * 9000, "あ" * 9000, "| " * 9000, "- " + "item " * 9000, "> " + "quoted " * 9000]
)
def test_a_line_without_end_comes_in_parts(line: str) -> None:
    blocks = blocks_of(line)
    assert "".join(block.source for block in blocks) == line
    assert max(len(block.source) for block in blocks) <= HARD_LIMIT_CHARS
    assert all(block.within_line for block in blocks[1:])
    assert not blocks[0].within_line


@given(st.lists(st.sampled_from([p for p in PIECES if "~~~" not in p]), max_size=10))
def test_every_word_of_a_block_is_shown(pieces: list[str]) -> None:
    for block in blocks_of("".join(pieces)):
        shown = set(shown_words(to_html(block.markdown)))
        # Numbers of a list are drawn, a language is no text, and a formula has its own names.
        wanted = [word for word in words_of(block.source) if not word.isdigit() and word != "python"]
        assert set(wanted) <= shown


def test_what_is_finished_is_given_at_once() -> None:
    splitter = BlockSplitter()
    assert [block.source for block in splitter.feed("# Title\nFirst para")] == ["# Title\n"]
    assert [block.source for block in splitter.feed("graph.\n\n- one\n\n")] == ["First paragraph.\n\n"]
    assert [block.source for block in splitter.feed("N")] == ["- one\n\n"]
    assert splitter.tail == "N"


def test_a_list_goes_on_over_empty_lines_while_it_is_indented() -> None:
    text = "1. first\n\n   still first\n\n   - nested\n2. second\n\nafter\n"
    assert [block.source for block in blocks_of(text)] == [text[:-6], "after\n"]


def test_a_fence_is_one_block_whatever_stands_in_it() -> None:
    text = "```md\n# no heading\n\n| a | b |\n|---|---|\n\n~~~\n```\n"
    assert [(b.source, b.kind) for b in blocks_of("before\n" + text + "after")] == [
        ("before\n", BlockKind.PROSE),
        (text, BlockKind.CODE),
        ("after", BlockKind.PROSE),
    ]


def test_a_fence_within_a_list_stays_within_it() -> None:
    text = "- do\n  ```\n  a\n\n# b\n  ```\n- then\n"
    assert [block.source for block in blocks_of(text)] == [text]
    closed = "- ```\n  a\n  ```\n- then\n\nafter"
    assert [block.source for block in blocks_of(closed)] == [closed[:-5], "after"]


def test_a_long_listing_comes_in_parts_that_are_code_each() -> None:
    code = "".join(f"line_{n} = {n}  # comment\n" for n in range(400))
    blocks = blocks_of(f"```python\n{code}```\nafter\n")
    parts, after = blocks[:-1], blocks[-1]
    assert len(parts) > 4
    assert {block.kind for block in parts} == {BlockKind.CODE}
    assert [block.continues for block in parts] == [False] + [True] * (len(parts) - 1)
    assert all(block.opening == "```python\n" for block in parts[1:])
    assert after == Block("after\n")


def test_a_long_table_comes_in_parts_that_know_their_columns() -> None:
    rows = "".join(f"| {n} | value {n} |\n" for n in range(400))
    blocks = blocks_of(f"intro\n| n | v |\n|--:|---|\n{rows}\nafter")
    assert blocks[0] == Block("intro\n")
    assert blocks[-1] == Block("after")
    parts = blocks[1:-1]
    assert len(parts) > 3
    assert {block.kind for block in parts} == {BlockKind.TABLE}
    assert all(block.opening == "| n | v |\n|--:|---|\n" for block in parts[1:])
    assert sum(to_html(block.markdown).count("<tr>") - 1 for block in parts) == 400


def test_a_long_list_is_cut_between_its_items() -> None:
    text = "".join(f"{n}. item number {n}\n   - below it\n" for n in range(1, 200))
    blocks = blocks_of(text)
    assert len(blocks) > 3
    assert all(block.source[0].isdigit() for block in blocks)


def test_a_formula_that_is_never_closed_holds_nothing_back() -> None:
    assert len(blocks_of("$$\nx = 1\n\nparagraph\n\nanother\n")) == 3
    endless = blocks_of("\\[\n" + "x + 1\n" * 3000)
    assert max(len(block.source) for block in endless) <= LONGEST_BLOCK_CHARS


def test_tables_headings_and_fences_end_a_paragraph() -> None:
    assert kinds("words\n| a | b |\n|---|---|\n| 1 | 2 |\n```\nx\n```\n# head\n") == [
        "prose",
        "table",
        "code",
        "prose",
    ]
