"""What can be read of a stretch of a formatted document: a line a block, tabs between cells. GUI thread
only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor, QTextDocument, QTextTable

from app.views.piece_writer import GAP, SOFT, SPACER


@dataclass(slots=True)
class _Line:
    """A paragraph, or a row of a table, and what stands between it and the one before."""

    joint: str
    cells: list[str]
    is_mirrored: bool = False

    @property
    def text(self) -> str:
        return "\t".join(reversed(self.cells) if self.is_mirrored else self.cells)


def text_between(document: QTextDocument, start: int, stop: int) -> str:
    """The text of [start, stop)."""
    lines: list[_Line] = []
    row_before: tuple[int, int] | None = None
    block = document.findBlock(start)
    while block.isValid() and block.position() <= stop:
        cursor = QTextCursor(block)
        row = _row_of(cursor)
        if block.userState() != SPACER or block.length() > 1:
            first, last = max(start, block.position()), min(stop, block.position() + block.length() - 1)
            words = _part(cursor, first, last)
            if lines and row is not None and row == row_before:
                lines[-1].cells.append(words)
            else:
                joint = _joint(block.userState(), row, row_before) if lines else ""
                lines.append(_Line(joint, [words], row is not None and _is_mirrored(_table_at(cursor))))
            row_before = row
        block = block.next()
    return "".join(f"{line.joint}{line.text}" for line in lines)


def cells_between(cursor: QTextCursor) -> tuple[tuple[str, ...], ...]:
    """The cells of a selection that lies within one table and holds more than one; else nothing."""
    table = _table_at(cursor)
    if table is None or not cursor.hasComplexSelection():
        return ()
    first_row, rows, first_column, columns = _cells_of(cursor)
    if first_row < 0 or rows * columns < 2:
        return ()
    places = range(first_column, first_column + columns)
    return tuple(
        tuple(_cell(table, row, column) for column in (reversed(places) if _is_mirrored(table) else places))
        for row in range(first_row, first_row + rows)
    )


def _cells_of(cursor: QTextCursor) -> tuple[int, int, int, int]:
    """First row, rows, first column, columns; -1 where no cells are selected."""
    found: Any = cursor.selectedTableCells()
    return (int(found[0]), int(found[1]), int(found[2]), int(found[3]))


def _table_at(cursor: QTextCursor) -> QTextTable | None:
    """PySide6 says that there always is one."""
    table: Any = cursor.currentTable()
    return table if isinstance(table, QTextTable) else None


def _cell(table: QTextTable, row: int, column: int) -> str:
    cell = table.cellAt(row, column)
    return text_between(table.document(), cell.firstPosition(), cell.lastPosition())


def _row_of(cursor: QTextCursor) -> tuple[int, int] | None:
    table = _table_at(cursor)
    return None if table is None else (table.firstPosition(), table.cellAt(cursor).row())


def _joint(state: int, row: tuple[int, int] | None, before: tuple[int, int] | None) -> str:
    if state == SOFT:
        return ""
    begins_or_ends_table = (row is None) != (before is None)
    return "\n\n" if state == GAP or begins_or_ends_table else "\n"


def _is_mirrored(table: QTextTable | None) -> bool:
    return table is not None and table.format().layoutDirection() == Qt.LayoutDirection.RightToLeft


def _part(cursor: QTextCursor, start: int, stop: int) -> str:
    cursor.setPosition(start)
    cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2028", "\n")
