"""What a decoded chunk runs on: rows on the device that go on by themselves, and a ring the host reads.

`RecordedTrack` replays the model's own operations; `FusedTrack` is the kernel that carries one row through a
whole token. Engine thread only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engine.cache import StaticKVCache
from engine.errors import KernelFaultError
from engine.graphs.recorder import Recorder, Replay
from engine.graphs.state import RING_STEPS, Seat, StepState
from engine.kernels.batched_step import BatchedStep
from engine.kernels.fused_step import FusedStep, State, parts_of
from engine.kernels.step_plan import RING_TOKENS
from engine.models.base import Attend, CausalModel

SMALLEST_BUCKET_TOKENS = 256
"""Below this a step does not get cheaper."""

AttentionMaker = Callable[[StaticKVCache, StepState, int, int], Attend]
"""attention(cache, state, first slot, bucket), made within the recorded step."""

Read = tuple[list[list[int]], list[list[float]]]
"""Token ids and the logarithms of their shares: by step, then by column."""


class Track(Protocol):
    ring_steps: int
    """Choices that the ring holds; half of them may be on their way."""

    def is_ready(self, stop: int) -> bool:
        """Whether steps up to `stop` stored tokens can be launched without preparing anything."""

    def prepare(self, stop: int) -> None:
        """Make it so. Only with nothing on its way."""

    def load(self, seats: Sequence[Seat]) -> None:
        """Put rows in place; the ring begins anew."""

    def launch(self, steps: int, stop: int) -> None:
        """Enqueue steps; no row will hold more than `stop` tokens after them."""

    def fetch(self, first: int, steps: int) -> None:
        """Enqueue the copy of these rows of the ring to the host."""

    def read(self, first: int, steps: int) -> Read:
        """What was fetched, once the device has come past it."""


class RecordedTrack:
    """A step for each bucket of stored tokens, recorded when it is first needed."""

    ring_steps = RING_STEPS

    def __init__(
        self,
        model: CausalModel,
        cache: StaticKVCache,
        state: StepState,
        *,
        recorder: Recorder,
        attention: AttentionMaker,
        first_slot: int,
        batched: BatchedStep | None = None,
    ) -> None:
        """`batched` stands for the model's own operations, over any slots."""
        self._model, self._cache, self._state = model, cache, state
        self._batched = batched
        self._recorder, self._attention, self._first_slot = recorder, attention, first_slot
        self._replays: dict[int, Replay] = {}

    def is_ready(self, stop: int) -> bool:
        """Whether this bucket has been recorded."""
        return self._bucket(stop) in self._replays

    def prepare(self, stop: int) -> None:
        """Record the bucket. That runs the step: every row is done, so that it changes nothing."""
        bucket = self._bucket(stop)
        if bucket not in self._replays:
            self._state.load([])
            self._replays[bucket] = self._recorder.record(lambda: self._step(bucket))

    def load(self, seats: Sequence[Seat]) -> None:
        """Put rows in place; the ring begins anew."""
        self._state.load(seats)

    def launch(self, steps: int, stop: int) -> None:
        """Replay the bucket's step."""
        replay = self._replays[self._bucket(stop)]
        for _ in range(steps):
            replay()

    def fetch(self, first: int, steps: int) -> None:
        """Enqueue the copy of these rows of the ring to the host."""
        self._state.fetch(first, steps)

    def read(self, first: int, steps: int) -> Read:
        """What was fetched."""
        rows = slice(first, first + steps)
        return self._state.host_ids[rows].tolist(), self._state.host_log_shares[rows].tolist()

    def _bucket(self, stop: int) -> int:
        if self._batched is not None:
            return self._cache.context_tokens  # it reads each row's length from the device
        return min(max(SMALLEST_BUCKET_TOKENS, power_of_two(stop)), self._cache.context_tokens)

    def _step(self, bucket: int) -> None:
        model, state = self._model, self._state
        if self._batched is not None:
            logits = self._batched.run(state)
            if state.draws is None:
                self._batched.choose(state, logits)
            else:
                state.choose(logits)
            return
        attend = self._attention(self._cache, state, self._first_slot, bucket)
        hidden = model.embed_tokens(state.tokens)
        rope = model.rope_for(state.rotate_by())
        state.choose(model.logits(model.forward_rows(hidden, rope, attend, ())))


class FusedTrack:
    """One row, one launch a chunk, every length."""

    ring_steps = RING_TOKENS

    def __init__(self, step: FusedStep, eos_token_ids: frozenset[int], recorder: Recorder) -> None:
        self._fused, self._eos = step, sorted(eos_token_ids)
        self._told = recorder.host_buffer(tuple(step.told.shape), step.told.dtype)
        self._tokens, self._top, self._words = parts_of(self._told)

    def is_ready(self, stop: int) -> bool:
        """Always."""
        del stop
        return True

    def prepare(self, stop: int) -> None:
        """One program serves every length."""

    def load(self, seats: Sequence[Seat]) -> None:
        """Put the row in place."""
        (seat,) = seats
        room = self._fused.cache.context_tokens - seat.length
        self._fused.seat(seat.slot, seat.token_id, room, self._eos)

    def launch(self, steps: int, stop: int) -> None:
        """One launch. Raises: KernelFaultError."""
        del stop
        self._fused.enqueue(steps)

    def fetch(self, first: int, steps: int) -> None:
        """Enqueue one copy of the ring to the host, and of how the kernel fares: 12 kB, as fast as rows.

        Rows that the host is reading are written with what they hold.
        """
        del first, steps
        self._told.copy_(self._fused.told, non_blocking=True)

    def read(self, first: int, steps: int) -> Read:
        """What was fetched. Raises: KernelFaultError when the kernel gave up."""
        if int(self._words[State.ERROR]):
            self._fused.reset()
            raise KernelFaultError("The fast step gave up.", f"state {self._words.tolist()}")
        rows = slice(first, first + steps)
        ids = self._tokens[rows].tolist()
        peaks = self._top[rows].tolist()
        return [[token_id] for token_id in ids], [[peak - total] for peak, total in peaks]


def power_of_two(count: int) -> int:
    """The smallest power of two that is not below `count`."""
    width = 1
    while width < count:
        width *= 2
    return width
