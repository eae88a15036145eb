"""Mailbox: what another thread posts reaches the GUI thread in few, large deliveries.

`post` may be called from any thread and never blocks on the GUI; everything else belongs to the GUI thread.
One Qt signal a token stalls the event loop for seconds at 1000 tokens/s, so only the first post after a
delivery wakes the GUI thread, which then waits `INTERVAL_MS` for more; an urgent post is delivered as soon
as the loop turns.
"""

from __future__ import annotations

import threading
import time

from PySide6.QtCore import QObject, Qt, QTimer, Signal

INTERVAL_MS = 33
"""Two frames of a 60 Hz screen: text looks continuous, and 1000 tokens/s cost 30 deliveries/s."""


class Mailbox(QObject):
    """Collects posted items and hands them over together, oldest first."""

    delivered = Signal(object)
    """tuple[tuple[item, monotonic seconds at which it was posted], ...]; never empty."""

    _wake_requested = Signal()
    _flush_requested = Signal()

    def __init__(self, parent: QObject | None = None, interval_ms: int = INTERVAL_MS) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._items: list[tuple[object, float]] = []
        self._scheduled = False
        self._flush_scheduled = False
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self.flush)
        # Queued even when both ends live on one thread: a post never runs the receivers inside itself.
        self._wake_requested.connect(self._on_wake, Qt.ConnectionType.QueuedConnection)
        self._flush_requested.connect(self.flush, Qt.ConnectionType.QueuedConnection)

    def post(self, item: object, *, urgent: bool) -> None:
        """Leave `item`; any thread. After `close` it is dropped."""
        now_s = time.monotonic()
        with self._lock:
            if self._closed:
                return
            self._items.append((item, now_s))
            wake = not self._scheduled and not urgent
            flush = urgent and not self._flush_scheduled
            self._scheduled = True
            self._flush_scheduled = self._flush_scheduled or urgent
            # Inside the lock: `close` must not return, and this object not be deleted, between check and
            # emit.
            if flush:
                self._flush_requested.emit()
            elif wake:
                self._wake_requested.emit()

    def flush(self) -> None:
        """Deliver everything posted so far, now."""
        with self._lock:
            items, self._items = self._items, []
            self._scheduled = False
            self._flush_scheduled = False
        self._timer.stop()
        if items:
            self.delivered.emit(tuple(items))

    def close(self) -> None:
        """Deliver what is left and refuse what comes later."""
        with self._lock:
            self._closed = True
        self.flush()

    def _on_wake(self) -> None:
        with self._lock:
            waiting = self._scheduled
        # An urgent post may have emptied the box since.
        if waiting:
            self._timer.start()
