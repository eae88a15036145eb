"""Attention of recorded prompts: where a chunk stands, and where its rows or patches end, is on the device.

Two ways with the same result, as for decode steps: plain torch with a mask for every device, and the flash
kernel that torch brings, which leaves out what lies past the end. Engine thread only.
"""

from __future__ import annotations

from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor

from engine.cache import StaticKVCache
from engine.graphs.prompt_state import ChunkState

NO_DROPOUT = 0.0


class MaskedChunk:
    """Row t is token start + t of the chunk's slot and sees itself and all before it, of `span` tokens."""

    def __init__(self, cache: StaticKVCache, state: ChunkState, span: int) -> None:
        self._storage, self._state, self._span = cache.storage, state, span
        self._slots = state.slot.expand(state.rows)
        columns = torch.arange(span, device=cache.device)
        rows = torch.arange(state.rows, device=cache.device)
        self._mask = columns <= (state.start + rows).unsqueeze(-1)

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q [T, H, D], k and v [T, KV, D] -> [T, H*D]."""
        store(self._storage[:, layer], (self._slots, self._state.write_at), key, value)
        return self.mix(layer, query)

    def mix(self, layer: int, query: Tensor) -> Tensor:
        """q [T, H, D] -> [T, H*D], where keys and values are stored already."""
        stored = self._storage[:, layer].index_select(1, self._state.slot)[:, 0, :, : self._span]
        stored = stored.repeat_interleave(query.shape[1] // stored.shape[1], 1)
        mixed = F.scaled_dot_product_attention(
            query.transpose(0, 1)[None], stored[:1], stored[1:], attn_mask=self._mask
        )
        return mixed[0].transpose(0, 1).reshape(query.shape[0], -1)


class FlashChunk:
    """The same; the cache is read in place, as a run of one long sequence that begins at the slot."""

    def __init__(self, cache: StaticKVCache, state: ChunkState, span: int) -> None:
        self._storage, self._state, self._span = cache.storage, state, span
        _, _, slots, kv_heads, stored, width = cache.storage.shape
        self._slots = state.slot.expand(state.rows)
        self._ends = torch.cat((torch.zeros_like(state.count), state.count)).int()
        self._begins = (state.slot * (kv_heads * stored)).expand(2).int()
        self._used = (state.start + state.count).int()
        self._rows_of_a_sequence = state.rows
        run = slots * kv_heads * stored - (kv_heads - 1) * stored
        self._run_size, self._run_stride = (run, kv_heads, width), (width, stored * width, 1)

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q [T, H, D], k and v [T, KV, D] -> [T, H*D]; rows past the chunk's end hold anything."""
        store(self._storage[:, layer], (self._slots, self._state.write_at), key, value)
        return self.mix(layer, query)

    def mix(self, layer: int, query: Tensor) -> Tensor:
        """q [T, H, D] -> [T, H*D], where keys and values are stored already."""
        keys, values = self._storage[0, layer], self._storage[1, layer]
        mixed = torch.ops.aten._flash_attention_forward(  # noqa: SLF001 - torch's own name
            query,
            keys.as_strided(self._run_size, self._run_stride),
            values.as_strided(self._run_size, self._run_stride),
            self._ends,
            self._begins,
            self._rows_of_a_sequence,
            self._span,
            NO_DROPOUT,
            self._rows_of_a_sequence > 1,
            False,  # noqa: FBT003
            seqused_k=self._used,
        )[0]
        return cast(Tensor, mixed).reshape(query.shape[0], -1)


class OpeningChunk:
    """A chunk at the very beginning of a slot: rows see each other alone, so that torch may choose its
    fastest kernel; padding comes last, and nobody before it sees it.
    """

    def __init__(self, cache: StaticKVCache, state: ChunkState, span: int) -> None:
        del span
        self._storage, self._state = cache.storage, state
        self._slots = state.slot.expand(state.rows)

    def __call__(self, layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q [T, H, D], k and v [T, KV, D] -> [T, H*D]."""
        store(self._storage[:, layer], (self._slots, self._state.write_at), key, value)
        return self.mix(layer, query)

    def mix(self, layer: int, query: Tensor) -> Tensor:
        """q [T, H, D] -> [T, H*D], where keys and values are stored already."""
        rows = query.shape[0]
        stored = self._storage[:, layer, :, :, :rows].index_select(1, self._state.slot)[:, 0]
        mixed = F.scaled_dot_product_attention(
            query.transpose(0, 1)[None],
            stored[:1],
            stored[1:],
            is_causal=True,
            enable_gqa=query.shape[1] > stored.shape[1],
        )
        return mixed[0].transpose(0, 1).reshape(rows, -1)


class FlashRows(FlashChunk):
    """The same for few rows: each is a sequence of its own, so that the kernel splits its keys over the card
    as in decoding. A chunk of 32 rows fills 16 of 132 multiprocessors for 40 us a layer, whatever its keys.
    """

    def __init__(self, cache: StaticKVCache, state: ChunkState, span: int) -> None:
        super().__init__(cache, state, span)
        index = torch.arange(state.rows, device=cache.device)
        self._ends = torch.arange(state.rows + 1, device=cache.device, dtype=torch.int32)
        self._begins = self._begins[:1].expand(state.rows + 1).contiguous()
        # Padding reads the slot's first token, and nobody reads padding.
        self._used = torch.where(index < state.count, state.start + index + 1, 1).int()
        self._rows_of_a_sequence = 1


def store(layer: Tensor, places: tuple[Tensor, Tensor], key: Tensor, value: Tensor) -> None:
    """Put each row's key and value [T, KV, D] at its slot and index in a layer [2, slots, KV, stored, D]."""
    slots, write_at = places
    layer[0][slots, :, write_at] = key
    layer[1][slots, :, write_at] = value


class MaskedPatches:
    """The first `count` [1] patches see each other; the rest hold anything."""

    def __init__(self, count: Tensor, patches: int) -> None:
        self._mask = (torch.arange(patches, device=count.device) < count).unsqueeze(0)

    def __call__(self, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q, k and v [N, H, D] -> [N, H, D]."""
        q, k, v = (rows.transpose(0, 1)[None] for rows in (query, key, value))
        return F.scaled_dot_product_attention(q, k, v, attn_mask=self._mask)[0].transpose(0, 1)


class FlashPatches:
    """The same by the flash kernel."""

    def __init__(self, count: Tensor, patches: int) -> None:
        self._patches = patches
        self._ends = torch.cat((torch.zeros_like(count), count)).int()

    def __call__(self, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        """q, k and v [N, H, D] -> [N, H, D]."""
        mixed = torch.ops.aten._flash_attention_forward(  # noqa: SLF001 - torch's own name
            query,
            key,
            value,
            self._ends,
            self._ends,
            self._patches,
            self._patches,
            NO_DROPOUT,
            False,  # noqa: FBT003 - the operator takes no names here
            False,  # noqa: FBT003
        )[0]
        return cast(Tensor, mixed)
