"""What the app talks about: conversations, messages, pictures, runs. Frozen records without Qt and without
engine types.

May be read from any thread. `bridge.py` makes these from engine events; `storage` keeps them; views show
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from os import PathLike, fsencode
from uuid import uuid4


def new_id() -> str:
    """A fresh identifier, unique over all conversations."""
    return uuid4().hex


def utc_now() -> str:
    """The present moment as ISO 8601 in UTC with milliseconds; sorts as text."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def whole_text(text: str) -> str:
    """`text` without halves of characters (lone surrogates), which no file and no tokenizer can take."""
    return text.encode("utf-8", "replace").decode("utf-8")


def shown(path: PathLike[str] | str) -> str:
    """A path as text that can be printed and stored: bytes of a name that are no UTF-8 become U+FFFD."""
    return fsencode(path).decode("utf-8", "replace")


class MessageRole(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"


class MessageState(StrEnum):
    """Where a message stands. Everything but QUEUED and STREAMING is an end state."""

    QUEUED = "queued"
    STREAMING = "streaming"
    COMPLETE = "complete"
    EMPTY = "empty"
    STOPPED = "stopped"
    CUT_OFF = "cut_off"
    CONTEXT_FULL = "context_full"
    LOOPED = "looped"
    FAILED = "failed"
    INVALID = "invalid"
    """Complete, but not what was asked for: JSON that is none, or that does not fit its schema."""
    INTERRUPTED = "interrupted"
    """The app ended before the answer did; what was shown is kept."""

    @property
    def is_running(self) -> bool:
        return self in (MessageState.QUEUED, MessageState.STREAMING)


class RequestKind(StrEnum):
    """What was asked for, which decides how the answer is shown."""

    READ = "read"
    """The text, as it stands on the picture: never formatted."""
    MARKDOWN = "markdown"
    TABLE = "table"
    ASK = "ask"
    CAPTION = "caption"
    TRANSLATE = "translate"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class MessageRequest:
    """What a question asks for, and its answer answers; kept with both."""

    kind: RequestKind
    preset: str = ""
    """Name of the preset that asked, as the user saw it; empty where none did."""
    schema: str = ""
    """JSON Schema that the answer was asked to fit; empty where any JSON will do."""

    @property
    def reads(self) -> bool:
        """Whether it is the text of a picture that is wanted."""
        return self.kind in (RequestKind.READ, RequestKind.MARKDOWN, RequestKind.TABLE)

    @property
    def is_formatted(self) -> bool:
        """Whether the answer may hold Markdown; a plain reading and JSON never do."""
        return self.kind not in (RequestKind.READ, RequestKind.JSON)


@dataclass(frozen=True, slots=True)
class Attachment:
    """One page of one picture of a message. `sha256` addresses the file's bytes in the image store."""

    id: str
    sha256: str
    name: str
    format: str
    width_px: int
    height_px: int
    byte_size: int
    page: int = 0
    pages: int = 1
    notes: tuple[str, ...] = ()
    error: str = ""
    """Why it cannot be read, as a sentence; such an attachment is shown as a chip and never sent."""

    @property
    def is_readable(self) -> bool:
        return not self.error


@dataclass(frozen=True, slots=True)
class RunSettings:
    """What has to be the same for a run to give the same text again, besides what was asked and shown."""

    model: str = ""
    weights: str = ""
    """Tells one checkpoint from another (see `engine.fingerprint`)."""
    precision: str = ""
    task: str = ""
    """read, markdown or ask"""
    prompt: str = ""
    """What the model was told."""
    max_new_tokens: int = 0
    image_budget_tokens: int = 0
    """0 is as the model wants."""
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    resumed: bool = False
    """Whether this run went on with a text that an earlier one began."""
    yomi: str = ""
    torch: str = ""
    """Versions of Yomi, engine included, and of torch."""


@dataclass(frozen=True, slots=True)
class RunStats(RunSettings):
    """The figures of the run that made a message (see `engine.api.Metrics` for their definitions)."""

    first_token_s: float = 0.0
    queue_s: float = 0.0
    image_decode_s: float = 0.0
    preprocess_s: float = 0.0
    vision_s: float = 0.0
    prefill_s: float = 0.0
    decode_s: float = 0.0
    total_s: float = 0.0
    tokens_per_s: float = 0.0
    prompt_tokens: int = 0
    visual_tokens: int = 0
    new_tokens: int = 0
    peak_memory_bytes: int = 0
    weights_bytes: int = 0
    cache_bytes: int = 0
    device: str = ""
    step_bytes: int = 0
    bandwidth_bytes_s: float = 0.0
    bandwidth_share: float = 0.0
    backend: str = ""
    backend_note: str = ""
    seen: str = ""
    """What the model saw of the pictures: their size, and the size it was given where that differs."""
    turned_deg: tuple[int, ...] = ()
    """How far each picture was turned clockwise to be read; empty where none was."""
    reused_tokens: int = 0
    """Of the prompt, those that the engine still held from an earlier question."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run in the history of runs: how it ended and its figures, nothing of what was asked or read."""

    message_id: str
    state: MessageState
    stats: RunStats
    error_code: str = ""
    """Why it failed (see `engine.errors`); empty where it did not."""
    ended_at: str = field(default_factory=utc_now)
    conversation_id: str = ""
    """Empty where its message is deleted."""


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where an unfinished answer goes on (see `engine.api.Resume`)."""

    region: int
    text: str
    turned_deg: tuple[int, ...] = ()
    token_ids: tuple[int, ...] = field(default=(), compare=False)
    characters: int | None = field(default=None, compare=False)
    """How much of the message's text lies before it: what was shown after it is said again. None for all."""
    above: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ReadWord:
    """A word of an answer and how sure the model was of it: `text[start:stop]` of the message, 0 to 1."""

    text: str
    confidence: float
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of an answer, from `start` on in the message's text (see `engine.api.ReadLine`).

    `page` counts the pictures that were read, from 0, None where none was; `box` is left, top, right, bottom
    in pixels of the upright picture, None where the line's place is not known.
    """

    text: str
    start: int
    page: int | None
    box: tuple[int, int, int, int] | None
    words: tuple[ReadWord, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """What the model wrote of an answer, and where it would go on: a reader corrected it since."""

    text: str
    lines: Sequence[ReadLine] = ()
    resume: ResumePoint | None = None
    corrected_at: str = field(default_factory=utc_now)
    """When it was first corrected: what was asked before was asked of the model's own text."""
    earlier: tuple[tuple[str, str], ...] = ()
    """Of each correction that was corrected again: its text, and until when it stood."""


@dataclass(frozen=True, slots=True)
class Message:
    id: str
    conversation_id: str
    role: MessageRole
    text: str
    state: MessageState = MessageState.COMPLETE
    state_detail: str = ""
    """The sentence that explains the state, for the user; empty where the state explains itself."""
    attachments: tuple[Attachment, ...] = ()
    stats: RunStats | None = None
    resume: ResumePoint | None = None
    created_at: str = field(default_factory=utc_now)
    lines: Sequence[ReadLine] = ()
    """The lines of an answer that has ended; none while it is on its way, and of one that failed."""
    request: MessageRequest | None = None
    """None in messages of versions that did not keep it."""
    parent_id: str | None = None
    """The message that it follows; empty where it begins a branch, None until the history has placed it."""
    written: Written | None = None
    """None where the text is the model's own."""

    @property
    def is_whole_json(self) -> bool:
        """Whether JSON was asked for, and this is it."""
        is_json = self.request is not None and self.request.kind is RequestKind.JSON
        return is_json and self.state is MessageState.COMPLETE

    @property
    def can_continue(self) -> bool:
        """Whether the answer ended before it was complete, and is known well enough to go on."""
        unfinished = {
            MessageState.CUT_OFF,
            MessageState.FAILED,
            MessageState.INTERRUPTED,
            MessageState.STOPPED,
        }
        return self.state in unfinished and self.resume is not None and bool(self.text)


DEFAULT_MAX_NEW_TOKENS = 4096
"""Where an answer is cut off unless the settings or the command line say otherwise: some 8,000 characters."""

DEFAULT_TITLE = "New conversation"
"""What a conversation is called in the history until it has a title; shown in the window's language."""


@dataclass(frozen=True, slots=True)
class Conversation:
    id: str
    title: str
    created_at: str
    updated_at: str
    pinned: bool = False
    leaf_id: str = ""
    """The last message of the branch that is shown; empty where there is no message."""
    has_draft: bool = False
    """Whether something is typed or added there that was not sent."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """The loaded model, as the window shows it."""

    name: str
    folder: str
    device: str
    precision: str
    parameters: int
    context_tokens: int
    weights_bytes: int
    cache_bytes: int
    bundled: bool
    note: str
    larger: str = ""
    """What a larger model would do and where to get one; empty where the folder says nothing."""
    reads_markdown: bool = True
    answers_freely: bool = True
    """Whether it can be asked anything; else only its `questions`."""
    questions: tuple[tuple[str, str], ...] = ()
    """Short words for common questions, and how this model is best asked them."""
    weights: str = ""
    """Tells one checkpoint from another, like `RunSettings.weights`."""

    def made(self, run: RunStats) -> bool:
        """Whether this model, as it is loaded now, made a run: then its figures hold for the next one."""
        ran = (run.weights, run.precision, run.device)
        return ran == (self.weights, self.precision, self.device)

    def wording(self, word: str) -> str:
        """How this model is best asked the question that `word` stands for; `word` where it knows none."""
        return dict(self.questions).get(word, word)


class EngineState(StrEnum):
    STARTING = "starting"
    LOADING = "loading"
    READY = "ready"
    BUSY = "busy"
    NO_MODEL = "no_model"
    FAULTED = "faulted"


Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of an upright picture; right and bottom are exclusive."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One page of one encoded picture: the file's bytes, typed by content, never by name.

    `part` is all of it that is looked at; None for the whole.
    """

    data: bytes
    name: str
    page: int = 0
    part: Box | None = None


@dataclass(frozen=True, slots=True)
class PictureCost:
    """What one picture becomes for the loaded model, and what it costs; an estimate where `parts` > 1."""

    width_px: int
    height_px: int
    visual_tokens: int
    parts: int = 1


@dataclass(frozen=True, slots=True)
class CostEstimate:
    """What the pictures of a message will cost; seconds and bytes are 0 where not known yet."""

    visual_tokens: int
    seconds: float = 0.0
    passing_bytes: int = 0
    """Memory that the run needs besides weights and cache, where that can be told apart."""
    process_bytes: int = 0
    """Else the most that the whole program took in a run so far."""


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """What a picture file is, by its content; sides are of the upright picture, one with frames is a page."""

    format: str
    width_px: int
    height_px: int
    pages: int
    byte_size: int
    notes: tuple[str, ...] = ()
    frames: int = 1


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One turn of what was said before and of the question itself."""

    role: MessageRole
    text: str
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run ended. `text` is all that this run said; it is empty for a run that failed."""

    state: MessageState
    state_detail: str = ""
    text: str = ""
    stats: RunStats | None = None
    resume: ResumePoint | None = None
    lines: tuple[ReadLine, ...] = ()
    """The lines of `text`."""
    error_code: str = ""
    """Stable, of a run that failed; `settings` are what it was to run with."""
    settings: RunSettings = RunSettings()


@dataclass(frozen=True, slots=True)
class MetricsSnapshot:
    """The live figures of the present run (or of the last one), as plain tuples that a chart can draw."""

    running: bool = False
    rate_points: tuple[tuple[float, float], ...] = ()
    """(seconds since the run's first token, tokens per second)."""
    memory_points: tuple[tuple[float, float], ...] = ()
    """(seconds since the first sample, bytes in use)."""
    memory_total_bytes: int = 0
    weights_bytes: int = 0
    cache_bytes: int = 0
    """Of the memory in use, what the model's weights and its cache take; 0 where no model is loaded."""
    waiting_runs: int = 0
    """Answers that wait for this one."""
    first_token_stages: tuple[tuple[str, float], ...] = ()
    """(stage, seconds) of the time to first token, in order, as far as the run has come: while it goes on by
    the window's clock, afterwards by the engine's."""
    first_token_s: float = 0.0
    """0 until the first token has come."""
    tokens: int = 0
    tokens_per_s: float = 0.0
    """Over the whole run where it has ended, else over the last second or so."""
    bandwidth_share: float = 0.0
    """How much of the memory's speed the last finished run used, 1 being all; 0 where it is not known."""
    bandwidth_bytes_s: float = 0.0
    step_bytes: int = 0
    device: str = ""
    backend_note: str = ""
    """Why a faster way to compute is not used, as a sentence; empty where nothing went wrong."""


@dataclass(frozen=True, slots=True)
class PrivacyReport:
    """What has been tried over the network since the start."""

    connections: int = 0
    """Made, which only the user can have allowed."""
    refused: int = 0
    sockets: int | None = 0
    """Internet sockets that the operating system lists for this process; None where it does not say."""
    attempts: tuple[str, ...] = ()
    """Those refused last: when, to where, wanted by what."""
    allowed: bool = False
