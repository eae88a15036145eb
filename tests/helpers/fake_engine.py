"""FakeEngine: the engine's protocol on a thread, without a model. Tests script what it says and hold it at
gates.

Nothing here sleeps: a gate waits until the test opens it, or the request is cancelled, or the engine ends.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.api import (
    EngineEvent,
    Failed,
    Finished,
    FinishReason,
    Found,
    GenerationRequest,
    Loaded,
    LoadProgress,
    LoadRequest,
    MemorySample,
    Metrics,
    ModelInfo,
    PrefillProgress,
    ReadLine,
    ReadWord,
    RequestId,
    Resume,
    Sink,
    Stage,
    TextDelta,
)
from engine.picture_limits import PictureLimits

METRICS = Metrics(
    queue_s=0.001,
    image_decode_s=0.01,
    preprocess_s=0.02,
    vision_s=0.2,
    prefill_s=0.1,
    first_token_s=0.331,
    decode_s=0.5,
    total_s=0.831,
    prompt_tokens=300,
    visual_tokens=280,
    new_tokens=20,
    tokens_per_s=38.0,
    peak_memory_bytes=512 * 1024 * 1024,
    weights_bytes=25_000_000,
    cache_bytes=8_000_000,
    device="cpu",
)


class Gate:
    """A place at which the engine waits for the test; `reached` says that the engine stands there."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self._is_open = False
        self._engine: FakeEngine | None = None

    def open(self) -> None:
        """Let the engine go on; any thread."""
        self._is_open = True
        if self._engine is not None:
            self._engine.wake()

    @property
    def is_open(self) -> bool:
        return self._is_open

    def attach(self, engine: FakeEngine) -> None:
        self._engine = engine


@dataclass(frozen=True)
class Say:
    """A TextDelta; `noted` where it says where the request would go on."""

    text: str
    tokens: int = 1
    noted: bool = False


@dataclass(frozen=True)
class Progress:
    stage: Stage
    done: int = 1
    total: int = 1


@dataclass(frozen=True)
class Memory:
    used_bytes: int
    total_bytes: int


@dataclass(frozen=True)
class End:
    """Ends the run here; without one it ends COMPLETE (EMPTY where nothing was said)."""

    reason: FinishReason
    resume: Resume | None = None
    lines: tuple[ReadLine, ...] = ()
    answers: tuple[Found, ...] = ()


@dataclass(frozen=True)
class Fail:
    code: str = "internal"
    user_message: str = "Something went wrong; try again."
    detail: str = ""


Step = Say | Progress | Memory | Gate | End | Fail


def says(text: str, *, piece: int = 4) -> tuple[Step, ...]:
    """All stages, then `text` in pieces of `piece` characters, one token each."""
    pieces = [text[start : start + piece] for start in range(0, len(text), piece)]
    return (*(Progress(stage) for stage in Stage), *(Say(part) for part in pieces))


def lines_of(
    text: str, confidence: float = 0.95, box: tuple[int, int, int, int] | None = (4, 4, 60, 16)
) -> tuple[ReadLine, ...]:
    """The lines of `text`, all words equally sure; each line's box is 20 pixels below the one before."""
    lines: list[ReadLine] = []
    start = 0
    for line in text.split("\n"):
        words = tuple(
            ReadWord(match.group(), confidence, start + match.start(), start + match.end())
            for match in re.finditer(r"\S+", line)
        )
        down = 20 * len(lines)
        below = None if box is None else (box[0], box[1] + down, box[2], box[3] + down)
        if words:
            lines.append(ReadLine(line, start, 0, below, words))
        start += len(line) + 1
    return tuple(lines)


def model_info(folder: Path, name: str = "Fake Reader", *, bundled: bool = False) -> ModelInfo:
    return ModelInfo(
        name=name,
        model_dir=folder,
        architecture="FakeForConditionalGeneration",
        parameters=12_500_000,
        device="cpu",
        precision="fp32",
        context_tokens=4096,
        slots=1,
        weights_bytes=25_000_000,
        cache_bytes=8_000_000,
        bundled=bundled,
        note="A stand-in for tests.",
        read_prompt="Read the text.",
        markdown_prompt="Read the text as Markdown.",
        questions=(("caption", "What kind of picture is this?"),),
        weights_fingerprint="f" * 64,
        pictures=PictureLimits(32, 56 * 56, 4096 * 32 * 32, None, 2048, 1280),
    )


class FakeEngine:
    """One thread, one request at a time, in order. Every attribute below may be read by the test at any time.

    `requests` and `loads` are what was handed over, `cancelled` the ids that were cancelled, `ended` how many
    terminal events went out.
    """

    def __init__(
        self, text: str = "Hello, world.", *, load_error: Fail | None = None, loaded: bool = False
    ) -> None:
        self.default_steps: tuple[Step, ...] = says(text)
        self.load_error = load_error
        self.load_gate: Gate | None = None
        self.requests: list[GenerationRequest] = []
        self.loads: list[LoadRequest] = []
        self.cancelled: list[RequestId] = []
        self.ended = 0
        self.has_model = loaded
        self.stuck_at_shutdown = False
        """When set, the thread ignores the end: `shutdown` returns False, and `release` lets it go."""
        self._scripts: deque[tuple[Step, ...]] = deque()
        self._inbox: deque[tuple[LoadRequest | GenerationRequest, Sink]] = deque()
        self._cancelled: set[RequestId] = set()
        self._stopping = False
        self._condition = threading.Condition(threading.RLock())
        self._thread = threading.Thread(target=self._work, name="engine", daemon=True)
        self._thread.start()

    # -- for the test

    def script(self, *steps: Step) -> None:
        """What the next request without a script does; called again, the one after that."""
        with self._condition:
            for step in steps:
                if isinstance(step, Gate):
                    step.attach(self)
            self._scripts.append(steps)

    def gate_loads(self) -> Gate:
        """Loads wait at this gate from now on."""
        self.load_gate = Gate()
        self.load_gate.attach(self)
        return self.load_gate

    def wake(self) -> None:
        with self._condition:
            self._condition.notify_all()

    def release(self) -> None:
        """Let a thread that was stuck at shutdown go."""
        self.stuck_at_shutdown = False
        self.wake()

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    # -- the protocol

    def load(self, request: LoadRequest, sink: Sink) -> None:
        with self._condition:
            self.loads.append(request)
            self._put(request, sink)

    def submit(self, request: GenerationRequest, sink: Sink) -> None:
        with self._condition:
            self.requests.append(request)
            self._put(request, sink)

    def cancel(self, request_id: RequestId) -> None:
        with self._condition:
            self.cancelled.append(request_id)
            self._cancelled.add(request_id)
            self._condition.notify_all()

    def shutdown(self, timeout_s: float) -> bool:
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
        # A stuck thread is known to be stuck: waiting for it would only make the test slow.
        self._thread.join(0 if self.stuck_at_shutdown else timeout_s)
        return not self._thread.is_alive()

    def _put(self, request: LoadRequest | GenerationRequest, sink: Sink) -> None:
        if self._stopping:
            self._end(
                sink, Failed(request.request_id, "engine_stopped", "The engine has ended; start Yomi again.")
            )
            return
        self._inbox.append((request, sink))
        self._condition.notify_all()

    # -- the thread

    def _work(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(
                    lambda: self._inbox or (self._stopping and not self.stuck_at_shutdown)
                )
                if not self._inbox:
                    return
                request, sink = self._inbox.popleft()
            if isinstance(request, LoadRequest):
                self._load(request, sink)
            else:
                self._run(request, sink)

    def _load(self, request: LoadRequest, sink: Sink) -> None:
        sink(LoadProgress(request.request_id, "Loading Fake Reader…", 1, 2))
        if self.load_gate is not None and not self._pass(self.load_gate, request.request_id):
            self._end(sink, Failed(request.request_id, "cancelled", "Loading was stopped."))
            return
        if self.load_error is not None:
            error = self.load_error
            self._end(sink, Failed(request.request_id, error.code, error.user_message, error.detail))
            return
        self.has_model = True
        self._end(sink, Loaded(request.request_id, model_info(request.model_dir), 0.5))

    def _run(self, request: GenerationRequest, sink: Sink) -> None:
        request_id = request.request_id
        with self._condition:
            steps = self._scripts.popleft() if self._scripts else self.default_steps
        if not self.has_model:
            self._end(sink, Failed(request_id, "no_model", "No model is loaded; choose a model folder."))
            return
        said: list[str] = [request.resume.text] if request.resume else []
        for step in steps:
            if self._is_cancelled(request_id) or (
                isinstance(step, Gate) and not self._pass(step, request_id)
            ):
                self._end(sink, _finished(request_id, FinishReason.CANCELLED, said))
                return
            if self._step(request_id, step, sink, said):
                return
        if self._is_cancelled(request_id):
            self._end(sink, _finished(request_id, FinishReason.CANCELLED, said))
            return
        reason = FinishReason.COMPLETE if any(said) else FinishReason.EMPTY
        self._end(sink, _finished(request_id, reason, said))

    def _step(self, request_id: RequestId, step: Step, sink: Sink, said: list[str]) -> bool:
        """Carry out one step; True when it ended the run."""
        match step:
            case Say():
                said.append(step.text)
                ids = tuple(range(len(said)))
                resume = Resume(0, "".join(said), token_ids=ids) if step.noted else None
                sink(TextDelta(request_id, step.text, step.tokens, resume))
            case Progress():
                sink(PrefillProgress(request_id, step.stage, step.done, step.total))
            case Memory():
                sink(MemorySample(request_id, step.used_bytes, step.total_bytes))
            case End():
                finished = _finished(request_id, step.reason, said)
                self._end(sink, replace(finished, resume=step.resume, lines=step.lines, answers=step.answers))
                return True
            case Fail():
                self._end(sink, Failed(request_id, step.code, step.user_message, step.detail))
                return True
        return False

    def _pass(self, gate: Gate, request_id: RequestId) -> bool:
        """Wait at the gate; False when the request is to end instead."""
        gate.reached.set()
        with self._condition:
            self._condition.wait_for(lambda: gate.is_open or self._ends(request_id))
            return not self._ends(request_id)

    def _ends(self, request_id: RequestId) -> bool:
        return (self._stopping and not self.stuck_at_shutdown) or (
            request_id in self._cancelled and not self.stuck_at_shutdown
        )

    def _is_cancelled(self, request_id: RequestId) -> bool:
        with self._condition:
            return self._ends(request_id)

    def _end(self, sink: Sink, event: EngineEvent) -> None:
        self.ended += 1
        sink(event)


def _finished(request_id: RequestId, reason: FinishReason, said: Iterable[str]) -> Finished:
    text = "".join(said)
    resume = Resume(0, text) if reason is FinishReason.CANCELLED and text else None
    return Finished(request_id, reason, text, METRICS, resume)
