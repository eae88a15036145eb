"""A corrected text keeps what is still true of it: places on the picture, words that were not touched."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.correction import (
    LONGEST_ROW_CHARS,
    MOST_EARLIER,
    as_it_was,
    corrected,
    corrected_lines,
    restored,
)
from app.domain import Message, MessageRole, ReadLine, ReadWord, ResumePoint, Written
from app.export import json_record, record_reader
from app.storage import message_rows


def read(text: str, confidence: float = 0.6) -> tuple[ReadLine, ...]:
    """The lines of a text as a reading gives them, each in a box of its own."""
    lines, start = [], 0
    for number, row in enumerate(text.split("\n")):
        words, at = [], 0
        for word in row.split():
            at = row.index(word, at)
            words.append(ReadWord(word, confidence, start + at, start + at + len(word)))
            at += len(word)
        if words:
            lines.append(ReadLine(row, start, 0, (0, 10 * number, 90, 10 * number + 9), tuple(words)))
        start += len(row) + 1
    return tuple(lines)


def answer(text: str) -> Message:
    return Message("m", "c", MessageRole.ASSISTANT, text, lines=read(text))


def words(lines: tuple[ReadLine, ...]) -> list[list[str]]:
    return [[word.text for word in line.words] for line in lines]


def rows(lines: tuple[ReadLine, ...]) -> list[tuple[str, int | None]]:
    """Each line, and the number of the row whose box it has."""
    return [(line.text, None if line.box is None else line.box[1] // 10) for line in lines]


def test_a_corrected_word_has_no_figure_and_the_others_keep_theirs() -> None:
    before = "2 Filter coffee 5.60\nTotal 22.40"
    lines = corrected_lines(read(before), before, before.replace("5.60", "5.80"))
    assert words(lines) == [["2", "Filter", "coffee"], ["Total", "22.40"]]
    assert rows(lines) == [("2 Filter coffee 5.80", 0), ("Total 22.40", 1)]


def test_a_word_that_was_made_longer_is_another_word() -> None:
    lines = corrected_lines(read("coffee 5.6"), "coffee 5.6", "coffee 5.60")
    assert words(lines) == [["coffee"]]


def test_words_behind_a_correction_stand_where_they_stand_now() -> None:
    after = "Rye bread roll 7.80"
    (line,) = corrected_lines(read("Rye bred 7.80"), "Rye bred 7.80", after)
    assert [after[word.start : word.stop] for word in line.words] == [word.text for word in line.words]
    assert words((line,)) == [["Rye", "7.80"]]


def test_lines_keep_their_places_when_one_is_written_before_them() -> None:
    before = "Milk 2.50\nBread 3.10"
    lines = corrected_lines(read(before), before, "Bergen Market\nMilk 2.50\nBread 3.10")
    assert rows(lines) == [("Milk 2.50", 0), ("Bread 3.10", 1)]
    assert [line.start for line in lines] == [14, 24]


def test_a_line_that_was_struck_out_takes_no_other_with_it() -> None:
    before = "Milk 2.50\n~~~~\nBread 3.10"
    assert rows(corrected_lines(read(before), before, "Milk 2.50\nBread 3.10")) == [
        ("Milk 2.50", 0),
        ("Bread 3.10", 2),
    ]


def test_a_line_that_became_two_is_found_by_what_it_has_in_common() -> None:
    before = "Milk 2.50 Bread 3.10\nTotal 5.60"
    lines = corrected_lines(read(before), before, "Milk 2.50 Bread\n3.10\nTotal 5.60")
    assert rows(lines) == [("Milk 2.50 Bread", 0), ("Total 5.60", 1)]


def test_a_row_of_thousands_of_characters_keeps_its_place_and_loses_its_figures() -> None:
    before = "word " * (LONGEST_ROW_CHARS // 5 + 1)
    (line,) = corrected_lines(read(before), before, before + "more")
    assert line.box is not None
    assert line.words == ()


def test_a_text_without_lines_has_none_when_it_is_corrected() -> None:
    assert corrected_lines((), "a", "b") == ()


def test_what_the_model_wrote_is_kept_through_every_correction() -> None:
    point = ResumePoint(0, "Tota")
    read_so = replace(answer("Tota 22.40"), resume=point)
    once = corrected(read_so, "Total 22.40")
    twice = corrected(once, "Total 22.50")
    assert once.resume is None
    assert twice.written is not None
    assert (twice.text, twice.written.text, twice.written.resume) == ("Total 22.50", "Tota 22.40", point)
    assert restored(twice) == read_so


def test_a_correction_back_to_what_was_read_is_none() -> None:
    read_so = answer("Tota 22.40")
    assert corrected(corrected(read_so, "Total 22.40"), "Tota 22.40") == read_so


def test_doubts_come_back_with_what_was_read() -> None:
    once = corrected(answer("Milk 2.5O"), "Milk 2.50")
    twice = corrected(once, "Milk 2.5O now")
    assert words(tuple(twice.lines)) == [["Milk", "2.5O"]]


def test_a_question_was_asked_of_the_text_as_it_was_then() -> None:
    reading = corrected(answer("Tota 22.40"), "Total 22.40")
    assert reading.written is not None
    earlier = Message("a", "c", MessageRole.ASSISTANT, "22.40", created_at="2001-01-01T00:00:00.000Z")
    later = replace(earlier, created_at="2999-01-01T00:00:00.000Z")
    assert as_it_was((reading, earlier), earlier)[0].text == "Tota 22.40"
    assert as_it_was((reading, later), later)[0].text == "Total 22.40"


def test_of_several_corrections_a_question_was_asked_of_the_one_that_stood_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hours = iter(range(1, 99))
    monkeypatch.setattr("app.correction.utc_now", lambda: f"2030-01-01T{next(hours):02}:00:00+00:00")
    read_so = answer("Tota 22.40")
    first = corrected(read_so, "Total 22.40")
    assert first.written is not None
    begun = replace(first, written=replace(first.written, corrected_at="2030-01-01T00:30:00+00:00"))
    third = corrected(corrected(begun, "Total 22.50"), "Total 22.60")
    assert corrected(third, "Total 22.60") == third

    def asked_at(moment: str) -> str:
        question = replace(answer("What is the total?"), created_at=f"2030-01-01T{moment}:00+00:00")
        (stood,) = as_it_was((third,), question)
        assert all(stood.text[line.start :].startswith(line.text) for line in stood.lines)
        return stood.text

    texts = [asked_at(moment) for moment in ("00:10", "00:50", "01:50", "02:50")]
    assert texts == ["Tota 22.40", "Total 22.40", "Total 22.50", "Total 22.60"]
    # So it is after a restart, and in an export.
    assert message_rows._written(message_rows._written_to_json(third.written or Written(""))) == third.written
    assert third.written is not None
    again = record_reader._written(json_record.written_record(third.written))
    assert again.earlier == third.written.earlier
    for number in range(2 * MOST_EARLIER):
        third = corrected(third, f"Total {number}")
    assert third.written is not None
    assert len(third.written.earlier) == MOST_EARLIER


ROWS = st.lists(st.text("ab .0", max_size=8), max_size=6).map("\n".join)


@given(ROWS, ROWS)
def test_every_line_and_word_of_a_corrected_text_stands_in_it(before: str, after: str) -> None:
    lines = corrected_lines(read(before), before, after)
    starts = [line.start for line in lines]
    assert starts == sorted(set(starts))
    for line in lines:
        assert after[line.start : line.start + len(line.text)] == line.text
        assert "\n" not in line.text
        for word in line.words:
            assert after[word.start : word.stop] == word.text
            assert line.start <= word.start < word.stop <= line.start + len(line.text)
