"""From a conversation to what the engine is asked: pure functions, any thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from app.domain import (
    Attachment,
    ChatTurn,
    Message,
    MessageRequest,
    MessageRole,
    MessageState,
    Picture,
    RequestKind,
    new_id,
)

TITLE_LENGTH = 60
"""What a line of the conversation list can show on a usual window."""


class NoQuestionError(Exception):
    """The question that an answer belongs to is no longer in the conversation."""

    sentence = "The question to this answer is no longer there; send it again."


@dataclass(frozen=True, slots=True)
class Reading:
    """Get the text of these pictures."""

    pictures: tuple[Picture, ...]
    markdown: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Answer the last of these turns."""

    turns: tuple[ChatTurn, ...]


def plainly(text: str, pictures: tuple[Attachment, ...]) -> tuple[str, MessageRequest]:  # noqa: ARG001 - a Prepare
    """What is asked without a preset: words are a question, pictures alone are read."""
    return text, MessageRequest(RequestKind.ASK if text else RequestKind.READ)


def answer_to(question: Message) -> Message:
    """An answer that is to be made."""
    return Message(
        new_id(),
        question.conversation_id,
        MessageRole.ASSISTANT,
        "",
        MessageState.QUEUED,
        request=question.request,
        parent_id=question.id,
    )


def plan_for(messages: Sequence[Message], answer_id: str, load: Callable[[str], bytes]) -> Reading | Question:
    """What an answer takes: a reading where its question has no words, else the talk up to there.

    `load` gives a picture's bytes by content hash; each is loaded once.
    Raises: NoQuestionError, and what `load` raises.
    """
    before: list[Message] = []
    for message in messages:
        if message.id == answer_id:
            break
        before.append(message)
    else:
        raise NoQuestionError
    question = next((message for message in reversed(before) if message.role is MessageRole.USER), None)
    if question is None:
        raise NoQuestionError
    loaded: dict[str, bytes] = {}

    def bytes_of(sha256: str) -> bytes:
        if sha256 not in loaded:
            loaded[sha256] = load(sha256)
        return loaded[sha256]

    def pictures_of(attachments: Iterable[Attachment]) -> tuple[Picture, ...]:
        return tuple(
            Picture(bytes_of(item.sha256), item.name, item.page) for item in attachments if item.is_readable
        )

    if not question.text.strip():
        kind = question.request.kind if question.request is not None else RequestKind.READ
        # A reading that brings no picture is of the latest one before it.
        with_pictures = (
            message
            for message in reversed(before[: before.index(question) + 1])
            if any(item.is_readable for item in message.attachments)
        )
        source = next(with_pictures, question)
        markdown = kind in (RequestKind.MARKDOWN, RequestKind.TABLE)
        return Reading(pictures_of(source.attachments), markdown)
    turns: list[ChatTurn] = []
    for message in before[: before.index(question) + 1]:
        _add_turn(turns, message, pictures_of(message.attachments))
    return Question(tuple(turns))


def _add_turn(turns: list[ChatTurn], message: Message, pictures: tuple[Picture, ...]) -> None:
    """Append the message, joined to the turn before it where both are of one side."""
    if message.role is MessageRole.ASSISTANT and not message.text:
        # An answer that failed or was stopped at once says nothing, not that nothing is there to be said.
        return
    if turns and turns[-1].role is message.role:
        last = turns[-1]
        text = "\n".join(part for part in (last.text, message.text) if part)
        turns[-1] = ChatTurn(last.role, text, last.pictures + pictures)
        return
    turns.append(ChatTurn(message.role, message.text, pictures))


def title_from(text: str) -> str:
    """The first line that says something, short enough for a list; empty where there is none."""
    for line in text.splitlines():
        words = " ".join(line.split())
        if any(character.isalnum() for character in words):
            return words if len(words) <= TITLE_LENGTH else words[: TITLE_LENGTH - 1].rstrip() + "…"
    return ""
