"""CorrectionController: a reader puts right what the model misread. GUI thread.

The answer keeps its place, its figures and what follows it; what the model wrote is kept beside it.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.controllers.chat import ChatController
from app.controllers.turns import title_from
from app.correction import corrected, restored
from app.domain import Message, whole_text
from app.storage.conversations import ConversationRepository


class CorrectionController(QObject):
    """Changes the text of answers that have ended."""

    notice_raised = Signal(str)

    def __init__(
        self, chat: ChatController, repository: ConversationRepository, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._chat = chat
        self._repository = repository

    def correct(self, message_id: str, text: str) -> bool:
        """Give an answer of the shown branch this text; False where nothing came of it."""
        answer = self._chat.ended(message_id)
        text = whole_text(text)
        if answer is None:
            return False
        if not text.strip():
            self.notice_raised.emit("An answer cannot be empty; delete it instead.")
            return False
        return text == answer.text or self._keep(answer, corrected(answer, text))

    def restore(self, message_id: str) -> bool:
        """Give an answer of the shown branch the text that the model wrote."""
        answer = self._chat.ended(message_id)
        if answer is None or answer.written is None:
            return False
        return self._keep(answer, restored(answer))

    def _keep(self, before: Message, after: Message) -> bool:
        """Shown as it is kept: a correction that the history refuses stays in its field."""

        def write() -> bool:
            self._repository.update_message(after)
            return True

        if not self._chat.guard.stored(write):
            return False
        self._chat.branch.update(after)
        self._name_again(before, after)
        return True

    def _name_again(self, before: Message, after: Message) -> None:
        """A conversation that is named by what was misread gets the corrected name."""
        shown, name = self._chat.conversation, title_from(after.text)
        if shown is not None and name and shown.title == title_from(before.text) != name:
            self._chat.guard.stored(partial(self._repository.rename_conversation, shown.id, name))
            self._chat.refresh_conversation(shown.id)
