"""Text of a few lines with what was looked for marked in it, for delegates that draw it. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from app.found import Marks
from app.views.tokens import Tokens


class MarkedText:
    """A text laid out once: at most `lines` lines of `width_px`, the last one cut with an ellipsis."""

    def __init__(self, text: str, marks: Marks, font: QFont, width_px: float, lines: int = 1) -> None:
        self._marks = marks
        self._parts: list[tuple[QTextLayout, int]] = []
        """Each line's layout, and where its text begins in the whole."""
        whole = _layout(text, font)
        starts: list[int] = []
        whole.beginLayout()
        while len(starts) <= lines:
            line = whole.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(1.0, width_px))
            starts.append(line.textStart())
        whole.endLayout()
        for number, start in enumerate(starts[:lines]):
            stop = starts[number + 1] if number + 1 < len(starts) else len(text)
            piece = text[start:stop]
            if number == lines - 1 and len(starts) > lines:
                piece = QFontMetricsF(font).elidedText(
                    text[start:], Qt.TextElideMode.ElideRight, max(1.0, width_px)
                )
            self._parts.append((_one_line(piece, font), start))
        self._line_px = QFontMetricsF(font).height()

    @property
    def height_px(self) -> float:
        return self._line_px * max(1, len(self._parts))

    def draw(self, painter: QPainter, place: QPointF, colour: QColor, tokens: Tokens) -> None:
        """Draw it, its marks on the colour of a selection."""
        marked = QTextCharFormat()
        marked.setBackground(QColor(tokens.selection))
        marked.setForeground(QColor(tokens.text))
        painter.setPen(colour)
        for number, (layout, start) in enumerate(self._parts):
            length = len(layout.text())
            formats = []
            for first, last in self._marks:
                left, right = max(0, first - start), min(length, last - start)
                if left < right:
                    span = QTextLayout.FormatRange()
                    span.start, span.length, span.format = left, right - left, marked
                    formats.append(span)
            layout.draw(painter, QPointF(place.x(), place.y() + number * self._line_px), formats)


def _layout(text: str, font: QFont) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    return layout


def _one_line(text: str, font: QFont) -> QTextLayout:
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return layout
