"""The history's schema as a list of steps; `user_version` counts the steps that a database has taken.

A step that shipped is never edited. A new one is appended, and tests/unit/test_storage_database.py opens a
database of every version before it. `messages.seq` is an integer key, which the search index names its rows
by.
"""

from __future__ import annotations

_ENDED = """
    CREATE TRIGGER {name} AFTER {event} ON messages WHEN NEW.state NOT IN ('queued', 'streaming') BEGIN
        UPDATE search_clock SET change = change + 1;
        UPDATE messages SET change = (SELECT change FROM search_clock) WHERE seq = NEW.seq;
    END
"""

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
    (
        "ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX conversations_in_order ON conversations (pinned, updated_at)",
        # The last message of the branch that is shown, and what each message follows; '' for none. No foreign
        # keys: SQLite follows a cascade at most 1,000 rows deep, and a conversation is one chain of them.
        "ALTER TABLE conversations ADD COLUMN leaf_id TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE messages ADD COLUMN parent_id TEXT NOT NULL DEFAULT ''",
        # JSON of what was asked for, domain.MessageRequest; NULL where it was not kept.
        "ALTER TABLE messages ADD COLUMN request TEXT",
        """
        UPDATE messages SET parent_id = coalesce((
            SELECT earlier.id FROM messages AS earlier
            WHERE earlier.conversation_id = messages.conversation_id AND earlier.seq < messages.seq
            ORDER BY earlier.seq DESC LIMIT 1
        ), '')
        """,
        """
        UPDATE conversations SET leaf_id = coalesce((
            SELECT id FROM messages WHERE conversation_id = conversations.id ORDER BY seq DESC LIMIT 1
        ), '')
        """,
        "CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id)",
        # When a message last came to an end, on a clock that only goes forward: what app.storage.search_index
        # has not seen yet. Text that is on its way has no time, so that a stream costs the index nothing.
        "CREATE TABLE search_clock (change INTEGER NOT NULL)",
        "INSERT INTO search_clock VALUES (1)",
        "ALTER TABLE messages ADD COLUMN change INTEGER NOT NULL DEFAULT 0",
        "UPDATE messages SET change = 1 WHERE state NOT IN ('queued', 'streaming')",
        "CREATE INDEX messages_by_change ON messages (change)",
        _ENDED.format(name="message_added", event="INSERT"),
        _ENDED.format(name="message_ended", event="UPDATE OF state"),
        """
        CREATE TRIGGER message_deleted AFTER DELETE ON messages BEGIN
            UPDATE search_clock SET change = change + 1;
        END
        """,
    ),
    (
        # The figures of every run and nothing that was asked or read; its message may be deleted since.
        """
        CREATE TABLE runs (
            seq INTEGER PRIMARY KEY,
            message_id TEXT NOT NULL,
            ended_at TEXT NOT NULL,
            state TEXT NOT NULL,
            error_code TEXT NOT NULL,
            stats TEXT NOT NULL
        )
        """,
        "CREATE INDEX runs_by_message ON runs (message_id, seq)",
        """
        INSERT INTO runs (message_id, ended_at, state, error_code, stats)
            SELECT id, created_at, state, '', stats FROM messages
            WHERE stats IS NOT NULL AND state NOT IN ('queued', 'streaming') ORDER BY seq
        """,
    ),
    (
        # JSON of domain.ResumePoint, also of an answer that is on its way; two columns held it before.
        "ALTER TABLE messages ADD COLUMN resume TEXT",
        """
        UPDATE messages SET resume = json_object(
            'region', resume_region,
            'text', coalesce(resume_text, ''),
            'turned_deg', json(CASE WHEN json_valid(stats)
                THEN coalesce(json_extract(stats, '$.turned_deg'), '[]') ELSE '[]' END)
        ), resume_region = NULL, resume_text = NULL WHERE resume_region IS NOT NULL
        """,
    ),
    (
        # What is composed and not sent. Its pictures are rows, so that they count as what is still needed.
        """
        CREATE TABLE drafts (
            conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
            text TEXT NOT NULL,
            preset_id TEXT NOT NULL,
            changed_at TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE draft_pictures (
            id TEXT PRIMARY KEY,
            conversation_id TEXT NOT NULL REFERENCES drafts (conversation_id) ON DELETE CASCADE,
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
        "CREATE INDEX draft_pictures_by_draft ON draft_pictures (conversation_id, position)",
        "CREATE INDEX draft_pictures_by_content ON draft_pictures (sha256)",
    ),
    (
        # What is on its way: asked for at each start, when as a rule there is nothing.
        "CREATE INDEX messages_running ON messages (state) WHERE state IN ('queued', 'streaming')",
    ),
    (
        # What is changed of a sent question and not asked yet; its pictures are the question's own.
        """
        CREATE TABLE edits (
            message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
            conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
            text TEXT NOT NULL,
            picture_ids TEXT NOT NULL,
            changed_at TEXT NOT NULL
        )
        """,
        "CREATE INDEX edits_by_conversation ON edits (conversation_id)",
    ),
    (
        # JSON of app.storage.message_rows: what the model wrote of an answer that a reader corrected.
        "ALTER TABLE messages ADD COLUMN written TEXT",
    ),
)
