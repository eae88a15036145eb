"""Batches of drawn pictures from worker processes, through slots of shared memory.

Each worker draws three batches' worth for one canvas, sorts it by the length of the answers and fills
three slots, so that little of a batch is padding. The trainer takes finished slots in any order.
"""

from __future__ import annotations

import mmap
import multiprocessing as mp
import queue
import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from starter_model.model import SLOTS
from starter_model.page import NOWHERE, Library
from starter_model.pictures import Sample, canvas, density, sample
from starter_model.stages import STAGES, Stage, stage_at
from starter_model.texts import Corpus, Texts
from starter_model.tokens import PAD

POOL = 3
MOST = 192


@dataclass
class Batch:
    """One microbatch on the accelerator; `h` and `w` in patches of 8 pixels."""

    pictures: Tensor
    flaws: Tensor  # stays on the CPU: choosing rows there costs no synchronisation
    words: int
    tail: Tensor
    target: Tensor
    pointer: Tensor
    cells: Tensor

    @property
    def grid(self) -> tuple[int, int]:
        """Patches down and across."""
        return self.pictures.shape[1] // 8, self.pictures.shape[2] // 8


def arrays(samples: list[Sample]) -> dict[str, NDArray[Any]]:
    """Token, target and location arrays of a batch. Targets are -100 before the answer."""
    longest = max(len(s.prompt) + len(s.answer) for s in samples)
    b, (h, w, _) = len(samples), samples[0].image.shape
    gw = w // 16
    tail = np.full((b, longest), PAD, np.int16)
    target, pointer = np.full((b, longest), -100, np.int16), np.full((b, longest), -100, np.int16)
    cells = np.full((b, (h // 16) * gw, SLOTS), PAD, np.int16)
    for row, s in enumerate(samples):
        n, m = len(s.prompt), len(s.answer)
        tail[row, :n], tail[row, n : n + m] = s.prompt, s.answer
        target[row, n - 1 : n - 1 + m] = s.answer
        used: dict[int, int] = {}
        before = NOWHERE
        for k, at in enumerate(s.centres):
            if not (0 <= at[0] < w and 0 <= at[1] < h):
                before = NOWHERE
                continue
            cell = int(at[1] // 16) * gw + int(at[0] // 16)
            pointer[row, n - 1 + k] = cell
            if at is not before and s.answer[k] != 32:
                slot = used.get(cell, 0)
                if slot < SLOTS:
                    cells[row, cell, slot] = s.answer[k]
                used[cell] = slot + 1
            before = at
    return {
        "flaws": np.stack([s.flaws for s in samples]),
        "tail": tail,
        "target": target,
        "pointer": pointer,
        "cells": cells,
    }


def draw(
    seed: int, corpus: Corpus, library: Library, stage: Stage, budget_px: int, pool: int
) -> list[list[Sample]]:
    """`pool` batches of one canvas, sorted by the length of what is said."""
    rng = random.Random(seed)
    texts = Texts(corpus, rng)
    wh = canvas(rng, stage)
    size, chars = density(rng, stage, wh[0] * wh[1])
    count = max(1, min(MOST, budget_px // (wh[0] * wh[1])))
    samples: list[Sample] = []
    while len(samples) < count * pool:
        try:
            samples.append(sample(rng, texts, library, wh, size, chars, stage))
        except ValueError:  # Pillow refuses a box that a tiny canvas turned inside out
            continue
    samples.sort(key=lambda s: len(s.prompt) + len(s.answer))
    return [samples[n * count : (n + 1) * count] for n in range(pool)]


def slot_bytes(budget_px: int) -> int:
    """Room for a batch: its budget, or the one picture that may be larger than that."""
    return 3 * max(budget_px, *(stage.pixels[1] for _, stage in STAGES))


class Stream:
    """Worker processes that draw and a thread that uploads. Close it when done."""

    def __init__(
        self,
        fonts: Path,
        corpus: Path,
        workers: int,
        budget_px: int,
        first_seed: int,
        progress: Any,
        device: torch.device,
        slots: int = 48,
    ) -> None:
        context = mp.get_context("fork")
        self._size = slot_bytes(budget_px)
        self._memory = mmap.mmap(-1, self._size * slots)
        self._free, self._ready = context.Queue(), context.Queue()
        for n in range(slots):
            self._free.put(n)
        self.seed, self.device, self._stop = context.Value("q", first_seed), device, threading.Event()
        self.drawn = context.Value("q", 0)
        args = (fonts, corpus, budget_px, self.seed, progress)
        self._processes = [context.Process(target=self._work, args=args, daemon=True) for _ in range(workers)]
        for process in self._processes:
            process.start()
        self._batches: queue.Queue[Batch] = queue.Queue(4)
        self._thread = threading.Thread(target=self._upload, daemon=True)
        self._thread.start()

    def _work(self, fonts: Path, corpus_folder: Path, budget_px: int, seed: Any, progress: Any) -> None:
        torch.set_num_threads(1)
        library, corpus = Library(fonts), Corpus.load(corpus_folder)
        while True:
            with seed.get_lock():
                mine, seed.value = seed.value, seed.value + 1
            for samples in draw(mine, corpus, library, stage_at(progress.value), budget_px, POOL):
                slot = self._free.get()
                images = np.stack([s.image for s in samples])
                start = slot * self._size
                self._memory[start : start + images.nbytes] = images.tobytes()
                with self.drawn.get_lock():
                    self.drawn.value += len(samples)
                self._ready.put((slot, images.shape, arrays(samples)))

    def _upload(self) -> None:
        while not self._stop.is_set():
            try:
                slot, shape, rest = self._ready.get(timeout=0.5)
            except queue.Empty:
                continue
            pictures = np.frombuffer(self._memory, np.uint8, int(np.prod(shape)), slot * self._size).reshape(
                shape
            )
            batch = upload(pictures, rest, self.device)
            self._free.put(slot)
            while not self._stop.is_set():
                try:
                    self._batches.put(batch, timeout=0.5)
                    break
                except queue.Full:
                    continue

    @property
    def waiting(self) -> int:
        """Drawn batches that the trainer has not taken yet."""
        return int(self._ready.qsize()) + self._batches.qsize()

    def __iter__(self) -> Iterator[Batch]:
        while True:
            yield self._batches.get()

    def close(self) -> None:
        """End the workers."""
        self._stop.set()
        for process in self._processes:
            process.terminate()
        self._thread.join(5)


def upload(pictures: NDArray[np.uint8], rest: dict[str, NDArray[Any]], device: torch.device) -> Batch:
    """Arrays to tensors on the device."""

    def move(a: NDArray[Any], kind: torch.dtype) -> Tensor:
        t = torch.from_numpy(a)
        return (t.pin_memory() if device.type == "cuda" else t.clone()).to(device, non_blocking=True).to(kind)

    words = int((rest["target"] >= 0).sum())
    return Batch(
        move(pictures, torch.uint8),
        torch.from_numpy(rest["flaws"]),
        words,
        *(move(rest[k], torch.long) for k in ("tail", "target", "pointer", "cells")),
    )
