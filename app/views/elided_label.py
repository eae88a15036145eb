"""One line of text that gives way: what does not fit is cut with an ellipsis and shown in the tooltip. GUI
thread only.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyleOption, QWidget

from app.views.tooltip import plain_tip


class ElidedLabel(QLabel):
    """A label that may be narrower than its text."""

    def __init__(
        self,
        text: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        """A few characters are enough to be of use."""
        hint = super().minimumSizeHint()
        few = self.fontMetrics().averageCharWidth() * 6
        return QSize(min(hint.width(), few), self._height_of_one_line(hint))

    def sizeHint(self) -> QSize:
        """As high as one line, also of a text with line ends, as the name of a file may have."""
        hint = super().sizeHint()
        return QSize(hint.width(), self._height_of_one_line(hint))

    def _height_of_one_line(self, hint: QSize) -> int:
        return hint.height() - self.text().count("\n") * self.fontMetrics().lineSpacing()

    def fitting(self, line: str, width_px: int) -> str:
        """What is shown of the line in so much room."""
        return self.fontMetrics().elidedText(line, self._mode, width_px)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what fits."""
        del event
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        line = " ".join(self.text().split())
        shown = self.fitting(line, self.contentsRect().width())
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(self.alignment() | Qt.AlignmentFlag.AlignVCenter),
            option.palette,
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )
        hint = plain_tip(self.text()) if shown != line else ""
        if hint != self.toolTip():
            self.setToolTip(hint)
