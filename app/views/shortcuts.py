"""The keys of every command: the defaults, the user's own, and what stands in the way of new ones. GUI thread
only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QKeyCombination, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu


@dataclass(frozen=True, slots=True)
class Command:
    """One command; `default` may be empty, `above` the menu without which its words say too little."""

    name: str
    action: QAction
    default: QKeySequence
    above: QMenu | None = None

    @property
    def title(self) -> str:
        """Its words in the menu, without the marks."""
        words = _plain(self.action.text())
        return words if self.above is None else f"{_plain(self.above.title())}: {words}"

    @property
    def keys(self) -> QKeySequence:
        return self.action.shortcut()


class Shortcuts(QObject):
    """All commands by name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands: dict[str, Command] = {}

    @property
    def commands(self) -> tuple[Command, ...]:
        """In the order of the menus."""
        return tuple(self._commands.values())

    def add(self, name: str, action: QAction, default: QKeySequence, above: QMenu | None = None) -> None:
        """A new command, on its default keys; one of a menu inside another is named with that menu."""
        self._commands[name] = Command(name, action, default, above)
        action.setShortcut(default)

    def apply(self, chosen: Mapping[str, str]) -> None:
        """Use the user's keys, the defaults elsewhere; names of another version are left alone."""
        for command in self._commands.values():
            keys = chosen.get(command.name)
            command.action.setShortcut(command.default if keys is None else QKeySequence(keys))

    def chosen(self) -> dict[str, str]:
        """What differs from the defaults, to be kept."""
        return {
            command.name: command.keys.toString(QKeySequence.SequenceFormat.PortableText)
            for command in self._commands.values()
            if command.keys != command.default
        }

    def refusal(self, name: str, keys: QKeySequence) -> str:
        """Why `name` cannot have `keys`, as a sentence; empty where it can."""
        if keys.isEmpty():
            return ""
        if not _is_safe(keys):
            return self.tr("Use it together with Ctrl or Alt, or use a function key.")
        for command in self._commands.values():
            if command.name != name and command.keys == keys:
                return self.tr("Already used by “{command}”.").format(command=command.title)
        return ""

    def set_keys(self, name: str, keys: QKeySequence) -> str:
        """Give `name` these keys; a refusal changes nothing and is returned."""
        refusal = self.refusal(name, keys)
        if not refusal:
            self._commands[name].action.setShortcut(keys)
        return refusal


def _plain(words: str) -> str:
    """Without the letter for Alt, which Asian languages put in brackets at the end, and without dots."""
    return re.sub(r"\(&\w\)", "", words).replace("&", "").rstrip("…")


def _is_safe(keys: QKeySequence) -> bool:
    """Whether the first stroke cannot be meant as typing."""
    stroke: QKeyCombination = keys[0]  # type: ignore[index] # missing in PySide6's stubs only
    held = stroke.keyboardModifiers()
    kinds = Qt.KeyboardModifier
    wanted = kinds.ControlModifier | kinds.AltModifier | kinds.MetaModifier
    is_function_key = Qt.Key.Key_F1 <= stroke.key() <= Qt.Key.Key_F35
    return bool(held & wanted) or is_function_key
