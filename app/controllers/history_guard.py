"""HistoryGuard: reads and writes of the history whose refusal is said once and stops nothing. GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.storage.errors import StorageError

T = TypeVar("T")


class HistoryGuard(QObject):
    """Between the controllers and the history: where it refuses, the window goes on."""

    notice_raised = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last_complaint = ""

    def stored(self, write: Callable[[], T]) -> T | None:
        """What `write` gives; None, with a notice, where the history refuses."""
        try:
            result = write()
        except StorageError as error:
            self._complain(error.sentence)
            return None
        self._last_complaint = ""
        return result

    def loaded(self, read: Callable[[], T]) -> T | None:
        """What `read` gives; None, with a notice, where the history refuses."""
        try:
            return read()
        except StorageError as error:
            self._complain(error.sentence)
            return None

    def _complain(self, sentence: str) -> None:
        # Once until a write succeeds: a full disk would be said with every piece of a streaming answer.
        if sentence != self._last_complaint:
            self._last_complaint = sentence
            self.notice_raised.emit(sentence)
