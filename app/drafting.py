"""Drafting: shows what is unsent in each conversation, in the composer and in questions that are edited, and
keeps it. GUI thread only.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.controllers.chat import ChatController
from app.controllers.drafts import DraftController
from app.controllers.edits import EditController
from app.controllers.intake import IntakeController
from app.domain import Conversation
from app.presetting import Presetting
from app.storage.conversations import ConversationRepository
from app.views.main_window import MainWindow


class Drafting(QObject):
    """Between the drafts, which know no widgets, and the composer, which knows no conversation."""

    def __init__(
        self,
        window: MainWindow,
        chat: ChatController,
        intake: IntakeController,
        repository: ConversationRepository,
        presetting: Presetting,
    ) -> None:
        super().__init__(window)
        self._composer = composer = window.composer
        self._chat = chat
        self._presetting = presetting
        self.drafts = drafts = DraftController(repository.drafts, chat.guard, intake, self._words, self)
        composer.text_changed.connect(drafts.touch)
        composer.preset_changed.connect(drafts.touch)
        composer.cleared.connect(self._on_cleared)
        chat.conversation_left.connect(drafts.write)
        chat.conversation_opened.connect(lambda conversation, _messages: self._on_opened(conversation))
        chat.conversation_deleted.connect(drafts.forget)
        chat.words_returned.connect(self._on_words_returned)
        drafts.presence_changed.connect(chat.listing.announce_one)
        shown = window.messages.edits
        self.edits = edits = EditController(repository.edits, chat.guard, shown.all, self)
        shown.changed.connect(edits.touch)
        shown.ended.connect(edits.write)
        chat.conversation_left.connect(edits.write)
        chat.conversation_opened.connect(
            lambda conversation, _messages: shown.add(edits.open(conversation.id))
        )
        chat.conversation_deleted.connect(shown.forget_conversation)
        chat.conversation_deleted.connect(edits.forget)
        edits.presence_changed.connect(chat.listing.announce_one)

    def write(self) -> None:
        """Write everything that is unsent."""
        self.drafts.write()
        self.edits.write()

    def close(self) -> None:
        """Write it for the last time."""
        self.drafts.close()
        self.edits.write()

    def _words(self) -> tuple[str, str]:
        return self._composer.text, self._composer.preset_id

    def _on_opened(self, conversation: Conversation) -> None:
        draft = self.drafts.open(conversation.id)
        if (draft.text, draft.preset_id) != self._words():
            self._composer.set_text(draft.text)
            self._presetting.choose(draft.preset_id)

    def _on_cleared(self) -> None:
        """It was sent: a crash would bring it back."""
        self.drafts.touch()
        self.drafts.write()

    def _on_words_returned(self, conversation_id: str, text: str) -> None:
        shown = self._chat.conversation
        if (shown is not None and shown.id == conversation_id) or not self.drafts.knows(conversation_id):
            self._composer.insert_text(text)
            return
        draft = self.drafts.of(conversation_id)
        words = "\n".join(part for part in (text, draft.text) if part)
        self.drafts.put_words(conversation_id, words, draft.preset_id)
