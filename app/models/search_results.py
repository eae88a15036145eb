"""SearchResultsModel: what a search found, conversation by conversation, for a list view. GUI thread; holds
records, asks nobody."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QObject,
    Qt,
)

from app.found import FoundConversation, FoundMessage, SearchResult
from app.models.index import ROOT, Index

Row = FoundConversation | FoundMessage


class SearchResultsModel(QAbstractListModel):
    """A row for each conversation, under it one for each of its messages."""

    RECORD_ROLE = Qt.ItemDataRole.UserRole + 1
    """FoundConversation or FoundMessage"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def set_result(self, result: SearchResult) -> None:
        """Show another result; one that is the same is not told, so that selection and scrolling stay."""
        rows: list[Row] = []
        for found in result.conversations:
            rows.append(found)
            rows.extend(found.messages)
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def record_at(self, row: int) -> Row | None:
        """What a row shows."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, record: Row) -> int:
        """The row that stands for the same conversation or message, -1 where none does."""
        wanted = _key(record)
        return next((row for row, shown in enumerate(self._rows) if _key(shown) == wanted), -1)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        record = self.record_at(index.row()) if index.isValid() else None
        if record is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole:
                return record.conversation.title if isinstance(record, FoundConversation) else record.snippet
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                is_placed = isinstance(record, FoundMessage) and record.is_placed
                return _picture_words() if is_placed else ""
            case self.RECORD_ROLE:
                return record
        return None


def _picture_words() -> str:
    return QCoreApplication.translate("SearchResults", "Shift with Enter shows it on the picture")


def _key(record: Row) -> tuple[str, str]:
    if isinstance(record, FoundConversation):
        return ("conversation", record.conversation.id)
    return ("message", record.id)
