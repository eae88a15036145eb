"""EditStore: questions that are being edited, in the history's file. GUI thread, like the history."""

from __future__ import annotations

import json

from app.domain import utc_now
from app.edit import Edit
from app.storage.database import Database


class EditStore:
    """At most one edit a question. Every method may raise StorageError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self, conversation_id: str) -> tuple[Edit, ...]:
        """What is being edited in a conversation."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT message_id, text, picture_ids FROM edits WHERE conversation_id = ?",
                (conversation_id,),
            ).fetchall()
        return tuple(
            Edit(row["message_id"], conversation_id, row["text"], _ids(row["picture_ids"])) for row in rows
        )

    def save(self, edit: Edit) -> None:
        """Keep this in place of what was kept; nothing where the question is gone."""
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO edits (message_id, conversation_id, text, picture_ids, changed_at)"
                " SELECT id, conversation_id, ?, ?, ? FROM messages WHERE id = ?",
                (edit.text, json.dumps(edit.picture_ids), utc_now(), edit.message_id),
            )

    def remove(self, message_id: str) -> None:
        """The question is no longer being edited."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM edits WHERE message_id = ?", (message_id,))


def _ids(text: str) -> tuple[str, ...]:
    """What another program may have changed is left out."""
    try:
        ids = json.loads(text)
    except ValueError:
        return ()
    return tuple(each for each in ids if isinstance(each, str)) if isinstance(ids, list) else ()
