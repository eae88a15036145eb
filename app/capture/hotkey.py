"""GlobalHotkey: keys that work in every program, where the desktop lets one have them. GUI thread only.

Windows and X11 do; Wayland and macOS do not without a permission of another kind, and there a sentence says
what to do instead: give `yomi --capture` a shortcut of the desktop.
"""

from __future__ import annotations

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


class GlobalHotkey(QObject):
    """At most one hotkey."""

    pressed = Signal()

    def __init__(self, surroundings: Surroundings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._surroundings = surroundings
        self._grabber: KeyGrabber | None = None

    @property
    def is_possible(self) -> bool:
        """Whether this desktop lets a program have keys everywhere."""
        return self._surroundings.platform in ("windows", "xcb")

    def set(self, written: str) -> str:
        """Use these keys from now on, none where empty; returns why they cannot be, else an empty text."""
        keys = QKeySequence(written)
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
        from app.capture.x11_keys import X11Keys  # noqa: PLC0415 - one system's

        return X11Keys.opened(self.pressed.emit, self)


def _is_apart(stroke: QKeyCombination) -> bool:
    """Whether nobody needs these keys to write or to move about: they are taken from every program."""
    kinds = Qt.KeyboardModifier
    held = stroke.keyboardModifiers() & (kinds.ControlModifier | kinds.AltModifier | kinds.MetaModifier)
    is_function_key = Qt.Key.Key_F1 <= stroke.key() <= Qt.Key.Key_F35
    return bool(held) or is_function_key or stroke.key() in (Qt.Key.Key_Print, Qt.Key.Key_Pause)
