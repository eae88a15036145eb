"""The Qwen3-VL dense family. Source: transformers 5.24, models/qwen3_vl; arXiv:2511.21631."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.models.base import Family

ARCHITECTURES = ("Qwen3VLForConditionalGeneration",)


def load_family() -> Family:
    """Import the family's parts (and with them torch)."""
    # Not at the top: torch is wanted only once a model is.
    from engine.models.qwen3_vl.family import Qwen3VLFamily  # noqa: PLC0415

    return Qwen3VLFamily()
