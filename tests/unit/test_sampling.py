"""Greedy is the lowest of the likeliest; sampling follows the distribution and its seed."""

from __future__ import annotations

import math
from collections import Counter

import pytest
import torch

from engine.api import Sampling
from engine.errors import RequestError
from engine.sampling import Sampler

CPU = torch.device("cpu")
LOGITS = torch.tensor([0.5, 2.0, -1.0, 1.0, 2.0, -30.0])


def draw(sampling: Sampling, count: int, logits: torch.Tensor = LOGITS) -> list[int]:
    sampler = Sampler(sampling, CPU)
    return [sampler.select(logits) for _ in range(count)]


def test_greedy_takes_the_lowest_id_of_a_tie() -> None:
    assert draw(Sampling(), 3) == [1, 1, 1]


def test_the_same_seed_gives_the_same_tokens() -> None:
    hot = Sampling(temperature=1.0, seed=7)
    assert draw(hot, 50) == draw(hot, 50)
    assert draw(hot, 50) != draw(Sampling(temperature=1.0, seed=8), 50)


def test_two_samplers_do_not_disturb_each_other() -> None:
    hot = Sampling(temperature=1.0, seed=7)
    alone = draw(hot, 20)
    first, second = Sampler(hot, CPU), Sampler(Sampling(temperature=1.0, seed=1), CPU)
    interleaved = []
    for _ in range(20):
        interleaved.append(first.select(LOGITS))
        second.select(LOGITS)
    assert interleaved == alone


def test_sampling_follows_the_distribution() -> None:
    count = 4000
    seen = Counter(draw(Sampling(temperature=0.8, seed=3), count))
    expected = torch.softmax(LOGITS / 0.8, -1)
    for token, probability in enumerate(expected.tolist()):
        # Five standard deviations: with this seed it holds or the sampler is wrong.
        slack = 5 * math.sqrt(count * probability * (1 - probability)) + 1
        assert abs(seen[token] - count * probability) <= slack


def test_top_p_keeps_the_likeliest_and_the_one_that_crosses_it() -> None:
    logits = torch.log(torch.tensor([0.1, 0.5, 0.3, 0.1]))
    assert set(draw(Sampling(temperature=1.0, top_p=0.5, seed=1), 300, logits)) == {1}
    assert set(draw(Sampling(temperature=1.0, top_p=0.6, seed=1), 300, logits)) == {1, 2}
    assert set(draw(Sampling(temperature=1.0, top_p=1.0, seed=1), 300, logits)) == {0, 1, 2, 3}


def test_a_tiny_top_p_is_greedy() -> None:
    logits = torch.tensor([0.0, 3.0, 1.0])
    assert set(draw(Sampling(temperature=2.0, top_p=1e-9, seed=1), 100, logits)) == {1}


def test_a_tiny_temperature_neither_overflows_nor_strays() -> None:
    logits = torch.tensor([1e4, -1e4, 9.9e3])
    assert set(draw(Sampling(temperature=1e-6, seed=1), 100, logits)) == {0}


def test_impossible_tokens_are_never_drawn() -> None:
    logits = torch.tensor([0.0, float("-inf"), 0.0])
    assert set(draw(Sampling(temperature=5.0, seed=1), 300, logits)) == {0, 2}


@pytest.mark.parametrize("seed", [0, -1, 2**64 - 1, 2**70])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    hot = Sampling(temperature=1.0, seed=seed)
    assert draw(hot, 5) == draw(hot, 5)


@pytest.mark.parametrize(
    "sampling",
    [
        Sampling(temperature=-0.1),
        Sampling(temperature=float("nan")),
        Sampling(temperature=float("inf")),
        Sampling(top_p=0.0),
        Sampling(top_p=1.1),
        Sampling(top_p=float("nan")),
    ],
)
def test_impossible_settings_are_refused(sampling: Sampling) -> None:
    with pytest.raises(RequestError):
        Sampler(sampling, CPU)
