"""Reporting: puts what a report of an error needs on the clipboard. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject, qVersion
from PySide6.QtGui import QGuiApplication

from app.bridge import EngineBridge
from app.controllers.run_history import RunHistoryController
from app.domain import RunRecord
from app.error_report import Surroundings, error_report
from app.views.main_window import MainWindow


class Reporting(QObject):
    """Between the buttons that say Copy details and what is known of the error."""

    def __init__(
        self, window: MainWindow, bridge: EngineBridge, runs: RunHistoryController, yomi_version: str
    ) -> None:
        super().__init__(window)
        self._window = window
        self._bridge = bridge
        self._runs = runs
        self._version = yomi_version
        window.messages.details_requested.connect(self._on_answer)
        window.banner.details_requested.connect(lambda: self._copy(bridge.last_failure_code, None))

    def _on_answer(self, message_id: str) -> None:
        record = self._runs.last_of(message_id)
        self._copy(record.error_code if record is not None else "", record)

    def _copy(self, code: str, record: RunRecord | None) -> None:
        surroundings = Surroundings(
            yomi=self._version,
            torch=self._bridge.torch_version,
            qt=qVersion(),
            window_system=QGuiApplication.platformName(),
        )
        QGuiApplication.clipboard().setText(error_report(surroundings, code, self._bridge.card, record))
        self._window.say(
            self.tr("The details are on the clipboard; they hold no text, picture or folder of yours.")
        )
