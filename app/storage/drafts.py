"""DraftStore: the unsent message of each conversation, in the history's file. GUI thread, like the
history.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from app.domain import utc_now
from app.draft import Draft
from app.storage.database import Database
from app.storage.message_rows import ATTACHMENT_COLUMNS, attachment_of, attachment_values

log = logging.getLogger(__name__)

_PUT_PICTURE = (
    f"INSERT OR REPLACE INTO draft_pictures (conversation_id, position, {', '.join(ATTACHMENT_COLUMNS)})"  # noqa: S608 - constants
    f" VALUES (?, ?{', ?' * len(ATTACHMENT_COLUMNS)})"
)


class DraftStore:
    """One draft a conversation; none where it is empty. Every method may raise StorageError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self, conversation_id: str) -> Draft:
        """What was being composed."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT text, preset_id FROM drafts WHERE conversation_id = ?", (conversation_id,)
            ).fetchone()
            pictures = connection.execute(
                "SELECT * FROM draft_pictures WHERE conversation_id = ? ORDER BY position", (conversation_id,)
            ).fetchall()
        if row is None:
            return Draft()
        words = Draft(row["text"], row["preset_id"])
        try:
            return replace(words, attachments=tuple(attachment_of(picture) for picture in pictures))
        except (ValueError, TypeError) as error:
            log.warning("pictures of a draft, changed by another program, are left out: %s", error)
            return words

    def save(self, conversation_id: str, draft: Draft) -> None:
        """Keep this in place of what was kept; nothing where it is empty, or the conversation is gone."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM drafts WHERE conversation_id = ?", (conversation_id,))
            known = connection.execute("SELECT 1 FROM conversations WHERE id = ?", (conversation_id,))
            if draft.is_empty or known.fetchone() is None:
                return
            connection.execute(
                "INSERT INTO drafts (conversation_id, text, preset_id, changed_at) VALUES (?, ?, ?, ?)",
                (conversation_id, draft.text, draft.preset_id, utc_now()),
            )
            connection.executemany(
                _PUT_PICTURE,
                [
                    (conversation_id, position, *attachment_values(attachment))
                    for position, attachment in enumerate(draft.attachments)
                ],
            )
