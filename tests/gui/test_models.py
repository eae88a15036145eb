"""The list of conversations tells views exactly what changed, by Qt's own model tester too; that of messages
joins what streams in.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.domain import Conversation, Message, MessageRole, MessageState
from app.models.conversation_list import ConversationListModel
from app.models.message_list import MessageList
from tests.helpers.signal_log import SignalLog

CHANGES = ("modelReset", "rowsMoved", "rowsInserted", "rowsRemoved", "dataChanged")


def conversations(*ids: str) -> tuple[Conversation, ...]:
    return tuple(Conversation(name, f"Title {name}", "2026", "2026") for name in ids)


def message(name: str, text: str = "") -> Message:
    return Message(name, "c", MessageRole.ASSISTANT, text, MessageState.STREAMING, created_at="2026")


def ids_of(model: ConversationListModel) -> list[str]:
    return [model.data(model.index(row), ConversationListModel.ID_ROLE) for row in range(model.rowCount())]


@pytest.fixture
def list_model(qtbot: QtBot, qtmodeltester: ModelTester) -> ConversationListModel:
    model = ConversationListModel()
    model.set_conversations(conversations("a", "b", "c"))
    qtmodeltester.check(model)
    return model


@pytest.fixture
def messages() -> MessageList:
    made = MessageList()
    made.set_messages((message("m", "one"), message("n", "two")))
    return made


def text_of(messages: MessageList, row: int) -> str:
    shown = messages.message_at(row)
    assert shown is not None
    return shown.text


def test_conversations_are_shown_in_order_with_their_titles(list_model: ConversationListModel) -> None:
    assert ids_of(list_model) == ["a", "b", "c"]
    assert list_model.data(list_model.index(1)) == "Title b"
    assert list_model.row_of("c") == 2
    assert list_model.row_of("x") == -1


def test_a_conversation_written_to_moves_to_the_top_without_a_reset(
    list_model: ConversationListModel,
) -> None:
    log = SignalLog(list_model, *CHANGES)
    list_model.set_conversations(conversations("c", "a", "b"))
    assert ids_of(list_model) == ["c", "a", "b"]
    assert [entry[0] for entry in log.entries] == ["rowsMoved", "dataChanged"]


def test_a_new_title_is_told_for_its_row_only(list_model: ConversationListModel) -> None:
    log = SignalLog(list_model, *CHANGES)
    first, second, third = conversations("a", "b", "c")
    list_model.set_conversations((first, replace(second, title="Mine"), third))
    assert [entry[0] for entry in log.entries] == ["dataChanged"]
    assert log.entries[0][1].row() == 1
    assert list_model.data(list_model.index(1)) == "Mine"


@pytest.mark.parametrize("ids", ["abcd", "dabc", "ab", "", "cb", "bca"])
def test_any_other_change_shows_the_new_list(list_model: ConversationListModel, ids: str) -> None:
    list_model.set_conversations(conversations(*ids))
    assert ids_of(list_model) == list(ids)


def test_rows_and_roles_that_are_not_there_give_nothing(list_model: ConversationListModel) -> None:
    assert list_model.data(QModelIndex()) is None
    assert list_model.data(list_model.index(0), Qt.ItemDataRole.DecorationRole) is None
    assert list_model.conversation_at(9) is None
    assert list_model.rowCount(list_model.index(0)) == 0


def test_streamed_text_is_seen_by_whoever_asks(messages: MessageList) -> None:
    messages.append_text("n", " and")
    messages.append_text("n", " three")
    messages.append_text("unknown", "x")
    assert text_of(messages, 1) == "two and three"
    assert text_of(messages, 0) == "one"


def test_a_long_answer_is_joined_once_and_not_once_a_piece(messages: MessageList) -> None:
    for _ in range(20_000):
        messages.append_text("n", "word ")
    assert len(messages._pieces["n"]) == 20_000
    assert len(text_of(messages, 1)) == 3 + 5 * 20_000
    assert "n" not in messages._pieces


def test_an_update_replaces_the_streamed_text(messages: MessageList) -> None:
    messages.append_text("n", "draft")
    messages.update(replace(message("n", "final"), state=MessageState.COMPLETE))
    messages.update(message("unknown"))
    shown = messages.message_at(1)
    assert shown is not None
    assert (shown.text, shown.state) == ("final", MessageState.COMPLETE)


def test_a_message_that_is_taken_away_takes_its_streamed_text_along(messages: MessageList) -> None:
    messages.add(message("o", "new"))
    messages.append_text("m", "!")
    messages.remove(messages.row_of("m"))
    assert [messages.row_of(name) for name in ("m", "n", "o")] == [-1, 0, 1]
    assert len(messages) == 2
    messages.prepend((message("m", "again"),))
    assert text_of(messages, 0) == "again"
    assert messages.message_at(3) is None


def test_another_conversation_starts_without_the_text_of_the_one_before(messages: MessageList) -> None:
    messages.append_text("n", "leftover")
    messages.set_messages((message("n", "fresh"),))
    assert text_of(messages, 0) == "fresh"
