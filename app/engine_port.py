"""The Qt-free half of the door to the engine: requests out of domain records, domain records out of events.

Any thread. `app.bridge` puts signals on top of it for the window; the command line uses it as it is, so that
reading works where Qt's system libraries are missing. Besides `app.bridge` nothing else imports `engine`.
Importing this module imports neither torch nor Pillow: both come with the first call that needs them.
"""

from __future__ import annotations

import logging
import math
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from app.domain import (
    ChatTurn,
    MessageRole,
    ModelCard,
    Picture,
    PictureCost,
    PictureFacts,
    ResumePoint,
)
from app.run_results import installed, outcome_of_failure, outcome_of_finish, resume_point, run_settings
from engine.api import (
    TERMINAL_EVENTS,
    Engine,
    EngineEvent,
    Failed,
    Finished,
    Found,
    GenerationRequest,
    ImageInput,
    Loaded,
    LoadProgress,
    LoadRequest,
    MemorySample,
    ModelInfo,
    Precision,
    PrefillProgress,
    RequestId,
    Resume,
    Role,
    Sink,
    Stage,
    Task,
    TextDelta,
    Turn,
)
from engine.bench.dimensions import DIMENSIONS
from engine.bench.plan import BenchPlan
from engine.errors import EngineError, EngineFaultedError, ImageError
from engine.sidecar_report import QuantizedTensor, QuantizeProgress, SidecarReport

__all__ = [
    "BENCH_DIMENSIONS",
    "DEVICES",
    "FAULT_CODE",
    "PRECISIONS",
    "BenchPlan",
    "Engine",
    "EngineEvent",
    "EngineFactory",
    "Failed",
    "Finished",
    "Found",
    "GenerationRequest",
    "LoadProgress",
    "Loaded",
    "MemorySample",
    "ModelFolderError",
    "ModelInfo",
    "PictureError",
    "Precision",
    "PrefillProgress",
    "QuantizedTensor",
    "RequestId",
    "SidecarReport",
    "Sink",
    "TextDelta",
    "accepted_suffixes",
    "ask_request",
    "bench_model",
    "compact_picture",
    "cut_picture",
    "inspect_image",
    "installed",
    "load_request",
    "mended_picture",
    "merged",
    "model_card",
    "open_engine",
    "outcome_of_failure",
    "outcome_of_finish",
    "picture_cost",
    "quantize_model",
    "read_request",
    "resume_point",
    "run_settings",
    "stage_sentence",
    "stream",
    "thumbnail_png",
]

log = logging.getLogger(__name__)

EngineFactory = Callable[[], Engine]

DEVICES = ("auto", "cpu", "cuda", "mps")
PRECISIONS = tuple(str(precision) for precision in Precision)
FAULT_CODE = EngineFaultedError.code

WAIT_SLICE_S = 0.5
"""How long one wait for an event may last: on Windows Ctrl-C is only seen between two waits."""

_STAGE_SENTENCES = {
    Stage.IMAGE_DECODE: "Opening the picture…",
    Stage.PREPROCESS: "Preparing the picture…",
    Stage.VISION: "Looking at the picture…",
    Stage.PREFILL: "Getting ready to write…",
}

_ROLES = {MessageRole.USER: Role.USER, MessageRole.ASSISTANT: Role.ASSISTANT}


class PictureError(Exception):
    """A picture cannot be read. `sentence` tells the user why and what to do, `code` is stable."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


class ModelFolderError(Exception):
    """Something cannot be done with a model folder. `sentence` says why and what to do, `code` is stable."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


def open_engine(kernel_cache: Path | None = None) -> Engine:
    """A new engine with its own thread; torch is imported there, by the first load."""
    from engine.worker import create_engine  # noqa: PLC0415 - the window is up before this is needed

    return create_engine(kernel_cache)


def stream(start: Callable[[Sink], None]) -> Iterator[EngineEvent]:
    """The events of one request, the terminal one last; `start` gets the sink and hands the request over."""
    events: queue.SimpleQueue[EngineEvent] = queue.SimpleQueue()
    start(events.put)
    while True:
        try:
            event = events.get(timeout=WAIT_SLICE_S)
        except queue.Empty:
            continue
        yield event
        if isinstance(event, TERMINAL_EVENTS):
            return


def load_request(request_id: str, folder: Path, device: str, precision: str) -> LoadRequest:
    """A request for a model folder.

    Raises: ValueError when `device` or `precision` is none of `DEVICES`, `PRECISIONS`.
    """
    if device not in DEVICES:
        raise ValueError(f"unknown device {device!r}")
    return LoadRequest(RequestId(request_id), folder, device, Precision(precision))


def read_request(
    request_id: str,
    pictures: Sequence[Picture],
    *,
    max_new_tokens: int,
    resume: ResumePoint | None = None,
    markdown: bool = False,
    image_budget_tokens: int = 0,
) -> GenerationRequest:
    """A request for the text of `pictures`, plain or as Markdown."""
    turn = Turn(Role.USER, "", _images(pictures))
    return GenerationRequest(
        RequestId(request_id),
        (turn,),
        Task.READ,
        max_new_tokens=max_new_tokens,
        resume=_resume(resume),
        markdown=markdown,
        image_budget_tokens=image_budget_tokens or None,
    )


def ask_request(
    request_id: str,
    turns: Sequence[ChatTurn],
    *,
    max_new_tokens: int,
    resume: ResumePoint | None = None,
    image_budget_tokens: int = 0,
) -> GenerationRequest:
    """A request for the answer to the last of `turns`."""
    told = tuple(Turn(_ROLES[turn.role], turn.text, _images(turn.pictures)) for turn in turns)
    return GenerationRequest(
        RequestId(request_id),
        told,
        Task.ASK,
        max_new_tokens=max_new_tokens,
        resume=_resume(resume),
        image_budget_tokens=image_budget_tokens or None,
    )


def _images(pictures: Sequence[Picture]) -> tuple[ImageInput, ...]:
    return tuple(ImageInput(picture.data, picture.name, picture.page, picture.part) for picture in pictures)


def _resume(point: ResumePoint | None) -> Resume | None:
    return (
        None
        if point is None
        else Resume(point.region, point.text, point.turned_deg, point.token_ids, point.above)
    )


def model_card(model: ModelInfo) -> ModelCard:
    """The loaded model as the window shows it."""
    return ModelCard(
        name=model.name,
        folder=str(model.model_dir),
        device=model.device,
        precision=model.precision,
        parameters=model.parameters,
        context_tokens=model.context_tokens,
        weights_bytes=model.weights_bytes,
        cache_bytes=model.cache_bytes,
        bundled=model.bundled,
        note=model.note,
        larger=model.larger,
        reads_markdown=bool(model.markdown_prompt),
        answers_freely=model.answers_freely,
        questions=model.questions,
        weights=model.weights_fingerprint,
    )


def picture_cost(
    model: ModelInfo, width_px: int, height_px: int, *, asks: bool, budget_tokens: int
) -> PictureCost | None:
    """What an upright picture becomes for `model`; None where it does not say how it sees pictures.

    `budget_tokens` 0 leaves it to the model.
    """
    limits = model.pictures
    if limits is None or width_px < 1 or height_px < 1:
        return None
    canvas_px = limits.canvas_px
    if not asks and canvas_px is not None and width_px * height_px > canvas_px:
        parts = math.ceil(width_px * height_px / canvas_px)
        whole = math.ceil(width_px * height_px / limits.side_px**2)
        most = parts * (budget_tokens or limits.read_tokens)
        return PictureCost(width_px, height_px, min(whole, most), parts)
    budget = budget_tokens or (limits.ask_tokens if asks else limits.read_tokens)
    return PictureCost(*limits.seen(width_px, height_px, budget))


def stage_sentence(event: PrefillProgress) -> str:
    """What the engine is doing, in the user's words."""
    return _STAGE_SENTENCES[event.stage]


def merged(posted: Iterable[tuple[EngineEvent, float]]) -> Iterator[tuple[EngineEvent, float]]:
    """The events in order, with neighbours that one signal can carry made into one: the later time counts."""
    held: tuple[EngineEvent, float] | None = None
    for event, at_s in posted:
        if held is None:
            held = (event, at_s)
            continue
        joined = _joined(held[0], event)
        if joined is None:
            yield held
            held = (event, at_s)
        else:
            held = (joined, at_s)
    if held is not None:
        yield held


def _joined(first: EngineEvent, second: EngineEvent) -> EngineEvent | None:
    """One event that says what both say; None where they must stay apart."""
    if first.request_id != second.request_id:
        return None
    match first, second:
        case (TextDelta(), TextDelta()) if first.resume is None:
            # Where a request would go on is known for the text up to there, and for no more.
            text, tokens = first.text + second.text, first.tokens + second.tokens
            heard_tokens = _heard(first) + _heard(second)
            return TextDelta(first.request_id, text, tokens, second.resume, heard_tokens)
        case (PrefillProgress(), PrefillProgress()) if first.stage == second.stage:
            return second
        case (MemorySample(), MemorySample()) | (LoadProgress(), LoadProgress()):
            return second
    return None


def _heard(event: TextDelta) -> int:
    return event.tokens if event.heard_tokens is None else event.heard_tokens


def quantize_model(folder: Path, *, force: bool, progress: QuantizeProgress) -> SidecarReport:
    """Write the int4 weights beside a model, on this thread, for as long as that takes.

    Raises: ModelFolderError.
    """
    from engine.quantize import quantize_folder  # noqa: PLC0415 - brings torch

    try:
        return quantize_folder(folder, force=force, progress=progress)
    except EngineError as error:
        log.info("not quantised: %s", error)
        raise ModelFolderError(error.user_message, error.code) from error


BENCH_DIMENSIONS = DIMENSIONS
"""Sizes of model that can be measured without a checkpoint: name -> config.json."""


def bench_model(plan: BenchPlan, progress: Callable[[str], None]) -> dict[str, Any]:
    """Measure a model on this thread. Raises: ModelFolderError."""
    from engine.bench.run import run_bench  # noqa: PLC0415 - brings torch

    try:
        return run_bench(plan, progress)
    except EngineError as error:
        log.info("not measured: %s", error)
        raise ModelFolderError(error.user_message, error.code) from error


def accepted_suffixes() -> tuple[str, ...]:
    """Suffixes of the picture files that Yomi reads, for file dialogs; content decides, not these."""
    from engine.images import ACCEPTED_SUFFIXES  # noqa: PLC0415 - brings Pillow

    return tuple(ACCEPTED_SUFFIXES)


def inspect_image(data: bytes, name: str) -> PictureFacts:
    """What kind of picture `data` is, without decoding it whole.

    Raises: PictureError when it is none that Yomi reads.
    """
    from engine.images.decode import frame_notes, inspect  # noqa: PLC0415 - brings Pillow

    try:
        facts = inspect(data, name)
    except ImageError as error:
        raise PictureError(error.user_message, error.code) from error
    # Which of the frames it is can be chosen, and is said where it is shown.
    of_frames = frame_notes(0, facts.frames)
    return PictureFacts(
        format=facts.format,
        width_px=facts.width_px,
        height_px=facts.height_px,
        pages=facts.pages,
        byte_size=facts.byte_size,
        notes=tuple(note for note in facts.notes if note not in of_frames),
        frames=facts.frames,
    )


def check_picture(data: bytes, name: str, page: int) -> None:
    """Open the page as the engine does; slow.

    Raises: PictureError, which says of the picture `name` what is wrong with it.
    """
    from engine.images import load_page  # noqa: PLC0415 - brings Pillow

    try:
        load_page(data, name, page)
    except EngineError as error:
        raise PictureError(error.user_message, error.code) from error


def mended_picture(data: bytes) -> bytes | None:
    """What is left of a damaged picture, as a file that opens; None where there is nothing to be had."""
    from engine.images import inspect, mended  # noqa: PLC0415 - brings Pillow

    left = mended(data)
    if left is not None:
        try:
            inspect(left, "")
        except EngineError:
            return None
    return left


def cut_picture(data: bytes, page: int, part: tuple[int, int, int, int] | None, quarter_turns: int) -> bytes:
    """A part of a page as PNG, in its own pixels, turned clockwise; all of it where `part` is None.

    `part` is left, top, right, bottom in pixels of the upright picture.
    Raises: PictureError.
    """
    from engine.images import cut_png  # noqa: PLC0415 - brings Pillow

    try:
        return cut_png(data, page=page, part=part, quarter_turns=quarter_turns)
    except EngineError as error:
        raise PictureError(error.user_message, error.code) from error


def compact_picture(data: bytes, page: int, max_side_px: int) -> bytes:
    """The page upright as PNG or JPEG, whichever suits it, its longer side at most `max_side_px`.

    Raises: PictureError when the picture cannot be decoded.
    """
    from engine.images.encode import compact_picture as compact  # noqa: PLC0415 - brings Pillow

    try:
        return compact(data, page, max_side_px)
    except EngineError as error:
        raise PictureError(error.user_message, error.code) from error


def thumbnail_png(data: bytes, page: int, max_side_px: int) -> bytes:
    """The page as PNG, upright and flattened as the model sees it, its longer side at most `max_side_px`.

    Raises: PictureError when the picture cannot be decoded.
    """
    from engine import images  # noqa: PLC0415 - brings Pillow

    try:
        return images.thumbnail_png(data, max_side_px, page=page)
    except EngineError as error:
        raise PictureError(error.user_message, error.code) from error
