"""Where the words that were looked for stand on a picture: pure functions, any thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain import Attachment, Message, MessageRole, ReadLine
from app.read_lines import line_at
from app.search_text import spans


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """A picture, those beside it, and the line on it; None where it is the picture's name that was found."""

    attachment: Attachment
    siblings: tuple[Attachment, ...]
    line: ReadLine | None = None


def place_of(messages: Sequence[Message], message_id: str, terms: Sequence[str]) -> FoundPlace | None:
    """The first place in a message of a branch that counts as one of the folded terms; None where none is
    known.
    """
    index = next((row for row, message in enumerate(messages) if message.id == message_id), -1)
    if index < 0:
        return None
    message = messages[index]
    if message.role is MessageRole.USER:
        named = (item for item in message.attachments if any(spans(item.name, terms)))
        attachment = next(named, None)
        return None if attachment is None else FoundPlace(attachment, message.attachments)
    line = next(
        (line for line in message.lines if line.box is not None and any(spans(line.text, terms))), None
    )
    pictures = _read_for(messages[:index])
    if line is None or line.page is None or line.page >= len(pictures):
        return None
    return FoundPlace(pictures[line.page], pictures, line)


def place_at(messages: Sequence[Message], message_id: str, character: int) -> FoundPlace | None:
    """Where a character of an answer's text stands on a picture; None where that is not known."""
    index = next((row for row, message in enumerate(messages) if message.id == message_id), -1)
    line = line_at(messages[index].lines, character) if index >= 0 else None
    pictures = _read_for(messages[: max(index, 0)])
    if line is None or line.page is None or line.page >= len(pictures):
        return None
    return FoundPlace(pictures[line.page], pictures, line)


def _read_for(before: Sequence[Message]) -> tuple[Attachment, ...]:
    """What an answer that follows these was read from."""
    for message in reversed(before):
        readable = tuple(item for item in message.attachments if item.is_readable)
        if readable:
            return readable
    return ()
