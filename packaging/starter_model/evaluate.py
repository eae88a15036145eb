"""Measures an exported folder on the CPU with transformers: character error rate over cases or freshly
drawn pages.

    python -m starter_model.evaluate --model DIR --cases DIR
    python -m starter_model.evaluate --model DIR --fonts F --corpus C --drawn 120
    python -m starter_model.evaluate --model DIR --fonts F --corpus C --asked 40

Cases are NAME.png with NAME.txt; drawn pages use font families that training never saw. White space is
collapsed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image

from starter_model import bills, questions, screens, tokens
from starter_model.augment import spoil
from starter_model.evaluation.scores import distance, plain
from starter_model.export import CANVAS_PX
from starter_model.page import Library, Page, theme
from starter_model.pictures import canvas, density, sample
from starter_model.stages import stage_at
from starter_model.texts import Corpus, Texts


def pieces(picture: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """A picture cut to its content, split at empty rows into canvases, padded to multiples of 16."""
    grey = picture.astype(np.int16)
    busy = np.abs(grey - grey[:1, :1]).max(-1) > 24
    rows, cols = np.flatnonzero(busy.any(1)), np.flatnonzero(busy.any(0))
    if len(rows):
        top, bottom = max(0, rows[0] - 8), min(len(grey), rows[-1] + 9)
        left, right = max(0, cols[0] - 8), min(grey.shape[1], cols[-1] + 9)
        picture, busy = picture[top:bottom, left:right], busy[top:bottom, left:right]
    out: list[NDArray[np.uint8]] = []
    most = max(32, CANVAS_PX // (-(-picture.shape[1] // 16) * 16) // 16 * 16)
    while picture.shape[0] > most:
        empty = np.flatnonzero(~busy[:most].any(1))
        cut = int(empty[-1]) if len(empty) and empty[-1] > most // 3 else most
        out.append(picture[:cut])
        picture, busy = picture[cut:], busy[cut:]
    out.append(picture)
    padded = []
    for part in out:
        down, across = -part.shape[0] % 16 + (32 if part.shape[0] < 16 else 0) // 2, -part.shape[1] % 16
        padded.append(np.pad(part, ((0, down // 16 * 16 + down % 16), (0, across), (0, 0)), mode="edge"))
    return padded


class Reader:
    """The exported model in transformers."""

    def __init__(self, folder: Path) -> None:
        from transformers import AutoModelForImageTextToText

        self.model: Any = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32).eval()

    @torch.inference_mode()
    def answer(self, picture: NDArray[np.uint8], question: str, most: int = 2000) -> str:
        """Greedy answer for one canvas whose sides are multiples of 16."""
        h, w = picture.shape[0] // 8, picture.shape[1] // 8
        x = torch.from_numpy(picture.copy()).permute(2, 0, 1).float() / 127.5 - 1
        x = x.view(3, h // 2, 2, 8, w // 2, 2, 8).permute(1, 4, 2, 5, 0, 3, 6)
        x = x.reshape(h * w, 3, 1, 64).expand(-1, -1, 2, -1).reshape(h * w, 384)
        ids = torch.tensor([[*tokens.PREFIX, *[tokens.IMAGE] * (h * w // 4), *tokens.question_ids(question)]])
        made = self.model.generate(
            input_ids=ids,
            attention_mask=torch.ones_like(ids),
            mm_token_type_ids=(ids == tokens.IMAGE).long(),
            pixel_values=x,
            image_grid_thw=torch.tensor([[1, h, w]]),
            max_new_tokens=most,
            do_sample=False,
        )
        return tokens.decode(made[0, ids.shape[1] :].tolist())

    def read(self, picture: NDArray[np.uint8]) -> str:
        """The text of a whole picture."""
        return "\n".join(self.answer(part, questions.READ) for part in pieces(picture))


def cases(folder: Path) -> Iterator[tuple[str, str, NDArray[np.uint8], str, str]]:
    """Stored pictures with their texts: name, kind, picture, question, truth."""
    for path in sorted(folder.glob("*.png")):
        kind = path.stem.split("-")[-1]
        yield (
            path.stem,
            kind,
            np.asarray(Image.open(path).convert("RGB")),
            questions.READ,
            path.with_suffix(".txt").read_text(encoding="utf-8"),
        )


def drawn(
    fonts: Path, corpus_folder: Path, count: int, seed: int
) -> Iterator[tuple[str, str, NDArray[np.uint8], str, str]]:
    """Fresh pages in unseen fonts with all flaws."""
    library, corpus, stage = Library(fonts, held_out=True), Corpus.load(corpus_folder), stage_at(0.9)
    for n in range(count):
        rng = random.Random(seed * 100_000 + n)
        texts, wh = Texts(corpus, rng), canvas(rng, stage)
        size, chars = density(rng, stage, wh[0] * wh[1])
        s = sample(rng, texts, library, wh, size, chars, stage)
        x = spoil(
            torch.from_numpy(s.image.copy())[None],
            torch.from_numpy(s.flaws)[None],
            torch.Generator().manual_seed(n),
        )
        picture = (x[0].permute(1, 2, 0) * 255).round().byte().numpy()
        reading = s.question == questions.READ or s.question in questions.READ_OTHERS
        yield f"{n:04d}", ("" if reading else "asked: ") + s.kind, picture, s.question, s.text


def asked(
    fonts: Path, corpus_folder: Path, count: int, seed: int
) -> Iterator[tuple[str, str, NDArray[np.uint8], str, str]]:
    """Fresh receipts, invoices, forms and letters in unseen fonts, without flaws; every fact and one field
    of each, in the application's wordings."""
    library, corpus = Library(fonts, held_out=True), Corpus.load(corpus_folder)
    makers = (bills.receipt, bills.invoice, screens.form, bills.letter)
    for n in range(count):
        rng = random.Random(seed * 100_000 + n)
        texts, width, height = Texts(corpus, rng), rng.choice([320, 384, 448]), rng.choice([384, 448, 512])
        box = (12.0, 10.0, width - 12.0, height - 10.0)
        page = Page(width, height, box, 1.0, rng, library, theme(rng, 0.1), 60, 1200, raqm=False)
        makers[n % len(makers)](page, texts, rng.uniform(11, 16))
        picture = np.asarray(page.image, np.uint8)
        named = sorted((f, v) for f, v in page.facts.items() if f in questions.QUESTIONS)
        pairs = [(f, questions.QUESTIONS[f], value) for f, value in named]
        if page.fields:
            label = rng.choice(sorted(page.fields))
            pairs.append(("field", questions.QUESTIONS["field"].format(field=label), page.fields[label]))
        absent = [f for f in questions.NAMES if f in questions.QUESTIONS and f not in page.facts]
        if absent:
            fact = rng.choice(absent)
            pairs.append(("absent fact", questions.QUESTIONS[fact], questions.missing(fact)))
        pairs.append(("caption", questions.QUESTIONS["caption"], questions.caption(page)))
        for fact, question, answer in pairs:
            yield f"{n:04d}-{fact}", f"asked: {fact} of {page.kind}", picture, question, answer


def main() -> None:
    """Command line."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--model", type=Path, required=True)
    p.add_argument("--cases", type=Path)
    p.add_argument("--fonts", type=Path)
    p.add_argument("--corpus", type=Path)
    p.add_argument("--drawn", type=int, default=0)
    p.add_argument("--asked", type=int, default=0, help="pages of which every fact is asked")
    p.add_argument("--seed", type=int, default=77)
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--keep", type=Path, help="folder for the pictures that were misread")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    reader = Reader(a.model)
    errors: dict[str, list[int]] = defaultdict(list)
    lengths: dict[str, list[int]] = defaultdict(list)
    begun, said = time.monotonic(), 0
    if a.cases:
        pictures = cases(a.cases)
    elif a.asked:
        pictures = asked(a.fonts, a.corpus, a.asked, a.seed)
    else:
        pictures = drawn(a.fonts, a.corpus, a.drawn, a.seed)
    for name, kind, picture, question, truth in pictures:
        got = reader.read(picture) if a.cases else reader.answer(picture, question)
        wrong, length = distance(plain(got), plain(truth)), max(1, len(plain(truth)))
        errors[kind].append(wrong)
        lengths[kind].append(length)
        said += len(got)
        if wrong:
            print(
                f"{name} {kind} {picture.shape[1]}x{picture.shape[0]} {question!r}: {wrong} of {length}",
                flush=True,
            )
            if a.keep:
                a.keep.mkdir(parents=True, exist_ok=True)
                Image.fromarray(picture).save(a.keep / f"{name}.png")
                (a.keep / f"{name}.txt").write_text(
                    f"{question}\n---\n{truth}\n---\n{got}\n", encoding="utf-8"
                )
    report(errors, lengths, None if a.asked else (time.monotonic() - begun) / max(1, said))


def report(errors: dict[str, list[int]], lengths: dict[str, list[int]], character_s: float | None) -> None:
    """Print the rates of each kind, and of all that was read where a time a character is given."""
    for kind in sorted(errors):
        right = sum(e == 0 for e in errors[kind])
        print(
            f"{kind}: {sum(errors[kind]) / sum(lengths[kind]):.4%}, "
            f"{right} of {len(errors[kind])} without an error"
        )
    if character_s is None:
        return
    rates = sorted(
        e / n for k in errors for e, n in zip(errors[k], lengths[k], strict=True) if not k.startswith("asked")
    )
    read = [k for k in errors if not k.startswith("asked")]
    total, wrong = sum(sum(lengths[k]) for k in read), sum(sum(errors[k]) for k in read)
    print(
        f"CER {wrong / total:.4%} over {total} characters, "
        f"{sum(r == 0 for r in rates)} of {len(rates)} pictures without an error, "
        f"median {rates[len(rates) // 2]:.4%}, 90th percentile {rates[int(len(rates) * 0.9)]:.4%}, "
        f"{character_s * 1000:.1f} ms a character"
    )


if __name__ == "__main__":
    main()
