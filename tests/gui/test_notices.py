"""The notices over the messages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.views.notice_stack import MOST_NOTICES, WIDEST_PX, NoticeStack
from app.views.theme import Theme
from tests.gui.conftest import OpenDesk


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def test_the_same_sentence_is_said_once(host: QWidget, theme: Theme) -> None:
    stack = NoticeStack(host, theme)
    for _ in range(3):
        stack.say("No picture.")
    assert stack.sentences() == ("No picture.",)
    stack.end_all()
    assert not stack.isVisible()


def test_the_oldest_notice_makes_room(host: QWidget, theme: Theme) -> None:
    stack = NoticeStack(host, theme)
    for number in range(MOST_NOTICES + 2):
        stack.say(f"Notice {number}.")
    assert stack.sentences() == ("Notice 2.", "Notice 3.", "Notice 4.")
    stack.end_all()


def test_a_long_notice_wraps_inside_the_window(host: QWidget, theme: Theme) -> None:
    stack = NoticeStack(host, theme)
    short = stack.say("Short.")
    long = stack.say("This sentence is long enough to need several lines in a window as narrow as this. " * 4)
    assert host.rect().contains(stack.geometry())
    assert long.height() > 2 * short.height()
    assert long.geometry().top() >= short.geometry().bottom()
    stack.end_all()


@pytest.mark.parametrize("name", ["x" * 250 + ".png", "漢" * 3 + "x" * 250, "\U0001f600" * 5 + "y" * 300])
def test_a_name_that_nothing_breaks_loses_its_middle_and_is_still_told(
    host: QWidget, theme: Theme, name: str
) -> None:
    stack = NoticeStack(host, theme)
    sentence = f"{name} is not there; check the path."
    notice = stack.say(sentence)
    (words,) = (label for label in notice.findChildren(QLabel) if label.text())
    assert "…" in words.text()
    assert words.text().endswith(" is not there; check the path.")
    assert words.fontMetrics().horizontalAdvance(words.text()) < 2 * WIDEST_PX
    assert words.minimumSizeHint().width() <= notice.width()
    assert notice.accessibleName() == sentence
    assert name[-8:] in words.toolTip()
    assert stack.say("Short.").accessibleName() == "Short."


def test_the_undo_of_a_conversation_with_a_very_long_title_fits(open_desk: OpenDesk) -> None:
    desk = open_desk()
    title = " ".join(["a very long title"] * 40)
    conversation = desk.app.chat.conversation
    assert conversation is not None
    desk.app.chat.rename_conversation(conversation.id, title)
    desk.window.sidebar.announce_deletion(conversation.id)
    notice = desk.window.notices.newest()
    assert notice is not None
    assert len(notice.sentence) < 80
    assert notice.sentence.endswith("…”.")
    assert title in notice.toolTip()
    assert notice.button.text() == "Undo"
    desk.qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert desk.window.sidebar.titles()[0] == title


def test_a_notice_waits_while_the_pointer_is_on_it(host: QWidget, theme: Theme) -> None:
    stack = NoticeStack(host, theme)
    notice = stack.say("Read me.")
    notice.leaveEvent(None)
    assert notice.is_counting
    notice.enterEvent(None)
    assert not notice.is_counting
    notice.leaveEvent(None)
    assert notice.is_counting
    stack.end_all()


def test_taking_the_action_of_a_notice_is_not_its_end(host: QWidget, theme: Theme, qtbot: QtBot) -> None:
    stack = NoticeStack(host, theme)
    calls: list[str] = []
    notice = stack.say("Deleted.", "Undo", lambda: calls.append("undo"), lambda: calls.append("final"))
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert calls == ["undo"]
    stack.say("Deleted.", "Undo", lambda: calls.append("undo"), lambda: calls.append("final"))
    stack.end_all()
    assert calls == ["undo", "final"]


def test_a_notice_covers_nothing_below_the_messages(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.until_ready()
    window = desk.window
    window.say("A sentence.")
    desk.until(window.notices.isVisible)
    for below in (window.model_note, window.composer):
        there = below.mapToGlobal(below.rect().topLeft()).y()
        bottom = window.notices.mapToGlobal(window.notices.rect().bottomLeft()).y()
        assert below.isHidden() or bottom < there
    window.notices.end_all()


def test_words_and_button_of_a_notice_stand_on_one_line(host: QWidget, theme: Theme, qtbot: QtBot) -> None:
    stack = NoticeStack(host, theme)
    notice = stack.say("Deleted.", "Undo", lambda: None)
    words = notice.findChild(QLabel)
    assert isinstance(words, QLabel)
    qtbot.waitUntil(lambda: notice.button.height() > 0 and words.height() > 0)
    assert notice.button.height() >= notice.button.sizeHint().height()
    assert abs(words.geometry().center().y() - notice.button.geometry().center().y()) <= 1
    stack.end_all()
