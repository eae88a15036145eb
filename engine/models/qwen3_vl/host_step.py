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
    """The next tokens of several slots; the cache is written, its lengths are the caller's business."""

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
        self._rooms: dict[tuple[int, int], Room] = {}
        self.states: Array = np.empty((0, self.layers[0].qkv.shape[0]), np.float32)
        """What the logits of the last call were made of, [B * run, hidden]; the next call writes over it."""

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

    def __call__(self, slots: Sequence[int], runs: Sequence[Sequence[int]]) -> Tensor:
        """Store a run of tokens, all as long, in each of the rising `slots`; logits [B * run, V]."""
        # Weights that are no numbers are told by the logits, as everywhere.
        with np.errstate(all="ignore"):
            return self._step(slots, runs)

    def _step(self, slots: Sequence[int], runs: Sequence[Sequence[int]]) -> Tensor:
        run, half = len(runs[0]), self.head_dim // 2
        room = self._rooms.get((len(slots), run))
        if room is None:
            room = self._rooms[len(slots), run] = Room(self, len(slots), run)
        positions = [self.cache.length(slot) for slot in slots]
        turned_at = [
            self.cache.rope_delta(slot) + position + ahead
            for slot, position in zip(slots, positions, strict=True)
            for ahead in range(run)
        ]
        rotation = self.table[turned_at]
        cos = rotation[:, 0, None, None] * self.turns
        sin = (rotation[:, 1, None, None] * self.swapped_turns).reshape(*cos.shape[:3], 2, half)
        spans = self._spans(room, slots, positions)
        hidden: Array = self.embeddings[[token_id for ids in runs for token_id in ids]]
        for index, layer in enumerate(self.layers):
            layer.attention_norm(hidden, room.normed_array)
            torch.mm(room.normed, layer.qkv, out=room.qkv)
            self._turn(room, cos[:, index], sin[:, index])
            for row, (slot, position) in enumerate(zip(slots, positions, strict=True)):
                layer.keys[slot, :, position : position + run] = room.new_keys[row]
                layer.values[slot, :, position : position + run] = room.new_values[row]
            room.queries[...] = room.turned_queries
            torch.mm(self._attend(room, index, spans), layer.output, out=room.added)
            np.add(hidden, room.added_array, hidden)
            layer.mlp_norm(hidden, room.normed_array)
            torch.mm(room.normed, layer.gate_up, out=room.gate_up)
            torch.mm(F.silu(room.gate).mul_(room.up), layer.down, out=room.added)
            np.add(hidden, room.added_array, hidden)
        self.norm(hidden, room.normed_array)
        self.states = room.normed_array
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
                scores.view(span.mask_shape).add_(span.mask)
            parts.append(torch.bmm(torch.softmax(scores, -1), span.values[layer]))
        mixed = parts[0] if len(parts) == 1 else torch.cat(parts)
        if room.run == 1:
            return mixed.view(room.rows, -1)
        room.mixed[...] = mixed.numpy().reshape(room.queries.shape).swapaxes(1, 2)
        return room.mixed_rows

    def _spans(self, room: Room, slots: Sequence[int], positions: Sequence[int]) -> list[Span]:
        """The rows by runs of neighbouring slots. A view costs as much as a small operation: once a step."""
        cuts = [row for row in range(1, len(slots)) if slots[row] != slots[row - 1] + 1]
        spans = []
        for first, stop in pairwise((0, *cuts, len(slots))):
            longest = max(positions[first:stop]) + room.run
            there, count = slots[first] * self.kv_heads, (stop - first) * self.kv_heads
            spans.append(
                Span(
                    room.grouped.narrow(0, first * self.kv_heads, count),
                    self.keys_turned.narrow(1, there, count).narrow(3, 0, longest).unbind(0),
                    self.values_by_head.narrow(1, there, count).narrow(2, 0, longest).unbind(0),
                    _mask(positions[first:stop], room.run, longest),
                    (stop - first, self.kv_heads, room.run, -1, longest),
                )
            )
        return spans


class Room:
    """What a step over so many slots and tokens of each writes into; each array and the tensor beside it are
    one memory.
    """

    def __init__(self, step: HostStep, slots: int, run: int) -> None:
        width, wide = step.layers[0].qkv.shape[0], step.layers[0].gate_up.shape[1]
        heads, kv_heads, dim, rows = step.heads, step.kv_heads, step.head_dim, slots * run
        self.rows, self.run = rows, run
        self.normed, self.added = torch.empty(rows, width), torch.empty(rows, width)
        self.normed_array: Array = self.normed.numpy()
        self.added_array: Array = self.added.numpy()
        self.qkv, self.gate_up = torch.empty(rows, step.layers[0].qkv.shape[1]), torch.empty(rows, wide)
        self.gate, self.up = self.gate_up.chunk(2, -1)
        by_head: Array = self.qkv.numpy().reshape(rows, -1, dim)
        self.heads, values = by_head[:, : step.rotated], by_head[:, step.rotated :]
        self.swapped_heads = self.heads.reshape(rows, step.rotated, 2, dim // 2)[:, :, ::-1]
        self.turned: Array = np.empty((rows, step.rotated, dim), np.float32)
        self.halves: Array = np.empty((rows, step.rotated, 2, dim // 2), np.float32)
        # [slots, KV, run, D], as the cache holds them.
        self.new_keys = self.turned[:, heads:].reshape(slots, run, kv_heads, dim).swapaxes(1, 2)
        self.new_values = values.reshape(slots, run, kv_heads, dim).swapaxes(1, 2)
        # The query heads that share a key head are the rows of one small matrix: no key is read twice.
        by_key = slots, run, kv_heads, heads // kv_heads, dim
        self.grouped = torch.empty(slots * kv_heads, run * heads // kv_heads, dim)
        self.queries: Array = self.grouped.numpy().reshape(slots, kv_heads, run, -1, dim)
        self.turned_queries = self.turned[:, :heads].reshape(by_key).swapaxes(1, 2)
        self.mixed_rows = torch.empty(rows, heads * dim)
        self.mixed: Array = self.mixed_rows.numpy().reshape(by_key)


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens of neighbouring slots, which attend in one call over the longest of them."""

    queries: Tensor
    """[slots * KV, run * H / KV, D]"""
    keys: Sequence[Tensor]
    """[slots * KV, D, longest] for each layer."""
    values: Sequence[Tensor]
    """[slots * KV, longest, D] for each layer."""
    mask: Tensor | None
    """[slots, 1, run, 1, longest], to add to the scores; None where all see all."""
    mask_shape: tuple[int, ...]
    """Of the scores for that."""


def _mask(firsts: Sequence[int], run: int, longest: int) -> Tensor | None:
    """Nothing for what tokens see that stand at these positions and after them, no end for the rest."""
    if run == 1 and min(firsts) + 1 == longest:
        return None
    lasts = np.add.outer(np.array(firsts), np.arange(run))
    hidden = np.arange(longest) > lasts[..., None]
    return torch.from_numpy(np.where(hidden, np.float32(-np.inf), np.float32(0))[:, None, :, None])


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
