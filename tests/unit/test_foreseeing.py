"""Steps that try guesses say what single steps say, however good the guesses are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.api import Sampling
from engine.decode import DecodeRow, EagerBackend
from engine.errors import RequestError
from engine.foreseeing import ForeseeingBackend
from engine.foresight import Foresight
from engine.runtime import Runtime
from engine.sampling import Choice, Sampler
from tests.helpers.foreseen import drawn
from tests.helpers.loading import load, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

STARTER = Path(__file__).resolve().parents[2] / "resources/models/starter"
TOKENS = 14
TOLERANCE = 1e-4


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=3, tied=True)
    loaded = load(folder, slots=6, context_tokens=128)
    yield loaded
    loaded.close()


class Told(Foresight):
    """Knows what each answer is, in rising order of slots, and errs at every `errs_every`th token."""

    def __init__(self, width: int, vocabulary: int, answers: Sequence[list[int]], errs_every: int) -> None:
        super().__init__(drawn(3, width, vocabulary))
        self.answers, self.errs_every = answers, errs_every
        self.at = [0] * len(answers)
        """How many tokens of each were said."""

    def foresee(self, states: NDArray[np.float32], token_ids: Sequence[int], count: int) -> list[list[int]]:
        assert len(states) == len(token_ids) == len(self.answers)
        return [
            [self._guess(answer, said + ahead) for ahead in range(count)]
            for answer, said in zip(self.answers, self.at, strict=True)
        ]

    def _guess(self, answer: list[int], index: int) -> int:
        token_id = answer[index]
        return token_id ^ 1 if index % self.errs_every == self.errs_every - 1 else token_id


def fill(runtime: Runtime, backend: EagerBackend, slots: Sequence[int]) -> dict[int, int]:
    """A prompt of its own in each slot; the first token of each answer."""
    first = {}
    for slot in range(runtime.slots):
        backend.forget(slot)
        runtime.free(slot)
    for slot in slots:
        prompt = runtime.build_prompt([user("Read it " * (slot + 1))], [])
        logits = backend.prefill(slot, prompt, None, 0, len(prompt))
        assert logits is not None
        first[slot] = int(logits.argmax())
    return first


def sampling(slot: int, *, greedy: bool) -> Sampling:
    return Sampling() if greedy else Sampling(temperature=0.8, top_p=0.9, seed=slot)


def follow(
    runtime: Runtime,
    backend: EagerBackend,
    slots: Sequence[int],
    *,
    greedy: bool = True,
    tokens: int = TOKENS,
    seer: Told | None = None,
) -> tuple[dict[int, list[Choice]], int]:
    """The first `tokens` choices of each slot after its first token, and how many calls they took."""
    last = fill(runtime, backend, slots)
    samplers = {slot: Sampler(sampling(slot, greedy=greedy)) for slot in slots}
    said: dict[int, list[Choice]] = {slot: [] for slot in slots}
    calls = 0
    while any(len(choices) < tokens for choices in said.values()):
        calls += 1
        if seer is not None:
            seer.at = [len(said[slot]) for slot in sorted(slots)]
        before = {slot: runtime.length(slot) for slot in slots}
        given = backend.generate([DecodeRow(slot, last[slot], samplers[slot]) for slot in slots])
        for slot, choices in given.items():
            assert runtime.length(slot) == before[slot] + len(choices)
            said[slot] += choices
            last[slot] = choices[-1].token_id
    return {slot: choices[:tokens] for slot, choices in said.items()}, calls


def backends(runtime: Runtime, foresight: Foresight | None) -> tuple[EagerBackend, EagerBackend]:
    """One that foresees and one that does not, over the same cache."""
    model, cache = runtime.model, runtime.cache
    assert model is not None
    assert cache is not None
    step = model.host_step(cache)
    assert step is not None
    seer = foresight or Foresight(drawn(3, step.states.shape[1], runtime.spec.vocab_size))
    return ForeseeingBackend(model, cache, step, seer), EagerBackend(model, cache)


def assert_alike(got: dict[int, list[Choice]], expected: dict[int, list[Choice]]) -> None:
    for slot, choices in expected.items():
        assert [choice.token_id for choice in got[slot]] == [choice.token_id for choice in choices]
        for one, other in zip(got[slot], choices, strict=True):
            assert math.isclose(one.confidence, other.confidence, abs_tol=TOLERANCE)


@pytest.mark.parametrize("slots", [(0,), (5,), (1, 2, 3), (0, 2), (4, 0, 1), (0, 1, 2, 3, 4, 5)])
@pytest.mark.parametrize("greedy", [True, False])
def test_wild_guesses_change_nothing(runtime: Runtime, slots: tuple[int, ...], greedy: bool) -> None:
    wild, plain = backends(runtime, None)
    expected, _ = follow(runtime, plain, slots, greedy=greedy)
    got, _ = follow(runtime, wild, slots, greedy=greedy)
    assert_alike(got, expected)


def told(runtime: Runtime, expected: dict[int, list[Choice]], errs_every: int) -> Told:
    answers = [[choice.token_id for choice in expected[slot]] for slot in sorted(expected)]
    assert runtime.model is not None
    assert runtime.cache is not None
    step = runtime.model.host_step(runtime.cache)
    assert step is not None
    return Told(step.states.shape[1], runtime.spec.vocab_size, answers, errs_every)


@pytest.mark.parametrize("errs_every", [1, 2, 3, 1000])
@pytest.mark.parametrize("greedy", [True, False])
def test_guesses_are_taken_up_to_the_first_wrong_one(runtime: Runtime, errs_every: int, greedy: bool) -> None:
    slots = (1, 2, 4)
    _, plain = backends(runtime, None)
    expected, _ = follow(runtime, plain, slots, greedy=greedy, tokens=TOKENS + 8)
    seer = told(runtime, expected, errs_every)
    foreseeing, _ = backends(runtime, seer)
    got, calls = follow(runtime, foreseeing, slots, greedy=greedy, seer=seer)
    assert_alike(got, {slot: choices[:TOKENS] for slot, choices in expected.items()})
    most = min(errs_every, 3)
    assert calls == math.ceil(TOKENS / most)


def test_nothing_is_written_past_the_end_of_a_slot(runtime: Runtime) -> None:
    wild, _ = backends(runtime, None)
    last = fill(runtime, wild, [0])[0]
    sampler, slot_tokens = Sampler(sampling(0, greedy=True)), runtime.context_tokens
    while runtime.length(0) < slot_tokens:
        last = wild.generate([DecodeRow(0, last, sampler)])[0][-1].token_id
    assert runtime.length(0) == slot_tokens
    with pytest.raises(RequestError):
        wild.generate([DecodeRow(0, last, sampler)])


def test_a_freed_slot_holds_nothing_of_what_was_tried(runtime: Runtime) -> None:
    wild, _ = backends(runtime, None)
    follow(runtime, wild, [3])
    runtime.free(3)
    assert runtime.cache is not None
    assert not runtime.cache.keys[:, 3].any()
    assert not runtime.cache.values[:, 3].any()


def test_single_steps_in_between_change_nothing(runtime: Runtime) -> None:
    wild, plain = backends(runtime, None)
    expected, _ = follow(runtime, plain, [2])
    last, sampler, said = fill(runtime, wild, [2])[2], Sampler(sampling(2, greedy=True)), []
    while len(said) < TOKENS:
        if len(said) % 3 == 1:
            said.append(int(wild.decode([2], [last])[0].argmax()))
        else:
            said += [choice.token_id for choice in wild.generate([DecodeRow(2, last, sampler)])[2]]
        last = said[-1]
    assert said[:TOKENS] == [choice.token_id for choice in expected[2]]


def test_the_bundled_model_foresees() -> None:
    starter = load(STARTER, slots=1, context_tokens=256)
    assert isinstance(starter.backend, ForeseeingBackend)
    starter.close()
