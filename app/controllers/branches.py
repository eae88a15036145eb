"""BranchController: other versions of a question or an answer, side by side in one conversation. GUI thread.

A question that is edited, or asked about another picture, and an answer that is made anew begin a branch; the
one before stays. `ChatController` shows one branch at a time.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.controllers.chat import ChatController
from app.controllers.turns import answer_to, plainly
from app.domain import Attachment, Message, MessageRole, new_id, whole_text
from app.storage.conversations import ConversationRepository


class BranchController(QObject):
    """Begins branches, goes from one to the next, deletes them."""

    notice_raised = Signal(str)
    deletion_announced = Signal(str, bool)
    """message id, whether another version stays. It is out of sight, and gone with `commit_deletion`."""

    def __init__(
        self, chat: ChatController, repository: ConversationRepository, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._chat = chat
        self._repository = repository
        self._branches: dict[str, tuple[str, ...]] = {}
        chat.branch.branches_changed.connect(self._on_branches_changed)

    # -- new branches

    def edit(self, message_id: str, text: str, pictures: tuple[Attachment, ...] | None = None) -> bool:
        """Ask a question of the shown branch in other words, or with these of its pictures in this order;
        False where nothing came of it.
        """
        question = self._question(message_id)
        if question is None:
            return False
        words = whole_text(text).strip()
        pictures = question.attachments if pictures is None else pictures
        if (words, pictures) == (question.text, question.attachments):
            return False
        about = (*pictures, *self._pictures_before(question)) if words else pictures
        if not any(item.is_readable for item in about):
            sentence = "There is no picture to ask about yet; add one, then ask."
            self.notice_raised.emit(sentence if words else "There is nothing to send yet; add a picture.")
            return False
        request = question.request
        if request is None or not (words and question.text):
            # What was read is now asked about, or the other way round.
            request = plainly(words, ())[1]
        # The rows of pictures are the message's own; what they show is kept once.
        own = tuple(replace(item, id=new_id()) for item in pictures)
        self._begin(replace(question, text=words, attachments=own, request=request))
        return True

    def ask_again(self, message_id: str, pictures: tuple[Attachment, ...]) -> bool:
        """Ask a question of the shown branch about other pictures; False where nothing came of it."""
        question = self._question(message_id)
        if question is None or not pictures:
            return False
        self._begin(replace(question, attachments=pictures))
        return True

    def regenerate(self, message_id: str) -> None:
        """Make an answer anew; one that says something stays beside it."""
        answer = self._chat.ended(message_id)
        if answer is None:
            return
        if not answer.text or answer.parent_id is None:
            self._chat.run_again(replace(answer, text="", stats=None, resume=None, lines=(), state_detail=""))
            return
        question = self._question(answer.parent_id)
        if question is None:
            self.notice_raised.emit("The question to this answer is no longer there; send it again.")
        else:
            self._chat.begin(answer_to(question))

    # -- from one to the next

    def step(self, message_id: str, by: int) -> None:
        """Show the version so many further on; past the first and the last one there is none."""
        versions = self._branches.get(message_id, ())
        if message_id in versions:
            wanted = versions.index(message_id) + by
            if 0 <= wanted < len(versions):
                self.show(versions[wanted])

    def show(self, message_id: str) -> None:
        """Show the branch that a message lies in."""
        if self._chat.guard.stored(lambda: self._repository.set_leaf(message_id)):
            self._chat.branch.reload()

    # -- deleting

    def delete(self, message_id: str) -> None:
        """Take a message out of sight with all that follows it; another version takes its place."""
        message = self._chat.branch.message(message_id)
        if message is None or self._chat.is_closed:
            return
        if self._chat.is_running:
            self.notice_raised.emit("The answer is still on its way; stop it first.")
            return
        if message.parent_id is None:
            self.notice_raised.emit("This message is not kept in the history, so it goes with the window.")
            return
        versions = self._branches.get(message_id, (message_id,))
        others = [each for each in versions if each != message_id]
        self._chat.branch.set_hidden(message_id, hidden=True)
        if others:
            place = versions.index(message_id)
            self._chat.guard.stored(partial(self._repository.set_leaf, others[min(place, len(others) - 1)]))
        self._chat.branch.reload()
        self.deletion_announced.emit(message_id, bool(others))

    def undo_deletion(self, message_id: str) -> None:
        """Bring a message back that was taken out of sight."""
        self._chat.branch.set_hidden(message_id, hidden=False)
        self.show(message_id)

    def commit_deletion(self, message_id: str) -> None:
        """Delete for good what was taken out of sight."""
        dropped = self._chat.guard.stored(lambda: self._repository.delete_branch(message_id))
        if dropped is None:
            return
        self._chat.branch.set_hidden(message_id, hidden=False)
        self._chat.upkeep.remove(dropped)

    def _begin(self, question: Message) -> None:
        fresh = Message(
            new_id(),
            question.conversation_id,
            MessageRole.USER,
            question.text,
            attachments=question.attachments,
            request=question.request,
            parent_id=question.parent_id,
        )
        self._chat.begin(fresh, answer_to(fresh))

    def _pictures_before(self, question: Message) -> tuple[Attachment, ...]:
        """What a question without pictures of its own is about."""
        before = itertools.takewhile(lambda message: message.id != question.id, self._chat.messages)
        return tuple(item for message in before for item in message.attachments)

    def _question(self, message_id: str) -> Message | None:
        message = self._chat.branch.message(message_id)
        if message is None or message.role is not MessageRole.USER or self._chat.is_closed:
            return None
        return message

    def _on_branches_changed(self, branches: dict[str, tuple[str, ...]]) -> None:
        self._branches = branches
