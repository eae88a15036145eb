"""Sending, turn by turn of the event loop: the question is kept and shown at once, the rest after it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.domain import Message, MessageRole, MessageState
from app.paths import history_path
from app.storage.conversations import ConversationRepository
from app.views.assistant_message import AssistantMessageWidget
from app.views.icon_button import IconButton
from app.views.message_view import MessageView
from app.views.user_message import UserMessageWidget
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Gate, Say, says

QUESTION = Message("q", "c", MessageRole.USER, "Why?")
ANSWER = Message("a", "c", MessageRole.ASSISTANT, "", MessageState.QUEUED)


def kinds(view: MessageView) -> list[type]:
    return [type(widget) for widget in view.widgets_in_order()]


def test_a_question_stands_there_at_once_and_its_answer_a_turn_later(view: MessageView, qtbot: QtBot) -> None:
    view.add_message(QUESTION)
    view.add_message(ANSWER)
    assert kinds(view) == [UserMessageWidget]
    assert view.is_following
    assert view.is_growing
    qtbot.waitUntil(lambda: kinds(view) == [UserMessageWidget, AssistantMessageWidget])
    assert not view.is_growing
    assert view.is_following


def test_whoever_asks_for_the_answer_before_its_turn_gets_it(view: MessageView) -> None:
    view.add_message(QUESTION)
    view.add_message(ANSWER)
    assert isinstance(view.widget_of("a"), AssistantMessageWidget)
    assert kinds(view) == [UserMessageWidget, AssistantMessageWidget]
    assert not view.is_growing


def test_text_progress_and_tokens_that_come_before_its_turn_are_shown(view: MessageView) -> None:
    view.add_message(QUESTION)
    view.add_message(ANSWER)
    view.update_message(Message("a", "c", MessageRole.ASSISTANT, "", MessageState.STREAMING))
    view.append_text("a", "Milk")
    view.count_tokens("a", 7)
    widget = view.widget_of("a")
    assert isinstance(widget, AssistantMessageWidget)
    assert widget.shown_text == "Milk"
    assert widget.figures.startswith("7")


def test_another_conversation_that_is_opened_before_its_turn_shows_nothing_of_it(
    view: MessageView, qtbot: QtBot
) -> None:
    view.add_message(QUESTION)
    view.add_message(ANSWER)
    view.set_messages((Message("other", "d", MessageRole.USER, "Else"),))
    qtbot.waitUntil(lambda: not view.is_growing)
    assert [widget.message.id for widget in view.widgets_in_order()] == ["other"]


def test_an_answer_that_is_deleted_before_its_turn_never_comes(view: MessageView, qtbot: QtBot) -> None:
    view.add_message(QUESTION)
    view.add_message(ANSWER)
    view.remove_messages(("q", "a"))
    qtbot.waitUntil(lambda: not view.is_growing)
    assert kinds(view) == []
    assert view.message_count == 0


def test_a_second_question_before_the_turn_of_the_first_answer_stands_below_it(
    view: MessageView, qtbot: QtBot
) -> None:
    for question_id, answer_id in (("q", "a"), ("q2", "a2")):
        view.add_message(Message(question_id, "c", MessageRole.USER, "Why?"))
        view.add_message(Message(answer_id, "c", MessageRole.ASSISTANT, "", MessageState.QUEUED))
    qtbot.waitUntil(lambda: not view.is_growing)
    assert [widget.message.id for widget in view.widgets_in_order()] == ["q", "a", "q2", "a2"]


def test_what_can_be_done_with_a_question_comes_a_moment_later_and_moves_nothing(
    view: MessageView, qtbot: QtBot
) -> None:
    view.add_message(QUESTION)
    widget = view.widget_of("q")
    assert isinstance(widget, UserMessageWidget)
    foot = widget.switcher.parentWidget()
    height = foot.minimumHeight()
    assert widget.findChildren(IconButton) == []
    qtbot.waitUntil(lambda: len(widget.findChildren(IconButton)) == 3)
    assert foot.sizeHint().height() == height > 0
    assert widget.edit_button.isVisible()
    assert not widget.replace_button.isVisible()


def shown_in_history(desk: Desk) -> list[str]:
    """What another process reads of the conversation on show."""
    shown = desk.app.chat.conversation
    assert shown is not None
    repository = ConversationRepository.open(history_path(), alone=False)
    try:
        return [message.text for message in repository.load_messages(shown.id)]
    finally:
        repository.close()


def test_what_was_typed_is_in_the_history_before_the_field_is_emptied(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Milk"))
    gate = Gate()
    desk.engine.script(gate, Say("Because"))
    desk.type("Why?")
    seen: list[list[str]] = []
    field = desk.window.composer.field
    field.textChanged.connect(lambda: seen.append(shown_in_history(desk)))
    desk.press_enter()
    assert seen
    assert seen[0] == ["", "Milk", "Why?", ""]
    gate.open()
    desk.until_idle()


KILLED = """
import os, sys, time
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from app.bootstrap import build
from tests.helpers.fake_engine import FakeEngine, Gate, Say
from tests.helpers.patience import PATIENCE_S

def until(ready):
    end_s = time.monotonic() + PATIENCE_S
    while not ready() and time.monotonic() < end_s:
        QTest.qWait(5)

qt = QApplication([])
engine = FakeEngine("Milk")
app = build(None, lambda: engine, qt)
app.start()
app.desktop.open_paths([sys.argv[1]])
until(lambda: len(app.chat.messages) == 2 and not app.chat.is_running)
QTest.keyClicks(app.window.composer.focusProxy(), "Why?")
app.drafting.write()
engine.script(Say("Because"), Gate())
app.window.composer.send_button.click()
qt.processEvents()
# As a kill would end it: nothing is closed, nothing is written any more.
os._exit(9)
"""


def test_a_question_outlives_a_kill_right_after_the_turn_of_sending_it(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    path = picture_file(tmp_path, "a.png")
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 9, done.stderr
    desk = open_desk()
    assert [message.text for message in desk.messages()][:3] == ["", "Milk", "Why?"]
    assert desk.messages()[-1].state is MessageState.INTERRUPTED
    assert desk.window.composer.text == ""
