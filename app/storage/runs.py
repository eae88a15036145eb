"""RunHistory: how every run ended and its figures, in the history's file. GUI thread, like the history.

It holds nothing of what was asked or read, so that it may outlive the conversations; it keeps the last
`MOST_RUNS`.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from dataclasses import asdict, replace

from app.domain import MessageState, RunRecord, RunStats
from app.storage.database import Database
from app.storage.message_rows import stats_of

MOST_RUNS = 5000
"""About 5 MB, and more than anybody scrolls through."""

log = logging.getLogger(__name__)

_ROWS = (
    "SELECT r.*, coalesce(m.conversation_id, '') AS conversation_id"
    " FROM runs AS r LEFT JOIN messages AS m ON m.id = r.message_id"
)


class RunHistory:
    """The runs, the last one first. Every method may raise StorageError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, record: RunRecord) -> None:
        """Keep a run; the oldest one beyond `MOST_RUNS` goes."""
        # What the model was told may hold a question of the user's: it stays with the message alone.
        stats = replace(record.stats, prompt="", seen="")
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO runs (message_id, ended_at, state, error_code, stats) VALUES (?, ?, ?, ?, ?)",
                (
                    record.message_id,
                    record.ended_at,
                    record.state,
                    record.error_code,
                    json.dumps(asdict(stats)),
                ),
            )
            connection.execute("DELETE FROM runs WHERE seq <= (SELECT max(seq) FROM runs) - ?", (MOST_RUNS,))

    def recent(self, limit: int) -> tuple[RunRecord, ...]:
        """The last runs, the newest first; one that cannot be understood is left out."""
        with self._database.reading() as connection:
            rows = connection.execute(f"{_ROWS} ORDER BY r.seq DESC LIMIT ?", (limit,)).fetchall()
        return tuple(record for row in rows if (record := _record(row)) is not None)

    def last_of(self, message_id: str) -> RunRecord | None:
        """The run that a message shows."""
        with self._database.reading() as connection:
            row = connection.execute(
                f"{_ROWS} WHERE r.message_id = ? ORDER BY r.seq DESC LIMIT 1", (message_id,)
            ).fetchone()
        return None if row is None else _record(row)

    def clear(self) -> None:
        """Forget all of them."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM runs")


def _record(row: sqlite3.Row) -> RunRecord | None:
    try:
        return RunRecord(
            row["message_id"],
            MessageState(row["state"]),
            stats_of(row["stats"]) or RunStats(),
            row["error_code"],
            row["ended_at"],
            row["conversation_id"],
        )
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        log.warning("run not shown: %s", error)
        return None
