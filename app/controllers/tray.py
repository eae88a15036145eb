"""Tray: the pictures of one message that is being composed. GUI thread; only `IntakeController`
changes it.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain import Attachment


@dataclass(slots=True, eq=False)
class Tray:
    """What waits to be sent in one place."""

    place: str
    """id of the conversation; empty where none is open"""
    attachments: tuple[Attachment, ...] = ()
    reading: int = 0
    """Files that are still being read for it"""
    round: int = 0
    """Counts how often it was emptied: what was asked for before is no longer wanted."""

    @property
    def readable(self) -> tuple[Attachment, ...]:
        return tuple(attachment for attachment in self.attachments if attachment.is_readable)


@dataclass(frozen=True, slots=True, eq=False)
class SetAside:
    """Pictures that were taken off together, and may come back."""

    tray: Tray
    attachments: tuple[Attachment, ...]
