"""Two versions of the bundled model, or two precisions of it, on the same pictures, by turns in one process.

    python -m starter_model.versions --model OLD NEW --cases DIR [--rows ...] [--limit N] [--json FILE]
    python -m starter_model.versions --model M --precision fp32 int4 --cases DIR
    python -m starter_model.versions --model OLD NEW --fonts F --corpus C --bills 60

Run from the repository root with PYTHONPATH=packaging. Bills are drawn afresh in families that training never
saw, a third of them turned; each fact is asked, one of them as it is typed, and one that is missing.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from PIL import Image

from engine.api import Precision
from starter_model import bills, questions, screens, vouchers
from starter_model.evaluation.cases import Case, load
from starter_model.evaluation.run import Reader, chosen
from starter_model.evaluation.scores import Answer, Reading, plain, summary
from starter_model.page import Library, Page, theme
from starter_model.texts import Corpus, Texts

MAKERS = (vouchers.voucher, bills.receipt, vouchers.voucher, bills.invoice, vouchers.voucher, screens.form)
MOST_TURN_DEG = 3.0


def wordings() -> dict[str, str]:
    """How each fact is asked for: as the application does, or first in `ASK`; others bring their question."""
    asked = {fact: questions.QUESTIONS.get(fact, ways[0]) for fact, ways in questions.ASK.items()}
    free = {"typed": "{field}", "missing": "{field}"}
    return asked | {"field": questions.QUESTIONS["field"]} | free


def draw(fonts: Path, corpus_folder: Path, count: int, seed: int, out: Path) -> list[Case]:
    """Fresh bills and forms with what is asked about them, as pictures in `out`."""
    library, corpus, cases = Library(fonts, held_out=True), Corpus.load(corpus_folder), []
    for n in range(count):
        rng = random.Random(seed * 100_000 + n)
        texts, width, height = Texts(corpus, rng), rng.choice([360, 420, 480]), rng.choice([440, 512])
        page = Page(
            width,
            height,
            (26.0, 26.0, width - 26.0, height - 26.0),
            1.0,
            rng,
            library,
            theme(rng, 0.1),
            60,
            1200,
            raqm=False,
        )
        MAKERS[n % len(MAKERS)](page, texts, rng.uniform(11, 16))
        facts = dict(page.facts)
        if page.fields:
            label = rng.choice(sorted(page.fields))
            facts[f"field:{label}"] = page.fields[label]
        if page.facts:
            fact = rng.choice(sorted(page.facts))
            way = rng.choice([w for w in questions.ASK[fact] if " pay" not in w])
            facts[f"typed:{questions.typed(way, rng)}"] = page.facts[fact]
        if missed := questions.absent(page, rng):
            facts[f"missing:{questions.wording(missed, rng)}"] = questions.missing(missed)
        picture, row = page.image, "bills"
        if rng.random() < 1 / 3:
            angle = rng.uniform(-MOST_TURN_DEG, MOST_TURN_DEG)
            row = "turned bills"
            picture = picture.rotate(angle, Image.Resampling.BICUBIC, fillcolor=page.theme.paper)
        name = f"{n:04d}-bills-{page.kind.split()[-1]}"
        picture.save(out / f"{name}.png")
        (out / f"{name}.txt").write_text(page.text, encoding="utf-8")
        cases.append(Case(name, row, page.kind, facts=facts))
    return cases


def beside(names: list[str], figures: list[dict[str, Any]]) -> str:
    """A table: rows and facts down, models across."""
    lines = [f"| | pictures | {' | '.join(names)} |", "|---|---|" + "---|" * len(names)]
    for row, first in figures[0]["rows"].items():
        cells = []
        for one in figures:
            f = one["rows"][row]
            rate = f"text in {f['empty_with_text']}" if f["cer"] is None else f"{f['cer']:.2%}"
            cells.append(f"{rate}, {f['without_error']} without an error")
        lines.append(f"| {row} | {first['pictures']} | {' | '.join(cells)} |")
    for fact, first in figures[0]["answers"].items():
        cells = [str(one["answers"][fact]["exact"]) for one in figures]
        lines.append(f"| asked: {fact} | {first['asked']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Command line."""
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--model", type=Path, nargs="+", required=True)
    p.add_argument(
        "--precision", type=Precision, nargs="+", default=[Precision.AUTO], help="each model in each"
    )
    p.add_argument("--cases", type=Path)
    p.add_argument("--rows", nargs="*", default=[])
    p.add_argument("--limit", type=int, default=0, help="pictures a row")
    p.add_argument("--answers-only", action="store_true", help="ask, do not read")
    p.add_argument("--fonts", type=Path)
    p.add_argument("--corpus", type=Path)
    p.add_argument("--bills", type=int, default=0, help="fresh bills instead of cases")
    p.add_argument("--seed", type=int, default=4)
    p.add_argument("--json", type=Path)
    a = p.parse_args()
    arms = [(model, precision) for model in a.model for precision in a.precision]
    names = [f"{model.name} {precision}" for model, precision in arms]
    readers = [Reader(model, precision) for model, precision in arms]
    for reader in readers:
        reader.questions = reader.questions if a.cases else wordings()
    readings: list[list[Reading]] = [[] for _ in readers]
    answers: list[list[Answer]] = [[] for _ in readers]
    with tempfile.TemporaryDirectory() as scratch:
        folder = a.cases or Path(scratch)
        cases = (
            chosen(load(folder), a.rows, a.limit)
            if a.cases
            else draw(a.fonts, a.corpus, a.bills, a.seed, folder)
        )
        for case in cases:
            for n, reader in enumerate(readers):
                if not a.answers_only:
                    readings[n].append(reader.read(case, folder))
                answers[n] += reader.ask(case, folder)
            _save(a.json, names, readings, answers)
    print(beside(names, [summary(r, q) for r, q in zip(readings, answers, strict=True)]))
    for name, read in zip(names[1:], readings[1:], strict=True):
        print(f"{name} reads {_same(readings[0], read)} of {len(read)} pictures just as {names[0]} does")


def _same(first: list[Reading], other: list[Reading]) -> int:
    return sum(plain(a.text) == plain(b.text) for a, b in zip(first, other, strict=True))


def _save(
    path: Path | None, names: list[str], readings: list[list[Reading]], answers: list[list[Answer]]
) -> None:
    """Write what is known so far, so that a run that is cut short has a result."""
    if path:
        kept = [
            {
                "model": name,
                "readings": [asdict(r) for r in r_],
                "answers": [asdict(q) | {"exact": q.exact} for q in q_],
            }
            for name, r_, q_ in zip(names, readings, answers, strict=True)
        ]
        path.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
