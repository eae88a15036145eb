"""What an exception means for the engine: one request's trouble, memory, or a device that is gone.

At the engine thread's boundary exceptions become values, and their tracebacks are dropped: frames held by a
traceback keep tensors alive.
"""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass

from engine.errors import EngineError, OutOfMemoryError

_NO_MEMORY_WORDS = ("can't allocate memory", "not enough memory", "out of memory")
"""How the allocators of the CPU and of Apple's GPU say so: they have no exception type of their own."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An exception as values: what `engine.api.Failed` carries."""

    code: str
    user_message: str
    detail: str


def describe(error: BaseException) -> Failure:
    """The failure that `error` stands for; an unforeseen one is named as such."""
    if isinstance(error, EngineError):
        return Failure(error.code, error.user_message, error.detail)
    if is_out_of_memory(error):
        return Failure(
            OutOfMemoryError.code,
            "The memory of this machine is used up; close other programs or choose a smaller model.",
            str(error),
        )
    return Failure(
        "unexpected",
        "Something unforeseen went wrong in the engine; try again, and restart the engine if it stays.",
        f"{type(error).__name__}: {error}",
    )


def is_out_of_memory(error: BaseException) -> bool:
    """Whether memory ran out, on the device or on the machine."""
    if isinstance(error, (MemoryError, OutOfMemoryError)):
        return True
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(error, torch.OutOfMemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error) for words in _NO_MEMORY_WORDS)


def is_sticky(error: BaseException) -> bool:
    """Whether the device is lost: after such an error every later CUDA call of the process fails too."""
    torch = sys.modules.get("torch")
    if torch is None or is_out_of_memory(error) or not torch.cuda.is_initialized():
        return False
    try:
        torch.cuda.synchronize()
    except RuntimeError:
        return True
    return False


def reclaim_memory() -> None:
    """Give back what nobody uses any more."""
    gc.collect()
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_initialized():
        torch.cuda.empty_cache()
