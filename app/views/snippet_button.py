"""The button that copies one listing or one table of a formatted answer. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QRect, QTimer
from PySide6.QtWidgets import QWidget

from app.views.copy_button import COPIED_MS
from app.views.icon_button import IconButton
from app.views.theme import Theme
from app.views.tokens import SPACE_4


class SnippetButton(IconButton):
    """Lies over the document, where that keeps room for it."""

    def __init__(self, theme: Theme, parent: QWidget, *, is_table: bool) -> None:
        label = (lambda: self.tr("Copy this table")) if is_table else (lambda: self.tr("Copy this code"))
        super().__init__(theme, "copy", label, parent)
        self.is_table = is_table
        self.set_small()
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: self.set_icon("copy"))

    def stand_at(self, ground: QRect) -> None:
        """Stand in the corner of a listing, or beside the first row of a table."""
        right = ground.right() + SPACE_4 if self.is_table else ground.right() - self.width() - SPACE_4
        down = (ground.height() - self.height()) // 2 if self.is_table else 2
        self.move(right, ground.top() + down)

    def show_copied(self) -> None:
        """Confirm a copy for a moment."""
        self.set_icon("check", "success")
        self._copied.start()
