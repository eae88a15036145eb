"""On or off, as a switch: a check box in all but its looks. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox

TRACK = QSize(36, 20)
KNOB_MARGIN_PX = 3
RING_PX = 2
"""Around the track, where the keyboard's focus is shown."""


class Switch(QCheckBox):
    """A check box without words of its own; its row carries them. Colours come from the palette."""

    def sizeHint(self) -> QSize:
        return QSize(TRACK.width() + 2 * RING_PX, TRACK.height() + 2 * RING_PX)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = self.palette()
        group = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        on = self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(RING_PX, (self.height() - TRACK.height()) / 2, TRACK.width(), TRACK.height())
        filled = QPalette.ColorRole.Accent if on else QPalette.ColorRole.Base
        painter.setBrush(colours.color(group, filled))
        edge = QPalette.ColorRole.Accent if on else QPalette.ColorRole.PlaceholderText
        painter.setPen(QPen(colours.color(group, edge), 1))
        radius = TRACK.height() / 2
        painter.drawRoundedRect(track.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        side = TRACK.height() - 2 * KNOB_MARGIN_PX
        at_right = on != (self.layoutDirection() == Qt.LayoutDirection.RightToLeft)
        left = track.right() - KNOB_MARGIN_PX - side if at_right else track.left() + KNOB_MARGIN_PX
        knob = QPalette.ColorRole.Base if on else QPalette.ColorRole.PlaceholderText
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.color(group, knob))
        painter.drawEllipse(QRectF(left, track.top() + KNOB_MARGIN_PX, side, side))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colours.color(QPalette.ColorRole.Accent), 1))
            ring = track.adjusted(-RING_PX + 0.5, -RING_PX + 0.5, RING_PX - 0.5, RING_PX - 0.5)
            painter.drawRoundedRect(ring, radius + RING_PX, radius + RING_PX)
        painter.end()
