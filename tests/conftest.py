"""Fixtures that every test gets: a home of its own, no network, and nothing left behind.

Sets the environment before Qt, torch or transformers can be imported.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import time
import weakref
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
# The window speaks the system's language: the tests expect English, whoever runs them.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that starts the tests in the background has them, and all that they start, ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest
from hypothesis import settings

from tests.helpers.left_state import PROCESS, LeftState

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from tests.helpers.patient_bot import PatientBot

THREAD_GRACE_S = 30.0
"""How long a thread that was told to end may take before it counts as left behind."""

settings.register_profile("yomi", deadline=None, derandomize=True, database=None)
settings.load_profile("yomi")

TESTS_DIR = Path(__file__).resolve().parent
FOLDER_MARKS = ("unit", "parity", "gui", "e2e")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test by its folder, so that `-m "not e2e"` needs no decorators."""
    for item in items:
        folder = item.path.relative_to(TESTS_DIR).parts[0]
        if folder in FOLDER_MARKS:
            item.add_marker(folder)


LEFT_STATE = pytest.StashKey[LeftState]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Before any fixture: how the process stands that all tests share."""
    item.stash[LEFT_STATE] = LeftState(PROCESS)
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """After the last fixture: fail the test that left the process other than it found it."""
    try:
        result = yield
    finally:
        # Put back in any case; a test that failed already has more to say than what it left.
        left = item.stash[LEFT_STATE].changes()
    assert not left, f"left changed: {'; '.join(left)}"
    return result


@pytest.fixture(autouse=True)
def yomi_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh, empty folder for everything that Yomi writes (`YOMI_HOME`)."""
    home = tmp_path / "yomi-home"
    home.mkdir()
    monkeypatch.setenv("YOMI_HOME", str(home))
    return home


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """pytest-qt's, with the patience of all tests."""
    # Qt comes in with the first test that needs it.
    from tests.helpers.patient_bot import PatientBot

    return PatientBot(request)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any connection that leaves this machine fails the test that opens it."""
    real_connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            host = str(address[0]) if isinstance(address, tuple) else str(address)
            if host not in ("127.0.0.1", "::1", "localhost"):
                raise AssertionError(f"a test opened a network connection to {host}")
        real_connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)


def _left_threads(before: set[threading.Thread]) -> list[threading.Thread]:
    """Threads started since `before` that are still alive after the grace time."""
    deadline = time.monotonic() + THREAD_GRACE_S
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        # A thread that Python did not start (Qt's) leaves a dummy record behind that never goes away.
        if not isinstance(thread, threading._DummyThread):
            thread.join(max(0.0, deadline - time.monotonic()))
    return [t for t in left if t.is_alive() and not isinstance(t, threading._DummyThread)]


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test that leaves a thread, an active timer, a running QThread or a top-level widget behind."""
    before = set(threading.enumerate())
    if not {"qtbot", "qapp"} & set(request.fixturenames):
        yield
        left = _left_threads(before)
        assert not left, f"threads left behind: {[thread.name for thread in left]}"
        return
    watch = QtWatch(request)
    from tests.helpers.left_look import LOOK, Bare

    look, bare = LeftState(LOOK), Bare()
    yield
    problems = watch.problems()
    problems += look.changes()
    bare.again()
    left = _left_threads(before)
    problems += [f"thread {thread.name}" for thread in left]
    assert not problems, f"left behind: {', '.join(problems)}"


class QtWatch:
    """What Qt objects a test started; asks at its end which of them still live."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        from PySide6.QtCore import QThread, QTimer
        from PySide6.QtWidgets import QApplication

        request.getfixturevalue("qapp")
        self._monkeypatch: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
        self._timers: weakref.WeakSet[QTimer] = weakref.WeakSet()
        self._threads: weakref.WeakSet[QThread] = weakref.WeakSet()
        self._widgets_before = {id(widget) for widget in QApplication.topLevelWidgets()}
        # What is there already (torch alone is a million objects) is not this test's, so the collections at
        # its end need not walk it: 1.7 s a test otherwise.
        gc.freeze()
        self._record_starts(QTimer, self._timers)
        self._record_starts(QThread, self._threads)

    def _record_starts(self, kind: type, seen: weakref.WeakSet) -> None:  # type: ignore[type-arg]
        real_start = kind.start  # type: ignore[attr-defined]

        def start(this: object, *args: object) -> None:
            seen.add(this)
            real_start(this, *args)

        self._monkeypatch.setattr(kind, "start", start)

    def problems(self) -> list[str]:
        """A name for each object that should have ended by now."""
        from PySide6.QtCore import QCoreApplication, QEvent
        from PySide6.QtWidgets import QApplication
        from shiboken6 import isValid

        for _ in range(2):
            # Twice: an object deleted in the first round may delete others later.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QCoreApplication.processEvents()
            gc.collect()
        found = [f"timer {t!r} of {t.parent()!r}" for t in self._timers if isValid(t) and t.isActive()]
        found += [f"QThread {t!r}" for t in self._threads if isValid(t) and t.isRunning()]
        found += [
            f"widget {widget!r}"
            for widget in QApplication.topLevelWidgets()
            if id(widget) not in self._widgets_before
        ]
        return found


def pytest_report_header() -> str:
    """Which Python and platform the run used."""
    return f"yomi: Python {sys.version.split()[0]}, Qt platform {os.environ['QT_QPA_PLATFORM']}"
