"""A field that searches while it is typed in, and from which the results are walked through. GUI thread
only.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.views.clear_button import ClearButton

SEARCH_AFTER_MS = 150
"""After the last letter: not every one of them is searched for."""


class SearchField(QLineEdit):
    """Arrows, Enter and Escape are for the results; everything else is typed."""

    search_changed = Signal(str)
    """The words, a moment after they were typed; at once where they are taken away"""
    stepped = Signal(int)
    """Rows down; negative up"""
    paged = Signal(int)
    chosen = Signal(bool)
    """Enter; whether Shift was held"""
    left = Signal()
    """Escape, while nothing is typed"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "search")
        ClearButton(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SEARCH_AFTER_MS)
        self._timer.timeout.connect(self._tell)
        self.textChanged.connect(self._on_text_changed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What is not typing is for the results."""
        match event.key():
            case Qt.Key.Key_Down:
                self.stepped.emit(1)
            case Qt.Key.Key_Up:
                self.stepped.emit(-1)
            case Qt.Key.Key_PageDown:
                self.paged.emit(1)
            case Qt.Key.Key_PageUp:
                self.paged.emit(-1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                if self._timer.isActive():
                    self._tell()
                self.chosen.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            case Qt.Key.Key_Escape:
                if self.text():
                    self.clear()
                else:
                    self.left.emit()
            case _:
                super().keyPressEvent(event)
                return
        event.accept()

    def _on_text_changed(self, text: str) -> None:
        if text.strip():
            self._timer.start()
        else:
            self._tell()

    def _tell(self) -> None:
        self._timer.stop()
        self.search_changed.emit(self.text())
