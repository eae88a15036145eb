"""The fixtures that every test relies on do what they promise."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from pathlib import Path

import pytest

from tests import conftest
from tests.helpers.left_state import PROCESS, LeftState


def test_a_connection_that_leaves_the_machine_fails_the_test() -> None:
    # 192.0.2.0/24 is set aside for documentation: no host has such an address.
    with (
        socket.socket() as outside,
        pytest.raises(AssertionError, match=r"network connection to 192\.0\.2\.1"),
    ):
        outside.connect(("192.0.2.1", 80))


def test_a_connection_within_the_machine_is_allowed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as inside:
        inside.connect(server.getsockname())
        assert inside.getpeername() == server.getsockname()


def test_what_yomi_writes_goes_to_a_folder_of_the_test(yomi_home: Path, tmp_path: Path) -> None:
    assert os.environ["YOMI_HOME"] == str(yomi_home)
    assert yomi_home.is_relative_to(tmp_path)
    assert not list(yomi_home.iterdir())


def test_a_thread_that_goes_on_is_found_and_one_that_ended_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(threading.enumerate())
    release = threading.Event()
    thread = threading.Thread(target=release.wait, name="left behind")
    thread.start()
    with monkeypatch.context() as patched:
        patched.setattr(conftest, "THREAD_GRACE_S", 0.0)
        assert conftest._left_threads(before) == [thread]
    release.set()
    assert conftest._left_threads(before) == []


def test_what_a_test_changes_for_the_others_is_said_and_put_back(tmp_path: Path) -> None:
    folder, level, path = Path.cwd(), logging.getLogger().level, list(sys.path)
    state = LeftState(PROCESS)
    assert state.changes() == []
    handler = logging.StreamHandler()
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(level + 1)
    os.environ["YOMI_LEFT"] = "1"
    del os.environ["YOMI_HOME"]
    sys.path.insert(0, "left")
    signal.signal(signal.SIGTERM, lambda *_: None)
    os.chdir(tmp_path)
    said = state.changes()
    assert [phrase.split(":")[0] for phrase in said] == [
        "the current folder",
        "environment variables",
        "sys.path",
        "log handlers",
        "the level of the log",
        "signal handlers",
    ]
    assert "YOMI_HOME, YOMI_LEFT" in said[1]
    assert state.changes() == []
    assert (Path.cwd(), sys.path, logging.getLogger().level) == (folder, path, level)
    assert handler not in logging.getLogger().handlers
    assert "YOMI_LEFT" not in os.environ
    assert "YOMI_HOME" in os.environ


def test_a_handler_that_says_nothing_is_not_left() -> None:
    state, silent = LeftState(PROCESS), logging.NullHandler()
    logging.getLogger().addHandler(silent)
    assert state.changes() == []
    logging.getLogger().removeHandler(silent)
