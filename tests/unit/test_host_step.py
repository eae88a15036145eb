"""The step on the host says what the plain one says, whatever slots its rows live in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch

from engine.cache import StaticKVCache
from engine.decode import EagerBackend
from engine.models.qwen3_vl.host_step import HostStep
from engine.runtime import Runtime
from tests.helpers.loading import load, user
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint

TOLERANCE = 1e-5


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    folder = write_tiny_checkpoint(tmp_path_factory.mktemp("tiny"), seed=3, tied=True)
    loaded = load(folder, slots=6, context_tokens=128)
    yield loaded
    loaded.close()


def backends(runtime: Runtime) -> tuple[EagerBackend, EagerBackend]:
    """One that decodes by the host's step, and one that does not, over the same cache."""
    assert runtime.model is not None
    assert runtime.cache is not None
    fast, plain = EagerBackend(runtime.model, runtime.cache), EagerBackend(runtime.model, runtime.cache)
    assert isinstance(fast._host_step, HostStep)
    plain._host_step = None
    return fast, plain


@pytest.mark.parametrize("slots", [(0,), (5,), (0, 1), (1, 2, 3), (0, 2), (0, 1, 3, 5), (4, 0, 1)])
@pytest.mark.parametrize("same_length", [True, False])
def test_a_step_on_the_host_is_the_plain_step(
    runtime: Runtime, slots: tuple[int, ...], same_length: bool
) -> None:
    fast, plain = backends(runtime)
    said: dict[str, list[torch.Tensor]] = {"fast": [], "plain": []}
    for name, backend in (("fast", fast), ("plain", plain)):
        for slot in slots:
            runtime.free(slot)
            prompt = runtime.build_prompt([user("Read" if same_length else "Read it " * (slot + 1))], [])
            runtime.prefill(slot, prompt, None, 0, len(prompt))
        said[name] = [backend.decode(slots, [7 + step + slot for slot in slots]) for step in range(4)]
        assert all(runtime.length(slot) == len(prompt) + 4 for slot in slots[-1:])
    for got, expected in zip(said["fast"], said["plain"], strict=True):
        assert float((got - expected).abs().max()) <= TOLERANCE


def test_what_the_host_stored_is_what_a_prompt_stores(runtime: Runtime) -> None:
    fast, _ = backends(runtime)
    prompt = runtime.build_prompt([user("Read all the text of this page")], [])
    for slot in (0, 1):
        runtime.free(slot)
    runtime.prefill(0, prompt, None, 0, len(prompt))
    runtime.prefill(1, prompt, None, 0, len(prompt) - 3)
    for token_id in prompt.input_ids[-3:]:
        fast.decode([1], [token_id])
    cache = runtime.cache
    assert cache is not None
    for stored in (cache.keys, cache.values):
        apart = stored[:, 0, :, : len(prompt)] - stored[:, 1, :, : len(prompt)]
        assert float(apart.abs().max()) <= TOLERANCE


@pytest.mark.parametrize("slots", [(0,), (1, 2), (0, 2, 3, 5)])
@pytest.mark.parametrize("run", [2, 3, 5])
def test_a_run_of_tokens_is_as_many_steps(runtime: Runtime, slots: tuple[int, ...], run: int) -> None:
    fast, plain = backends(runtime)
    cache, step = runtime.cache, fast._host_step
    assert cache is not None
    assert step is not None
    runs = [[7 + slot + ahead for ahead in range(run)] for slot in slots]
    held: list[torch.Tensor] = []
    for backend in (plain, fast):
        for slot in slots:
            runtime.free(slot)
            prompt = runtime.build_prompt([user("Read it " * (slot + 1))], [])
            runtime.prefill(slot, prompt, None, 0, len(prompt))
        if backend is plain:
            singles = [plain.decode(slots, [ids[ahead] for ids in runs]) for ahead in range(run)]
        else:
            together = step(slots, runs).view(len(slots), run, -1)
            for slot in slots:
                cache.advance(slot, run)
        held.append(torch.stack([cache.keys[:, slot, :, : cache.length(slot)].sum(-2) for slot in slots]))
    assert float((together - torch.stack(singles, 1)).abs().max()) <= TOLERANCE
    assert float((held[0] - held[1]).abs().max()) <= 10 * TOLERANCE
    assert step.states.shape[0] == len(slots) * run


def test_weights_in_16_bits_are_left_to_the_plain_step(runtime: Runtime) -> None:
    assert runtime.model is not None
    assert runtime.cache is not None
    rounded = StaticKVCache(runtime.cache.shape, 1, 16, torch.device("cpu"), torch.bfloat16)
    assert runtime.model.host_step(rounded) is None
