"""Attention over the static cache: one object per step, called by the decoder once a layer.

Both store the new keys and values, then attend with torch's fused kernels. Engine thread only.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.cache import StaticKVCache


class PrefillAttention:
    """Rows are tokens [start, stop) of one slot, each seeing itself and everything before it."""

    def __init__(self, cache: StaticKVCache, slot: int, start: int, stop: int) -> None:
        self.cache, self.slot, self.start, self.stop = cache, slot, start, stop
        self.mask: Tensor | None = None
        if start > 0:
            # is_causal aligns the triangle to the first key; a later chunk needs it at the last.
            columns = torch.arange(stop, device=cache.device)
            self.mask = columns <= torch.arange(start, stop, device=cache.device)[:, None]

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q [T, H, D], k and v [T, KV, D] -> [T, H*D]."""
        pair = self.cache.pair_of_slot[layer][self.slot]
        pair[0, :, self.start : self.stop].copy_(key.transpose(0, 1))
        pair[1, :, self.start : self.stop].copy_(value.transpose(0, 1))
        stored = pair[:, :, : self.stop]
        groups = query.shape[1] // key.shape[1]
        if groups > 1 and self.mask is not None and self.cache.device.type != "cpu":
            # With a mask, CUDA's fused kernels refuse grouped heads and fall back to one that stores every
            # score, and Metal has none before torch 2.13: repeat the keys instead.
            stored, groups = stored.repeat_interleave(groups, 1), 1
        mixed = F.scaled_dot_product_attention(
            query.transpose(0, 1)[None],
            stored[:1],
            stored[1:],
            attn_mask=self.mask,
            is_causal=self.mask is None,
            enable_gqa=groups > 1,
        )
        return mixed[0].transpose(0, 1).reshape(query.shape[0], -1)


class DecodeAttention:
    """Row i is the next token of `slots[i]`, seeing all of its own slot and nothing of another.

    `slots` must rise. Neighbouring slots attend in one call over the longest of them, masked; others one by
    one.
    """

    def __init__(self, cache: StaticKVCache, slots: Sequence[int]) -> None:
        self.cache = cache
        self.slots = list(slots)
        self.positions = [cache.length(slot) for slot in slots]
        self.longest = max(self.positions) + 1
        self.together = len(slots) > 1 and slots[-1] - slots[0] == len(slots) - 1
        self.mask: Tensor | None = None
        if len(slots) > 1:
            self.slot_index = torch.tensor(self.slots, device=cache.device)
            self.position_index = torch.tensor(self.positions, device=cache.device)
        if self.together and min(self.positions) + 1 != self.longest:
            columns = torch.arange(self.longest, device=cache.device)
            self.mask = (columns <= self.position_index[:, None])[:, None, None]

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q [B, H, D], k and v [B, KV, D] -> [B, H*D]."""
        rows, kv_heads = key.shape[0], key.shape[1]
        # The query heads that share a key head become the rows of one small matrix: no key is read twice.
        grouped = query.view(rows, kv_heads, -1, query.shape[2])
        pairs = self.cache.pair_of_slot[layer]
        if rows == 1:
            return self._attend_alone(pairs[self.slots[0]], self.positions[0], grouped, key, value)
        keys, values = self.cache.keys[layer], self.cache.values[layer]
        keys[self.slot_index, :, self.position_index] = key
        values[self.slot_index, :, self.position_index] = value
        if self.together:
            span = slice(self.slots[0], self.slots[-1] + 1)
            mixed = F.scaled_dot_product_attention(
                grouped, keys[span, :, : self.longest], values[span, :, : self.longest], attn_mask=self.mask
            )
            return mixed.reshape(rows, -1)
        parts = []
        for row, (slot, position) in enumerate(zip(self.slots, self.positions, strict=True)):
            stored = pairs[slot].narrow(2, 0, position + 1)
            parts.append(F.scaled_dot_product_attention(grouped[row : row + 1], stored[:1], stored[1:]))
        return torch.cat(parts).reshape(rows, -1)

    @staticmethod
    def _attend_alone(pair: Tensor, position: int, grouped: Tensor, key: Tensor, value: Tensor) -> Tensor:
        row = pair.select(2, position)
        row[0].copy_(key[0])
        row[1].copy_(value[0])
        stored = pair.narrow(2, 0, position + 1)
        return F.scaled_dot_product_attention(grouped, stored[:1], stored[1:]).reshape(1, -1)


class FrameAttention:
    """Patches attend within their own frame of `lengths[i]` patches; nothing is stored."""

    def __init__(self, lengths: Sequence[int]) -> None:
        self.frames = [slice(start, stop) for start, stop in pairwise(accumulate(lengths, initial=0))]

    def __call__(self, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q, k and v [N, H, D] -> [N, H, D]."""
        parts = []
        for frame in self.frames:
            q, k, v = (rows[frame].transpose(0, 1)[None] for rows in (query, key, value))
            parts.append(F.scaled_dot_product_attention(q, k, v)[0].transpose(0, 1))
        return parts[0] if len(parts) == 1 else torch.cat(parts)
