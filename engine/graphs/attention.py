"""Attention of a recorded step: which slot and how far is read from the device, never from the host.

Two ways with the same result. `SpanAttention` is plain torch for every device: a mask over a bucket of
neighbouring slots. `VariableAttention` is one call of the flash kernel that torch brings: any slots, each to
its own length, split over the card. Engine thread only.
"""

from __future__ import annotations

from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.cache import StaticKVCache
from engine.graphs.state import StepState


class SpanAttention:
    """Row r is slot `start + r`; every row reads `bucket` tokens and a mask hides what is not its own."""

    def __init__(self, cache: StaticKVCache, state: StepState, start: int, bucket: int) -> None:
        span = cache.storage[:, :, start : start + state.rows]
        self._keys, self._values = span[0], span[1]
        self._bucket = bucket
        self._rows = torch.arange(state.rows, device=cache.device)
        self._write_at = state.write_at()
        columns = torch.arange(bucket, device=cache.device)
        self._mask = (columns <= state.positions.unsqueeze(-1))[:, None, None]

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q [R, H, D], k and v [R, KV, D] -> [R, H*D]."""
        rows, kv_heads = key.shape[0], key.shape[1]
        keys, values = self._keys[layer], self._values[layer]
        keys[self._rows, :, self._write_at] = key
        values[self._rows, :, self._write_at] = value
        grouped = query.view(rows, kv_heads, -1, query.shape[2])
        mixed = F.scaled_dot_product_attention(
            grouped, keys[:, :, : self._bucket], values[:, :, : self._bucket], attn_mask=self._mask
        )
        return mixed.reshape(rows, -1)


class VariableAttention:
    """Rows are any slots. The flash kernel takes the keys of many sequences as one long run, and where each
    begins: the cache is read as such a run in place, one head behind the other by stride.
    """

    def __init__(self, cache: StaticKVCache, state: StepState, bucket: int) -> None:
        self._storage, self._slots, self._bucket = cache.storage, state.slots, bucket
        _, _, slots, kv_heads, stored, width = cache.storage.shape
        self._write_at = state.write_at()
        active = state.done == 0
        self._lengths = torch.where(active, state.positions + 1, 1).int()
        begins = state.slots * (kv_heads * stored)
        self._begins = torch.cat((begins, begins[-1:])).int()
        self._queries = torch.arange(state.rows + 1, device=cache.device, dtype=torch.int32)
        run = slots * kv_heads * stored - (kv_heads - 1) * stored
        self._run_size, self._run_stride = (run, kv_heads, width), (width, stored * width, 1)

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q [R, H, D], k and v [R, KV, D] -> [R, H*D]."""
        keys, values = self._storage[0, layer], self._storage[1, layer]
        keys[self._slots, :, self._write_at] = key
        values[self._slots, :, self._write_at] = value
        mixed = torch.ops.aten._flash_attention_forward(  # noqa: SLF001 - torch's own name
            query,
            keys.as_strided(self._run_size, self._run_stride),
            values.as_strided(self._run_size, self._run_stride),
            self._queries,
            self._begins,
            1,
            self._bucket,
            0.0,
            False,  # noqa: FBT003 - the operator takes no names here
            False,  # noqa: FBT003
            seqused_k=self._lengths,
        )[0]
        return cast(Tensor, mixed).reshape(query.shape[0], -1)
