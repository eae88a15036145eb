"""Lines are kept with their message, joined where an answer goes on, and never in the way of its text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain import ReadLine, ReadWord
from app.read_lines import continued_lines
from app.storage.line_records import lines_from_json, lines_to_json
from tests.helpers.fake_engine import lines_of

TEXT = "Milk  2.50\n\n漢字 😀 café\nTotal"


def lines(text: str, confidence: float = 0.5) -> tuple[ReadLine, ...]:
    return tuple(
        ReadLine(
            line.text,
            line.start,
            line.page,
            line.box,
            tuple(ReadWord(word.text, word.confidence, word.start, word.stop) for word in line.words),
        )
        for line in lines_of(text, confidence)
    )


def test_lines_come_out_of_the_history_as_they_went_in() -> None:
    made = (*lines(TEXT)[:2], ReadLine("Total", 22, None, None, (ReadWord("Total", 0.125, 22, 27),)))
    assert lines_from_json(lines_to_json(made), TEXT) == made


def test_a_message_without_lines_takes_no_room() -> None:
    assert lines_to_json(()) is None
    assert lines_from_json(None, TEXT) == ()


def test_the_text_is_not_kept_twice() -> None:
    stored = lines_to_json(lines(TEXT))
    assert stored is not None
    assert "Milk" not in stored


@pytest.mark.parametrize(
    "row",
    [
        [0, 4, 0, None, [[0, 99, 500]]],
        [0, 99, 0, None, []],
        [4, 0, 0, None, []],
        [-1, 4, 0, None, []],
        [0, 4, -1, None, []],
        [0, 4, "0", None, []],
        [0, 4, 0, [5, 5, 5, 9], []],
        [0, 4, 0, [1, 2, 3], []],
        [0, 4, 0, [1, 2, 3, "4"], []],
        [0, 4, 0, None, [[0, 4, 1001]]],
        [0, 4, 0, None, [[0, 4, 0.5]]],
        [0, True, 0, None, []],
        [0, 4],
        "row",
        None,
    ],
)
def test_lines_that_do_not_fit_the_text_are_left_out(row: object) -> None:
    assert lines_from_json(json.dumps({"version": 1, "lines": [row]}), TEXT) == ()


@pytest.mark.parametrize(
    "stored", ["", "{", "[]", "null", '{"version": 1}', '{"version": 2, "lines": []}', "[" * 90_000]
)
def test_what_is_no_record_of_lines_is_left_out(stored: str) -> None:
    assert lines_from_json(stored, TEXT) == ()


@given(st.text("ab \n😀", max_size=40), st.data())
def test_an_answer_made_in_two_runs_has_the_words_of_one(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    joined = continued_lines(lines(text[:cut], 0.9), lines(text[cut:], 0.4), text, cut)
    whole = lines(text)
    assert [(line.text, line.start) for line in joined] == [(line.text, line.start) for line in whole]
    words = [word for line in joined for word in line.words]
    assert [(w.text, w.start, w.stop) for w in words] == [
        (w.text, w.start, w.stop) for line in whole for w in line.words
    ]
    for word in words:
        assert word.confidence == (0.9 if word.stop <= cut else 0.4)
