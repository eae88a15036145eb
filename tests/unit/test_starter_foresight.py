"""What is fitted for the bundled model's foresight is what the engine then does with it."""

from __future__ import annotations

import torch
from starter_model.foresight import AHEAD, NOTHING, examples, fit, taken
from torch import Tensor

from engine.foresight import Foresight

WIDTH = 16


def readings() -> list[tuple[Tensor, Tensor]]:
    """Answers that count up from somewhere, their states saying only where that is."""
    places = torch.randn(12, WIDTH, generator=torch.Generator().manual_seed(2))
    return [(places[first : first + 8], torch.arange(first, first + 8)) for first in (0, 1, 2, 3, 4) * 30]


def test_an_example_is_a_state_with_the_token_made_of_it_and_those_behind() -> None:
    states, tokens = examples([(torch.arange(4.0)[:, None], torch.tensor([5, 6, 7, 8]))])
    assert states.flatten().tolist() == [0, 1, 2]
    assert tokens.tolist() == [[5, 6, 7, 8], [6, 7, 8, NOTHING], [7, 8, NOTHING, NOTHING]]
    assert tokens.shape[1] == AHEAD + 1


def test_what_was_fitted_foresees_and_the_engine_foresees_the_same() -> None:
    torch.manual_seed(0)
    states, tokens = examples(readings())
    seer = fit(states, tokens, rounds=12)
    # The last tokens of an answer have nothing behind them.
    inner = (tokens != NOTHING).all(1)
    assert taken(seer, states[inner], tokens[inner])[-1] > 0.9
    engine = Foresight(seer.tensors())
    foreseen = torch.tensor(engine.foresee(states[inner].numpy(), tokens[inner, 0].tolist(), AHEAD))
    agree = (foreseen == tokens[inner, 1:]).all(1).float().mean()
    assert float(agree) > 0.9
