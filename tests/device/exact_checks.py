"""Whose bf16 is right: the fused step and the eager one against fp32 of the same weights. Needs a card.

Two ways of adding up bf16 choose differently now and then, at gaps of several units in the last place:
neither is the measure of the other. What is asked is that the fused step is no further from fp32 than the
eager one is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from unittest.mock import patch

import torch
from torch import Tensor, nn

from engine.bench import rig as rigs
from engine.bench.rig import Rig, random_rig, token_run
from engine.decode import EagerBackend
from engine.kernels.fused_step import FusedStep
from engine.models.base import Prompt
from tests.device.card import DEVICE, say

STEPS, PART, LENGTH, CONTEXT_TOKENS = 300, 50, 1000, 1536
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
    """Let the fused step say a text in slot 1, and walk the other two along it in slot 0, a part in one pass.

    A step of theirs takes as long as thirty of its own. What each is off by is said after every part, so that
    a run that is cut short has told something.
    """
    token_run(rig, 0, length)
    token_run(rig, 1, length)
    token_run(truth, 0, length)
    # All three go on from the same keys and values.
    for whole, other in ((truth.cache.keys, rig.cache.keys), (truth.cache.values, rig.cache.values)):
        other[:, 1, :, :length].copy_(other[:, 0, :, :length])
        whole[:, 0, :, :length].copy_(other[:, 0, :, :length])
    off: dict[str, list[float]] = {"fused": [], "eager": []}
    strange = dict.fromkeys(off, 0)
    token = 7
    for start in range(0, steps, PART):
        said, logits = [token], []
        for _ in range(min(PART, steps - start)):
            logits.append(fused_logits(said[-1]))
            rig.cache.advance(1, 1)
            said.append(int(logits[-1].argmax()))
        token = said.pop()
        rows = zip(logits, along(rig.eager, said), along(truth.eager, said), strict=True)
        for fused, eager, right in rows:
            for name, found in (("fused", fused), ("eager", eager)):
                off[name].append(float((found - right).norm() / right.norm()))
                strange[name] += int(found.argmax()) != int(right.argmax())
        say(
            f"  {start + len(said)} steps: logits off fp32 by",
            {name: f"{mean(shares):.2%}" for name, shares in off.items()},
            f"another token than fp32 {strange}",
        )
    return mean(off["fused"]) <= MARGIN * mean(off["eager"])


def along(eager: EagerBackend, tokens: Sequence[int]) -> Iterator[Tensor]:
    """Logits [V] after each of `tokens`, which go on where slot 0 ends."""
    start = eager.cache.length(0)
    ids = (*([1] * start), *tokens)
    prompt = Prompt(ids, torch.arange(len(ids)).expand(3, -1), 0, ())
    hidden = eager._prefill_rows(0, prompt, None, start, len(ids))
    for index in range(len(tokens)):
        yield eager.model.logits(hidden[index : index + 1])[0]


def exactness() -> None:
    """At 2B dimensions after 1,000 tokens."""
    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    with torch.inference_mode():
        rig, truth = twins("2b", DEVICE)
        step = FusedStep(rig.model, rig.cache, Path(tempfile.mkdtemp()))
        step.prepare()
        logits = step.keep_logits()

        def fused_logits(token: int) -> Tensor:
            step.seat(1, token, 1, ())
            step.enqueue(1)
            step.read_state()
            return logits.clone()

        near = compare(rig, truth, fused_logits, STEPS, LENGTH)
    say("the fused step is as near to fp32 as the eager one:", near)
