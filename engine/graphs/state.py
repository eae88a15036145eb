"""What a recorded step works on: rows, where each stands, and the ring its choices go to. Engine thread only.

Everything is allocated once and never moves: a recorded step knows addresses, not tensors. The host writes
the rows' state with one copy when it seats them; from there the device carries it on by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import torch
from torch import Tensor

from engine.graphs.recorder import Recorder
from engine.sampling import Sampler, draw, keys_of

RING_STEPS = 64
"""Steps whose choices the ring holds; twice what can be on its way, and a multiple of every chunk."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where one row stands before a step."""

    slot: int
    token_id: int
    length: int
    rope_delta: int
    active: bool = True
    sampler: Sampler | None = None
    """None is greedy."""


class Kind(IntEnum):
    """What choosing takes, the most that any row asks for."""

    GREEDY = 0
    DRAWN = 1
    CUT = 2
    """Drawn among the likeliest, for which all are sorted."""


def kind_of(samplers: Sequence[Sampler]) -> Kind:
    """What choosing for these rows takes."""
    if any(sampler.cuts for sampler in samplers):
        return Kind.CUT
    return Kind.GREEDY if all(sampler.is_greedy for sampler in samplers) else Kind.DRAWN


class Draws:
    """How each row is drawn, on the device; its own turn goes on with every token of it."""

    def __init__(self, rows: int, device: torch.device, recorder: Recorder, *, cuts: bool) -> None:
        self._cuts = cuts
        self._staging = recorder.host_buffer((2, rows), torch.int64)
        self._staged_settings = recorder.host_buffer((2, rows), torch.float32)
        self._packed = torch.zeros((2, rows), dtype=torch.int64, device=device)
        self._settings = torch.zeros((2, rows), dtype=torch.float32, device=device)
        self.seeds, self.turns = self._packed
        self.temperature, self.top_p = self._settings

    def load(self, seats: Sequence[Seat]) -> None:
        """As `StepState.load`; the rest is greedy."""
        self._staging.zero_()
        self._staged_settings[0].zero_()
        self._staged_settings[1].fill_(1.0)
        for column, sampler in enumerate(seat.sampler for seat in seats):
            if sampler is not None:
                seed = sampler.seed - (1 << 64) if sampler.seed >> 63 else sampler.seed
                self._staging[:, column] = torch.tensor([seed, sampler.turn])
                settings = sampler.sampling.temperature, sampler.sampling.top_p
                self._staged_settings[:, column] = torch.tensor(settings)
        self._packed.copy_(self._staging, non_blocking=True)
        self._settings.copy_(self._staged_settings, non_blocking=True)

    def choose(self, logits: Tensor, greedy: Tensor) -> Tensor:
        """Token ids [R] of logits [R, V] fp32; `greedy` [R] for rows that are."""
        drawn = self.temperature > 0.0
        temperature = torch.where(drawn, self.temperature, 1.0)
        taken = draw(logits, temperature, self.top_p, keys_of(self.seeds, self.turns), cuts=self._cuts)
        return torch.where(drawn, taken, greedy)


class StepState:
    """Rows of one width. `done` rows store nothing, choose nothing and stay where they are."""

    def __init__(
        self,
        rows: int,
        eos_token_ids: frozenset[int],
        context_tokens: int,
        device: torch.device,
        recorder: Recorder,
        *,
        kind: Kind = Kind.GREEDY,
    ) -> None:
        self.rows, self.context_tokens, self.device = rows, context_tokens, device
        self._staging = recorder.host_buffer((6, rows), torch.int64)
        self._packed = torch.zeros((6, rows), dtype=torch.int64, device=device)
        self.tokens, self.positions, self.rope_deltas, self.slots, self.done, counter = self._packed
        self.counter = counter[:1]
        self.ring_ids = torch.zeros((RING_STEPS, rows), dtype=torch.int64, device=device)
        self.ring_log_shares = torch.zeros((RING_STEPS, rows), dtype=torch.float32, device=device)
        self.host_ids = recorder.host_buffer((RING_STEPS, rows), torch.int64)
        self.host_log_shares = recorder.host_buffer((RING_STEPS, rows), torch.float32)
        self.stop_ids = torch.tensor(sorted(eos_token_ids) or [-1], device=device)
        self.draws = None
        if kind != Kind.GREEDY:
            self.draws = Draws(rows, device, recorder, cuts=kind == Kind.CUT)
        self.load([])

    def load(self, seats: Sequence[Seat]) -> None:
        """Put rows in place, in order; the rest, and what is not active, is done. The ring begins anew.

        No copy of an earlier load may still be under way: a step after it must have been waited for.
        """
        self._staging.zero_()
        self._staging[4].fill_(1)
        for column, seat in enumerate(seats):
            self._staging[:5, column] = torch.tensor(
                [seat.token_id, seat.length, seat.rope_delta, seat.slot, 0 if seat.active else 1]
            )
        self._packed.copy_(self._staging, non_blocking=True)
        if self.draws is not None:
            self.draws.load(seats)

    def write_at(self) -> Tensor:
        """[R] int64: the token index each row writes to in its slot; done rows write where nobody looks."""
        return torch.where(self.done == 0, self.positions, self.context_tokens)

    def rotate_by(self) -> Tensor:
        """[R] int64: the position of each row's token; done rows may stand past the last there is."""
        return torch.where(self.done == 0, self.positions + self.rope_deltas, 0)

    def choose(self, logits: Tensor) -> None:
        """Take each row's token of logits [R, V] fp32 into the ring, and go on to it. In place."""
        ids = logits.argmax(dim=-1)
        if self.draws is not None:
            ids = self.draws.choose(logits, ids)
        log_shares = logits.gather(-1, ids.unsqueeze(-1)).squeeze(-1) - logits.logsumexp(dim=-1)
        self.ring_ids.index_copy_(0, self.counter, ids.unsqueeze(0))
        self.ring_log_shares.index_copy_(0, self.counter, log_shares.unsqueeze(0))
        self.counter.add_(1).remainder_(RING_STEPS)
        active = self.done == 0
        if self.draws is not None:
            self.draws.turns.add_(active)
        self.tokens.copy_(torch.where(active, ids, self.tokens))
        self.positions.add_(active)
        ended = (self.tokens.unsqueeze(-1) == self.stop_ids).any(-1) | (self.positions >= self.context_tokens)
        self.done.copy_(torch.where(active, ended, active.logical_not()))

    def fetch(self, first: int, steps: int) -> None:
        """Enqueue the copy of `steps` of the ring's rows from `first` on to the host's side of it."""
        rows = slice(first, first + steps)
        self.host_ids[rows].copy_(self.ring_ids[rows], non_blocking=True)
        self.host_log_shares[rows].copy_(self.ring_log_shares[rows], non_blocking=True)
