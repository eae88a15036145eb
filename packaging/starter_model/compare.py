"""Reads the same pictures with Yomi, Tesseract and RapidOCR in one run and writes one table.

    python -m starter_model.compare --cases DIR --rapidocr-python VENV/bin/python [--limit N] [--out FILE.md]

Run from the repository root with PYTHONPATH=packaging. Tesseract comes from the system (Debian:
tesseract-ocr); RapidOCR from a virtual environment of its own
(`python -m venv V; V/bin/pip install rapidocr onnxruntime`).
An engine that is missing is named with what to install, and nothing is compared.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from starter_model.evaluation.cases import Case, load
from starter_model.evaluation.run import ROOT, Reader, chosen
from starter_model.evaluation.scores import Reading, as_json, grade, summary

READER = Path(__file__).with_name("evaluation") / "rapid_reader.py"
ENGINES = ("Yomi", "Tesseract", "RapidOCR")

Engine = Callable[[Case], Reading]


class MissingEngineError(Exception):
    """An engine to compare with is not installed; says what to install."""


def tesseract_version() -> str:
    """Raises: MissingEngineError."""
    if shutil.which("tesseract") is None:
        raise MissingEngineError("Tesseract is missing: apt-get install tesseract-ocr")
    done = subprocess.run(["tesseract", "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0].capitalize()


def tesseract_text(picture: Path) -> str:
    """What Tesseract reads with its own page segmentation, on one thread."""
    command = ["tesseract", str(picture), "stdout", "-l", "eng", "--psm", "3"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env={**os.environ, "OMP_THREAD_LIMIT": "1"}
    )
    return done.stdout


class RapidReader:
    """RapidOCR in a process of its own Python, loaded once."""

    def __init__(self, python: Path | None) -> None:
        advice = (
            "python -m venv V; V/bin/pip install rapidocr onnxruntime; then --rapidocr-python V/bin/python"
        )
        if python is None or not python.is_file():
            raise MissingEngineError(f"RapidOCR is missing: {advice}")
        self._process = subprocess.Popen(
            [str(python), str(READER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        try:
            self.version: str = self._answer()["version"]
        except MissingEngineError as error:
            self.close()
            raise MissingEngineError(f"RapidOCR does not start with {python}: {advice}") from error

    def _pipe(self, name: str) -> IO[str]:
        pipe: IO[str] | None = getattr(self._process, name)
        assert pipe is not None  # noqa: S101  # both are asked for above
        return pipe

    def _answer(self) -> dict[str, Any]:
        line = self._pipe("stdout").readline()
        if not line:
            raise MissingEngineError("RapidOCR ended without an answer")
        found: dict[str, Any] = json.loads(line)
        return found

    def text(self, picture: Path) -> str:
        """What it reads. Raises: MissingEngineError where its process died."""
        print(str(picture.resolve()), file=self._pipe("stdin"), flush=True)
        return str(self._answer()["text"])

    def close(self) -> None:
        """End its process."""
        self._pipe("stdin").close()
        self._process.wait()
        self._pipe("stdout").close()


def graded(case: Case, folder: Path, read: Callable[[Path], str]) -> Reading:
    """One picture through another engine."""
    begun = time.perf_counter()
    text = read(case.picture(folder))
    seconds = time.perf_counter() - begun
    return grade(
        case.name, case.row, case.kind, case.unseen, case.truths(folder), text, seconds, None, "complete"
    )


def rate(figures: dict[str, Any]) -> str:
    """A row's error rate, or how many of its empty pictures were given text."""
    if figures["cer"] is None:
        return f"text in {figures['empty_with_text']} of {figures['pictures']}"
    return f"{figures['cer']:.2%}"


def comparison(results: dict[str, list[Reading]]) -> str:
    """The Markdown table: a line a row, error rate and seconds of each engine."""
    rows = {name: summary(found, [])["rows"] for name, found in results.items()}
    totals = {
        name: summary([r for r in found if r.characters], [])["fonts"] for name, found in results.items()
    }
    names = list(results)
    lines = [
        "| row | pictures | characters | "
        + " | ".join(names)
        + " | "
        + " | ".join(f"{n}, s" for n in names)
        + " |",
        "|---|---|---|" + "---|" * (2 * len(names)),
    ]
    for row, figures in rows[names[0]].items():
        cells = [rate(rows[n][row]) for n in names] + [f"{rows[n][row]['seconds_mean']:.2f}" for n in names]
        lines.append(f"| {row} | {figures['pictures']} | {figures['characters']:,} | {' | '.join(cells)} |")
    for fonts, figures in totals[names[0]].items():
        cells = [rate(totals[n][fonts]) for n in names]
        cells += [f"{totals[n][fonts]['seconds_mean']:.2f}" for n in names]
        lines.append(
            f"| *{fonts}* | {figures['pictures']} | {figures['characters']:,} | {' | '.join(cells)} |"
        )
    return "\n".join(lines)


def told(versions: list[str], command: str) -> str:
    """Date, machine, versions and command, as the table's head."""
    day = datetime.now(tz=UTC).date().isoformat()
    return (
        f"{day}, {platform.system()}, {os.cpu_count()} CPU cores. {'; '.join(versions)}.\nWhite space is "
        f"collapsed before comparing; the nearest fair reading order counts. The command:\n\n    {command}\n"
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=ROOT / "resources/models/starter")
    parser.add_argument("--rapidocr-python", type=Path)
    parser.add_argument("--rows", nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=0, help="pictures a row")
    parser.add_argument("--out", type=Path, help="a Markdown file; standard output where left out")
    parser.add_argument("--json", type=Path, help="every reading of every engine, beside the table")
    a = parser.parse_args()
    try:
        tesseract, rapid = tesseract_version(), RapidReader(a.rapidocr_python)
    except MissingEngineError as error:
        raise SystemExit(str(error)) from error
    yomi = Reader(a.model)
    engines: dict[str, Engine] = {
        "Yomi": lambda case: yomi.read(case, a.cases),
        "Tesseract": lambda case: graded(case, a.cases, tesseract_text),
        "RapidOCR": lambda case: graded(case, a.cases, rapid.text),
    }
    results: dict[str, list[Reading]] = {name: [] for name in ENGINES}
    try:
        for case in chosen(load(a.cases), a.rows, a.limit):
            for name, read in engines.items():
                results[name].append(read(case))
            if a.json:  # after each picture: a run that is cut short has a result
                a.json.write_text(json.dumps({n: as_json(r, []) for n, r in results.items()}), "utf-8")
            print(case.name, *(f"{n} {results[n][-1].errors}" for n in ENGINES), file=sys.stderr, flush=True)
    finally:
        rapid.close()
    shown = "python -m starter_model.compare " + re.sub(r"(\S+/)(?=\S)", "", " ".join(sys.argv[1:]))
    text = f"{told([tesseract, rapid.version], shown)}\n{comparison(results)}\n"
    if a.out:
        a.out.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
