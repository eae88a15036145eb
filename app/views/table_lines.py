"""The lines of the tables of a formatted answer, and the ground of their headers. GUI thread only.

Qt draws the border of a table cell by cell, weighing each against its neighbours, whenever any of the table
is painted: 5 ms a screen full of cells where the text is 1 ms (measured, Qt 6.11). Its tables have no border
here; where their rows and columns are is measured once, when they come, and some rectangles are filled.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QTextDocument, QTextTable

from app.views.theme import Theme

LINE_PX = 1


@dataclass(slots=True)
class TablePart:
    """One table of the document: a whole one, or a part of a longer one, of which only the first may have a
    header.
    """

    table: QTextTable
    has_header: bool
    continues: bool


@dataclass(slots=True)
class _Lines:
    """Of one part: where each row begins, and each column, with the end of the last ones."""

    rows: list[float]
    columns: list[float]
    has_header: bool
    is_continued: bool = False

    @property
    def top(self) -> float:
        return self.rows[0]

    @property
    def bottom(self) -> float:
        return self.rows[-1] + LINE_PX


class TableLines:
    """Of one document."""

    def __init__(self, theme: Theme, document: QTextDocument) -> None:
        self._theme = theme
        self._document = document
        self._parts: list[_Lines] = []

    def forget(self) -> None:
        """The document is empty again, or laid out anew."""
        self._parts = []

    def measure(self, parts: list[TablePart]) -> None:
        """See where those of `parts` are that came since."""
        for part in parts[len(self._parts) :]:
            lines = self._lines_of(part)
            if part.continues and self._parts:
                before = self._parts[-1]
                before.rows[-1], before.is_continued = lines.top, True
            self._parts.append(lines)

    def paint(self, painter: QPainter, dirty: QRectF) -> None:
        """Paint what a part of the picture shows."""
        ground, line = QColor(self._theme.tokens.sunken), QColor(self._theme.tokens.border_strong)
        first = bisect.bisect_left(self._parts, dirty.top(), key=lambda part: part.bottom)
        last = bisect.bisect_right(self._parts, dirty.bottom(), lo=first, key=lambda part: part.top)
        for part in self._parts[first:last]:
            left, right = part.columns[0], part.columns[-1] + LINE_PX
            if part.has_header:
                painter.fillRect(QRectF(left, part.top, right - left, part.rows[1] - part.top), ground)
            for row in part.rows[: -1 if part.is_continued else None]:
                if dirty.top() <= row + LINE_PX and row <= dirty.bottom():
                    painter.fillRect(QRectF(left, row, right - left, LINE_PX), line)
            for column in part.columns:
                painter.fillRect(QRectF(column, part.top, LINE_PX, part.bottom - part.top), line)

    def _lines_of(self, part: TablePart) -> _Lines:
        layout = self._document.documentLayout()
        table = part.table
        padding = table.format().cellPadding()

        def place(row: int, column: int) -> QRectF:
            return layout.blockBoundingRect(table.cellAt(row, column).firstCursorPosition().block())

        last_row, last_column = table.rows() - 1, table.columns() - 1
        rows = [round(place(row, 0).top() - padding) for row in range(last_row + 1)]
        end = max(place(last_row, column).bottom() for column in range(last_column + 1))
        columns = [round(place(0, column).left() - padding) for column in range(last_column + 1)]
        right = place(0, last_column).right() + padding
        return _Lines(
            [float(row) for row in (*rows, round(end + padding))],
            [float(column) for column in (*columns, round(right))],
            part.has_header,
        )
