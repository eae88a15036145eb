"""EditController: keeps what is changed of sent questions and not asked yet. GUI thread.

Like a draft, an edit is read from the view when it is needed and written at most every `WRITE_AFTER_MS`; one
that is asked or given up is forgotten at once, or a crash would bring it back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.controllers.drafts import WRITE_AFTER_MS
from app.controllers.history_guard import HistoryGuard
from app.edit import Edit
from app.storage.edits import EditStore

Shown = Callable[[], dict[str, Edit]]
"""Every edit that the view knows of, by the id of its question."""


class EditController(QObject):
    """The edits of the conversations that were shown."""

    presence_changed = Signal(str)
    """id of a conversation that now has an edit, or one less"""

    def __init__(
        self, store: EditStore, guard: HistoryGuard, shown: Shown, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._guard = guard
        self._shown = shown
        self._stored: dict[str, Edit] = {}
        self._opened: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WRITE_AFTER_MS)
        self._timer.timeout.connect(self.write)

    def open(self, conversation_id: str) -> tuple[Edit, ...]:
        """What was being edited in a conversation before Yomi was started; nothing the second time."""
        if conversation_id in self._opened:
            return ()
        self._opened.add(conversation_id)
        kept = self._guard.loaded(lambda: self._store.load(conversation_id)) or ()
        self._stored |= {edit.message_id: edit for edit in kept}
        return kept

    def touch(self) -> None:
        """Something was changed in an edit."""
        if not self._timer.isActive():
            self._timer.start()

    def forget(self, conversation_id: str) -> None:
        """The conversation is deleted, and its edits with it."""
        self._opened.discard(conversation_id)
        self._stored = {
            message_id: edit
            for message_id, edit in self._stored.items()
            if edit.conversation_id != conversation_id
        }

    def write(self) -> None:
        """Write what changed."""
        self._timer.stop()
        shown = self._shown()
        for message_id, edit in shown.items():
            if self._stored.get(message_id) != edit and self._done(partial(self._store.save, edit)):
                is_new = message_id not in self._stored
                self._stored[message_id] = edit
                if is_new:
                    self.presence_changed.emit(edit.conversation_id)
        for message_id in self._stored.keys() - shown.keys():
            if self._done(partial(self._store.remove, message_id)):
                self.presence_changed.emit(self._stored.pop(message_id).conversation_id)

    def _done(self, write: Callable[[], None]) -> bool:
        def step() -> bool:
            write()
            return True

        return bool(self._guard.stored(step))
