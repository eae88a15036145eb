"""What goes with the next message: an icon, its words, the cross that takes it away. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.views.elided_label import ElidedLabel
from app.views.icon_button import IconButton
from app.views.icons import pixmap
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8

ICON_SHARE = 0.8


class RemovableChip(QFrame):
    """Hidden until it is told to show itself. `removal` is what its cross says it does."""

    removed = Signal()

    def __init__(
        self, theme: Theme, icon: str, removal: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon_name = theme, icon
        self.setProperty("kind", "chip")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_8, 0, SPACE_4, 0)
        row.setSpacing(SPACE_4)
        self._icon = QLabel()
        row.addWidget(self._icon)
        self._words = ElidedLabel()
        row.addWidget(self._words)
        self.remove_button = IconButton(theme, "close", removal)
        self.remove_button.set_small()
        self.remove_button.clicked.connect(self.removed)
        row.addWidget(self.remove_button)
        theme.changed.connect(self._retint)
        self._retint()
        self.hide()

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def set_words(self, words: str) -> None:
        """Say this, to a screen reader too."""
        self._words.setText(words)
        self.setAccessibleName(words)

    def _retint(self) -> None:
        side = self._theme.icon_px(ICON_SHARE)
        self._icon.setPixmap(
            pixmap(self._icon_name, self._theme.tokens.accent, side, self.devicePixelRatioF())
        )
