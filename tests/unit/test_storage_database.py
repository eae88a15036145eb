"""The history's file: made, migrated, refused, moved aside; never lost and never silently replaced."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain import ReadLine, ReadWord, ResumePoint
from app.storage import database as database_module
from app.storage.conversations import ConversationRepository
from app.storage.database import CHECKED_ALWAYS_BYTES, Database
from app.storage.errors import StorageError
from app.storage.migrations import MIGRATIONS

LATEST = len(MIGRATIONS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite3"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    opened = Database.open(path)
    yield opened
    opened.close()


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def insert_conversation(connection: sqlite3.Connection, title: str = "t") -> None:
    connection.execute(
        "INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', ?, '2026', '2026')",
        (title,),
    )


def insert_message(connection: sqlite3.Connection, message_id: str, conversation_id: str = "c") -> None:
    """A message with the columns that every version has."""
    connection.execute(
        "INSERT INTO messages (id, conversation_id, role, text, state, state_detail, created_at)"
        " VALUES (?, ?, 'assistant', 'Milk 2.50', 'complete', '', '2026')",
        (message_id, conversation_id),
    )


def make_version(path: Path, version: int) -> None:
    """A database as the version that shipped `version` migrations left it, with a conversation."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
        insert_conversation(connection, "Old")


def test_a_new_file_has_the_latest_version_and_a_write_ahead_log(path: Path, database: Database) -> None:
    assert version_of(path) == LATEST
    assert database.connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert database.connection.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    assert database.notices == ()


@pytest.mark.parametrize("version", range(1, LATEST + 1))
def test_a_file_of_every_earlier_version_opens_with_its_content(path: Path, version: int) -> None:
    make_version(path, version)
    opened = Database.open(path)
    with closing(opened.connection):
        assert opened.connection.execute("SELECT title FROM conversations").fetchone()[0] == "Old"
    assert version_of(path) == LATEST


def test_messages_from_before_lines_were_kept_are_read_without(path: Path) -> None:
    make_version(path, 1)
    with closing(sqlite3.connect(path)) as connection, connection:
        insert_message(connection, "m")
    repository = ConversationRepository.open(path)
    (message,) = repository.load_messages("c")
    assert (message.text, message.lines) == ("Milk 2.50", ())
    line = ReadLine("Milk 2.50", 0, 0, (1, 2, 3, 4), (ReadWord("Milk", 0.5, 0, 4),))
    repository.update_message(replace(message, lines=(line,)))
    assert repository.load_messages("c")[0].lines == (line,)
    repository.close()


@pytest.mark.parametrize("version", [1, 2])
def test_messages_from_before_there_were_branches_become_one_chain_each(path: Path, version: int) -> None:
    make_version(path, version)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO conversations VALUES ('d', 'Other', 0, '2025', '2025')")
        connection.execute("INSERT INTO conversations VALUES ('e', 'Empty', 0, '2024', '2024')")
        for message_id, conversation_id in (("c1", "c"), ("d1", "d"), ("c2", "c"), ("d2", "d"), ("c3", "c")):
            insert_message(connection, message_id, conversation_id)
    repository = ConversationRepository.open(path)
    chains = {
        name: [(message.id, message.parent_id) for message in repository.load_messages(name)]
        for name in "cde"
    }
    assert chains == {
        "c": [("c1", ""), ("c2", "c1"), ("c3", "c2")],
        "d": [("d1", ""), ("d2", "d1")],
        "e": [],
    }
    assert [(c.id, c.leaf_id, c.pinned) for c in repository.list_conversations()] == [
        ("c", "c3", False),
        ("d", "d2", False),
        ("e", "", False),
    ]
    assert [message.request for message in repository.load_messages("c")] == [None] * 3
    assert repository.siblings("c") == {}
    repository.close()


@pytest.mark.parametrize(
    ("stats", "turned_deg"), [('{"turned_deg": [0, 180]}', (0, 180)), ("{}", ()), ("{broken", ()), (None, ())]
)
def test_where_an_older_answer_goes_on_is_still_known(
    path: Path, stats: str | None, turned_deg: tuple[int, ...]
) -> None:
    make_version(path, 2)
    with closing(sqlite3.connect(path)) as connection, connection:
        insert_message(connection, "cut")
        insert_message(connection, "whole")
        connection.execute(
            "UPDATE messages SET resume_region = 2, resume_text = 'half', stats = ? WHERE id = 'cut'",
            (stats,),
        )
    Database.open(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        # Figures that no program can read are another matter.
        connection.execute("UPDATE messages SET stats = NULL")
    repository = ConversationRepository.open(path)
    cut, whole = repository.load_messages("c")
    assert (cut.resume, whole.resume) == (ResumePoint(2, "half", turned_deg), None)
    repository.close()


def test_the_file_is_copied_before_its_schema_changes(path: Path) -> None:
    make_version(path, LATEST)
    later = (*MIGRATIONS, ("ALTER TABLE conversations ADD COLUMN later INTEGER NOT NULL DEFAULT 0",))
    Database.open(path, later).close()
    backup = path.with_name(f"history.backup-v{LATEST}.sqlite3")
    assert (version_of(path), version_of(backup)) == (LATEST + 1, LATEST)
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT title FROM conversations").fetchone()[0] == "Old"


def test_a_migration_that_fails_leaves_the_version_before(path: Path) -> None:
    make_version(path, LATEST)
    broken = (*MIGRATIONS, ("CREATE TABLE extra (a)", "INSERT INTO no_such_table VALUES (1)"))
    with pytest.raises(StorageError):
        Database.open(path, broken)
    assert version_of(path) == LATEST
    with closing(sqlite3.connect(path)) as connection:
        assert (
            connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'extra'").fetchone()[0] == 0
        )


def test_a_file_of_a_newer_yomi_is_refused_and_untouched(path: Path) -> None:
    make_version(path, LATEST)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {LATEST + 1}")
    before = path.read_bytes()
    with pytest.raises(StorageError) as caught:
        Database.open(path)
    assert "newer Yomi" in caught.value.sentence
    assert path.read_bytes() == before


def test_where_the_history_is_refused_a_passing_one_is_used_and_it_is_said(path: Path) -> None:
    make_version(path, LATEST)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {LATEST + 1}")
    opened = Database.open_or_memory(path)
    with closing(opened.connection):
        assert "newer Yomi" in opened.notices[0]
        assert opened.notices[1] == "Until then nothing is kept."
        with opened.transaction() as connection:
            insert_conversation(connection)


@pytest.mark.parametrize("kind", ["not a database", "cut short", "overwritten page"])
def test_a_damaged_file_is_moved_aside_and_a_new_one_started(path: Path, kind: str) -> None:
    if kind == "not a database":
        path.write_bytes(b"this was never a database, whatever its name says" * 100)
    else:
        make_version(path, LATEST)
        data = bytearray(path.read_bytes())
        page = int.from_bytes(data[16:18], "big")
        if kind == "cut short":
            data = data[: page * 2]
        else:
            data[page : page * 3] = b"\xff" * (page * 2)
        path.write_bytes(bytes(data))
    before = path.read_bytes()
    opened = Database.open(path)
    with closing(opened.connection):
        kept = next(found for found in path.parent.iterdir() if ".corrupt-" in found.name)
        assert kept.name in opened.notices[0]
        assert kept.read_bytes() == before
        assert opened.connection.execute("SELECT count(*) FROM conversations").fetchone()[0] == 0


def make_large(path: Path) -> None:
    """A closed history over the size that is looked through at each start."""
    opened = Database.open(path)
    with opened.transaction() as connection:
        insert_conversation(connection)
        for number in range(60):
            insert_message(connection, f"m{number}")
        connection.execute("UPDATE messages SET text = hex(randomblob(50000))")
    opened.close()
    assert path.stat().st_size > CHECKED_ALWAYS_BYTES


def looked_through(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections whose whole file is read from now on."""
    done: list[sqlite3.Connection] = []
    look = database_module._look_through

    def noted(connection: sqlite3.Connection) -> None:
        done.append(connection)
        look(connection)

    monkeypatch.setattr(database_module, "_look_through", noted)
    return done


def test_a_large_history_that_was_closed_opens_without_being_read_as_a_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_large(path)
    done = looked_through(monkeypatch)
    Database.open(path).close()
    assert done == []
    # A process that ended badly leaves its log behind.
    held = Database.open(path)
    with held.transaction() as connection:
        insert_message(connection, "last")
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    second = Database.open(path)
    assert len(done) == 1
    second.close()
    held.close()


def test_damage_that_is_met_in_a_large_history_moves_it_aside_at_the_next_start(path: Path) -> None:
    make_large(path)
    data = bytearray(path.read_bytes())
    page = int.from_bytes(data[16:18], "big")
    root = 0
    with closing(sqlite3.connect(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'messages'").fetchone()[0]
    data[(root - 1) * page : root * page] = b"\xff" * page
    path.write_bytes(bytes(data))
    opened = Database.open(path)
    assert opened.notices == ()
    with pytest.raises(StorageError, match="start Yomi again"), opened.reading() as connection:
        connection.execute("SELECT count(text) FROM messages NOT INDEXED").fetchone()
    opened.close()
    again = Database.open(path)
    with closing(again.connection):
        assert "it was kept as" in again.notices[0]
        assert again.connection.execute("SELECT count(*) FROM messages").fetchone()[0] == 0
    third = Database.open(path)
    third.close()
    assert third.notices == ()


def test_what_an_earlier_process_left_running_is_found_without_looking_through_all(
    database: Database,
) -> None:
    plan = database.connection.execute(
        "EXPLAIN QUERY PLAN UPDATE messages SET state = 'x' WHERE state IN ('queued', 'streaming')"
    ).fetchall()
    assert "messages_running" in plan[0]["detail"]


def test_a_folder_that_cannot_hold_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError) as caught:
        Database.open(tmp_path / "missing" / "history.sqlite3")
    assert str(tmp_path / "missing") in caught.value.sentence


def test_a_write_that_fails_undoes_the_whole_block(database: Database) -> None:
    def write_and_fail() -> None:
        with database.transaction() as connection:
            insert_conversation(connection)
            insert_conversation(connection)

    with pytest.raises(StorageError):
        write_and_fail()
    assert database.connection.execute("SELECT count(*) FROM conversations").fetchone()[0] == 0


def test_a_full_disk_is_said_in_words(database: Database) -> None:
    pages = database.connection.execute("PRAGMA page_count").fetchone()[0]
    database.connection.execute(f"PRAGMA max_page_count = {pages}")

    def fill() -> None:
        with database.transaction() as connection:
            insert_conversation(connection, "x" * 1_000_000)

    with pytest.raises(StorageError, match="disk is full"):
        fill()


def test_a_database_held_by_another_program_is_said_in_words(
    path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.connection.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="Another program"), database.transaction():
            pytest.fail("the block must not run")
