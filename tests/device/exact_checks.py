"""Whose bf16 is right: the fused step and the eager one against fp32 of the same weights. Needs a card.

Two ways of adding up bf16 choose differently now and then, at gaps of several units in the last place:
neither is the measure of the other. What is asked is that the fused step is no further from fp32 than the
eager one is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from unittest.mock import patch

import torch
from torch import Tensor, nn

from engine.bench import rig as rigs
from engine.bench.rig import Rig, random_rig, token_run
from engine.kernels.fused_step import FusedStep
from tests.device.card import DEVICE, say

STEPS, LENGTH, CONTEXT_TOKENS = 300, 1000, 1536
MARGIN = 1.05
"""How much further from fp32 the fused step may be: errors of 300 steps have that much chance in them."""


@contextmanager
def _filled_by(fill: Callable[[str, nn.Parameter], None]) -> Generator[None]:
    with patch.object(rigs, "_fill", lambda name, parameter, _generator: fill(name, parameter)):
        yield


def twins(dimensions: str, device: torch.device, slots: int = 2) -> tuple[Rig, Rig]:
    """The same random weights in bf16 and in fp32."""
    weights: dict[str, Tensor] = {}
    fill, generator = rigs._fill, torch.Generator(device).manual_seed(1)

    def keep(name: str, parameter: nn.Parameter) -> None:
        fill(name, parameter, generator)
        weights[name] = parameter.detach().clone()

    def repeat(name: str, parameter: nn.Parameter) -> None:
        with torch.no_grad():
            parameter.copy_(weights[name])

    made = []
    for way, dtype in ((keep, torch.bfloat16), (repeat, torch.float32)):
        with _filled_by(way):
            made.append(
                random_rig(dimensions, device, dtype, int4=False, slots=slots, context_tokens=CONTEXT_TOKENS)
            )
    return made[0], made[1]


def compare(rig: Rig, truth: Rig, fused_logits: Callable[[int], Tensor], steps: int, length: int) -> bool:
    """Walk the eager text of slot 0, whose keys and values both start with; say what each is off by."""
    token_run(rig, 0, length)
    token_run(truth, 0, length)
    for mine, other in ((truth.cache.keys, rig.cache.keys), (truth.cache.values, rig.cache.values)):
        mine[:, 0, :, :length].copy_(other[:, 0, :, :length])
    token = 7
    off: dict[str, list[float]] = {"fused": [], "eager": []}
    strange = dict.fromkeys(off, 0)
    for _ in range(steps):
        found = {"fused": fused_logits(token), "eager": rig.eager.decode([0], [token])[0]}
        right = truth.eager.decode([0], [token])[0]
        for name, logits in found.items():
            off[name].append(float((logits - right).norm() / right.norm()))
            strange[name] += int(logits.argmax()) != int(right.argmax())
        token = int(found["eager"].argmax())
    say(f"  of {steps} steps, another token than fp32: {strange}")
    say(f"  logits off fp32 by { ({name: f'{mean(shares):.2%}' for name, shares in off.items()}) }")
    return mean(off["fused"]) <= MARGIN * mean(off["eager"])


def exactness() -> None:
    """At 2B dimensions after 1,000 tokens."""
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    with torch.inference_mode():
        rig, truth = twins("2b", DEVICE)
        step = FusedStep(rig.model, rig.cache, Path(tempfile.mkdtemp()))
        step.prepare()
        logits = step.keep_logits()

        def fused_logits(token: int) -> Tensor:
            step.seat(0, token, 1, ())
            step.enqueue(1)
            step.read_state()
            return logits.clone()

        near = compare(rig, truth, fused_logits, STEPS, LENGTH)
    say("the fused step is as near to fp32 as the eager one:", near)
