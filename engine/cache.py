"""The KV cache: one preallocated block, addressed by slot; lengths and rope deltas are on the host.

Engine thread only. What a slot's earlier occupant left is zeroed before the next: rows that attend together
read as far as the longest of them, and a mask hides numbers but not a NaN.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from engine.errors import OutOfMemoryError, RequestError
from engine.models.base import CacheShape

MAX_SLOTS = 16
"""Rows of one decode step: on a CPU 8 rows of 250 tokens cost about two single ones, 16 three, 24 four."""

MAX_CARD_SLOTS = 32
"""On a card a step reads its weights once for all rows: as many as there is memory for their contexts."""

MIN_CONTEXT_TOKENS = 1024
"""Less cannot hold one page: about 500 visual tokens and as many of text."""

SMALL_CACHE_BYTES = 400 * 1024 * 1024
"""What a cache may always cost, however small the weights are: 16 slots of 4,096 tokens of the bundled model.
Pages of it that nobody wrote to take no memory, and a region of a page takes some 3 MB.
"""

FREE_SHARE = 0.5
"""Of the memory free after loading; the rest is for activations and everybody else."""


class StaticKVCache:
    """Keys and values of every slot: [layers, slots, kv_heads, context, head_dim] each.

    `storage` has one token more a slot, at index `context_tokens`, where a recorded step lets rows write that
    have nothing to store. It belongs to no length, and nobody attends to it.
    """

    def __init__(
        self, shape: CacheShape, slots: int, context_tokens: int, device: torch.device, dtype: torch.dtype
    ) -> None:
        self.shape, self.slots, self.context_tokens = shape, slots, context_tokens
        self.device, self.dtype = device, dtype
        # zeros, not empty: on Linux untouched pages then cost nothing.
        self.storage = torch.zeros(
            (2, shape.layers, slots, shape.kv_heads, context_tokens + 1, shape.head_dim),
            device=device,
            dtype=dtype,
        )
        usable = self.storage[..., :context_tokens, :]
        self.keys, self.values = usable[0], usable[1]
        self.size_bytes = self.storage.numel() * dtype.itemsize
        self._lengths = [0] * slots
        self._touched = [0] * slots
        self._rope_deltas = [0] * slots
        # Views made once: slicing costs about a microsecond each, and a decode step needs dozens.
        self.pair_of_slot: list[list[Tensor]] = [
            [usable[:, layer, slot] for slot in range(slots)] for layer in range(shape.layers)
        ]

    def length(self, slot: int) -> int:
        """Tokens stored in `slot`."""
        return self._lengths[slot]

    def rope_delta(self, slot: int) -> int:
        """What to add to a token's index in `slot` to get its position."""
        return self._rope_deltas[slot]

    def begin(self, slot: int, tokens: int, rope_delta: int) -> None:
        """Empty `slot` for a prompt of `tokens` tokens. Raises: RequestError when it cannot hold it."""
        self._check_fits(tokens)
        self.free(slot)
        self._rope_deltas[slot] = rope_delta

    def _check_fits(self, tokens: int) -> None:
        if tokens > self.context_tokens:
            raise RequestError(
                f"The pictures and text together take {tokens:,} tokens, and this model holds "
                f"{self.context_tokens:,}; "
                "use fewer or smaller pictures, or start a new conversation.",
                f"prompt of {tokens} tokens, context of {self.context_tokens}",
            )

    def resume(self, slot: int, held_tokens: int, tokens: int, rope_delta: int) -> None:
        """Go on in `slot` after its first `held_tokens` tokens with a prompt of `tokens` in all.

        Raises: RequestError when it cannot hold them.
        """
        self._check_fits(tokens)
        self.truncate(slot, held_tokens)
        self._rope_deltas[slot] = rope_delta

    def advance(self, slot: int, tokens: int) -> None:
        """Count `tokens` more as stored in `slot`."""
        self._lengths[slot] += tokens
        self.touch(slot, self._lengths[slot])

    def touch(self, slot: int, stop: int) -> None:
        """A step may have written tokens of `slot` as far as `stop`, counted or not."""
        self._touched[slot] = max(self._touched[slot], min(stop, self.context_tokens))

    def truncate(self, slot: int, tokens: int) -> None:
        """Forget what `slot` holds from token `tokens` on; the room is used again."""
        self._lengths[slot] = min(self._lengths[slot], tokens)

    def check_room(self, slots: Sequence[int]) -> None:
        """Raises: RequestError when one more token would overflow a slot."""
        for slot in slots:
            if self._lengths[slot] >= self.context_tokens:
                raise RequestError(
                    f"The model's memory of {self.context_tokens:,} tokens is full; start a new "
                    "conversation.",
                    f"slot {slot}",
                )

    def free(self, slot: int) -> None:
        """Forget what `slot` holds; costs as much as was stored."""
        if self._touched[slot]:
            self.keys[:, slot, :, : self._touched[slot]].zero_()
            self.values[:, slot, :, : self._touched[slot]].zero_()
        self._lengths[slot] = self._touched[slot] = 0
        self._rope_deltas[slot] = 0


def choose_capacity(
    token_bytes: int,
    weights_bytes: int,
    free_bytes: int,
    wanted_tokens: int,
    max_position_tokens: int,
    *,
    most_slots: int = MAX_SLOTS,
) -> tuple[int, int]:
    """Slots and context tokens for the memory at hand.

    The cache may cost as much as the weights (or 256 MiB) and half of what is free; context is halved only
    when not even one slot fits. Raises: OutOfMemoryError when nothing useful fits.
    """
    budget = min(int(free_bytes * FREE_SHARE), max(SMALL_CACHE_BYTES, weights_bytes))
    context = min(wanted_tokens, max_position_tokens)
    floor = min(MIN_CONTEXT_TOKENS, context)
    while context >= floor:
        slots = budget // (token_bytes * context)
        if slots >= 1:
            return min(slots, most_slots), context
        context //= 2
    raise OutOfMemoryError(
        "There is not enough free memory to run this model; close other programs or choose a smaller model.",
        f"{token_bytes} bytes a token, {free_bytes} bytes free",
    )
