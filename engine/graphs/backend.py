"""Decoding ahead of the host: steps are enqueued in chunks, and a chunk is read while the next one runs.

Engine thread only. Prefill and the reference step are the eager backend's, over the same cache.

What is enqueued for rows that the host then ends (a loop, a cancel, a limit) is thrown away: it lies past the
slot's length, as far as `StaticKVCache.touch` was told, and is never counted.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.decode import DecodeRow, EagerBackend
from engine.graphs.prompts import PromptGraphs
from engine.graphs.recorder import Mark, Recorder
from engine.graphs.state import Kind, Seat, StepState, kind_of
from engine.graphs.track import AttentionMaker, RecordedTrack, Track, power_of_two
from engine.kernels.batch_products import MOST_ROWS
from engine.kernels.batched_step import BatchedStep
from engine.models.base import Prompt, VisualFeatures
from engine.sampling import Choice, Sampler, choice_of

CHUNK_STEPS = (1, 2, 4, 8, 16)
"""Steps between two looks of the host."""

CHUNK_S = 0.016
"""How long a chunk should last: a frame of a screen, so that text still flows, and long enough for a busy
host to hide its work for a chunk behind the next.
"""


@dataclass(slots=True)
class Flight:
    """A chunk on its way."""

    first: int
    """Its first row of the ring."""
    steps: int
    columns: dict[int, int]
    """Slot -> column, of the rows that somebody still waits for."""
    mark: Mark


class GraphBackend:
    """Rows of `any_slots` attention may be any slots; of the other, a block of neighbours. `single`, where
    there is one, carries a row that is alone.
    """

    reads_weights_once = False

    def __init__(
        self,
        eager: EagerBackend,
        eos_token_ids: frozenset[int],
        recorder: Recorder,
        attention: AttentionMaker,
        *,
        any_slots: bool,
        chunk_steps: int | None = None,
        single: Track | None = None,
    ) -> None:
        self.eager, self.cache = eager, eager.cache
        self._eos, self.recorder, self._attention = eos_token_ids, recorder, attention
        self.any_slots, self._fixed_chunk = any_slots, chunk_steps
        self._single = single
        self.prompts: PromptGraphs | None = None
        """Recorded prompts, where there are some."""
        self._batched: BatchedStep | None = None
        self._tracks: dict[tuple[int, int, Kind], Track] = {}
        self._flights: deque[Flight] = deque()
        self._seated: dict[int, int] = {}
        self._samplers: dict[int, Sampler] = {}
        self._ended: set[int] = set()
        self._stale = False
        self._track: Track | None = None
        self._ahead_tokens, self._next_ring_row = 0, 0
        self._step_s, self._landed_at = 0.0, 0.0

    def with_single(self, single: Track) -> GraphBackend:
        """The same recorded steps, but for a row that is alone. Only one of the two may be in use."""
        made = GraphBackend(
            self.eager,
            self._eos,
            self.recorder,
            self._attention,
            any_slots=self.any_slots,
            chunk_steps=self._fixed_chunk,
            single=single,
        )
        made._tracks, made.prompts, made._batched = self._tracks, self.prompts, self._batched
        return made

    def use_batched(self, step: BatchedStep | None) -> None:
        """Record steps of several rows anew, with `step` or without. Only with nothing under way, and where
        rows may be any slots.
        """
        self._batched = step
        self._tracks.clear()

    def prefill(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor | None:
        """Store tokens [start, stop) of the prompt; logits [V] fp32 when they end it.

        Raises: RequestError.
        """
        self.forget(slot)
        if self.prompts is not None and self.prompts.takes_chunk(start, stop):
            return self.prompts.prefill(slot, prompt, features, start, stop)
        return self.eager.prefill(slot, prompt, features, start, stop)

    def decode(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        """The reference step, as in the eager backend; what was on its way is thrown away."""
        for slot in slots:
            self.forget(slot)
        return self.eager.decode(slots, token_ids)

    def forget(self, slot: int) -> None:
        """Nobody waits any more for what is on its way for `slot`."""
        if self._seated.pop(slot, None) is not None and slot not in self._ended:
            # The device would carry it on with every further chunk.
            self._stale = True
        self._ended.discard(slot)
        for flight in self._flights:
            flight.columns.pop(slot, None)

    @torch.inference_mode()
    def generate(self, rows: Sequence[DecodeRow]) -> dict[int, list[Choice]]:
        """The next choices of each row, in order; a row that joins may have to wait for the next call.

        A row must come with the token it was last given. Raises: RequestError when a slot is full.
        """
        self._drop_flights_of_nobody()
        if not self._stale and self._seated.keys() == {row.slot for row in rows}:
            self._launch()
        if not self._flights:
            self._seated = {}
            self._seat(rows)
            self._launch()
            self._launch()
        landed = self._land()
        return {row.slot: landed.get(row.slot, []) for row in rows}

    # -- enqueueing

    def _seat(self, rows: Sequence[DecodeRow]) -> None:
        """Put the rows in place on the device, with nothing on its way."""
        cache = self.cache
        cache.check_room([row.slot for row in rows])
        tokens = {row.slot: row.token_id for row in rows}
        slots = self._lay_out(sorted(tokens))
        self._samplers = {row.slot: row.sampler for row in rows}
        track = self._track_for(slots, kind_of(list(self._samplers.values())))
        self._ahead_tokens = max(cache.length(slot) for slot in tokens)
        track.prepare(min(self._ahead_tokens + self._chunk_steps(), cache.context_tokens))
        track.load(
            [
                Seat(
                    slot,
                    tokens.get(slot, 0),
                    cache.length(slot),
                    cache.rope_delta(slot),
                    slot in tokens,
                    self._samplers.get(slot),
                )
                for slot in slots
            ]
        )
        self._track, self._next_ring_row = track, 0
        self._seated = {slot: column for column, slot in enumerate(slots) if slot in tokens}
        self._ended.clear()
        self._stale, self._landed_at = False, 0.0

    def _lay_out(self, slots: list[int]) -> list[int]:
        """The slots that the columns stand for."""
        if self.any_slots or len(slots) == 1:
            return slots
        width = 2
        while slots[0] // width != slots[-1] // width:
            width *= 2
        first = slots[0] // width * width
        return list(range(first, min(first + width, self.cache.slots)))

    def _track_for(self, slots: list[int], kind: Kind) -> Track:
        if len(slots) == 1 and self._single is not None and kind == Kind.GREEDY:
            return self._single
        width = power_of_two(len(slots)) if self.any_slots else len(slots)
        first = 0 if self.any_slots else slots[0]
        track = self._tracks.get((first, width, kind))
        if track is None:
            cache = self.cache
            state = StepState(width, self._eos, cache.context_tokens, cache.device, self.recorder, kind=kind)
            track = RecordedTrack(
                self.eager.model,
                cache,
                state,
                recorder=self.recorder,
                attention=self._attention,
                first_slot=first,
                batched=self._batched if width <= MOST_ROWS else None,
            )
            self._tracks[first, width, kind] = track
        return track

    def _launch(self) -> None:
        """Enqueue one chunk for the seated rows, where the ring and what is recorded allow it."""
        track = self._track
        if track is None or not self._seated.keys() - self._ended:
            return
        steps = min(self._chunk_steps(), track.ring_steps - self._next_ring_row)
        # A ring row is written again only when the host has read it.
        if sum(flight.steps for flight in self._flights) + steps > track.ring_steps // 2:
            return
        stop = min(self._ahead_tokens + steps, self.cache.context_tokens)
        if not track.is_ready(stop):
            return
        track.launch(steps, stop)
        first = self._next_ring_row
        track.fetch(first, steps)
        self._next_ring_row = (first + steps) % track.ring_steps
        self._ahead_tokens = stop
        for slot in self._seated:
            self.cache.touch(slot, stop)
        self._flights.append(Flight(first, steps, dict(self._seated), self.recorder.mark()))

    def _chunk_steps(self) -> int:
        if self._fixed_chunk is not None:
            return self._fixed_chunk
        if not self._step_s:
            return CHUNK_STEPS[1]
        return max((steps for steps in CHUNK_STEPS if steps * self._step_s <= CHUNK_S), default=1)

    # -- reading

    def _drop_flights_of_nobody(self) -> None:
        while self._flights and not self._flights[0].columns:
            self._flights.popleft().mark.synchronize()

    def _land(self) -> dict[int, list[Choice]]:
        """Wait for the oldest chunk and read it."""
        track = self._track
        if not self._flights or track is None:
            return {}
        flight = self._flights.popleft()
        flight.mark.synchronize()
        ids, log_shares = track.read(flight.first, flight.steps)
        now = time.perf_counter()
        if self._landed_at and self._flights:
            self._step_s = (now - self._landed_at) / flight.steps
        self._landed_at = now
        return {
            slot: self._read(slot, [row[column] for row in ids], [row[column] for row in log_shares])
            for slot, column in flight.columns.items()
        }

    def _read(self, slot: int, ids: list[int], log_shares: list[float]) -> list[Choice]:
        """What of a column was chosen before the row ended; counts it as stored."""
        choices: list[Choice] = []
        if slot in self._ended:
            return choices
        room = self.cache.context_tokens - self.cache.length(slot)
        for token_id, log_share in zip(ids[:room], log_shares[:room], strict=True):
            choices.append(choice_of(token_id, log_share))
            if token_id in self._eos:
                break
        self.cache.advance(slot, len(choices))
        self._samplers[slot].turn += len(choices)
        if len(choices) < len(ids) or choices[-1].token_id in self._eos or len(choices) == room:
            self._ended.add(slot)
        return choices
