"""The real application as a process, seen from outside: its exit code, and the history that it keeps."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.patience import PATIENCE_S, PROCESS_PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]
POLL_S = 0.1


@dataclass(frozen=True)
class StoredAnswer:
    state: str
    text: str
    detail: str


def stored_answers(home: Path) -> list[StoredAnswer]:
    """The answers in the history, oldest first; none while there is no history yet."""
    history = home / "history.sqlite3"
    if not history.exists():
        return []
    connection = sqlite3.connect(f"{history.as_uri()}?mode=ro", uri=True)
    try:
        rows = connection.execute(
            "SELECT state, text, state_detail FROM messages WHERE role = 'assistant' ORDER BY seq"
        ).fetchall()
    except sqlite3.OperationalError:
        # The application is only now making its tables.
        return []
    finally:
        connection.close()
    return [StoredAnswer(*row) for row in rows]


class RealProcess:
    """`python -m app …`, ended at the end of a `with`."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], log: Path) -> None:
        self._home = Path(environment["YOMI_HOME"])
        self._log = log.open("wb")
        self._log_path = log
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app", *arguments],
            cwd=ROOT,
            env=environment,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self) -> RealProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE_S)
        self._log.close()

    @property
    def output(self) -> str:
        """What it printed so far."""
        return self._log_path.read_text("utf-8", "replace")

    def answers(self) -> list[StoredAnswer]:
        return stored_answers(self._home)

    def wait_for(self, ready: Callable[[list[StoredAnswer]], bool]) -> list[StoredAnswer]:
        """The answers, once `ready`; fails when the process ends before."""
        end_s = time.monotonic() + PROCESS_PATIENCE_S
        while True:
            answers = self.answers()
            if ready(answers):
                return answers
            assert self._process.poll() is None, f"the process ended: {self.output}"
            assert time.monotonic() < end_s, f"never happened; last seen {answers}; {self.output}"
            time.sleep(POLL_S)

    def terminate(self) -> int:
        """Ask it to end as the desktop does at log-out; its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE_S)
