"""Edit: a sent question that is being put in other words and not asked yet, or an answer that is being
corrected. Frozen record; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """What a reader has changed of one message so far."""

    message_id: str
    conversation_id: str
    text: str
    picture_ids: tuple[str, ...] = ()
    """Of the question's own pictures those that are left, in their order"""
