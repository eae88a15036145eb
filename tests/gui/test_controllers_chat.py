"""What the user does in a conversation, and what is there afterwards: after a restart, after a crash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageRole, MessageState
from app.paths import images_dir
from engine.api import FinishReason, Resume, Role, Stage, Task
from tests.helpers.app_parts import AppParts, png_file
from tests.helpers.fake_engine import End, Fail, Gate, Progress, Say, says


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[AppParts]:
    made = AppParts(qtbot)
    made.start()
    yield made
    made.close()


def stored_images() -> list[str]:
    return sorted(found.name for found in images_dir().rglob("*") if found.is_file())


def shown_text(parts: AppParts, message_id: str) -> str:
    """The text as a view that only listens would show it."""
    text = ""
    for name, *arguments in parts.log.entries:
        if name in ("message_added", "message_updated") and arguments[0].id == message_id:
            text = arguments[0].text
        elif name == "message_text_appended" and arguments[0] == message_id:
            text += arguments[1]
    return text


# -- sending


def test_a_picture_without_words_is_read(parts: AppParts) -> None:
    answer = parts.read_picture()
    assert (answer.text, answer.state) == ("Milk 2.50\nBread 3.10", MessageState.COMPLETE)
    assert parts.engine.requests[0].task is Task.READ
    assert parts.engine.requests[0].max_new_tokens == parts.settings.settings.max_new_tokens
    assert [m.role for m in parts.chat.messages] == [MessageRole.USER, MessageRole.ASSISTANT]
    assert parts.intake.attachments == ()


def test_a_view_that_only_listens_shows_the_same_text(parts: AppParts) -> None:
    answer = parts.read_picture()
    assert shown_text(parts, answer.id) == answer.text


def test_a_picture_with_words_is_asked_about(parts: AppParts) -> None:
    parts.add_picture()
    parts.ask("How much is the milk?")
    (request,) = parts.engine.requests
    assert request.task is Task.ASK
    assert (request.turns[0].text, len(request.turns[0].images)) == ("How much is the milk?", 1)


def test_a_later_question_takes_the_talk_before_it_along(parts: AppParts) -> None:
    parts.read_picture()
    parts.ask("How much is the milk?")
    request = parts.engine.requests[-1]
    assert request.task is Task.ASK
    assert [(turn.role, turn.text, len(turn.images)) for turn in request.turns] == [
        (Role.USER, "", 1),
        (Role.ASSISTANT, "Milk 2.50\nBread 3.10", 0),
        (Role.USER, "How much is the milk?", 0),
    ]


def test_a_second_picture_without_words_is_read_alone(parts: AppParts) -> None:
    parts.read_picture("one")
    parts.read_picture("two")
    request = parts.engine.requests[-1]
    assert request.task is Task.READ
    assert len(request.turns) == 1
    assert len(request.turns[0].images) == 1


def test_a_failed_answer_is_left_out_of_the_talk_and_its_picture_stays(parts: AppParts) -> None:
    parts.engine.script(Fail())
    parts.read_picture()
    parts.ask("Is there milk?")
    (turn,) = parts.engine.requests[-1].turns
    assert (turn.role, turn.text, len(turn.images)) == (Role.USER, "Is there milk?", 1)


@pytest.mark.parametrize("text", ["", "   \n", "What is this?"])
def test_without_any_picture_nothing_is_sent_and_it_is_said(parts: AppParts, text: str) -> None:
    assert parts.chat.send(text) is False
    assert len(parts.notices) == 1
    assert parts.chat.messages == ()
    assert parts.engine.requests == []


def test_a_file_that_cannot_be_read_is_never_sent(parts: AppParts, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\n but no more")
    parts.intake.add_paths([str(broken), png_file(tmp_path, "good.png")])
    parts.qtbot.waitUntil(lambda: len(parts.intake.attachments) == 2)
    parts.chat.send("")
    parts.wait_idle()
    question = parts.chat.messages[0]
    assert [attachment.name for attachment in question.attachments] == ["good.png"]
    assert any("broken.png" in notice for (notice,) in parts.intake_log.named("notice_raised"))


def test_where_no_file_can_be_read_the_chips_stay_and_the_reason_is_said(
    parts: AppParts, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"")
    parts.intake.add_paths([str(broken)])
    parts.qtbot.waitUntil(lambda: bool(parts.intake.attachments))
    assert parts.chat.send("") is False
    assert len(parts.intake.attachments) == 1
    assert parts.intake.attachments[0].error in parts.notices[0]


def test_what_is_sent_while_files_are_read_waits_for_them(parts: AppParts, tmp_path: Path) -> None:
    parts.intake.add_paths([png_file(tmp_path, "a.png", "a"), png_file(tmp_path, "b.png", "b")])
    assert parts.chat.send("Which is older?") is True
    parts.qtbot.waitUntil(lambda: len(parts.chat.messages) == 2)
    parts.wait_idle()
    assert [a.name for a in parts.chat.messages[0].attachments] == ["a.png", "b.png"]
    assert parts.chat.messages[0].text == "Which is older?"


def test_words_that_waited_for_a_file_that_cannot_be_read_come_back(parts: AppParts, tmp_path: Path) -> None:
    parts.intake.add_paths([str(tmp_path / "missing.png")])
    assert parts.chat.send("What is it?") is True
    parts.qtbot.waitUntil(lambda: bool(parts.log.named("draft_returned")))
    assert parts.log.last("draft_returned") == ("What is it?",)
    assert parts.chat.messages == ()


# -- streaming and the queue


def test_an_answer_goes_from_queued_through_its_stages_to_text(parts: AppParts) -> None:
    gate = parts.hold(Progress(Stage.VISION), Say("Milk"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("Milk")
    answer_id = parts.chat.messages[-1].id
    first = [m for (m,) in parts.log.named("message_added")][-1]
    updates = [(m.state, m.state_detail) for (m,) in parts.log.named("message_updated")]
    assert first.state is MessageState.QUEUED
    assert updates[-1] == (MessageState.STREAMING, "")
    assert all(state is MessageState.STREAMING for state, _ in updates)
    assert any(sentence for _, sentence in updates)
    gate.open()
    parts.wait_idle()
    assert parts.chat.messages[-1].id == answer_id


def test_a_second_send_waits_and_runs_by_itself(parts: AppParts) -> None:
    gate = parts.hold(Say("first"))
    parts.add_picture("one")
    parts.chat.send("")
    parts.wait_text("first")
    parts.add_picture("two")
    parts.chat.send("")
    assert [m.state for m in parts.answers] == [MessageState.STREAMING, MessageState.QUEUED]
    assert len(parts.engine.requests) == 1
    gate.open()
    parts.wait_idle()
    assert [m.state for m in parts.answers] == [MessageState.COMPLETE, MessageState.COMPLETE]
    assert len(parts.engine.requests) == 2


def test_a_question_that_waited_knows_the_answer_before_it(parts: AppParts) -> None:
    gate = parts.hold(Say("Milk 2.50"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("Milk 2.50")
    parts.chat.send("And the bread?")
    gate.open()
    parts.wait_idle()
    assert [turn.text for turn in parts.engine.requests[-1].turns] == ["", "Milk 2.50", "And the bread?"]


def test_stop_keeps_the_text_and_ends_what_waits_too(parts: AppParts) -> None:
    parts.hold(Say("part"))
    parts.add_picture("one")
    parts.chat.send("")
    parts.wait_text("part")
    parts.chat.send("And?")
    parts.chat.stop()
    parts.chat.stop()
    parts.wait_idle()
    assert [(m.text, m.state) for m in parts.answers] == [
        ("part", MessageState.STOPPED),
        ("", MessageState.STOPPED),
    ]
    assert len(parts.engine.requests) == 1
    assert len(parts.engine.cancelled) == 1


def test_stop_says_that_it_is_stopping_until_it_has(parts: AppParts) -> None:
    parts.hold(Say("part"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("part")
    parts.chat.stop()
    assert parts.chat.messages[-1].state_detail == "Stopping…"
    assert parts.chat.messages[-1].text == "part"
    parts.wait_idle()
    assert parts.chat.messages[-1].state_detail == ""


def test_stop_with_nothing_on_its_way_changes_nothing(parts: AppParts) -> None:
    answer = parts.read_picture()
    parts.log.clear()
    parts.chat.stop()
    assert parts.log.entries == []
    assert parts.chat.messages[-1] == answer


def test_running_is_said_once_for_its_beginning_and_once_for_its_end(parts: AppParts) -> None:
    parts.read_picture()
    assert parts.log.named("running_changed") == [(True,), (False,)]


@pytest.mark.parametrize(
    ("reason", "state"),
    [
        (FinishReason.LENGTH, MessageState.CUT_OFF),
        (FinishReason.CONTEXT_FULL, MessageState.CONTEXT_FULL),
        (FinishReason.LOOP, MessageState.LOOPED),
    ],
)
def test_an_end_that_is_not_whole_is_told_truthfully(
    parts: AppParts, reason: FinishReason, state: MessageState
) -> None:
    parts.engine.script(Say("some"), End(reason))
    answer = parts.read_picture()
    assert (answer.text, answer.state) == ("some", state)
    assert answer.state_detail


def test_a_picture_without_text_is_told_as_empty(parts: AppParts) -> None:
    parts.engine.script(Progress(Stage.VISION))
    answer = parts.read_picture()
    assert (answer.text, answer.state) == ("", MessageState.EMPTY)


def test_a_failure_keeps_what_was_shown_and_says_why(parts: AppParts) -> None:
    parts.engine.script(Say("shown"), Fail(user_message="Memory ran out; close something."))
    answer = parts.read_picture()
    assert (answer.text, answer.state, answer.state_detail) == (
        "shown",
        MessageState.FAILED,
        "Memory ran out; close something.",
    )


# -- again and further


def test_regenerate_makes_the_answer_anew_in_its_place(parts: AppParts) -> None:
    answer = parts.read_picture()
    parts.ask("And?")
    parts.engine.script(*says("Better"))
    parts.log.clear()
    parts.chat.regenerate(answer.id)
    assert parts.chat.messages[1].text == ""
    parts.wait_idle()
    assert parts.engine.requests[-1].task is Task.READ
    assert [m.id for m in parts.chat.messages].index(answer.id) == 1
    assert (parts.chat.messages[1].text, parts.chat.messages[1].state) == ("Better", MessageState.COMPLETE)
    assert shown_text(parts, answer.id) == "Better"
    assert len(parts.chat.messages) == 4


def test_an_earlier_answer_is_made_anew_from_the_talk_before_it(parts: AppParts) -> None:
    parts.read_picture()
    second = parts.ask("First question")
    parts.ask("Second question")
    parts.chat.regenerate(second.id)
    parts.wait_idle()
    assert [turn.text for turn in parts.engine.requests[-1].turns][-1] == "First question"


def test_regenerate_of_what_is_on_its_way_or_of_a_question_does_nothing(parts: AppParts) -> None:
    gate = parts.hold(Say("part"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("part")
    for message in parts.chat.messages:
        parts.chat.regenerate(message.id)
    parts.chat.regenerate("unknown")
    gate.open()
    parts.wait_idle()
    assert len(parts.engine.requests) == 1


def test_continue_goes_on_where_the_limit_cut_and_keeps_the_beginning(parts: AppParts) -> None:
    parts.engine.script(
        Say("First page. "), Say("Second pa"), End(FinishReason.LENGTH, Resume(1, "Second pa"))
    )
    answer = parts.read_picture()
    assert answer.state is MessageState.CUT_OFF
    parts.engine.script(Say("ge."))
    parts.chat.continue_message(answer.id)
    parts.wait_idle()
    assert parts.engine.requests[-1].resume == Resume(1, "Second pa")
    assert parts.chat.messages[-1].text == "First page. Second page."
    assert parts.chat.messages[-1].state is MessageState.COMPLETE
    assert shown_text(parts, answer.id) == "First page. Second page."


def test_a_continuation_that_adds_nothing_is_complete_and_not_empty(parts: AppParts) -> None:
    parts.engine.script(Say("All of it"), End(FinishReason.LENGTH, Resume(0, "All of it")))
    answer = parts.read_picture()
    parts.engine.script(End(FinishReason.EMPTY))
    parts.chat.continue_message(answer.id)
    parts.wait_idle()
    assert (parts.chat.messages[-1].text, parts.chat.messages[-1].state) == (
        "All of it",
        MessageState.COMPLETE,
    )


def test_continue_of_a_whole_answer_does_nothing(parts: AppParts) -> None:
    answer = parts.read_picture()
    parts.chat.continue_message(answer.id)
    assert len(parts.engine.requests) == 1
    assert not parts.chat.is_running


def test_copy_gives_the_exact_text(parts: AppParts) -> None:
    raw = "a < b & <T>\n\n- item | x\ttab  two spaces \n"
    parts.engine.script(*says(raw))
    answer = parts.read_picture()
    parts.chat.copy_message(answer.id)
    assert QGuiApplication.clipboard().text() == raw


def test_copy_while_it_streams_gives_what_is_shown(parts: AppParts) -> None:
    gate = parts.hold(Say("half"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("half")
    parts.chat.copy_message(parts.chat.messages[-1].id)
    assert QGuiApplication.clipboard().text() == "half"
    gate.open()
    parts.wait_idle()


def test_removing_a_question_takes_its_answer_and_its_picture(parts: AppParts) -> None:
    parts.read_picture("one")
    parts.read_picture("two")
    first = parts.chat.messages[0]
    gone = tuple(message.id for message in parts.chat.messages[:2])
    assert len(stored_images()) == 2
    parts.chat.remove_message(first.id)
    assert parts.log.last("messages_removed") == (gone,)
    assert len(parts.chat.messages) == 2
    assert first.attachments[0].sha256 not in stored_images()
    assert len(stored_images()) == 1


def test_an_answer_on_its_way_is_not_removed(parts: AppParts) -> None:
    gate = parts.hold(Say("part"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("part")
    parts.chat.remove_message(parts.chat.messages[0].id)
    assert len(parts.chat.messages) == 2
    assert len(parts.notices) == 1
    gate.open()
    parts.wait_idle()


def test_an_answer_whose_question_is_gone_says_so_when_made_anew(parts: AppParts) -> None:
    answer = parts.read_picture()
    # What another window may have done.
    parts.chat._messages.pop(0)
    parts.chat.regenerate(answer.id)
    parts.wait_idle()
    assert parts.chat.messages[-1].state is MessageState.FAILED
    assert "question" in parts.chat.messages[-1].state_detail


def test_a_picture_whose_file_is_gone_fails_with_a_reason(parts: AppParts) -> None:
    answer = parts.read_picture()
    parts.images.remove(stored_images())
    parts.chat.regenerate(answer.id)
    parts.wait_idle()
    assert parts.chat.messages[-1].state is MessageState.FAILED
    assert "add the picture again" in parts.chat.messages[-1].state_detail
    assert len(parts.engine.requests) == 1


# -- conversations


def titles(parts: AppParts) -> list[str]:
    return [conversation.title for conversation in parts.log.last("conversations_changed")[0]]


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
    assert len(parts.log.last("conversations_changed")[0]) == 1
    parts.read_picture()
    parts.chat.new_conversation()
    assert len(parts.log.last("conversations_changed")[0]) == 2
    assert parts.chat.messages == ()


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
    parts.qtbot.waitUntil(lambda: bool(parts.log.named("conversations_changed")))
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
    again.chat.regenerate(again.chat.messages[1].id)
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
    assert gate.reached.wait(5)
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
