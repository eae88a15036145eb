"""A conversation of thousands of messages opens with its end, and the rest comes without being waited for."""

from __future__ import annotations

import pytest

from app.controllers.older_messages import SLICE, TAIL
from app.domain import Message
from app.paths import history_path
from app.storage.conversations import ConversationRepository
from app.storage.errors import StorageError
from app.views.first_sight import MOST as FIRST
from app.views.message_view import WINDOW
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk

COUNT = 5_000


def long_conversation(count: int = COUNT) -> str:
    """In the history of this home, before the window opens; returns its id."""
    repository = ConversationRepository.open(history_path())
    conversation = repository.create_conversation("Long")
    with repository._database.transaction() as connection:
        connection.executemany(
            "INSERT INTO messages (id, conversation_id, role, text, state, state_detail, created_at,"
            " parent_id) VALUES (?, ?, 'user', ?, 'complete', '', '2026', ?)",
            [(f"m{n}", conversation.id, f"message {n}", f"m{n - 1}" if n else "") for n in range(count)],
        )
        connection.execute("UPDATE conversations SET leaf_id = ?", (f"m{count - 1}",))
    repository.create_conversation("Short")
    repository.close()
    return conversation.id


class Reads:
    """How many messages each read of the history asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lasts: list[int] = []
        load_branch = ConversationRepository.load_branch

        def counted(
            repository: ConversationRepository, message_id: str, last: int = -1
        ) -> tuple[Message, ...]:
            self.lasts.append(last)
            return load_branch(repository, message_id, last)

        monkeypatch.setattr(ConversationRepository, "load_branch", counted)


def open_it(desk: Desk, conversation_id: str) -> None:
    desk.window.sidebar.opened.emit(conversation_id)


def test_opening_reads_the_end_only_and_the_rest_follows_in_slices(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation_id = long_conversation()
    desk = open_desk()
    desk.until_ready()
    reads = Reads(monkeypatch)
    open_it(desk, conversation_id)
    assert reads.lasts == [TAIL]
    view = desk.window.messages
    assert view.message_count == TAIL
    assert [widget.message.id for widget in view.widgets_in_order()] == [
        f"m{n}" for n in range(COUNT - FIRST, COUNT)
    ]
    desk.until(lambda: view.message_count == COUNT and not view.is_growing)
    assert set(reads.lasts[1:]) == {SLICE}
    assert len(view.widgets_in_order()) == WINDOW
    assert view.is_following
    before = len(reads.lasts)
    assert [message.id for message in desk.messages()] == [f"m{n}" for n in range(COUNT)]
    assert len(reads.lasts) == before


def test_whoever_needs_the_whole_conversation_gets_it_at_once(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation_id = long_conversation()
    desk = open_desk()
    desk.until_ready()
    reads = Reads(monkeypatch)
    open_it(desk, conversation_id)
    assert [message.text for message in desk.messages()] == [f"message {n}" for n in range(COUNT)]
    assert reads.lasts == [TAIL, -1]
    assert desk.window.messages.message_count == COUNT


def test_another_conversation_opened_meanwhile_gets_none_of_it(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation_id = long_conversation()
    desk = open_desk()
    desk.until_ready()
    short = desk.app.chat.conversation
    assert short is not None
    open_it(desk, conversation_id)
    open_it(desk, short.id)
    reads = Reads(monkeypatch)
    desk.qtbot.wait(0)
    assert desk.messages() == ()
    assert desk.window.messages.message_count == 0
    assert reads.lasts == []


def test_a_history_that_cannot_be_read_on_keeps_what_is_shown_and_says_so(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation_id = long_conversation(TAIL + 10)
    desk = open_desk()
    desk.until_ready()
    said: list[str] = []
    desk.app.chat.notice_raised.connect(said.append)
    open_it(desk, conversation_id)

    def refuse(*_arguments: object) -> tuple[Message, ...]:
        raise StorageError("The history could not be read; start Yomi again.")

    monkeypatch.setattr(ConversationRepository, "load_branch", refuse)
    assert len(desk.messages()) == TAIL
    assert said == ["The history could not be read; start Yomi again."]
    assert desk.window.messages.message_count == TAIL
