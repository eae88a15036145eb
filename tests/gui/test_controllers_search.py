"""A search answers the words that are typed last, follows the history, and never keeps the window waiting."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.controllers.search import SearchController
from app.domain import Message, MessageRole, new_id
from app.found import SearchResult
from app.storage.conversations import ConversationRepository
from app.storage.search import Search
from app.storage.search_index import SLICE_MESSAGES, SearchIndex
from tests.helpers.patience import PATIENCE_S


class Room:
    """A history, its search, and everything that it said."""

    def __init__(self, qtbot: QtBot, history: Path, folder: Path) -> None:
        self.qtbot = qtbot
        self.file = folder / "search.sqlite3"
        self.repository = ConversationRepository.open(history)
        self.search = SearchController(self.repository, self.file)
        self.results: list[SearchResult] = []
        self.search.found.connect(self.results.append)

    def put(self, text: str) -> Message:
        conversation = self.repository.create_conversation()
        return self.repository.add_message(Message(new_id(), conversation.id, MessageRole.ASSISTANT, text))

    def snippets(self) -> list[str]:
        """Of the last result."""
        found = self.results[-1].conversations if self.results else ()
        return [message.snippet for each in found for message in each.messages]

    def until_found(self, *snippets: str) -> None:
        self.qtbot.waitUntil(lambda: bool(self.results) and self.snippets() == list(snippets))

    def close(self) -> None:
        self.search.close()
        self.repository.close()


@pytest.fixture
def room(qtbot: QtBot, tmp_path: Path) -> Iterator[Room]:
    made = Room(qtbot, tmp_path / "history.sqlite3", tmp_path)
    yield made
    made.close()


def hold(monkeypatch: pytest.MonkeyPatch, words: str) -> tuple[threading.Event, threading.Event]:
    """The search for `words` sets the first event and waits for the second one."""
    reached, goes_on = threading.Event(), threading.Event()
    find = Search.find

    def held(self: Search, asked: str, wanted: object) -> SearchResult:
        if asked == words:
            reached.set()
            goes_on.wait(PATIENCE_S)
        return find(self, asked, wanted)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "find", held)
    return reached, goes_on


def test_words_are_answered(room: Room) -> None:
    room.put("Milk 2.50")
    room.search.search("  milk ")
    room.until_found("Milk 2.50")
    assert room.results[-1].words == "milk"
    assert room.file.exists()


def test_only_the_last_search_is_answered(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.put("Milk 2.50")
    reached, goes_on = hold(monkeypatch, "m")
    room.search.search("m")
    assert reached.wait(PATIENCE_S)
    room.search.search("mi")
    room.search.search("milk 2")
    goes_on.set()
    room.until_found("Milk 2.50")
    assert [result.words for result in room.results] == ["milk 2"]


def test_blank_words_end_the_search(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.put("Milk 2.50")
    reached, goes_on = hold(monkeypatch, "m")
    room.search.search("m")
    assert reached.wait(PATIENCE_S)
    room.search.search("   ")
    goes_on.set()
    room.search.close()
    room.qtbot.wait(0)
    assert room.results == []


def test_the_answer_follows_the_history(room: Room) -> None:
    first = room.put("Milk 2.50")
    room.search.search("milk")
    room.until_found("Milk 2.50")
    room.put("more milk")
    room.search.refresh()
    room.until_found("more milk", "Milk 2.50")
    room.repository.delete_conversation(first.conversation_id)
    room.search.refresh()
    room.until_found("more milk")


def test_a_long_history_is_answered_from_what_is_indexed_so_far_and_then_from_all(room: Room) -> None:
    conversation = room.repository.create_conversation()
    for number in range(3 * SLICE_MESSAGES):
        room.repository.add_message(Message(new_id(), conversation.id, MessageRole.USER, f"needle {number}"))
    room.search.search('"needle 0"')
    room.until_found("needle 0")
    assert room.results[0].to_index == 3 * SLICE_MESSAGES
    assert room.results[-1].to_index == 0


def test_an_unsaved_history_is_searched_too(qtbot: QtBot, tmp_path: Path) -> None:
    # A folder where the file should be: the history opens in memory.
    room = Room(qtbot, tmp_path, tmp_path)
    assert room.repository.path is None
    room.put("Milk 2.50")
    room.search.search("milk")
    room.until_found("Milk 2.50")
    room.put("milk again")
    room.search.refresh()
    room.until_found("milk again", "Milk 2.50")
    assert not room.file.exists()
    room.close()


def test_a_history_that_cannot_be_searched_says_so(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: SearchIndex, *_arguments: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(SearchIndex, "_connected", refuse)
    room.search.search("milk")
    room.qtbot.waitUntil(lambda: bool(room.results))
    assert "could not be searched" in room.results[0].trouble
    monkeypatch.undo()
    room.put("Milk 2.50")
    room.search.search("milk")
    room.until_found("Milk 2.50")


def test_closing_takes_what_was_deleted_out_of_the_index(room: Room) -> None:
    gone = room.put("xqzjwvk private")
    room.search.search("xqzjwvk")
    room.until_found("xqzjwvk private")
    room.repository.delete_conversation(gone.conversation_id)
    room.search.close()
    room.search.search("after the end")
    room.search.refresh()
    with closing(sqlite3.connect(room.file)) as connection:
        assert connection.execute("SELECT count(*) FROM texts").fetchone()[0] == 0
    assert all(b"xqz" not in file.read_bytes() for file in room.file.parent.glob("search.sqlite3*"))


def test_closing_does_not_wait_for_a_search_that_hangs(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.controllers.search.CLOSE_TIMEOUT_S", 0.05)
    room.put("Milk 2.50")
    reached, goes_on = hold(monkeypatch, "milk")
    room.search.search("milk")
    assert reached.wait(PATIENCE_S)
    room.search.close()
    assert room.results == []
    goes_on.set()
