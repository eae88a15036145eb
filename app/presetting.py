"""Presetting: puts the presets together with the composer, the menu and the settings. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.controllers.outbox import Prepare
from app.controllers.presets import PresetController
from app.presets import built_in
from app.settings import SettingsStore
from app.views.language import Language, in_every_language
from app.views.main_window import MainWindow
from app.views.preset_chooser import PresetChooser
from app.views.preset_names import preset_name
from app.views.preset_section import PresetSection
from app.views.setting_rows import choice_row
from app.views.spoken import spoken

TOLD = {"en": "English", "de": "German", "ja": "Japanese", "zh_CN": "Simplified Chinese"}
"""The window's languages as a model is told them."""


class Presetting(QObject):
    """Between the controller, which knows no widgets, and the widgets, which know no controller."""

    def __init__(
        self, window: MainWindow, presets: PresetController, language: Language, settings: SettingsStore
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._window = window
        self._presets = presets
        self._language = language
        composer = window.composer
        self.chooser = PresetChooser(window, composer.field, lambda: self._presets.presets)
        self.chooser.chosen.connect(self.arm)
        composer.presets_requested.connect(self.chooser.open_all)
        window.menus.choose_preset.triggered.connect(self.chooser.open_all)
        in_every_language(composer, self._name_chosen)

    def arm(self, preset_id: str) -> bool:
        """Ask with this preset next; False, with the reason, where the loaded model cannot."""
        preset = self._presets.preset(preset_id)
        if preset is None:
            return False
        refusal = self._presets.refusal(preset)
        if refusal:
            self._refuse(refusal)
            return False
        self._window.composer.set_preset(
            preset.id, preset_name(preset), takes_words=self._presets.asks(preset)
        )
        self._window.composer.setFocus()
        return True

    def _refuse(self, sentence: str) -> None:
        """Say why not, and offer the way to a model that can."""
        note = self._window.model_note
        if note.knows_larger:
            self._window.notices.say(spoken(sentence), self.tr("Larger models"), note.tell_larger)
        else:
            self._window.notices.say(
                spoken(sentence),
                self.tr("Choose a model folder…"),
                self._window.model_folder_requested.emit,
            )

    def choose(self, preset_id: str) -> None:
        """Show what was chosen in another conversation; what the model cannot is said once it is sent."""
        preset = self._presets.preset(preset_id) if preset_id else None
        if preset is None:
            self._window.composer.clear_preset()
        else:
            self._window.composer.set_preset(
                preset.id, preset_name(preset), takes_words=self._presets.asks(preset)
            )

    def _name_chosen(self) -> None:
        """Call the chosen preset by its name of now."""
        if self._window.composer.preset_id:
            self.choose(self._window.composer.preset_id)

    def prepare(self, text: str, preset_id: str) -> Prepare | None:
        """What makes a request of what is typed and chosen; None without a preset."""
        by_itself = "" if text.strip() else self._settings.settings.reading_preset
        preset = self._presets.preset(preset_id or by_itself)
        if preset is None:
            return None
        told = TOLD[self._language.name]
        return self._presets.preparing(preset, preset_name(preset), told)

    def section(self) -> list[QWidget]:
        """The list of presets, for the settings, and the one that is used by itself."""
        return [self._by_itself(), self._list()]

    def _by_itself(self) -> QWidget:
        options = [("", preset_name(built_in("read")))]
        options += [(each.id, preset_name(each)) for each in self._presets.presets if each.id != "read"]
        return choice_row(
            "reading_preset",
            self.tr("What a picture without words is for"),
            self.tr("Another preset, or words, can still be chosen for each."),
            options,
            self._settings.settings.reading_preset,
        )

    def _list(self) -> QWidget:
        section = PresetSection(self._presets.presets, restorable=not self._presets.is_as_delivered)
        section.saved.connect(self._presets.save)
        section.deleted.connect(self._presets.delete)
        section.deletion_undone.connect(self._presets.undo_deletion)
        section.restore_requested.connect(self._presets.restore_built_in)

        def show() -> None:
            section.show_presets(self._presets.presets, restorable=not self._presets.is_as_delivered)

        self._presets.changed.connect(show)
        section.destroyed.connect(lambda: self._presets.changed.disconnect(show))
        return section
