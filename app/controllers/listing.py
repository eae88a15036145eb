"""Listing: which conversations are listed, in which order. GUI thread; owned by `ChatController`."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.controllers.history_guard import HistoryGuard
from app.domain import Conversation
from app.storage.conversations import ConversationRepository

LISTED = 200
"""Conversations that are listed at first, and more each time the reader comes to the end of the list."""


CATCH_UP_MS = 1_000
"""After a change of one that keeps its place: what another window wrote meanwhile is listed by then."""


class Listing(QObject):
    """The top of the history, as far down as the reader wants it."""

    changed = Signal(object)
    """tuple[Conversation, ...]: those that are listed, the pinned ones first, the last written to first"""

    one_changed = Signal(object)
    """Conversation: it has another title, draft or time, and the place that it had"""

    def __init__(
        self, repository: ConversationRepository, guard: HistoryGuard, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._repository = repository
        self._guard = guard
        self._wanted = LISTED
        self._listed: tuple[Conversation, ...] = ()
        self._are_more = False
        self._is_closed = False
        self._catching_up = QTimer(self, singleShot=True, interval=CATCH_UP_MS)
        self._catching_up.timeout.connect(self._catch_up)

    @property
    def listed(self) -> tuple[Conversation, ...]:
        """Those that are listed, from the top."""
        return self._listed

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
            self._tell(found[:wanted])

    def announce_one(self, conversation_id: str) -> None:
        """One conversation was renamed or written to, which never sends it down the list."""
        changed = self._guard.loaded(lambda: self._repository.conversation(conversation_id))
        place = next((at for at, each in enumerate(self._listed) if each.id == conversation_id), None)
        if changed is not None and place is not None and self._stays(place, changed):
            # The usual case; reading and comparing a long list would be felt.
            self._listed = (*self._listed[:place], changed, *self._listed[place + 1 :])
            self.one_changed.emit(changed)
            if not self._is_closed:
                self._catching_up.start()
        elif len(self._listed) <= LISTED:
            self.announce()
        elif changed is not None:
            self._announce_top(changed)

    def close(self) -> None:
        """Look for nothing more by itself: the history is about to be closed."""
        self._is_closed = True
        self._catching_up.stop()

    def _stays(self, place: int, changed: Conversation) -> bool:
        """Whether a conversation that was listed there still belongs there."""
        before = self._listed[place]
        if changed.pinned != before.pinned:
            return False
        above = self._listed[place - 1] if place else None
        is_first = above is None or (above.pinned and not changed.pinned)
        return is_first or changed.updated_at == before.updated_at

    def _announce_top(self, changed: Conversation | None = None) -> None:
        """Read the top of a long list anew; what is below it has changed in one place at most."""
        first = self._guard.loaded(lambda: self._repository.list_conversations(LISTED))
        if first is None:
            return
        ids = {conversation.id for conversation in first}
        rest = (each for each in self._listed if each.id not in ids)
        if changed is not None:
            rest = (changed if each.id == changed.id else each for each in rest)
        listed = (*first, *rest)
        self._wanted = len(listed)
        self._tell(listed)

    def _catch_up(self) -> None:
        if len(self._listed) <= LISTED:
            self.announce()
        else:
            self._announce_top()

    def _tell(self, listed: tuple[Conversation, ...]) -> None:
        self._catching_up.stop()
        self._listed = listed
        self.changed.emit(listed)
