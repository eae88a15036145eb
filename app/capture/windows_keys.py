"""WindowsKeys: RegisterHotKey, heard through Qt's own message loop. GUI thread only, Windows only."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray, QCoreApplication, Qt

WM_HOTKEY = 0x0312
HOTKEY_ID = 0x594F
"""Any number below 0xC000 that this program uses once."""
NO_REPEAT = 0x4000

_MODIFIERS = {
    Qt.KeyboardModifier.AltModifier: 1,
    Qt.KeyboardModifier.ControlModifier: 2,
    Qt.KeyboardModifier.ShiftModifier: 4,
    Qt.KeyboardModifier.MetaModifier: 8,
}
_VIRTUAL_KEYS = {
    Qt.Key.Key_Print: 0x2C,
    Qt.Key.Key_Space: 0x20,
    Qt.Key.Key_Insert: 0x2D,
    Qt.Key.Key_Home: 0x24,
    Qt.Key.Key_End: 0x23,
    Qt.Key.Key_Pause: 0x13,
    Qt.Key.Key_PageUp: 0x21,
    Qt.Key.Key_PageDown: 0x22,
    Qt.Key.Key_Left: 0x25,
    Qt.Key.Key_Up: 0x26,
    Qt.Key.Key_Right: 0x27,
    Qt.Key.Key_Down: 0x28,
    Qt.Key.Key_Delete: 0x2E,
}
LATIN = range(0x21, 0x100)
NO_SUCH_KEY = -1


class _Message(ctypes.Structure):
    """The head of a MSG."""

    _fields_ = (
        ("hwnd", ctypes.c_void_p),
        ("message", ctypes.c_uint),
        ("wparam", ctypes.c_size_t),
    )


class WindowsKeys(QAbstractNativeEventFilter):
    """The keys of one hotkey."""

    def __init__(self, pressed: Callable[[], object]) -> None:
        super().__init__()
        self._pressed = pressed
        self._has_keys = False
        application = QCoreApplication.instance()
        if application is not None:
            application.installNativeEventFilter(self)

    def grab(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Whether the keys are ours now."""
        self.release()
        code = virtual_key(key)
        mask = sum(bit for modifier, bit in _MODIFIERS.items() if modifiers & modifier)
        if code and sys.platform == "win32":
            self._has_keys = bool(
                ctypes.windll.user32.RegisterHotKey(None, HOTKEY_ID, mask | NO_REPEAT, code)
            )
        return self._has_keys

    def release(self) -> None:
        """Give the keys back."""
        if self._has_keys and sys.platform == "win32":
            ctypes.windll.user32.UnregisterHotKey(None, HOTKEY_ID)
        self._has_keys = False

    def close(self) -> None:
        """Give the keys back and hear nothing more."""
        self.release()
        application = QCoreApplication.instance()
        if application is not None:
            application.removeNativeEventFilter(self)

    def nativeEventFilter(  # noqa: N802 - Qt's name
        self, kind: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> tuple[bool, int]:
        """Take our own message out of the stream."""
        if kind == b"windows_generic_MSG":
            told = _Message.from_address(int(message))
            if told.message == WM_HOTKEY and told.wparam == HOTKEY_ID:
                self._pressed()
                return True, 0
        return False, 0


def virtual_key(key: Qt.Key) -> int:
    """Windows' number of a key; 0 for one that makes no hotkey."""
    if key in _VIRTUAL_KEYS:
        return _VIRTUAL_KEYS[key]
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F24:
        return 0x70 + key - Qt.Key.Key_F1
    if Qt.Key.Key_A <= key <= Qt.Key.Key_Z or Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
        return int(key)
    return _on_keyboard(chr(key).lower()) if int(key) in LATIN else 0


def _on_keyboard(character: str) -> int:
    """The key that writes this character without Shift on the keyboard in use; 0 where none does."""
    if sys.platform == "win32":
        found = ctypes.c_short(ctypes.windll.user32.VkKeyScanW(ord(character))).value
        held, code = found >> 8, found & 0xFF
        return code if found != NO_SUCH_KEY and not held else 0
    return 0
