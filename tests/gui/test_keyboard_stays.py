"""The keyboard is never left in what went out of sight: where it was goes, it is in the question's field."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.views.user_message import UserMessageWidget
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says


@pytest.fixture
def asked(desk: Desk, tmp_path: Path) -> Desk:
    """A desk with a reading and a question about it."""
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    desk.ask("How much?", *says("2.50"))
    desk.window.activateWindow()
    return desk


def focused() -> QWidget | None:
    return QApplication.focusWidget()


def question(desk: Desk) -> UserMessageWidget:
    found = desk.window.messages.last_question()
    assert found is not None
    return found


def test_a_conversation_that_is_opened_from_elsewhere_does_not_take_the_keyboard_along(asked: Desk) -> None:
    first = asked.app.chat.conversation
    assert first is not None
    asked.window.new_requested.emit()
    asked.window.conversation_opened.emit(first.id)
    question(asked).edit()
    other = next(each for each in asked.app.repository.list_conversations() if each.id != first.id)
    asked.window.conversation_opened.emit(other.id)
    assert focused() is asked.window.composer.field


def test_the_keyboard_in_the_list_of_conversations_stays_there(asked: Desk) -> None:
    first = asked.app.chat.conversation
    assert first is not None
    asked.window.new_requested.emit()
    asked.window.sidebar.list_view.setFocus()
    asked.window.conversation_opened.emit(first.id)
    assert focused() is asked.window.sidebar.list_view


def test_from_one_version_to_the_next_the_keyboard_goes_along(asked: Desk, qtbot: QtBot) -> None:
    asked.engine.script(*says("2.51"))
    qtbot.mouseClick(asked.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    asked.until(lambda: asked.messages()[-1].text == "2.51")
    asked.until_idle()
    asked.answer().switcher.previous.setFocus()
    qtbot.keyClick(focused(), Qt.Key.Key_Space)
    assert asked.messages()[-1].text == "2.50"
    assert focused() is asked.answer().switcher.next


def test_a_message_that_is_deleted_leaves_the_keyboard_to_the_question(asked: Desk, qtbot: QtBot) -> None:
    asked.answer().button("delete").setFocus()
    qtbot.keyClick(focused(), Qt.Key.Key_Space)
    assert len(asked.messages()) == 3
    assert focused() is asked.window.composer.field
