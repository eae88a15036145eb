"""Mailbox: what another thread posts reaches the GUI thread in few, large deliveries.

`post` may be called from any thread and never blocks on the GUI; everything else belongs to the GUI thread.
One Qt signal a token stalls the event loop for seconds at 1000 tokens/s, so only the first post after a
delivery wakes the GUI thread, which then waits `INTERVAL_MS` for more; an urgent post is delivered as soon
as the loop turns, and one that is to be `alone` in a turn after that of all that was posted before it.
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
        self._items: list[tuple[object, float, bool]] = []
        """(item, monotonic seconds, whether it is to be alone)"""
        self._scheduled = False
        self._flush_scheduled = False
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(interval_ms)
        self._timer.timeout.connect(self._deliver)
        # What the reader does, and what is to be painted, come before it.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._deliver)
        # Queued even when both ends live on one thread: a post never runs the receivers inside itself.
        self._wake_requested.connect(self._on_wake, Qt.ConnectionType.QueuedConnection)
        self._flush_requested.connect(self._on_flush_requested, Qt.ConnectionType.QueuedConnection)

    def post(self, item: object, *, urgent: bool, alone: bool = False) -> None:
        """Leave `item`; any thread. After `close` it is dropped.

        `alone`: what is done for it takes long, and so does what is done for those before it.
        """
        now_s = time.monotonic()
        with self._lock:
            if self._closed:
                return
            self._items.append((item, now_s, alone))
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
        self._soon.stop()
        self._tell(items)

    def close(self) -> None:
        """Deliver what is left and refuse what comes later."""
        with self._lock:
            self._closed = True
        self.flush()

    def _deliver(self) -> None:
        """Deliver what was posted so far, up to what is to be alone."""
        with self._lock:
            alone_at = next((at for at, (_, _, alone) in enumerate(self._items) if alone), len(self._items))
            # One that is to be alone and is the first of all is a delivery.
            count = alone_at or 1
            items, self._items = self._items[:count], self._items[count:]
            left = bool(self._items)
            self._scheduled = left
            self._flush_scheduled = left
        self._timer.stop()
        if left:
            self._soon.start()
        self._tell(items)

    def _tell(self, items: list[tuple[object, float, bool]]) -> None:
        if items:
            self.delivered.emit(tuple((item, at_s) for item, at_s, _alone in items))

    def _on_flush_requested(self) -> None:
        with self._lock:
            waiting = self._flush_scheduled
        if waiting:
            self._soon.start()

    def _on_wake(self) -> None:
        with self._lock:
            waiting = self._scheduled
        # An urgent post may have emptied the box since.
        if waiting:
            self._timer.start()
