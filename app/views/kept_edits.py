"""KeptEdits: what is changed of questions and not asked yet, with a widget or without. GUI thread only.

A question that scrolls far away, another version that takes its place, another conversation: each takes the
widget and the field in it. What was typed is read before that, and stands in the next widget of the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.edit import Edit
from app.views.user_message import UserMessageWidget


class KeptEdits(QObject):
    """By the id of the question."""

    changed = Signal()
    """Something was typed, or a picture taken off"""
    ended = Signal()
    """One was asked or given up"""

    def __init__(self, widgets: Callable[[], Iterable[QWidget]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._widgets = widgets
        self._edits: dict[str, Edit] = {}
        self._stale: set[str] = set()

    def all(self) -> dict[str, Edit]:
        """Every one, as it is now."""
        for widget in self._questions():
            self.keep(widget)
        return dict(self._edits)

    def add(self, edits: Iterable[Edit]) -> None:
        """These were kept from before; their questions show them, now or when they get a widget."""
        self._edits |= {edit.message_id: edit for edit in edits}
        for widget in self._questions():
            self._open_in(widget)

    def watch(self, widget: UserMessageWidget) -> None:
        """A question has a widget now."""
        widget.edit_changed.connect(self._on_changed)
        widget.edit_ended.connect(self.forget)
        self._open_in(widget)

    def keep(self, widget: QWidget) -> None:
        """Read what is typed in a widget, which may be about to go."""
        if not isinstance(widget, UserMessageWidget) or widget.message.id not in self._stale:
            return
        message_id = widget.message.id
        self._stale.discard(message_id)
        edit = widget.edited_so_far
        if edit is None:
            self._edits.pop(message_id, None)
        else:
            self._edits[message_id] = edit

    def forget(self, message_id: str) -> None:
        """It was asked or given up."""
        self._stale.discard(message_id)
        if self._edits.pop(message_id, None) is not None:
            self.ended.emit()

    def forget_conversation(self, conversation_id: str) -> None:
        """It is deleted with all its questions."""
        self._edits = {
            message_id: edit
            for message_id, edit in self._edits.items()
            if edit.conversation_id != conversation_id
        }

    def _questions(self) -> list[UserMessageWidget]:
        return [widget for widget in self._widgets() if isinstance(widget, UserMessageWidget)]

    def _open_in(self, widget: UserMessageWidget) -> None:
        edit = self._edits.get(widget.message.id)
        if edit is not None and widget.editor is None:
            widget.resume_editing(edit)

    def _on_changed(self, message_id: str) -> None:
        self._stale.add(message_id)
        self.changed.emit()
