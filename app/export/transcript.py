"""What is exported: a conversation, one answer, or a piece of an answer, as frozen records. Any thread.

A conversation's messages are a tree of versions. What is shown of it is `messages`; `others` are the rest.
"""

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
    version: str = "{speaker}, version {place} of {count}"
    picture: str = "Picture"
    page: str = "page {page} of {pages}"
    made_by: str = "Made with Yomi {version}"
    tokens: str = "{count} tokens"
    corrected: str = "corrected by hand"
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
    others: tuple[Message, ...] = ()
    """Versions that are not shown, oldest first, with what follows them."""
    says_all: bool = False
    """Whether the others are wanted too where a format has to choose."""
    exported_at: str = field(default_factory=utc_now)

    @property
    def said(self) -> tuple[Message, ...]:
        """What a format that has to choose writes: what is shown, or every version with what follows it."""
        return _in_order((*self.messages, *self.others)) if self.says_all else self.messages

    def versions(self) -> dict[str, tuple[int, int]]:
        """For each message that is said in several versions its number among them and their count."""
        if not self.says_all:
            return {}
        beside: dict[str, list[str]] = {}
        for message in self.said:
            if message.parent_id is not None:
                beside.setdefault(message.parent_id, []).append(message.id)
        return {
            message_id: (place, len(ids))
            for ids in beside.values()
            if len(ids) > 1
            for place, message_id in enumerate(ids, 1)
        }


def whole_conversation(
    conversation: Conversation,
    messages: Sequence[Message],
    everything: Sequence[Message] = (),
    *,
    says_all: bool = False,
) -> Transcript:
    """All that is shown of a conversation, and, of `everything` in it, the versions that are not.

    Raises: NothingToExportError.
    """
    if not any(message.text.strip() or message.attachments for message in messages):
        raise NothingToExportError
    shown = {message.id for message in messages}
    others = tuple(message for message in everything if message.id not in shown)
    return Transcript(Scope.CONVERSATION, conversation, tuple(messages), others=others, says_all=says_all)


def one_answer(
    conversation: Conversation,
    messages: Sequence[Message],
    message_id: str,
    everything: Sequence[Message] = (),
) -> Transcript:
    """An answer, after what it was made from: its question, and the talk before where that was part of it.
    Of `everything` in the conversation the other answers to its question go with it.

    Raises: NothingToExportError where it says nothing or is not there.
    """
    chain = _up_to(messages, message_id)
    if not chain or not chain[-1].text.strip():
        raise NothingToExportError
    answer = chain[-1]
    others = tuple(
        message
        for message in everything
        if message.id != answer.id and message.parent_id and message.parent_id == answer.parent_id
    )
    return Transcript(Scope.ANSWER, conversation, _made_from(chain), others=others)


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


def _in_order(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Each message before those that follow it, its versions in the order in which they were made."""
    known = {message.id for message in messages}
    after: dict[str, list[Message]] = {}
    for message in sorted(messages, key=lambda each: each.created_at):
        # One whose parent is not here begins a branch of its own.
        parent = message.parent_id if message.parent_id in known else ""
        after.setdefault(parent or "", []).append(message)
    found: list[Message] = []
    waiting = after.pop("", [])[::-1]
    while waiting:
        message = waiting.pop()
        found.append(message)
        waiting += after.pop(message.id, [])[::-1]
    return tuple(found)


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
