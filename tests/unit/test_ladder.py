"""The ladder of backends: it climbs where a rung says what the eager backend says, and stays where not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
import torch

import engine.ladder
from engine.api import Precision, Sampling
from engine.cache import StaticKVCache
from engine.decode import DecodeRow, EagerBackend
from engine.errors import KernelFaultError, KernelUnavailableError
from engine.graphs.attention import SpanAttention
from engine.graphs.backend import GraphBackend
from engine.graphs.recorder import Recorder
from engine.graphs.state import Seat, StepState
from engine.graphs.track import FusedTrack, Read, RecordedTrack, Track
from engine.kernels.fused_step import parts_of
from engine.ladder import Ladder, Rung
from engine.models.base import CausalModel
from engine.runtime import Runtime
from engine.sampling import Sampler
from tests.helpers.call_recorder import CallRecorder
from tests.helpers.loading import greedy, load, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

NO_END = frozenset({-1})
GREEDY = Sampler(Sampling())


@pytest.fixture(scope="module", params=[Precision.FP32, Precision.BF16])
def runtime(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=1, tied=False)
    loaded = load(folder, slots=3, context_tokens=256, precision=request.param)
    yield loaded
    loaded.close()


def eager_of(runtime: Runtime) -> EagerBackend:
    assert isinstance(runtime.backend, EagerBackend)
    return runtime.backend


class OneRow(RecordedTrack):
    """Stands for the fused step: one row at a time, over any slot; does to the choices what it is told."""

    def __init__(self, eager: EagerBackend, recorder: Recorder) -> None:
        self.state = StepState(1, NO_END, eager.cache.context_tokens, eager.cache.device, recorder)
        super().__init__(
            eager.model,
            eager.cache,
            self.state,
            recorder=recorder,
            attention=lambda cache, state, _first, bucket: SpanAttention(cache, state, self.slot, bucket),
            first_slot=0,
        )
        self.slot = 0
        self.loads = 0
        self.faults_at = -1
        self.shift = 0

    def load(self, seats: Sequence[Seat]) -> None:
        if seats:
            self.slot = seats[0].slot
            self.loads += 1
        super().load(seats)

    def read(self, first: int, steps: int) -> Read:
        if self.faults_at == self.loads:
            raise KernelFaultError("The fast step gave up.", "told to")
        ids, shares = super().read(first, steps)
        return [[(row[0] + self.shift) % 512] for row in ids], shares


def ladder(runtime: Runtime, make_single: object = None) -> tuple[Ladder, list[OneRow]]:
    eager, made = eager_of(runtime), []

    def single(recorder: Recorder) -> Track:
        made.append(OneRow(eager, recorder))
        return made[0]

    chosen = make_single or single
    return Ladder(eager, NO_END, None, recorder=CallRecorder(), make_single=chosen), made  # type: ignore[arg-type]


def climb(made: Ladder, runtime: Runtime) -> None:
    while made.can_climb:
        made.climb(2)
        assert runtime.length(2) == 0


def test_without_a_card_the_eager_backend_serves_and_nothing_is_wrong(runtime: Runtime) -> None:
    made = Ladder(eager_of(runtime), NO_END, None)
    assert not made.can_climb
    assert (made.rung, made.note, made.backend) == (Rung.EAGER, "", eager_of(runtime))


def test_it_climbs_to_the_top_and_leaves_the_slot_empty(runtime: Runtime) -> None:
    made, _ = ladder(runtime)
    made.climb(2)
    assert (made.rung, made.note) == (Rung.GRAPHS, "")
    climb(made, runtime)
    assert (made.rung, made.note) == (Rung.FUSED, "")


def test_the_top_says_what_the_eager_backend_says(runtime: Runtime) -> None:
    made, singles = ladder(runtime)
    climb(made, runtime)
    prompt = runtime.build_prompt([user("Read all the text")], [])
    wanted = greedy(runtime, 0, prompt, None, 41)
    logits = made.backend.prefill(1, prompt, None, 0, len(prompt))
    assert logits is not None
    said, before = [int(logits.argmax())], singles[0].loads
    while len(said) < 41:
        given = made.backend.generate([DecodeRow(1, said[-1], GREEDY)])
        said += [choice.token_id for choice in given[1]]
    made.backend.forget(1)
    assert singles[0].loads > before
    if runtime.info.precision == "fp32":
        assert said[:41] == wanted
    for slot in (0, 1):
        runtime.free(slot)


def test_a_rung_that_says_something_else_is_not_climbed_and_why_is_told(runtime: Runtime) -> None:
    eager = eager_of(runtime)

    def shifted(recorder: Recorder) -> Track:
        track = OneRow(eager, recorder)
        track.shift = 1
        return track

    made, _ = ladder(runtime, shifted)
    climb(made, runtime)
    assert made.rung is Rung.GRAPHS
    assert "another text" in made.note


def test_a_rung_that_this_machine_lacks_is_not_climbed_and_why_is_told(runtime: Runtime) -> None:
    def none(_recorder: Recorder) -> Track:
        raise KernelUnavailableError("This card is too old for the fast step.", "sm_70")

    made, _ = ladder(runtime, none)
    climb(made, runtime)
    assert (made.rung, made.note) == (Rung.GRAPHS, "This card is too old for the fast step.")


def test_an_unforeseen_failure_keeps_the_rung_below_and_is_no_traceback(runtime: Runtime) -> None:
    def broken(_recorder: Recorder) -> Track:
        raise RuntimeError("CUDA driver version is insufficient")

    made, _ = ladder(runtime, broken)
    climb(made, runtime)
    assert made.rung is Rung.GRAPHS
    assert made.note
    assert "CUDA" not in made.note


def test_a_rung_that_fails_while_it_serves_loses_no_token(runtime: Runtime) -> None:
    made, singles = ladder(runtime)
    climb(made, runtime)
    prompt = runtime.build_prompt([user("Total 23.15")], [])
    wanted = greedy(runtime, 0, prompt, None, 41)
    runtime.free(0)
    before = runtime.backend, runtime.ladder
    runtime.backend, runtime.ladder = made.backend, made
    try:
        logits = runtime.prefill(0, prompt, None, 0, len(prompt))
        assert logits is not None
        said = [int(logits.argmax())]
        while len(said) < 41:
            if len(said) > 10:
                singles[0].faults_at = singles[0].loads
            said += [c.token_id for c in runtime.generate([DecodeRow(0, said[-1], GREEDY)])[0]]
        assert (made.rung, made.note, runtime.rung) == (Rung.GRAPHS, "The fast step gave up.", "graphs")
        assert runtime.length(0) == len(prompt) + len(said) - 1
        if runtime.info.precision == "fp32":
            assert said[:41] == wanted
    finally:
        runtime.free(0)
        runtime.backend, runtime.ladder = before


def test_an_idle_runtime_climbs_in_a_slot_that_nobody_holds(runtime: Runtime) -> None:
    before = runtime.backend, runtime.ladder
    runtime.ladder, _ = ladder(runtime)
    try:
        for slot in range(runtime.slots):
            runtime.prefill(slot, runtime.build_prompt([user("x")], []), None, 0, 1)
        assert not runtime.can_improve
        held = runtime.cache.keys[:, :2].clone() if runtime.cache else torch.empty(0)
        runtime.free(2)
        assert runtime.can_improve
        runtime.improve()
        assert runtime.rung == "graphs"
        assert runtime.cache is not None
        assert torch.equal(runtime.cache.keys[:, :2], held)
    finally:
        for slot in range(runtime.slots):
            runtime.free(slot)
        runtime.backend, runtime.ladder = before


class FusedDouble:
    """What `FusedTrack` sees of the kernel."""

    def __init__(self, runtime: Runtime) -> None:
        assert runtime.cache is not None
        self.cache = runtime.cache
        self.told = torch.zeros(3 * 1024 + 16, dtype=torch.int32)
        tokens, top, self.state = parts_of(self.told)
        tokens.copy_(torch.arange(1024))
        top.copy_(torch.tensor([2.0, 2.5]))
        self.seated: tuple[object, ...] = ()
        self.enqueued: list[int] = []
        self.was_reset = False

    def seat(self, *settings: object) -> None:
        self.seated = settings

    def enqueue(self, steps: int) -> None:
        self.enqueued.append(steps)

    def reset(self) -> None:
        self.was_reset = True


def test_the_fused_track_seats_launches_and_reads_what_the_kernel_wrote(runtime: Runtime) -> None:
    kernel = FusedDouble(runtime)
    track = FusedTrack(kernel, frozenset({9, 4}), CallRecorder())  # type: ignore[arg-type]
    track.prepare(100)
    assert track.is_ready(100)
    track.load([Seat(2, 65, 200, -3)])
    assert kernel.seated == (2, 65, 256 - 200, [4, 9])
    track.launch(4, 204)
    track.fetch(8, 4)
    assert kernel.enqueued == [4]
    assert track.read(8, 4) == ([[8], [9], [10], [11]], [[-0.5]] * 4)


def test_a_kernel_that_gave_up_is_reset_and_nothing_of_it_is_read(runtime: Runtime) -> None:
    kernel = FusedDouble(runtime)
    track = FusedTrack(kernel, NO_END, CallRecorder())  # type: ignore[arg-type]
    kernel.state[8] = 1
    track.fetch(0, 2)
    with pytest.raises(KernelFaultError):
        track.read(0, 2)
    assert kernel.was_reset


class BatchedDouble:
    """Stands for the kernels of several rows: the model's own operations, or other ones where told."""

    def __init__(self, model: CausalModel, cache: StaticKVCache, _folder: object) -> None:
        self.model, self.cache, self.runs = model, cache, 0
        BatchedDouble.made = self

    made: BatchedDouble
    refuses = False
    shift = 0

    def prepare(self) -> None:
        if self.refuses:
            raise KernelUnavailableError("Not on this card.")

    def run(self, state: StepState) -> torch.Tensor:
        self.runs += 1
        attend = SpanAttention(self.cache, state, int(state.slots.min()), self.cache.context_tokens)
        rope = self.model.rope_for(state.rotate_by())
        hidden = self.model.forward_rows(self.model.embed_tokens(state.tokens), rope, attend, ())
        return self.model.logits(hidden).roll(self.shift, -1)

    def choose(self, state: StepState, logits: torch.Tensor) -> None:
        state.choose(logits)


@pytest.fixture
def batched(monkeypatch: pytest.MonkeyPatch) -> type[BatchedDouble]:
    class Double(BatchedDouble):
        pass

    monkeypatch.setattr(engine.ladder, "BatchedStep", Double)
    return Double


def climb_with_any_slots(runtime: Runtime) -> tuple[Ladder, GraphBackend]:
    """As where the flash kernel is: what is recorded for rows may be any slots."""
    made, _ = ladder(runtime)
    made.climb(2)
    made.climb(2)
    assert made._graphs is not None
    made._graphs.any_slots = True
    made.climb(2)
    assert made.rung is Rung.FUSED
    return made, made._graphs


def test_several_rows_run_on_the_batched_kernels_once_these_were_checked(
    runtime: Runtime, batched: type[BatchedDouble]
) -> None:
    made, graphs = climb_with_any_slots(runtime)
    backend = made.backend
    assert isinstance(backend, GraphBackend)
    assert made.note == ""
    assert backend._batched is graphs._batched is batched.made
    prompt = runtime.build_prompt([user("Read all the text")], [])
    wanted = greedy(runtime, 0, prompt, None, 21)
    backend.any_slots = True
    for slot in (0, 1):
        backend.prefill(slot, prompt, None, 0, len(prompt))
    said, before = {0: [wanted[0]], 1: [wanted[0]]}, batched.made.runs
    while min(map(len, said.values())) < 21:
        rows = [DecodeRow(slot, row[-1], GREEDY) for slot, row in said.items()]
        for slot, choices in backend.generate(rows).items():
            said[slot] += [choice.token_id for choice in choices]
    assert batched.made.runs > before
    assert said[0][:21] == said[1][:21]
    for slot in (0, 1):
        if batched.made.cache.dtype == torch.float32:  # elsewhere ties may fall either way
            assert said[slot][:21] == wanted
        backend.forget(slot)
        runtime.free(slot)


@pytest.mark.parametrize("setting", [{"refuses": True}, {"shift": 1}])
def test_batched_kernels_that_refuse_or_say_something_else_leave_the_recorded_steps(
    runtime: Runtime, batched: type[BatchedDouble], setting: dict[str, int]
) -> None:
    for name, value in setting.items():
        setattr(batched, name, value)
    made, graphs = climb_with_any_slots(runtime)
    assert made.note
    assert isinstance(made.backend, GraphBackend)
    assert made.backend._batched is graphs._batched is None
