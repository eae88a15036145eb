"""Everything ever read is found, what is gone is not, and no trouble of the index troubles the history."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain import Attachment, Message, MessageRole, MessageState, new_id
from app.found import SearchResult
from app.storage import search_index
from app.storage.conversations import ConversationRepository
from app.storage.errors import StorageError
from app.storage.search import MESSAGES_SHOWN, MOST_CONVERSATIONS, Search
from app.storage.search_index import SearchCancelledError, SearchIndex


class Shelf:
    """A history with its index."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "search.sqlite3"
        self.history = folder / "history.sqlite3"
        self.repository = ConversationRepository.open(self.history)
        self.open()

    def open(self) -> None:
        self.index = SearchIndex(self.history, self.file)
        self.search = Search(self.index)

    def reopen(self) -> None:
        self.index.close()
        self.open()

    def put(self, text: str, title: str = "Untitled", **changes: object) -> Message:
        """A conversation with one answer."""
        conversation = self.repository.create_conversation(title)
        return self.add(conversation.id, text, **changes)

    def add(self, conversation_id: str, text: str, **changes: object) -> Message:
        made = Message(new_id(), conversation_id, MessageRole.ASSISTANT, text)
        return self.repository.add_message(replace(made, **changes))

    def sync(self) -> int:
        """Bring the index up to date; how many messages it took in."""
        unseen = self.index.unseen()
        self.index.add(unseen)
        self.index.tidy()
        return len(unseen)

    def find(self, words: str) -> SearchResult:
        self.sync()
        return self.search.find(words, lambda: True)

    def texts(self, words: str) -> list[str]:
        """The snippets found, the newest conversation first."""
        return [message.snippet for found in self.find(words).conversations for message in found.messages]

    def close(self) -> None:
        self.index.close()
        self.repository.close()


@pytest.fixture(params=["trigrams", "plain texts"])
def shelf(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    if request.param == "plain texts":
        monkeypatch.setattr(search_index, "_has_trigrams", lambda: False)
    made = Shelf(tmp_path)
    yield made
    made.close()


def test_words_are_found_in_any_case_and_script_and_inside_longer_words(shelf: Shelf) -> None:
    for text in ("Milk 2.50 MÜLLER", "領収書\n合計金額三千円", "save 100 % today", "Привет, мир"):
        shelf.put(text)
    assert shelf.texts("milk") == ["Milk 2.50 MÜLLER"]
    assert shelf.texts("müll MILK") == ["Milk 2.50 MÜLLER"]
    assert shelf.texts("金額") == ["領収書 合計金額三千円"]
    assert shelf.texts("書合計金額三") == ["領収書 合計金額三千円"]
    assert shelf.texts("円") == ["領収書 合計金額三千円"]
    assert shelf.texts("0 %") == ["save 100 % today"]
    assert shelf.texts("ПРИВЕТ") == ["Привет, мир"]
    assert shelf.texts('"today save"') == []
    assert shelf.texts('"100 % today"') == ["save 100 % today"]


def test_signs_that_mean_something_to_the_database_mean_themselves(shelf: Shelf) -> None:
    shelf.put('a_b 50% "quoted" NEAR(x) it\'s * ^ :')
    for words in ("m_b", "5%0", "near (x)x", "b AND c"):
        assert shelf.texts(words) == [], words
    for words in ("a_b", "50%", 'd"', "NEAR(x)", "it's", "*", "^", ":"):
        assert len(shelf.texts(words)) == 1, words


def test_titles_and_the_names_of_pictures_are_found(shelf: Shelf) -> None:
    shelf.put("text", title="Harbour Street")
    picture = Attachment(new_id(), "a" * 64, "Scan_0042.png", "PNG", 1, 1, 1)
    asked = shelf.put("", title="Other", role=MessageRole.USER, attachments=(picture,))
    (found,) = shelf.find("harbour").conversations
    assert (found.conversation.title, found.title_marks, found.messages) == ("Harbour Street", ((0, 7),), ())
    (found,) = shelf.find("scan_0042").conversations
    assert [(m.id, m.role, m.snippet.strip()) for m in found.messages] == [
        (asked.id, MessageRole.USER, "Scan_0042.png")
    ]


def test_a_conversation_that_holds_the_words_in_several_places_is_found(shelf: Shelf) -> None:
    first = shelf.put("nothing of it", title="Receipts of May")
    shelf.add(first.conversation_id, "a bakery")
    shelf.put("a bakery elsewhere")
    (found,) = shelf.find("may bakery").conversations
    assert found.conversation.id == first.conversation_id
    assert [message.snippet for message in found.messages] == ["a bakery"]


def test_hits_are_grouped_newest_first_and_the_rest_is_counted(shelf: Shelf) -> None:
    conversation_id = shelf.put("hit 0").conversation_id
    for number in range(1, MESSAGES_SHOWN + 3):
        shelf.add(conversation_id, f"hit {number}")
    (found,) = shelf.find("hit").conversations
    assert [m.snippet for m in found.messages] == [
        f"hit {MESSAGES_SHOWN + 2 - n}" for n in range(MESSAGES_SHOWN)
    ]
    assert found.more == 3


def test_more_conversations_than_are_listed_are_said(shelf: Shelf) -> None:
    for number in range(MOST_CONVERSATIONS + 1):
        shelf.put(f"hit {number}")
    result = shelf.find("hit")
    assert (len(result.conversations), result.is_cut) == (MOST_CONVERSATIONS, True)
    assert not shelf.find("hit 77").is_cut


def test_the_index_follows_what_happens_to_messages(shelf: Shelf) -> None:
    kept = shelf.put("first words")
    gone = shelf.put("passing words")
    assert len(shelf.texts("words")) == 2
    shelf.repository.update_message(replace(kept, text="second thoughts"))
    shelf.repository.delete_conversation(gone.conversation_id)
    assert shelf.texts("words") == []
    assert shelf.texts("thoughts") == ["second thoughts"]
    again = shelf.put("passing words again")
    assert shelf.texts("passing") == ["passing words again"]
    shelf.repository.delete_branch(again.id)
    assert shelf.texts("passing") == []


def test_text_that_streams_in_is_indexed_once_when_it_ends(shelf: Shelf) -> None:
    streaming = shelf.put("", state=MessageState.STREAMING)
    for _ in range(20):
        shelf.repository.append_text(streaming.id, "piece ")
        shelf.repository.write_pending()
        assert shelf.sync() == 0
    shelf.repository.update_message(replace(streaming, text="piece " * 20, state=MessageState.COMPLETE))
    assert shelf.sync() == 1
    assert shelf.sync() == 0
    assert len(shelf.texts("piece")) == 1


def test_what_an_earlier_process_left_running_is_indexed_when_it_is_marked(shelf: Shelf) -> None:
    shelf.put("half an answer", state=MessageState.STREAMING)
    assert shelf.texts("half") == []
    shelf.repository.mark_interrupted()
    assert shelf.texts("half") == ["half an answer"]


def test_a_message_written_anew_since_it_was_indexed_is_not_shown_for_its_old_text(shelf: Shelf) -> None:
    message = shelf.put("old words")
    shelf.sync()
    shelf.repository.update_message(replace(message, text="", state=MessageState.QUEUED))
    assert shelf.search.find("old", lambda: True).conversations == ()


def test_the_index_is_kept_and_only_what_is_new_is_taken_in(shelf: Shelf) -> None:
    for number in range(5):
        shelf.put(f"text {number}")
    assert shelf.sync() == 5
    shelf.reopen()
    assert shelf.index.is_kept
    assert shelf.sync() == 0
    shelf.put("text 5")
    assert shelf.sync() == 1


def test_an_index_that_is_missing_damaged_or_of_another_version_is_made_anew(shelf: Shelf) -> None:
    shelf.put("needle")
    assert shelf.texts("needle") == ["needle"]

    def remove() -> None:
        shelf.file.unlink()

    def overwrite() -> None:
        shelf.file.write_bytes(b"this was never a database " * 400)

    def age() -> None:
        with closing(sqlite3.connect(shelf.file)) as connection:
            connection.execute("PRAGMA user_version = 99")

    for change in (remove, overwrite, age):
        shelf.index.close()
        change()
        shelf.open()
        assert shelf.texts("needle") == ["needle"], change.__name__
        assert shelf.index.is_kept


def test_an_index_that_is_damaged_while_it_is_open_is_made_anew(shelf: Shelf) -> None:
    for number in range(300):
        shelf.put(f"needle {number} " + "hay " * 200)
    shelf.sync()
    shelf.index.close()
    data = bytearray(shelf.file.read_bytes())
    page = int.from_bytes(data[16:18], "big")
    data[page * 4 :] = b"\xff" * (len(data) - page * 4)
    shelf.file.write_bytes(bytes(data))
    shelf.open()
    assert shelf.texts('"needle 7 "')[0].startswith("needle 7")
    assert shelf.index.is_kept


def test_where_the_index_cannot_be_written_it_is_made_in_memory(shelf: Shelf, tmp_path: Path) -> None:
    shelf.put("needle")
    shelf.index.close()
    shelf.file = tmp_path / "missing folder" / "search.sqlite3"
    shelf.open()
    assert not shelf.index.is_kept
    assert shelf.texts("needle") == ["needle"]


def test_a_full_disk_moves_the_index_into_memory_and_everything_is_found(shelf: Shelf) -> None:
    shelf.put("needle " + "hay " * 50_000)
    shelf.put("another needle " + "straw " * 50_000)
    connection = shelf.index._connection
    pages = connection.execute("PRAGMA main.page_count").fetchone()[0]
    connection.execute(f"PRAGMA main.max_page_count = {pages + 4}")
    shelf.sync()
    assert not shelf.index.is_kept
    assert len(shelf.texts("needle")) == 2


def test_nothing_of_what_was_deleted_is_left_in_the_file(shelf: Shelf) -> None:
    for number in range(50):
        shelf.put(f"ordinary text {number}")
    secret = shelf.put("xqzjwvk private")
    assert len(shelf.texts("xqzjwvk")) == 1
    shelf.repository.delete_conversation(secret.conversation_id)
    shelf.sync()
    shelf.index.close()
    left = b"".join(file.read_bytes() for file in shelf.file.parent.glob("search.sqlite3*"))
    assert b"xqzjwvk" not in left
    assert b"xqz" not in left
    assert b"ordinary text 7" in left
    shelf.open()


def test_a_search_that_is_no_longer_wanted_stops(shelf: Shelf) -> None:
    with shelf.repository._database.transaction() as connection:
        connection.execute(
            "INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', '', '', '')"
        )
        connection.executemany(
            "INSERT INTO messages (id, conversation_id, role, text, state, state_detail, created_at)"
            " VALUES (?, 'c', 'user', 'hay', 'complete', '', '')",
            [(f"m{number}",) for number in range(20_000)],
        )
    shelf.sync()
    looks = 0

    def wanted() -> bool:
        nonlocal looks
        looks += 1
        return looks < 3

    with pytest.raises(SearchCancelledError):
        shelf.search.find("zq", wanted)
    assert len(shelf.texts("hay")) == MESSAGES_SHOWN


def test_a_history_without_a_file_is_searched_in_a_copy(shelf: Shelf, tmp_path: Path) -> None:
    repository = ConversationRepository.open(tmp_path)
    assert repository.notices
    conversation = repository.create_conversation("Passing")
    repository.add_message(Message(new_id(), conversation.id, MessageRole.USER, "needle"))
    index = SearchIndex(None, None)
    index.take_copy(repository.copied())
    index.add(index.unseen())
    (found,) = Search(index).find("needle", lambda: True).conversations
    assert found.conversation.title == "Passing"
    repository.add_message(Message(new_id(), conversation.id, MessageRole.USER, "more thread"))
    index.take_copy(repository.copied())
    index.add(index.unseen())
    assert len(Search(index).find("thread", lambda: True).conversations) == 1
    index.close()
    repository.close()


def test_a_history_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="could not be searched"):
        SearchIndex(tmp_path / "missing" / "history.sqlite3", tmp_path / "search.sqlite3")


def test_two_windows_share_one_index(shelf: Shelf) -> None:
    other = SearchIndex(shelf.history, shelf.file)
    shelf.put("needle")
    unseen = other.unseen()
    assert shelf.sync() == 1
    other.add(unseen)
    assert len(shelf.texts("needle")) == 1
    assert other.unseen() == ()
    other.close()


def test_the_history_is_not_held_while_it_is_searched(shelf: Shelf) -> None:
    for number in range(300):
        shelf.put(f"text {number}")
    shelf.repository._database.connection.execute("PRAGMA busy_timeout = 0")
    unseen = shelf.index.unseen()
    shelf.index.add(unseen[:150])
    shelf.put("written meanwhile")
    shelf.index.add(unseen[150:])
    assert shelf.texts("meanwhile") == ["written meanwhile"]
