"""InputPlace: where on the window words are typed, told to the input method. GUI thread only.

Qt notes the place of the focused widget when it is focused, moved or resized itself. Where its surroundings
move it, as at the first layout of a window, the list of candidates stood beside the words.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRectF, Qt, Slot
from PySide6.QtGui import QGuiApplication, QTransform
from PySide6.QtWidgets import QApplication


class InputPlace(QObject):
    """One for all widgets: looks whenever the cursor moves, which it does before candidates are shown."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._method = QGuiApplication.inputMethod()
        self._method.cursorRectangleChanged.connect(self._on_cursor_moved)

    @Slot()
    def _on_cursor_moved(self) -> None:
        widget = QApplication.focusWidget()
        if widget is None:
            return
        corner = widget.mapTo(widget.window(), QPoint(0, 0))
        place = QTransform.fromTranslate(corner.x(), corner.y())
        if self._method.inputItemTransform() != place:
            self._method.setInputItemTransform(place)
            self._method.setInputItemRectangle(QRectF(widget.rect()))
            self._method.update(
                Qt.InputMethodQuery.ImCursorRectangle | Qt.InputMethodQuery.ImInputItemClipRectangle
            )
