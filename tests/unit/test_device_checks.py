"""The checks that need a card, where they need none: yes to what is right and no to what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from engine.api import Sampling
from engine.bench.rig import Rig, random_rig, token_run
from engine.ladder import make_graphs
from tests.device.draw_checks import OTHER_NUMBERS, as_eager_would, drawn_text, follow
from tests.device.exact_checks import compare, twins
from tests.helpers.call_recorder import CallRecorder

CPU = torch.device("cpu")
NO_END = frozenset({-1})
LENGTH, TOKENS = 20, 12


@pytest.fixture(scope="module")
def rig() -> Rig:
    return random_rig("tiny", CPU, torch.float32, int4=False, slots=4, context_tokens=64)


def test_rows_of_recorded_steps_are_drawn_as_plain_ones_would_be(rig: Rig) -> None:
    backend = make_graphs(rig.eager, NO_END, CallRecorder(), any_slots=False)
    assert as_eager_would(rig, backend, (0, 1, 2), LENGTH, TOKENS)


@pytest.mark.parametrize("top_p", [1.0, 0.8])
def test_a_text_drawn_with_another_seed_is_found_out(rig: Rig, top_p: float) -> None:
    backend = make_graphs(rig.eager, NO_END, CallRecorder(), any_slots=False)
    token_run(rig, 1, LENGTH)
    said = drawn_text(backend, [1], [Sampling(1.0, top_p, 5)], 7, TOKENS)[1]
    token_run(rig, 1, LENGTH)
    assert follow(rig.eager, 1, Sampling(1.0, top_p, 5), 7, said) == (TOKENS, 0.0)
    token_run(rig, 1, LENGTH)
    assert follow(rig.eager, 1, Sampling(1.0, top_p, 6), 7, said).worst > OTHER_NUMBERS


def test_a_text_that_leaves_top_p_out_is_found_out(rig: Rig) -> None:
    backend = make_graphs(rig.eager, NO_END, CallRecorder(), any_slots=False)
    token_run(rig, 1, LENGTH)
    said = drawn_text(backend, [1], [Sampling(1.0, 1.0, 5)], 7, TOKENS)[1]
    token_run(rig, 1, LENGTH)
    assert follow(rig.eager, 1, Sampling(1.0, 0.2, 5), 7, said).worst == float("inf")


def plain_steps(rig: Rig, change: Callable[[Tensor], Tensor]) -> Callable[[int], Tensor]:
    """Logits of slot 1's next token as a fused step gives them: the slot is where it was."""

    def step(token: int) -> Tensor:
        length = rig.cache.length(1)
        logits = rig.eager.decode([1], [token])[0].clone()
        rig.cache.truncate(1, length)
        return change(logits)

    return step


@pytest.mark.parametrize(("change", "near"), [(lambda rows: rows, True), (lambda rows: rows * 1.1, False)])
def test_a_step_is_as_near_to_fp32_as_the_plain_one_or_it_is_not(
    change: Callable[[Tensor], Tensor], near: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, truth = twins("tiny", CPU)
    with torch.inference_mode():
        assert compare(mine, truth, plain_steps(mine, change), 60, LENGTH) is near
    # A part of the way is told, too.
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["50", "60"]
