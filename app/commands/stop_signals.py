"""Stop signals as exceptions, so that a command that is told to end closes what it has begun. Main thread.

Without this SIGTERM and SIGHUP would end the process between two objects of a JSON array.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_SIGNALLED_EXIT = 128
"""What a shell adds to the number of the signal that ended a program."""


class ToldToStop(KeyboardInterrupt):
    """A stop signal; handled wherever Ctrl-C is."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.exit_code = _SIGNALLED_EXIT + number


@contextmanager
def stop_signals() -> Iterator[None]:
    """Raise ToldToStop in the block on the first stop signal; one that is ignored (nohup) stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    taken = {number: was for number, was in before.items() if was is signal.SIG_DFL}
    for number in taken:
        signal.signal(number, _raise)
    try:
        yield
    finally:
        for number, was in taken.items():
            signal.signal(number, was)


def _raise(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the signature is signal's
    raise ToldToStop(number)
