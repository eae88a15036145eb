"""The button that floats over the end of the messages and leads there. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QPushButton, QScrollArea

from app.views.icons import icon
from app.views.language import in_every_language
from app.views.theme import Theme
from app.views.tokens import SPACE_16


class EndButton(QPushButton):
    """A pill at the lower edge of a scroll area."""

    def __init__(self, area: QScrollArea, theme: Theme) -> None:
        super().__init__("", area)
        self._area = area
        self._theme = theme
        in_every_language(self, lambda: self.setText(self.tr("Jump to the end")))
        self.setProperty("kind", "pill")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()
        theme.changed.connect(self._retint)
        self._retint()

    def place(self, *, wanted: bool) -> None:
        """Show it in its place, or hide it."""
        self.setVisible(wanted)
        if self.isVisible():
            hint = self.sizeHint()
            view = self._area.viewport().geometry()
            left = view.center().x() - hint.width() // 2
            self.setGeometry(
                QRect(left, view.bottom() - hint.height() - SPACE_16, hint.width(), hint.height())
            )
            self.raise_()

    def _retint(self) -> None:
        self.setIcon(icon("down", self._theme.tokens.text_muted))
