"""Which messages of a column have other versions, said on their widgets. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QApplication, QWidget

from app.views.assistant_message import AssistantMessageWidget
from app.views.user_message import UserMessageWidget


class ShownVersions:
    """Of the conversation on show."""

    def __init__(self, widgets: Callable[[], Sequence[AssistantMessageWidget | UserMessageWidget]]) -> None:
        self._widgets = widgets
        self._branches: dict[str, tuple[str, ...]] = {}

    def set_branches(self, branches: dict[str, tuple[str, ...]]) -> None:
        """Which messages have other versions: the ids of all of them, in order."""
        self._branches = branches
        for widget in self._widgets():
            self.show_on(widget)

    def show_on(self, widget: AssistantMessageWidget | UserMessageWidget) -> None:
        """Say on a widget which version it shows."""
        message_id = widget.message.id
        versions = self._branches.get(message_id, (message_id,))
        widget.set_versions(versions.index(message_id), len(versions))

    def last(self) -> str | None:
        """The message that the keyboard is in, else the last one, of those with other versions."""
        focus: QWidget | None = QApplication.focusWidget()
        widgets = [widget for widget in self._widgets() if widget.message.id in self._branches]
        for widget in widgets:
            if focus is not None and widget.isAncestorOf(focus):
                return widget.message.id
        return widgets[-1].message.id if widgets else None
