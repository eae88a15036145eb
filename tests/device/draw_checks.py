"""Are tokens of recorded steps drawn with the numbers that they should be drawn with? Any device.

Gumbel's numbers of a seed, a turn and a token are whole-number arithmetic, the same everywhere; logits are
not. So it is not asked whether two backends draw the same text, which rounding alone prevents where 150,000
tokens are nearly alike, but whether each drawn token is the best of the eager logits with its own turn's
numbers, but for as much as rounding moves them. A token drawn with any other numbers lies far below.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from engine.api import Sampling
from engine.bench.rig import Rig, random_rig, token_run
from engine.decode import DecodeRow, EagerBackend
from engine.graphs.backend import GraphBackend
from engine.graphs.recorder import CudaRecorder
from engine.kernels.batched_step import BatchedStep
from engine.ladder import make_graphs
from engine.sampling import Sampler, chance, draw, key_of
from tests.device.card import DEVICE, say

OTHER_NUMBERS = 3.0
"""In units of logits over the temperature: one of a thousand tokens that were drawn with other numbers is as
near to the best of 150,000 as this, one of 20 to the best of 500.
"""

BORDER = 0.02
"""How much rounding may move the probability before a token."""

SETTINGS = (Sampling(0.7, 1.0, 11), Sampling(1.0, 0.9, 12), Sampling(1.3, 1.0, 1 << 63))


class Drawn(NamedTuple):
    """How a drawn text lies to the eager scores along it."""

    same: int
    """Tokens that are the best of all."""
    worst: float
    """How far below the best any lies; infinite for one that top_p leaves out."""


def follow(eager: EagerBackend, slot: int, sampling: Sampling, first: int, said: Sequence[int]) -> Drawn:
    """Walk `slot`, where `first` comes next, along what a sampler of a first turn of 0 said there."""
    device = eager.cache.device
    temperature, top_p = (
        torch.tensor([value], device=device) for value in (sampling.temperature, sampling.top_p)
    )
    same, worst, token = 0, 0.0, first
    for turn, chosen in enumerate(said):
        logits = eager.decode([slot], [token])
        key = torch.tensor([key_of(Sampler(sampling).seed, turn)], device=device)
        best = int(draw(logits, temperature, top_p, key, cuts=sampling.top_p < 1.0))
        scores = (logits / temperature + chance(key, logits.shape[-1]))[0]
        same += best == chosen
        worst = max(worst, float(scores[best] - scores[chosen]))
        shares = torch.softmax(logits[0] / temperature, -1)
        if float(shares[shares > shares[chosen]].sum()) > sampling.top_p + BORDER:
            worst = math.inf
        token = chosen
    return Drawn(same, worst)


def drawn_text(
    backend: GraphBackend, slots: Sequence[int], sampling: Sequence[Sampling], first: int, tokens: int
) -> dict[int, list[int]]:
    """What each slot says next by the recorded steps, `tokens` tokens of it."""
    rows = {slot: DecodeRow(slot, first, Sampler(one)) for slot, one in zip(slots, sampling, strict=True)}
    said: dict[int, list[int]] = {slot: [] for slot in slots}
    while min(len(row) for row in said.values()) < tokens:
        for slot, choices in backend.generate(list(rows.values())).items():
            said[slot] += [choice.token_id for choice in choices]
            if choices:
                rows[slot] = rows[slot]._replace(token_id=choices[-1].token_id)
    for slot in slots:
        backend.forget(slot)
    return {slot: row[:tokens] for slot, row in said.items()}


def as_eager_would(rig: Rig, backend: GraphBackend, slots: Sequence[int], length: int, tokens: int) -> bool:
    """Rows of different settings together: is every token drawn with its own numbers?"""
    sampling = [SETTINGS[index % len(SETTINGS)] for index in range(len(slots))]
    for slot in slots:
        token_run(rig, slot, length + slot)
    said = drawn_text(backend, slots, sampling, 7, tokens)
    right = True
    for slot, one in zip(slots, sampling, strict=True):
        token_run(rig, slot, length + slot)
        found = follow(rig.eager, slot, one, 7, said[slot])
        right &= found.worst < OTHER_NUMBERS
        say(f"  slot {slot}, {one}: the best in {found.same} of {tokens}, at most {found.worst:.2f} below it")
    return right


def same_numbers() -> None:
    """Draws of one set of logits on the card and on the host."""
    logits = torch.randn(64, 151936, generator=torch.Generator().manual_seed(5)) * 3
    keys = torch.tensor([key_of(9, turn) for turn in range(64)])
    for sampling in SETTINGS:
        settings = torch.full((64,), sampling.temperature), torch.full((64,), sampling.top_p)
        cuts = sampling.top_p < 1.0

        def drawn(
            device: torch.device, cuts: bool = cuts, settings: tuple[Tensor, Tensor] = settings
        ) -> Tensor:
            return draw(*(part.to(device) for part in (logits, *settings, keys)), cuts=cuts).cpu()

        equal = int((drawn(DEVICE) == drawn(torch.device("cpu"))).sum())
        say(f"  {sampling}: the same token on card and host for {equal} of 64")


def sampled_rows() -> None:
    """One, three and eight rows at 2B dimensions in int4 and bf16, with kernels of our own and without."""
    same_numbers()
    for int4 in (True, False):
        rig = random_rig("2b", DEVICE, torch.bfloat16, int4=int4, slots=8, context_tokens=768)
        plain = make_graphs(rig.eager, frozenset({-1}), CudaRecorder(DEVICE), any_slots=True)
        batched = BatchedStep(rig.model, rig.cache, None)
        batched.prepare()
        for name, step in (("recorded", None), ("by kernels of our own", batched)):
            plain.use_batched(step)
            for slots in ((1,), (0, 2, 5), tuple(range(8))):
                right = as_eager_would(rig, plain, slots, 300, 16)
                say(f"{rig.precision} {name}, {len(slots)} rows: drawn as they should be:", right)
