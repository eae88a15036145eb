"""ReplacementController: the same question about other pictures. GUI thread; files are read on one other
thread.

The pictures never join those that wait in the composer: an intake of their own reads them.
"""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QMimeData, QObject, Signal

from app.controllers.branches import BranchController
from app.controllers.intake import IntakeController


class ReplacementController(QObject):
    """Reads what is to take the place of a question's pictures, then asks again."""

    notice_raised = Signal(str)

    def __init__(
        self, intake: IntakeController, branches: BranchController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._intake = intake
        self._branches = branches
        self._active = ""
        self._waiting: deque[tuple[str, list[str]]] = deque()
        intake.notice_raised.connect(self.notice_raised)
        intake.reading_changed.connect(self._on_reading_changed)

    def add_paths(self, message_id: str, paths: list[str]) -> None:
        """Ask the question `message_id` again about these files, once they are read."""
        if not paths:
            return
        if self._active:
            self._waiting.append((message_id, paths))
            return
        self._active = message_id
        self._intake.add_paths(paths)

    def add_mime(self, message_id: str, mime: QMimeData) -> None:
        """Ask again about what a drop offers."""
        if self._active:
            self.notice_raised.emit(
                "The picture before is still being read; drop this one again in a moment."
            )
            return
        self._active = message_id
        if not self._intake.add_mime(mime):
            self._active = ""

    def _on_reading_changed(self, reading: bool) -> None:
        if reading or not self._active:
            return
        message_id, self._active = self._active, ""
        refused = [item for item in self._intake.attachments if not item.is_readable]
        if refused and len(refused) == len(self._intake.attachments):
            self.notice_raised.emit(f"Nothing was sent, since no added file can be read. {refused[0].error}")
            self._intake.clear()
        else:
            pictures = self._intake.take()
            if pictures and not self._branches.ask_again(message_id, pictures):
                self.notice_raised.emit("The question to this answer is no longer there; send it again.")
        if self._waiting:
            self.add_paths(*self._waiting.popleft())
