"""Where the words that were looked for stand on a picture: pure functions, any thread."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.domain import Attachment, Message, MessageRole, ReadLine
from app.json_answer import JsonValue, value_at
from app.read_lines import line_at
from app.search_text import fold, spans


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
    """Where a character of an answer's text stands on a picture; None where that is not known.

    A value in JSON stands where the same was read on the same pictures.
    """
    index = next((row for row, message in enumerate(messages) if message.id == message_id), -1)
    if index < 0:
        return None
    message, pictures = messages[index], _read_for(messages[:index])
    line = line_at(message.lines, character)
    if line is None and message.is_whole_json and (said := value_at(message.text, character)) is not None:
        line = _line_that_says(said, _read_on(pictures, messages))
    if line is None or line.page is None or line.page >= len(pictures):
        return None
    return FoundPlace(pictures[line.page], pictures, line)


def _read_on(pictures: tuple[Attachment, ...], messages: Sequence[Message]) -> Iterator[ReadLine]:
    """The lines that were read on these pictures and whose place is known."""
    for row, message in enumerate(messages):
        if message.role is MessageRole.ASSISTANT and _read_for(messages[:row]) == pictures:
            yield from (line for line in message.lines if line.box is not None and line.page is not None)


def _line_that_says(said: JsonValue, lines: Iterable[ReadLine]) -> ReadLine | None:
    """The line with a value; where several have it, the one with its name too, and none rather than any."""
    value = fold(said.value)
    if not value:
        return None
    # Not within a longer word or number.
    whole = re.compile(rf"(?<!\w)(?<!\d[.,]){re.escape(value)}(?!\w)(?![.,]\d)")
    found = {line.box: line for line in lines if whole.search(fold(line.text))}
    if len(found) > 1:
        name = fold(re.sub(r"[\W_]+", " ", said.name))
        found = {box: line for box, line in found.items() if name and name in fold(line.text)}
    return next(iter(found.values())) if len(found) == 1 else None


def _read_for(before: Sequence[Message]) -> tuple[Attachment, ...]:
    """What an answer that follows these was read from."""
    for message in reversed(before):
        readable = tuple(item for item in message.attachments if item.is_readable)
        if readable:
            return readable
    return ()
