"""Reads the evaluation set with the engine itself, as `yomi read` does, and says how right it was.

    python -m starter_model.evaluation.run --cases DIR [--model DIR] [--rows ...] [--limit N] [--json FILE]

Run from the repository root with PYTHONPATH=packaging. Greedy and on the CPU, so two runs give the same text.
`--process N` reads N of the pictures through the real command line too and fails where the texts differ.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.api import (
    Failed,
    Finished,
    GenerationRequest,
    ImageInput,
    LoadRequest,
    Precision,
    RequestId,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.runtime import Runtime
from engine.stepper import Stepper
from starter_model.evaluation.cases import Case, load
from starter_model.evaluation.lines import agreement
from starter_model.evaluation.scores import (
    LEAST_OVERLAP,
    MISSING,
    Answer,
    Reading,
    as_json,
    grade,
    plain,
    table,
)

ROOT = Path(__file__).resolve().parents[3]
PROFILE = "yomi.json"
ABSENT = ("total", "date", "vendor", "number", "field:Order number")
"""What is asked of bills that do not show it, too: the right answer is that it is not there."""
LINES = "lines"
"""The question that the engine answers by counting."""


class Reader:
    """One loaded model and the engine's loop over it."""

    def __init__(self, model: Path, precision: Precision = Precision.AUTO) -> None:
        self.model = model
        self.facts: tuple[str, ...] = ()
        """Only these are asked; all where there are none."""
        runtime = Runtime.load(
            LoadRequest(RequestId("load"), model, device="cpu", precision=precision),
            on_progress=lambda *_: None,
            cancelled=lambda: False,
        )
        self._stepper = Stepper(runtime)
        self.questions: dict[str, str] = json.loads((model / PROFILE).read_text("utf-8")).get("questions", {})

    def _carry_out(
        self, picture: Path, task: Task, told: str
    ) -> tuple[Finished | Failed, float, float | None]:
        """The last event, the seconds to it and those to the first text."""
        image = ImageInput(picture.read_bytes(), picture.name)
        request = GenerationRequest(RequestId(picture.name), (Turn(Role.USER, told, (image,)),), task)
        begun, first = time.perf_counter(), None
        for event in self._stepper.stream(request):
            if isinstance(event, TextDelta) and first is None:
                first = time.perf_counter() - begun
            if isinstance(event, Finished | Failed):
                return event, time.perf_counter() - begun, first
        raise AssertionError("the engine's loop ended without a last event")

    def read(self, case: Case, folder: Path) -> Reading:
        """Read one picture and grade it."""
        event, seconds, first = self._carry_out(case.picture(folder), Task.READ, "")
        done = isinstance(event, Finished)
        text, end = (event.text, str(event.reason)) if done else ("", f"failed: {event.user_message}")
        found = [line.box for line in event.lines if line.box] if done else []
        reading = grade(
            case.name, case.row, case.kind, case.unseen, case.truths(folder), text, seconds, first, end
        )
        return replace(reading, overlaps=agreement(case.boxes, found))

    def ask(self, case: Case, folder: Path) -> list[Answer]:
        """Ask everything that is known about one picture, in the words of the model's folder, and for what it
        does not show.
        """
        answers = []
        missing = {fact: "" for fact in ABSENT if fact not in case.facts} if case.facts else {}
        for fact, right in {**case.facts, **missing}.items():
            name, _, label = fact.partition(":")
            if self.facts and (name if right else MISSING) not in self.facts:
                continue
            if name in self.questions or name == LINES:
                question = self.questions.get(name, LINES).replace("{field}", label)
                event = self._carry_out(case.picture(folder), Task.ASK, question)[0]
                got = event.text if isinstance(event, Finished) else event.user_message
                answers.append(Answer(case.name, case.kind, name if right else MISSING, right, got))
        return answers


def chosen(cases: list[Case], rows: list[str], limit: int) -> list[Case]:
    """Those of the wanted rows, at most so many of a row."""
    taken: dict[str, int] = defaultdict(int)
    found = []
    for case in cases:
        if (not rows or case.row in rows) and (not limit or taken[case.row] < limit):
            taken[case.row] += 1
            found.append(case)
    return found


def differing(readings: list[Reading], folder: Path, model: Path, count: int) -> list[str]:
    """Names of pictures that the real `yomi read` reads otherwise, of `count` spread over all."""
    step = max(1, len(readings) // count)
    wrong = []
    for reading in readings[::step][:count]:
        command = [sys.executable, "-m", "app", "read", "--model", str(model), "--device", "cpu"]
        done = subprocess.run(
            [*command, str((folder / f"{reading.name}.png").resolve())],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if plain(done.stdout) != plain(reading.text):
            wrong.append(reading.name)
    return wrong


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=ROOT / "resources/models/starter")
    parser.add_argument("--rows", nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=0, help="pictures a row")
    parser.add_argument("--answers-only", action="store_true", help="ask, do not read")
    parser.add_argument("--facts", nargs="*", default=[], help="ask only these; `missing` is one of them")
    parser.add_argument("--process", type=int, default=0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--quiet", action="store_true", help="the tables alone")
    a = parser.parse_args()
    reader = Reader(a.model)
    reader.facts = tuple(a.facts)
    readings: list[Reading] = []
    answers: list[Answer] = []
    for case in chosen(load(a.cases), a.rows, a.limit):
        if not a.answers_only:
            readings.append(reader.read(case, a.cases))
            if not a.quiet:
                say(readings[-1])
        answers += reader.ask(case, a.cases)
    result: dict[str, Any] = as_json(readings, answers)
    report(result["summary"])
    if a.json:
        a.json.write_text(json.dumps(result, ensure_ascii=False, indent=0), encoding="utf-8")
    if a.process and (wrong := differing(readings, a.cases, a.model, a.process)):
        raise SystemExit(f"`yomi read` reads {', '.join(wrong)} otherwise than the engine here")


def say(reading: Reading) -> None:
    """One line on a picture."""
    wrong = (
        f"invented {reading.invented}" if reading.invented else f"{reading.errors} of {reading.characters}"
    )
    order = f", {reading.order_errors} out of order" if reading.order_errors else ""
    print(f"{reading.name}\t{wrong}{order}\t{reading.seconds:.2f} s\t{reading.end}", flush=True)


def report(figures: dict[str, Any]) -> None:
    """The tables."""
    if figures["rows"]:
        print(table(figures["rows"]), "\n\n", table(figures["fonts"]), sep="")
    for row, boxes in figures["boxes"].items():
        print(
            f"line boxes, {row}: {boxes['lines']} drawn, IoU >= {LEAST_OVERLAP} for {boxes['placed']}, "
            f"mean {boxes['mean']:.3f}, least {boxes['least']:.2f}"
        )
    for fact, count in figures["answers"].items():
        print(
            f"answers, {fact}: {count['exact']} of {count['asked']} ({count['exact'] / count['asked']:.1%})"
        )


if __name__ == "__main__":
    main()
