"""The text of an answer: exact, selectable, and cheap to extend however long it gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.views.message_text import LONGEST_WORD_CHARS, SOFT_BLOCK_CHARS
from app.views.reading_text import ReadingText


@pytest.fixture
def reading(qtbot: QtBot) -> ReadingText:
    text = ReadingText("Answer")
    qtbot.addWidget(text)
    text.resize(500, 100)
    text.show()
    return text


def pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "two\nlines",
        "\n\nblank lines before and after\n\n",
        "<b>not bold</b> if x < y and <T> then &amp; <br> | a | b |",
        "# no heading\n- no list\n```no code```",
        "tab\there and  two  spaces   and trailing ",
        "読み、漢字かな 🧾 é",
        "שלום עולם\nمرحبا\nmixed שלום text",
        "word " * 1000,
        "x" * 5000,
        "🧾" * 1500,
        ("a line of some length\n" * 300),
    ],
)
def test_the_text_on_screen_is_exactly_the_models_text(reading: ReadingText, text: str) -> None:
    reading.set_text(text)
    assert reading.text() == text
    reading.set_text("")
    for piece in pieces(text, max(7, len(text) // 60)):
        reading.append_text(piece)
    assert reading.text() == text


def test_line_ends_of_other_systems_become_line_ends(reading: ReadingText) -> None:
    reading.set_text("one\r\ntwo\rthree\u2029four")
    assert reading.text() == "one\ntwo\nthree\nfour"


@pytest.mark.usefixtures("qapp")
@given(st.lists(st.text(alphabet="ab \n漢🧾", max_size=60), max_size=40))
def test_any_split_of_the_stream_shows_the_same_text(parts: list[str]) -> None:
    reading = ReadingText("Answer")
    for part in parts:
        reading.append_text(part)
    assert reading.text() == "".join(parts)
    reading.deleteLater()


def test_a_long_answer_costs_what_is_new_and_nothing_of_what_was_there(reading: ReadingText) -> None:
    text = "The quay was empty when the ferry came in. " * 1163
    assert len(text) > 50_000
    removed = added = 0

    def count(_position: int, gone: int, came: int) -> None:
        nonlocal removed, added
        removed += gone
        added += came

    reading.document().contentsChange.connect(count)
    for piece in pieces(text, 130):
        reading.append_text(piece)
    blocks = reading.document().blockCount()
    # Each append is one insertion at the end: nothing is taken out and put in again. A new block, and the
    # formatting of the one it follows, count once more.
    assert removed <= 2 * blocks
    assert added <= len(text) + 4 * blocks
    assert reading.text() == text


def test_no_paragraph_is_laid_out_that_is_longer_than_the_limit(reading: ReadingText) -> None:
    for part in ("word " * 3000, "x" * 12_000):
        reading.set_text("")
        for piece in pieces(part, 37):
            reading.append_text(piece)
        lengths = []
        block = reading.document().begin()
        while block.isValid():
            lengths.append(block.length())
            block = block.next()
        assert max(lengths) <= SOFT_BLOCK_CHARS + LONGEST_WORD_CHARS + 1
        assert sum(lengths) >= len(part)


def test_a_selection_across_a_soft_break_is_copied_without_a_line_end(
    reading: ReadingText, qtbot: QtBot
) -> None:
    text = "word " * 1000
    reading.set_text(text)
    assert reading.document().blockCount() > 1
    reading.selectAll()
    assert reading.selected_text() == text
    qtbot.keyClick(reading, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    mime = QApplication.clipboard().mimeData()
    assert mime.text() == text
    assert mime.html().count("<br>") == mime.text().count("\n")


def test_a_part_of_the_text_can_be_selected_with_the_mouse(reading: ReadingText, qtbot: QtBot) -> None:
    reading.set_text("Total 22.40")
    height = reading.height() // 2
    qtbot.mousePress(reading.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(0, height))
    qtbot.mouseMove(reading.viewport(), QPoint(400, height))
    qtbot.mouseRelease(reading.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(400, height))
    reading.textCursor()
    cursor = reading.textCursor()
    cursor.setPosition(6)
    cursor.setPosition(11, QTextCursor.MoveMode.KeepAnchor)
    reading.setTextCursor(cursor)
    assert reading.selected_text() == "22.40"


def test_appending_keeps_the_selection(reading: ReadingText) -> None:
    reading.set_text("Total 22.40")
    reading.selectAll()
    reading.append_text("\nPaid by card")
    assert reading.selected_text() == "Total 22.40"


def test_the_widget_is_as_tall_as_its_text_at_any_width(reading: ReadingText) -> None:
    reading.set_text("some words " * 60)
    wide = reading.height()
    reading.resize(200, reading.height())
    narrow = reading.height()
    assert narrow > wide
    assert narrow >= reading.document().size().height()


def test_the_wheel_is_left_to_the_list_of_messages(reading: ReadingText) -> None:
    reading.set_text("words\n" * 50)
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    reading.wheelEvent(event)
    assert not event.isAccepted()


def test_the_reader_cannot_change_the_text(reading: ReadingText, qtbot: QtBot) -> None:
    reading.set_text("as it was")
    qtbot.keyClicks(reading, "typed")
    qtbot.keyClick(reading, Qt.Key.Key_Delete)
    assert reading.text() == "as it was"


def test_the_menu_over_an_address_offers_to_open_it_and_elsewhere_does_not(
    reading: ReadingText, qtbot: QtBot
) -> None:
    reading.set_text("Rye bread 7.80\nwww https://example.org/shop_1\n")

    def offers_at(words: str) -> list[str]:
        cursor = reading.document().find(words)
        place = reading.cursorRect(cursor).center() - QPoint(2, 0)
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Mouse, place, reading.viewport().mapToGlobal(place)
        )
        QApplication.sendEvent(reading.viewport(), event)
        (menu,) = [menu for menu in reading.findChildren(QMenu) if menu.isVisible()]
        words_of = [action.text() for action in menu.actions()]
        if "Open link…" in words_of:
            with qtbot.waitSignal(reading.link_activated) as asked:
                menu.actions()[words_of.index("Open link…")].trigger()
            assert asked.args == ["https://example.org/shop_1"]
        menu.close()
        QApplication.processEvents()
        return words_of

    assert "Open link…" in offers_at("shop")
    assert "Open link…" not in offers_at("Rye")
