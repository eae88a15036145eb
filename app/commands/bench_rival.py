"""The same work done by transformers' `generate`, for `yomi bench --against transformers`. Main thread.

transformers is no part of Yomi and is imported only here, where it is asked for and installed. Weights are
random: its speed does not depend on them either.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

PICTURE_GRID = (1, 32, 64)
VISUAL_TOKENS = 512
TEXT_TOKENS = 34
CONTEXT_TOKENS = 1024


class RivalMissingError(Exception):
    """transformers cannot be used here; its text says why."""


def measure_transformers(
    config: dict[str, Any], device: str, *, compiled: bool, new_tokens: int, repeats: int
) -> dict[str, Any]:
    """First token and tokens a second of `generate` with its dynamic cache, or static and compiled.

    Raises: RivalMissingError.
    """
    try:
        import torch  # noqa: PLC0415 - the window never comes here
        import transformers  # noqa: PLC0415
        from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration  # noqa: PLC0415
    except ImportError as error:
        raise RivalMissingError(f"transformers is not installed here ({error})") from error
    fields = {key: value for key, value in config.items() if key not in ("architectures", "model_type")}
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.bfloat16 if device == "cuda" else torch.float32)
    try:
        with torch.device(device):
            model: Any = Qwen3VLForConditionalGeneration(Qwen3VLConfig(**fields))
    finally:
        torch.set_default_dtype(before)
    model.eval()
    model.generation_config.eos_token_id = None
    settings: dict[str, Any] = {"do_sample": False, "use_cache": True}
    if compiled:
        settings["cache_implementation"] = "static"

    def seconds_of(inputs: dict[str, Any], tokens: int) -> float:
        began = time.perf_counter()
        with torch.inference_mode():
            model.generate(**inputs, max_new_tokens=tokens, min_new_tokens=tokens, **settings)
        if device == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter() - began

    short, long = (_inputs(torch, config, device, model.dtype, text) for text in (TEXT_TOKENS, 512))
    began = time.perf_counter()
    seconds_of(long, new_tokens + 1)
    first_run_s = time.perf_counter() - began
    firsts = _runs(lambda: seconds_of(short, 1), repeats)
    alone = statistics.median(_runs(lambda: seconds_of(long, 1), repeats))
    rates = [new_tokens / (span - alone) for span in _runs(lambda: seconds_of(long, new_tokens + 1), repeats)]
    return {
        "name": "transformers generate" + (", static cache, compiled" if compiled else ", dynamic cache"),
        "version": transformers.__version__,
        "context_tokens": CONTEXT_TOKENS,
        "tokens_per_s": {
            "median": statistics.median(rates),
            "least": min(rates),
            "most": max(rates),
            "runs": repeats,
        },
        "first_token_ms": {"median": statistics.median(firsts) * 1e3, "runs": repeats},
        "first_run_s": first_run_s,
    }


def _runs(work: Callable[[], float], repeats: int) -> list[float]:
    work()
    return [work() for _ in range(repeats)]


def _inputs(torch: Any, config: dict[str, Any], device: str, dtype: Any, text_tokens: int) -> dict[str, Any]:
    """A picture of 512 visual tokens between text, as the processor would give it."""
    vision, image_token = config["vision_config"], config["image_token_id"]
    before = text_tokens // 2
    ids = [5 + index % 200 for index in range(before - 1)] + [config["vision_start_token_id"]]
    ids += [image_token] * VISUAL_TOKENS + [config["vision_end_token_id"]]
    ids += [5 + index % 200 for index in range(text_tokens - before - 1)]
    values = vision["in_channels"] * vision["temporal_patch_size"] * vision["patch_size"] ** 2
    input_ids = torch.tensor([ids], device=device)
    return {
        "input_ids": input_ids,
        "attention_mask": torch.ones_like(input_ids),
        "mm_token_type_ids": (input_ids == image_token).int(),
        "pixel_values": torch.rand(PICTURE_GRID[1] * PICTURE_GRID[2], values, device=device, dtype=dtype),
        "image_grid_thw": torch.tensor([PICTURE_GRID], device=device),
    }
