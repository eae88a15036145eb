"""The sentence under an answer that says how it ended, where that needs saying. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.views.language import in_every_language
from app.views.restyling import restyle
from app.views.tokens import SPACE_8, SPACE_12


class StateNote(QFrame):
    """Words on a ground of their tone, and a button for who wants to report them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "state-note")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_12, SPACE_8, SPACE_12, SPACE_8)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(self._words, 1)
        self.details = QPushButton()
        self.details.setProperty("kind", "link")
        in_every_language(self, lambda: self.details.setText(self.tr("Copy details")))
        row.addWidget(self.details)

    @property
    def sentence(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, sentence: str, tone: str, *, has_details: bool) -> None:
        """Say this; nothing hides it."""
        self.setVisible(bool(sentence))
        self._words.setText(sentence)
        self.details.setVisible(has_details)
        restyle(self, "tone", tone)
