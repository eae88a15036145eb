"""Lets every layout of the window find its place now. GUI thread only.

`QWidget.adjustSize` would give the page of a scroll area another width for a moment, and every text on it be
laid out twice.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent

LEVELS = 6
"""Of layouts, from a text to the page that it stands on: each asks the next one in another go."""


def settle_layouts() -> None:
    """Do what layouts have asked for and would get in later turns of the event loop."""
    for _ in range(LEVELS):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
