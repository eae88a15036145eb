"""What a message becomes while it is changed where it stands: a frame, and at its foot the ways out. GUI
thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.views.growing_field import GrowingField
from app.views.language import in_every_language
from app.views.tokens import SPACE_8, SPACE_12


class InlineEditor(QFrame):
    """Escape and Cancel leave everything as it was; what confirming means is for others to say."""

    cancelled = Signal()
    changed = Signal()
    """Something was typed, or else changed"""

    def __init__(self, field: GrowingField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editing = field
        self.setProperty("kind", "composer")
        self.setProperty("active", "true")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_8)
        self.column.setSpacing(SPACE_8)
        self.cancel_button = QPushButton()
        in_every_language(self.cancel_button, lambda: self.cancel_button.setText(self.tr("Cancel")))
        self.cancel_button.clicked.connect(self.cancelled)
        self.setFocusProxy(field)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves; the field passes on what it has no use for."""
        if event.key() == Qt.Key.Key_Escape and not self._editing.is_composing:
            self.cancelled.emit()
            return
        super().keyPressEvent(event)

    def add_foot(self, about: QLabel, *buttons: QPushButton) -> None:
        """Below all else: what becomes of what was there, and the buttons, the last of which confirms."""
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        about.setProperty("kind", "caption")
        row.addWidget(about, 1)
        for button in buttons:
            row.addWidget(button)
        buttons[-1].setProperty("kind", "primary")
        self.column.addLayout(row)
