"""The one contract between the engine and whoever uses it: requests in, events out.

Imports no torch. Everything here is frozen and picklable (str, int, float, bytes, tuples of these), so that a
child process could stand where the engine thread stands now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NewType, Protocol

from engine.picture_limits import PictureLimits

RequestId = NewType("RequestId", str)


class Task(StrEnum):
    """What a request asks for."""

    READ = "read"
    """Get the text of the last turn's pictures. The engine chooses prompt and regions."""
    ASK = "ask"
    """Answer the last turn, in the light of the turns before it."""


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Precision(StrEnum):
    AUTO = "auto"
    """int4 where a valid sidecar exists and memory asks for it, else bf16 on CUDA, fp32 on CPU."""
    BF16 = "bf16"
    FP32 = "fp32"
    INT4 = "int4"


class Stage(StrEnum):
    """The stages before the first token, in order."""

    IMAGE_DECODE = "image_decode"
    PREPROCESS = "preprocess"
    VISION = "vision"
    PREFILL = "prefill"


class FinishReason(StrEnum):
    COMPLETE = "complete"
    EMPTY = "empty"
    """Complete, and there was no text to find."""
    CANCELLED = "cancelled"
    LENGTH = "length"
    """Cut off at `max_new_tokens`; `Finished.resume` continues it, as it does one that was cancelled."""
    CONTEXT_FULL = "context_full"
    LOOP = "loop"
    """The model repeated itself without end; the first copies are kept."""


@dataclass(frozen=True, slots=True)
class ImageInput:
    """One page of one encoded image file: the bytes as they were on disk, typed by content, never by name."""

    data: bytes
    name: str
    page: int = 0
    part: tuple[int, int, int, int] | None = None
    """Only this part is looked at: left, top, right, bottom in pixels of the upright picture, right and
    bottom exclusive. None for all of it."""


@dataclass(frozen=True, slots=True)
class Turn:
    role: Role
    text: str
    images: tuple[ImageInput, ...] = ()


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is chosen. `temperature` 0 is greedy; `top_p` in (0, 1]; same `seed`, same text."""

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Resume:
    """Where an unfinished answer goes on: regions before `region` are complete, `text` is what it said so
    far.
    """

    region: int
    text: str
    turned_deg: tuple[int, ...] = ()
    """How far each picture was turned clockwise to be read; those beyond stand as they are."""
    token_ids: tuple[int, ...] = field(default=(), compare=False)
    """Those that said `text`: the model goes on from its own tokens. Without them, or where they say
    something else, `text` is split anew."""
    above: str = field(default="", compare=False)
    """The last line of the regions before, which `region` may begin with a second time."""


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    request_id: RequestId
    turns: tuple[Turn, ...]
    task: Task = Task.READ
    max_new_tokens: int = 4096
    sampling: Sampling = Sampling()
    image_budget_tokens: int | None = None
    """Visual tokens one picture may cost; None takes the model's own."""
    resume: Resume | None = None
    markdown: bool = False
    """Read as Markdown: headings, lists, tables and code keep their structure. Only with `Task.READ`."""


@dataclass(frozen=True, slots=True)
class LoadRequest:
    request_id: RequestId
    model_dir: Path
    device: str = "auto"
    """auto, cpu, cuda or mps."""
    precision: Precision = Precision.AUTO


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What is loaded, in numbers that a window can show."""

    name: str
    model_dir: Path
    architecture: str
    parameters: int
    device: str
    precision: str
    context_tokens: int
    slots: int
    weights_bytes: int
    cache_bytes: int
    bundled: bool
    note: str
    """One sentence on what the model is for; empty where its folder says nothing."""
    read_prompt: str = ""
    """What it is told when it is to read."""
    weights_fingerprint: str = ""
    """Tells one checkpoint from another (see `engine.fingerprint`)."""
    markdown_prompt: str = ""
    """What it is told when it is to read as Markdown; empty where it has not learnt to."""
    questions: tuple[tuple[str, str], ...] = ()
    """Short words for common questions, and how it is best asked them; `{field}` stands for a name."""
    answers_freely: bool = True
    """Whether it can be asked anything; else only its `questions`."""
    larger: str = ""
    """What a larger model would do and where to get one; empty where its folder says nothing."""
    pictures: PictureLimits | None = None
    """How it sees pictures, to say beforehand what one will cost."""


@dataclass(frozen=True, slots=True)
class ImageReport:
    """What the model saw of one picture."""

    name: str
    page: int
    source_width_px: int
    source_height_px: int
    model_width_px: int
    model_height_px: int
    regions: int
    visual_tokens: int
    notes: tuple[str, ...]
    turned_deg: int = 0
    """How far it was turned clockwise to be read: 0, 90, 180 or 270. Boxes lie on it as it was."""
    part: tuple[int, int, int, int] | None = None
    """The part that was looked at, in pixels of the upright picture."""
    error: str = ""
    """Why nothing was read of it, as a sentence, where other pictures of the request could be read."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Figures of one request. Seconds on a monotonic clock; rates over decode only, first token excluded."""

    queue_s: float = 0.0
    image_decode_s: float = 0.0
    preprocess_s: float = 0.0
    vision_s: float = 0.0
    prefill_s: float = 0.0
    first_token_s: float = 0.0
    """TTFT: from submit to the first token, queue included; 0 where no token came."""
    decode_s: float = 0.0
    total_s: float = 0.0
    prompt_tokens: int = 0
    visual_tokens: int = 0
    new_tokens: int = 0
    tokens_per_s: float = 0.0
    peak_memory_bytes: int = 0
    weights_bytes: int = 0
    cache_bytes: int = 0
    device: str = ""
    images: tuple[ImageReport, ...] = ()
    step_bytes: int = 0
    """What a decode step of this request had to read at least, on average: weights, keys and values."""
    bandwidth_bytes_s: float = 0.0
    """What the device's memory gives, measured there (bytes read and bytes written); 0 where it was not."""
    bandwidth_share: float = 0.0
    """How much of that its decode steps used, 0 to 1 or a little above; 0 where it is not known."""
    backend: str = ""
    """What decoded: eager, graphs or fused (see `engine.ladder`)."""
    backend_note: str = ""
    """Why it was none faster, as a sentence; empty where nothing went wrong."""
    reused_tokens: int = 0
    """Of the prompt, those whose keys were still there from an earlier request."""


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A run of characters without white space: `Finished.text[start:stop]`."""

    text: str
    confidence: float
    """0 to 1: the probability of the least certain of its tokens (see `engine.words`)."""
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line that holds words: what stands between two line ends in `Finished.text`, from `start` on."""

    text: str
    start: int
    page: int | None
    """Which of the request's pictures it was read from: a place in `Metrics.images`; None for an answer."""
    box: tuple[int, int, int, int] | None
    """Left, top, right, bottom around its ink in pixels of the upright picture, right and bottom exclusive;
    level even where the line is not. None where the line's place is not known: none is ever made up."""
    words: tuple[ReadWord, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of one thing that a question asks for, in one document."""

    kind: str
    """total, date, field, lines, ...; read or beyond where the model does not answer that here."""
    named: str
    """How the question calls it, in its language."""
    value: str | None
    """As it is written on the picture; None where it is not there, or not answered."""
    confidence: float
    """0 to 1: that of the least certain word."""
    source: str = ""
    """The picture's name; empty for what is not answered of any."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The model is ready. Terminal event of a `LoadRequest`."""

    request_id: RequestId
    model: ModelInfo
    load_s: float


@dataclass(frozen=True, slots=True)
class LoadProgress:
    request_id: RequestId
    sentence: str
    done_bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    request_id: RequestId
    stage: Stage
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class TextDelta:
    """New text, in reading order. `tokens`: how many were generated since the last delta, in all regions."""

    request_id: RequestId
    text: str
    tokens: int
    resume: Resume | None = field(default=None, compare=False)
    """Where the request would go on if it ended here; given every few seconds."""
    heard_tokens: int | None = field(default=None, compare=False)
    """How many tokens said `text`: those of later regions wait. None for all of `tokens`."""


@dataclass(frozen=True, slots=True)
class MemorySample:
    """Memory in use: VRAM on CUDA, the process's resident memory elsewhere. A few times a second at most."""

    request_id: RequestId
    used_bytes: int
    total_bytes: int


@dataclass(frozen=True, slots=True)
class Finished:
    request_id: RequestId
    reason: FinishReason
    text: str
    """What this request said: the concatenation of its deltas."""
    metrics: Metrics
    resume: Resume | None = None
    lines: tuple[ReadLine, ...] = ()
    """The lines of `text` that hold words, in order; of a continued run, the first may begin mid-word."""
    answers: tuple[Found, ...] = ()
    """What a question for facts found, each thing by itself; empty for any other request."""


@dataclass(frozen=True, slots=True)
class Failed:
    request_id: RequestId
    code: str
    user_message: str
    detail: str = ""


EngineEvent = Loaded | LoadProgress | PrefillProgress | TextDelta | MemorySample | Finished | Failed
TERMINAL_EVENTS = (Loaded, Finished, Failed)
"""Exactly one of these ends every request, and nothing follows it."""

Sink = Callable[[EngineEvent], None]
"""Called on the engine thread; must not block and must not raise."""


class Engine(Protocol):
    """An engine. Every method may be called from any thread and returns at once (but `shutdown`)."""

    def load(self, request: LoadRequest, sink: Sink) -> None:
        """Load a model folder; the one before stays in use until the new one is ready, or if it fails."""

    def submit(self, request: GenerationRequest, sink: Sink) -> None:
        """Queue a request; its events arrive at `sink`."""

    def cancel(self, request_id: RequestId) -> None:
        """Ask a request to end within one step. Idempotent; an unknown id is ignored."""

    def shutdown(self, timeout_s: float) -> bool:
        """Cancel everything, deliver terminal events, join the thread. True when it ended in time."""
