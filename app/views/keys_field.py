"""A field that takes the keys which are pressed in it, but for those that move about in a dialog. GUI thread
only.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget

from app.views.clear_button import ClearButton

_LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ERASING = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)


class KeysField(QKeySequenceEdit):
    """One stroke. Tab, Enter and Escape are the dialog's; Backspace and Delete take the keys away."""

    def __init__(self, keys: QKeySequence, parent: QWidget | None = None) -> None:
        super().__init__(keys, parent)
        self.setMaximumSequenceLength(1)
        line = self.findChild(QLineEdit)
        if isinstance(line, QLineEdit):
            ClearButton(line)

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
