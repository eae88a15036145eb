"""The first window holds the lock; a crash does not leave it behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.bootstrap import handed_over
from app.home_lock import HomeLock
from app.single_instance import StartRequest

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
    assert second.is_held_elsewhere
    # The first one ends without releasing, as in a crash.
    first.communicate("")
    assert second.acquire()
    second.release()
    assert HomeLock(path).acquire()


def test_a_folder_that_takes_no_lock_is_no_other_window(tmp_path: Path) -> None:
    lock = HomeLock(tmp_path / "missing" / "yomi.lock")
    assert not lock.acquire()
    assert not lock.is_held_elsewhere


def test_where_no_lock_can_be_made_no_other_window_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YOMI_HOME", str(tmp_path))
    clock = SimpleNamespace(monotonic=lambda: 0.0, sleep=lambda _s: pytest.fail("it waits"))
    monkeypatch.setattr("app.bootstrap.time", clock)
    assert not handed_over(HomeLock(tmp_path / "missing" / "yomi.lock"), StartRequest(), 5.0)
