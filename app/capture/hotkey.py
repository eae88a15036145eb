"""GlobalHotkey: keys that work in every program, where the desktop lets one have them. GUI thread only.

Windows and X11 do; on Wayland the desktop's portal may, which asks the user. macOS does not without a
permission of another kind: there, and where no portal does, a sentence says what to do instead: give
`yomi --capture` a shortcut of the desktop.
"""

from __future__ import annotations

import os
from enum import Enum, auto
from typing import Protocol

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from app.capture.surroundings import Surroundings


class KeyGrabber(Protocol):
    """One system's way to have keys for itself."""

    def grab(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Whether the keys are ours now; those from before are given back in any case."""

    def release(self) -> None:
        """Give them back; harmless where there are none."""

    def close(self) -> None:
        """Give everything back."""


class Answer(Enum):
    """What a desktop that asks its user did about the keys."""

    GIVEN = auto()
    DENIED = auto()
    """The user wants none"""
    FAILED = auto()
    """It could not be asked"""


class GlobalHotkey(QObject):
    """At most one hotkey."""

    pressed = Signal()
    given = Signal(str)
    """The desktop gave keys that it was asked for, or others; a sentence, some time after `set`"""
    refused = Signal(str)
    """It gave none; a sentence with a next step"""
    denied = Signal()
    """None, because its user wants none; before `refused`"""

    def __init__(self, surroundings: Surroundings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._surroundings = surroundings
        self._grabber: KeyGrabber | None = None
        self._tells_keys = False

    @property
    def is_possible(self) -> bool:
        """Whether this desktop lets a program have keys everywhere."""
        return self._surroundings.platform in ("windows", "xcb") or self.asks_user

    @property
    def asks_user(self) -> bool:
        """Whether the desktop asks the user, who may choose other keys there."""
        here = self._surroundings
        if not here.is_linux or not here.is_wayland:
            return False
        from app.capture.portal_keys import is_offered  # noqa: PLC0415 - one system's

        return is_offered()

    def set(self, written: str, *, tells_keys: bool = False) -> str:
        """Use these keys from now on, none where empty; returns why they cannot be, else an empty text.

        `tells_keys`: a desktop that asks its user says also when it gave keys, not only when not.
        """
        keys = QKeySequence(written)
        self._tells_keys = tells_keys
        if keys.isEmpty():
            if self._grabber is not None:
                self._grabber.release()
            return ""
        stroke: QKeyCombination = keys[0]  # type: ignore[index] # missing in PySide6's stubs only
        if not _is_apart(stroke):
            return self.tr("Use it together with Ctrl or Alt, or use a function key.")
        if not self.is_possible:
            return self.tr(
                "This desktop keeps such keys to itself; give the command yomi --capture a shortcut in its "
                "settings."
            )
        if self._grabber is None:
            self._grabber = self._new_grabber()
        if self._grabber is None or not self._grabber.grab(stroke.key(), stroke.keyboardModifiers()):
            return self.tr("Another program has these keys, or the keyboard lacks them; choose others.")
        return ""

    def close(self) -> None:
        """Give the keys back."""
        if self._grabber is not None:
            self._grabber.close()
            self._grabber = None

    def _new_grabber(self) -> KeyGrabber | None:
        if self._surroundings.platform == "windows":
            from app.capture.windows_keys import WindowsKeys  # noqa: PLC0415 - one system's

            return WindowsKeys(self.pressed.emit)
        if self._surroundings.is_wayland:
            from app.capture.portal_keys import PortalKeys  # noqa: PLC0415 - one system's

            description = self.tr("Read a region of the screen")
            return PortalKeys.opened(self._on_pressed, self._on_answered, description, self)
        from app.capture.x11_keys import X11Keys  # noqa: PLC0415 - one system's

        return X11Keys.opened(self.pressed.emit, self)

    def _on_pressed(self, activation_token: str) -> None:
        if activation_token:
            # Qt's Wayland plug-in looks for it here when a window asks to come to the front.
            os.environ["XDG_ACTIVATION_TOKEN"] = activation_token
        self.pressed.emit()

    def _on_answered(self, answer: Answer, keys: str) -> None:
        if answer is Answer.GIVEN:
            if self._tells_keys and keys:
                self.given.emit(self.tr("Keys for capturing, as the desktop says: {keys}").format(keys=keys))
            return
        if answer is Answer.DENIED:
            self.denied.emit()
        self.refused.emit(
            self.tr(
                "The desktop gave no keys for capturing; choose others, or give the command yomi --capture "
                "a shortcut in its settings."
            )
        )


def _is_apart(stroke: QKeyCombination) -> bool:
    """Whether nobody needs these keys to write or to move about: they are taken from every program."""
    kinds = Qt.KeyboardModifier
    held = stroke.keyboardModifiers() & (kinds.ControlModifier | kinds.AltModifier | kinds.MetaModifier)
    is_function_key = Qt.Key.Key_F1 <= stroke.key() <= Qt.Key.Key_F35
    return bool(held) or is_function_key or stroke.key() in (Qt.Key.Key_Print, Qt.Key.Key_Pause)
