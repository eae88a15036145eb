"""What is found for words that were typed: conversations that hold each of them, in their title or in a
message. The search thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.domain import Conversation, MessageRole
from app.found import FoundConversation, FoundMessage, SearchResult
from app.search_text import fold, plain, snippet, spans, terms_of
from app.storage.search_index import TEXT_AND_NAMES, SearchIndex

MOST_MESSAGES = 1_000
"""Newest messages with all the words that are looked at; who needs more types another word."""
MOST_CONVERSATIONS = 100
MESSAGES_SHOWN = 3
"""Of each conversation."""

Wanted = Callable[[], bool]


class Search:
    """Searches over one index; keeps what titles count as from one search to the next."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._titles: dict[str, tuple[str, str]] = {}

    def find(self, words: str, wanted: Wanted) -> SearchResult:
        """What holds the words, the conversation last written to first.

        Raises: SearchCancelledError once it is not `wanted`; StorageError.
        """
        terms = terms_of(words)
        if not terms:
            return SearchResult(words)
        conversations = self._conversations(wanted)
        hits = self._index.holding(terms, MOST_MESSAGES, wanted)
        by_conversation: dict[str, list[int]] = {}
        for seq, conversation_id in hits:
            by_conversation.setdefault(conversation_id, []).append(seq)
        in_titles = [{c.id for c in conversations if term in self._titles[c.id][1]} for term in terms]
        by_conversation = {**self._spread(terms, in_titles, wanted), **by_conversation}
        titled = set.intersection(*in_titles)
        found = [c for c in conversations if c.id in by_conversation or c.id in titled]
        shown = [
            self._shown(conversation, by_conversation.get(conversation.id, []), terms, wanted)
            for conversation in found[:MOST_CONVERSATIONS]
        ]
        return SearchResult(
            words,
            # Without those whose messages were written anew since they were indexed.
            tuple(each for each in shown if each.messages or each.conversation.id in titled),
            is_cut=len(found) > MOST_CONVERSATIONS or len(hits) == MOST_MESSAGES,
        )

    def _conversations(self, wanted: Wanted) -> list[Conversation]:
        rows = self._index.read(
            "SELECT id, title, created_at, updated_at, pinned, leaf_id FROM history.conversations"
            " ORDER BY updated_at DESC, rowid DESC",
            (),
            wanted,
        )
        known = self._titles
        self._titles = {
            row[0]: kept if (kept := known.get(row[0])) and kept[0] == row[1] else (row[1], fold(row[1]))
            for row in rows
        }
        return [
            Conversation(row[0], row[1], row[2], row[3], pinned=bool(row[4]), leaf_id=row[5]) for row in rows
        ]

    def _spread(
        self, terms: Sequence[str], in_titles: Sequence[set[str]], wanted: Wanted
    ) -> dict[str, list[int]]:
        """Conversations that hold every term in some place, though perhaps not all in one -> messages."""
        if len(terms) == 1:
            return {}
        newest = [self._index.conversations_holding(term, wanted) for term in terms]
        everywhere = set.intersection(
            *(titled | held.keys() for titled, held in zip(in_titles, newest, strict=True))
        )
        return {
            conversation_id: sorted({held[conversation_id] for held in newest if conversation_id in held})[
                ::-1
            ]
            for conversation_id in everywhere
        }

    def _shown(
        self, conversation: Conversation, seqs: Sequence[int], terms: Sequence[str], wanted: Wanted
    ) -> FoundConversation:
        shown = [self._message(seq, terms, wanted) for seq in seqs[:MESSAGES_SHOWN]]
        messages = tuple(message for message in shown if message is not None)
        return FoundConversation(
            conversation,
            tuple(spans(conversation.title, terms))
            if plain(conversation.title) == conversation.title
            else (),
            messages,
            max(0, len(seqs) - MESSAGES_SHOWN),
        )

    def _message(self, seq: int, terms: Sequence[str], wanted: Wanted) -> FoundMessage | None:
        """The message as it is now; None where it was deleted or written anew since it was indexed."""
        rows = self._index.read(
            f"SELECT id, conversation_id, role, {TEXT_AND_NAMES}, length(lines) > 2"  # noqa: S608
            " FROM history.messages AS m WHERE seq = ?"
            " AND role IN ('user', 'assistant')",
            (seq,),
            wanted,
        )
        if not rows:
            return None
        message_id, conversation_id, role, text, is_placed = rows[0]
        line, marks = snippet(text, terms)
        if not marks:
            return None
        return FoundMessage(message_id, conversation_id, MessageRole(role), line, marks, bool(is_placed))
