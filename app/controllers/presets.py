"""PresetController: the presets to choose from, their changes, and what one makes of what is typed. GUI
thread.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from app.controllers.outbox import Prepare
from app.domain import Attachment, MessageRequest, ModelCard, RequestKind
from app.presets import (
    Preset,
    PresetError,
    all_presets,
    built_in,
    filled_in,
    variables_in,
    why_model_cannot,
)
from app.settings import SettingsStore

Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now().astimezone()


class PresetController(QObject):
    """Between the settings file and everything that chooses or edits presets."""

    changed = Signal()

    def __init__(
        self,
        settings: SettingsStore,
        card: Callable[[], ModelCard | None],
        parent: QObject | None = None,
        clock: Clock = _now,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._card = card
        self._clock = clock
        self._before: tuple[tuple[Preset, ...], tuple[str, ...]] | None = None

    @property
    def presets(self) -> tuple[Preset, ...]:
        """All that can be chosen, in order."""
        settings = self._settings.settings
        return all_presets(settings.presets, settings.presets_removed)

    @property
    def is_as_delivered(self) -> bool:
        """Whether every preset of Yomi is there, as it was."""
        settings = self._settings.settings
        return not settings.presets_removed and not any(each.is_built_in for each in settings.presets)

    def preset(self, preset_id: str) -> Preset | None:
        """The preset of that id; one of Yomi is known also where the user does not want it in the list."""
        found = next((each for each in self.presets if each.id == preset_id), None)
        if found is not None:
            return found
        try:
            return built_in(preset_id)
        except KeyError:
            return None

    # -- changes

    def save(self, preset: Preset) -> None:
        """Keep a preset, in its place where it is known, else as the last one."""
        settings = self._settings.settings
        own = list(settings.presets)
        index = next((place for place, each in enumerate(own) if each.id == preset.id), len(own))
        own[index : index + 1] = [] if preset.is_built_in and preset == built_in(preset.id) else [preset]
        removed = tuple(each for each in settings.presets_removed if each != preset.id)
        self._write(tuple(own), removed)

    def delete(self, preset_id: str) -> None:
        """Take a preset away; `undo_deletion` brings it back until the next one goes."""
        settings = self._settings.settings
        self._before = (settings.presets, settings.presets_removed)
        own = tuple(each for each in settings.presets if each.id != preset_id)
        self._write(own, (*settings.presets_removed, preset_id))

    def undo_deletion(self) -> None:
        """Bring back what was taken away last."""
        if self._before is not None:
            before, self._before = self._before, None
            self._write(*before)

    def restore_built_in(self) -> None:
        """Make every preset of Yomi what it was; the user's own stay."""
        self._write(tuple(each for each in self._settings.settings.presets if not each.is_built_in), ())

    def _write(self, own: tuple[Preset, ...], removed: tuple[str, ...]) -> None:
        self._settings.update(presets=own, presets_removed=removed)
        self.changed.emit()

    # -- use

    def refusal(self, preset: Preset) -> str:
        """Why the loaded model is not asked this; empty where it is."""
        return why_model_cannot(preset, self._card())

    def asks(self, preset: Preset) -> bool:
        """Whether the loaded model is asked something, so that words may be added; else it only reads."""
        card = self._card()
        # A model that knows few questions reads a table as it reads Markdown.
        reads_tables = card is not None and not card.answers_freely
        return preset.takes_words and not (preset.kind is RequestKind.TABLE and reads_tables)

    def preparing(self, preset: Preset, name: str, language: str) -> Prepare:
        """What makes a request of what is typed; `language` is the window's, as a model is told it."""

        def prepare(text: str, pictures: tuple[Attachment, ...]) -> tuple[str, MessageRequest]:
            return self._prepared(preset, name, preset.language or language, text, pictures)

        return prepare

    def _prepared(
        self, preset: Preset, name: str, language: str, text: str, pictures: tuple[Attachment, ...]
    ) -> tuple[str, MessageRequest]:
        card = self._card()
        refusal = why_model_cannot(preset, card)
        if refusal:
            raise PresetError(refusal)
        if not self.asks(preset):
            if text:
                raise PresetError(
                    "This preset reads the picture as it is; take the words away, or the preset."
                )
            return "", MessageRequest(preset.kind, name)
        prompt = preset.prompt if card is None else card.wording(preset.prompt.strip())
        wanted = variables_in(prompt)
        now = self._clock()
        values = {
            "clipboard": QGuiApplication.clipboard().text() if "clipboard" in wanted else "",
            "date": f"{now:%Y-%m-%d}",
            "filename": ", ".join(dict.fromkeys(picture.name for picture in pictures)),
            "language": language,
            "schema": preset.schema,
            "text": text,
            "time": f"{now:%H:%M}",
        }
        asked = filled_in(prompt, values)
        if text and "text" not in wanted:
            asked = f"{asked}\n\n{text}"
        schema = preset.schema if preset.kind is RequestKind.JSON else ""
        return asked, MessageRequest(preset.kind, name, schema)
