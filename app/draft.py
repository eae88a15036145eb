"""Draft: what is typed, chosen and added for the next message of a conversation, and not sent yet. Frozen
record; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain import Attachment


@dataclass(frozen=True, slots=True)
class Draft:
    """The unsent message of one conversation."""

    text: str = ""
    preset_id: str = ""
    """The preset that it is to be asked with; empty without one."""
    attachments: tuple[Attachment, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.text or self.preset_id or self.attachments)
