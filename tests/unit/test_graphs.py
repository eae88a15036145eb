"""The recorded step over the plain recorder: the same buffers, buckets, ring and ends as on a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
import torch

from engine.api import Sampling
from engine.decode import DecodeRow, EagerBackend
from engine.errors import RequestError
from engine.graphs.attention import SpanAttention
from engine.graphs.backend import GraphBackend
from engine.graphs.state import RING_STEPS
from engine.runtime import Runtime
from engine.sampling import Choice, Sampler
from tests.helpers.call_recorder import CallRecorder
from tests.helpers.loading import greedy, load, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

NO_END = frozenset({-1})
GREEDY = Sampler(Sampling())
TEXTS = (
    "What is the total of this receipt?",
    "x",
    "Read all the text",
    "a b c d e f g h i j k",
    "Total 23.15",
)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=1, tied=False)
    loaded = load(folder, slots=5, context_tokens=700)
    yield loaded
    loaded.close()


@pytest.fixture(autouse=True)
def empty_slots(runtime: Runtime) -> Iterator[None]:
    yield
    for slot in range(runtime.slots):
        runtime.free(slot)


def graphs(runtime: Runtime, *, chunk: int | None = 4, eos: frozenset[int] = NO_END) -> GraphBackend:
    assert isinstance(runtime.backend, EagerBackend)
    return GraphBackend(
        runtime.backend, eos, CallRecorder(), SpanAttention, any_slots=False, chunk_steps=chunk
    )


def begin(backend: GraphBackend | EagerBackend, runtime: Runtime, slot: int, text: str) -> int:
    """Prefill a prompt; its first token."""
    prompt = runtime.build_prompt([user(text)], [])
    logits = backend.prefill(slot, prompt, None, 0, len(prompt))
    assert logits is not None
    return int(logits.argmax())


def expected(runtime: Runtime, text: str, tokens: int) -> list[int]:
    said = greedy(runtime, 0, runtime.build_prompt([user(text)], []), None, tokens)
    runtime.free(0)
    return said


class Walk:
    """Rows that go on together; keeps what each was given."""

    def __init__(self, backend: GraphBackend) -> None:
        self.backend = backend
        self.said: dict[int, list[Choice]] = {}
        self.first: dict[int, int] = {}

    def join(self, runtime: Runtime, slot: int, text: str) -> None:
        self.first[slot] = begin(self.backend, runtime, slot, text)
        self.said[slot] = []

    def leave(self, slot: int) -> list[int]:
        self.backend.forget(slot)
        return [self.first.pop(slot), *(choice.token_id for choice in self.said.pop(slot))]

    def call(self, sampler: Sampler = GREEDY) -> int:
        rows = [
            DecodeRow(slot, said[-1].token_id if said else self.first[slot], sampler)
            for slot, said in self.said.items()
        ]
        given = self.backend.generate(rows)
        for slot, choices in given.items():
            self.said[slot] += choices
        return sum(len(choices) for choices in given.values())

    def until(self, slot: int, tokens: int) -> None:
        for _ in range(10 * tokens):
            if len(self.said[slot]) >= tokens:
                return
            self.call()
        raise AssertionError("the row stands still")


def ids(choices: Sequence[Choice]) -> list[int]:
    return [choice.token_id for choice in choices]


@pytest.mark.parametrize("chunk", [1, 2, 4, 8])
def test_five_hundred_recorded_steps_give_the_tokens_of_the_eager_backend(
    runtime: Runtime, chunk: int
) -> None:
    wanted = expected(runtime, TEXTS[0], 501)
    walk = Walk(graphs(runtime, chunk=chunk))
    walk.join(runtime, 3, TEXTS[0])
    walk.until(3, 500)
    assert walk.leave(3)[:501] == wanted


def test_a_choice_comes_with_the_probability_that_the_eager_backend_gives_it(runtime: Runtime) -> None:
    eager = runtime.backend
    assert isinstance(eager, EagerBackend)
    token = begin(eager, runtime, 0, TEXTS[0])
    wanted: list[Choice] = []
    while len(wanted) < 20:
        wanted += eager.generate([DecodeRow(0, token, GREEDY)])[0]
        token = wanted[-1].token_id
    walk = Walk(graphs(runtime))
    walk.join(runtime, 1, TEXTS[0])
    walk.until(1, 20)
    for mine, theirs in zip(walk.said[1][:20], wanted, strict=True):
        assert mine.token_id == theirs.token_id
        assert mine.confidence == pytest.approx(theirs.confidence, abs=1e-5)


def test_rows_together_say_what_each_says_alone(runtime: Runtime) -> None:
    wanted = [expected(runtime, text, 60) for text in TEXTS]
    walk = Walk(graphs(runtime))
    for slot, text in enumerate(TEXTS):
        walk.join(runtime, slot, text)
    for slot in range(len(TEXTS)):
        walk.until(slot, 59)
    assert [walk.leave(slot)[:60] for slot in range(len(TEXTS))] == wanted


def test_rows_that_join_and_leave_midway_disturb_nobody(runtime: Runtime) -> None:
    wanted = {text: expected(runtime, text, 90) for text in TEXTS[:3]}
    walk = Walk(graphs(runtime))
    walk.join(runtime, 1, TEXTS[0])
    walk.until(1, 10)
    walk.join(runtime, 4, TEXTS[1])
    walk.until(4, 17)
    left = walk.leave(4)
    assert left == wanted[TEXTS[1]][: len(left)]
    runtime.free(4)
    # The slot of the one that left is taken at once, while the old chunk may still be on its way.
    walk.join(runtime, 4, TEXTS[2])
    walk.until(4, 40)
    walk.until(1, 60)
    for slot, text in ((1, TEXTS[0]), (4, TEXTS[2])):
        said = walk.leave(slot)
        assert said == wanted[text][: len(said)]


def test_lengths_count_what_was_given_and_nothing_that_ran_ahead(runtime: Runtime) -> None:
    walk = Walk(graphs(runtime))
    walk.join(runtime, 2, TEXTS[0])
    start = runtime.length(2)
    for _ in range(7):
        walk.call()
        assert runtime.length(2) == start + len(walk.said[2])


def test_a_row_stops_at_its_end_token_and_the_others_go_on(runtime: Runtime) -> None:
    said = expected(runtime, TEXTS[0], 40)
    end = next(token for token in said[5:] if token not in said[:5])
    at = said.index(end)
    other = expected(runtime, TEXTS[3], 60)
    backend = graphs(runtime, eos=frozenset({end, 10**9}))
    walk = Walk(backend)
    walk.join(runtime, 0, TEXTS[0])
    walk.join(runtime, 1, TEXTS[3])
    start = runtime.length(0)
    while not walk.said[0] or walk.said[0][-1].token_id != end:
        walk.call()
    ended = walk.leave(0)
    assert ended == said[: at + 1]
    assert runtime.length(0) == start + at
    assert end not in other
    walk.until(1, 59)
    assert walk.leave(1)[:60] == other


def test_a_row_that_ended_has_stored_nothing_after_its_end(runtime: Runtime) -> None:
    said = expected(runtime, TEXTS[0], 40)
    end = next(token for token in said[5:] if token not in said[:5])
    backend = graphs(runtime, chunk=8, eos=frozenset({end}))
    walk = Walk(backend)
    walk.join(runtime, 0, TEXTS[0])
    while not walk.said[0] or walk.said[0][-1].token_id != end:
        walk.call()
    length = runtime.length(0)
    assert backend.cache.keys[:, 0, :, :length].abs().sum(-1).min() > 0
    assert not backend.cache.keys[:, 0, :, length:].any()


def test_a_row_fills_its_context_to_the_last_token_and_no_further(runtime: Runtime) -> None:
    backend = graphs(runtime, chunk=8)
    walk = Walk(backend)
    walk.join(runtime, 0, TEXTS[1])
    prompt = runtime.length(0)
    wanted = expected(runtime, TEXTS[1], runtime.context_tokens - prompt + 1)
    walk.join(runtime, 0, TEXTS[1])
    walk.until(0, runtime.context_tokens - prompt)
    assert runtime.length(0) == runtime.context_tokens
    with pytest.raises(RequestError, match="full"):
        walk.until(0, runtime.context_tokens)
    assert walk.leave(0) == wanted


def test_what_ran_ahead_is_gone_when_the_slot_is_free_again(runtime: Runtime) -> None:
    backend = graphs(runtime, chunk=8)
    walk = Walk(backend)
    walk.join(runtime, 2, TEXTS[0])
    walk.call()
    walk.leave(2)
    runtime.free(2)
    assert not backend.cache.keys[:, 2].any()
    assert not backend.cache.values[:, 2].any()


def test_a_slot_that_waits_keeps_what_it_holds_while_its_neighbours_go_on(runtime: Runtime) -> None:
    backend = graphs(runtime)
    walk = Walk(backend)
    begin(backend, runtime, 1, TEXTS[3])
    held = backend.cache.keys[:, 1].clone()
    walk.join(runtime, 0, TEXTS[0])
    walk.join(runtime, 2, TEXTS[2])
    walk.until(0, 30)
    assert torch.equal(backend.cache.keys[:, 1], held)


@pytest.mark.parametrize(
    "settings", [Sampling(0.8, 0.9, 5), Sampling(1.3, 1.0, 2**64 - 1), Sampling(0.5, 0.4, -3)]
)
def test_a_sampled_row_is_chosen_for_as_by_the_eager_backend(runtime: Runtime, settings: Sampling) -> None:
    eager = runtime.backend
    assert isinstance(eager, EagerBackend)
    token, wanted, sampler = begin(eager, runtime, 0, TEXTS[0]), [], Sampler(settings)
    for _ in range(60):
        wanted += eager.generate([DecodeRow(0, token, sampler)])[0]
        token = wanted[-1].token_id
    walk, sampler = Walk(graphs(runtime, chunk=4)), Sampler(settings)
    walk.join(runtime, 1, TEXTS[0])
    while len(walk.said[1]) < 60:
        walk.call(sampler)
    assert ids(walk.said[1])[:60] == ids(wanted)
    assert sampler.turn == len(walk.said[1])


def test_sampled_and_greedy_rows_go_side_by_side_as_each_would_alone(runtime: Runtime) -> None:
    settings = Sampling(0.8, 0.9, 5), Sampling(), Sampling(1.1, 1.0, 6)
    alone = []
    for slot, setting in enumerate(settings):
        walk, sampler = Walk(graphs(runtime)), Sampler(setting)
        walk.join(runtime, slot, TEXTS[slot])
        while len(walk.said[slot]) < 40:
            walk.call(sampler)
        alone.append(walk.leave(slot)[1:41])
        runtime.free(slot)
    backend, samplers = graphs(runtime), [Sampler(setting) for setting in settings]
    last = {slot: begin(backend, runtime, slot, TEXTS[slot]) for slot in range(3)}
    said: dict[int, list[int]] = {slot: [] for slot in range(3)}
    while min(len(row) for row in said.values()) < 40:
        rows = [DecodeRow(slot, last[slot], samplers[slot]) for slot in range(3)]
        for slot, choices in backend.generate(rows).items():
            said[slot] += ids(choices)
            last[slot] = said[slot][-1] if said[slot] else last[slot]
    assert [said[slot][:40] for slot in range(3)] == alone


def test_a_row_goes_on_after_steps_of_the_reference_in_between(runtime: Runtime) -> None:
    wanted = expected(runtime, TEXTS[0], 40)
    backend = graphs(runtime)
    walk = Walk(backend)
    walk.join(runtime, 0, TEXTS[0])
    walk.until(0, 8)
    logits = backend.decode([0], [walk.said[0][-1].token_id])
    walk.said[0].append(Choice(int(logits.argmax()), 1.0))
    walk.until(0, 39)
    assert walk.leave(0)[:40] == wanted


def test_the_ring_goes_round_without_a_row_lost(runtime: Runtime) -> None:
    wanted = expected(runtime, TEXTS[2], 3 * RING_STEPS)
    walk = Walk(graphs(runtime, chunk=None))
    walk.join(runtime, 1, TEXTS[2])
    walk.until(1, 3 * RING_STEPS - 1)
    assert walk.leave(1)[: 3 * RING_STEPS] == wanted


def test_logits_without_numbers_reach_the_host_as_such(runtime: Runtime) -> None:
    backend = graphs(runtime)
    walk = Walk(backend)
    walk.join(runtime, 0, TEXTS[0])
    backend.cache.values[:, 0, :, 0] = float("nan")
    walk.call()
    assert all(choice.confidence != choice.confidence for choice in walk.said[0])
