"""RunTableModel: the history of runs as a table. GUI thread; holds records, asks nobody."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from app.domain import RunRecord
from app.models.index import ROOT, Index
from app.views.figures import badge_word, rate, seconds, stats_detail, when
from app.views.language import QT_TRANSLATE_NOOP, translate
from app.views.numerals import decimal

COLUMNS = (
    QT_TRANSLATE_NOOP("RunTable", "When"),
    QT_TRANSLATE_NOOP("RunTable", "What"),
    QT_TRANSLATE_NOOP("RunTable", "Model"),
    QT_TRANSLATE_NOOP("RunTable", "Tokens"),
    QT_TRANSLATE_NOOP("RunTable", "First token"),
    QT_TRANSLATE_NOOP("RunTable", "Speed"),
    QT_TRANSLATE_NOOP("RunTable", "In all"),
    QT_TRANSLATE_NOOP("RunTable", "End"),
)
FIRST_NUMBER, LAST_NUMBER = 3, 6
"""Columns of numbers, which stand at the right."""

TASKS = {
    "read": QT_TRANSLATE_NOOP("RunTable", "Reading"),
    "markdown": QT_TRANSLATE_NOOP("RunTable", "Reading as Markdown"),
    "ask": QT_TRANSLATE_NOOP("RunTable", "Question"),
}


class RunTableModel(QAbstractTableModel):
    """A run a row, the last one first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._records: tuple[RunRecord, ...] = ()

    def set_records(self, records: tuple[RunRecord, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self._records = records
        self.endResetModel()

    def record_at(self, row: int) -> RunRecord | None:
        """The run of a row."""
        return self._records[row] if 0 <= row < len(self._records) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return translate("RunTable", COLUMNS[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        record = self.record_at(index.row())
        if record is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return row_of(record)[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return _detail(record)
        return None


def row_of(record: RunRecord) -> tuple[str, ...]:
    """A run in words, a column each; what was not measured is a dash."""
    stats = record.stats
    return (
        when(record.ended_at),
        translate("RunTable", TASKS[stats.task]) if stats.task in TASKS else "–",
        stats.model or "–",
        decimal(stats.new_tokens) if stats.new_tokens else "–",
        seconds(stats.first_token_s) if stats.first_token_s > 0 else "–",
        rate(stats.tokens_per_s) if stats.tokens_per_s > 0 else "–",
        seconds(stats.total_s) if stats.total_s > 0 else "–",
        badge_word(record.state),
    )


def _detail(record: RunRecord) -> str:
    if record.error_code:
        return translate("RunTable", "Error: {code}").format(code=record.error_code)
    return stats_detail(record.stats)


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = (
        Qt.AlignmentFlag.AlignRight if FIRST_NUMBER <= column <= LAST_NUMBER else Qt.AlignmentFlag.AlignLeft
    )
    return side | Qt.AlignmentFlag.AlignVCenter
