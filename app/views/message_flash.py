"""A tint over one message that fades: here is what was looked for. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QEvent, QObject, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.views.theme import Theme
from app.views.tokens import RADIUS_M, SPACE_8

HOLD_MS = 500
FADE_MS = 900

STRONGEST = 0.22
"""Opacity of the accent: seen at once, and every word under it can be read."""


class MessageFlash(QWidget):
    """Covers `target`, and deletes itself."""

    def __init__(self, target: QWidget, theme: Theme) -> None:
        super().__init__(target.parentWidget())
        self._target = target
        self._theme = theme
        self._opacity = STRONGEST
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        target.installEventFilter(self)
        self._cover()
        self._fade = QVariantAnimation(self)
        self._fade.setDuration(HOLD_MS + FADE_MS)
        self._fade.setStartValue(STRONGEST)
        self._fade.setKeyValueAt(HOLD_MS / (HOLD_MS + FADE_MS), STRONGEST)
        self._fade.setEndValue(0.0)
        self._fade.valueChanged.connect(self._on_faded)
        self._fade.finished.connect(self.deleteLater)
        target.destroyed.connect(self.deleteLater)
        self.show()
        self.raise_()
        self._fade.start(QAbstractAnimation.DeletionPolicy.KeepWhenStopped)

    @property
    def target(self) -> QWidget:
        """What it covers."""
        return self._target

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go where the message goes."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tint."""
        del event
        colour = QColor(self._theme.tokens.accent)
        colour.setAlphaF(self._opacity)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(self.rect()), RADIUS_M, RADIUS_M)

    def _cover(self) -> None:
        self.setGeometry(self._target.geometry().adjusted(-SPACE_8, -SPACE_8, SPACE_8, SPACE_8))

    def _on_faded(self, opacity: float) -> None:
        self._opacity = opacity
        self.update()
