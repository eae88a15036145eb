"""What a search found, as frozen records. Any thread."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain import Conversation, MessageRole

Marks = tuple[tuple[int, int], ...]
"""[start, stop) of each hit in a line of text."""


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A message that holds what was looked for, or a part of it."""

    id: str
    conversation_id: str
    role: MessageRole
    snippet: str
    marks: Marks
    is_placed: bool = False
    """Whether it was read from a picture, line by line."""


@dataclass(frozen=True, slots=True)
class FoundConversation:
    """A conversation that holds what was looked for, with its newest hits first."""

    conversation: Conversation
    title_marks: Marks
    messages: tuple[FoundMessage, ...]
    more: int = 0
    """Messages with hits that are not among `messages`."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to `words`, the conversation last written to first."""

    words: str
    conversations: tuple[FoundConversation, ...] = ()
    is_cut: bool = False
    """Whether there is more than is listed."""
    to_index: int = 0
    """Messages that have not been looked at yet; another result follows."""
    trouble: str = ""
    """Why the history could not be searched, as a sentence."""
