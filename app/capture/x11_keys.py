"""X11Keys: keys grabbed on the root window, over a connection of our own. GUI thread only.

Source: Xlib's XGrabKey. A grab is exact about the lock keys, so each combination of them is grabbed.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, Qt

EVENT_BYTES = 24 * ctypes.sizeof(ctypes.c_long)
"""Of an XEvent, whose first field is its kind."""
KEY_PRESS = 2
ASYNCHRONOUS = 1

SHIFT, LOCK, CONTROL, ALT, NUM_LOCK, META = 1, 2, 4, 8, 16, 64
_MODIFIERS = {
    Qt.KeyboardModifier.ShiftModifier: SHIFT,
    Qt.KeyboardModifier.ControlModifier: CONTROL,
    Qt.KeyboardModifier.AltModifier: ALT,
    Qt.KeyboardModifier.MetaModifier: META,
}
FIRST_FUNCTION_SYMBOL = 0xFFBE
_SYMBOLS = {
    Qt.Key.Key_Print: 0xFF61,
    Qt.Key.Key_Insert: 0xFF63,
    Qt.Key.Key_Home: 0xFF50,
    Qt.Key.Key_End: 0xFF57,
    Qt.Key.Key_PageUp: 0xFF55,
    Qt.Key.Key_PageDown: 0xFF56,
    Qt.Key.Key_Pause: 0xFF13,
}
"""X11's numbers of keys that write nothing."""
LATIN = range(0x20, 0x100)
"""Of those that write something, the numbers are those of the characters."""

_ErrorHandler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)

log = logging.getLogger(__name__)


class X11Keys(QObject):
    """The keys of one hotkey."""

    def __init__(
        self, library: Any, display: int, pressed: Callable[[], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._x = library
        self._display = display
        self._pressed = pressed
        self._code = 0
        self._mask = 0
        self._notifier = QSocketNotifier(
            int(library.XConnectionNumber(display)), QSocketNotifier.Type.Read, self
        )
        self._notifier.activated.connect(self._on_readable)

    @staticmethod
    def opened(pressed: Callable[[], object], parent: QObject | None = None) -> X11Keys | None:
        """Connected to the display; None where there is none."""
        library = _library()
        display = library.XOpenDisplay(None) if library is not None else None
        return None if not display else X11Keys(library, display, pressed, parent)

    def grab(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Whether the keys are ours now."""
        self.release()
        symbol = _symbol_of(key)
        code = self._x.XKeysymToKeycode(self._display, symbol) if symbol else 0
        if not code:
            return False
        self._code = code
        self._mask = sum(bit for modifier, bit in _MODIFIERS.items() if modifiers & modifier)
        if self._each_lock(self._grab_one):
            return True
        self.release()
        return False

    def release(self) -> None:
        """Give the keys back."""
        if self._code:
            self._each_lock(self._ungrab_one)
            self._code = 0

    def close(self) -> None:
        """Give everything back and hang up."""
        if self._display:
            self.release()
            self._notifier.setEnabled(False)
            self._x.XCloseDisplay(self._display)
            self._display = 0
        self.deleteLater()

    def _grab_one(self, mask: int) -> None:
        root = self._x.XDefaultRootWindow(self._display)
        self._x.XGrabKey(self._display, self._code, mask, root, 0, ASYNCHRONOUS, ASYNCHRONOUS)

    def _ungrab_one(self, mask: int) -> None:
        self._x.XUngrabKey(self._display, self._code, mask, self._x.XDefaultRootWindow(self._display))

    def _each_lock(self, act: Callable[[int], None]) -> bool:
        """Do it for every state of the lock keys; False where the server refused one.

        Xlib's own handler of errors ends the process, and it is one for the whole process: ours stands there
        for these calls only.
        """
        errors: list[int] = []

        def on_error(_display: int, _event: int) -> int:
            errors.append(1)
            return 0

        handler = _ErrorHandler(on_error)
        before = self._x.XSetErrorHandler(ctypes.cast(handler, ctypes.c_void_p))
        try:
            for locks in (0, LOCK, NUM_LOCK, LOCK | NUM_LOCK):
                act(self._mask | locks)
            self._x.XSync(self._display, 0)
        finally:
            self._x.XSetErrorHandler(before)
        return not errors

    def _on_readable(self) -> None:
        event = ctypes.create_string_buffer(EVENT_BYTES)
        while self._display and self._x.XPending(self._display):
            self._x.XNextEvent(self._display, event)
            if int.from_bytes(event.raw[:4], "little") == KEY_PRESS:
                self._pressed()


def _symbol_of(key: Qt.Key) -> int:
    """X11's number of a key; 0 for one that makes no hotkey."""
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        return FIRST_FUNCTION_SYMBOL + key - Qt.Key.Key_F1
    if int(key) in LATIN:
        return ord(chr(key).lower())
    return _SYMBOLS.get(key, 0)


def _library() -> Any:
    """Xlib with the types of what is called; None where it is not installed."""
    try:
        library = ctypes.CDLL("libX11.so.6")
    except OSError as error:
        log.info("no hotkey: %s", error)
        return None
    display, window, text = ctypes.c_void_p, ctypes.c_ulong, ctypes.c_char_p
    for name, result, arguments in (
        ("XOpenDisplay", display, (text,)),
        ("XCloseDisplay", ctypes.c_int, (display,)),
        ("XConnectionNumber", ctypes.c_int, (display,)),
        ("XDefaultRootWindow", window, (display,)),
        ("XKeysymToKeycode", ctypes.c_ubyte, (display, ctypes.c_ulong)),
        ("XPending", ctypes.c_int, (display,)),
        ("XNextEvent", ctypes.c_int, (display, ctypes.c_void_p)),
        ("XSync", ctypes.c_int, (display, ctypes.c_int)),
        ("XSetErrorHandler", ctypes.c_void_p, (ctypes.c_void_p,)),
        ("XUngrabKey", ctypes.c_int, (display, ctypes.c_int, ctypes.c_uint, window)),
        (
            "XGrabKey",
            ctypes.c_int,
            (display, ctypes.c_int, ctypes.c_uint, window, ctypes.c_int, ctypes.c_int, ctypes.c_int),
        ),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
