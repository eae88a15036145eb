"""What stands below an answer: how it ended, and what can be done with it. GUI thread only.

One row where both fit, else one below the other: a badge of many letters must push nothing out of sight.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from app.views.tokens import SPACE_4

SPACING_PX = SPACE_4 + 2


class AnswerFoot(QWidget):
    """Two rows of widgets, side by side or not; which widgets they hold is for others to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._both.setContentsMargins(0, 0, 0, 0)
        self._both.setSpacing(SPACING_PX)
        self.state, self.tools = QHBoxLayout(), QHBoxLayout()
        for row in (self.state, self.tools):
            row.setSpacing(SPACING_PX)
        self._both.addLayout(self.state, 1)
        self._both.addLayout(self.tools)
        self._both.setAlignment(self.tools, Qt.AlignmentFlag.AlignRight)

    def minimumSizeHint(self) -> QSize:
        """As narrow as the wider row."""
        widest = max(self.state.minimumSize().width(), self.tools.minimumSize().width())
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is another room."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """A widget came, went or changed its words."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        needed = self.state.minimumSize().width() + SPACING_PX + self.tools.minimumSize().width()
        fits = self.width() >= needed
        direction = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        if direction is not self._both.direction():
            self._both.setDirection(direction)
