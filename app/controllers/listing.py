"""Listing: which conversations are listed, in which order. GUI thread; owned by `ChatController`."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.controllers.history_guard import HistoryGuard
from app.domain import Conversation
from app.storage.conversations import ConversationRepository

LISTED = 200
"""Conversations that are listed at first, and more each time the reader comes to the end of the list."""


class Listing(QObject):
    """The top of the history, as far down as the reader wants it."""

    changed = Signal(object)
    """tuple[Conversation, ...]: those that are listed, the pinned ones first, the last written to first"""

    def __init__(
        self, repository: ConversationRepository, guard: HistoryGuard, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._repository = repository
        self._guard = guard
        self._wanted = LISTED
        self._listed: tuple[Conversation, ...] = ()
        self._are_more = False

    def list_more(self) -> None:
        """List older conversations too, where there are some."""
        if not self._are_more:
            return
        wanted = self._wanted
        more = self._guard.loaded(lambda: self._repository.list_conversations(LISTED + 1, wanted)) or ()
        self._are_more = len(more) > LISTED
        self._wanted += LISTED
        known = {conversation.id for conversation in self._listed}
        if known.isdisjoint(conversation.id for conversation in more) and len(self._listed) == wanted:
            self._listed += more[:LISTED]
            self.changed.emit(self._listed)
        else:
            # Another window wrote to the history meanwhile.
            self.announce()

    def pin(self, conversation_id: str, pinned: bool) -> None:
        """Keep a conversation above the others, or no longer."""
        self._guard.stored(lambda: self._repository.set_pinned(conversation_id, pinned))
        self.announce()

    def announce(self) -> None:
        """Read the list anew."""
        # One more than is listed, to know whether there is more.
        wanted = self._wanted
        found = self._guard.loaded(lambda: self._repository.list_conversations(wanted + 1))
        if found is not None:
            self._are_more = len(found) > wanted
            self._listed = found[:wanted]
            self.changed.emit(self._listed)

    def announce_one(self, conversation_id: str) -> None:
        """One conversation was renamed or written to, which never sends it down the list."""
        if len(self._listed) <= LISTED:
            self.announce()
            return
        changed = self._guard.loaded(lambda: self._repository.conversation(conversation_id))
        first = self._guard.loaded(lambda: self._repository.list_conversations(LISTED))
        if changed is None or first is None:
            return
        ids = {conversation.id for conversation in first}
        rest = (each for each in self._listed if each.id not in ids)
        self._listed = (*first, *(changed if each.id == conversation_id else each for each in rest))
        self._wanted = len(self._listed)
        self.changed.emit(self._listed)
