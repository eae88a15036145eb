"""Sending, streaming, stopping; and what is done with an answer afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.domain import MessageRole, MessageState
from engine.api import FinishReason, Resume, Role, Stage, Task
from tests.helpers.app_parts import AppParts, png_file, stored_images
from tests.helpers.fake_engine import End, Fail, Progress, Say, lines_of, says


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[AppParts]:
    made = AppParts(qtbot)
    made.start()
    yield made
    made.close()


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
    parts.qtbot.waitUntil(lambda: bool(parts.log.named("words_returned")))
    assert parts.log.last("words_returned")[1] == "What is it?"
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


def test_a_stopped_answer_goes_on_where_it_stopped(parts: AppParts) -> None:
    parts.hold(Say("First ha"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("First ha")
    parts.chat.stop()
    parts.wait_idle()
    answer = parts.chat.messages[-1]
    assert (answer.state, answer.can_continue) == (MessageState.STOPPED, True)
    parts.engine.script(Say("lf."))
    parts.chat.continue_message(answer.id)
    parts.wait_idle()
    assert parts.engine.requests[-1].resume == Resume(0, "First ha")
    assert (parts.chat.messages[-1].text, parts.chat.messages[-1].id) == ("First half.", answer.id)


def test_an_answer_that_closing_interrupted_goes_on_after_a_restart(parts: AppParts) -> None:
    parts.hold(Say("First ha"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("First ha")
    parts.close()
    again = AppParts(parts.qtbot)
    again.start()
    answer = again.chat.messages[-1]
    assert (answer.state, answer.text) == (MessageState.INTERRUPTED, "First ha")
    again.engine.script(Say("lf."))
    again.chat.continue_message(answer.id)
    again.wait_idle()
    assert again.engine.requests[-1].resume == Resume(0, "First ha")
    assert again.chat.messages[-1].text == "First half."
    again.close()


def test_an_answer_that_a_crash_interrupted_goes_on_from_what_was_noted(parts: AppParts) -> None:
    parts.hold(Say("First "), Say("ha", noted=True), Say("lf"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("First half")
    parts.chat.write_journal()
    parts.crash()
    again = AppParts(parts.qtbot)
    again.start()
    answer = again.chat.messages[-1]
    assert (answer.state, answer.text) == (MessageState.INTERRUPTED, "First half")
    again.engine.script(Say("lf."))
    again.chat.continue_message(answer.id)
    again.wait_idle()
    assert again.engine.requests[-1].resume == Resume(0, "First ha")
    assert again.chat.messages[-1].text == "First half."
    again.close()


def test_an_answer_of_an_engine_that_failed_goes_on_from_what_was_noted(parts: AppParts) -> None:
    parts.engine.script(Say("Half", noted=True), Say(" and"), Fail())
    answer = parts.read_picture()
    assert (answer.state, answer.text, answer.can_continue) == (MessageState.FAILED, "Half and", True)
    parts.engine.script(Say(" and whole"))
    parts.chat.continue_message(answer.id)
    parts.wait_idle()
    assert (parts.chat.messages[-1].text, parts.chat.messages[-1].state) == (
        "Half and whole",
        MessageState.COMPLETE,
    )


def test_a_continuation_that_is_stopped_while_it_waits_can_still_be_asked_for(parts: AppParts) -> None:
    parts.engine.script(Say("One"), End(FinishReason.LENGTH, Resume(0, "One")))
    answer = parts.read_picture()
    gate = parts.hold(Say("busy"))
    parts.chat.send("And?")
    parts.chat.continue_message(answer.id)
    parts.chat.stop()
    gate.open()
    parts.wait_idle()
    stopped = next(message for message in parts.chat.messages if message.id == answer.id)
    assert (stopped.state, stopped.text, stopped.can_continue) == (MessageState.STOPPED, "One", True)


def test_an_answer_keeps_its_lines_and_a_new_one_has_its_own(parts: AppParts) -> None:
    parts.engine.script(Say("Milk 2.50"), End(FinishReason.COMPLETE, lines=lines_of("Milk 2.50", 0.5)))
    answer = parts.read_picture()
    assert [(line.text, line.box) for line in answer.lines] == [("Milk 2.50", (4, 4, 60, 16))]
    assert [(word.text, word.confidence) for word in answer.lines[0].words] == [("Milk", 0.5), ("2.50", 0.5)]
    (stored,) = [m for m in parts.repository.load_messages(answer.conversation_id) if m.id == answer.id]
    assert stored.lines == answer.lines
    gate = parts.hold(Say("Bread"))
    parts.branches.regenerate(answer.id)
    parts.wait_text("Bread")
    assert parts.chat.messages[-1].lines == ()
    gate.open()
    parts.wait_idle()
    assert parts.chat.messages[-1].lines == ()


def test_the_lines_of_a_continued_answer_cover_the_whole_of_it(parts: AppParts) -> None:
    parts.engine.script(
        Say("one\nsecond pa"), End(FinishReason.LENGTH, Resume(0, "x"), lines_of("one\nsecond pa", 0.9))
    )
    answer = parts.read_picture()
    parts.engine.script(Say("rt\nend"), End(FinishReason.COMPLETE, lines=lines_of("rt\nend", 0.4)))
    parts.chat.continue_message(answer.id)
    parts.wait_idle()
    message = parts.chat.messages[-1]
    assert [line.text for line in message.lines] == ["one", "second part", "end"]
    words = [word for line in message.lines for word in line.words]
    assert [message.text[word.start : word.stop] for word in words] == ["one", "second", "part", "end"]
    assert [word.confidence for word in words] == [0.9, 0.9, 0.4, 0.4]


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


def test_a_picture_whose_file_is_gone_fails_with_a_reason(parts: AppParts) -> None:
    answer = parts.read_picture()
    parts.images.remove(stored_images())
    parts.branches.regenerate(answer.id)
    parts.wait_idle()
    assert parts.chat.messages[-1].state is MessageState.FAILED
    assert "add the picture again" in parts.chat.messages[-1].state_detail
    assert len(parts.engine.requests) == 1
