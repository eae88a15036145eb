"""ConversationRepository: conversations and messages in the history, as domain records.

One thread, the one that opened the database (the GUI thread). Text that streams in is kept back and written
in one piece by `write_pending`, which every other method calls first: what it reads or changes is always up
to date.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from enum import IntEnum
from pathlib import Path

from app.domain import (
    DEFAULT_TITLE,
    Attachment,
    Conversation,
    Message,
    MessageState,
    ResumePoint,
    new_id,
    utc_now,
)
from app.storage import branches
from app.storage.database import Database
from app.storage.drafts import DraftStore
from app.storage.edits import EditStore
from app.storage.errors import StorageError
from app.storage.message_rows import (
    CHANGING,
    attachment_of,
    attachment_values,
    changing_values,
    message_of,
    resume_to_json,
)
from app.storage.runs import RunHistory

INTERRUPTED_SENTENCE = "Yomi was closed before the answer was complete; what was shown is kept."

_CONVERSATION = (
    "SELECT c.id, c.title, c.created_at, c.updated_at, c.pinned, c.leaf_id, d.changed_at AS draft_changed_at,"
    " EXISTS (SELECT 1 FROM edits AS e WHERE e.conversation_id = c.id) AS has_edit"
    " FROM conversations AS c LEFT JOIN drafts AS d ON d.conversation_id = c.id"
)
_SHOWN_MESSAGES = (
    f"{branches.PATH} SELECT m.* FROM path AS p JOIN messages AS m ON m.id = p.id ORDER BY m.seq"  # noqa: S608
)
_SHOWN_ATTACHMENTS = (
    f"{branches.PATH} SELECT a.* FROM path AS p JOIN attachments AS a ON a.message_id = p.id"  # noqa: S608
    " ORDER BY a.position"
)
_ALL_MESSAGES = "SELECT * FROM messages WHERE conversation_id = ? ORDER BY seq"
_ALL_ATTACHMENTS = (
    "SELECT a.* FROM attachments AS a JOIN messages AS m ON m.id = a.message_id"
    " WHERE m.conversation_id = ? ORDER BY a.position"
)
_REFERRED = (
    "SELECT 1 WHERE EXISTS (SELECT 1 FROM attachments WHERE sha256 = ?1)"
    " OR EXISTS (SELECT 1 FROM draft_pictures WHERE sha256 = ?1)"
)


class TitleSource(IntEnum):
    """Who named a conversation; a lower one never replaces a higher one."""

    DEFAULT = 0
    PICTURE = 1
    TEXT = 2
    USER = 3


class ConversationRepository:
    """The history's conversations. Every method may raise StorageError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.runs = RunHistory(database)
        self.drafts = DraftStore(database)
        self.edits = EditStore(database)
        self._pending: dict[str, list[str]] = {}
        self._noted: dict[str, ResumePoint] = {}
        self.path = database.path
        """The history's file; None where it is not kept."""
        self.notices = database.notices
        """What the user should hear about the opening of the history, sentence by sentence; often nothing."""

    @classmethod
    def open(cls, path: Path, *, alone: bool = True) -> ConversationRepository:
        """The history in the file `path`, with what an earlier process left running marked as interrupted.

        Not `alone`: another window writes to it too, and what runs may be running there.
        Where the file is refused, a history that is not kept, with the reason in `notices`.
        """
        repository = cls(Database.open_or_memory(path))
        if not alone:
            return repository
        try:
            repository.mark_interrupted()
        except StorageError as error:
            repository.notices = (error.sentence,)
        return repository

    # -- conversations

    def create_conversation(self, title: str = DEFAULT_TITLE) -> Conversation:
        """A new, empty conversation."""
        now = utc_now()
        conversation = Conversation(new_id(), title, now, now)
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)",
                (conversation.id, title, now, now),
            )
        return conversation

    def list_conversations(self, limit: int = -1, skipped: int = 0) -> tuple[Conversation, ...]:
        """So many after those that are skipped, or all: the pinned ones first, and of each the one last
        written to first.
        """
        with self._database.reading() as connection:
            rows = connection.execute(
                f"{_CONVERSATION} ORDER BY c.pinned DESC, c.updated_at DESC, c.rowid DESC LIMIT ? OFFSET ?",
                (limit, skipped),
            ).fetchall()
        return tuple(_conversation(row) for row in rows)

    def latest_conversation(self) -> Conversation | None:
        """The conversation last written to, or typed in, where there is one."""
        with self._database.reading() as connection:
            row = connection.execute(
                f"{_CONVERSATION} ORDER BY c.updated_at DESC, c.rowid DESC LIMIT 1"
            ).fetchone()
            typed = connection.execute(
                f"{_CONVERSATION} WHERE d.changed_at IS NOT NULL ORDER BY d.changed_at DESC LIMIT 1"
            ).fetchone()
        if typed is not None and typed["draft_changed_at"] > row["updated_at"]:
            return _conversation(typed)
        return None if row is None else _conversation(row)

    def conversation(self, conversation_id: str) -> Conversation | None:
        """The conversation, or None when it is not there."""
        with self._database.reading() as connection:
            row = connection.execute(f"{_CONVERSATION} WHERE c.id = ?", (conversation_id,)).fetchone()
        return None if row is None else _conversation(row)

    def empty_conversation(self) -> Conversation | None:
        """A conversation with neither a message nor a draft, where there is one."""
        with self._database.reading() as connection:
            row = connection.execute(
                f"{_CONVERSATION} WHERE d.changed_at IS NULL AND NOT EXISTS"  # noqa: S608 - a constant
                " (SELECT 1 FROM messages WHERE conversation_id = c.id) LIMIT 1"
            ).fetchone()
        return None if row is None else _conversation(row)

    def set_title(self, conversation_id: str, title: str, source: TitleSource) -> bool:
        """Name the conversation unless someone with more say has; True when it now has this title."""
        with self._database.transaction() as connection:
            changed = connection.execute(
                "UPDATE conversations SET title = ?, title_rank = ? WHERE id = ? AND (title_rank < ? OR ?)",
                (title, int(source), conversation_id, int(source), source is TitleSource.USER),
            ).rowcount
        return changed > 0

    def rename_conversation(self, conversation_id: str, title: str) -> None:
        """Give the conversation the user's own title."""
        self.set_title(conversation_id, title, TitleSource.USER)

    def set_pinned(self, conversation_id: str, pinned: bool) -> None:
        """Keep the conversation above the others, or no longer; that is not a writing to it."""
        with self._database.transaction() as connection:
            connection.execute("UPDATE conversations SET pinned = ? WHERE id = ?", (pinned, conversation_id))

    def delete_conversation(self, conversation_id: str) -> tuple[str, ...]:
        """Delete it with its messages; returns the content hashes that nothing refers to any more."""
        self.write_pending()
        with self._database.transaction() as connection:
            hashes = _hashes(
                connection,
                "attachments WHERE message_id IN (SELECT id FROM messages WHERE conversation_id = ?)",
                (conversation_id,),
            ) | _hashes(connection, "draft_pictures WHERE conversation_id = ?", (conversation_id,))
            connection.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))
            return _unreferenced(connection, hashes)

    # -- messages

    def add_message(self, message: Message) -> Message:
        """Add a message with its attachments after its parent, or, where it names none, at the end of the
        shown branch; its branch is then the one shown and its conversation the one last written to.

        Returns the message with its place.
        """
        self.write_pending()
        with self._database.transaction() as connection:
            parent_id = message.parent_id
            if parent_id is None:
                parent_id = branches.leaf_of(connection, message.conversation_id)
            connection.execute(
                f"INSERT INTO messages (id, conversation_id, parent_id, role, created_at,"  # noqa: S608
                f" {', '.join(CHANGING)}) VALUES (?, ?, ?, ?, ?{', ?' * len(CHANGING)})",
                (
                    message.id,
                    message.conversation_id,
                    parent_id,
                    message.role,
                    message.created_at,
                    *changing_values(message),
                ),
            )
            connection.executemany(
                "INSERT INTO attachments (message_id, position, id, sha256, name, format, width_px,"
                " height_px, byte_size, page, pages, notes, error)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (message.id, position, *attachment_values(attachment))
                    for position, attachment in enumerate(message.attachments)
                ],
            )
            connection.execute(
                "UPDATE conversations SET updated_at = ?, leaf_id = ? WHERE id = ?",
                (utc_now(), message.id, message.conversation_id),
            )
        return replace(message, parent_id=parent_id)

    def update_message(self, message: Message) -> None:
        """Write the message's text, state, figures and resume point; one that was deleted stays deleted."""
        self._pending.pop(message.id, None)
        self._noted.pop(message.id, None)
        self.write_pending()
        assignments = ", ".join(f"{column} = ?" for column in CHANGING)
        with self._database.transaction() as connection:
            connection.execute(
                f"UPDATE messages SET {assignments} WHERE id = ?",  # noqa: S608 - made of constants
                (*changing_values(message), message.id),
            )

    def mark_unreadable(self, sha256: str, page: int, sentence: str) -> None:
        """Say of a picture, in every message, why it cannot be opened."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE attachments SET error = ? WHERE sha256 = ? AND page = ?", (sentence, sha256, page)
            )

    def append_text(self, message_id: str, text: str) -> None:
        """Note text to append to the message; on disk with the next `write_pending`."""
        self._pending.setdefault(message_id, []).append(text)

    def note_resume(self, message_id: str, point: ResumePoint) -> None:
        """Note where an answer would go on after a crash; on disk with the next `write_pending`."""
        self._noted[message_id] = point

    def write_pending(self) -> None:
        """Write what is noted so far; where that is refused it stays noted."""
        if not self._pending and not self._noted:
            return
        with self._database.transaction() as connection:
            connection.executemany(
                "UPDATE messages SET text = text || ? WHERE id = ?",
                [("".join(pieces), message_id) for message_id, pieces in self._pending.items()],
            )
            connection.executemany(
                "UPDATE messages SET resume = ? WHERE id = ?",
                [(resume_to_json(point), message_id) for message_id, point in self._noted.items()],
            )
        self._pending.clear()
        self._noted.clear()

    def load_messages(self, conversation_id: str, last: int = -1) -> tuple[Message, ...]:
        """The last messages of the conversation's shown branch, or all, oldest first."""
        with self._database.reading() as connection:
            leaf_id = branches.leaf_of(connection, conversation_id)
        return self.load_branch(leaf_id, last)

    def load_branch(self, message_id: str, last: int = -1) -> tuple[Message, ...]:
        """The last messages up to this one on its branch, or all, oldest first; none where there is none."""
        # A history that cannot be written may still be read; what is noted stays noted.
        with suppress(StorageError):
            self.write_pending()
        return self._loaded(_SHOWN_MESSAGES, _SHOWN_ATTACHMENTS, (message_id, last))

    def load_all(self, conversation_id: str) -> tuple[Message, ...]:
        """Every message of the conversation, of whichever branch, oldest first."""
        self.write_pending()
        return self._loaded(_ALL_MESSAGES, _ALL_ATTACHMENTS, (conversation_id,))

    def _loaded(self, messages: str, attachments: str, wanted: tuple[str | int, ...]) -> tuple[Message, ...]:
        with self._database.reading() as connection:
            rows = connection.execute(messages, wanted).fetchall()
            attached = connection.execute(attachments, wanted).fetchall()
        by_message: dict[str, list[Attachment]] = {}
        try:
            for row in attached:
                by_message.setdefault(row["message_id"], []).append(attachment_of(row))
            return tuple(message_of(row, tuple(by_message.get(row["id"], ()))) for row in rows)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise StorageError(
                "This conversation was changed by another program and cannot be shown; open another one.",
                f"{type(error).__name__}: {error}",
            ) from error

    # -- branches

    def siblings(self, conversation_id: str) -> dict[str, tuple[str, ...]]:
        """For each message with alternatives: ids of all of them, itself among them, oldest first."""
        with self._database.reading() as connection:
            return branches.siblings(connection, conversation_id)

    def set_leaf(self, message_id: str) -> str:
        """Show the branch that the message lies in, to its newest message, which is returned; the
        conversation keeps its place in the list. Nothing happens, and the result is empty, where the message
        is not there.
        """
        with self._database.transaction() as connection:
            place = branches.place_of(connection, message_id)
            if place is None:
                return branches.ROOT
            leaf_id = branches.newest_below(connection, place[0], message_id)
            branches.set_leaf(connection, place[0], leaf_id)
            return leaf_id

    def delete_branch(self, message_id: str) -> tuple[str, ...]:
        """Delete a message with all that follows it; the newest branch left beside or above it is shown.

        Returns the content hashes that nothing refers to any more.
        """
        self.write_pending()
        with self._database.transaction() as connection:
            place = branches.place_of(connection, message_id)
            if place is None:
                return ()
            hashes: set[str] = set()
            for gone_id in branches.ids_below(connection, place[0], message_id):
                hashes |= _deleted(connection, gone_id)
            _show_again(connection, place)
            return _unreferenced(connection, hashes)

    # -- the whole history

    def mark_interrupted(self) -> int:
        """Mark what an earlier process left running as interrupted; returns how many messages."""
        with self._database.transaction() as connection:
            return connection.execute(
                # Spelled as the index of these messages is, or SQLite would look through all.
                "UPDATE messages SET state = ?, state_detail = ? WHERE state IN ('queued', 'streaming')",
                (MessageState.INTERRUPTED, INTERRUPTED_SENTENCE),
            ).rowcount

    def unreferenced(self, hashes: Iterable[str]) -> tuple[str, ...]:
        """Those content hashes that neither a message nor a draft refers to."""
        with self._database.reading() as connection:
            return _unreferenced(connection, set(hashes))

    def copied(self) -> bytes:
        """The whole history as the bytes of a database; for one that has no file."""
        with self._database.reading() as connection:
            return connection.serialize()

    def close(self) -> None:
        """Write what is noted and close the database, even where the writing is refused."""
        try:
            self.write_pending()
        finally:
            self._database.close()


def _hashes(connection: sqlite3.Connection, source: str, values: tuple[str, ...]) -> set[str]:
    # `source` is one of the constants in this file; the values are bound.
    return {row[0] for row in connection.execute(f"SELECT sha256 FROM {source}", values) if row[0]}  # noqa: S608


def _unreferenced(connection: sqlite3.Connection, hashes: set[str]) -> tuple[str, ...]:
    return tuple(
        sha256 for sha256 in sorted(hashes) if connection.execute(_REFERRED, (sha256,)).fetchone() is None
    )


def _conversation(row: sqlite3.Row) -> Conversation:
    return Conversation(
        row["id"],
        row["title"],
        row["created_at"],
        row["updated_at"],
        bool(row["pinned"]),
        row["leaf_id"],
        has_draft=row["draft_changed_at"] is not None or bool(row["has_edit"]),
    )


def _deleted(connection: sqlite3.Connection, message_id: str) -> set[str]:
    """Delete one message; the hashes that it referred to."""
    hashes = _hashes(connection, "attachments WHERE message_id = ?", (message_id,))
    connection.execute("DELETE FROM messages WHERE id = ?", (message_id,))
    return hashes


def _show_again(connection: sqlite3.Connection, place: tuple[str, str]) -> None:
    """Where the shown branch lost its last message: show the newest one at `place`, which it was in."""
    conversation_id, parent_id = place
    row = connection.execute(
        "SELECT 1 FROM conversations AS c JOIN messages AS m ON m.id = c.leaf_id WHERE c.id = ?",
        (conversation_id,),
    ).fetchone()
    if row is None:
        leaf_id = branches.newest_below(connection, conversation_id, parent_id)
        branches.set_leaf(connection, conversation_id, leaf_id)
