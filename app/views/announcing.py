"""Says to a screen reader what the eye sees happen while the keyboard stays where it is. GUI thread only."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str) -> None:
    """Say `words`, which are about `widget`, once what is being said has ended."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
