"""Greedy is the lowest of the likeliest; sampling follows the distribution and its seed."""

from __future__ import annotations

import math
from collections import Counter

import pytest
import torch

from engine.api import Sampling
from engine.errors import RequestError
from engine.sampling import Sampler, chance, key_of, keys_of
from engine.sampling import draw as drawn

LOGITS = torch.tensor([0.5, 2.0, -1.0, 1.0, 2.0, -30.0])


def draw(sampling: Sampling, count: int, logits: torch.Tensor = LOGITS) -> list[int]:
    sampler = Sampler(sampling)
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
    first, second = Sampler(hot), Sampler(Sampling(temperature=1.0, seed=1))
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


def test_chance_on_a_device_is_that_of_the_host() -> None:
    seeds = [0, 1, 7, 2**63 - 1, 2**63, 2**64 - 1] * 40
    turns = [index * index for index in range(len(seeds))]
    signed = torch.tensor([seed - 2**64 if seed >= 2**63 else seed for seed in seeds])
    wanted = [key_of(seed, turn) for seed, turn in zip(seeds, turns, strict=True)]
    assert keys_of(signed, torch.tensor(turns)).tolist() == wanted
    assert len(set(wanted)) > 0.99 * len(wanted)


def test_chance_is_finite_and_spread_as_gumbel_said() -> None:
    found = chance(torch.tensor([0, 12345, 2**32 - 1]), 200_000)
    assert bool(found.isfinite().all())
    for row in found:
        # Its mean is Euler's constant and its variance pi^2 / 6.
        assert float(row.mean()) == pytest.approx(0.5772, abs=0.02)
        assert float(row.var()) == pytest.approx(math.pi**2 / 6, abs=0.05)


def test_a_draw_does_not_change_with_the_rounding_of_logits() -> None:
    logits = torch.randn(1, 50_000, generator=torch.Generator().manual_seed(3))
    ones, same = torch.ones(1), 0
    for turn in range(50):
        key = keys_of(torch.tensor([5]), torch.tensor([turn]))
        noise = torch.randn(1, 50_000, generator=torch.Generator().manual_seed(turn)) * 1e-3
        same += int(
            drawn(logits, ones, ones, key, cuts=True) == drawn(logits + noise, ones, ones, key, cuts=True)
        )
    assert same >= 48


def test_rows_are_drawn_side_by_side_as_they_are_alone() -> None:
    logits = torch.randn(6, 300, generator=torch.Generator().manual_seed(5)) * 3
    settings = [Sampling(0.7, 0.9, 3), Sampling(1.5, 1.0, 4), Sampling(0.2, 0.5, 5)] * 2
    samplers = [Sampler(sampling) for sampling in settings]
    for sampler in samplers[3:]:
        sampler.turn = 11
    alone = [sampler.select(row) for sampler, row in zip(samplers, logits, strict=True)]
    columns = zip(*((s.temperature, s.top_p, s.seed) for s in settings), strict=True)
    temperature, top_p, seeds = (torch.tensor(column) for column in columns)
    keys = keys_of(seeds, torch.tensor([0, 0, 0, 11, 11, 11]))
    assert drawn(logits, temperature, top_p, keys, cuts=True).tolist() == alone


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
        Sampler(sampling)
