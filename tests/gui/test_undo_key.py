"""Ctrl+Z takes back what the window offers to take back, where the field has no use for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.views.flush_link import HANGS_PX
from app.views.message_editor import MessageEditor
from app.views.preset_section import PresetSection
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says

LEFT = Qt.MouseButton.LeftButton


def undo() -> None:
    """Where the keyboard is."""
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


@pytest.fixture
def three(desk: Desk, tmp_path: Path) -> Desk:
    """Three pictures wait, and the window has the keyboard."""
    desk.window.paths_attached.emit([str(picture_file(tmp_path, f"{name}.png")) for name in "abc"])
    desk.until(lambda: len(desk.window.composer.chips) == 3)
    desk.until_idle()
    desk.window.activateWindow()
    return desk


def editor_without_pictures(desk: Desk, qtbot: QtBot) -> MessageEditor:
    desk.ask("Which is older?", *says("The first"))
    question = desk.window.messages.last_question()
    assert question is not None
    qtbot.mouseClick(question.edit_button, LEFT)
    assert question.editor is not None
    qtbot.mouseClick(question.editor.tray_head.button, LEFT)
    assert question.editor.attachments == ()
    return question.editor


def test_pictures_that_were_taken_off_a_question_come_back(three: Desk, qtbot: QtBot) -> None:
    editor = editor_without_pictures(three, qtbot)
    assert QApplication.focusWidget() is editor.back_button
    undo()
    assert len(editor.attachments) == 3
    assert editor.field.hasFocus()


def test_words_that_were_typed_since_are_taken_back_first(three: Desk, qtbot: QtBot) -> None:
    editor = editor_without_pictures(three, qtbot)
    editor.field.setFocus()
    qtbot.keyClicks(editor.field, "x")
    undo()
    assert editor.words == "Which is older?"
    assert editor.attachments == ()
    undo()
    assert len(editor.attachments) == 3


def test_the_offer_shows_that_the_keyboard_is_on_it(three: Desk, qtbot: QtBot) -> None:
    editor = editor_without_pictures(three, qtbot)
    three.settle()
    button = editor.back_button
    # Its words begin where the others do, with the frame around them and not through them.
    assert button.mapTo(editor, QPoint()).x() + HANGS_PX == editor.field.mapTo(editor, QPoint()).x()
    framed = button.grab().toImage()
    editor.field.setFocus()
    three.settle()
    plain = button.grab().toImage()
    beside = (0, button.height() // 2)
    assert framed.pixelColor(*beside) != plain.pixelColor(*beside)


def test_pictures_that_were_taken_off_the_composer_come_back(three: Desk, qtbot: QtBot) -> None:
    qtbot.mouseClick(three.window.composer.tray_head.button, LEFT)
    assert three.window.composer.chips == ()
    undo()
    assert len(three.window.composer.chips) == 3
    undo()
    assert len(three.window.composer.chips) == 3


def test_a_deleted_conversation_comes_back(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Total"))
    sidebar = desk.window.sidebar
    conversation_id = sidebar.current_id
    desk.window.activateWindow()
    sidebar.list_view.setFocus()
    QTest.keyClick(sidebar.list_view, Qt.Key.Key_Delete)
    assert desk.window.notices.newest() is not None
    undo()
    assert sidebar.current_id == conversation_id
    assert desk.window.notices.newest() is None


def test_a_notice_that_offers_something_else_is_left_alone(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.window.activateWindow()
    done: list[str] = []
    desk.window.notices.say("Exported.", "Show", lambda: done.append("shown"))
    desk.window.composer.setFocus()
    undo()
    assert done == []


def test_a_deleted_preset_comes_back(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.app.preferences.open()
    dialog.activateWindow()
    section = dialog.findChild(PresetSection)
    rows = section.list_view.count()
    section.list_view.setCurrentRow(2)
    qtbot.mouseClick(section.delete_button, LEFT)
    assert section.list_view.count() == rows - 1
    desk.settle()
    section.list_view.setFocus()
    undo()
    desk.until(lambda: section.list_view.count() == rows)
    dialog.close()
