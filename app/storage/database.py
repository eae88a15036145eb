"""Opens the history: one SQLite file in WAL mode, migrated by `user_version`, never lost and never silently
replaced.

One thread, the one that opens it (the GUI thread); SQLite refuses others. See docs/adr on why there is no
writer thread.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from app.storage.errors import StorageError
from app.storage.migrations import MIGRATIONS
from app.storage.transaction import is_damage, primary_code, transaction

BUSY_TIMEOUT_S = 2.0
"""How long a write waits for another process that holds the database before it is refused with a sentence."""

CHECKED_ALWAYS_BYTES = 4 * 1024 * 1024
"""A history up to this size is looked through at each start, which takes some milliseconds; a larger one
(50 ms at 57 MB, seconds at a gigabyte, before the window shows) where it was not closed or was found damaged.
"""

log = logging.getLogger(__name__)


class Database:
    """An open, migrated database; `path` is None where it is gone when closed.

    `notices`: what the user should hear about its opening, sentence by sentence; often nothing.
    """

    def __init__(
        self, connection: sqlite3.Connection, path: Path | None, notices: tuple[str, ...] = ()
    ) -> None:
        self.connection = connection
        self.path = path
        self.notices = notices

    @classmethod
    def open(cls, path: Path, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> Database:
        """Open the file, making or migrating it as needed; one that is damaged is moved aside and said so.

        Raises: StorageError when it belongs to a newer Yomi, or cannot be opened or written.
        """
        try:
            return cls(_open_checked(path, migrations), path)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise _refusal(path, error) from error
            log.warning("damaged history: %s", error)
            kept = _move_aside(path)
        try:
            connection = _open_checked(path, migrations)
        except sqlite3.DatabaseError as error:
            raise _refusal(path, error) from error
        return cls(
            connection,
            path,
            (f"The history could not be read; it was kept as {kept.name} and a new one was started.",),
        )

    @classmethod
    def open_or_memory(cls, path: Path) -> Database:
        """Like `open`; where that is refused a history that ends with the process, and the reason."""
        try:
            return cls.open(path)
        except StorageError as error:
            log.warning("history not opened: %s", error)
            database = cls.in_memory()
            database.notices = (error.sentence, "Until then nothing is kept.")
            return database

    @classmethod
    def in_memory(cls) -> Database:
        """A database that is gone when closed."""
        connection = _connect(":memory:")
        _migrate(connection, MIGRATIONS, None)
        return cls(connection, None)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of the block's writes or none.

        Raises: StorageError when the database refuses.
        """
        try:
            with transaction(self.connection):
                yield self.connection
        except sqlite3.Error as error:
            self._remember_damage(error)
            raise _write_refusal(error) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Reads of the block with errors as sentences.

        Raises: StorageError when the database refuses.
        """
        try:
            yield self.connection
        except sqlite3.Error as error:
            self._remember_damage(error)
            raise StorageError("The history could not be read; start Yomi again.", str(error)) from error

    def close(self) -> None:
        """Fold the write-ahead log into the file and close; harmless when already closed."""
        self.connection.close()

    def _remember_damage(self, error: sqlite3.Error) -> None:
        """Let the next start look through the file: it is what then moves a damaged one aside."""
        if self.path is not None and is_damage(error):
            with suppress(OSError):
                _mark_of(self.path).touch()


def _connect(target: Path | str) -> sqlite3.Connection:
    # isolation_level None: transactions begin where the code says, not where the module guesses.
    connection = sqlite3.connect(target, timeout=BUSY_TIMEOUT_S, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


def _open_checked(path: Path, migrations: Sequence[Sequence[str]]) -> sqlite3.Connection:
    # Before it is opened: opening it takes over what a process that ended badly left beside it.
    is_suspect = _is_suspect(path)
    connection = _connect(path)
    try:
        _prepare(connection, path, migrations, is_suspect=is_suspect)
    except BaseException:
        connection.close()
        raise
    return connection


def _is_suspect(path: Path) -> bool:
    """Whether the whole file is to be looked through before it is used."""
    log_beside = path.with_name(f"{path.name}-wal")
    try:
        return (
            path.stat().st_size <= CHECKED_ALWAYS_BYTES
            or _mark_of(path).exists()
            or (log_beside.exists() and log_beside.stat().st_size > 0)
        )
    except FileNotFoundError:
        return False


def _mark_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-damaged")


def _prepare(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Sequence[str]], *, is_suspect: bool
) -> None:
    version = _user_version(connection)
    if version > len(migrations):
        raise StorageError(
            "The history was written by a newer Yomi; install that version to use it, or move "
            f"{path.name} out of the folder {path.parent}.",
            f"user_version {version} > {len(migrations)}",
        )
    if is_suspect:
        _look_through(connection)
        _mark_of(path).unlink(missing_ok=True)
    connection.execute("PRAGMA journal_mode = WAL")
    # NORMAL under WAL: a crash of the app loses nothing, a power cut at most the last moments; FULL would
    # fsync at every journalled piece of a streaming answer, on the GUI thread.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    # What the user deletes is overwritten, not only unlinked.
    connection.execute("PRAGMA secure_delete = ON")
    _migrate(connection, migrations, path)


def _look_through(connection: sqlite3.Connection) -> None:
    verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        damage = sqlite3.DatabaseError(verdict)
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage


def _migrate(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]], path: Path | None) -> None:
    version = _user_version(connection)
    if version == 0:
        connection.execute("PRAGMA foreign_keys = ON")
    if path is not None and 0 < version < len(migrations):
        _back_up(connection, path.with_name(f"{path.stem}.backup-v{version}{path.suffix}"))
    for number in range(version, len(migrations)):
        with transaction(connection):
            for statement in migrations[number]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")


def _back_up(connection: sqlite3.Connection, target: Path) -> None:
    """A whole copy of the database, written beside it before its schema changes."""
    copy = sqlite3.connect(target)
    try:
        connection.backup(copy)
    finally:
        copy.close()


def _user_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _move_aside(path: Path) -> Path:
    """Rename the database and its companions; returns where the database went."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    kept = path.with_name(f"{path.stem}.corrupt-{stamp}{path.suffix}")
    try:
        for ending in ("", "-wal", "-shm", "-damaged"):
            companion = path.with_name(path.name + ending)
            if companion.exists():
                companion.replace(kept.with_name(kept.name + ending))
    except OSError as error:
        raise StorageError(
            f"The history is damaged and could not be moved aside; move {path} away and start Yomi again.",
            str(error),
        ) from error
    return kept


def _refusal(path: Path, error: sqlite3.DatabaseError) -> StorageError:
    code = primary_code(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageError("Another program holds the history; close it and start Yomi again.", str(error))
    return StorageError(
        f"The history in {path.parent} could not be opened; check that the folder is writable and not full.",
        str(error),
    )


def _write_refusal(error: sqlite3.Error) -> StorageError:
    code = primary_code(error)
    if code == sqlite3.SQLITE_FULL:
        return StorageError(
            "The disk is full, so the history could not be written; free some space.", str(error)
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StorageError(
            "Another program holds the history, so it could not be written; close it.", str(error)
        )
    return StorageError("The history could not be written; check the folder it lies in.", str(error))
