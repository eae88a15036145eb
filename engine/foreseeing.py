"""Steps that try several tokens at once: the model's own next one, and what foresight guesses behind it.

The model is asked after each token of the run; what it says is taken up to the first guess that it would not
have said. So every token, and how sure the model was of it, is what single steps give, but for the rounding
of products over more rows. Engine thread only.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.cache import StaticKVCache
from engine.decode import DecodeRow, EagerBackend
from engine.foresight import Foresight, load_foresight
from engine.models.base import CausalModel, Prompt, TokenStep, VisualFeatures
from engine.sampling import Choice, Sampler, choose

GUESSED_TOKENS = 2
"""Guesses a row. A step over three tokens of each row costs 1.2 to 1.4 times one over single tokens, from one
row to sixteen; a third guess costs more than the few that hold bring.
"""


class ForeseeingBackend(EagerBackend):
    """`EagerBackend` over a step for the host, which takes runs of tokens."""

    def __init__(
        self, model: CausalModel, cache: StaticKVCache, step: TokenStep, foresight: Foresight
    ) -> None:
        super().__init__(model, cache, step)
        self._run_step, self._foresight = step, foresight
        self._states: dict[int, NDArray[np.float32]] = {}
        """What the last token that was given to each slot was made of, [hidden]."""

    @torch.inference_mode()
    def prefill(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor | None:
        """Store tokens [start, stop) of the prompt; logits [V] fp32 when they end it.

        Raises: RequestError.
        """
        self._states.pop(slot, None)
        hidden = self._prefill_rows(slot, prompt, features, start, stop)
        if stop < len(prompt):
            return None
        self._states[slot] = hidden[-1].numpy().copy()
        return self.model.logits(hidden[-1:])[0]

    def decode(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        """Store one token of each slot; logits [B, V] fp32 for the next.

        Raises: RequestError when a slot is full.
        """
        for slot in slots:
            self._states.pop(slot, None)
        return super().decode(slots, token_ids)

    @torch.inference_mode()
    def generate(self, rows: Sequence[DecodeRow]) -> dict[int, list[Choice]]:
        """One choice or several for each row, by slot. Raises: RequestError when a slot is full."""
        # The step wants rising slots.
        rows = sorted(rows, key=lambda row: row.slot)
        slots = [row.slot for row in rows]
        self.cache.check_room(slots)
        guesses = self._guesses(rows, self._count(slots))
        runs = [[row.token_id, *ahead] for row, ahead in zip(rows, guesses, strict=True)]
        logits, run = self._run_step(slots, runs), len(runs[0])
        agreed = _agreed([row.sampler for row in rows], logits.view(len(rows), run, -1), guesses)
        for index, (slot, choices) in enumerate(zip(slots, agreed, strict=True)):
            self.cache.touch(slot, self.cache.length(slot) + run)
            self.cache.advance(slot, len(choices))
            self._states[slot] = self._run_step.states[index * run + len(choices) - 1].copy()
        return dict(zip(slots, agreed, strict=True))

    def forget(self, slot: int) -> None:
        """The sequence in `slot` has ended, or goes on with another token than it was given."""
        self._states.pop(slot, None)

    def _count(self, slots: Sequence[int]) -> int:
        """How many tokens to guess for each, as many as all of them have room for."""
        room = min(self.cache.context_tokens - self.cache.length(slot) for slot in slots) - 1
        return max(0, min(GUESSED_TOKENS, room, self._foresight.ahead))

    def _guesses(self, rows: Sequence[DecodeRow], count: int) -> list[list[int]]:
        """`count` tokens for each row; where nothing is known of a slot, any."""
        guesses: list[list[int]] = [[row.token_id] * count for row in rows]
        known = [index for index, row in enumerate(rows) if row.slot in self._states]
        if count and known:
            states = np.stack([self._states[rows[index].slot] for index in known])
            foreseen = self._foresight.foresee(states, [rows[index].token_id for index in known], count)
            for index, ahead in zip(known, foreseen, strict=True):
                guesses[index] = ahead
        return guesses


def _agreed(
    samplers: Sequence[Sampler], logits: Tensor, guesses: Sequence[Sequence[int]]
) -> list[list[Choice]]:
    """The model's choices for each row, up to the first that is not the guess; logits [B, run, V]."""
    rows, run, vocab = logits.shape
    if all(sampler.is_greedy for sampler in samplers):
        wanted = [sampler for sampler in samplers for _ in range(run)]
        all_choices = choose(wanted, logits.view(rows * run, vocab))
        return [_until_wrong(all_choices[row * run : (row + 1) * run], guesses[row]) for row in range(rows)]
    agreed = []
    for sampler, row_logits, ahead in zip(samplers, logits, guesses, strict=True):
        choices = choose([sampler], row_logits[:1])
        # A draw counts its turn, so none is made that may not be taken.
        while len(choices) <= len(ahead) and choices[-1].token_id == ahead[len(choices) - 1]:
            choices += choose([sampler], row_logits[len(choices) : len(choices) + 1])
        agreed.append(choices)
    return agreed


def _until_wrong(choices: list[Choice], ahead: Sequence[int]) -> list[Choice]:
    taken = 1
    while taken < len(choices) and choices[taken - 1].token_id == ahead[taken - 1]:
        taken += 1
    return choices[:taken]


def eager_backend(model: CausalModel, cache: StaticKVCache, folder: Path, vocab_size: int) -> EagerBackend:
    """Steps of torch operations; of several tokens at once where model and folder have what that takes."""
    step = model.host_step(cache)
    if step is None:
        return EagerBackend(model, cache)
    foresight = load_foresight(folder, step.states.shape[1], vocab_size)
    if foresight is None:
        return EagerBackend(model, cache, step)
    return ForeseeingBackend(model, cache, step, foresight)
