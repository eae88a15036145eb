"""Doubtful words are underlined where they stand, whatever stands before them, and say how doubtful."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.domain import ReadLine, ReadWord
from app.views.doubtful_words import DOUBTFUL_BELOW, MOST_MARKED, doubtful_words, marks_in, sureness
from app.views.reading_text import ReadingText
from engine.api import FinishReason
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Say, lines_of


@pytest.fixture
def reading(qtbot: QtBot) -> ReadingText:
    text = ReadingText("Answer")
    qtbot.addWidget(text)
    text.resize(500, 100)
    text.show()
    return text


def words_of(text: str, confidence: float = 0.5) -> list[ReadWord]:
    return [
        ReadWord(word.text, confidence, word.start, word.stop)
        for line in lines_of(text)
        for word in line.words
    ]


def marked_text(document: QTextDocument, start: int, stop: int) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


@pytest.mark.parametrize(
    "text",
    [
        "one two\nthree",
        "漢字 😀 after emoji 🧾\nand more",
        "windows\r\nline ends\r\nhere",
        "\n\n  indented\n\nlast",
        "word " * 700 + "end\nnext line",
        "x" * 5000 + " after a long word",
        "😀" * 1400 + " tail",
    ],
)
def test_a_mark_covers_its_word_and_nothing_else(reading: ReadingText, text: str) -> None:
    reading.set_text(text)
    words = words_of(text)
    reading.mark_words(text, words, "#aa7700")
    assert len(reading.marks) == len(words) > 0
    for mark, word in zip(reading.marks, words, strict=True):
        assert marked_text(reading.document(), mark.start, mark.stop).replace("\u2029", "") == word.text


@given(st.text("ab \n\r😀", max_size=60))
def test_marks_stand_right_in_any_text(qapp: QApplication, text: str) -> None:
    reading = ReadingText("Answer")
    reading.set_text(text)
    words = words_of(text)
    words = [word for word in words if "\r" not in word.text]
    for mark, word in zip(marks_in(reading.document(), text, words), words, strict=True):
        assert marked_text(reading.document(), mark.start, mark.stop) == word.text
    reading.deleteLater()


def test_marks_are_drawn_over_the_text_and_never_copied(reading: ReadingText) -> None:
    reading.set_text("Total 12.50")
    reading.mark_words("Total 12.50", words_of("Total 12.50")[1:], "#aa7700")
    (selection,) = reading.extraSelections()
    assert selection.format.underlineStyle() == QTextCharFormat.UnderlineStyle.DotLine
    assert selection.cursor.selectedText() == "12.50"
    reading.selectAll()
    mime = reading.createMimeDataFromSelection()
    assert mime.text() == "Total 12.50"
    assert "underline" not in mime.html()
    assert reading.text() == "Total 12.50"


def test_text_that_changes_has_no_marks_of_the_one_before(reading: ReadingText) -> None:
    for change in (reading.set_text, reading.append_text):
        reading.set_text("one two")
        reading.mark_words("one two", words_of("one two"), "#aa7700")
        change(" three")
        assert reading.marks == []
        assert reading.extraSelections() == []


def test_the_pointer_over_a_doubtful_word_tells_how_sure_the_model_was(
    reading: ReadingText, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: told.append(text))
    reading.set_text("Total 12.50\nend")
    reading.mark_words("Total 12.50\nend", [ReadWord("12.50", 0.72, 6, 11)], "#aa7700")
    cursor = QTextCursor(reading.document())
    cursor.setPosition(8)
    on_word = reading.cursorRect(cursor).center()
    cursor.setPosition(2)
    before = reading.cursorRect(cursor).center()
    beside = QPoint(reading.viewport().width() - 2, on_word.y())
    for place in (on_word, before, beside):
        event = QHelpEvent(QEvent.Type.ToolTip, place, reading.viewport().mapToGlobal(place))
        QApplication.sendEvent(reading.viewport(), event)
    assert told == ["72% sure"]


def test_how_sure_is_said_in_whole_percent_and_never_as_nothing() -> None:
    assert sureness(0.719) == "72% sure"
    assert sureness(0.0001) == "Less than 1% sure"


def test_only_words_below_the_threshold_are_doubtful_and_not_without_end() -> None:
    words = tuple(
        ReadWord("w", c, i, i + 1) for i, c in enumerate((0.0, DOUBTFUL_BELOW - 0.01, DOUBTFUL_BELOW, 1))
    )
    assert [word.start for word in doubtful_words([ReadLine("wwww", 0, 0, None, words)])] == [0, 1]
    many = tuple(ReadWord("w", 0.1, i, i + 1) for i in range(3 * MOST_MARKED))
    assert len(doubtful_words([ReadLine("w", 0, 0, None, many)])) == MOST_MARKED


def test_an_answer_is_marked_when_it_has_ended_and_keeps_its_marks(desk: Desk, tmp_path: Path) -> None:
    text = "Milk 2.50"
    lines = (*lines_of("Milk", 0.95), *lines_of("    2.50", 0.4))
    whole = lines_of(text)[0]
    end = End(
        FinishReason.COMPLETE,
        lines=(
            type(whole)(
                text,
                0,
                0,
                whole.box,
                lines[0].words
                + tuple(
                    type(word)(word.text, word.confidence, word.start + 1, word.stop + 1)
                    for word in lines[1].words
                ),
            ),
        ),
    )
    desk.read(picture_file(tmp_path), Say(text), end)
    assert [mark.sentence for mark in desk.answer().marks] == ["40% sure"]
    desk.app.theme.set_mode("dark")
    (selection,) = desk.answer().text_widget.extraSelections()
    assert selection.format.underlineColor().name() == desk.app.theme.tokens.warning
    desk.window.conversation_opened.emit(desk.app.chat.conversation.id)  # type: ignore[union-attr]
    assert [mark.sentence for mark in desk.answer().marks] == ["40% sure"]
