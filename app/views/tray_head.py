"""How many pictures wait or are left in a question, and the button that takes all off. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from app.views.language import in_every_language

FEWEST = 2
"""One is taken off by its own cross."""


class TrayHead(QWidget):
    """There only while there are several."""

    remove_all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._words = QLabel()
        self._words.setProperty("kind", "caption")
        row.addWidget(self._words)
        self.button = QPushButton()
        self.button.setProperty("kind", "link")
        self.button.setProperty("size", "caption")
        self.button.clicked.connect(self.remove_all_requested)
        row.addWidget(self.button)
        row.addStretch(1)
        in_every_language(
            self,
            lambda: self.button.setText(self.tr("Remove all")),
            lambda: self.button.setAccessibleName(self.tr("Remove all pictures")),
            self._show,
        )
        self.hide()

    @property
    def words(self) -> str:
        """How many there are."""
        return self._words.text()

    def set_count(self, count: int) -> None:
        """So many wait, those that cannot be read too."""
        self._count = count
        self._show()
        self.setVisible(count >= FEWEST)

    def _show(self) -> None:
        self._words.setText(self.tr("%Ln picture(s)", "", self._count))
