"""The strip over the messages: the title, and the switches of the two side panels. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.views.elided_label import ElidedLabel
from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8

HEIGHT_PX = 44


class ConversationHeader(QFrame):
    """Title in the middle, switches at the ends."""

    sidebar_toggled = Signal()
    panel_toggled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "header")
        self.setFixedHeight(HEIGHT_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_8, SPACE_4, SPACE_8, SPACE_4)
        row.setSpacing(SPACE_8)
        self._sidebar = IconButton(theme, "sidebar", lambda: self.tr("Hide or show the conversations"))
        self._sidebar.clicked.connect(self.sidebar_toggled)
        row.addWidget(self._sidebar)
        self._title = ElidedLabel()
        self._title.setProperty("kind", "title")
        in_every_language(
            self, lambda: self._title.setAccessibleDescription(self.tr("Title of the conversation"))
        )
        row.addWidget(self._title, 1)
        self._panel = IconButton(theme, "panel", lambda: self.tr("Hide or show the live figures"))
        self._panel.clicked.connect(self.panel_toggled)
        row.addWidget(self._panel)

    @property
    def title(self) -> str:
        return self._title.text()

    @property
    def sidebar_button(self) -> IconButton:
        return self._sidebar

    @property
    def panel_button(self) -> IconButton:
        return self._panel

    def set_title(self, title: str) -> None:
        """Name the conversation on show."""
        self._title.setText(title)
