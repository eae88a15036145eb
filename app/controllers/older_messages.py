"""OlderMessages: the part of a long conversation that is above what is shown first. GUI thread; a slice at a
time, so that opening a conversation takes as long whatever its length.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.controllers.history_guard import HistoryGuard
from app.domain import Message
from app.storage.conversations import ConversationRepository

TAIL = 60
"""Messages that are read at once when a conversation is opened: more than get widgets then."""
SLICE = 100
"""Messages that are read in one turn of the event loop; about 2 ms."""


class OlderMessages(QObject):
    """What is still to be read of one branch, from its end to its beginning."""

    read = Signal(object)
    """tuple[Message, ...]: those just before what was read so far, oldest first"""
    ended = Signal()
    """All are read."""

    def __init__(
        self, repository: ConversationRepository, guard: HistoryGuard, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._repository = repository
        self._guard = guard
        self._next_id = ""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._read_slice)

    def begin(self, first: Message | None) -> None:
        """Read on before this message, in a moment; nothing where there is none."""
        self._next_id = (first.parent_id or "") if first is not None else ""
        if self._next_id:
            self._timer.start()
        else:
            self._timer.stop()

    def read_all(self) -> None:
        """Read what is left now."""
        if self._next_id:
            self._read(-1)

    def _read_slice(self) -> None:
        self._read(SLICE)

    def _read(self, count: int) -> None:
        message_id = self._next_id
        found = self._guard.loaded(lambda: self._repository.load_branch(message_id, count)) or ()
        # Where the history refuses, what is shown is all there is.
        self._next_id = (found[0].parent_id or "") if found else ""
        if not self._next_id:
            self._timer.stop()
        if found:
            self.read.emit(found)
        if not self._next_id:
            self.ended.emit()
