"""KeptEdits: what is changed of questions and answers and not asked or saved yet, with a widget or without.
GUI thread only.

A message that scrolls far away, another version that takes its place, another conversation: each takes the
widget and the field in it. What was typed is read before that, and stands in the next widget of the message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.edit import Edit
from app.views.assistant_message import AssistantMessageWidget
from app.views.user_message import UserMessageWidget

Editable = UserMessageWidget | AssistantMessageWidget


class KeptEdits(QObject):
    """By the id of the message."""

    changed = Signal()
    """Something was typed, or a picture taken off"""
    ended = Signal()
    """One was asked, saved or given up"""
    corrected = Signal(str, str)
    """id of an answer, the text as a reader wants it"""
    restore_requested = Signal(str)
    """id of an answer that is to say again what the model wrote"""

    def __init__(self, widgets: Callable[[], Iterable[QWidget]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._widgets = widgets
        self._edits: dict[str, Edit] = {}
        self._stale: set[str] = set()

    def all(self) -> dict[str, Edit]:
        """Every one, as it is now."""
        for widget in self._editable():
            self.keep(widget)
        return dict(self._edits)

    def add(self, edits: Iterable[Edit]) -> None:
        """These were kept from before; their messages show them, now or when they get a widget."""
        self._edits |= {edit.message_id: edit for edit in edits}
        for widget in self._editable():
            self._open_in(widget)

    def watch(self, widget: Editable) -> None:
        """A message has a widget now."""
        widget.edit_changed.connect(self._on_changed)
        widget.edit_ended.connect(self.forget)
        if isinstance(widget, AssistantMessageWidget):
            widget.corrected.connect(self.corrected)
            widget.restore_requested.connect(self.restore_requested)
        self._open_in(widget)

    def keep(self, widget: QWidget) -> None:
        """Read what is typed in a widget, which may be about to go."""
        if not isinstance(widget, Editable) or widget.message.id not in self._stale:
            return
        message_id = widget.message.id
        self._stale.discard(message_id)
        edit = widget.edited_so_far
        if edit is None:
            self._edits.pop(message_id, None)
        else:
            self._edits[message_id] = edit

    def forget(self, message_id: str) -> None:
        """It was asked, saved or given up."""
        self._stale.discard(message_id)
        if self._edits.pop(message_id, None) is not None:
            self.ended.emit()

    def forget_conversation(self, conversation_id: str) -> None:
        """It is deleted with all its messages."""
        self._edits = {
            message_id: edit
            for message_id, edit in self._edits.items()
            if edit.conversation_id != conversation_id
        }

    def _editable(self) -> list[Editable]:
        return [widget for widget in self._widgets() if isinstance(widget, Editable)]

    def _open_in(self, widget: Editable) -> None:
        edit = self._edits.get(widget.message.id)
        if edit is not None and widget.editor is None:
            widget.resume_editing(edit)

    def _on_changed(self, message_id: str) -> None:
        self._stale.add(message_id)
        self.changed.emit()
