"""Where Tab leads: from what stands above the messages through them, from the top, to what stands below. GUI
thread only.

Qt takes the order in which widgets were made, and those of messages are made as they come into sight. Outside
of the messages it is Qt's order that holds, found by going on in it: `nextInFocusChain` must not be asked, as
PySide takes what it returns for a child of what was asked, and loses both together.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

Step = Callable[[], bool]
"""Goes on in Qt's order; False where there is nothing to go to."""


def step(messages: QScrollArea, step_of_qt: Step, *, following: bool) -> bool:
    """Give the keyboard to what comes next, or before; False where there is nothing."""
    focused: QWidget | None = QApplication.focusWidget()
    within = stops_in(messages)
    if focused in within:
        at = within.index(focused) + (1 if following else -1)
        if 0 <= at < len(within):
            return _go_to(within[at], messages, following=following)
        _go_to(messages, messages, following=following)
        return not following or _step_out(messages, step_of_qt)
    if focused is messages and following and within:
        return _go_to(within[0], messages, following=True)
    has_gone = _step_out(messages, step_of_qt)
    if not following and within and focused is not messages and QApplication.focusWidget() is messages:
        return _go_to(within[-1], messages, following=False)
    return has_gone


def stops_in(messages: QScrollArea) -> list[QWidget]:
    """What takes the keyboard in the messages, from the top."""
    page = messages.widget() or messages
    stops = [widget for widget in page.findChildren(QWidget) if _takes_tab(widget, page)]
    known = set(stops)
    return sorted(stops, key=lambda widget: _place(widget, page, known))


def _step_out(messages: QScrollArea, step_of_qt: Step) -> bool:
    """Go on in Qt's order past what lies in the messages: that has its turn elsewhere."""
    page = messages.widget() or messages
    for _ in range(len(page.findChildren(QWidget)) + 1):
        if not step_of_qt():
            return False
        focused: QWidget | None = QApplication.focusWidget()
        if focused is None or not page.isAncestorOf(focused):
            return True
    return False


def _go_to(widget: QWidget, messages: QScrollArea, *, following: bool) -> bool:
    widget.setFocus(Qt.FocusReason.TabFocusReason if following else Qt.FocusReason.BacktabFocusReason)
    if widget is not messages:
        messages.ensureWidgetVisible(widget)
    return True


def _takes_tab(widget: QWidget, page: QWidget) -> bool:
    takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
    # What hands the keyboard on to another is not a place of its own.
    proxy: QWidget | None = widget.focusProxy()
    return takes and proxy is None and widget.isEnabled() and widget.isVisibleTo(page)


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
