"""One of several, as a field that opens a list: a combo box with the window's own frame. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox, QListView

from app.views.tokens import RADIUS_S, SPACE_8

FIELD_PX = 30
INSET_PX = SPACE_8 + 3
"""As in a field to type in: its frame, its padding, and what Qt leaves beside the text"""
CHEVRON = QSize(8, 4)
CHEVRON_ROOM_PX = 24


class ChoiceBox(QComboBox):
    """A combo box drawn from the palette, whose list is styled like every other list."""

    def __init__(self) -> None:
        super().__init__()
        # A view of its own is what makes the style sheet reach the entries.
        self.setView(QListView())
        self.view().setProperty("kind", "choices")

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width() + INSET_PX, max(FIELD_PX, super().sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width() + INSET_PX, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = self.palette()
        group = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = QPalette.ColorRole.Accent if self.hasFocus() else QPalette.ColorRole.Mid
        painter.setPen(QPen(colours.color(edge), 1))
        painter.setBrush(colours.color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_S, RADIUS_S)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        words = self.rect().adjusted(INSET_PX, 0, -CHEVRON_ROOM_PX, 0)
        if mirrored:
            words = self.rect().adjusted(CHEVRON_ROOM_PX, 0, -INSET_PX, 0)
        painter.setPen(colours.color(group, QPalette.ColorRole.Text))
        text = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, text)
        painter.setPen(QPen(colours.color(group, QPalette.ColorRole.PlaceholderText), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        middle = CHEVRON_ROOM_PX / 2 if mirrored else self.width() - CHEVRON_ROOM_PX / 2
        top = (self.height() - CHEVRON.height()) / 2
        chevron = QPainterPath(QPointF(middle - CHEVRON.width() / 2, top))
        chevron.lineTo(middle, top + CHEVRON.height())
        chevron.lineTo(middle + CHEVRON.width() / 2, top)
        painter.drawPath(chevron)
        painter.end()
