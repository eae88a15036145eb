"""What is exported: a conversation, one answer, or a piece of an answer, as frozen records. Any thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.domain import Conversation, Message, MessageRole, MessageState, ReadLine, utc_now


class Scope(StrEnum):
    CONVERSATION = "conversation"
    ANSWER = "answer"
    SELECTION = "selection"


class NothingToExportError(Exception):
    """There is no text in what was to be exported."""

    sentence = "There is nothing to export yet; read a picture first."


@dataclass(frozen=True, slots=True)
class Words:
    """What a file says besides the texts themselves, in the language of who exports."""

    question: str = "Question"
    answer: str = "Answer"
    picture: str = "Picture"
    page: str = "page {page} of {pages}"
    made_by: str = "Made with Yomi {version}"
    tokens: str = "{count} tokens"
    language: str = "en"
    states: Mapping[MessageState, str] = field(default_factory=dict)
    """How an answer ended; nothing is said of a state that is not here."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A piece of an answer, [start, stop) of its text; None where it is not one run of it."""

    message_id: str
    text: str
    start: int | None = None
    stop: int | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """Messages in the order in which they were said, and what is wanted of them."""

    scope: Scope
    conversation: Conversation
    messages: tuple[Message, ...]
    selection: Selection | None = None
    exported_at: str = field(default_factory=utc_now)

    @property
    def answers(self) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if message.role is MessageRole.ASSISTANT)

    @property
    def shown(self) -> tuple[Message, ...]:
        """The messages whose text a reader of the file wants: all of them, or the one answer."""
        return self.messages if self.scope is Scope.CONVERSATION else self.messages[-1:]


def whole_conversation(conversation: Conversation, messages: Sequence[Message]) -> Transcript:
    """All that is shown of a conversation.

    Raises: NothingToExportError.
    """
    if not any(message.text.strip() or message.attachments for message in messages):
        raise NothingToExportError
    return Transcript(Scope.CONVERSATION, conversation, tuple(messages))


def one_answer(conversation: Conversation, messages: Sequence[Message], message_id: str) -> Transcript:
    """An answer, after what it was made from: its question, and the talk before where that was part of it.

    Raises: NothingToExportError where it says nothing or is not there.
    """
    chain = _up_to(messages, message_id)
    if not chain or not chain[-1].text.strip():
        raise NothingToExportError
    return Transcript(Scope.ANSWER, conversation, _made_from(chain))


def selected_text(
    conversation: Conversation, messages: Sequence[Message], message_id: str, text: str
) -> Transcript:
    """A piece of an answer, with the lines and words in it.

    Raises: NothingToExportError where it says nothing.
    """
    chain = _up_to(messages, message_id)
    if not chain or not text.strip():
        raise NothingToExportError
    answer = chain[-1]
    # What the screen joins or shows formatted is not to be found as one run; then only its text is known.
    start = answer.text.find(text) if answer.text.count(text) == 1 else -1
    if start < 0:
        piece, selection = replace(answer, text=text, lines=()), Selection(message_id, text)
    else:
        stop = start + len(text)
        lines = tuple(_within(answer.lines, text, start, stop))
        piece = replace(answer, text=text, lines=lines)
        selection = Selection(message_id, text, start, stop)
    return Transcript(Scope.SELECTION, conversation, (*_made_from(chain)[:-1], piece), selection)


def _up_to(messages: Sequence[Message], message_id: str) -> tuple[Message, ...]:
    ids = [message.id for message in messages]
    return tuple(messages[: ids.index(message_id) + 1]) if message_id in ids else ()


def _made_from(chain: tuple[Message, ...]) -> tuple[Message, ...]:
    """The end of a chain that the engine was given for its last message."""
    asked = [index for index, message in enumerate(chain[:-1]) if message.role is MessageRole.USER]
    if not asked:
        return chain[-1:]
    question = chain[asked[-1]]
    # A question without words is a reading of its pictures alone.
    return chain if question.text.strip() else (question, chain[-1])


def _within(lines: Sequence[ReadLine], text: str, start: int, stop: int) -> list[ReadLine]:
    """The lines with whole words in `text`, [start, stop) of the message; counted from there."""
    found = []
    for line in lines:
        words = tuple(
            replace(word, start=word.start - start, stop=word.stop - start)
            for word in line.words
            if start <= word.start and word.stop <= stop
        )
        if words:
            first = max(line.start - start, 0)
            last = min(line.start + len(line.text), stop) - start
            found.append(replace(line, text=text[first:last], start=first, words=words))
    return found
