"""The preset that the next message is asked with, and the cross that takes it away. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.views.elided_label import ElidedLabel
from app.views.icon_button import IconButton
from app.views.icons import pixmap
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8

ICON_SHARE = 0.8


class PresetChip(QFrame):
    """Hidden while there is no preset."""

    removed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.preset_id = ""
        self.takes_words = True
        self.setProperty("kind", "chip")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_8, 0, SPACE_4, 0)
        row.setSpacing(SPACE_4)
        self._icon = QLabel()
        row.addWidget(self._icon)
        self._name = ElidedLabel()
        row.addWidget(self._name)
        self.remove_button = IconButton(theme, "close", lambda: self.tr("Ask without the preset"))
        self.remove_button.set_small()
        self.remove_button.clicked.connect(self.removed)
        row.addWidget(self.remove_button)
        theme.changed.connect(self._retint)
        self._retint()
        self.hide()

    @property
    def name(self) -> str:
        """Its name; empty where there is none."""
        return self._name.text()

    def set_preset(self, preset_id: str, name: str, *, takes_words: bool = True) -> None:
        """Show this preset; none where the id is empty."""
        self.preset_id, self.takes_words = preset_id, takes_words
        self._name.setText(name)
        self.setAccessibleName(name)
        self.setVisible(bool(preset_id))

    def _retint(self) -> None:
        side = self._theme.icon_px(ICON_SHARE)
        self._icon.setPixmap(pixmap("preset", self._theme.tokens.accent, side, self.devicePixelRatioF()))
