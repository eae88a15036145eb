"""A sent question that is being put in other words keeps them wherever the reader goes meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.controllers.drafts import WRITE_AFTER_MS
from app.edit import Edit
from app.paths import history_path
from app.storage.conversations import ConversationRepository
from app.views.message_editor import MessageEditor
from app.views.user_message import UserMessageWidget
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says


def shown_id(desk: Desk) -> str:
    shown = desk.app.chat.conversation
    assert shown is not None
    return shown.id


def question(desk: Desk) -> UserMessageWidget:
    found = desk.window.messages.last_question()
    assert found is not None
    return found


def editor(desk: Desk) -> MessageEditor:
    found = question(desk).editor
    assert found is not None
    return found


def kept(conversation_id: str) -> tuple[Edit, ...]:
    """What another process reads in the history."""
    repository = ConversationRepository.open(history_path(), alone=False)
    try:
        return repository.edits.load(conversation_id)
    finally:
        repository.close()


@pytest.fixture
def asked(desk: Desk, tmp_path: Path) -> tuple[Desk, str]:
    """A desk with a conversation of a reading and a question about it."""
    desk.read(picture_file(tmp_path, "first.png"), *says("First"))
    desk.ask("How much?", *says("22.40"))
    return desk, shown_id(desk)


def begin(desk: Desk, qtbot: QtBot, words: str) -> None:
    question(desk).edit()
    qtbot.keyClicks(editor(desk).field, words)


def test_an_edit_waits_in_its_conversation(asked: tuple[Desk, str], qtbot: QtBot) -> None:
    desk, first = asked
    begin(desk, qtbot, "How many?")
    desk.window.new_requested.emit()
    desk.window.conversation_opened.emit(first)
    assert editor(desk).words == "How many?"
    assert not editor(desk).field.hasFocus()
    assert question(desk).message.text == "How much?"


def test_one_in_which_nothing_was_changed_is_closed(asked: tuple[Desk, str]) -> None:
    desk, first = asked
    question(desk).edit()
    desk.window.new_requested.emit()
    desk.window.conversation_opened.emit(first)
    assert question(desk).editor is None
    assert kept(first) == ()


def test_an_edit_stays_while_another_version_is_looked_at(asked: tuple[Desk, str], qtbot: QtBot) -> None:
    desk, _ = asked
    desk.engine.script(*says("7"))
    desk.app.branches.edit(question(desk).message.id, "How many?")
    desk.until_idle()
    begin(desk, qtbot, "Which ones?")
    question(desk).version_stepped.emit(question(desk).message.id, -1)
    assert question(desk).message.text == "How much?"
    assert question(desk).editor is None
    question(desk).version_stepped.emit(question(desk).message.id, 1)
    assert editor(desk).words == "Which ones?"


def test_pictures_that_were_taken_off_stay_off(desk: Desk, tmp_path: Path) -> None:
    desk.engine.script(*says("Two"))
    desk.app.desktop.open_paths([str(picture_file(tmp_path, name)) for name in ("a.png", "b.png", "c.png")])
    desk.until(lambda: len(desk.app.chat.messages) == 2 and not desk.app.chat.is_running)
    first = shown_id(desk)
    question(desk).edit()
    a, b, c = editor(desk).attachments
    editor(desk).tray.moved.emit(c.id, -2)
    editor(desk).tray.removed.emit(a.id)
    desk.window.new_requested.emit()
    desk.window.conversation_opened.emit(first)
    assert [each.name for each in editor(desk).attachments] == ["c.png", "b.png"]
    assert kept(first)[0].picture_ids == (c.id, b.id)


def test_what_is_asked_or_given_up_is_forgotten_at_once(asked: tuple[Desk, str], qtbot: QtBot) -> None:
    desk, first = asked
    begin(desk, qtbot, "How many?")
    desk.app.drafting.write()
    assert [edit.text for edit in kept(first)] == ["How many?"]
    assert desk.app.repository.conversation(first).has_draft  # type: ignore[union-attr]
    qtbot.keyClick(editor(desk).field, Qt.Key.Key_Escape)
    assert kept(first) == ()
    begin(desk, qtbot, "How many?")
    desk.app.drafting.write()
    desk.engine.script(*says("7"))
    qtbot.keyClick(editor(desk).field, Qt.Key.Key_Return)
    assert kept(first) == ()
    assert not desk.app.repository.conversation(first).has_draft  # type: ignore[union-attr]
    desk.until_idle()
    assert question(desk).editor is None


def test_an_edit_that_is_refused_stays(asked: tuple[Desk, str], qtbot: QtBot) -> None:
    desk, first = asked
    reading = next(
        each for each in desk.window.messages.widgets_in_order() if isinstance(each, UserMessageWidget)
    )
    reading.edit()
    assert reading.editor is not None
    reading.editor.tray.removed.emit(reading.message.attachments[0].id)
    qtbot.keyClicks(reading.editor.field, "What is this?")
    reading.editor.confirmed.emit(reading.editor.words, ())
    assert "no picture to ask about" in desk.window.notices.sentences()[-1]
    desk.window.new_requested.emit()
    assert [(edit.text, edit.picture_ids) for edit in kept(first)] == [("What is this?", ())]


def test_a_restart_brings_the_edit_back(open_desk: OpenDesk, tmp_path: Path, qtbot: QtBot) -> None:
    desk = open_desk()
    desk.read(picture_file(tmp_path), *says("First"))
    desk.ask("How much?", *says("22.40"))
    begin(desk, qtbot, "How many?")
    desk.close()
    again = open_desk()
    again.until_ready()
    assert editor(again).words == "How many?"
    assert question(again).message.text == "How much?"
    again.close()


def test_an_edit_is_written_while_it_is_typed(asked: tuple[Desk, str], qtbot: QtBot) -> None:
    desk, first = asked
    begin(desk, qtbot, "How many?")
    desk.until(lambda: bool(kept(first)))
    assert WRITE_AFTER_MS < 1000
    assert kept(first)[0].text == "How many?"


def test_a_deleted_conversation_takes_its_edits(asked: tuple[Desk, str], qtbot: QtBot) -> None:
    desk, first = asked
    begin(desk, qtbot, "How many?")
    desk.app.drafting.write()
    desk.app.chat.delete_conversation(first)
    assert kept(first) == ()
    desk.app.drafting.write()
    assert kept(first) == ()
