"""A link whose words begin where the words above it do, with room for the frame of the keyboard around them.
GUI thread only."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from app.views.tokens import SPACE_4

HANGS_PX = SPACE_4 + 1
"""So much of the link, its frame and the room inside, stands left of the column."""


def flush_row(link: QPushButton) -> QHBoxLayout:
    """A row with this link alone, to be laid into a column of words."""
    link.setProperty("kind", "link")
    link.setProperty("flush", "true")
    row = QHBoxLayout()
    row.setSpacing(0)
    row.addSpacing(-HANGS_PX)
    row.addWidget(link)
    row.addStretch(1)
    return row
