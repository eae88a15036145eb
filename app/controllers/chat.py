"""ChatController: conversations, and what the user does in them. GUI thread.

The shown conversation is kept here as messages; the history is written as things happen, streamed text at
most every `JOURNAL_INTERVAL_MS`, so that a crash loses nothing that was on screen for longer than that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from app.bridge import EngineBridge
from app.controllers.intake import IntakeController
from app.controllers.runs import RunQueue
from app.controllers.turns import title_from
from app.domain import Attachment, Conversation, Message, MessageRole, MessageState, new_id, whole_text
from app.settings import SettingsStore
from app.storage.conversations import INTERRUPTED_SENTENCE, ConversationRepository, TitleSource
from app.storage.errors import StorageError
from app.storage.images import ImageRepository

JOURNAL_INTERVAL_MS = 250

T = TypeVar("T")


class ChatController(QObject):
    """Use cases of the conversation list, the message view and the composer."""

    conversations_changed = Signal(object)
    """tuple[Conversation, ...], the pinned ones first, of each the one last written to first"""
    search_finished = Signal(object)
    """frozenset[str] of the conversations that hold the words; None where none are looked for"""
    conversation_opened = Signal(object, object)
    """Conversation, tuple[Message, ...]"""
    message_added = Signal(object)
    """Message, at the end of the shown conversation"""
    message_text_appended = Signal(str, str)
    """message id, text; of the shown conversation"""
    message_updated = Signal(object)
    """Message of the shown conversation; its text is the whole text, which a new run begins anew"""
    messages_removed = Signal(object)
    """tuple[str, ...]: ids, of the shown conversation"""
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
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._repository = repository
        self._images = images
        self._intake = intake
        self._conversation: Conversation | None = None
        self._messages: list[Message] = []
        self._running = False
        self._draft: str | None = None
        self._closed = False
        self._last_complaint = ""
        self._runs = RunQueue(bridge, settings, self._messages_of, images.read, self)
        self._runs.text_appended.connect(self._on_text_appended)
        self._runs.updated.connect(self._on_run_updated)
        self._runs.ended.connect(self._on_run_ended)
        self._journal_timer = QTimer(self)
        self._journal_timer.setSingleShot(True)
        self._journal_timer.setInterval(JOURNAL_INTERVAL_MS)
        self._journal_timer.timeout.connect(self.write_journal)
        intake.reading_changed.connect(self._on_reading_changed)
        intake.contents_dropped.connect(self._on_contents_dropped)

    @property
    def conversation(self) -> Conversation | None:
        """The shown conversation."""
        return self._conversation

    @property
    def messages(self) -> tuple[Message, ...]:
        """The shown conversation's messages, with all the text that was shown."""
        return tuple(self._runs.live(message.id) or message for message in self._messages)

    @property
    def is_running(self) -> bool:
        """Whether an answer of the shown conversation is on its way."""
        return self._running

    # -- conversations

    def open_latest_or_new(self) -> None:
        """Show the conversation last written to; a new one where there is none."""
        latest = self._loaded(self._repository.latest_conversation)
        if latest is not None and self._show(latest):
            self._announce_conversations()
        else:
            self.new_conversation()

    def new_conversation(self) -> None:
        """Show an empty conversation, the one that is already there if there is one."""
        conversation = self._loaded(self._repository.empty_conversation) or self._stored(
            self._repository.create_conversation
        )
        if conversation is not None:
            self._show(conversation)
            self._announce_conversations()

    def open_conversation(self, conversation_id: str) -> None:
        """Show a conversation; what streams into the one before goes on."""
        conversation = self._loaded(lambda: self._repository.conversation(conversation_id))
        if conversation is not None:
            self._show(conversation)

    def search(self, words: str) -> None:
        """Look for words in every title and message; `search_finished` follows."""
        wanted = " ".join(whole_text(words).split())
        found = self._loaded(lambda: self._repository.search(wanted)) if wanted else None
        self.search_finished.emit(None if found is None else frozenset(found))

    def rename_conversation(self, conversation_id: str, title: str) -> None:
        """Give a conversation the user's title; an empty one is ignored."""
        words = " ".join(whole_text(title).split())
        if words:
            self._stored(lambda: self._repository.rename_conversation(conversation_id, words))
            self._refresh_conversation(conversation_id)

    def delete_conversation(self, conversation_id: str) -> None:
        """Delete a conversation and the pictures that only it has; another one is shown if it was this."""
        self._runs.abandon(conversation_id)
        dropped = self._stored(lambda: self._repository.delete_conversation(conversation_id))
        if dropped is None:
            return
        self._remove_pictures(dropped)
        if self._conversation is not None and self._conversation.id == conversation_id:
            self.open_latest_or_new()
        else:
            self._announce_conversations()

    # -- messages

    def send(self, text: str) -> bool:
        """Send what is typed with the intake's pictures, once read; False, with a notice, if refused."""
        if self._closed:
            return False
        text = whole_text(text)
        if self._intake.is_reading:
            self._draft = text if not self._draft else f"{self._draft}\n{text}".strip()
            return True
        return self._send_now(text.strip())

    def stop(self) -> None:
        """Stop what is on its way in the shown conversation; the text so far stays."""
        if self._conversation is not None:
            self._runs.stop(self._conversation.id)

    def regenerate(self, message_id: str) -> None:
        """Make an answer anew, in its place."""
        message = self._ended_answer(message_id)
        if message is not None:
            self._run_again(replace(message, text="", stats=None, resume=None, lines=()))

    def continue_message(self, message_id: str) -> None:
        """Go on with an answer that was cut off."""
        message = self._ended_answer(message_id)
        if message is not None and message.state.can_continue and message.resume is not None:
            self._run_again(message)

    def copy_message(self, message_id: str) -> None:
        """Put the message's text, exactly as the model wrote it, on the clipboard."""
        for message in self.messages:
            if message.id == message_id:
                QGuiApplication.clipboard().setText(message.text)

    def remove_message(self, message_id: str) -> None:
        """Delete a message; a question takes its answer with it."""
        ids = [message.id for message in self._messages]
        if message_id not in ids:
            return
        index = ids.index(message_id)
        gone = [self._messages[index]]
        if gone[0].role is MessageRole.USER and index + 1 < len(ids):
            gone += [m for m in self._messages[index + 1 : index + 2] if m.role is MessageRole.ASSISTANT]
        if any(self._runs.live(message.id) for message in gone):
            self.notice_raised.emit("The answer is still on its way; stop it first.")
            return
        gone_ids = tuple(message.id for message in gone)
        dropped = self._stored(lambda: self._repository.delete_messages(gone_ids))
        if dropped is not None:
            self._remove_pictures(dropped)
            self._messages = [message for message in self._messages if message.id not in gone_ids]
            self.messages_removed.emit(gone_ids)

    # -- the end

    def write_journal(self) -> None:
        """Write the text that streamed in since the last time."""
        self._journal_timer.stop()
        self._stored(self._repository.write_pending)

    def close(self) -> None:
        """Write all that was shown; answers on their way become INTERRUPTED. Call before the engine ends."""
        if self._closed:
            return
        self._closed = True
        self._journal_timer.stop()
        for message in self._runs.take_all():
            interrupted = replace(
                message, state=MessageState.INTERRUPTED, state_detail=INTERRUPTED_SENTENCE, resume=None
            )
            self._stored(partial(self._repository.update_message, interrupted))
        self._stored(self._repository.write_pending)

    # -- sending

    def _send_now(self, text: str) -> bool:
        readable = [attachment for attachment in self._intake.attachments if attachment.is_readable]
        if not readable and not (text and self._has_picture()):
            self.notice_raised.emit(_why_nothing_to_send(text, self._intake.attachments))
            return False
        if self._conversation is None:
            self.new_conversation()
        if self._conversation is None:
            return False
        conversation_id = self._conversation.id
        attachments = self._intake.take()
        question = Message(new_id(), conversation_id, MessageRole.USER, text, attachments=attachments)
        answer = Message(new_id(), conversation_id, MessageRole.ASSISTANT, "", MessageState.QUEUED)
        for message in (question, answer):
            # Where the history refuses it is shown all the same, without a place in it.
            answer = self._stored(partial(self._repository.add_message, message)) or message
            self._messages.append(answer)
            self.message_added.emit(answer)
        if text:
            self._suggest_title(conversation_id, title_from(text), TitleSource.TEXT)
        else:
            self._suggest_title(conversation_id, title_from(attachments[0].name), TitleSource.PICTURE)
        self._refresh_conversation(conversation_id)
        self._runs.add(answer)
        self._check_running()
        return True

    def _has_picture(self) -> bool:
        return any(attachment.is_readable for message in self._messages for attachment in message.attachments)

    def _run_again(self, message: Message) -> None:
        queued = replace(message, state=MessageState.QUEUED, state_detail="")
        self._on_run_updated(queued)
        self._stored(lambda: self._repository.update_message(queued))
        self._runs.add(queued, message.resume)
        self._check_running()

    def _ended_answer(self, message_id: str) -> Message | None:
        if self._closed or self._runs.live(message_id) is not None:
            return None
        return next(
            (m for m in self._messages if m.id == message_id and m.role is MessageRole.ASSISTANT), None
        )

    def _on_reading_changed(self, reading: bool) -> None:
        if reading or self._draft is None or self._closed:
            return
        draft, self._draft = self._draft, None
        if not self._send_now(draft.strip()) and draft:
            self.draft_returned.emit(draft)

    # -- runs

    def _messages_of(self, conversation_id: str) -> tuple[Message, ...]:
        if self._conversation is not None and self._conversation.id == conversation_id:
            return tuple(self._messages)
        return self._repository.load_messages(conversation_id)

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
        self._stored(lambda: self._repository.update_message(message))
        self._suggest_title(message.conversation_id, title_from(message.text), TitleSource.TEXT)
        self._refresh_conversation(message.conversation_id)
        self._check_running()

    def _check_running(self) -> None:
        running = self._conversation is not None and self._runs.runs_in(self._conversation.id)
        if running != self._running:
            self._running = running
            self.running_changed.emit(running)

    # -- what is shown

    def _show(self, conversation: Conversation) -> bool:
        """Whether the conversation could be read and is shown now."""
        loaded = self._loaded(lambda: self._repository.load_messages(conversation.id))
        if loaded is None:
            return False
        self._conversation = conversation
        self._messages = [self._runs.live(message.id) or message for message in loaded]
        self.conversation_opened.emit(conversation, tuple(self._messages))
        self._check_running()
        return True

    def _suggest_title(self, conversation_id: str, title: str, source: TitleSource) -> None:
        if title:
            self._stored(lambda: self._repository.set_title(conversation_id, title, source))

    def _refresh_conversation(self, conversation_id: str) -> None:
        if self._conversation is not None and self._conversation.id == conversation_id:
            self._conversation = (
                self._loaded(lambda: self._repository.conversation(conversation_id)) or self._conversation
            )
        self._announce_conversations()

    def _announce_conversations(self) -> None:
        conversations = self._loaded(self._repository.list_conversations)
        if conversations is not None:
            self.conversations_changed.emit(conversations)

    # -- storage

    def _stored(self, write: Callable[[], T]) -> T | None:
        """What `write` gives; None, with a notice, where the history refuses: the window goes on."""
        try:
            result = write()
        except StorageError as error:
            self._complain(error.sentence)
            return None
        self._last_complaint = ""
        return result

    def _loaded(self, read: Callable[[], T]) -> T | None:
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

    def _remove_pictures(self, hashes: tuple[str, ...]) -> None:
        pending = {attachment.sha256 for attachment in self._intake.attachments}
        if not self._intake.is_reading:
            # What is being read just now may be the same picture again.
            self._images.remove(sha256 for sha256 in hashes if sha256 not in pending)

    def _on_contents_dropped(self, hashes: tuple[str, ...]) -> None:
        unreferenced = self._loaded(lambda: self._repository.unreferenced(hashes))
        if unreferenced:
            self._remove_pictures(unreferenced)


def _why_nothing_to_send(text: str, attachments: tuple[Attachment, ...]) -> str:
    if attachments:
        return f"Nothing was sent, since no added file can be read. {attachments[0].error}"
    if text:
        return "There is no picture to ask about yet; add one, then ask."
    return "There is nothing to send yet; add a picture."
