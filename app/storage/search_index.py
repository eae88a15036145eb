"""SearchIndex: finds words in all that was ever read, asked and answered.

Derived data in a file of its own, made anew from the history when it is missing, damaged or of another
version; in memory where it cannot be written. One thread, the one that opens it: the history is only read, by
a connection of this thread's, so that the window never waits for a search, nor for the index. Terms of three
characters and more go through an FTS5 trigram table, shorter ones and SQLite without it through the folded
texts themselves. See docs/adr/search-index.md.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from app.search_text import fold
from app.storage.errors import StorageError
from app.storage.transaction import is_damage, primary_code, transaction

VERSION = 2
BUSY_TIMEOUT_S = 2.0
SLICE_MESSAGES = 100
"""Messages that are indexed in one transaction; between two the caller may have changed its mind."""

GRAM = 3
MOST_GRAMS = 12
"""Trigrams of a term that are looked up; the text itself decides."""

TEXT_AND_NAMES = (
    "m.text || coalesce((SELECT char(10) || group_concat(name, char(10)) FROM (SELECT name FROM"
    " history.attachments WHERE message_id = m.id ORDER BY position)), '')"
)
"""What is looked into of `history.messages AS m`: its text, then the names of its pictures, a line each."""

_WIPES_AT_ONCE = (3, 42)
"""From this SQLite on a trigram table leaves nothing of what is taken out; before, until it is merged."""

_STEPS_BETWEEN_LOOKS = 20_000
_CACHE_KIB = 16_384

_TEXTS = """
    CREATE TABLE texts (
        seq INTEGER PRIMARY KEY,
        change INTEGER NOT NULL,
        conversation_id TEXT NOT NULL,
        folded TEXT NOT NULL
    )
"""
# detail=none: which texts hold a trigram, and not where. Half as large, and the text is looked at anyway.
_GRAMS = """
    CREATE VIRTUAL TABLE grams USING fts5 (
        folded, content = 'texts', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1', detail = none
    )
"""
_UNSEEN = """
    SELECT m.seq FROM history.messages AS m INDEXED BY messages_by_change
    LEFT JOIN texts AS t ON t.seq = m.seq
    WHERE m.change > 0 AND t.change IS NOT m.change ORDER BY m.change DESC, m.seq DESC
"""
_GONE = "SELECT seq FROM texts WHERE seq NOT IN (SELECT seq FROM history.messages)"

T = TypeVar("T")

log = logging.getLogger(__name__)


class SearchCancelledError(Exception):
    """The search is no longer wanted."""


class SearchIndex:
    """An open index over one history."""

    def __init__(self, history: Path | None, file: Path | None) -> None:
        """Over the history in a file, kept in `file`; over a copy that `take_copy` brings, where `history` is
        None.

        Raises: StorageError when the history cannot be read.
        """
        self._history = history
        self._file = file if history is not None else None
        self._has_grams = _has_trigrams()
        self._seen_change = -1
        self._holds_remains = False
        self._connection = self._opened()

    @property
    def is_kept(self) -> bool:
        """Whether the index lies in its file; else it is gone with the process."""
        return self._file is not None

    def take_copy(self, history: bytes) -> None:
        """Look into this copy of a history that has no file from now on."""
        self._connection.deserialize(history, name="history")

    def unseen(self) -> tuple[int, ...]:
        """`seq` of the messages that the index does not hold as they are, the newest first, after it has
        forgotten those that are gone.

        Raises: StorageError.
        """
        return self._mended(self._find_unseen)

    def add(self, seqs: Sequence[int]) -> None:
        """Take in these messages.

        Raises: StorageError.
        """
        self._mended(lambda: self._add(seqs))

    def tidy(self) -> None:
        """Leave nothing in the file of what was taken out.

        Raises: StorageError.
        """
        if self._holds_remains:
            self._mended(self._wipe)

    def holding(self, terms: Sequence[str], limit: int, wanted: Callable[[], bool]) -> list[tuple[int, str]]:
        """(seq, conversation id) of the newest messages that hold all of the folded terms.

        Raises: SearchCancelledError once it is not `wanted`; StorageError.
        """
        where, values = self._condition(terms)
        query = f"SELECT t.seq, t.conversation_id FROM {where} ORDER BY t.seq DESC LIMIT ?"  # noqa: S608
        return self.read(query, (*values, limit), wanted)

    def conversations_holding(self, term: str, wanted: Callable[[], bool]) -> dict[str, int]:
        """Id of each conversation with a message that holds the folded term -> seq of the newest one.

        Raises: SearchCancelledError once it is not `wanted`; StorageError.
        """
        where, values = self._condition([term])
        query = f"SELECT t.conversation_id, max(t.seq) FROM {where} GROUP BY t.conversation_id"  # noqa: S608
        return dict(self.read(query, values, wanted))

    def close(self) -> None:
        """Close the file; harmless when already closed."""
        self._connection.close()

    # -- reading

    def _condition(self, terms: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """FROM and WHERE for texts `t` with all of the terms, and the values to bind."""
        holds = " AND ".join(["instr(t.folded, ?)"] * len(terms))
        grams = sorted({gram for term in terms for gram in _grams_of(term)}) if self._has_grams else []
        if not grams:
            return f"texts AS t WHERE {holds}", tuple(terms)
        wanted = " AND ".join('"' + gram.replace('"', '""') + '"' for gram in grams)
        return f"grams JOIN texts AS t ON t.seq = grams.rowid WHERE grams MATCH ? AND {holds}", (
            wanted,
            *terms,
        )

    def read(
        self, query: str, values: Sequence[str | int], wanted: Callable[[], bool]
    ) -> list[tuple[Any, ...]]:
        """Rows of a query over the index and `history`.

        Raises: SearchCancelledError once it is not `wanted`; StorageError.
        """
        try:
            return self._mended(lambda: self._rows(query, values, wanted))
        except StorageError:
            if not wanted():
                raise SearchCancelledError from None
            raise

    def _rows(
        self, query: str, values: Sequence[str | int], wanted: Callable[[], bool]
    ) -> list[tuple[Any, ...]]:
        self._connection.set_progress_handler(lambda: not wanted(), _STEPS_BETWEEN_LOOKS)
        try:
            return self._connection.execute(query, values).fetchall()
        finally:
            self._connection.set_progress_handler(None, 0)

    # -- writing

    def _find_unseen(self) -> tuple[int, ...]:
        change = self._connection.execute("SELECT change FROM history.search_clock").fetchone()[0]
        if change == self._seen_change:
            return ()
        gone = [row[0] for row in self._connection.execute(_GONE)]
        if gone:
            with transaction(self._connection):
                for seq in gone:
                    self._take_out(seq)
        unseen = tuple(row[0] for row in self._connection.execute(_UNSEEN))
        if not unseen:
            self._seen_change = change
        return unseen

    def _add(self, seqs: Sequence[int]) -> None:
        for start in range(0, len(seqs), SLICE_MESSAGES):
            with transaction(self._connection):
                for seq in seqs[start : start + SLICE_MESSAGES]:
                    self._put(seq)

    def _put(self, seq: int) -> None:
        """Take in one message, in place of an older text of it."""
        self._take_out(seq)
        row = self._connection.execute(
            f"SELECT change, conversation_id, {TEXT_AND_NAMES} FROM history.messages AS m WHERE seq = ?",  # noqa: S608
            (seq,),
        ).fetchone()
        if row is None:
            return
        change, conversation_id, text = row
        folded = fold(text)
        self._connection.execute(
            "INSERT INTO texts VALUES (?, ?, ?, ?)", (seq, change, conversation_id, folded)
        )
        if self._has_grams:
            self._connection.execute("INSERT INTO grams (rowid, folded) VALUES (?, ?)", (seq, folded))

    def _take_out(self, seq: int) -> None:
        row = self._connection.execute("SELECT folded FROM texts WHERE seq = ?", (seq,)).fetchone()
        if row is None:
            return
        if self._has_grams:
            self._connection.execute(
                "INSERT INTO grams (grams, rowid, folded) VALUES ('delete', ?, ?)", (seq, row[0])
            )
        self._connection.execute("DELETE FROM texts WHERE seq = ?", (seq,))
        self._holds_remains = True

    def _wipe(self) -> None:
        if self._has_grams and sqlite3.sqlite_version_info < _WIPES_AT_ONCE:
            self._connection.execute("INSERT INTO grams (grams) VALUES ('optimize')")
        self._connection.execute("PRAGMA main.wal_checkpoint(TRUNCATE)")
        self._holds_remains = False

    # -- opening and mending

    def _mended(self, work: Callable[[], T]) -> T:
        """What `work` gives; where the index refuses, with one made anew, in memory if need be."""
        try:
            return work()
        except sqlite3.Error as error:
            if self._file is None or primary_code(error) == sqlite3.SQLITE_INTERRUPT:
                raise _refusal(error) from error
            log.warning("search index: %s", error)
            is_damaged = is_damage(error)
        self._connection.close()
        if is_damaged:
            _remove(self._file)
        else:
            self._file = None
        self._seen_change = -1
        self._connection = self._opened()
        try:
            return work()
        except sqlite3.Error as error:
            raise _refusal(error) from error

    def _opened(self) -> sqlite3.Connection:
        """The index in its file, or, where that cannot be, in memory."""
        if self._file is not None:
            for _ in range(2):
                try:
                    return self._connected(self._file)
                except sqlite3.Error as error:
                    log.warning("search index not opened: %s", error)
                    if not is_damage(error):
                        break
                    _remove(self._file)
            self._file = None
        try:
            return self._connected(None)
        except sqlite3.Error as error:
            raise _refusal(error) from error

    def _connected(self, file: Path | None) -> sqlite3.Connection:
        target = ":memory:" if file is None else f"{_uri(file)}?mode=rwc"
        connection = sqlite3.connect(target, timeout=BUSY_TIMEOUT_S, isolation_level=None, uri=True)
        try:
            self._set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _set_up(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        version = VERSION if self._has_grams else -VERSION
        with transaction(connection):
            found = connection.execute("PRAGMA user_version").fetchone()[0]
            if found != version:
                if found:
                    # One made without trigrams, or by a Yomi that folded otherwise.
                    raise _other_version(found)
                connection.execute(_TEXTS)
                if self._has_grams:
                    connection.execute(_GRAMS)
                    if sqlite3.sqlite_version_info >= _WIPES_AT_ONCE:
                        connection.execute("INSERT INTO grams (grams, rank) VALUES ('secure-delete', 1)")
                connection.execute(f"PRAGMA user_version = {version}")
        history = ":memory:" if self._history is None else f"{_uri(self._history)}?mode=ro"
        connection.execute("ATTACH ? AS history", (history,))


def _has_trigrams() -> bool:
    """Whether this SQLite can take texts apart into trigrams."""
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute("CREATE VIRTUAL TABLE t USING fts5 (x, tokenize = 'trigram')")
        except sqlite3.OperationalError:
            return False
    return True


def _grams_of(term: str) -> list[str]:
    """Trigrams of a term, from all over it where it is long."""
    grams = [term[start : start + GRAM] for start in range(len(term) - GRAM + 1)]
    step = max(1, len(grams) // MOST_GRAMS)
    return grams[::step]


def _other_version(found: int) -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError(f"index of version {found}")
    error.sqlite_errorcode = sqlite3.SQLITE_NOTADB
    return error


def _uri(path: Path) -> str:
    """The path as SQLite reads it, whatever characters and bytes are in it."""
    name = path.absolute().as_posix()
    return "file://" + quote(name if name.startswith("/") else f"/{name}", errors="surrogateescape")


def _remove(file: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            file.with_name(file.name + ending).unlink(missing_ok=True)


def _refusal(error: sqlite3.Error) -> StorageError:
    return StorageError("The history could not be searched; close Yomi and start it again.", str(error))
