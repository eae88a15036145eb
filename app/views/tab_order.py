"""Where Tab leads: from what stands above the messages through them, from the top, to what stands below. GUI
thread only.

Qt takes the order in which widgets were made, and those of messages are made as they come into sight.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea, QWidget


def tab_order(window: QWidget, messages: QScrollArea) -> list[QWidget]:
    """All that Tab comes to in a window, in order."""
    page = messages.widget() or messages
    around: list[QWidget] = []
    within: list[QWidget] = []
    current: QWidget | None = window.nextInFocusChain()
    while current is not None and current is not window:
        if _takes_tab(current, window):
            (within if page.isAncestorOf(current) else around).append(current)
        current = current.nextInFocusChain()
    known = set(within)
    within.sort(key=lambda widget: _place(widget, page, known))
    at = around.index(messages) + 1 if messages in around else 0
    return [*around[:at], *within, *around[at:]]


def _takes_tab(widget: QWidget, window: QWidget) -> bool:
    takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
    # What hands the keyboard on to another is not a place of its own.
    has_proxy: QWidget | None = widget.focusProxy()
    return takes and has_proxy is None and widget.isEnabled() and widget.isVisibleTo(window)


def _place(widget: QWidget, page: QWidget, known: set[QWidget]) -> list[tuple[int, int]]:
    """Where it stands, after where those of the known stand that it lies in: they come first."""
    places: list[tuple[int, int]] = []
    current: QWidget | None = widget
    while current is not None and current is not page:
        if current in known:
            at = current.mapTo(page, QPoint(0, current.height() // 2))
            # Beside each other within a line of buttons, though not all are of one height.
            places.insert(0, (at.y() // 4, at.x()))
        current = current.parentWidget()
    return places
