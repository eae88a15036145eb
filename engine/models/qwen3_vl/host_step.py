"""A decode step of a small model on a CPU: products by torch, what lies between them by numpy. Engine thread
only.

A layer of some 250 channels is a dozen operations on a few thousand numbers. torch takes 2 to 4 us to start
each, numpy half a microsecond, and both see the same memory: one row of the bundled model then takes two
thirds of the time. In fp32, to the last bits the same as `DecoderStep`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from engine.models.qwen3_vl.decoder import LayerStep, RowLinear, RowNorm
from engine.quantized_linear import Int8Rows

if TYPE_CHECKING:
    from engine.cache import StaticKVCache
    from engine.models.qwen3_vl.model import Qwen3VLModel

Array = NDArray[np.float32]

SMALL_STEP_BYTES = 256 * 1024 * 1024
"""Weights of a step up to which starting operations counts; above, reading the weights takes all the time."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer's weights [in, out], and its part of the cache in the forms that a step needs."""

    qkv: Tensor
    output: Tensor
    gate_up: Tensor
    down: Tensor
    attention_norm: Norm
    mlp_norm: Norm
    keys: Array
    """[slots, KV, context, D], the cache's own memory, as `values`."""
    values: Array


class Norm:
    """`RowNorm` on numpy's side."""

    def __init__(self, norm: RowNorm) -> None:
        self.weight: Array = norm.scaled_weight.numpy()
        self.eps = np.float32(norm.weight.shape[-1] * norm.eps)

    def __call__(self, rows: Array, out: Array) -> None:
        """[B, size] into `out`."""
        norms = np.vecdot(rows, rows)
        norms += self.eps
        np.sqrt(norms, norms)
        np.divide(rows, norms[:, None], out)
        np.multiply(out, self.weight, out)


class HostStep:
    """The next token of several slots; the cache is written, its lengths are the caller's business."""

    def __init__(self, model: Qwen3VLModel, cache: StaticKVCache) -> None:
        attention = model.decoder.layers[0].attention
        self.cache = cache
        self.heads, self.rotated, self.head_dim = attention.heads, attention.rotated, attention.head_dim
        self.kv_heads = self.rotated - self.heads
        self.layers = [self._layer(layer, index) for index, layer in enumerate(model.decoder.layers)]
        self.norm = Norm(model.decoder.norm)
        self.table: Array = model.text_rope.table.numpy()
        self.embeddings: Array = model.model.language_model.embed_tokens.weight.numpy()
        self.logits = model.logits
        # Norm's weight, the scale of the scores and the rotation are one product: [layers, H + KV, D].
        turns = np.stack([self._turn_weights(layer) for layer in model.decoder.layers])
        half = self.head_dim // 2
        self.turns = turns
        self.swapped_turns = np.concatenate((turns[..., half:], turns[..., :half]), -1)
        self.head_eps = np.float32(self.head_dim * attention.qk_norm.eps)
        # [layers, slots * KV, D, context] and [layers, slots * KV, context, D], the cache's own memory.
        self.keys_turned = cache.keys.flatten(1, 2).transpose(2, 3)
        self.values_by_head = cache.values.flatten(1, 2)
        self._rooms: dict[int, Room] = {}

    def _layer(self, layer: LayerStep, index: int) -> Layer:
        keys, values = self.cache.keys[index], self.cache.values[index]
        return Layer(
            _weight(layer.attention.qkv),
            _weight(layer.attention.output),
            _weight(layer.mlp.gate_up),
            _weight(layer.mlp.down),
            Norm(layer.attention_norm),
            Norm(layer.mlp_norm),
            keys.numpy(),
            values.numpy(),
        )

    def _turn_weights(self, layer: LayerStep) -> Array:
        weights: Array = layer.attention.qk_norm.scaled_weight.numpy().copy()
        weights[: self.heads] *= np.float32(self.head_dim**-0.5)
        return weights

    def __call__(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        """Store one token of each of the rising `slots`; logits [B, V] for the next."""
        # Weights that are no numbers are told by the logits, as everywhere.
        with np.errstate(all="ignore"):
            return self._step(slots, token_ids)

    def _step(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        rows, half = len(slots), self.head_dim // 2
        room = self._rooms.get(rows)
        if room is None:
            room = self._rooms[rows] = Room(self, rows)
        positions = [self.cache.length(slot) for slot in slots]
        rotation = self.table[[self.cache.rope_delta(slot) + self.cache.length(slot) for slot in slots]]
        cos = rotation[:, 0, None, None] * self.turns
        sin = (rotation[:, 1, None, None] * self.swapped_turns).reshape(*cos.shape[:3], 2, half)
        spans = self._spans(room, slots, positions)
        hidden: Array = self.embeddings[list(token_ids)]
        for index, layer in enumerate(self.layers):
            layer.attention_norm(hidden, room.normed_array)
            torch.mm(room.normed, layer.qkv, out=room.qkv)
            self._turn(room, cos[:, index], sin[:, index])
            for row, (slot, position) in enumerate(zip(slots, positions, strict=True)):
                layer.keys[slot, :, position] = room.turned[row, self.heads :]
                layer.values[slot, :, position] = room.values[row]
            room.queries[...] = room.turned[:, : self.heads]
            torch.mm(self._attend(room, index, spans), layer.output, out=room.added)
            np.add(hidden, room.added_array, hidden)
            layer.mlp_norm(hidden, room.normed_array)
            torch.mm(room.normed, layer.gate_up, out=room.gate_up)
            torch.mm(F.silu(room.gate).mul_(room.up), layer.down, out=room.added)
            np.add(hidden, room.added_array, hidden)
        self.norm(hidden, room.normed_array)
        return self.logits(room.normed)

    def _turn(self, room: Room, cos: Array, sin: Array) -> None:
        """Norm and rotation of queries and keys, out of `qkv` into `turned`."""
        norms = np.vecdot(room.heads, room.heads)
        norms += self.head_eps
        np.sqrt(norms, norms)
        np.multiply(room.heads, cos, room.turned)
        np.multiply(room.swapped_heads, sin, room.halves)
        np.add(room.turned, room.halves.reshape(room.turned.shape), room.turned)
        np.divide(room.turned, norms[..., None], room.turned)

    def _attend(self, room: Room, layer: int, spans: Sequence[Span]) -> Tensor:
        """Each row over what its slot holds: [B, H * D]."""
        parts = []
        for span in spans:
            scores = torch.bmm(span.queries, span.keys[layer])
            if span.mask is not None:
                scores.view(span.rows, -1, span.longest).add_(span.mask)
            parts.append(torch.bmm(torch.softmax(scores, -1), span.values[layer]))
        return (parts[0] if len(parts) == 1 else torch.cat(parts)).view(room.rows, -1)

    def _spans(self, room: Room, slots: Sequence[int], positions: Sequence[int]) -> list[Span]:
        """The rows by runs of neighbouring slots. A view costs as much as a small operation: once a step."""
        cuts = [row for row in range(1, len(slots)) if slots[row] != slots[row - 1] + 1]
        spans = []
        for first, stop in pairwise((0, *cuts, len(slots))):
            rows, longest = stop - first, max(positions[first:stop]) + 1
            there, count = slots[first] * self.kv_heads, rows * self.kv_heads
            spans.append(
                Span(
                    rows,
                    longest,
                    room.grouped.narrow(0, first * self.kv_heads, count),
                    self.keys_turned.narrow(1, there, count).narrow(3, 0, longest).unbind(0),
                    self.values_by_head.narrow(1, there, count).narrow(2, 0, longest).unbind(0),
                    _mask(positions[first:stop], longest),
                )
            )
        return spans


class Room:
    """What a step over so many rows writes into; each array and the tensor beside it are one memory."""

    def __init__(self, step: HostStep, rows: int) -> None:
        width, wide = step.layers[0].qkv.shape[0], step.layers[0].gate_up.shape[1]
        heads, dim = step.heads, step.head_dim
        self.rows = rows
        self.normed, self.added = torch.empty(rows, width), torch.empty(rows, width)
        self.normed_array: Array = self.normed.numpy()
        self.added_array: Array = self.added.numpy()
        self.qkv, self.gate_up = torch.empty(rows, step.layers[0].qkv.shape[1]), torch.empty(rows, wide)
        self.gate, self.up = self.gate_up.chunk(2, -1)
        by_head: Array = self.qkv.numpy().reshape(rows, -1, dim)
        self.heads, self.values = by_head[:, : step.rotated], by_head[:, step.rotated :]
        self.swapped_heads = self.heads.reshape(rows, step.rotated, 2, dim // 2)[:, :, ::-1]
        self.turned: Array = np.empty((rows, step.rotated, dim), np.float32)
        self.halves: Array = np.empty((rows, step.rotated, 2, dim // 2), np.float32)
        # The query heads that share a key head are the rows of one small matrix: no key is read twice.
        self.grouped = torch.empty(rows * step.kv_heads, heads // step.kv_heads, dim)
        self.queries: Array = self.grouped.numpy().reshape(rows, heads, dim)


@dataclass(frozen=True, slots=True)
class Span:
    """Rows of neighbouring slots, which attend in one call over the longest of them."""

    rows: int
    longest: int
    queries: Tensor
    """[rows * KV, H / KV, D]"""
    keys: Sequence[Tensor]
    """[rows * KV, D, longest] for each layer."""
    values: Sequence[Tensor]
    """[rows * KV, longest, D] for each layer."""
    mask: Tensor | None
    """[rows, 1, longest], to add to the scores; None where all are as long."""


def _mask(lasts: Sequence[int], longest: int) -> Tensor | None:
    """Nothing for what rows that end at these positions see of `longest` tokens, and no end for the rest."""
    if min(lasts) + 1 == longest:
        return None
    mask = np.zeros((len(lasts), 1, longest), np.float32)
    for row, last in enumerate(lasts):
        mask[row, 0, last + 1 :] = -np.inf
    return torch.from_numpy(mask)


def _weight(product: object) -> Tensor:
    if not isinstance(product, RowLinear):
        raise TypeError(type(product).__name__)
    return product.weight


def host_step(model: Qwen3VLModel, cache: StaticKVCache) -> HostStep | None:
    """The step for this model and cache; None where it is not made for them."""
    weight = model.decoder.norm.weight
    if isinstance(model.model.language_model.embed_tokens, Int8Rows):
        return None
    if weight.device.type != "cpu" or weight.dtype != torch.float32 or cache.dtype != torch.float32:
        return None
    if model.step_weight_bytes > SMALL_STEP_BYTES:
        return None
    products = [product for layer in model.decoder.layers for product in layer.products]
    if any(not isinstance(product, RowLinear) or product.bias is not None for product in products):
        return None
    return HostStep(model, cache)
