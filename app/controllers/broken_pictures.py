"""BrokenPictures: finds out which of several pictures an answer failed for, so that it can go on with the
others. GUI thread; pictures are opened on one other thread.

What cannot be opened is marked so in the history and no longer sent; the answer says which, and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal

from app.background import BackgroundThread
from app.bridge import PictureError, check_picture
from app.controllers.chat import ChatController
from app.domain import Attachment, Message, MessageState
from app.omissions import unopened
from app.storage.conversations import ConversationRepository
from app.storage.errors import StorageError
from app.storage.images import ImageRepository

CLOSE_TIMEOUT_S = 2.0


class BrokenPictures(QObject):
    """Looks at the pictures of each answer that fails."""

    _checked = Signal(object, object)

    def __init__(
        self,
        chat: ChatController,
        repository: ConversationRepository,
        images: ImageRepository,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._chat = chat
        self._repository = repository
        self._images = images
        self._thread = BackgroundThread("picture-check")
        self._checked.connect(self._on_checked, Qt.ConnectionType.QueuedConnection)
        chat.answer_ended.connect(self._on_answer_ended)

    def close(self) -> None:
        """End after the picture that is being opened."""
        self._thread.close(CLOSE_TIMEOUT_S)

    def _on_answer_ended(self, answer: Message) -> None:
        if answer.state is not MessageState.FAILED:
            return
        pictures = [item for message in self._branch(answer) for item in message.attachments]
        readable = [item for item in pictures if item.is_readable]
        if len({(item.sha256, item.page) for item in readable}) > 1:
            self._thread.submit(lambda: self._check(answer, readable))

    def _check(self, answer: Message, pictures: Sequence[Attachment]) -> None:
        broken: dict[tuple[str, int], str] = {}
        for item in pictures:
            if self._thread.is_closing:
                return
            try:
                check_picture(self._images.read(item.sha256), item.name, item.page)
            except PictureError as error:
                broken[item.sha256, item.page] = error.sentence
            except StorageError:
                broken[item.sha256, item.page] = (
                    f"The file of {item.name} is no longer in Yomi's folder; add the picture again."
                )
        self._checked.emit(answer, broken)

    def _on_checked(self, answer: Message, broken: dict[tuple[str, int], str]) -> None:
        if not broken or self._thread.is_closing:
            return
        for (sha256, page), sentence in broken.items():
            self._mark(sha256, page, sentence)
        marked: list[Attachment] = []
        others = 0
        for message in self._branch(answer):
            seen = tuple(
                replace(item, error=item.error or broken.get((item.sha256, item.page), ""))
                for item in message.attachments
            )
            marked += [item for item in seen if (item.sha256, item.page) in broken]
            others += sum(item.is_readable for item in seen)
            if seen != message.attachments:
                self._chat.branch.update(replace(message, attachments=seen))
        if others and marked:
            self._say(answer, _sentence(marked))

    def _mark(self, sha256: str, page: int, sentence: str) -> None:
        self._chat.guard.stored(lambda: self._repository.mark_unreadable(sha256, page, sentence))

    def _say(self, answer: Message, sentence: str) -> None:
        """Say it under the answer, unless that is being made anew already."""
        now = self._chat.branch.message(answer.id) if self._chat.branch.holds(answer.id) else answer
        if now is not None and now.state is MessageState.FAILED:
            told = replace(now, state_detail=sentence)
            self._chat.guard.stored(lambda: self._repository.update_message(told))
            self._chat.branch.update(told)

    def _branch(self, answer: Message) -> tuple[Message, ...]:
        return self._chat.guard.loaded(lambda: self._chat.branch.up_to(answer)) or ()


def _sentence(broken: Sequence[Attachment]) -> str:
    first = broken[0]
    what = first.error
    if len(broken) > 1:
        what = unopened(first.name, first.error, count=len(broken))
    return f"{what} Regenerate goes on with the other pictures."
