"""Shows that work is going on: three dots that take turns. GUI thread only; its timer runs only while it is
visible.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from app.views.language import in_every_language
from app.views.theme import Theme

DOTS = 3
STEP_MS = 260
"""Slow enough not to pull the eye from the text."""


class ActivityWidget(QWidget):
    """Three dots, one of them in the accent colour."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._step = 0
        self.setFixedSize(QSize(24, 12))
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Working")))
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._on_step)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin."""
        self._timer.start()
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Rest."""
        self._timer.stop()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dots."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        tokens = self._theme.tokens
        for dot in range(DOTS):
            painter.setBrush(QColor(tokens.accent if dot == self._step else tokens.border_strong))
            painter.drawEllipse(QPointF(4 + 8 * dot, self.height() / 2), 2.4, 2.4)

    def _on_step(self) -> None:
        self._step = (self._step + 1) % DOTS
        self.update()
