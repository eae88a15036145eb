"""A decoder's weights as the fused step reads them; a model family fills this in. Engine thread only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from torch import Tensor

from engine.int4 import Int4Weight, Int8Table

Matrix = Tensor | Int4Weight
"""[N, K], bf16 and contiguous, or in 4 bits."""

Table = Tensor | Int8Table
"""[V, H], bf16 and contiguous, or in 8 bits."""


@dataclass(frozen=True, slots=True)
class StepLayer:
    """One decoder layer: matrices with rows stacked as the names say, norms as [size] bf16."""

    qkv: Matrix
    output: Matrix
    gate_up: Matrix
    down: Matrix
    attention_norm: Tensor
    mlp_norm: Tensor
    query_norm: Tensor
    key_norm: Tensor

    @property
    def matrices(self) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        """In the order in which a step reads them."""
        return self.qkv, self.output, self.gate_up, self.down


@dataclass(frozen=True, slots=True)
class StepWeights:
    """Everything a token reads but its keys and values."""

    layers: tuple[StepLayer, ...]
    embedding: Table
    head: Table
    final_norm: Tensor
    rope: Tensor
    """[positions, 2, D] bf16: cos, and sin with the sign of rotate_half."""
    heads: int
    eps: float


@runtime_checkable
class FusedModel(Protocol):
    """A model whose decoder has the shape that the fused step knows."""

    def step_weights(self) -> StepWeights:
        """Views of the loaded weights. Raises: KernelUnavailableError."""
