"""Other versions of questions and answers: begun, shown, deleted, and there again after a restart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageState, RequestKind
from engine.api import Task
from tests.helpers.app_parts import AppParts, png_bytes, stored_images
from tests.helpers.fake_engine import Fail, Say, says
from tests.helpers.signal_log import SignalLog


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[AppParts]:
    made = AppParts(qtbot)
    made.start()
    yield made
    made.close()


def texts(parts: AppParts) -> list[str]:
    return [message.text for message in parts.chat.messages]


def versions(parts: AppParts) -> dict[str, tuple[int, int]]:
    """(place, count) by the text of each shown message with alternatives."""
    branches = parts.log.last("branches_changed")[0]
    shown = {message.id: message.text for message in parts.chat.messages}
    return {shown[key]: (ids.index(key) + 1, len(ids)) for key, ids in branches.items()}


def answered(parts: AppParts, text: str, question: str = "") -> Message:
    """The answer to a question, or to a picture that is read."""
    parts.engine.script(*says(text))
    return parts.ask(question) if question else parts.read_picture()


# -- made anew


def test_a_new_answer_stands_beside_the_one_before(parts: AppParts) -> None:
    answer = answered(parts, "Worse")
    answered(parts, "Later", "And?")
    parts.engine.script(*says("Better"))
    parts.branches.regenerate(answer.id)
    parts.wait_idle()
    assert parts.engine.requests[-1].task is Task.READ
    assert texts(parts) == ["", "Better"]
    assert versions(parts) == {"Better": (2, 2)}
    parts.branches.step(parts.chat.messages[-1].id, -1)
    assert texts(parts) == ["", "Worse", "And?", "Later"]
    assert versions(parts) == {"Worse": (1, 2)}


def test_what_another_branch_shares_stays_on_screen(parts: AppParts) -> None:
    answer = answered(parts, "Worse")
    parts.log.clear()
    parts.engine.script(*says("Better"))
    parts.branches.regenerate(answer.id)
    parts.wait_idle()
    (removed, added) = parts.log.named("branch_shown")[0]
    assert removed == (answer.id,)
    assert [message.state for message in added] == [MessageState.QUEUED]
    assert parts.log.named("conversation_opened") == []


def test_an_answer_that_says_nothing_is_made_anew_in_its_place(parts: AppParts) -> None:
    parts.engine.script(Fail())
    answer = parts.read_picture()
    parts.branches.regenerate(answer.id)
    parts.wait_idle()
    assert parts.chat.messages[-1].id == answer.id
    assert parts.chat.messages[-1].state is MessageState.COMPLETE
    assert versions(parts) == {}


def test_an_earlier_answer_is_made_anew_from_the_talk_before_it(parts: AppParts) -> None:
    parts.read_picture()
    second = parts.ask("First question")
    parts.ask("Second question")
    parts.branches.regenerate(second.id)
    parts.wait_idle()
    assert [turn.text for turn in parts.engine.requests[-1].turns][-1] == "First question"


def test_regenerate_of_what_is_on_its_way_or_of_a_question_does_nothing(parts: AppParts) -> None:
    gate = parts.hold(Say("part"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("part")
    for message in parts.chat.messages:
        parts.branches.regenerate(message.id)
    parts.branches.regenerate("unknown")
    gate.open()
    parts.wait_idle()
    assert len(parts.engine.requests) == 1


def test_an_answer_whose_question_is_gone_says_so_when_made_anew(parts: AppParts) -> None:
    log = SignalLog(parts.branches, "notice_raised")
    answer = parts.read_picture()
    # What another window may have done.
    parts.chat.branch._messages.pop(0)
    parts.branches.regenerate(answer.id)
    assert "question" in log.last("notice_raised")[0]
    assert not parts.chat.is_running


def test_an_answer_in_a_branch_that_is_not_shown_goes_on_and_is_kept(parts: AppParts) -> None:
    answer = answered(parts, "First")
    gate = parts.hold(Say("Second"))
    parts.branches.regenerate(answer.id)
    parts.wait_text("Second")
    parts.branches.show(answer.id)
    assert texts(parts) == ["", "First"]
    gate.open()
    parts.wait_idle()
    assert texts(parts) == ["", "First"]
    parts.branches.step(answer.id, 1)
    assert (texts(parts)[-1], parts.chat.messages[-1].state) == ("Second", MessageState.COMPLETE)


def test_an_answer_that_waits_is_asked_with_its_own_branch(parts: AppParts) -> None:
    answered(parts, "Read")
    first = answered(parts, "One", "First?")
    gate = parts.hold(Say("busy"))
    parts.branches.regenerate(first.id)
    parts.wait_text("busy")
    question = parts.chat.messages[-2]
    assert parts.branches.edit(question.id, "Other?")
    parts.branches.show(first.id)
    gate.open()
    parts.wait_idle()
    assert [turn.text for turn in parts.engine.requests[-1].turns] == ["", "Read", "Other?"]


# -- edited


def test_an_edited_question_begins_a_branch_and_both_are_kept(parts: AppParts) -> None:
    answered(parts, "Read")
    answered(parts, "One", "How much?")
    question = parts.chat.messages[2]
    parts.engine.script(*says("Two"))
    assert parts.branches.edit(question.id, " How many? ")
    parts.wait_idle()
    assert texts(parts) == ["", "Read", "How many?", "Two"]
    assert versions(parts) == {"How many?": (2, 2)}
    assert [turn.text for turn in parts.engine.requests[-1].turns] == ["", "Read", "How many?"]
    parts.branches.step(parts.chat.messages[2].id, -1)
    assert texts(parts) == ["", "Read", "How much?", "One"]


def test_words_added_to_a_picture_that_was_read_ask_about_it(parts: AppParts) -> None:
    answered(parts, "Read")
    first = parts.chat.messages[0]
    assert parts.branches.edit(first.id, "What is it?")
    parts.wait_idle()
    request = parts.engine.requests[-1]
    assert (request.task, request.turns[0].text, len(request.turns[0].images)) == (
        Task.ASK,
        "What is it?",
        1,
    )
    question = parts.chat.messages[0]
    assert question.request is not None
    assert question.request.kind is RequestKind.ASK
    assert question.attachments[0].sha256 == first.attachments[0].sha256
    assert question.attachments[0].id != first.attachments[0].id


@pytest.mark.parametrize("text", ["How much?", "  How much? \n", ""])
def test_an_edit_that_changes_nothing_or_leaves_nothing_does_nothing(parts: AppParts, text: str) -> None:
    answered(parts, "Read")
    answered(parts, "One", "How much?")
    assert not parts.branches.edit(parts.chat.messages[2].id, text)
    assert not parts.branches.edit(parts.chat.messages[3].id, "an answer")
    assert not parts.branches.edit("unknown", "words")
    assert len(parts.engine.requests) == 2


# -- other pictures


def test_the_same_question_about_another_picture_is_a_branch(parts: AppParts) -> None:
    parts.add_picture("one", "one.png")
    answered(parts, "1", "How much?")
    question = parts.chat.messages[0]
    parts.add_picture("two", "two.png")
    pictures = parts.intake.take()
    parts.engine.script(*says("2"))
    assert parts.branches.ask_again(question.id, pictures)
    parts.wait_idle()
    assert texts(parts) == ["How much?", "2"]
    assert parts.engine.requests[-1].turns[0].images[0].data == png_bytes("two")
    parts.branches.show(question.id)
    assert texts(parts) == ["How much?", "1"]
    assert not parts.branches.ask_again(question.id, ())


# -- deleted


def test_a_deleted_version_goes_out_of_sight_and_comes_back(parts: AppParts) -> None:
    first = answered(parts, "First")
    parts.engine.script(*says("Second"))
    parts.branches.regenerate(first.id)
    parts.wait_idle()
    second = parts.chat.messages[-1]
    log = SignalLog(parts.branches, "deletion_announced")
    parts.branches.delete(second.id)
    assert log.last("deletion_announced") == (second.id, True)
    assert texts(parts) == ["", "First"]
    assert versions(parts) == {}
    parts.branches.undo_deletion(second.id)
    assert texts(parts) == ["", "Second"]
    assert versions(parts) == {"Second": (2, 2)}


def test_a_message_without_other_versions_takes_what_follows_along(parts: AppParts) -> None:
    answered(parts, "Read")
    answered(parts, "One", "First?")
    answered(parts, "Two", "Second?")
    question = parts.chat.messages[2]
    parts.branches.delete(question.id)
    assert texts(parts) == ["", "Read"]
    answered(parts, "Three", "Third?")
    assert texts(parts) == ["", "Read", "Third?", "Three"]
    parts.branches.commit_deletion(question.id)
    assert versions(parts) == {"Third?": (1, 1)} or versions(parts) == {}
    parts.chat.open_conversation(question.conversation_id)
    assert texts(parts) == ["", "Read", "Third?", "Three"]
    assert parts.repository.load_branch(question.id) == ()


def test_undo_from_another_conversation_leaves_what_is_shown_there_in_place(parts: AppParts) -> None:
    answered(parts, "Read")
    question, first = parts.chat.messages[0], parts.chat.conversation
    assert first is not None
    parts.branches.delete(question.id)
    parts.chat.new_conversation()
    answered(parts, "Other")
    parts.log.clear()
    parts.branches.undo_deletion(question.id)
    assert parts.log.named("branch_shown") == []
    assert texts(parts) == ["", "Other"]
    parts.chat.open_conversation(first.id)
    assert texts(parts) == ["", "Read"]


def test_the_last_message_that_is_deleted_leaves_an_empty_conversation(parts: AppParts) -> None:
    answered(parts, "Read")
    question = parts.chat.messages[0]
    parts.branches.delete(question.id)
    assert parts.chat.messages == ()
    assert len(stored_images()) == 1
    parts.branches.commit_deletion(question.id)
    assert stored_images() == []


def test_a_picture_that_another_version_shows_is_kept(parts: AppParts) -> None:
    answered(parts, "Read")
    first = parts.chat.messages[0]
    parts.branches.edit(first.id, "What is it?")
    parts.wait_idle()
    parts.branches.delete(first.id if first in parts.chat.messages else parts.chat.messages[0].id)
    parts.branches.commit_deletion(parts.log.named("branch_shown")[-1][0][0])
    assert len(stored_images()) == 1


def test_nothing_is_deleted_while_an_answer_is_on_its_way(parts: AppParts) -> None:
    gate = parts.hold(Say("part"))
    parts.add_picture()
    parts.chat.send("")
    parts.wait_text("part")
    log = SignalLog(parts.branches, "notice_raised")
    parts.branches.delete(parts.chat.messages[0].id)
    assert len(parts.chat.messages) == 2
    assert "stop it first" in log.last("notice_raised")[0]
    gate.open()
    parts.wait_idle()


def test_a_deletion_that_was_not_carried_out_is_undone_by_a_crash(parts: AppParts, qtbot: QtBot) -> None:
    answered(parts, "Read")
    parts.branches.delete(parts.chat.messages[1].id)
    parts.crash()
    again = AppParts(qtbot)
    again.start()
    assert [message.text for message in again.chat.messages] == ["", "Read"]
    again.close()


# -- kept


def test_branches_and_the_one_that_was_shown_are_there_after_a_restart(parts: AppParts, qtbot: QtBot) -> None:
    answer = answered(parts, "First")
    parts.engine.script(*says("Second"))
    parts.branches.regenerate(answer.id)
    parts.wait_idle()
    parts.branches.step(parts.chat.messages[-1].id, -1)
    parts.close()
    again = AppParts(qtbot)
    again.start()
    assert [message.text for message in again.chat.messages] == ["", "First"]
    again.branches.step(answer.id, 1)
    assert [message.text for message in again.chat.messages] == ["", "Second"]
    again.branches.step(again.chat.messages[-1].id, 1)
    assert [message.text for message in again.chat.messages] == ["", "Second"]
    again.close()


def test_what_was_asked_is_kept_with_question_and_answer(parts: AppParts, qtbot: QtBot) -> None:
    parts.read_picture()
    parts.ask("Why?")
    kinds = [message.request.kind for message in parts.chat.messages if message.request]
    assert kinds == [RequestKind.READ, RequestKind.READ, RequestKind.ASK, RequestKind.ASK]
    parts.close()
    again = AppParts(qtbot)
    again.start()
    assert [message.request.kind for message in again.chat.messages if message.request] == kinds
    again.close()
