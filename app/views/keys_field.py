"""A field that takes the keys which are pressed in it, but for those that move about in a dialog. GUI thread
only.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget
from shiboken6 import isValid

from app.views.clear_button import ClearButton
from app.views.language import in_every_language, translate

_LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ERASING = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)


class KeysField(QKeySequenceEdit):
    """One stroke. Tab, Enter and Escape are the dialog's; Backspace and Delete take the keys away."""

    def __init__(self, keys: QKeySequence, parent: QWidget | None = None) -> None:
        super().__init__(keys, parent)
        self.setMaximumSequenceLength(1)
        line = self.findChild(QLineEdit)
        self._line = line if isinstance(line, QLineEdit) else None
        if self._line is not None:
            ClearButton(self._line)
        in_every_language(self, self._say)
        # Qt writes words of its own when it has taken the keys.
        self.editingFinished.connect(self._say)
        # A filter, since the event itself also comes while Qt takes the field apart.
        self.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say what is waited for while the keyboard is here, else what there is."""
        if watched is self and event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._say(waits=event.type() is QEvent.Type.FocusIn)
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys, unless they are none of ours."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if held == Qt.KeyboardModifier.NoModifier and key in _LEAVING:
            event.ignore()
        elif held == Qt.KeyboardModifier.NoModifier and key in _ERASING:
            self.clear()
            self.editingFinished.emit()
        else:
            super().keyPressEvent(event)

    def _say(self, *, waits: bool | None = None) -> None:
        if self._line is None or not isValid(self._line):
            return
        waits = self.hasFocus() if waits is None else waits
        words = translate("KeysField", "Press the keys") if waits else translate("KeysField", "None")
        self._line.setPlaceholderText(words)
