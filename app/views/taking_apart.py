"""Takes widgets apart that are no longer shown, a few in each turn of the event loop. GUI thread only.

A message is some twenty widgets; a hundred messages at once took 20 ms out of the turn in which another
place of a long conversation is shown.
"""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

A_TURN = 4
"""Widgets with all that is in them."""


class TakingApart(QObject):
    """What is left to do goes with its parent."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[QWidget] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._take_some)

    def add(self, widget: QWidget) -> None:
        """Out of sight now, gone soon."""
        widget.hide()
        self._waiting.append(widget)
        self._timer.start()

    def _take_some(self) -> None:
        for _ in range(min(A_TURN, len(self._waiting))):
            widget = self._waiting.popleft()
            if isValid(widget):
                widget.deleteLater()
        if not self._waiting:
            self._timer.stop()
