"""The cross that empties a field, in the drawing of all other crosses rather than the style's own. GUI thread
only.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QLineEdit

from app.views.icons import icon
from app.views.language import in_every_language, translate

CROSS_PX = 16

_ACTION = "_q_qlineeditclearaction"
"""Qt's name of the action behind its button."""


class ClearButton(QObject):
    """Lives as long as the field; takes its colour from the palette."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        field.setClearButtonEnabled(True)
        field.installEventFilter(self)
        self._draw()
        action = field.findChild(QAction, _ACTION)
        if action is not None:
            in_every_language(field, lambda: action.setText(translate("ClearButton", "Empty the field")))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another theme has another colour."""
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._draw()
        return super().eventFilter(watched, event)

    def _draw(self) -> None:
        action = self._field.findChild(QAction, _ACTION)
        if action is not None:
            colour = self._field.palette().color(QPalette.ColorRole.PlaceholderText)
            action.setIcon(icon("close", colour.name(), size_px=CROSS_PX))
