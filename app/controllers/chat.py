"""ChatController: conversations, and what the user does in them. GUI thread.

The shown conversation is kept here as messages; the history is written as things happen, streamed text at
most every `JOURNAL_INTERVAL_MS`, so that a crash loses nothing that was on screen for longer than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.bridge import EngineBridge
from app.controllers.history_guard import HistoryGuard
from app.controllers.intake import IntakeController
from app.controllers.older_messages import TAIL, OlderMessages
from app.controllers.outbox import Outbox, Prepare
from app.controllers.picture_upkeep import PictureUpkeep
from app.controllers.runs import RunQueue
from app.controllers.turns import title_from
from app.copies import mime_of_message
from app.domain import (
    Conversation,
    Message,
    MessageRole,
    MessageState,
    whole_text,
)
from app.settings import SettingsStore
from app.storage.conversations import INTERRUPTED_SENTENCE, ConversationRepository, TitleSource
from app.storage.images import ImageRepository

JOURNAL_INTERVAL_MS = 250

LISTED = 200
"""Conversations that are listed at first, and more each time the reader comes to the end of the list."""


class ChatController(QObject):
    """Use cases of the conversation list, the message view and the composer."""

    conversations_changed = Signal(object)
    """tuple[Conversation, ...]: those that are listed, the pinned ones first, the last written to first"""
    conversation_opened = Signal(object, object)
    """Conversation, tuple[Message, ...]: its last messages; the ones before follow in a moment"""
    messages_prepended = Signal(object)
    """tuple[Message, ...]: older ones, just before those of the shown conversation that are known so far"""
    message_added = Signal(object)
    """Message, at the end of the shown conversation"""
    message_text_appended = Signal(str, str)
    """message id, text; of the shown conversation"""
    message_updated = Signal(object)
    """Message of the shown conversation; its text is the whole text, which a new run begins anew"""
    branch_shown = Signal(object, object)
    """tuple[str, ...], tuple[Message, ...]: ids that are no longer shown, and what is shown in their place"""
    branches_changed = Signal(object)
    """dict[str, tuple[str, ...]]: for each shown message with alternatives, the ids of all, in order"""
    running_changed = Signal(bool)
    """Whether an answer of the shown conversation is on its way"""
    notice_raised = Signal(str)
    draft_returned = Signal(str)
    """What was typed, when `send` took it and could not use it after all"""

    def __init__(
        self,
        bridge: EngineBridge,
        *,
        repository: ConversationRepository,
        images: ImageRepository,
        intake: IntakeController,
        settings: SettingsStore,
        others: Sequence[IntakeController] = (),
        parent: QObject | None = None,
    ) -> None:
        """`others` are intakes whose pictures may be sent too, without the composer."""
        super().__init__(parent)
        self._repository = repository
        self._conversation: Conversation | None = None
        self._messages: list[Message] = []
        self._listed = LISTED
        self._list: tuple[Conversation, ...] = ()
        self._are_more = False
        self._running = False
        self._closed = False
        self._hidden: set[str] = set()
        self._guard = HistoryGuard(self)
        self._guard.notice_raised.connect(self.notice_raised)
        self._older = OlderMessages(repository, self._guard, self)
        self._older.read.connect(self._on_older_read)
        self._older.ended.connect(self.announce_branches)
        self._runs = RunQueue(bridge, settings, self._branch_to, images.read, self)
        self._runs.text_appended.connect(self._on_text_appended)
        self._runs.updated.connect(self._on_run_updated)
        self._runs.ended.connect(self._on_run_ended)
        self._runs.resume_noted.connect(repository.note_resume)
        self._runs.left_ended.connect(self._on_left_ended)
        self._journal_timer = QTimer(self)
        self._journal_timer.setSingleShot(True)
        self._journal_timer.setInterval(JOURNAL_INTERVAL_MS)
        self._journal_timer.timeout.connect(self.write_journal)
        self._upkeep = PictureUpkeep(repository, images, self._guard, (intake, *others))
        self._outbox = Outbox(self, intake)
        self._outbox.notice_raised.connect(self.notice_raised)
        self._outbox.draft_returned.connect(self.draft_returned)

    @property
    def conversation(self) -> Conversation | None:
        """The shown conversation."""
        return self._conversation

    @property
    def messages(self) -> tuple[Message, ...]:
        """The shown conversation's messages, with all the text that was shown."""
        self._older.read_all()
        return tuple(self._runs.live(message.id) or message for message in self._messages)

    @property
    def guard(self) -> HistoryGuard:
        """Says what the history refuses."""
        return self._guard

    @property
    def upkeep(self) -> PictureUpkeep:
        """Forgets pictures that no message shows any more."""
        return self._upkeep

    @property
    def is_closed(self) -> bool:
        return self._closed

    @property
    def waiting_runs(self) -> int:
        """Answers, of any conversation, that wait for the one that is being made."""
        return self._runs.waiting

    @property
    def is_running(self) -> bool:
        """Whether an answer of the shown conversation is on its way."""
        return self._running

    # -- conversations

    def open_latest_or_new(self) -> None:
        """Show the conversation last written to; a new one where there is none."""
        latest = self._guard.loaded(self._repository.latest_conversation)
        if latest is not None and self._show(latest):
            self._announce_conversations()
        else:
            self.new_conversation()

    def new_conversation(self) -> None:
        """Show an empty conversation, the one that is already there if there is one."""
        conversation = self._guard.loaded(self._repository.empty_conversation) or self._guard.stored(
            self._repository.create_conversation
        )
        if conversation is not None:
            self._show(conversation)
            self._announce_conversations()

    def open_conversation(self, conversation_id: str) -> None:
        """Show a conversation; what streams into the one before goes on."""
        conversation = self._guard.loaded(lambda: self._repository.conversation(conversation_id))
        if conversation is not None:
            self._show(conversation)

    def list_more(self) -> None:
        """List older conversations too, where there are some."""
        if not self._are_more:
            return
        listed = self._listed
        more = self._guard.loaded(lambda: self._repository.list_conversations(LISTED + 1, listed)) or ()
        self._are_more = len(more) > LISTED
        self._listed += LISTED
        known = {conversation.id for conversation in self._list}
        if known.isdisjoint(conversation.id for conversation in more) and len(self._list) == listed:
            self._list += more[:LISTED]
            self.conversations_changed.emit(self._list)
        else:
            # Another window wrote to the history meanwhile.
            self._announce_conversations()

    def pin_conversation(self, conversation_id: str, pinned: bool) -> None:
        """Keep a conversation above the others, or no longer."""
        self._guard.stored(lambda: self._repository.set_pinned(conversation_id, pinned))
        self._announce_conversations()

    def rename_conversation(self, conversation_id: str, title: str) -> None:
        """Give a conversation the user's title; an empty one is ignored."""
        words = " ".join(whole_text(title).split())
        if words:
            self._guard.stored(lambda: self._repository.rename_conversation(conversation_id, words))
            self.refresh_conversation(conversation_id)

    def delete_conversation(self, conversation_id: str) -> None:
        """Delete a conversation and the pictures that only it has; another one is shown if it was this."""
        self._runs.abandon(conversation_id)
        dropped = self._guard.stored(lambda: self._repository.delete_conversation(conversation_id))
        if dropped is None:
            return
        self._upkeep.remove(dropped)
        if self._conversation is not None and self._conversation.id == conversation_id:
            self.open_latest_or_new()
        else:
            self._announce_conversations()

    # -- messages

    def send(self, text: str, prepare: Prepare | None = None, conversation_id: str = "") -> bool:
        """Send what is typed with the intake's pictures, once read; False, with a notice, if refused.

        `prepare` makes what is asked of it; without, words are a question and pictures alone are read. It
        belongs to the conversation named, or shown now, also where another is shown once all is read.
        """
        return not self._closed and self._outbox.send(text, prepare, conversation_id)

    def messages_in(self, conversation_id: str) -> tuple[Message, ...] | None:
        """What is shown of a conversation, or would be; None where it is no longer there."""
        if not conversation_id or self._shows(conversation_id):
            return self.messages
        if self._guard.loaded(lambda: self._repository.conversation(conversation_id)) is None:
            return None
        found = self._guard.loaded(lambda: self._branch_of(conversation_id))
        return None if found is None else tuple(found)

    def stop(self) -> None:
        """Stop what is on its way in the shown conversation; the text so far stays."""
        if self._conversation is not None:
            self._runs.stop(self._conversation.id)

    def continue_message(self, message_id: str) -> None:
        """Go on with an answer that ended before it was complete."""
        message = self.ended(message_id)
        if message is not None and message.can_continue and message.resume is not None:
            # What was shown beyond the point is said again.
            self.run_again(replace(message, text=message.text[: message.resume.characters]))

    def copy_message(self, message_id: str) -> None:
        """Put the message on the clipboard: exactly as the model wrote it, and in the forms programs take."""
        for message in self.messages:
            if message.id == message_id:
                QGuiApplication.clipboard().setMimeData(mime_of_message(message))

    # -- the end

    def write_journal(self) -> None:
        """Write the text that streamed in since the last time."""
        self._journal_timer.stop()
        self._guard.stored(self._repository.write_pending)

    def close(self) -> None:
        """Write all that was shown; answers on their way become INTERRUPTED. Call before the engine ends."""
        if self._closed:
            return
        self._closed = True
        self._journal_timer.stop()
        for message in self._runs.take_all():
            self._guard.stored(partial(self._repository.update_message, _interrupted(message)))
        self._guard.stored(self._repository.write_pending)

    # -- branches, for `app.controllers.branches`

    def message(self, message_id: str) -> Message | None:
        """A message of the shown branch."""
        return next((message for message in self.messages if message.id == message_id), None)

    def ended(self, message_id: str) -> Message | None:
        """An answer of the shown branch that is not on its way."""
        if self._closed or self._runs.live(message_id) is not None:
            return None
        message = self.message(message_id)
        return message if message is not None and message.role is MessageRole.ASSISTANT else None

    def begin(self, *messages: Message) -> None:
        """Add messages, each after the one before, where the first says; the last is an answer to be made."""
        if not self._shows(messages[0].conversation_id):
            self._begin_elsewhere(messages)
            return
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
            self.branch_shown.emit(removed, tuple(added))
        else:
            for message in added:
                self.message_added.emit(message)
        self.announce_branches()
        self.refresh_conversation(added[-1].conversation_id)
        self._runs.add(added[-1])
        self._check_running()

    def _begin_elsewhere(self, messages: Sequence[Message]) -> None:
        """The same in a conversation that is not shown."""
        for message in messages:
            if self._guard.stored(partial(self._repository.add_message, message)) is None:
                return
        self.refresh_conversation(messages[-1].conversation_id)
        self._runs.add(messages[-1])

    def run_again(self, message: Message) -> None:
        """Make an answer in its place, or go on with it where it can be resumed."""
        queued = replace(message, state=MessageState.QUEUED, state_detail="")
        self._on_run_updated(queued)
        self._guard.stored(lambda: self._repository.update_message(queued))
        self._runs.add(queued, message.resume)
        self._check_running()

    def show_branch(self) -> None:
        """Show the branch that the history now names; what it shares with the one before stays."""
        if self._conversation is None:
            return
        conversation_id = self._conversation.id
        loaded = self._guard.loaded(lambda: self._branch_of(conversation_id))
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
            self.branch_shown.emit(tuple(before[common:]), tuple(loaded[common:]))
        self.announce_branches()

    def announce_branches(self) -> None:
        """Say which of the shown messages have alternatives."""
        if self._conversation is not None:
            conversation_id = self._conversation.id
            siblings = self._guard.loaded(lambda: self._repository.siblings(conversation_id)) or {}
            shown = {message.id for message in self._messages}
            kept = {
                message_id: tuple(each for each in ids if each not in self._hidden)
                for message_id, ids in siblings.items()
                if message_id in shown
            }
            self.branches_changed.emit({key: ids for key, ids in kept.items() if len(ids) > 1})

    def _shows(self, conversation_id: str) -> bool:
        return self._conversation is not None and self._conversation.id == conversation_id

    def set_hidden(self, message_id: str, *, hidden: bool) -> None:
        """Whether a message is out of sight, with all that follows it, because it is to be deleted."""
        (self._hidden.add if hidden else self._hidden.discard)(message_id)

    # -- runs

    def _branch_to(self, answer: Message) -> tuple[Message, ...]:
        """The messages of the branch that the answer lies in."""
        if any(message.id == answer.id for message in self._messages):
            self._older.read_all()
            return tuple(self._messages)
        return self._repository.load_branch(answer.id)

    def _branch_of(self, conversation_id: str, last: int = -1) -> list[Message]:
        """What is shown of a conversation, or the last of it: its branch, up to what is to be deleted.

        Raises: StorageError.
        """
        shown: list[Message] = []
        # What is to be deleted may stand further up.
        for message in self._repository.load_messages(conversation_id, -1 if self._hidden else last):
            if message.id in self._hidden:
                break
            shown.append(self._runs.live(message.id) or message)
        return shown

    def _on_text_appended(self, message_id: str, text: str) -> None:
        self._repository.append_text(message_id, text)
        if not self._journal_timer.isActive():
            self._journal_timer.start()
        if any(message.id == message_id for message in reversed(self._messages)):
            self.message_text_appended.emit(message_id, text)

    def _on_run_updated(self, message: Message) -> None:
        for index, shown in enumerate(self._messages):
            if shown.id == message.id:
                self._messages[index] = message
                self.message_updated.emit(message)

    def _on_run_ended(self, message: Message) -> None:
        self._guard.stored(lambda: self._repository.update_message(message))
        self.suggest_title(message.conversation_id, title_from(message.text), TitleSource.TEXT)
        self.refresh_conversation(message.conversation_id)
        self._check_running()

    def _on_left_ended(self, message: Message) -> None:
        """The engine has let go of an answer that closing interrupted: now it is known where it goes on."""
        ended = _interrupted(message) if message.state is MessageState.STOPPED else message
        self._guard.stored(lambda: self._repository.update_message(ended))

    def _check_running(self) -> None:
        running = self._conversation is not None and self._runs.runs_in(self._conversation.id)
        if running != self._running:
            self._running = running
            self.running_changed.emit(running)

    # -- what is shown

    def _show(self, conversation: Conversation) -> bool:
        """Whether the conversation could be read and is shown now."""
        loaded = self._guard.loaded(lambda: self._branch_of(conversation.id, TAIL))
        if loaded is None:
            return False
        self._conversation = conversation
        self._messages = loaded
        self._older.begin(loaded[0] if loaded else None)
        self.conversation_opened.emit(conversation, tuple(self._messages))
        self.announce_branches()
        self._check_running()
        return True

    def shows(self, message_id: str) -> bool:
        """Whether the message is one of those shown."""
        return any(message.id == message_id for message in self._messages) or any(
            message.id == message_id for message in self.messages
        )

    def _on_older_read(self, messages: tuple[Message, ...]) -> None:
        older = [self._runs.live(message.id) or message for message in messages]
        self._messages[:0] = older
        self.messages_prepended.emit(tuple(older))

    def suggest_title(self, conversation_id: str, title: str, source: TitleSource) -> None:
        """Name a conversation, unless someone with more say has."""
        if title:
            self._guard.stored(lambda: self._repository.set_title(conversation_id, title, source))

    def refresh_conversation(self, conversation_id: str) -> None:
        """A conversation has another title or place in the list."""
        if self._conversation is not None and self._conversation.id == conversation_id:
            self._conversation = (
                self._guard.loaded(lambda: self._repository.conversation(conversation_id))
                or self._conversation
            )
        self._announce_changed(conversation_id)

    def _announce_changed(self, conversation_id: str) -> None:
        """One conversation was renamed or written to, which never sends it down the list."""
        if len(self._list) <= LISTED:
            self._announce_conversations()
            return
        changed = self._guard.loaded(lambda: self._repository.conversation(conversation_id))
        first = self._guard.loaded(lambda: self._repository.list_conversations(LISTED))
        if changed is None or first is None:
            return
        ids = {conversation.id for conversation in first}
        rest = (each for each in self._list if each.id not in ids)
        self._list = (*first, *(changed if each.id == conversation_id else each for each in rest))
        self._listed = len(self._list)
        self.conversations_changed.emit(self._list)

    def _announce_conversations(self) -> None:
        # One more than is listed, to know whether there is more.
        listed = self._listed
        found = self._guard.loaded(lambda: self._repository.list_conversations(listed + 1))
        if found is not None:
            self._are_more = len(found) > listed
            self._list = found[:listed]
            self.conversations_changed.emit(self._list)


def _interrupted(message: Message) -> Message:
    return replace(message, state=MessageState.INTERRUPTED, state_detail=INTERRUPTED_SENTENCE)
