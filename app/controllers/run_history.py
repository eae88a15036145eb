"""RunHistoryController: keeps the figures of every run, and tells them. GUI thread."""

from __future__ import annotations

from dataclasses import asdict

from PySide6.QtCore import QObject, Signal

from app.bridge import EngineBridge
from app.controllers.history_guard import HistoryGuard
from app.domain import RunOutcome, RunRecord, RunStats
from app.storage.runs import RunHistory

SHOWN_RUNS = 500
"""What a table shows; more would be scrolled by nobody and take a while to fill."""


class RunHistoryController(QObject):
    """Between the runs of the engine and their history."""

    changed = Signal()
    """A run was added, or all are gone."""

    def __init__(
        self, bridge: EngineBridge, runs: RunHistory, guard: HistoryGuard, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runs = runs
        self._guard = guard
        self._closed = False
        bridge.run_finished.connect(self._on_run_finished)

    def records(self) -> tuple[RunRecord, ...]:
        """What a table shows of the last runs, the newest first."""
        return self.latest(SHOWN_RUNS)

    def latest(self, most: int) -> tuple[RunRecord, ...]:
        """The last runs, the newest first."""
        return self._guard.loaded(lambda: self._runs.recent(most)) or ()

    def last_of(self, message_id: str) -> RunRecord | None:
        """The run that a message shows; None where it is not known."""
        return self._guard.loaded(lambda: self._runs.last_of(message_id))

    def clear(self) -> None:
        """Forget all runs."""
        self._guard.stored(self._runs.clear)
        self.changed.emit()

    def close(self) -> None:
        """Write nothing more: the history is about to be closed."""
        self._closed = True

    def _on_run_finished(self, message_id: str, outcome: RunOutcome) -> None:
        if self._closed:
            return
        stats = outcome.stats or RunStats(**asdict(outcome.settings))
        record = RunRecord(message_id, outcome.state, stats, outcome.error_code)
        self._guard.stored(lambda: self._runs.add(record))
        self.changed.emit()
