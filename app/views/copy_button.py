"""The button that copies an answer, and that the answer can be dragged out by. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication

from app.views.icon_button import IconButton

COPIED_MS = 1400
"""How long the tick stands where a copy icon was."""


class CopyButton(IconButton):
    """A click copies; pressed and moved, it gives what would be copied to wherever it is let go."""

    dragged = Signal()
    """To be answered with `carry`"""

    _pressed_at: QPoint | None = None

    def carry(self, data: QMimeData) -> None:
        """Begin the drag; returns when it has ended."""
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.setPixmap(self.icon().pixmap(self.iconSize()))
        drag.exec(Qt.DropAction.CopyAction)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A drag may begin here."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Past the distance that makes a drag of a click, it is one."""
        if self._pressed_at is not None and event.buttons() & Qt.MouseButton.LeftButton:
            moved = (event.position().toPoint() - self._pressed_at).manhattanLength()
            if moved >= QApplication.startDragDistance():
                self._pressed_at = None
                self.setDown(False)
                self.dragged.emit()
                return
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """What ends here was a click."""
        self._pressed_at = None
        super().mouseReleaseEvent(event)
