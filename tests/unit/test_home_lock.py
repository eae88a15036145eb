"""The first window holds the lock; a crash does not leave it behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from app.home_lock import HomeLock

HOLD = """
import sys
from pathlib import Path
from app.home_lock import HomeLock
lock = HomeLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
sys.stdin.read()
import os; os._exit(1)
"""


def test_a_second_window_is_told_until_the_first_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "yomi.lock"
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout is not None
    assert first.stdout.readline().strip() == "True"
    second = HomeLock(path)
    assert not second.acquire()
    # The first one ends without releasing, as in a crash.
    first.communicate("")
    assert second.acquire()
    second.release()
    assert HomeLock(path).acquire()
