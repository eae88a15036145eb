"""A drag as the desktop sends it to a widget."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

HOW = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)


def drag_over(widget: QWidget, mime: QMimeData, at: QPoint) -> QDragEnterEvent:
    """The drag comes in; the event says whether it was taken."""
    action = Qt.DropAction.CopyAction
    try:
        # From Qt 6.12 on with fractions of a pixel, before it without.
        event = QDragEnterEvent(QPointF(at), action, mime, *HOW)  # type: ignore[call-overload,unused-ignore]
    except TypeError:
        event = QDragEnterEvent(at, action, mime, *HOW)
    QApplication.sendEvent(widget, event)
    return event


def let_go_over(widget: QWidget, mime: QMimeData, at: QPoint) -> None:
    """The button is let go of."""
    QApplication.sendEvent(widget, QDropEvent(QPointF(at), Qt.DropAction.CopyAction, mime, *HOW))
