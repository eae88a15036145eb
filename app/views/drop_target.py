"""What is dragged over the window: welcomed with words, and taken when it is let go. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from app.views.composer_text import carries_pictures, is_plain_text
from app.views.drop_overlay import DropOverlay


class DropTarget(QObject):
    """Watches a window; `welcome` says what a drop would do, or nothing where none is wanted now."""

    dropped = Signal(QMimeData)
    """Pictures or files; only valid during the call."""
    text_dropped = Signal(str)

    def __init__(self, window: QWidget, overlay: DropOverlay, welcome: Callable[[], str]) -> None:
        super().__init__(window)
        self._overlay = overlay
        self._welcome = welcome
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the four events of a drag; the others go on."""
        match event.type():
            case QEvent.Type.DragEnter:
                self._on_enter(cast(QDragEnterEvent, event))
            case QEvent.Type.DragMove:
                # A drop is welcome everywhere.
                cast(QDragMoveEvent, event).acceptProposedAction()
            case QEvent.Type.DragLeave:
                self._overlay.hide()
            case QEvent.Type.Drop:
                self._on_drop(cast(QDropEvent, event))
            case _:
                return super().eventFilter(watched, event)
        return True

    def _on_enter(self, event: QDragEnterEvent) -> None:
        mime, words = event.mimeData(), self._welcome()
        if words and (carries_pictures(mime) or mime.hasUrls() or mime.hasHtml() or mime.hasText()):
            event.acceptProposedAction()
            self._overlay.cover(words)
        else:
            event.ignore()

    def _on_drop(self, event: QDropEvent) -> None:
        self._overlay.hide()
        event.acceptProposedAction()
        mime = event.mimeData()
        if is_plain_text(mime):
            self.text_dropped.emit(mime.text())
        else:
            self.dropped.emit(mime)
