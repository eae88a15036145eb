"""Measuring decode steps and first tokens of a rig. One thread, the one that measures."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from typing import Any

import torch

from engine.api import Sampling
from engine.bench.clock import spans_s, spread, wait_for
from engine.bench.rig import Rig, token_run
from engine.decode import Backend, DecodeRow
from engine.ladder import Ladder
from engine.models.base import PreparedImage, Prompt
from engine.sampling import Sampler

QUESTION_TOKENS = 24
"""A second question about the same picture, with the template around it."""


def measure_decode(
    rig: Rig,
    backend: Backend,
    *,
    rows: int,
    context_tokens: int,
    new_tokens: int,
    repeats: int,
    bandwidth_bytes_s: float,
) -> dict[str, Any]:
    """Tokens a second of `rows` rows that hold `context_tokens` each, and their share of the roofline."""
    slots = range(rows)
    for slot in slots:
        token_run(rig, slot, context_tokens)
    rates: list[float] = []
    for index in range(1 + repeats):
        wait_for(rig.cache.device)
        began = time.perf_counter()
        said = generate(backend, slots, new_tokens)
        rate = said / (time.perf_counter() - began)
        if index:
            rates.append(rate)
        for slot in slots:
            rig.cache.truncate(slot, context_tokens)
    step_bytes = rig.step_bytes(context_tokens + new_tokens // 2, rows)
    median = statistics.median(rates)
    return {
        "precision": rig.precision,
        "rows": rows,
        "context_tokens": context_tokens,
        "tokens_per_s": spread(rates),
        "step_ms": rows / median * 1e3,
        "step_bytes": step_bytes,
        "roofline_share": median / rows * step_bytes / bandwidth_bytes_s if bandwidth_bytes_s else None,
    }


def generate(backend: Backend, slots: Sequence[int], new_tokens: int) -> int:
    """Let each slot say at least `new_tokens` tokens; how many that were in all."""
    sampler = Sampler(Sampling())
    rows = {slot: DecodeRow(slot, 7, sampler) for slot in slots}
    counts = dict.fromkeys(slots, 0)
    while min(counts.values()) < new_tokens:
        for slot, choices in backend.generate(list(rows.values())).items():
            counts[slot] += len(choices)
            if choices:
                rows[slot] = rows[slot]._replace(token_id=choices[-1].token_id)
    for slot in slots:
        backend.forget(slot)
    return sum(counts.values())


def measure_first_token(
    rig: Rig, ladder: Ladder, image: PreparedImage, prompt: Prompt, repeats: int
) -> dict[str, Any]:
    """From a picture's patches on the host to the first token there; then a second question about it."""
    device = rig.cache.device

    def tower() -> Any:
        with torch.inference_mode():
            return ladder.encode_images([image], lambda: False)

    def prefill() -> int:
        return _first_of(ladder.backend.prefill(0, prompt, features, 0, len(prompt)))

    def whole() -> int:
        return _first_of(ladder.backend.prefill(0, prompt, tower(), 0, len(prompt)))

    asked = _asked_again(rig, prompt, image)

    def again() -> int:
        rig.cache.truncate(0, len(prompt))
        return _first_of(ladder.backend.prefill(0, asked, None, len(prompt), len(asked)))

    # What was asked for is recorded while the engine is idle, as in the product between two requests.
    for _ in range(2):
        climb(rig, ladder)
        features = tower()
        whole()
        again()
    figures = {
        name: spread([span * 1e3 for span in spans_s(work, device, repeats, warm_up=2)])
        for name, work in (
            ("tower_ms", tower),
            ("prefill_ms", prefill),
            ("first_token_ms", whole),
            ("second_question_ms", again),
        )
    }
    rig.cache.free(0)
    return {
        "precision": rig.precision,
        "visual_tokens": prompt.visual_tokens,
        "text_tokens": len(prompt) - prompt.visual_tokens,
        "question_tokens": len(asked) - len(prompt),
        **figures,
    }


def climb(rig: Rig, ladder: Ladder) -> None:
    """To the top, with the last slot for scratch."""
    while ladder.can_climb:
        ladder.climb(rig.cache.slots - 1)


def _first_of(logits: torch.Tensor | None) -> int:
    return -1 if logits is None else int(logits.argmax())


def _asked_again(rig: Rig, prompt: Prompt, image: PreparedImage) -> Prompt:
    """The prompt with a question after it."""
    ids = prompt.input_ids + tuple(9 + index for index in range(QUESTION_TOKENS))
    places = [(prompt.image_spans[0].start, image.grid_thw)]
    position_ids, delta = rig.spec.prompt_positions(len(ids), places)
    return Prompt(ids, position_ids, delta, prompt.image_spans)
