"""EngineBridge: the window's door to the engine. Requests go out of domain records, signals with domain
records come in.

GUI thread only, but for the sink, which the engine thread calls. Owns the engine object, never what is
inside it. The Qt-free half is `app.engine_port`; the names that others may want from here are re-exported.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.domain import (
    DEFAULT_MAX_NEW_TOKENS,
    ChatTurn,
    EngineState,
    MessageState,
    ModelCard,
    Picture,
    PictureCost,
    ResumePoint,
    RunOutcome,
    RunSettings,
    new_id,
)
from app.engine_port import (
    FAULT_CODE,
    Engine,
    EngineEvent,
    EngineFactory,
    Failed,
    Finished,
    GenerationRequest,
    Loaded,
    LoadProgress,
    MemorySample,
    ModelInfo,
    PictureError,
    PrefillProgress,
    RequestId,
    TextDelta,
    accepted_suffixes,
    ask_request,
    check_picture,
    compact_picture,
    cut_picture,
    inspect_image,
    installed,
    load_request,
    merged,
    model_card,
    open_engine,
    outcome_of_failure,
    outcome_of_finish,
    picture_cost,
    read_request,
    resume_point,
    run_settings,
    stage_sentence,
    stream,
    thumbnail_png,
)
from app.mailbox import INTERVAL_MS, Mailbox

__all__ = [
    "EngineBridge",
    "PictureError",
    "accepted_suffixes",
    "check_picture",
    "compact_picture",
    "cut_picture",
    "inspect_image",
    "open_engine",
    "stream",
    "thumbnail_png",
]

RESTART_TIMEOUT_S = 10.0
"""How long a restart waits for the old engine thread; a step that takes longer is stuck for good."""

_LOST_CODE = "engine_ended"
_LOST_SENTENCE = "The engine ended before the answer did; use Regenerate to ask again."

log = logging.getLogger(__name__)


class _Sink:
    """Posts one request's events; called on the engine thread, one event at a time."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        self._text_seen = False

    def __call__(self, event: EngineEvent) -> None:
        first_text = isinstance(event, TextDelta) and not self._text_seen
        self._text_seen = self._text_seen or first_text
        ends = isinstance(event, Finished | Failed)
        # The end of an answer is written, counted and laid out, the last of its text is too.
        self._mailbox.post(event, urgent=first_text or ends or isinstance(event, Loaded), alone=ends)


@dataclass(frozen=True, slots=True)
class _Load:
    """A model folder that was asked for."""

    folder: str
    device: str
    precision: str


class EngineBridge(QObject):
    """Requests in, coalesced domain signals out; every run gets exactly one `run_finished`."""

    text_appended = Signal(str, str)
    """message id, text"""
    resume_noted = Signal(str, object)
    """message id, ResumePoint: where its run would go on after the text so far; every few seconds"""
    tokens_heard = Signal(str, int)
    """message id, tokens of the text since the last such signal"""
    tokens_counted = Signal(str, int, float)
    """message id, tokens since the last such signal, monotonic seconds at which the engine said so"""
    progress_changed = Signal(str, str, int, int)
    """message id, sentence, done, total"""
    stage_entered = Signal(str, str, float)
    """message id, stage (see `engine.api.Stage`), monotonic seconds; again and again while it lasts"""
    memory_sampled = Signal(object, object)
    """used bytes, total bytes; as objects, since they do not fit a C int"""
    run_finished = Signal(str, object)
    """message id, RunOutcome"""
    engine_state_changed = Signal(object, str)
    """EngineState, sentence"""
    model_loaded = Signal(object)
    """ModelCard"""
    model_failed = Signal(str, str)
    """sentence, detail for the log"""
    shut_down = Signal(bool)
    """Whether the engine ended in time; after `begin_shutdown`."""

    _engine_stopped = Signal(bool)

    def __init__(
        self,
        engine_factory: EngineFactory = open_engine,
        parent: QObject | None = None,
        interval_ms: int = INTERVAL_MS,
    ) -> None:
        super().__init__(parent)
        self._engine_factory = engine_factory
        self._engine: Engine | None = None
        self._mailbox = Mailbox(self, interval_ms)
        self._mailbox.delivered.connect(self._on_delivered)
        self._runs: dict[RequestId, str] = {}
        self._settings: dict[RequestId, RunSettings] = {}
        self._loads: dict[RequestId, _Load] = {}
        self._last_load: _Load | None = None
        self._card: ModelCard | None = None
        self._model: ModelInfo | None = None
        self._state = EngineState.STARTING
        self._sentence = ""
        self._reads = True
        self._last_failure_code = ""
        self._stopping = False
        self._restarting = False
        self._engine_stopped.connect(self._on_engine_stopped, Qt.ConnectionType.QueuedConnection)

    # -- what the engine is

    @property
    def state(self) -> EngineState:
        return self._state

    @property
    def sentence(self) -> str:
        """What the engine is doing, for the status line."""
        return self._sentence

    @property
    def card(self) -> ModelCard | None:
        """The loaded model; None before the first."""
        return self._card

    @property
    def last_failure_code(self) -> str:
        """Why the last run or load failed (see `engine.errors`); empty while none did."""
        return self._last_failure_code

    @property
    def torch_version(self) -> str:
        """Of the installed torch; empty where there is none."""
        return installed("torch")

    @property
    def awaits_first_model(self) -> bool:
        """Whether a run would have to wait for the model that is being loaded."""
        return self._card is None and bool(self._loads)

    def cost_of(self, width_px: int, height_px: int, *, asks: bool, budget_tokens: int) -> PictureCost | None:
        """What a picture of that size becomes for the loaded model; None while that is not known."""
        if self._model is None:
            return None
        return picture_cost(self._model, width_px, height_px, asks=asks, budget_tokens=budget_tokens)

    def start(self) -> None:
        """Create the engine and its thread; torch comes with the first load, on that thread."""
        if self._engine is None and not self._stopping:
            self._engine = self._engine_factory()
            self._set_state(EngineState.STARTING, "Starting the engine…")

    def load_model(self, folder: str, device: str = "auto", precision: str = "auto") -> None:
        """Load a model folder; the present model stays until the new one is ready, and after a failure."""
        self.start()
        request_id = RequestId(new_id())
        try:
            request = load_request(request_id, Path(folder), device, precision)
        except ValueError as error:
            self.model_failed.emit(
                "The chosen device or precision is not known; choose another one.", str(error)
            )
            return
        if self._engine is None or self._restarting:
            self._last_load = _Load(folder, device, precision)
            return
        self._loads[request_id] = _Load(folder, device, precision)
        self._set_state(EngineState.LOADING, "Loading the model…")
        self._engine.load(request, _Sink(self._mailbox))

    # -- runs

    def read(
        self,
        message_id: str,
        pictures: Sequence[Picture],
        *,
        resume: ResumePoint | None = None,
        max_new_tokens: int = DEFAULT_MAX_NEW_TOKENS,
        markdown: bool = False,
        image_budget_tokens: int = 0,
    ) -> None:
        """Get the text of `pictures` into the message, plain or as Markdown."""
        self._reads = True
        request = read_request(
            new_id(),
            pictures,
            max_new_tokens=max_new_tokens,
            resume=resume,
            markdown=markdown,
            image_budget_tokens=image_budget_tokens,
        )
        self._submit(message_id, request)

    def ask(
        self,
        message_id: str,
        turns: Sequence[ChatTurn],
        *,
        resume: ResumePoint | None = None,
        max_new_tokens: int = DEFAULT_MAX_NEW_TOKENS,
        image_budget_tokens: int = 0,
    ) -> None:
        """Get the answer to the last of `turns` into the message."""
        self._reads = False
        request = ask_request(
            new_id(),
            turns,
            max_new_tokens=max_new_tokens,
            resume=resume,
            image_budget_tokens=image_budget_tokens,
        )
        self._submit(message_id, request)

    def _submit(self, message_id: str, request: GenerationRequest) -> None:
        if self._engine is None or self._restarting or self._stopping:
            self.run_finished.emit(
                message_id, RunOutcome(MessageState.FAILED, _LOST_SENTENCE, error_code=_LOST_CODE)
            )
            return
        self._runs[request.request_id] = message_id
        self._settings[request.request_id] = run_settings(request, self._model)
        self._settle()
        self._engine.submit(request, _Sink(self._mailbox))

    def cancel(self, message_id: str) -> None:
        """Ask the message's run to end within one step; its `run_finished` still comes."""
        if self._engine is not None:
            for request_id, running in self._runs.items():
                if running == message_id:
                    self._engine.cancel(request_id)

    def cancel_all(self) -> None:
        """Ask every run and every load to end within one step."""
        if self._engine is not None:
            for request_id in (*self._runs, *self._loads):
                self._engine.cancel(request_id)

    # -- the end, and a new beginning

    def shutdown(self, timeout_s: float) -> bool:
        """End the engine and wait; terminal events are delivered before this returns. True when in time."""
        self.cancel_all()
        self._stopping = True
        in_time = self._engine.shutdown(timeout_s) if self._engine is not None else True
        self._close_mailbox()
        return in_time

    def begin_shutdown(self, timeout_s: float) -> None:
        """End the engine without blocking; `shut_down` follows."""
        if self._stopping:
            return
        self.cancel_all()
        self._stopping = True
        self._stop_engine(timeout_s)

    def restart_engine(self) -> None:
        """Replace the engine and load the last model again; runs in flight fail with a sentence."""
        if self._stopping or self._restarting:
            return
        self._restarting = True
        self.cancel_all()
        self._set_state(EngineState.STARTING, "Restarting the engine…")
        self._stop_engine(RESTART_TIMEOUT_S)

    def _stop_engine(self, timeout_s: float) -> None:
        engine = self._engine

        def stop() -> None:
            self._engine_stopped.emit(engine.shutdown(timeout_s) if engine is not None else True)

        threading.Thread(target=stop, name="engine-shutdown", daemon=True).start()

    def _on_engine_stopped(self, in_time: bool) -> None:
        self._engine = None
        if self._stopping:
            self._close_mailbox()
            self.shut_down.emit(in_time)
            return
        self._mailbox.flush()
        self._fail_leftovers()
        self._restarting = False
        self._card = None
        self._state = EngineState.STARTING
        self.start()
        if self._last_load is not None:
            self.load_model(self._last_load.folder, self._last_load.device, self._last_load.precision)

    def _close_mailbox(self) -> None:
        self._mailbox.close()
        self._fail_leftovers()

    def _fail_leftovers(self) -> None:
        """End what an engine that was given up can no longer end."""
        left, self._runs = list(self._runs.values()), {}
        self._settings.clear()
        self._loads.clear()
        for message_id in left:
            self.run_finished.emit(
                message_id, RunOutcome(MessageState.FAILED, _LOST_SENTENCE, error_code=_LOST_CODE)
            )

    # -- events

    def _on_delivered(self, posted: tuple[tuple[EngineEvent, float], ...]) -> None:
        for event, at_s in merged(posted):
            self._dispatch(event, at_s)

    def _dispatch(self, event: EngineEvent, at_s: float) -> None:
        if event.request_id in self._loads:
            self._dispatch_load(event)
            return
        message_id = self._runs.get(event.request_id)
        if message_id is None:
            return
        match event:
            case TextDelta():
                self._tell_text(message_id, event, at_s)
            case PrefillProgress():
                self.stage_entered.emit(message_id, str(event.stage), at_s)
                self.progress_changed.emit(message_id, stage_sentence(event), event.done, event.total)
            case MemorySample():
                self.memory_sampled.emit(event.used_bytes, event.total_bytes)
            case Finished():
                settings = self._settings.get(event.request_id, RunSettings())
                self._end_run(event.request_id, outcome_of_finish(event, settings))
            case Failed():
                log.warning("run failed: %s %s", event.code, event.detail)
                self._last_failure_code = event.code
                if event.code == FAULT_CODE:
                    self._set_state(EngineState.FAULTED, event.user_message)
                self._end_run(
                    event.request_id,
                    outcome_of_failure(event, self._settings.get(event.request_id, RunSettings())),
                )

    def _tell_text(self, message_id: str, event: TextDelta, at_s: float) -> None:
        if event.text:
            self.text_appended.emit(message_id, event.text)
        if event.resume is not None:
            self.resume_noted.emit(message_id, resume_point(event.resume))
        heard_tokens = event.tokens if event.heard_tokens is None else event.heard_tokens
        if heard_tokens:
            self.tokens_heard.emit(message_id, heard_tokens)
        if event.tokens:
            self.tokens_counted.emit(message_id, event.tokens, at_s)

    def _dispatch_load(self, event: EngineEvent) -> None:
        match event:
            case LoadProgress():
                self._set_state(EngineState.LOADING, event.sentence)
            case MemorySample():
                self.memory_sampled.emit(event.used_bytes, event.total_bytes)
            case Loaded():
                self._last_load = self._loads.pop(event.request_id)
                self._model = event.model
                self._card = model_card(event.model)
                self._settle()
                self.model_loaded.emit(self._card)
            case Failed():
                failed = self._loads.pop(event.request_id)
                if self._last_load is None:
                    # A restart tries again what was wanted, even where nothing was ever loaded.
                    self._last_load = failed
                log.warning("load failed: %s %s", event.code, event.detail)
                self._last_failure_code = event.code
                if event.code == FAULT_CODE:
                    self._set_state(EngineState.FAULTED, event.user_message)
                else:
                    self._settle()
                self.model_failed.emit(event.user_message, event.detail)

    def _end_run(self, request_id: RequestId, outcome: RunOutcome) -> None:
        message_id = self._runs.pop(request_id)
        self._settings.pop(request_id, None)
        self._settle()
        self.run_finished.emit(message_id, outcome)

    def _settle(self) -> None:
        """The state that follows from what is in flight."""
        if self._state is EngineState.FAULTED or self._restarting or self._loads:
            return
        if self._card is None:
            if self._state is not EngineState.STARTING or not self._runs:
                self._set_state(EngineState.NO_MODEL, "No model is loaded; choose a model folder.")
        elif self._runs:
            self._set_state(EngineState.BUSY, "Reading…" if self._reads else "Answering…")
        else:
            self._set_state(EngineState.READY, "Ready")

    def _set_state(self, state: EngineState, sentence: str) -> None:
        if (state, sentence) != (self._state, self._sentence):
            self._state, self._sentence = state, sentence
            self.engine_state_changed.emit(state, sentence)
