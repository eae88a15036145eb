"""ConversationRepository: conversations and messages in the history, as domain records.

One thread, the one that opened the database (the GUI thread). Text that streams in is kept back and written
in one piece by `write_pending`, which every other method calls first: what it reads or changes is always up
to date.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, fields
from enum import IntEnum
from pathlib import Path

from app.domain import (
    Attachment,
    Conversation,
    Message,
    MessageRole,
    MessageState,
    ResumePoint,
    RunStats,
    new_id,
    utc_now,
)
from app.storage.database import Database
from app.storage.errors import StorageError
from app.storage.line_records import lines_from_json, lines_to_json

DEFAULT_TITLE = "New conversation"

INTERRUPTED_SENTENCE = "Yomi was closed before the answer was complete; what was shown is kept."

_RUNNING = (str(MessageState.QUEUED), str(MessageState.STREAMING))
_STATS_FIELDS = frozenset(field.name for field in fields(RunStats))
_ATTACHMENT_COLUMNS = tuple(field.name for field in fields(Attachment))


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
        self._pending: dict[str, list[str]] = {}
        self.notice = database.notice
        """What the user should hear about the opening of the history; often empty."""

    @classmethod
    def open(cls, path: Path, *, alone: bool = True) -> ConversationRepository:
        """The history in the file `path`, with what an earlier process left running marked as interrupted.

        Not `alone`: another window writes to it too, and what runs may be running there.
        Where the file is refused, a history that is not kept, with the reason as `notice`.
        """
        repository = cls(Database.open_or_memory(path))
        if not alone:
            return repository
        try:
            repository.mark_interrupted()
        except StorageError as error:
            repository.notice = error.sentence
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

    def list_conversations(self) -> tuple[Conversation, ...]:
        """All of them, the one last written to first."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT id, title, created_at, updated_at FROM conversations"
                " ORDER BY updated_at DESC, rowid DESC"
            ).fetchall()
        return tuple(Conversation(*row) for row in rows)

    def search(self, words: str) -> tuple[str, ...]:
        """Ids of the conversations that hold each of `words` in their title or in a message, as part of a
        longer word too, so that text without spaces is found.
        """
        wanted = [f"%{_literal(word)}%" for word in words.split()]
        if not wanted:
            return ()
        self.write_pending()
        places = [place for pattern in wanted for place in (pattern, pattern)]
        query = " AND ".join([_HOLDS_WORD] * len(wanted))
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT id FROM conversations AS c WHERE {query}",  # noqa: S608 - made of a constant
                places,
            ).fetchall()
        return tuple(row[0] for row in rows)

    def conversation(self, conversation_id: str) -> Conversation | None:
        """The conversation, or None when it is not there."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT id, title, created_at, updated_at FROM conversations WHERE id = ?", (conversation_id,)
            ).fetchone()
        return None if row is None else Conversation(*row)

    def empty_conversation(self) -> Conversation | None:
        """A conversation without any message, where there is one."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT id, title, created_at, updated_at FROM conversations AS c"
                " WHERE NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = c.id) LIMIT 1"
            ).fetchone()
        return None if row is None else Conversation(*row)

    def set_title(self, conversation_id: str, title: str, source: TitleSource) -> bool:
        """Name the conversation unless someone with more say has; True when it now has this title."""
        with self._database.transaction() as connection:
            changed = connection.execute(
                "UPDATE conversations SET title = ?, title_rank = ?"
                " WHERE id = ? AND (title_rank < ? OR ? = 3)",
                (title, int(source), conversation_id, int(source), int(source)),
            ).rowcount
        return changed > 0

    def rename_conversation(self, conversation_id: str, title: str) -> None:
        """Give the conversation the user's own title."""
        self.set_title(conversation_id, title, TitleSource.USER)

    def delete_conversation(self, conversation_id: str) -> tuple[str, ...]:
        """Delete it with its messages; returns the content hashes that nothing refers to any more."""
        self.write_pending()
        with self._database.transaction() as connection:
            hashes = _hashes(
                connection,
                "message_id IN (SELECT id FROM messages WHERE conversation_id = ?)",
                (conversation_id,),
            )
            connection.execute("DELETE FROM conversations WHERE id = ?", (conversation_id,))
            return _unreferenced(connection, hashes)

    # -- messages

    def add_message(self, message: Message) -> None:
        """Append a message with its attachments to its conversation, which moves to the top of the list."""
        self.write_pending()
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO messages (id, conversation_id, role, text, state, state_detail, stats,"
                " resume_region, resume_text, lines, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (message.id, message.conversation_id, message.role, *_changing(message), message.created_at),
            )
            connection.executemany(
                "INSERT INTO attachments (message_id, position, id, sha256, name, format, width_px,"
                " height_px, byte_size, page, pages, notes, error)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (message.id, position, *_attachment_values(attachment))
                    for position, attachment in enumerate(message.attachments)
                ],
            )
            connection.execute(
                "UPDATE conversations SET updated_at = ? WHERE id = ?", (utc_now(), message.conversation_id)
            )

    def update_message(self, message: Message) -> None:
        """Write the message's text, state, figures and resume point; one that was deleted stays deleted."""
        self._pending.pop(message.id, None)
        self.write_pending()
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE messages SET text = ?, state = ?, state_detail = ?, stats = ?, resume_region = ?,"
                " resume_text = ?, lines = ? WHERE id = ?",
                (*_changing(message), message.id),
            )

    def append_text(self, message_id: str, text: str) -> None:
        """Note text to append to the message; on disk with the next `write_pending`."""
        self._pending.setdefault(message_id, []).append(text)

    def write_pending(self) -> None:
        """Write the text noted so far; where that is refused it stays noted."""
        if not self._pending:
            return
        with self._database.transaction() as connection:
            connection.executemany(
                "UPDATE messages SET text = text || ? WHERE id = ?",
                [("".join(pieces), message_id) for message_id, pieces in self._pending.items()],
            )
        self._pending.clear()

    def load_messages(self, conversation_id: str) -> tuple[Message, ...]:
        """The conversation's messages, oldest first."""
        # A history that cannot be written may still be read; what is noted stays noted.
        with suppress(StorageError):
            self.write_pending()
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT * FROM messages WHERE conversation_id = ? ORDER BY seq", (conversation_id,)
            ).fetchall()
            attached = connection.execute(
                "SELECT a.* FROM attachments AS a JOIN messages AS m ON m.id = a.message_id"
                " WHERE m.conversation_id = ? ORDER BY m.seq, a.position",
                (conversation_id,),
            ).fetchall()
        by_message: dict[str, list[Attachment]] = {}
        try:
            for row in attached:
                by_message.setdefault(row["message_id"], []).append(_attachment(row))
            return tuple(_message(row, tuple(by_message.get(row["id"], ()))) for row in rows)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise StorageError(
                "This conversation was changed by another program and cannot be shown; open another one.",
                f"{type(error).__name__}: {error}",
            ) from error

    def delete_messages(self, message_ids: Iterable[str]) -> tuple[str, ...]:
        """Delete messages; returns the content hashes that nothing refers to any more."""
        self.write_pending()
        with self._database.transaction() as connection:
            hashes: set[str] = set()
            for message_id in message_ids:
                hashes |= _hashes(connection, "message_id = ?", (message_id,))
                connection.execute("DELETE FROM messages WHERE id = ?", (message_id,))
            return _unreferenced(connection, hashes)

    def mark_interrupted(self) -> int:
        """Mark what an earlier process left running as interrupted; returns how many messages."""
        with self._database.transaction() as connection:
            return connection.execute(
                "UPDATE messages SET state = ?, state_detail = ? WHERE state IN (?, ?)",
                (MessageState.INTERRUPTED, INTERRUPTED_SENTENCE, *_RUNNING),
            ).rowcount

    def unreferenced(self, hashes: Iterable[str]) -> tuple[str, ...]:
        """Those content hashes that no message refers to."""
        with self._database.reading() as connection:
            return _unreferenced(connection, set(hashes))

    def close(self) -> None:
        """Write what is noted and close the database, even where the writing is refused."""
        try:
            self.write_pending()
        finally:
            self._database.close()


def _changing(message: Message) -> tuple[str | int | None, ...]:
    """The columns of a message that may change after it was added, in the order of the statements above."""
    return (
        message.text,
        message.state,
        message.state_detail,
        None if message.stats is None else json.dumps(asdict(message.stats)),
        None if message.resume is None else message.resume.region,
        None if message.resume is None else message.resume.text,
        lines_to_json(message.lines),
    )


def _attachment_values(attachment: Attachment) -> tuple[str | int, ...]:
    return (
        attachment.id,
        attachment.sha256,
        attachment.name,
        attachment.format,
        attachment.width_px,
        attachment.height_px,
        attachment.byte_size,
        attachment.page,
        attachment.pages,
        json.dumps(attachment.notes),
        attachment.error,
    )


def _attachment(row: sqlite3.Row) -> Attachment:
    values = {name: row[name] for name in _ATTACHMENT_COLUMNS}
    return Attachment(**{**values, "notes": tuple(json.loads(row["notes"]))})


def _message(row: sqlite3.Row, attachments: tuple[Attachment, ...]) -> Message:
    stats = _stats(row["stats"])
    resume = None
    if row["resume_region"] is not None:
        turned_deg = stats.turned_deg if stats is not None else ()
        resume = ResumePoint(row["resume_region"], row["resume_text"] or "", turned_deg)
    return Message(
        id=row["id"],
        conversation_id=row["conversation_id"],
        role=MessageRole(row["role"]),
        text=row["text"],
        state=MessageState(row["state"]),
        state_detail=row["state_detail"],
        attachments=attachments,
        stats=stats,
        resume=resume,
        created_at=row["created_at"],
        lines=lines_from_json(row["lines"], row["text"]),
    )


def _stats(text: str | None) -> RunStats | None:
    """The figures; those that another version of Yomi did not know keep their defaults."""
    if text is None:
        return None
    known = {name: value for name, value in json.loads(text).items() if name in _STATS_FIELDS}
    return RunStats(**{**known, "turned_deg": tuple(known.get("turned_deg", ()))})


def _hashes(connection: sqlite3.Connection, where: str, values: tuple[str, ...]) -> set[str]:
    # `where` is one of the constants above; the values are bound.
    return {row[0] for row in connection.execute(f"SELECT sha256 FROM attachments WHERE {where}", values)}  # noqa: S608


def _unreferenced(connection: sqlite3.Connection, hashes: set[str]) -> tuple[str, ...]:
    return tuple(
        sha256
        for sha256 in sorted(hashes)
        if connection.execute("SELECT 1 FROM attachments WHERE sha256 = ? LIMIT 1", (sha256,)).fetchone()
        is None
    )


_HOLDS_WORD = (
    "(c.title LIKE ? ESCAPE '!' OR EXISTS"
    " (SELECT 1 FROM messages AS m WHERE m.conversation_id = c.id AND m.text LIKE ? ESCAPE '!'))"
)


def _literal(word: str) -> str:
    """The word for LIKE, in which two characters mean something else."""
    return word.replace("!", "!!").replace("%", "!%").replace("_", "!_")
