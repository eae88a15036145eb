"""DraftController: keeps what is typed, chosen and added for each conversation, sent or not. GUI thread.

What is typed is read from the composer when it is needed, not at every key, and written at most every
`WRITE_AFTER_MS`: a crash loses no more than that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.controllers.history_guard import HistoryGuard
from app.controllers.intake import IntakeController
from app.draft import Draft
from app.storage.drafts import DraftStore

WRITE_AFTER_MS = 500

Words = Callable[[], tuple[str, str]]
"""What is typed in the composer, and the id of the preset that is chosen there."""


class DraftController(QObject):
    """The unsent messages: of the conversation on show and of those that were shown before."""

    presence_changed = Signal(str)
    """id of a conversation that now has something unsent, or no longer has"""

    def __init__(
        self,
        store: DraftStore,
        guard: HistoryGuard,
        intake: IntakeController,
        words: Words,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._guard = guard
        self._intake = intake
        self._words = words
        self._place = ""
        self._is_stale = False
        self._drafts: dict[str, Draft] = {}
        self._stored: dict[str, Draft] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WRITE_AFTER_MS)
        self._timer.timeout.connect(self.write)
        self._is_closed = False
        intake.tray_changed.connect(self._on_tray_changed)

    def open(self, conversation_id: str) -> Draft:
        """What was being composed in a conversation, which is the one on show from now on."""
        self._collect()
        self._place = conversation_id
        if conversation_id not in self._drafts:
            kept = self._guard.loaded(lambda: self._store.load(conversation_id)) or Draft()
            self._stored[conversation_id] = self._drafts[conversation_id] = kept
            if kept.attachments:
                self._intake.restore(conversation_id, kept.attachments)
        return self.of(conversation_id)

    def of(self, conversation_id: str) -> Draft:
        """What is being composed in a conversation that was shown before."""
        self._collect()
        return self._with_pictures(conversation_id)

    def touch(self) -> None:
        """What is typed or chosen has changed."""
        self._is_stale = True
        if not self._timer.isActive():
            self._timer.start()

    def put_words(self, conversation_id: str, text: str, preset_id: str) -> None:
        """Words and preset of a conversation that is not shown: what was taken and came back, or was sent."""
        self._drafts[conversation_id] = Draft(text, preset_id)
        self.write()

    def forget(self, conversation_id: str) -> None:
        """The conversation is deleted, and what was typed for it."""
        self._drafts.pop(conversation_id, None)
        self._stored.pop(conversation_id, None)
        if self._place == conversation_id:
            self._place = ""
            self._is_stale = False

    def knows(self, conversation_id: str) -> bool:
        """Whether the conversation was shown before, and is still there."""
        return conversation_id in self._drafts

    def close(self) -> None:
        """Write what changed, for the last time: what the trays lose from now on stays in the drafts."""
        self.write()
        self._is_closed = True

    def write(self) -> None:
        """Write what changed."""
        self._timer.stop()
        if self._is_closed:
            return
        self._collect()
        for conversation_id in self._drafts:
            draft = self._with_pictures(conversation_id)
            before = self._stored.get(conversation_id, Draft())
            if draft != before:
                self._write(conversation_id, draft, before)

    def _write(self, conversation_id: str, draft: Draft, before: Draft) -> None:
        def save() -> bool:
            self._store.save(conversation_id, draft)
            return True

        if self._guard.stored(save):
            self._stored[conversation_id] = draft
            if draft.is_empty != before.is_empty:
                self.presence_changed.emit(conversation_id)

    def _collect(self) -> None:
        """Read what is typed, where it changed since the last time."""
        if self._is_stale and self._place:
            self._drafts[self._place] = Draft(*self._words())
        self._is_stale = False

    def _with_pictures(self, conversation_id: str) -> Draft:
        words = self._drafts.get(conversation_id, Draft())
        return replace(words, attachments=self._intake.attachments_in(conversation_id))

    def _on_tray_changed(self, conversation_id: str) -> None:
        if conversation_id not in self._drafts:
            return
        if self._intake.attachments_in(conversation_id):
            self._timer.start()
        else:
            # They were sent or taken off: a crash would bring them back.
            self.write()
