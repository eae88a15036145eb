"""What a run left behind, as domain records: how it ended, its lines, its figures, the settings it ran with.

Any thread. The engine's half of this is in `engine.api`; imports neither torch nor Pillow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from app.domain import MessageState, ReadLine, ReadWord, ResumePoint, RunOutcome, RunSettings, RunStats
from app.omissions import left_out
from engine.api import (
    Failed,
    Finished,
    FinishReason,
    GenerationRequest,
    ImageReport,
    Metrics,
    ModelInfo,
    Resume,
    Task,
)
from engine.api import ReadLine as EngineLine

MOST_SIZES_NAMED = 3

_STATES = {
    FinishReason.COMPLETE: MessageState.COMPLETE,
    FinishReason.EMPTY: MessageState.EMPTY,
    FinishReason.CANCELLED: MessageState.STOPPED,
    FinishReason.LENGTH: MessageState.CUT_OFF,
    FinishReason.CONTEXT_FULL: MessageState.CONTEXT_FULL,
    FinishReason.LOOP: MessageState.LOOPED,
}

_STATE_SENTENCES = {
    MessageState.EMPTY: "No text was found in the picture.",
    MessageState.CUT_OFF: "Cut off at the limit of new tokens; Continue goes on where it stopped.",
    MessageState.CONTEXT_FULL: "The model's context is full; start a new conversation to go on.",
    MessageState.LOOPED: "The model began to repeat itself and was stopped; the text up to there is kept.",
}


def run_settings(request: GenerationRequest, model: ModelInfo | None) -> RunSettings:
    """What has to be the same for a run to give the same text again, besides its turns."""
    reads = request.task is Task.READ
    told = ""
    if model is not None and reads:
        told = model.markdown_prompt if request.markdown else model.read_prompt
    elif request.turns:
        told = request.turns[-1].text
    sampling = request.sampling
    return RunSettings(
        model=model.name if model is not None else "",
        weights=model.weights_fingerprint if model is not None else "",
        precision=model.precision if model is not None else "",
        task="markdown" if reads and request.markdown else str(request.task),
        prompt=told,
        max_new_tokens=request.max_new_tokens,
        image_budget_tokens=request.image_budget_tokens or 0,
        temperature=sampling.temperature,
        top_p=sampling.top_p,
        seed=sampling.seed,
        resumed=request.resume is not None,
        yomi=installed("yomi"),
        torch=installed("torch"),
    )


@cache
def installed(package: str) -> str:
    """The installed version; empty where there is none."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def outcome_of_finish(event: Finished, settings: RunSettings) -> RunOutcome:
    """How the window sees the end of a run that was carried out."""
    state = _STATES[event.reason]
    resume = None if event.resume is None else resume_point(event.resume)
    return RunOutcome(
        state,
        _STATE_SENTENCES.get(state) or _left_out(event.metrics.images),
        event.text,
        _run_stats(event.metrics, settings),
        resume,
        tuple(_line(line) for line in event.lines),
    )


def resume_point(resume: Resume) -> ResumePoint:
    """Where an answer goes on, as the window keeps it."""
    return ResumePoint(resume.region, resume.text, resume.turned_deg, resume.token_ids, above=resume.above)


def outcome_of_failure(event: Failed, settings: RunSettings) -> RunOutcome:
    """How the window sees the end of a run that failed."""
    return RunOutcome(MessageState.FAILED, event.user_message, error_code=event.code, settings=settings)


def _line(line: EngineLine) -> ReadLine:
    words = tuple(ReadWord(word.text, word.confidence, word.start, word.stop) for word in line.words)
    return ReadLine(line.text, line.start, line.page, line.box, words)


def _run_stats(metrics: Metrics, settings: RunSettings) -> RunStats:
    return RunStats(
        **asdict(settings),
        first_token_s=metrics.first_token_s,
        queue_s=metrics.queue_s,
        image_decode_s=metrics.image_decode_s,
        preprocess_s=metrics.preprocess_s,
        vision_s=metrics.vision_s,
        prefill_s=metrics.prefill_s,
        decode_s=metrics.decode_s,
        total_s=metrics.total_s,
        tokens_per_s=metrics.tokens_per_s,
        prompt_tokens=metrics.prompt_tokens,
        visual_tokens=metrics.visual_tokens,
        new_tokens=metrics.new_tokens,
        peak_memory_bytes=metrics.peak_memory_bytes,
        weights_bytes=metrics.weights_bytes,
        cache_bytes=metrics.cache_bytes,
        device=metrics.device,
        step_bytes=metrics.step_bytes,
        bandwidth_bytes_s=metrics.bandwidth_bytes_s,
        bandwidth_share=metrics.bandwidth_share,
        backend=metrics.backend,
        backend_note=metrics.backend_note,
        seen=_seen(metrics.images),
        turned_deg=_turned_deg(metrics.images),
        reused_tokens=metrics.reused_tokens,
    )


def _seen(images: Sequence[ImageReport]) -> str:
    """The size of each picture, and what it was made into for the model; a long row is counted."""
    if len(images) > MOST_SIZES_NAMED:
        return f"{len(images)} pictures"
    return ", ".join(_seen_one(image) for image in images if not image.error)


def _left_out(images: Sequence[ImageReport]) -> str:
    """Which pictures could not be read beside the others, as a sentence; empty where all could."""
    failed = [image for image in images if image.error]
    if not failed:
        return ""
    image = failed[0]
    # The other pages of its file were read, so that the name alone would say too much.
    others = {each.page for each in images if each.name == image.name} - {image.page}
    page = image.page + 1 if others else None
    return left_out(image.name, image.error, count=len(failed), page=page)


def _turned_deg(images: Sequence[ImageReport]) -> tuple[int, ...]:
    turns = tuple(image.turned_deg for image in images)
    return turns if any(turns) else ()


def _seen_one(image: ImageReport) -> str:
    source = f"{image.source_width_px}×{image.source_height_px}"
    if image.turned_deg:
        source += f" turned by {image.turned_deg}°"
    given = f"{image.model_width_px}×{image.model_height_px}"
    if image.regions > 1:
        return f"{source} in {image.regions} parts"
    return source if given in (source, "0×0") else f"{source} as {given}"
