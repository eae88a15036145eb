"""The history of runs: a table with the speed of each over it. GUI thread only; opened, never waited for."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.domain import RunRecord
from app.views.charts import RunChart
from app.views.figures import rate, when
from app.views.run_table import RunTableModel
from app.views.theme import Theme
from app.views.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_24

FIRST_SIZE = QSize(860, 560)
CHART_HEIGHT_PX = 96
CHARTED_RUNS = 120
"""The last ones: bars of more would be too thin to point at."""
ROW_PX = 30


class RunsDialog(QDialog):
    """Runs, the last one first; what is asked for leaves as signals."""

    conversation_requested = Signal(str)
    """conversation id"""
    clear_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("History of runs"))
        self.resize(FIRST_SIZE)
        self._asks = False
        """Whether the next click clears."""
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        column.setSpacing(SPACE_12)
        self._caption = QLabel()
        self._caption.setProperty("kind", "caption")
        column.addWidget(self._caption)
        self.chart = RunChart(lambda: self.tr("Tokens per second of the last runs"), theme, CHART_HEIGHT_PX)
        column.addWidget(self.chart)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._build_table())
        self._stack.addWidget(self._build_nothing())
        column.addWidget(self._stack, 1)
        column.addLayout(self._build_buttons())
        self.show_runs(())

    def show_runs(self, records: tuple[RunRecord, ...]) -> None:
        """Show these, the last one first."""
        self._model.set_records(records)
        charted = [record for record in records[:CHARTED_RUNS] if record.stats.tokens_per_s > 0][::-1]
        self.chart.show_runs(
            [record.stats.tokens_per_s for record in charted],
            [f"{when(record.ended_at)}:  {rate(record.stats.tokens_per_s)}" for record in charted],
        )
        self.chart.setVisible(bool(charted))
        self._caption.setText(self.tr("Tokens per second, the last run at the right"))
        self._caption.setVisible(bool(charted))
        self._stack.setCurrentIndex(0 if records else 1)
        self.clear_button.setEnabled(bool(records))
        self._end_asking()

    def _build_table(self) -> QTableView:
        self._model = RunTableModel(self)
        self.table = QTableView()
        self.table.setProperty("kind", "runs")
        self.table.setAccessibleName(self.tr("History of runs"))
        self.table.setModel(self._model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(ROW_PX)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        # Only what is on screen is measured: there may be hundreds of rows.
        header.setResizeContentsPrecision(0)
        self.table.activated.connect(self._on_activated)
        return self.table

    def _build_nothing(self) -> QLabel:
        nothing = QLabel(self.tr("No run yet: read a picture, and its figures stand here."))
        nothing.setProperty("kind", "muted")
        nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        nothing.setWordWrap(True)
        return nothing

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        self.clear_button = QPushButton()
        self.clear_button.setAutoDefault(False)
        self.clear_button.clicked.connect(self._on_clear)
        row.addWidget(self.clear_button)
        row.addStretch(1)
        close = QPushButton(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row.addWidget(close)
        return row

    def _on_activated(self, index: QModelIndex) -> None:
        record = self._model.record_at(index.row())
        if record is not None and record.conversation_id:
            self.conversation_requested.emit(record.conversation_id)
            self.accept()

    def _on_clear(self) -> None:
        if self._asks:
            self.clear_requested.emit()
        else:
            # There is no way back: the same button, once more.
            self._asks = True
            self.clear_button.setText(self.tr("Clear all %n run(s)?", "", self._model.rowCount()))

    def _end_asking(self) -> None:
        self._asks = False
        self.clear_button.setText(self.tr("Clear"))
