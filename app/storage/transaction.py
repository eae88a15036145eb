"""A block of writes to SQLite that holds whole or not at all, and what SQLite calls an error. Any thread that
owns the connection.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write everything in the block, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        # Where SQLite has already rolled back (disk full), a second rollback would raise and hide the reason.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, the low byte; extended codes say where it was met."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault."""
    return primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
