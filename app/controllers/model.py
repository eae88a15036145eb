"""ModelController: which model is in use, and what the engine is doing. GUI thread."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.bridge import EngineBridge
from app.domain import EngineState, ModelCard
from app.paths import bundled_model_dir
from app.settings import SettingsStore


class ModelController(QObject):
    """Loads model folders and remembers the last good one; one that fails leaves the present model."""

    status_changed = Signal(object, str)
    """EngineState, sentence"""
    model_changed = Signal(object)
    """ModelCard"""
    model_failed = Signal(str)
    """sentence"""

    def __init__(
        self,
        bridge: EngineBridge,
        settings: SettingsStore,
        parent: QObject | None = None,
        bundled: Path | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._settings = settings
        self._bundled = str(bundled or bundled_model_dir())
        self._wanted: list[str] = []
        bridge.engine_state_changed.connect(self._on_state_changed)
        bridge.model_loaded.connect(self._on_model_loaded)
        bridge.model_failed.connect(self._on_model_failed)

    @property
    def card(self) -> ModelCard | None:
        """The loaded model; None before the first."""
        return self._bridge.card

    @property
    def state(self) -> EngineState:
        return self._bridge.state

    @property
    def sentence(self) -> str:
        """What the engine is doing."""
        return self._bridge.sentence

    def load_initial(self, folder: str | None = None) -> None:
        """Load `folder`, else the remembered one, else the bundled model, which stands in for a failure."""
        self._load(folder or self._settings.settings.model_folder or self._bundled)

    def choose_folder(self, folder: str) -> None:
        """Load another model folder."""
        self._load(folder)

    def choose_bundled(self) -> None:
        """Go back to the bundled model."""
        self._load(self._bundled)

    def restart_engine(self) -> None:
        """Begin anew after a fault; the model is loaded again."""
        self._bridge.restart_engine()

    def _load(self, folder: str) -> None:
        settings = self._settings.settings
        self._wanted.append(folder)
        self._bridge.load_model(folder, settings.device, settings.precision)

    def _on_state_changed(self, state: EngineState, sentence: str) -> None:
        self.status_changed.emit(state, sentence)

    def _on_model_loaded(self, card: ModelCard) -> None:
        self._wanted.clear()
        is_bundled = Path(card.folder).resolve() == Path(self._bundled).resolve()
        # Not its path: the next version of Yomi may lie elsewhere.
        self._settings.update(model_folder="" if is_bundled else card.folder)
        self.model_changed.emit(card)

    def _on_model_failed(self, sentence: str, detail: str) -> None:  # noqa: ARG002 - the bridge has logged it
        failed, self._wanted = self._wanted, []
        self.model_failed.emit(sentence)
        if self._bridge.card is None and failed and failed[-1] != self._bundled:
            self._load(self._bundled)
