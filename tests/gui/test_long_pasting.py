"""Long text pasted into the composer: it goes with the question and never holds up the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageRole
from app.views.message_editor import MessageEditor
from app.views.pasted_chip import JOINT, LONG_CHARS, MOST_CHARS, joined, parted
from app.views.pictures import Pictures
from app.views.theme import Theme
from app.views.user_message import SHOWN_CHARS, UserMessageWidget
from tests.helpers.desk import Desk, picture_file

BOOK = "a line of a book\n" * 60_000
ONE_LINE = "no line end in it " * 20_000


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    theme = Theme(qapp)
    yield theme
    theme.deleteLater()


def paste(desk: Desk, text: str) -> None:
    mime = QMimeData()
    mime.setText(text)
    desk.app.qt.clipboard().setMimeData(mime)
    desk.qtbot.keyClick(desk.window.composer.focusProxy(), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize("text", [BOOK[:999_000], ONE_LINE])
def test_a_long_text_goes_with_the_question_without_standing_in_the_field(
    desk: Desk, tmp_path: Path, text: str
) -> None:
    desk.read(picture_file(tmp_path))
    composer = desk.window.composer
    desk.qtbot.keyClicks(composer.focusProxy(), "Sum this up")
    paste(desk, text)
    assert composer.field.toPlainText() == "Sum this up"
    assert f"{len(text):,}" in composer.pasted_chip.words
    assert composer.pasted_chip.isVisible()
    assert composer.text == f"Sum this up{JOINT}{text}"
    assert composer.send_button.isEnabled()
    desk.qtbot.keyClick(composer.focusProxy(), Qt.Key.Key_Return)
    desk.until(lambda: len(desk.messages()) == 4)
    assert desk.messages()[2].text == f"Sum this up{JOINT}{text}".strip()
    desk.until_idle()
    assert composer.text == ""
    assert not composer.pasted_chip.isVisible()


def test_short_text_is_pasted_into_the_field_and_too_much_of_it_is_not(desk: Desk) -> None:
    desk.until_ready()
    composer = desk.window.composer
    some = "x" * LONG_CHARS
    paste(desk, some)
    paste(desk, some)
    assert composer.field.toPlainText() == 2 * some
    assert composer.pasted_chip.text == ""
    paste(desk, some)
    assert composer.field.toPlainText() == 2 * some
    assert composer.pasted_chip.text == some


def test_more_than_any_model_takes_is_refused_with_a_sentence_and_what_was_there_stays(desk: Desk) -> None:
    desk.until_ready()
    composer = desk.window.composer
    paste(desk, "y" * (LONG_CHARS + 1))
    paste(desk, BOOK[: MOST_CHARS - 5])
    assert composer.pasted_chip.text == "y" * (LONG_CHARS + 1)
    assert any("can be asked about at once" in said for said in desk.window.notices.sentences())


def test_backspace_and_the_cross_take_the_pasted_text_away(desk: Desk) -> None:
    desk.until_ready()
    composer = desk.window.composer
    for take_away in (
        lambda: desk.qtbot.keyClick(composer.focusProxy(), Qt.Key.Key_Backspace),
        composer.pasted_chip.remove_button.click,
    ):
        paste(desk, ONE_LINE)
        assert composer.text == ONE_LINE
        take_away()
        assert composer.text == ""
        assert not composer.send_button.isEnabled()


@pytest.mark.parametrize("text", ["", "short", BOOK, ONE_LINE, "Why?\n\n" + BOOK, "\n\n" + BOOK, "Why?\n\n"])
def test_a_text_that_is_parted_for_the_field_is_the_same_when_joined(text: str) -> None:
    typed, pasted = parted(text)
    assert joined(typed, pasted) == text
    assert len(typed) <= LONG_CHARS


def test_long_words_are_shown_a_part_at_a_time_and_edited_without_standing_in_the_field(
    qtbot: QtBot, theme: Theme, qapp: QApplication
) -> None:
    text = "Why?\n\n" + "a line\n" * 4_000
    message = Message("m", "c", MessageRole.USER, text)
    pictures = Pictures(lambda _sha: None)
    widget = UserMessageWidget(message, pictures, theme)
    qtbot.addWidget(widget)
    widget.resize(700, 300)
    widget.show()
    assert widget._text is not None
    shown = widget._text.text()
    assert len(shown) <= SHOWN_CHARS
    assert text.startswith(shown)
    while not widget._more.isHidden():
        widget._more.click()
    assert widget._text.text() == text
    editor = MessageEditor(message, pictures, theme)
    qtbot.addWidget(editor)
    assert editor.field.toPlainText() == "Why?"
    assert editor.words == text
    editor.field.setPlainText("How?")
    with qtbot.waitSignal(editor.confirmed) as asked:
        editor.ask_button.click()
    assert asked.args == ["How?" + text[4:], ()]
