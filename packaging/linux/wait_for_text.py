"""Waits until the history holds an answer that ended: `wait_for_text.py HISTORY SECONDS`; prints its text.

Exit code 1 where the time ran out or the message failed. Standard library only; never writes the database.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path

ENDED = ("complete", "cut_off", "context_full", "looped", "failed", "empty")
POLL_S = 1.0


def ended_message(history: Path) -> tuple[str, str, str] | None:
    """State, text and explanation of the first answer that ended, or None."""
    if not history.exists():
        return None
    try:
        connection = sqlite3.connect(f"{history.as_uri()}?mode=ro", uri=True)
        try:
            rows = connection.execute(
                "SELECT state, text, state_detail FROM messages WHERE role = 'assistant' ORDER BY seq"
            ).fetchall()
        finally:
            connection.close()
    except sqlite3.OperationalError:
        # The app is only now making its tables.
        return None
    return next((row for row in rows if row[0] in ENDED), None)


def main(history: Path, seconds: float) -> int:
    """Poll until the answer is there."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = ended_message(history)
        if found:
            state, text, detail = found
            print(f"state: {state} {detail}\n{text}")
            return 0 if state == "complete" and text.strip() else 1
        time.sleep(POLL_S)
    print(f"no answer in {history} after {seconds:.0f} s", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), float(sys.argv[2])))
