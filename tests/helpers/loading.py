"""Loading a checkpoint folder for a test, and walking a prompt through it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from engine.api import ImageInput, LoadRequest, Precision, RequestId, Role, Turn
from engine.models.base import PreparedImage, Prompt, VisualFeatures
from engine.runtime import Runtime


def load(
    folder: Path, *, slots: int = 4, context_tokens: int = 1024, precision: Precision = Precision.FP32
) -> Runtime:
    """A runtime on the CPU with a small cache."""
    return Runtime.load(
        LoadRequest(RequestId("test"), folder, "cpu", precision),
        on_progress=lambda _sentence, _done, _total: None,
        cancelled=lambda: False,
        slots=slots,
        context_tokens=context_tokens,
    )


def noise(width_px: int, height_px: int, seed: int = 0) -> Image.Image:
    """A seeded RGB picture in which every pixel differs from its neighbours."""
    values = np.random.default_rng(seed).integers(0, 256, (height_px, width_px, 3), dtype=np.uint8)
    return Image.fromarray(values)


def user(text: str, pictures: int = 0) -> Turn:
    """A user's turn with `pictures` pictures (their bytes are not looked at here)."""
    return Turn(Role.USER, text, tuple(ImageInput(b"", f"{index}.png") for index in range(pictures)))


def encode(runtime: Runtime, images: Sequence[PreparedImage]) -> VisualFeatures | None:
    """The features of a prompt's pictures; None where it has none."""
    return runtime.encode_images(images, lambda: False) if images else None


def greedy(
    runtime: Runtime,
    slot: int,
    prompt: Prompt,
    features: VisualFeatures | None,
    tokens: int,
    *,
    chunk: int = 0,
) -> list[int]:
    """The next `tokens` ids by greedy search, end tokens ignored; the prompt goes in pieces of `chunk`."""
    logits = None
    step = chunk or len(prompt)
    for start in range(0, len(prompt), step):
        logits = runtime.prefill(slot, prompt, features, start, min(start + step, len(prompt)))
    assert logits is not None
    ids = [int(logits.argmax())]
    while len(ids) < tokens:
        ids.append(int(runtime.decode([slot], [ids[-1]])[0].argmax()))
    return ids
