"""SIGINT and SIGTERM as Qt signals, so that a killed window closes as one that is clicked away. GUI thread
only.

Python runs its handlers only between bytecodes, and Qt's loop runs none while it waits: the signal number
therefore comes through a socket that wakes the loop (`signal.set_wakeup_fd`).
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

SIGNALS = (signal.SIGINT, signal.SIGTERM)

Handler = Callable[[int, FrameType | None], object] | int | None


class TerminationWatch(QObject):
    """Installed while it lives between `start` and `stop`; main thread only, as `signal` demands."""

    requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before: dict[signal.Signals, Handler] = {}
        self._fd_before = -1
        self._receiver, self._sender = socket.socketpair()
        for end in (self._receiver, self._sender):
            end.settimeout(0)
        self._notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.setEnabled(False)
        self._notifier.activated.connect(self._on_woken)

    def start(self) -> None:
        """Take the signals."""
        self._fd_before = signal.set_wakeup_fd(self._sender.fileno(), warn_on_full_buffer=False)
        for number in SIGNALS:
            self._before[number] = signal.signal(number, _leave_to_the_socket)
        self._notifier.setEnabled(True)

    def stop(self) -> None:
        """Give the signals back; the watch cannot be started again."""
        self._notifier.setEnabled(False)
        for number, handler in self._before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if self._before:
            signal.set_wakeup_fd(self._fd_before)
        self._before.clear()
        self._receiver.close()
        self._sender.close()

    def _on_woken(self) -> None:
        try:
            numbers = self._receiver.recv(64)
        except BlockingIOError:
            return
        if any(number in SIGNALS for number in numbers):
            self.requested.emit()


def _leave_to_the_socket(number: int, frame: FrameType | None) -> None:
    """The byte in the socket does the work."""
