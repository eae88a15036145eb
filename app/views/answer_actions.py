"""What can be done with an answer: its buttons, each made where it is first offered. GUI thread only.

A column of answers is the faster for each widget less.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout
from shiboken6 import isValid

from app.views.copy_button import COPIED_MS, CopyButton
from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.theme import Theme

ACTIONS = ("continue", "copy", "correct", "format", "export", "regenerate", "delete", "stop")
"""In the order in which they stand."""

AT_THE_END = ("correct", "export", "regenerate", "delete")
"""Those that an answer offers once it has ended, whichever way."""

ICON_NAMES = {"correct": "rename", "delete": "trash", "format": "formatted"}
"""Of actions whose drawing has another name."""


class AnswerActions(QObject):
    """The buttons in one row, known by the names of `ACTIONS`."""

    requested = Signal(str)
    """Which action"""

    def __init__(
        self, row: QHBoxLayout, theme: Theme, carried: Callable[[], QMimeData], parent: QObject
    ) -> None:
        """`carried` is what a drag of the copy button gives."""
        super().__init__(parent)
        self._row = row
        self._theme = theme
        self._carried = carried
        self._is_formatted = False
        self._buttons: dict[str, IconButton] = {}
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(lambda: self.button("copy").set_icon("copy"))

    @property
    def on_show(self) -> set[str]:
        """The names of those that are offered."""
        return {name for name, button in self._buttons.items() if not button.isHidden()}

    def button(self, name: str) -> IconButton:
        """The button of an action; made where it is first asked for."""
        if name not in self._buttons:
            self._buttons[name] = self._made(name)
        return self._buttons[name]

    def offer(self, name: str, *, offered: bool) -> None:
        """Show it, or take it out of sight."""
        if offered or name in self._buttons:
            self.button(name).setVisible(offered)

    def make_next(self) -> bool:
        """Make one of the buttons that the end of the answer brings, while there is time; whether more are
        missing.
        """
        missing = [name for name in AT_THE_END if name not in self._buttons] if isValid(self) else []
        if missing:
            self.button(missing[0]).hide()
        return len(missing) > 1

    def show_copied(self) -> None:
        """Confirm a copy for a moment."""
        self.button("copy").set_icon("check", "success")
        self._copied.start()

    def show_format(self, *, is_formatted: bool) -> None:
        """Which way the text is shown, so that the other one is offered."""
        self._is_formatted = is_formatted
        switch = self._buttons.get("format")
        if switch is not None:
            switch.set_icon("plain" if is_formatted else "formatted")
            switch.set_label(self._format_words())

    def _made(self, name: str) -> IconButton:
        label = {
            "continue": lambda: self.tr("Continue where it was cut off"),
            "copy": lambda: self.tr("Copy the text"),
            "correct": lambda: self.tr("Correct the text"),
            "format": self._format_words,
            "export": lambda: self.tr("Export this answer…"),
            "regenerate": lambda: self.tr("Regenerate"),
            "delete": lambda: self.tr("Delete from here on"),
            "stop": lambda: self.tr("Stop"),
        }[name]
        button: IconButton
        if name == "copy":
            button = copying = CopyButton(self._theme, name, label)
            copying.dragged.connect(lambda: copying.carry(self._carried()))
        else:
            button = IconButton(self._theme, ICON_NAMES.get(name, name), label)
        button.clicked.connect(lambda: self.requested.emit(name))
        if name == "continue":
            button.set_icon("continue", "accent")
            button.show_words("", "next-step")
            in_every_language(button, lambda: button.setText(self.tr("Continue")))
        elif name == "format":
            button.set_icon("plain" if self._is_formatted else "formatted")
        after = [each for each in ACTIONS[ACTIONS.index(name) + 1 :] if each in self._buttons]
        row = self._row
        row.insertWidget(row.indexOf(self._buttons[after[0]]) if after else row.count(), button)
        return button

    def _format_words(self) -> str:
        return self.tr("Show as plain text") if self._is_formatted else self.tr("Show formatted")
