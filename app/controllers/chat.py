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
from app.controllers.listing import Listing
from app.controllers.outbox import Outbox, Prepare
from app.controllers.picture_upkeep import PictureUpkeep
from app.controllers.runs import RunQueue
from app.controllers.shown_branch import ShownBranch
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


class ChatController(QObject):
    """Use cases of the conversation list, the message view and the composer."""

    conversation_left = Signal()
    """Another conversation is about to be looked for, or shown: what is typed is to be kept now"""
    conversation_deleted = Signal(str)
    conversation_opened = Signal(object, object)
    """Conversation, tuple[Message, ...]: its last messages; the ones before follow in a moment"""
    message_text_appended = Signal(str, str)
    """message id, text; of the shown conversation"""
    answer_ended = Signal(object)
    """Message in its end state, of any conversation"""
    running_changed = Signal(bool)
    """Whether an answer of the shown conversation is on its way"""
    notice_raised = Signal(str)
    words_returned = Signal(str, str)
    """conversation id, what was typed there, when `send` took it and could not use it after all"""

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
        self._intake = intake
        self._conversation: Conversation | None = None
        self._running = False
        self._closed = False
        self._guard = HistoryGuard(self)
        self._guard.notice_raised.connect(self.notice_raised)
        self.listing = Listing(repository, self._guard, self)
        self._runs = RunQueue(bridge, settings, self._branch_to, images.read, self)
        self.branch = ShownBranch(repository, self._guard, self._runs.live, self)
        self._runs.text_appended.connect(self._on_text_appended)
        self._runs.updated.connect(self.branch.update)
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
        self._outbox.words_returned.connect(self.words_returned)

    @property
    def conversation(self) -> Conversation | None:
        """The shown conversation."""
        return self._conversation

    @property
    def messages(self) -> tuple[Message, ...]:
        """The shown conversation's messages, with all the text that was shown."""
        return self.branch.messages

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
            self.listing.announce()
        else:
            self.new_conversation()

    def new_conversation(self) -> None:
        """Show an empty conversation, without a draft too: the one that is already there if there is one."""
        self.conversation_left.emit()
        conversation = self._guard.loaded(self._repository.empty_conversation) or self._guard.stored(
            self._repository.create_conversation
        )
        if conversation is not None:
            self._show(conversation)
            self.listing.announce()

    def open_conversation(self, conversation_id: str) -> None:
        """Show a conversation; what streams into the one before goes on."""
        conversation = self._guard.loaded(lambda: self._repository.conversation(conversation_id))
        if conversation is not None:
            self._show(conversation)

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
        self.conversation_deleted.emit(conversation_id)
        self._intake.forget(conversation_id)
        self._upkeep.remove(dropped)
        if self._conversation is not None and self._conversation.id == conversation_id:
            self.open_latest_or_new()
        else:
            self.listing.announce()

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
        found = self._guard.loaded(lambda: self.branch.of(conversation_id))
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
        self._outbox.give_back()
        self._closed = True
        self._journal_timer.stop()
        self.listing.close()
        for message in self._runs.take_all():
            self._guard.stored(partial(self._repository.update_message, _interrupted(message)))
        self._guard.stored(self._repository.write_pending)

    # -- branches, for `app.controllers.branches`

    def ended(self, message_id: str) -> Message | None:
        """An answer of the shown branch that is not on its way."""
        if self._closed or self._runs.live(message_id) is not None:
            return None
        message = self.branch.message(message_id)
        return message if message is not None and message.role is MessageRole.ASSISTANT else None

    def begin(self, *messages: Message) -> None:
        """Add messages, each after the one before, where the first says; the last is an answer to be made."""
        if not self._shows(messages[0].conversation_id):
            self._begin_elsewhere(messages)
            return
        last = self.branch.add(messages)
        self.refresh_conversation(last.conversation_id)
        self._runs.add(last)
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
        self.branch.update(queued)
        self._guard.stored(lambda: self._repository.update_message(queued))
        self._runs.add(queued, message.resume)
        self._check_running()

    def _shows(self, conversation_id: str) -> bool:
        return self._conversation is not None and self._conversation.id == conversation_id

    # -- runs

    def _branch_to(self, answer: Message) -> tuple[Message, ...]:
        return self.branch.up_to(answer)

    def _on_text_appended(self, message_id: str, text: str) -> None:
        self._repository.append_text(message_id, text)
        if not self._journal_timer.isActive():
            self._journal_timer.start()
        if self.branch.holds_already(message_id):
            self.message_text_appended.emit(message_id, text)

    def _on_run_ended(self, message: Message) -> None:
        self._guard.stored(lambda: self._repository.update_message(message))
        self.suggest_title(message.conversation_id, title_from(message.text), TitleSource.TEXT)
        self.refresh_conversation(message.conversation_id)
        self._check_running()
        self.answer_ended.emit(message)

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
        self.conversation_left.emit()
        if not self.branch.load(conversation.id):
            return False
        self._conversation = conversation
        self._intake.show(conversation.id)
        self.conversation_opened.emit(conversation, self.branch.known)
        self.branch.announce_branches()
        self._check_running()
        return True

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
        self.listing.announce_one(conversation_id)


def _interrupted(message: Message) -> Message:
    return replace(message, state=MessageState.INTERRUPTED, state_detail=INTERRUPTED_SENTENCE)
