"""The two steps of generation, prefill and decode, behind a small protocol. Engine thread only.

`EagerBackend` launches every kernel from Python at exact shapes; it serves every device. Where the model has
a step for the host, that one decodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from engine.attention import DecodeAttention, PrefillAttention
from engine.cache import StaticKVCache
from engine.device import send
from engine.models.base import CausalModel, Prompt, TokenStep, VisualFeatures
from engine.sampling import Choice, Sampler, choose


class DecodeRow(NamedTuple):
    """A sequence that goes on: the slot it lives in, the token it was last given, and how it chooses."""

    slot: int
    token_id: int
    sampler: Sampler


class Backend(Protocol):
    """How steps are executed; every backend gives the same tokens."""

    reads_weights_once: bool
    """Whether all that one call of `generate` gives is one pass over the weights."""

    def prefill(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor | None:
        """Store tokens [start, stop) of the prompt; logits [V] fp32 when they end it."""

    def decode(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        """Store one token of each slot; logits [B, V] fp32 for the next."""

    def generate(self, rows: Sequence[DecodeRow]) -> dict[int, list[Choice]]:
        """Go on with each row, by one step or by several: its choices in order, by slot.

        A row that has just joined may get none yet. The last choice is not stored, all before it are.
        """

    def forget(self, slot: int) -> None:
        """The sequence in `slot` has ended, or goes on with another token than it was given."""


class EagerBackend:
    reads_weights_once = True

    def __init__(self, model: CausalModel, cache: StaticKVCache, step: TokenStep | None = None) -> None:
        """`step` is the model's own for the host, where the caller has made it."""
        self.model = model
        self.cache = cache
        self._host_step = step or model.host_step(cache)

    @torch.inference_mode()
    def prefill(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor | None:
        """Store tokens [start, stop) of the prompt; logits [V] fp32 when they end it.

        Raises: RequestError.
        """
        hidden = self._prefill_rows(slot, prompt, features, start, stop)
        return self.model.logits(hidden[-1:])[0] if stop == len(prompt) else None

    @torch.inference_mode()
    def score(self, slot: int, prompt: Prompt, last: int) -> Iterator[Tensor]:
        """Store a prompt of text in one pass; logits [V] fp32 after each of its last tokens, one by one.

        All of them at once would take a hundred megabytes. Raises: RequestError.
        """
        hidden = self._prefill_rows(slot, prompt, None, 0, len(prompt))
        for index in range(len(prompt) - last, len(prompt)):
            yield self.model.logits(hidden[index : index + 1])[0]

    def _prefill_rows(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor:
        self.open_slot(slot, prompt, start, stop)
        ids = send(torch.tensor(prompt.input_ids[start:stop]), self.cache.device)
        hidden = self.model.embed_tokens(ids)
        deepstack = place_features(hidden, prompt, features, start, stop)
        rope = self.model.rope_rows(prompt.position_ids[:, start:stop])
        attend = PrefillAttention(self.cache, slot, start, stop)
        hidden = self.model.forward_rows(hidden, rope, attend, deepstack)
        self.cache.advance(slot, stop - start)
        return hidden

    def open_slot(self, slot: int, prompt: Prompt, start: int, stop: int) -> None:
        """See that `slot` is where tokens [start, stop) of the prompt go on. Raises: RequestError."""
        if not 0 <= start < stop <= len(prompt):
            raise ValueError(f"tokens [{start}, {stop}) of a prompt of {len(prompt)}")
        if start == 0:
            self.cache.begin(slot, len(prompt), prompt.rope_delta)
        elif self.cache.length(slot) != start:
            raise ValueError(f"slot {slot} holds {self.cache.length(slot)} tokens, not {start}")

    @torch.inference_mode()
    def decode(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        """Store one token of each slot; logits [B, V] fp32 for the next.

        Raises: RequestError when a slot is full.
        """
        if len(slots) != len(token_ids) or len(set(slots)) != len(slots):
            raise ValueError(f"slots {list(slots)} for {len(token_ids)} tokens")
        cache = self.cache
        cache.check_room(slots)
        order = sorted(range(len(slots)), key=slots.__getitem__)
        if order != list(range(len(slots))):
            # Attention wants rising slots, so that neighbours are one block of the cache.
            logits = self.decode([slots[row] for row in order], [token_ids[row] for row in order])
            return logits[
                torch.tensor(sorted(range(len(order)), key=order.__getitem__), device=logits.device)
            ]
        if self._host_step is not None:
            logits = self._host_step(slots, [[token_id] for token_id in token_ids])
        else:
            logits = self._step(slots, token_ids)
        for slot in slots:
            cache.advance(slot, 1)
        return logits

    def _step(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        cache = self.cache
        hidden = self.model.embed_tokens(torch.tensor(token_ids, device=cache.device))
        rope = self.model.rope_at([cache.length(slot) + cache.rope_delta(slot) for slot in slots])
        hidden = self.model.forward_rows(hidden, rope, DecodeAttention(cache, slots), ())
        return self.model.logits(hidden)

    def generate(self, rows: Sequence[DecodeRow]) -> dict[int, list[Choice]]:
        """One choice for each row, by slot. Raises: RequestError when a slot is full."""
        logits = self.decode([row.slot for row in rows], [row.token_id for row in rows])
        choices = choose([row.sampler for row in rows], logits)
        return {row.slot: [choice] for row, choice in zip(rows, choices, strict=True)}

    def forget(self, slot: int) -> None:
        """Nothing is ever on its way here."""


def place_features(
    hidden: Tensor, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
) -> list[Callable[[Tensor], None]]:
    """Put the pictures' features over their tokens in `hidden` (in place), and say how deepstack adds to
    later layers.

    A chunk may begin or end inside a picture, so rows are matched by each picture's own offset.
    """
    pieces = feature_pieces(prompt, features, start, stop)
    if features is None or not pieces:
        return []
    for rows, source in pieces:
        hidden[rows] = features.embeds[source]

    def adder(level: Tensor) -> Callable[[Tensor], None]:
        def add(layer_output: Tensor) -> None:
            for rows, source in pieces:
                layer_output[rows] += level[source]

        return add

    return [adder(level) for level in features.deepstack]


def feature_pieces(
    prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
) -> list[tuple[slice, slice]]:
    """Which rows of the chunk [start, stop) stand for pictures, each with the rows of `features` for it."""
    spans = [span for span in prompt.image_spans if span.start < stop and span.stop > start]
    if features is None:
        if spans:
            raise ValueError("a prompt with pictures needs their features")
        return []
    if features.first_row + features.embeds.shape[0] != prompt.visual_tokens:
        raise ValueError(
            f"{features.embeds.shape[0]} features for {prompt.visual_tokens} visual tokens, "
            f"from row {features.first_row} on"
        )
    pieces: list[tuple[slice, slice]] = []
    for span in spans:
        low, high = max(span.start, start), min(span.stop, stop)
        first = span.feature_start + low - span.start - features.first_row
        if first < 0:
            raise ValueError(f"the picture at token {span.start} has no features")
        pieces.append((slice(low - start, high - start), slice(first, first + high - low)))
    return pieces
