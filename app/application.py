"""Application: Qt's, whose end is asked for as that of its window is. GUI thread only.

The end of the session, and "Quit" in the Dock or a task bar, come as an event of the application. Qt's answer
closes the windows it sees: one that hides in the tray is passed over, one that hides on closing counts as a
refusal, and either way nothing is put away. QGuiApplication's `Quit` event and `commitDataRequest`, Qt 6.9.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QApplication


class Application(QApplication):
    """Ends when who listens has put everything away; without a listener, at once."""

    quit_requested = Signal()

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(list(arguments))
        self.asks_before_quitting = False
        """Whether somebody listens."""

    def event(self, event: QEvent) -> bool:
        """Ask instead of closing what is visible. Only the application's own events come here."""
        if event.type() is QEvent.Type.Quit and self.asks_before_quitting:
            event.ignore()
            self.quit_requested.emit()
            return True
        return super().event(event)
