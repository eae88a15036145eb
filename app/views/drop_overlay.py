"""What covers the window while something is dragged over it. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.views.icons import pixmap
from app.views.theme import Theme
from app.views.tokens import RADIUS_L, SPACE_12, SPACE_16

ICON_SIDE_PX = 44


class DropOverlay(QWidget):
    """A dashed frame and a word; lets every event through."""

    def __init__(self, host: QWidget, theme: Theme) -> None:
        super().__init__(host)
        self._host = host
        self._theme = theme
        self._sentence = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def sentence(self) -> str:
        """What a drop will do."""
        return self._sentence

    def cover(self, sentence: str = "") -> None:
        """Cover the whole host; `sentence` says what a drop will do."""
        self._sentence = sentence or self._sentence
        self.setAccessibleName(self._sentence)
        self.setGeometry(self._host.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the veil, the frame and the word."""
        del event
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(tokens.surface)
        veil.setAlphaF(0.9)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(SPACE_12, SPACE_12, -SPACE_12, -SPACE_12)
        soft = QColor(tokens.accent_soft)
        soft.setAlphaF(0.6)
        painter.setBrush(soft)
        pen = QPen(QColor(tokens.accent), 2, Qt.PenStyle.DashLine)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawRoundedRect(frame, RADIUS_L, RADIUS_L)
        drawing = pixmap("drop", tokens.accent, ICON_SIDE_PX, self.devicePixelRatioF())
        centre = self.rect().center()
        painter.drawPixmap(centre.x() - ICON_SIDE_PX // 2, centre.y() - ICON_SIDE_PX - SPACE_12, drawing)
        painter.setPen(QColor(tokens.text))
        painter.setFont(self._theme.font(self._theme.type_scale.title_pt, QFont.Weight.DemiBold))
        line = QRectF(0, centre.y() + SPACE_16 / 2, self.width(), 40)
        painter.drawText(line, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, self._sentence)
