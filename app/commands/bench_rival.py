"""The same work done by transformers' `generate`, for `yomi bench --against transformers`. Main thread.

transformers is no part of Yomi and is imported only here, where it is asked for and installed. Weights are
random: its speed does not depend on them either.
"""

from __future__ import annotations

import os
import shutil
import signal
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import FrameType
from typing import Any

PICTURE_GRID = (1, 32, 64)
VISUAL_TOKENS = 512
TEXT_TOKENS = 34
CONTEXT_TOKENS = 1024


class RivalMissingError(Exception):
    """transformers cannot be used here; its text says why."""


class _OutOfTimeError(Exception):
    pass


def require_transformers() -> None:
    """Raises: RivalMissingError, before anything is measured."""
    try:
        found = find_spec("transformers") is not None
    except ValueError:  # it is in sys.modules without being a module
        found = False
    if not found:
        raise RivalMissingError("transformers is not installed here")


def rival_name(*, compiled: bool) -> str:
    """How it is called in a report."""
    return "transformers generate" + (", static cache, compiled" if compiled else ", dynamic cache")


def measure_rival(
    config: dict[str, Any], device: str, *, compiled: bool, new_tokens: int, repeats: int, limit_s: float
) -> dict[str, Any]:
    """What `measure_transformers` finds, or under "skipped" why it was not run to its end."""
    reason = _compiler_missing() if compiled else ""
    if not reason:
        try:
            with _at_most(limit_s):
                return measure_transformers(
                    config, device, compiled=compiled, new_tokens=new_tokens, repeats=repeats
                )
        except _OutOfTimeError:
            reason = f"it was not done after {limit_s:.0f} s"
        except RivalMissingError as error:
            reason = str(error)
        except Exception as error:  # noqa: BLE001 - whatever another program's compiler comes up with
            # Its text names files of this machine.
            reason = f"it failed with {type(error).__name__}"
    return {"name": rival_name(compiled=compiled), "skipped": reason}


def _compiler_missing() -> str:
    """Why torch.compile cannot work here; empty where it can."""
    if os.name == "posix" and not (os.environ.get("CC") or any(map(shutil.which, ("cc", "gcc", "clang")))):
        return "torch.compile needs a C compiler, and there is none here"
    return ""


@contextmanager
def _at_most(limit_s: float) -> Iterator[None]:
    """End the block with _OutOfTimeError after a while, where the system has an alarm for that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise _OutOfTimeError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


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
    spans = _runs(lambda: seconds_of(long, new_tokens + 1), repeats)
    # On a busy machine a few tokens may seem to take no time at all.
    rates = [new_tokens / max(span - alone, 1e-6) for span in spans]
    return {
        "name": rival_name(compiled=compiled),
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
