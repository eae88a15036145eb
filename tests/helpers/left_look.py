"""What a test with windows may change for all that come after it: the parts of `LeftState` that are Qt's.

GUI thread only, with a QApplication. What every window changes by being there and being used (palette, style
sheet, the language of numbers, clipboard, pointer, the keys held at the last event) is no test's fault:
`Bare` puts it back without a word.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QCursor, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.helpers.left_state import Part

BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)
WORDS = ("Menus", "&File")
"""A phrase of the window; said otherwise while a translation is loaded."""


def _let_go(before: Qt.MouseButton) -> None:
    """Release what is pressed beyond `before`, on a widget of its own."""
    scrap = QWidget()
    scrap.show()
    for button in BUTTONS:
        if button & QApplication.mouseButtons() and not button & before:
            QTest.mouseRelease(scrap, button)
    scrap.close()
    scrap.deleteLater()


def _close_popup(_before: object) -> None:
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


def _lift_cursors(_before: object) -> None:
    while QGuiApplication.overrideCursor() is not None:
        QGuiApplication.restoreOverrideCursor()


def _forget_translators(_before: object) -> None:
    """Who installed them is gone or will be; there is no way to ask Qt for them."""


def _scheme() -> Qt.ColorScheme:
    return QGuiApplication.styleHints().colorScheme()


def _ask_for_scheme(before: Qt.ColorScheme) -> None:
    QGuiApplication.styleHints().setColorScheme(before)


LOOK: dict[str, Part] = {
    "pressed buttons": (QApplication.mouseButtons, _let_go),
    "an open popup": (QApplication.activePopupWidget, _close_popup),
    "a pointer put over all others": (QGuiApplication.overrideCursor, _lift_cursors),
    "the font": (QApplication.font, QApplication.setFont),
    "the colour scheme": (_scheme, _ask_for_scheme),
    "the direction of the layout": (QGuiApplication.layoutDirection, QGuiApplication.setLayoutDirection),
    "the language of words": (lambda: QCoreApplication.translate(*WORDS), _forget_translators),
    "the end with the last window": (
        QGuiApplication.quitOnLastWindowClosed,
        QGuiApplication.setQuitOnLastWindowClosed,
    ),
}


class Bare:
    """The application as it is before any window: put back by `again`."""

    def __init__(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app
        self._numbers = QLocale()
        self._pointer = QCursor.pos()

    def again(self) -> None:
        """The next test finds no style, an empty clipboard, the pointer where it was and no key held."""
        if self._app.styleSheet():
            self._app.setStyleSheet("")
        self._app.setPalette(QPalette())
        self._app.clipboard().clear()
        QLocale.setDefault(self._numbers)
        if QCursor.pos() != self._pointer:
            # A window that opens below the pointer is touched by it: 10, 10 is below most of them.
            QCursor.setPos(self._pointer)
        if QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
            _lift_modifiers()


def _lift_modifiers() -> None:
    """A key of its own with nothing held: Qt remembers the modifiers of the last event."""
    scrap = QWidget()
    scrap.show()
    QTest.keyClick(scrap, Qt.Key.Key_Escape)
    scrap.close()
    scrap.deleteLater()
