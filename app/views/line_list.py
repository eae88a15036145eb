"""The lines that were read, beside or under their picture: one an item, the doubtful ones marked. GUI thread
only.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QWidget

from app.domain import ReadLine
from app.views.doubtful_words import DOUBTFUL_BELOW, sureness
from app.views.language import in_every_language
from app.views.theme import Theme

LINE = Qt.ItemDataRole.UserRole


class LineListWidget(QListWidget):
    """Says which line the pointer or the keyboard is on."""

    pointed_at = Signal(object)
    """ReadLine, or None"""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "lines")
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Lines that were read")))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemEntered.connect(self._on_item)
        self.currentItemChanged.connect(lambda item, _before: self._on_item(item))
        theme.changed.connect(self._retint)

    def set_lines(self, lines: Sequence[ReadLine]) -> None:
        """Show these lines instead."""
        self.clear()
        for line in lines:
            item = QListWidgetItem(line.text.strip())
            item.setData(LINE, line)
            least = min((word.confidence for word in line.words), default=1.0)
            if least < DOUBTFUL_BELOW:
                item.setToolTip(sureness(least))
                item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, sureness(least))
            self.addItem(item)
        self._retint()

    def point_at(self, line: ReadLine | None) -> None:
        """Mark the line that the pointer is on in the picture."""
        for row in range(self.count()):
            item = self.item(row)
            if item.data(LINE) is line or item.data(LINE) == line:
                self.blockSignals(True)  # noqa: FBT003 - Qt's own argument
                self.setCurrentItem(item)
                self.blockSignals(False)  # noqa: FBT003 - Qt's own argument
                self.scrollToItem(item)
                self.viewport().update()
                return

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer points at nothing any more."""
        super().leaveEvent(event)
        self.pointed_at.emit(None)

    def _on_item(self, item: QListWidgetItem | None) -> None:
        self.pointed_at.emit(None if item is None else item.data(LINE))

    def _retint(self) -> None:
        tokens = self._theme.tokens
        for row in range(self.count()):
            item = self.item(row)
            item.setForeground(QColor(tokens.warning if item.toolTip() else tokens.text))
