"""Fits the foresight of the bundled model: from the state behind each token, the tokens after the next.

    PYTHONPATH=packaging python -m starter_model.foresight --fonts .train/fonts --corpus .train/corpus \
        --model resources/models/starter --pictures 300 --out resources/models/starter/foresight.safetensors

Draws pictures as the training does, lets the engine's own model read each along its answer (so the states are
those of the shipped weights and number formats), and fits `Seer`, which is `engine.foresight` with gradients.
To be run anew whenever the weights change. Needs no accelerator.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from safetensors.torch import save_file
from torch import Tensor, nn

from engine.api import ImageInput, LoadRequest, RequestId, Role, Turn
from engine.attention import PrefillAttention
from engine.decode import place_features
from engine.runtime import Runtime
from starter_model.page import Library
from starter_model.pictures import Sample, density, sample
from starter_model.stages import stage_at
from starter_model.texts import Corpus, Texts
from starter_model.tokens import IM_END, VOCABULARY

AHEAD, INNER = 3, 80
"""Tokens foreseen, and what lies between state and token: 252 KB in bf16, so the folder stays below 25 MB."""

SIZES_PX = ((480, 128), (384, 160), (320, 192), (256, 240), (608, 96), (544, 112), (448, 128), (640, 64))
"""Width and height of pictures like the pieces of pages that are read."""

NOTHING = -100
WEIGHTS = (1.0, 0.7, 0.5)
"""Of the losses of the tokens ahead: a later one counts only where those before it were right."""


class Seer(nn.Module):
    """`engine.foresight.Foresight` with gradients; tensors under its names."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.state_weight = nn.Parameter(torch.randn(AHEAD, width, INNER) * width**-0.5)
        self.state_bias = nn.Parameter(torch.zeros(AHEAD, INNER))
        self.token_weight = nn.Parameter(torch.randn(VOCABULARY, INNER) * 0.1)
        self.before_weight = nn.Parameter(torch.randn(AHEAD - 1, INNER, INNER) * INNER**-0.5)
        self.out_weight = nn.Parameter(torch.randn(INNER, VOCABULARY) * INNER**-0.5)
        self.out_bias = nn.Parameter(torch.zeros(VOCABULARY))

    def forward(self, states: Tensor, tokens: Tensor) -> list[Tensor]:
        """Scores [B, V] of each token ahead, from states [B, width] and what is before it, [B, AHEAD]."""
        scores: list[Tensor] = []
        inner: Tensor | None = None
        for step in range(AHEAD):
            made = states @ self.state_weight[step] + self.state_bias[step]
            made = made + self.token_weight[tokens[:, step].clamp(min=0)]
            if inner is not None:
                made = made + inner @ self.before_weight[step - 1]
            inner = made.relu()
            scores.append(inner @ self.out_weight + self.out_bias)
        return scores

    def tensors(self) -> dict[str, Tensor]:
        """What the file holds."""
        return {
            name.replace("_", ".", 1): weight.detach().bfloat16().contiguous()
            for name, weight in self.named_parameters()
        }


def drawn(fonts: Path, corpus_folder: Path, first_seed: int) -> Iterator[Sample]:
    """Pictures without end, each by its own seed."""
    library, corpus, stage = Library(fonts), Corpus.load(corpus_folder), stage_at(0.5)
    for seed in range(first_seed, first_seed + (1 << 40)):
        rng = random.Random(seed)
        texts, (width, height) = Texts(corpus, rng), rng.choice(SIZES_PX)
        size, characters = density(rng, stage, width * height)
        try:
            yield sample(rng, texts, library, (width, height), size, characters, stage)
        except ValueError:  # Pillow refuses a box that a tiny canvas turned inside out
            continue


@torch.inference_mode()
def read_along(runtime: Runtime, drawing: Sample) -> tuple[Tensor, Tensor]:
    """States [T, width] behind the prompt and each token of the answer, and the tokens that follow, [T]."""
    model, cache = runtime.model, runtime.cache
    if model is None or cache is None:
        raise RuntimeError("the model is closed")
    image = runtime.prepare_image(Image.fromarray(drawing.image), None)
    prompt = runtime.build_prompt([Turn(Role.USER, drawing.question, (ImageInput(b"", "p.png"),))], [image])
    answer = [token for token in drawing.answer if token != IM_END]
    count, length = len(prompt), len(prompt) + len(answer)
    steps = torch.arange(count, length) + prompt.rope_delta
    places = torch.cat((prompt.position_ids, steps.expand(3, -1)), 1)
    whole = replace(prompt, input_ids=(*prompt.input_ids, *answer), position_ids=places)
    features = runtime.encode_images([image], lambda: False, keeps=False)
    cache.begin(0, length, 0)
    hidden = model.embed_tokens(torch.tensor(whole.input_ids))
    deepstack = place_features(hidden, whole, features, 0, length)
    attend = PrefillAttention(cache, 0, 0, length)
    hidden = model.forward_rows(hidden, model.rope_rows(places), attend, deepstack)
    cache.free(0)
    return hidden[count - 1 :].clone(), torch.tensor([*answer, IM_END])


def examples(readings: Sequence[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    """States [N, width], and for each the token made of it with those that follow, [N, 1 + AHEAD]."""
    states, tokens = [], []
    for seen, said in readings:
        count = len(said) - 1
        padded = torch.cat((said, torch.full((AHEAD,), NOTHING)))
        states.append(seen[:count])
        tokens.append(torch.stack([padded[step : step + count] for step in range(AHEAD + 1)], 1))
    return torch.cat(states), torch.cat(tokens)


def fit(states: Tensor, tokens: Tensor, rounds: int, batch: int = 128) -> Seer:
    """A seer for these examples; prints its loss a round."""
    seer = Seer(states.shape[1])
    optimiser = torch.optim.AdamW(seer.parameters(), weight_decay=0.05)
    total, step, began = rounds * -(-len(states) // batch), 0, time.monotonic()
    for number in range(rounds):
        loss = torch.zeros(())
        for rows in torch.randperm(len(states)).split(batch):
            rate = 3e-3 * min(1.0, (step + 1) / 100) * (1 - step / total) + 1e-5
            step += 1
            for group in optimiser.param_groups:
                group["lr"] = rate
            loss = torch.zeros(())
            for ahead, (weight, scores) in enumerate(
                zip(WEIGHTS, seer(states[rows], tokens[rows]), strict=True), 1
            ):
                goal = tokens[rows, ahead]
                missed = F.cross_entropy(scores, goal, ignore_index=NOTHING, reduction="sum")
                loss = loss + weight * missed / (goal != NOTHING).sum().clamp(min=1)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        print(f"round {number}: loss {loss.item():.3f}, {time.monotonic() - began:.0f} s", flush=True)
    return seer


def taken(seer: Seer, states: Tensor, tokens: Tensor) -> list[float]:
    """Share of the examples in which the first one, two, three tokens ahead are all foreseen."""
    with torch.no_grad():
        right = torch.stack([scores.argmax(-1) for scores in seer(states, tokens)], 1) == tokens[:, 1:]
    return right.long().cumprod(1).float().mean(0).tolist()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7_700_000_000)
    a = parser.parse_args()
    torch.manual_seed(0)
    request = LoadRequest(RequestId("load"), a.model, device="cpu")
    runtime = Runtime.load(request, on_progress=lambda *_: None, cancelled=lambda: False)
    readings: list[tuple[Tensor, Tensor]] = []
    for drawing in drawn(a.fonts, a.corpus, a.seed):
        if len(readings) == a.pictures:
            break
        if len(drawing.answer) > AHEAD:
            readings.append(read_along(runtime, drawing))
    held = readings[::8]
    learnt = [reading for index, reading in enumerate(readings) if index % 8]
    seer = fit(*examples(learnt), a.rounds)
    shares = taken(seer, *examples(held))
    print(f"held out: {np.round(shares, 3)}, {1 + sum(shares):.2f} tokens a step")
    save_file(seer.tensors(), a.out)


if __name__ == "__main__":
    main()
