"""What is sent while its pictures are still being read belongs to the conversation it was sent in."""

from __future__ import annotations

from pathlib import Path

from app.domain import MessageRole, MessageState, RequestKind
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says


def two_conversations(open_desk: OpenDesk, tmp_path: Path) -> tuple[Desk, str, str]:
    """A desk with one that was read into and a new one, which is shown."""
    desk = open_desk()
    desk.until_ready()
    desk.read(picture_file(tmp_path, "first.png"), *says("First"))
    first = desk.app.chat.conversation
    desk.app.chat.new_conversation()
    second = desk.app.chat.conversation
    assert first is not None
    assert second is not None
    return desk, first.id, second.id


def words_in(desk: Desk, conversation_id: str) -> list[tuple[MessageRole, str, int]]:
    return [
        (message.role, message.text, len(message.attachments))
        for message in desk.app.repository.load_messages(conversation_id)
    ]


FIRST = [(MessageRole.USER, "", 1), (MessageRole.ASSISTANT, "First", 0)]


def test_a_question_stays_in_its_conversation_when_another_is_opened_meanwhile(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk, first, second = two_conversations(open_desk, tmp_path)
    desk.engine.script(*says("A note"))
    desk.window.paths_attached.emit([str(picture_file(tmp_path))])
    desk.type("What is this?")
    desk.press_enter()
    desk.window.conversation_opened.emit(first)
    desk.until(lambda: len(words_in(desk, second)) == 2)
    desk.until(lambda: desk.app.repository.load_messages(second)[-1].state is MessageState.COMPLETE)
    assert words_in(desk, first) == FIRST
    assert words_in(desk, second) == [
        (MessageRole.USER, "What is this?", 1),
        (MessageRole.ASSISTANT, "A note", 0),
    ]
    assert [message.text for message in desk.messages()] == ["", "First"]
    assert desk.window.sidebar.titles()[0] == "What is this?"
    desk.window.conversation_opened.emit(second)
    assert [message.text for message in desk.messages()] == ["What is this?", "A note"]


def test_an_opened_file_is_read_in_its_conversation_and_leaves_what_is_typed_since(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk, first, second = two_conversations(open_desk, tmp_path)
    desk.engine.script(*says("A note"))
    desk.app.desktop.open_paths([str(picture_file(tmp_path))])
    desk.window.conversation_opened.emit(first)
    desk.type("And the first one?")
    desk.until(lambda: len(words_in(desk, second)) == 2)
    desk.until(lambda: desk.app.repository.load_messages(second)[-1].state is MessageState.COMPLETE)
    assert words_in(desk, first) == FIRST
    assert words_in(desk, second)[-1][1] == "A note"
    request = desk.app.repository.load_messages(second)[0].request
    assert request is not None
    assert request.kind is RequestKind.READ
    assert desk.window.composer.text == "And the first one?"


def test_a_question_for_a_conversation_that_was_deleted_meanwhile_comes_back(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk, first, second = two_conversations(open_desk, tmp_path)
    desk.window.paths_attached.emit([str(picture_file(tmp_path))])
    desk.type("What is this?")
    desk.press_enter()
    desk.window.conversation_opened.emit(first)
    desk.app.chat.delete_conversation(second)
    desk.until(lambda: desk.window.composer.text == "What is this?")
    assert words_in(desk, first) == FIRST
    assert desk.app.intake.attachments == ()
