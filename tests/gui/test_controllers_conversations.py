"""Conversations: names, switching, deleting; and what the next start finds, after a restart or a crash."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageRole, MessageState
from app.paths import history_path
from app.storage.conversations import ConversationRepository
from tests.helpers.app_parts import AppParts, stored_images
from tests.helpers.fake_engine import Gate, Say, says
from tests.helpers.patience import PATIENCE_S


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[AppParts]:
    made = AppParts(qtbot)
    made.start()
    yield made
    made.close()


# -- conversations


def titles(parts: AppParts) -> list[str]:
    return [conversation.title for conversation in parts.chat.listing.listed]


def test_the_first_line_that_was_read_names_the_conversation(parts: AppParts) -> None:
    parts.engine.script(*says("\n --- \n  Corner   Shop \nMilk"))
    parts.add_picture(name="IMG_1.png")
    parts.chat.send("")
    assert titles(parts) == ["IMG_1.png"]
    parts.wait_idle()
    assert titles(parts) == ["Corner Shop"]
    parts.ask("What is it?")
    assert titles(parts) == ["Corner Shop"]


def test_a_question_names_the_conversation_and_a_long_one_is_trimmed(parts: AppParts) -> None:
    parts.add_picture()
    parts.ask("word " * 40)
    (title,) = titles(parts)
    assert title.startswith("word word")
    assert title.endswith("…")
    assert len(title) <= 60


def test_the_users_own_title_stays(parts: AppParts) -> None:
    assert parts.chat.conversation is not None
    parts.chat.rename_conversation(parts.chat.conversation.id, "  My \n receipts ")
    parts.read_picture()
    assert titles(parts) == ["My receipts"]
    parts.chat.rename_conversation(parts.chat.conversation.id, "   ")
    assert titles(parts) == ["My receipts"]
    assert parts.chat.conversation.title == "My receipts"


def test_new_conversation_uses_the_empty_one_that_is_there(parts: AppParts) -> None:
    parts.chat.new_conversation()
    parts.chat.new_conversation()
    assert len(titles(parts)) == 1
    parts.read_picture()
    parts.chat.new_conversation()
    assert len(titles(parts)) == 2
    assert parts.chat.messages == ()


def test_what_keeps_its_place_is_told_by_itself_and_what_moves_with_the_list(parts: AppParts) -> None:
    # However long this takes, it does not look for what other windows wrote.
    parts.chat.listing.close()
    first = parts.chat.conversation
    assert first is not None
    parts.read_picture()
    parts.chat.new_conversation()
    second = parts.chat.conversation
    assert second is not None
    parts.log.clear()
    parts.chat.rename_conversation(first.id, "Receipts")
    assert parts.log.last("conversation_changed")[0].title == "Receipts"
    assert parts.log.named("conversations_changed") == []
    assert titles(parts) == ["New conversation", "Receipts"]
    parts.chat.listing.pin(first.id, pinned=True)
    assert titles(parts) == ["Receipts", "New conversation"]
    parts.add_picture()
    parts.log.clear()
    parts.chat.send("")
    parts.wait_idle()
    # The first that is not pinned stays where it is.
    assert parts.log.named("conversations_changed") == []
    assert [each.id for each in parts.chat.listing.listed] == [first.id, second.id]


def test_one_that_is_written_to_again_goes_up_the_list(parts: AppParts) -> None:
    first = parts.chat.conversation
    assert first is not None
    parts.read_picture()
    parts.chat.new_conversation()
    parts.read_picture()
    parts.chat.open_conversation(first.id)
    assert parts.chat.listing.listed[1].id == first.id
    parts.ask("Why?")
    assert parts.chat.listing.listed[0].id == first.id


def test_what_another_window_wrote_is_listed_a_moment_after_a_change(parts: AppParts) -> None:
    parts.read_picture()
    assert parts.chat.conversation is not None
    parts.chat.listing.announce()
    other = ConversationRepository.open(history_path(), alone=False)
    other.create_conversation("Elsewhere")
    other.close()
    parts.chat.rename_conversation(parts.chat.conversation.id, "Here")
    assert titles(parts) == ["Here"]
    parts.chat.listing._catching_up.timeout.emit()
    assert titles(parts) == ["Elsewhere", "Here"]
    assert not parts.chat.listing._catching_up.isActive()


def test_switching_lets_the_other_conversation_stream_on(parts: AppParts) -> None:
    first = parts.chat.conversation
    assert first is not None
    gate = parts.hold(Say("half, "))
    parts.engine._scripts[-1] = (*parts.engine._scripts[-1], Say("whole"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("half, ")
    parts.chat.new_conversation()
    assert parts.chat.is_running is False
    parts.log.clear()
    gate.open()
    parts.qtbot.waitUntil(lambda: parts.engine.ended == 2)
    parts.qtbot.waitUntil(lambda: bool(parts.log.named("conversation_changed")))
    assert parts.log.named("message_text_appended") == []
    assert parts.log.named("message_updated") == []
    parts.chat.open_conversation(first.id)
    assert parts.chat.messages[-1].text == "half, whole"
    assert parts.chat.messages[-1].state is MessageState.COMPLETE


def test_coming_back_to_a_streaming_conversation_shows_all_of_it(parts: AppParts) -> None:
    first = parts.chat.conversation
    assert first is not None
    gate = parts.hold(Say("half"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("half")
    parts.chat.new_conversation()
    parts.chat.open_conversation(first.id)
    _, messages = parts.log.last("conversation_opened")
    assert messages[-1].text == "half"
    assert messages[-1].state is MessageState.STREAMING
    assert parts.chat.is_running is True
    gate.open()
    parts.wait_idle()
    assert parts.chat.messages[-1].text == "half"


def test_an_answer_that_waits_in_another_conversation_is_made_with_its_own_talk(parts: AppParts) -> None:
    gate = parts.hold(Say("one"))
    parts.add_picture("one")
    parts.chat.send("")
    parts.wait_text("one")
    parts.chat.new_conversation()
    parts.add_picture("two")
    parts.chat.send("About two?")
    second = parts.chat.conversation
    assert second is not None
    parts.chat.open_latest_or_new()
    parts.chat.new_conversation()
    gate.open()
    parts.qtbot.waitUntil(lambda: parts.engine.ended == 3)
    parts.qtbot.waitUntil(lambda: not parts.chat._runs.runs_in(second.id))
    assert [turn.text for turn in parts.engine.requests[-1].turns] == ["About two?"]
    parts.chat.open_conversation(second.id)
    assert parts.chat.messages[-1].state is MessageState.COMPLETE


def test_deleting_a_conversation_stops_it_and_deletes_its_pictures(parts: AppParts) -> None:
    parts.hold(Say("half"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("half")
    gone = parts.chat.conversation
    assert gone is not None
    parts.chat.delete_conversation(gone.id)
    assert stored_images() == []
    assert parts.chat.conversation is not None
    assert parts.chat.conversation.id != gone.id
    assert parts.chat.is_running is False
    parts.qtbot.waitUntil(lambda: parts.engine.ended == 2)
    parts.read_picture("next")
    assert parts.chat.messages[-1].state is MessageState.COMPLETE
    assert gone.id not in [c.id for c in parts.repository.list_conversations()]


def test_deleting_keeps_a_picture_that_waits_to_be_sent_again(parts: AppParts) -> None:
    parts.read_picture("same")
    first = parts.chat.conversation
    assert first is not None
    parts.chat.new_conversation()
    parts.add_picture("same")
    parts.chat.delete_conversation(first.id)
    parts.chat.send("")
    parts.wait_idle()
    assert parts.chat.messages[-1].state is MessageState.COMPLETE
    assert len(stored_images()) == 1


def test_a_picture_taken_off_before_sending_leaves_no_file(parts: AppParts) -> None:
    parts.read_picture("sent")
    parts.add_picture("sent")
    parts.add_picture("never sent")
    assert len(stored_images()) == 2
    for attachment in parts.intake.attachments:
        parts.intake.remove(attachment.id)
    assert len(stored_images()) == 1


# -- the end of the process


def reopened(qtbot: QtBot) -> tuple[Message, ...]:
    """What the next start shows."""
    again = AppParts(qtbot)
    again.chat.open_latest_or_new()
    messages = again.chat.messages
    again.close()
    return messages


def test_after_a_restart_everything_is_there_as_it_was(parts: AppParts) -> None:
    parts.read_picture()
    parts.ask("How much?")
    before = parts.chat.messages
    parts.close()
    assert reopened(parts.qtbot) == before


def test_a_stored_conversation_goes_on_after_a_restart(parts: AppParts) -> None:
    parts.read_picture()
    parts.close()
    again = AppParts(parts.qtbot)
    again.start()
    again.ask("And the bread?")
    texts = [turn.text for turn in again.engine.requests[-1].turns]
    again.branches.regenerate(again.chat.messages[1].id)
    again.wait_idle()
    assert again.chat.messages[1].state is MessageState.COMPLETE
    again.close()
    assert texts == ["", "Milk 2.50\nBread 3.10", "And the bread?"]


def test_closing_while_an_answer_streams_loses_nothing_that_was_shown(parts: AppParts) -> None:
    parts.hold(Say("shown so far"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("shown so far")
    parts.chat.send("And?")
    parts.close()
    messages = reopened(parts.qtbot)
    assert [(m.text, m.state) for m in messages if m.role is MessageRole.ASSISTANT] == [
        ("shown so far", MessageState.INTERRUPTED),
        ("", MessageState.INTERRUPTED),
    ]
    assert all(m.state_detail for m in messages if m.state is MessageState.INTERRUPTED)


def test_a_crash_loses_nothing_that_the_journal_had_its_time_for(parts: AppParts) -> None:
    parts.hold(Say("shown so far"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("shown so far")
    parts.qtbot.waitUntil(lambda: not parts.chat._journal_timer.isActive())
    parts.crash()
    messages = reopened(parts.qtbot)
    assert (messages[-1].text, messages[-1].state) == ("shown so far", MessageState.INTERRUPTED)


def test_streamed_text_arms_the_journal_and_writing_disarms_it(parts: AppParts) -> None:
    gate = parts.hold(Say("text"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("text")
    parts.chat.write_journal()
    assert not parts.chat._journal_timer.isActive()
    assert parts.repository._pending == {}
    gate.open()
    parts.wait_idle()


def test_after_closing_nothing_is_sent(parts: AppParts) -> None:
    parts.add_picture()
    parts.chat.close()
    assert parts.chat.send("") is False
    assert parts.engine.requests == []


# -- a history that refuses


def test_where_the_history_cannot_be_written_pictures_are_still_read_and_it_is_said_once(
    parts: AppParts,
) -> None:
    parts.repository._database.connection.execute("PRAGMA query_only = ON")
    answer = parts.read_picture()
    assert (answer.text, answer.state) == ("Milk 2.50\nBread 3.10", MessageState.COMPLETE)
    assert len(parts.notices) == 1
    assert "history" in parts.notices[0]


def test_a_gate_is_reached_before_text_that_follows_it(parts: AppParts) -> None:
    gate = Gate()
    parts.engine.script(gate, Say("after"))
    parts.add_picture()
    parts.chat.send("")
    assert gate.reached.wait(PATIENCE_S)
    assert parts.chat.messages[-1].text == ""
    gate.open()
    parts.wait_idle()
    assert parts.chat.messages[-1].text == "after"


def test_half_a_character_in_what_is_typed_or_named_breaks_nothing(parts: AppParts) -> None:
    parts.add_picture()
    answer = parts.ask("What \ud83d is this?")
    assert answer.state is MessageState.COMPLETE
    assert parts.chat.messages[0].text == "What ? is this?"
    assert parts.chat.conversation is not None
    parts.chat.rename_conversation(parts.chat.conversation.id, "Half \udc00")
    assert titles(parts) == ["Half ?"]
