"""Outbox: makes a message of what is typed and of the pictures that wait, once they are read. GUI thread.

Owned by `ChatController`, which adds the message and has it answered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.controllers.intake import IntakeController
from app.controllers.turns import answer_to, plainly, title_from
from app.domain import Attachment, Message, MessageRequest, MessageRole, new_id, whole_text
from app.presets import PresetError
from app.storage.conversations import TitleSource

if TYPE_CHECKING:
    from app.controllers.chat import ChatController

Prepare = Callable[[str, tuple[Attachment, ...]], tuple[str, MessageRequest]]
"""Makes of what is typed, and of the pictures it is about, what is asked. Raises: PresetError."""


class Outbox(QObject):
    """Holds what was sent while its pictures are still being read."""

    notice_raised = Signal(str)
    words_returned = Signal(str, str)
    """conversation id, what was typed there, when `send` took it and could not use it after all"""

    def __init__(self, chat: ChatController, intake: IntakeController) -> None:
        super().__init__(chat)
        self._chat = chat
        self._intake = intake
        self._held: dict[str, tuple[str, Prepare | None]] = {}
        intake.reading_ended.connect(self._on_reading_ended)

    def send(self, text: str, prepare: Prepare | None, conversation_id: str = "") -> bool:
        """See `ChatController.send`."""
        text = whole_text(text)
        shown = self._chat.conversation
        place = conversation_id or (shown.id if shown is not None else "")
        if self._intake.is_reading_for(place):
            before = self._held.get(place, ("", None))[0]
            self._held[place] = (f"{before}\n{text}".strip() if before else text, prepare)
            return True
        return self._send_now(text.strip(), prepare, place)

    def give_back(self) -> None:
        """Return what was taken and still waits for its pictures: there is no time left for them."""
        held, self._held = self._held, {}
        for place, (text, _prepare) in held.items():
            if text:
                self.words_returned.emit(place, text)

    def _send_now(self, text: str, prepare: Prepare | None, place: str) -> bool:
        before = self._chat.messages_in(place)
        if before is None:
            # It was deleted meanwhile; what was meant for it goes nowhere else by itself.
            return False
        earlier = _latest_pictures(before)
        waiting = self._intake.attachments_in(place)
        readable = tuple(attachment for attachment in waiting if attachment.is_readable)
        try:
            asked, request = (prepare or plainly)(text, readable or earlier)
        except PresetError as error:
            self.notice_raised.emit(error.sentence)
            return False
        if not readable and not ((asked or prepare) and earlier):
            self.notice_raised.emit(_why_nothing_to_send(asked, waiting))
            return False
        if not place:
            self._chat.new_conversation()
            if self._chat.conversation is None:
                return False
            place = self._chat.conversation.id
        attachments = self._intake.take(place)
        question = Message(
            new_id(),
            place,
            MessageRole.USER,
            asked,
            attachments=attachments,
            request=request,
            parent_id=_end_of(before),
        )
        if asked:
            self._chat.suggest_title(place, title_from(asked), TitleSource.TEXT)
        elif attachments:
            self._chat.suggest_title(place, title_from(attachments[0].name), TitleSource.PICTURE)
        # Reads the list of conversations anew, with the title.
        self._chat.begin(question, answer_to(question))
        return True

    def _on_reading_ended(self, place: str) -> None:
        if place not in self._held or self._chat.is_closed:
            return
        text, prepare = self._held.pop(place)
        if not self._send_now(text.strip(), prepare, place) and text:
            self.words_returned.emit(place, text)


def _end_of(shown: Sequence[Message]) -> str | None:
    """What a new message follows: the last one shown, which hides what is to be deleted."""
    if not shown:
        return ""
    last = shown[-1]
    return last.id if last.parent_id is not None else None


def _latest_pictures(shown: Sequence[Message]) -> tuple[Attachment, ...]:
    """The readable pictures of the latest message of a branch that has some."""
    found = (tuple(item for item in message.attachments if item.is_readable) for message in reversed(shown))
    return next((pictures for pictures in found if pictures), ())


def _why_nothing_to_send(text: str, attachments: tuple[Attachment, ...]) -> str:
    if attachments:
        return f"Nothing was sent, since no added file can be read. {attachments[0].error}"
    if text:
        return "There is no picture to ask about yet; add one, then ask."
    return "There is nothing to send yet; add a picture."
