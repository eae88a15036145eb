"""Weights of a foresight, drawn by a seed."""

from __future__ import annotations

import torch
from torch import Tensor

INNER = 8


def drawn(ahead: int, width: int, vocabulary: int) -> dict[str, Tensor]:
    """The tensors of `engine.foresight.SHAPES` for these sizes, fp32."""
    chance = torch.Generator().manual_seed(11)

    def some(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=chance)

    return {
        "state.weight": some(ahead, width, INNER),
        "state.bias": some(ahead, INNER),
        "token.weight": some(vocabulary, INNER),
        "before.weight": some(ahead - 1, INNER, INNER),
        "out.weight": some(INNER, vocabulary),
        "out.bias": some(vocabulary),
    }
