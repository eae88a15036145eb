"""What a test may change for all that come after it in the same process: seen before, compared after.

`LeftState` puts back what it finds changed, so that only the test that left it fails. `PROCESS` holds the
parts of any test; `left_look` has those of one with windows. Main thread only.
"""

from __future__ import annotations

import faulthandler
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

WATCHED_SIGNALS = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGPIPE", "SIGCHLD")
    if hasattr(signal, name)
]


AT_START = frozenset(os.environ) - {"PYTEST_CURRENT_TEST"}
"""Variables that there were when the tests began."""

OURS = ("YOMI", "QT", "XDG", "DBUS", "DISPLAY", "WAYLAND", "LANG", "LC_", "PIP", "PYTHON", "HF_", "TMP")
"""How names begin of later ones that would change other tests. What is left out is set by libraries when they
are imported, by whichever test needs them first (CUBLAS, OMP, TORCHINDUCTOR).
"""


def _environment() -> dict[str, str]:
    """The variables that are a test's business."""
    return {name: value for name, value in os.environ.items() if name in AT_START or name.startswith(OURS)}


def _put_environment(before: dict[str, str]) -> None:
    for name in _environment().keys() - before.keys():
        del os.environ[name]
    os.environ.update(before)


def _handlers() -> list[logging.Handler]:
    """Who hears of log records, less pytest's own and those that say nothing."""
    return [
        handler
        for handler in logging.getLogger().handlers
        if not type(handler).__module__.startswith("_pytest") and type(handler) is not logging.NullHandler
    ]


def _put_handlers(before: list[logging.Handler]) -> None:
    for handler in _handlers():
        if handler not in before:
            logging.getLogger().removeHandler(handler)


def _signals() -> list[Any]:
    return [signal.getsignal(number) for number in WATCHED_SIGNALS]


def _put_signals(before: list[Any]) -> None:
    for number, handler in zip(WATCHED_SIGNALS, before, strict=True):
        if handler is not None:
            signal.signal(number, handler)


def _put_path(before: list[str]) -> None:
    sys.path[:] = before


def _set(owner: object, name: str) -> Callable[[Any], None]:
    return lambda before: setattr(owner, name, before)


Part = tuple[Callable[[], Any], Callable[[Any], object]]
"""How a part of the state is seen, and how it is put back."""

PROCESS: dict[str, Part] = {
    "the current folder": (os.getcwd, os.chdir),
    "environment variables": (_environment, _put_environment),
    "sys.path": (lambda: list(sys.path), _put_path),
    "log handlers": (_handlers, _put_handlers),
    "the level of the log": (lambda: logging.getLogger().level, logging.getLogger().setLevel),
    "logging.disable": (lambda: logging.root.manager.disable, logging.disable),
    "sys.excepthook": (lambda: sys.excepthook, _set(sys, "excepthook")),
    "sys.unraisablehook": (lambda: sys.unraisablehook, _set(sys, "unraisablehook")),
    "threading.excepthook": (lambda: threading.excepthook, _set(threading, "excepthook")),
    "signal handlers": (_signals, _put_signals),
    "how often garbage is collected": (gc.get_threshold, lambda before: gc.set_threshold(*before)),
    "faulthandler": (
        faulthandler.is_enabled,
        lambda before: faulthandler.enable(2) if before else faulthandler.disable(),
    ),
}


class LeftState:
    """The parts as they were when this was made."""

    def __init__(self, parts: dict[str, Part]) -> None:
        self._parts = parts
        self._before = {name: see() for name, (see, _put) in parts.items()}

    def changes(self) -> list[str]:
        """A phrase for each part that is not as it was; all are put back."""
        found = []
        for name, (see, put) in self._parts.items():
            before, now = self._before[name], see()
            if now != before:
                found.append(f"{name}: {_difference(before, now)}")
                put(before)
        return found


def _difference(before: Any, now: Any) -> str:
    if isinstance(before, dict):
        changed = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        return ", ".join(sorted(changed))
    return f"{now!r}, was {before!r}"
