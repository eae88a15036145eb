"""Trains the starter model by the clock: a schedule over a planned number of seconds, in as many runs as
it takes.

    python -m starter_model.train --fonts F --corpus C --out DIR --total-s 1400 --run-s 580 [--resume DIR]

A run ends after `--run-s` seconds with `state.safetensors` (weights, moments, step, seed, share of the
schedule) in `--out`; the next one continues from it, to the bit. `--insurance` receives the log and what
`checkpoint` keeps: small enough to be sent, and to be continued from on another machine.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing as mp
import random
import time
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import Tensor

from starter_model import checkpoint
from starter_model.augment import patches, spoil
from starter_model.export import read_weights
from starter_model.model import SLOTS, Layer, Starter, VisionBlock
from starter_model.optim import MuonAdam
from starter_model.page import Library
from starter_model.stages import stage_at
from starter_model.stream import Batch, Stream, arrays, draw, upload
from starter_model.texts import Corpus
from starter_model.tokens import PAD, VOCABULARY

HEADS_STEPS = 150  # that new training heads learn before they may steer the body


def rate(progress: float, step: int, peak: float = 1.0, trained: bool = False) -> float:
    """Share of the full learning rates: warm-up, constant to a third, then linear to zero at the end.

    What is trained already follows half a cosine to zero instead, so that little is unlearnt.
    """
    fall = min(1.0, max(0.0, 1.0 - progress) / 0.67)
    if trained:
        fall = 0.5 + 0.5 * math.cos(math.pi * min(1.0, progress))
    return peak * min(1.0, (step + 1) / 120) * fall


def accumulation(progress: float, trained: bool = False) -> int:
    """Microbatches a step; what is trained already never steps on a single one."""
    if trained:
        progress = max(progress, 0.13)
    return 1 + (progress > 0.12) + (progress > 0.35) + (progress > 0.70)


def losses(
    model: Starter, batch: Batch, tail: Tensor, pixels: Tensor, progress: float, apart: bool = False
) -> tuple[Tensor, dict[str, Tensor]]:
    """The weighted sum to minimise and its parts."""
    h, w = batch.grid
    out = model(patches(pixels), h, w, tail, apart)
    logits = out["logits"].float().view(-1, VOCABULARY)
    targets = batch.target.view(-1)
    text = F.cross_entropy(logits, targets, ignore_index=-100)
    cells = model.aux_cells(out["visual"]).float().view(-1, VOCABULARY)
    weight = torch.ones(VOCABULARY, device=cells.device)
    weight[PAD] = 0.05
    cell = F.cross_entropy(cells, batch.cells.reshape(-1, SLOTS).reshape(-1), weight=weight)
    scores = (out["query"] @ out["key"].transpose(1, 2)).float() * 0.125
    places = batch.pointer.view(-1)
    missed = F.cross_entropy(scores.view(len(places), -1), places, ignore_index=-100, reduction="sum")
    pointer = missed / (places >= 0).sum().clamp(min=1)
    early = progress < 0.4 or apart
    fair = min(1.0, (batch.words / 8000) ** 0.5)
    total = (text + (0.5 if early else 0.2) * cell + (0.3 if early else 0.1) * pointer) * fair
    hit = (logits.detach().argmax(-1) == targets).sum() / batch.words
    return total, {
        "text": text.detach(),
        "cell": cell.detach(),
        "pointer": pointer.detach(),
        "hit": hit.detach(),
    }


def held_out(fonts: Path, corpus: Path, device: torch.device, budget_px: int) -> list[Batch]:
    """Four batches in fonts that are never trained on."""
    library, texts = Library(fonts, held_out=True), Corpus.load(corpus)
    return [
        upload(
            *_stacked(draw(9_000_000_000 + n, texts, library, stage_at(0.5), budget_px // 4, 1)[0]), device
        )
        for n in range(4)
    ]


def _stacked(samples: list[Any]) -> tuple[Any, dict[str, Any]]:
    import numpy as np

    return np.stack([s.image for s in samples]), arrays(samples)


def save_state(folder: Path, optimiser: MuonAdam, progress: float, seed: int) -> None:
    """Write everything that resuming needs."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {k: v.contiguous().cpu() for k, v in optimiser.state().items()}
    save_file(
        state, folder / "state.safetensors.tmp", metadata={"progress": repr(progress), "seed": str(seed)}
    )
    (folder / "state.safetensors.tmp").replace(folder / "state.safetensors")


def load_state(folder: Path, optimiser: MuonAdam) -> tuple[float, int]:
    """Take up a saved state; gives the share of the schedule and the next seed."""
    from safetensors import safe_open

    with safe_open(folder / "state.safetensors", "pt") as file:
        meta = file.metadata() or {}
    optimiser.load(load_file(folder / "state.safetensors"))
    return float(meta.get("progress", 0)), int(meta.get("seed", 1))


def insure(
    folder: Path | None,
    optimiser: MuonAdam,
    average: checkpoint.Average | None,
    progress: float,
    seed: int,
    base: dict[str, Tensor] | None,
) -> None:
    """Write what is sent: the checkpoint and, once a step was counted in, the average of the weights."""
    if folder is None:
        return
    checkpoint.keep(folder, optimiser, progress, seed, base)
    if average and average.steps:  # a run that had nothing left to do keeps the one of the run before
        checkpoint.put(folder, checkpoint.AVERAGE, average.weights())


def begin_from(weights: dict[str, Tensor], model: Starter) -> bool:
    """Take up exported or fp32 weights; true where the training heads are not among them.

    Raises: ValueError where they are those of another model.
    """
    missing, unknown = model.load_state_dict({k: v.float() for k, v in weights.items()}, strict=False)
    if unknown or any(not name.startswith("aux_") for name in missing):
        raise ValueError(f"These weights do not fit the model: {[*unknown, *missing][:4]}")
    return bool(missing)


def go_on(
    folder: Path | None, optimiser: MuonAdam, base: dict[str, Tensor] | None
) -> tuple[float, int] | None:
    """Take up a run's state or, where only that was sent, its checkpoint; share of the schedule, next seed.

    None where the folder holds neither, as before a first run. Raises: ValueError where the run began from
    other weights.
    """
    if folder is None:
        return None
    if (folder / "state.safetensors").exists():
        return load_state(folder, optimiser)
    if (folder / f"{checkpoint.WEIGHTS}.safetensors.00").exists():
        return checkpoint.resume(folder, optimiser, base)
    return None


def train(a: argparse.Namespace) -> None:  # noqa: PLR0915 (one loop, in order)
    """One run."""
    begun = time.monotonic()
    device = torch.device(a.device)
    torch.manual_seed(a.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    # cuDNN's attention plans anew for every shape: 6 ms each, three times the whole step.
    torch.backends.cuda.enable_cudnn_sdp(enabled=False)
    progress = mp.get_context("fork").Value("d")
    grown = mp.get_context("fork").Value("d", 1.0) if a.init else progress
    model = Starter()
    base = read_weights(a.init) if a.init else None
    fresh_heads = begin_from(base, model) if base else False
    optimiser = MuonAdam(model)
    first_seed = a.seed * 1_000_003
    progress.value = a.start
    if resumed := go_on(a.resume, optimiser, base):
        progress.value, first_seed = resumed
        fresh_heads = False
    stream = Stream(
        a.fonts, a.corpus, a.workers, a.budget_px, first_seed, grown, device
    )  # forks before CUDA starts
    kind = torch.bfloat16 if device.type == "cuda" else torch.float32
    state = optimiser.state()
    model = Starter().to(device, kind)
    optimiser = MuonAdam(model)
    optimiser.load({k: v.to(device) for k, v in state.items()})
    if a.compile:
        for block in (VisionBlock, Layer):  # the class, not its objects: one compilation serves all six
            block.forward = torch.compile(block.forward, dynamic=True)  # type: ignore[method-assign]
    average = checkpoint.Average(optimiser, a.average) if a.average else None
    watch = held_out(a.fonts, a.corpus, device, a.budget_px) if a.watch_s else []
    generator = torch.Generator(device).manual_seed(a.seed + optimiser.steps)
    log = a.insurance or a.out
    log.mkdir(parents=True, exist_ok=True)
    a.out.mkdir(parents=True, exist_ok=True)
    lines = (log / "log.jsonl").open("a")
    seen, images, watched, saved = 0, 0, time.monotonic(), time.monotonic()
    parts: dict[str, Tensor] = {}
    started = last = time.monotonic()
    batches = iter(stream)
    starved, drawn = 0.0, stream.drawn.value
    while (
        time.monotonic() - begun < a.run_s
        and progress.value < 1.0
        and (not a.steps or optimiser.steps < a.steps)
    ):
        count = accumulation(progress.value, trained=bool(a.init))
        apart = fresh_heads and optimiser.steps < HEADS_STEPS
        for _ in range(count):
            waited = time.monotonic()
            batch = next(batches)
            starved += time.monotonic() - waited
            pixels = spoil(batch.pictures, batch.flaws, generator).to(kind)
            noise = torch.rand(batch.tail.shape, device=device, generator=generator) < 0.03
            noise &= F.pad(batch.target[:, :-1] >= 0, (1, 0))
            tail = torch.where(
                noise, torch.randint(0, 256, batch.tail.shape, device=device, generator=generator), batch.tail
            )
            along = max(progress.value, 0.4) if a.init else progress.value
            loss, parts = losses(model, batch, tail, pixels, along, apart)
            loss.backward()
            optimiser.accumulate()
            seen += len(batch.pictures)
            images += len(batch.pictures)
        norm = optimiser.step(rate(progress.value, optimiser.steps, a.peak, bool(a.init)), count)
        if average:
            average.add(optimiser)
        now = time.monotonic()
        progress.value = min(1.0, progress.value + min(now - last, 5.0) / a.total_s)
        last = now
        if optimiser.steps % a.log_every == 0:
            row: dict[str, Any] = {k: round(float(v), 4) for k, v in parts.items()}
            span = time.monotonic() - started
            row |= {
                "step": optimiser.steps,
                "progress": round(progress.value, 4),
                "images_s": round(seen / span, 1),
                "norm": round(float(norm), 3),
                "waiting": stream.waiting,
                "drawn_s": round((stream.drawn.value - drawn) / span, 1),
                "starved_s": round(starved, 2),
                "shape": list(batch.pictures.shape[:3]),
                "tail": batch.tail.shape[1],
                "rate": round(rate(progress.value, optimiser.steps, a.peak, bool(a.init)), 4),
                "t": round(time.monotonic() - begun, 1),
            }
            if watch and time.monotonic() - watched > a.watch_s:
                watched = time.monotonic()
                with torch.no_grad():
                    seen_by = [
                        losses(
                            model,
                            b,
                            b.tail,
                            spoil(b.pictures, b.flaws, torch.Generator(device).manual_seed(1)).to(kind),
                            1.0,
                        )[1]
                        for b in watch
                    ]
                row["unseen_text"] = [round(float(p["text"]), 4) for p in seen_by]
                row["unseen_hit"] = [round(float(p["hit"]), 4) for p in seen_by]
            print(json.dumps(row), flush=True)
            lines.write(json.dumps(row) + "\n")
            lines.flush()
            started, seen, starved, drawn = time.monotonic(), 0, 0.0, stream.drawn.value
        if time.monotonic() - saved > a.save_s:
            saved = time.monotonic()
            save_state(a.out, optimiser, progress.value, stream.seed.value)
            insure(a.insurance, optimiser, average, progress.value, stream.seed.value, base)
    with stream.seed.get_lock():
        seed = stream.seed.value
    stream.close()
    save_state(a.out, optimiser, progress.value, seed)
    insure(a.insurance, optimiser, average, progress.value, seed, base)
    peak = torch.cuda.max_memory_allocated() / 2**30 if device.type == "cuda" else 0
    print(
        f"end: step {optimiser.steps}, progress {progress.value:.4f}, {images} images, "
        f"{time.monotonic() - begun:.1f} s, peak {peak:.1f} GiB",
        flush=True,
    )


def main() -> None:
    """Command line."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--fonts", type=Path, required=True)
    p.add_argument("--corpus", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--resume", type=Path, help="a folder that --out or --insurance was")
    p.add_argument("--init", type=Path, help="weights to begin from; pictures are then full-grown at once")
    p.add_argument("--peak", type=float, default=1.0, help="share of the full learning rates")
    p.add_argument("--average", type=float, default=0.0, help="decay of a running mean of the weights")
    p.add_argument("--insurance", type=Path)
    p.add_argument("--total-s", type=float, default=1400)
    p.add_argument("--run-s", type=float, default=580)
    p.add_argument("--save-s", type=float, default=150)
    p.add_argument("--watch-s", type=float, default=60)
    p.add_argument(
        "--start", type=float, default=0.0, help="share of the schedule to begin at, for measuring"
    )
    p.add_argument("--steps", type=int, default=0)
    p.add_argument("--log-every", type=int, default=20)
    p.add_argument("--workers", type=int, default=15)
    p.add_argument("--budget-px", type=int, default=64 * 131_072)
    p.add_argument("--device", default="cuda")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--compile", action="store_true")
    random.seed(0)
    train(p.parse_args())


if __name__ == "__main__":
    main()
