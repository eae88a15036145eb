"""ShownBranch: the messages of one conversation that are on show, and what is done to them. GUI thread; owned
by `ChatController`.

A conversation's messages are a tree; one branch of it is shown, its end first where it is long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.controllers.history_guard import HistoryGuard
from app.controllers.older_messages import TAIL, OlderMessages
from app.domain import Message
from app.storage.conversations import ConversationRepository

Live = Callable[[str], Message | None]
"""An answer with all that was shown of it, while it is on its way."""


class ShownBranch(QObject):
    """What the message view shows."""

    prepended = Signal(object)
    """tuple[Message, ...]: older ones, just before those that are known so far"""
    message_added = Signal(object)
    """Message, at the end"""
    message_updated = Signal(object)
    """Message; its text is the whole text, which a new run begins anew"""
    replaced = Signal(object, object)
    """tuple[str, ...], tuple[Message, ...]: ids that are no longer shown, and what is shown in their place"""
    branches_changed = Signal(object)
    """dict[str, tuple[str, ...]]: for each shown message with alternatives, the ids of all, in order"""

    def __init__(
        self,
        repository: ConversationRepository,
        guard: HistoryGuard,
        live: Live,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._repository = repository
        self._guard = guard
        self._live = live
        self._conversation_id = ""
        self._messages: list[Message] = []
        self._hidden: set[str] = set()
        self._older = OlderMessages(repository, guard, self)
        self._older.read.connect(self._on_older_read)
        self._older.ended.connect(self.announce_branches)

    @property
    def messages(self) -> tuple[Message, ...]:
        """All of them, with all the text that was shown."""
        self._older.read_all()
        # Only what is on its way is live; asking for each of 5,000 would be felt.
        return tuple(
            (self._live(message.id) or message) if message.state.is_running else message
            for message in self._messages
        )

    @property
    def known(self) -> tuple[Message, ...]:
        """Those that were read so far."""
        return tuple(self._messages)

    def load(self, conversation_id: str) -> bool:
        """Show another conversation from its end on; False where it cannot be read."""
        loaded = self._guard.loaded(lambda: self.of(conversation_id, TAIL))
        if loaded is None:
            return False
        self._conversation_id = conversation_id
        self._messages = loaded
        self._older.begin(loaded[0] if loaded else None)
        return True

    def of(self, conversation_id: str, last: int = -1) -> list[Message]:
        """What is, or would be, shown of a conversation, or the last of it: its branch, up to what is to be
        deleted.

        Raises: StorageError.
        """
        shown: list[Message] = []
        # What is to be deleted may stand further up.
        for message in self._repository.load_messages(conversation_id, -1 if self._hidden else last):
            if message.id in self._hidden:
                break
            shown.append(self._live(message.id) or message)
        return shown

    def everything(self) -> tuple[Message, ...]:
        """Every message of the conversation, of whichever branch, but what is to be deleted; oldest first."""
        found = self._guard.loaded(lambda: self._repository.load_all(self._conversation_id)) or ()
        gone = set(self._hidden)
        kept: list[Message] = []
        # A message is always younger than the one it follows.
        for message in found:
            if message.id in gone or message.parent_id in gone:
                gone.add(message.id)
            else:
                kept.append(self._live(message.id) or message)
        return tuple(kept)

    def up_to(self, answer: Message) -> tuple[Message, ...]:
        """The messages of the branch that an answer lies in, shown or not.

        Raises: StorageError.
        """
        if self.holds_already(answer.id):
            self._older.read_all()
            return tuple(self._messages)
        return self._repository.load_branch(answer.id)

    def holds(self, message_id: str) -> bool:
        """Whether the message is one of those shown."""
        if not self.holds_already(message_id):
            self._older.read_all()
        return self.holds_already(message_id)

    def holds_already(self, message_id: str) -> bool:
        """Whether it is one of those that were read so far."""
        return any(message.id == message_id for message in reversed(self._messages))

    def message(self, message_id: str) -> Message | None:
        """One of those shown."""
        return next((message for message in self.messages if message.id == message_id), None)

    # -- changes

    def add(self, messages: Sequence[Message]) -> Message:
        """Add messages, each after the one before, where the first says; returns the last one."""
        self._older.read_all()
        first_parent = messages[0].parent_id
        shown_ids = [message.id for message in self._messages]
        kept = len(shown_ids)
        if first_parent is not None:
            kept = shown_ids.index(first_parent) + 1 if first_parent in shown_ids else 0
        removed, self._messages = tuple(shown_ids[kept:]), self._messages[:kept]
        added: list[Message] = []
        for message in messages:
            # Where the history refuses it is shown all the same, without a place in it.
            after = message
            if added:
                after = replace(message, parent_id=added[-1].id if added[-1].parent_id is not None else None)
            stored = self._guard.stored(partial(self._repository.add_message, after))
            added.append(stored or replace(message, parent_id=None))
        self._messages += added
        if removed:
            self.replaced.emit(removed, tuple(added))
        else:
            for message in added:
                self.message_added.emit(message)
        self.announce_branches()
        return added[-1]

    def update(self, message: Message) -> None:
        """Show a message as it is now, where it is one of those shown."""
        for index, shown in enumerate(self._messages):
            if shown.id == message.id:
                self._messages[index] = message
                self.message_updated.emit(message)

    def reload(self) -> None:
        """Show the branch that the history now names; what it shares with the one before stays."""
        loaded = self._guard.loaded(lambda: self.of(self._conversation_id))
        if loaded is None:
            return
        self._older.read_all()
        before = [message.id for message in self._messages]
        common = 0
        for message_id, message in zip(before, loaded, strict=False):
            if message_id != message.id:
                break
            common += 1
        self._messages = loaded
        if before[common:] or loaded[common:]:
            self.replaced.emit(tuple(before[common:]), tuple(loaded[common:]))
        self.announce_branches()

    def set_hidden(self, message_id: str, *, hidden: bool) -> None:
        """Whether a message is out of sight, with all that follows it, because it is to be deleted."""
        (self._hidden.add if hidden else self._hidden.discard)(message_id)

    def announce_branches(self) -> None:
        """Say which of the shown messages have alternatives."""
        siblings = self._guard.loaded(lambda: self._repository.siblings(self._conversation_id)) or {}
        shown = {message.id for message in self._messages}
        kept = {
            message_id: tuple(each for each in ids if each not in self._hidden)
            for message_id, ids in siblings.items()
            if message_id in shown
        }
        self.branches_changed.emit({key: ids for key, ids in kept.items() if len(ids) > 1})

    def _on_older_read(self, messages: tuple[Message, ...]) -> None:
        older = [self._live(message.id) or message for message in messages]
        self._messages[:0] = older
        self.prepended.emit(tuple(older))
