"""A file that could not be read beside others is named once."""

from __future__ import annotations

import pytest

from app.omissions import left_out, unopened

NAMED, BARE = "notes.png is text.", "Damaged."
LONG = "a-very-long-name-of-a-scanned-page-from-the-cellar-archive-2024.png"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (left_out("notes.png", NAMED), "Left out: notes.png is text."),
        (left_out("notes.png", BARE), "notes.png was left out: Damaged."),
        (left_out("notes.png", NAMED, page=2), "Page 2 was left out: notes.png is text."),
        (left_out("notes.png", BARE, page=2), "Page 2 of notes.png was left out: Damaged."),
        (
            left_out("notes.png", NAMED, count=3),
            "3 files were left out. The first: notes.png is text.",
        ),
        (left_out("notes.png", BARE, count=3), "3 files were left out, notes.png first: Damaged."),
        (left_out("notes", "notes.png is no picture."), "notes was left out: notes.png is no picture."),
        (
            unopened("notes.png", NAMED, count=2),
            "2 pictures cannot be opened. The first: notes.png is text.",
        ),
        (
            unopened("notes.png", BARE, count=2),
            "2 pictures cannot be opened, notes.png first: Damaged.",
        ),
    ],
)
def test_a_file_is_named_once(said: str, sentence: str) -> None:
    assert said == sentence


def test_a_long_name_that_the_sentence_shortens_is_the_same_name() -> None:
    shortened = f"{LONG[:29]}…{LONG[-29:]} is text."
    assert left_out(LONG, shortened) == f"Left out: {shortened}"
