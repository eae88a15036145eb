"""What lies under the text of a formatted answer: the ground of listings, the lines of tables, the bars of
quotations, lines across. GUI thread only.

Where they are is measured when they come; what is above never moves while text is added below.
"""

from __future__ import annotations

import bisect

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTextDocument, QTextFrame, QTextTable

from app.views.piece_writer import QUOTE_PX, PieceWriter
from app.views.table_lines import TableLines
from app.views.theme import Theme
from app.views.tokens import RADIUS_M, SPACE_4, SPACE_12

QUOTE_BAR_PX = 3


class AnswerGround:
    """Of one document, what its writer says is in it."""

    def __init__(self, theme: Theme, document: QTextDocument, writer: PieceWriter) -> None:
        self._theme = theme
        self._document = document
        self._writer = writer
        self.snippets: list[QRectF] = []
        """Of each listing and table: where it is; of a table, its first row."""
        self._quotes: list[QRectF] = []
        self._rules: list[QRectF] = []
        self._tables = TableLines(theme, document)

    def forget(self) -> None:
        """The document is empty again, or laid out anew."""
        self.snippets, self._quotes, self._rules = [], [], []
        self._tables.forget()

    def measure(self, *, last_has_grown: bool = False) -> int:
        """See where all is that came since; returns the first listing or table that is new or has grown."""
        first = max(0, len(self.snippets) - last_has_grown)
        del self.snippets[first:], self._quotes[max(0, len(self._quotes) - 1) :]
        self.snippets += [self._place_of(snippet.frame) for snippet in self._writer.snippets[first:]]
        layout = self._document.documentLayout()
        for quote in self._writer.quotes[len(self._quotes) :]:
            begin, end = (self._document.findBlock(place) for place in (quote.start, quote.stop))
            self._quotes.append(layout.blockBoundingRect(begin).united(layout.blockBoundingRect(end)))
        for position, indent_px in self._writer.rules[len(self._rules) :]:
            place = layout.blockBoundingRect(self._document.findBlock(position))
            width = self._document.textWidth() - indent_px
            self._rules.append(QRectF(indent_px, round(place.top()), width, 1))
        self._tables.measure(self._writer.tables)
        return first

    def snippets_in(self, seen: QRectF) -> range:
        """Which listings and tables a part of the picture may show."""
        return _within(self.snippets, seen)

    def paint(self, painter: QPainter, dirty: QRectF) -> None:
        """Paint what a part of the picture shows."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in self.snippets_in(dirty):
            snippet = self._writer.snippets[index]
            if not snippet.is_table:
                self._paint_listing(painter, self.snippets[index], snippet.language)
        self._tables.paint(painter, dirty)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.tokens.border_strong))
        for index in _within(self._quotes, dirty):
            self._paint_quote(painter, self._quotes[index], index)
        for index in _within(self._rules, dirty):
            painter.drawRect(self._rules[index])

    def _paint_listing(self, painter: QPainter, ground: QRectF, language: str) -> None:
        tokens = self._theme.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.sunken))
        painter.drawRoundedRect(ground, RADIUS_M, RADIUS_M)
        painter.setPen(QColor(tokens.text_faint))
        painter.setFont(self._theme.font(self._theme.type_scale.caption_pt))
        strip = ground.adjusted(SPACE_12, SPACE_4, -SPACE_12, 0)
        painter.drawText(strip, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, language)

    def _paint_quote(self, painter: QPainter, place: QRectF, index: int) -> None:
        quote = self._writer.quotes[index]
        right = self._document.textWidth() - QUOTE_BAR_PX
        for depth in range(quote.depth):
            x = right - QUOTE_PX * depth if quote.is_rtl else QUOTE_PX * depth
            painter.drawRoundedRect(QRectF(x, place.top(), QUOTE_BAR_PX, place.height()), 1.5, 1.5)

    def _place_of(self, frame: QTextFrame) -> QRectF:
        layout = self._document.documentLayout()
        if isinstance(frame, QTextTable):
            # The bounding rectangle of a table is off by its margins.
            cells = (frame.cellAt(0, 0), frame.cellAt(0, frame.columns() - 1))
            first, last = (layout.blockBoundingRect(cell.firstCursorPosition().block()) for cell in cells)
            padding = frame.format().cellPadding()
            return first.united(last).adjusted(-padding, -padding, padding, padding)
        margins = frame.frameFormat()
        return layout.frameBoundingRect(frame).adjusted(
            margins.leftMargin(), margins.topMargin(), -margins.rightMargin(), -margins.bottomMargin()
        )


def _within(places: list[QRectF], dirty: QRectF) -> range:
    """Which of some places, in order from the top, a part of the picture may show."""
    first = bisect.bisect_left(places, dirty.top(), key=QRectF.bottom)
    return range(first, bisect.bisect_right(places, dirty.bottom(), lo=first, key=QRectF.top))
