"""The history's schema as a list of steps; `user_version` counts the steps that a database has taken.

A step that shipped is never edited. A new one is appended, and tests/unit/test_storage_database.py opens a
database of every version before it. `messages.seq` is an integer key, so that an FTS5 table can take its
rows from here.
"""

from __future__ import annotations

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE conversations (
            id TEXT PRIMARY KEY,
            title TEXT NOT NULL,
            title_rank INTEGER NOT NULL DEFAULT 0,
            created_at TEXT NOT NULL,
            updated_at TEXT NOT NULL
        )
        """,
        "CREATE INDEX conversations_by_update ON conversations (updated_at)",
        """
        CREATE TABLE messages (
            seq INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            role TEXT NOT NULL,
            text TEXT NOT NULL,
            state TEXT NOT NULL,
            state_detail TEXT NOT NULL,
            stats TEXT,
            resume_region INTEGER,
            resume_text TEXT,
            created_at TEXT NOT NULL
        )
        """,
        "CREATE INDEX messages_by_conversation ON messages (conversation_id, seq)",
        """
        CREATE TABLE attachments (
            id TEXT PRIMARY KEY,
            message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            name TEXT NOT NULL,
            format TEXT NOT NULL,
            width_px INTEGER NOT NULL,
            height_px INTEGER NOT NULL,
            byte_size INTEGER NOT NULL,
            page INTEGER NOT NULL,
            pages INTEGER NOT NULL,
            notes TEXT NOT NULL,
            error TEXT NOT NULL
        )
        """,
        "CREATE INDEX attachments_by_message ON attachments (message_id, position)",
        "CREATE INDEX attachments_by_content ON attachments (sha256)",
    ),
    (
        # JSON of app.storage.line_records: where an answer's lines stand, and how sure each word is.
        "ALTER TABLE messages ADD COLUMN lines TEXT",
    ),
)
