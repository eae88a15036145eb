"""The most memory that a model takes, and what it is made of. One thread, the one that measures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from engine.bench.rig import Rig, noise_picture, prompt_around
from engine.bench.steps import climb, generate
from engine.device import memory_used, release_memory
from engine.ladder import Ladder

CONTEXT_TOKENS = 2048
NEW_TOKENS = 32


def measure_peak(
    make_rig: Callable[[], Rig],
    make_ladder: Callable[[Rig], Ladder],
    device: torch.device,
    *,
    picture_grid: tuple[int, int],
    text_tokens: int,
) -> dict[str, Any]:
    """The most that torch gave out while a picture was read into a full context, in bytes.

    `make_rig` makes one slot of CONTEXT_TOKENS. What the driver keeps for itself (its context, the kernels'
    code) is in `card_used_bytes` only, with what every other program holds of the card.
    """
    cuda = device.type == "cuda"
    release_memory(device)
    _begin_anew(device)
    before = _held(device)
    rig = make_rig()
    filled, filling_peak = _held(device) - before, _most(device) - before
    _begin_anew(device)
    ladder, image = make_ladder(rig), noise_picture(rig.name, picture_grid)
    prompt = prompt_around(rig.spec, image, text_tokens)
    held: list[int] = []
    # What the first round asks for is recorded before the second, as in the product between two requests.
    for _ in range(2):
        rig.cache.free(0)
        climb(rig, ladder)
        held.append(_held(device) - before)
        with torch.inference_mode():
            features = ladder.encode_images([image], lambda: False)
        ladder.backend.prefill(0, prompt, features, 0, len(prompt))
        del features
    generate(ladder.backend, [0], NEW_TOKENS)
    facts: dict[str, Any] = {
        "precision": rig.precision,
        "context_tokens": CONTEXT_TOKENS,
        "weights_bytes": rig.weights_bytes,
        "cache_bytes": rig.cache.size_bytes,
        "backend": ladder.rung.value,
    }
    if not cuda:
        facts["process_bytes"], _ = memory_used(device)
        return facts
    peak = _most(device) - before
    free, total = torch.cuda.mem_get_info(device)
    return facts | {
        "peak_bytes": peak,
        "filling_peak_bytes": filling_peak,
        "parts_bytes": {
            "weights": rig.weights_bytes,
            "cache": rig.cache.size_bytes,
            "tables and rounding up": filled - rig.weights_bytes - rig.cache.size_bytes,
            "fast steps": held[0] - filled,
            "recorded prompts": held[1] - held[0],
            "while it works": peak - held[1],
        },
        "reserved_peak_bytes": torch.cuda.max_memory_reserved(device),
        "card_used_bytes": total - free,
    }


def _begin_anew(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.reset_peak_memory_stats(device)


def _held(device: torch.device) -> int:
    return torch.cuda.memory_allocated(device) if device.type == "cuda" else 0


def _most(device: torch.device) -> int:
    return torch.cuda.max_memory_allocated(device) if device.type == "cuda" else 0
