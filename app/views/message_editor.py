"""A question that is being put in other words, where it stands. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.views.composer_text import ComposerText
from app.views.tokens import SPACE_8, SPACE_12


class MessageEditor(QFrame):
    """Enter asks, Escape leaves everything as it was."""

    confirmed = Signal(str)
    cancelled = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "composer")
        self.setProperty("active", "true")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_8)
        column.setSpacing(SPACE_8)
        self.field = ComposerText()
        self.field.setAccessibleName(self.tr("Your words"))
        self.field.setPlainText(text)
        self.field.set_hint(self.tr("Ask about the pictures"))
        self.field.submitted.connect(self._on_confirmed)
        column.addWidget(self.field)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        about = QLabel(self.tr("The question as it was stays beside this one."))
        about.setProperty("kind", "caption")
        about.setWordWrap(True)
        row.addWidget(about, 1)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self.cancelled)
        row.addWidget(self.cancel_button)
        self.ask_button = QPushButton(self.tr("Ask"))
        self.ask_button.setProperty("kind", "primary")
        self.ask_button.clicked.connect(self._on_confirmed)
        row.addWidget(self.ask_button)
        column.addLayout(row)
        self.setFocusProxy(self.field)
        self.field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves; the field passes it on."""
        if event.key() == Qt.Key.Key_Escape and not self.field.is_composing:
            self.cancelled.emit()
            return
        super().keyPressEvent(event)

    def _on_confirmed(self) -> None:
        self.confirmed.emit(self.field.toPlainText())
