"""RunHistoryWindow: shows the history of runs and does what is asked of it. GUI thread only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.controllers.run_history import RunHistoryController
from app.views.main_window import MainWindow
from app.views.theme import Theme

if TYPE_CHECKING:
    from app.views.runs_dialog import RunsDialog


class RunHistoryWindow(QObject):
    """Between the dialog, which knows no controller, and the controller."""

    def __init__(self, window: MainWindow, theme: Theme, runs: RunHistoryController) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._runs = runs
        self._dialog: RunsDialog | None = None
        window.menus.runs.triggered.connect(lambda _checked=False: self.open())
        window.panel.history_requested.connect(self.open)
        runs.changed.connect(self._show)

    @property
    def dialog(self) -> RunsDialog | None:
        """The dialog, while it is open."""
        return self._dialog

    def open(self) -> RunsDialog:
        """Show the runs so far; those that come meanwhile come into it."""
        if self._dialog is None:
            from app.views.runs_dialog import RunsDialog  # noqa: PLC0415 - brings pyqtgraph and numpy

            self._dialog = RunsDialog(self._theme, self._window)
            self._dialog.conversation_requested.connect(self._window.conversation_opened)
            self._dialog.clear_requested.connect(self._runs.clear)
            self._dialog.destroyed.connect(self._on_gone)
        self._show()
        self._dialog.open()
        return self._dialog

    def _show(self) -> None:
        if self._dialog is not None:
            self._dialog.show_runs(self._runs.records())

    def _on_gone(self) -> None:
        self._dialog = None
