"""Weights in 4 and 8 bits as values: how the sidecar stores them, and the numbers they stand for.

This is the reference that every faster path is compared with. Device-neutral; engine thread only, but for the
quantiser, which owns its process. The 4-bit formula is the one of torchao's tinygemm numerics (0.18,
quantization/quant_primitives.py): a zero point of its own in floating point, at the middle of the range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

MIDDLE = 8
"""The nibble that stands for `zero` itself."""


def pack_nibbles(values: Tensor) -> Tensor:
    """[N, K] uint8 below 16, K even -> [N, K/2]: column 2i in the low half of byte i, 2i + 1 in the high."""
    return values[:, ::2] | (values[:, 1::2] << 4)


def unpack_nibbles(packed: Tensor) -> Tensor:
    """[N, K/2] uint8 -> [N, K] uint8 below 16."""
    return torch.stack((packed & 15, packed >> 4), -1).flatten(1)


@dataclass(frozen=True, slots=True)
class Int4Weight:
    """A matrix [N, K] in groups of K: weight = (nibble - 8) * scale + zero."""

    nibbles: Tensor
    """[N, K/2] uint8"""
    scale: Tensor
    """[N, K/group] bf16"""
    zero: Tensor
    """[N, K/group] bf16"""

    @property
    def rows(self) -> int:
        return self.nibbles.shape[0]

    @property
    def columns(self) -> int:
        return self.nibbles.shape[1] * 2

    @property
    def group(self) -> int:
        return self.columns // self.scale.shape[1]

    @property
    def values_count(self) -> int:
        return self.rows * self.columns

    @property
    def size_bytes(self) -> int:
        return self.nibbles.nbytes + self.scale.nbytes + self.zero.nbytes

    @property
    def pairs(self) -> Tensor | None:
        """[K/group, N, 2]: scale and zero of each row side by side, where they lie so (`in_pairs`)."""
        step, across = self.scale.stride()
        beside = self.zero.stride() == (step, across) and self.zero.data_ptr() == self.scale.data_ptr() + 2
        if step != 2 or across % 2 or not beside:
            return None
        rows, groups = self.scale.shape
        return self.scale.as_strided((groups, rows, 2), (across, 2, 1))

    def in_pairs(self) -> Int4Weight:
        """The same weight with `pairs`: kernels on a card read a group of neighbouring rows in one piece."""
        pairs = torch.stack((self.scale.t(), self.zero.t()), -1)
        return Int4Weight(self.nibbles, pairs[..., 0].t(), pairs[..., 1].t())

    def dequantize(self, dtype: torch.dtype) -> Tensor:
        """[N, K], computed in fp32 and rounded once to `dtype`."""
        values = unpack_nibbles(self.nibbles).view(self.rows, -1, self.group).float().sub_(MIDDLE)
        values.mul_(self.scale.unsqueeze(-1)).add_(self.zero.unsqueeze(-1))
        return values.view(self.rows, self.columns).to(dtype)

    def row_block(self, start: int, stop: int) -> Int4Weight:
        """Rows [start, stop), as views."""
        return Int4Weight(self.nibbles[start:stop], self.scale[start:stop], self.zero[start:stop])

    def to(self, device: torch.device) -> Int4Weight:
        """A copy that owns its memory, on `device`."""
        return Int4Weight(
            self.nibbles.to(device, copy=True),
            self.scale.to(device, copy=True),
            self.zero.to(device, copy=True),
        )

    @staticmethod
    def stacked(weights: Sequence[Int4Weight]) -> Int4Weight:
        """Matrices with the same K and group under each other."""
        if len(weights) == 1:
            return weights[0]
        return Int4Weight(
            torch.cat([weight.nibbles for weight in weights]),
            torch.cat([weight.scale for weight in weights]),
            torch.cat([weight.zero for weight in weights]),
        )


@dataclass(frozen=True, slots=True)
class Int8Table:
    """A matrix [V, H] with a scale for each row: weight = value * scale."""

    values: Tensor
    """[V, H] int8"""
    scale: Tensor
    """[V] fp32"""

    @property
    def values_count(self) -> int:
        return self.values.numel()

    @property
    def size_bytes(self) -> int:
        return self.values.nbytes + self.scale.nbytes

    def dequantize(self, dtype: torch.dtype) -> Tensor:
        """[V, H], computed in fp32 and rounded once to `dtype`."""
        return self.values.float().mul_(self.scale.unsqueeze(-1)).to(dtype)

    def rows_at(self, ids: Tensor, dtype: torch.dtype) -> Tensor:
        """[T] int64 on the table's device -> [T, H], a fresh tensor."""
        return Int8Table(self.values[ids], self.scale[ids]).dequantize(dtype)

    def row_block(self, start: int, stop: int) -> Int8Table:
        """Rows [start, stop), as views."""
        return Int8Table(self.values[start:stop], self.scale[start:stop])

    def to(self, device: torch.device) -> Int8Table:
        """A copy that owns its memory, on `device`."""
        return Int8Table(self.values.to(device, copy=True), self.scale.to(device, copy=True))

    def equals(self, other: Int8Table) -> bool:
        """Whether both stand for the same matrix, bit for bit."""
        return torch.equal(self.values, other.values) and torch.equal(self.scale, other.scale)
