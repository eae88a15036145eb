"""A short last training on the CPU, Adam at a small rate, on what the evaluation showed to be rare in the
main run.

    python -m starter_model.polish --weights DIR --fonts F --corpus C --out FILE --run-s 900

Half of the pictures are a few lines full of typewriter dashes and repeated phrases; the rest are as in
the main run, so that nothing else is forgotten. One process draws and trains.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.torch import save_file

from starter_model.augment import patches, spoil
from starter_model.export import read_weights
from starter_model.model import Starter
from starter_model.page import Library
from starter_model.pictures import Sample, Stage, density, sample
from starter_model.stream import arrays, upload
from starter_model.texts import Corpus, Texts
from starter_model.tokens import VOCABULARY

PLAIN = Stage((8_000, 60_000), 40, 600, (10, 26), 0.5, 0.10)
WIDE = ((416, 48), (480, 48), (336, 64), (304, 80), (512, 48), (272, 96), (384, 64), (240, 96))


def pictures(seed: int, corpus: Corpus, library: Library, count: int) -> list[Sample]:
    """A handful of pictures of one canvas."""
    rng = random.Random(seed)
    texts, made = Texts(corpus, rng), []
    wh = rng.choice(WIDE)
    size, chars = density(rng, PLAIN, wh[0] * wh[1])
    if seed % 2:
        texts.stutters, size, chars = 0.6, rng.uniform(12, 19), 400
    while len(made) < count:
        try:
            made.append(sample(rng, texts, library, wh, size, chars, PLAIN))
        except ValueError:
            continue
    return made


def polish(a: argparse.Namespace) -> None:
    """Train for `run_s` seconds and save fp32 weights."""
    torch.set_num_threads(a.threads)
    library, corpus, model = Library(a.fonts), Corpus.load(a.corpus), Starter()
    model.load_state_dict(read_weights(a.weights), strict=False)
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(not name.startswith("aux_"))
    optimiser = torch.optim.Adam(
        [p for p in model.parameters() if p.requires_grad], lr=a.rate, betas=(0.9, 0.98), eps=1e-9
    )
    generator, begun, step = torch.Generator().manual_seed(a.seed), time.monotonic(), 0
    average = 0.0
    while (gone := (time.monotonic() - begun) / a.run_s) < 1:
        for group in optimiser.param_groups:
            group["lr"] = a.rate * min(1.0, (step + 1) / 15) * (1 - gone)
        for half in range(2):
            samples = pictures(a.seed * 1_000_000 + 2 * step + half, corpus, library, a.count)
            batch = upload(np.stack([s.image for s in samples]), arrays(samples), torch.device("cpu"))
            h, w = batch.grid
            out = model(patches(spoil(batch.pictures, batch.flaws, generator)), h, w, batch.tail)
            loss = F.cross_entropy(
                out["logits"].view(-1, VOCABULARY), batch.target.view(-1), ignore_index=-100
            )
            (loss / 2).backward()
            average += (float(loss.detach()) - average) * (0.05 if step > 10 else 0.3)
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        optimiser.step()
        optimiser.zero_grad()
        step += 1
        if step % 10 == 0:
            print(f"step {step}, {time.monotonic() - begun:.0f} s, text loss {average:.4f}", flush=True)
    save_file(
        {n: p.detach().contiguous() for n, p in model.named_parameters() if not n.startswith("aux_")}, a.out
    )


def main() -> None:
    """Command line."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--weights", type=Path, required=True)
    p.add_argument("--fonts", type=Path, required=True)
    p.add_argument("--corpus", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--run-s", type=float, default=900)
    p.add_argument("--rate", type=float, default=2e-5)
    p.add_argument("--count", type=int, default=4)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--seed", type=int, default=5)
    polish(p.parse_args())


if __name__ == "__main__":
    main()
