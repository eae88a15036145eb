"""What stands over a listing, and beside a table, of a formatted answer: its language and its copy button.
GUI thread only.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.views.icon_button import IconButton
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_12

COPIED_MS = 1400
"""How long the tick stands where the copy icon was."""


class SnippetBar(QWidget):
    """Lies over the document, where that keeps room for it."""

    copy_requested = Signal(object)
    """This bar"""

    def __init__(self, theme: Theme, language: str, parent: QWidget, *, is_table: bool) -> None:
        super().__init__(parent)
        self._is_table = is_table
        row = QHBoxLayout(self)
        row.setContentsMargins(0 if is_table else SPACE_12, 0, 0 if is_table else SPACE_4, 0)
        row.setSpacing(0)
        if not is_table:
            self._language = QLabel(language)
            self._language.setProperty("kind", "caption")
            row.addWidget(self._language)
            row.addStretch(1)
        self.button = IconButton(
            theme,
            "copy",
            (lambda: self.tr("Copy this table")) if is_table else (lambda: self.tr("Copy this code")),
        )
        self.button.set_small()
        self.button.clicked.connect(lambda: self.copy_requested.emit(self))
        row.addWidget(self.button)
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(lambda: self.button.set_icon("copy"))

    @property
    def is_table(self) -> bool:
        return self._is_table

    def place(self, ground: QRect) -> None:
        """Stand where the listing or the table is now."""
        size = self.button.sizeHint()
        if self._is_table:
            wanted = QRect(ground.right() + 4, ground.top(), size.width(), size.height())
        else:
            wanted = QRect(ground.left(), ground.top() + 2, ground.width(), size.height())
        if wanted != self.geometry():
            self.setGeometry(wanted)

    def show_copied(self) -> None:
        """Confirm a copy for a moment."""
        self.button.set_icon("check", "success")
        self._copied.start()
