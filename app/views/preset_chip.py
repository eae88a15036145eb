"""The preset that the next message is asked with, and the cross that takes it away. GUI thread only."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.views.removable_chip import RemovableChip
from app.views.theme import Theme


class PresetChip(RemovableChip):
    """Hidden while there is no preset."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "preset", lambda: self.tr("Ask without the preset"), parent)
        self.preset_id = ""
        self.takes_words = True

    @property
    def name(self) -> str:
        """Its name; empty where there is none."""
        return self.words

    def set_preset(self, preset_id: str, name: str, *, takes_words: bool = True) -> None:
        """Show this preset; none where the id is empty."""
        self.preset_id, self.takes_words = preset_id, takes_words
        self.set_words(name)
        self.setVisible(bool(preset_id))
