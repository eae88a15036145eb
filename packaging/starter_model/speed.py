"""Prints the speed table of `docs/benchmarks/reading.md`: one process, one picture after the other, warm.

    PYTHONPATH=packaging python -m starter_model.speed --cases DIR [DIR ...] [--canvas PX ...] [--rounds N]

Cases are NAME.png with NAME.txt. Several canvases take turns within each picture, so that a machine under
load slows them alike and their ratio holds. "Again" is a question about the picture that was just read.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.api import (
    Failed,
    Finished,
    GenerationRequest,
    ImageInput,
    LoadRequest,
    RequestId,
    Role,
    Task,
    TextDelta,
    Turn,
)
from engine.runtime import Runtime
from engine.stepper import Stepper
from starter_model.evaluation.scores import distance, plain

ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class Figures:
    """What was measured over one folder with one canvas."""

    seconds: list[float] = field(default_factory=list)
    first_s: list[float] = field(default_factory=list)
    again_s: list[float] = field(default_factory=list)
    vision_s: list[float] = field(default_factory=list)
    prefill_s: list[float] = field(default_factory=list)
    decode_s: list[float] = field(default_factory=list)
    processor_s: list[float] = field(default_factory=list)
    errors: int = 0
    characters: int = 0

    def row(self, name: str) -> str:
        """One line of the table."""
        means = (self.seconds, self.processor_s, self.vision_s, self.prefill_s, self.decode_s)
        total, processor, vision, prefill, decode = (f"{statistics.mean(part):.2f} s" for part in means)
        first, again = (
            f"{statistics.median(part):.3f} s" if part else "-" for part in (self.first_s, self.again_s)
        )
        cer = f"{self.errors / max(1, self.characters):.2%}"
        cells = (name, str(len(self.seconds)), total, first, again, processor, vision, prefill, decode, cer)
        return f"| {' | '.join(cells)} |"


class Reader:
    """One loaded model and the engine's loop over it."""

    def __init__(self, model: Path) -> None:
        request = LoadRequest(RequestId("load"), model, device="cpu")
        self._runtime = Runtime.load(request, on_progress=lambda *_: None, cancelled=lambda: False)
        self._stepper = Stepper(self._runtime)
        self.canvas_px = self._runtime.profile.canvas_px or 0

    def _carry_out(self, picture: bytes, task: Task, told: str) -> tuple[Finished, float | None]:
        """The last event, and the seconds to the first text. Raises: RuntimeError where it failed."""
        turn = Turn(Role.USER, told, (ImageInput(picture, "picture.png"),))
        begun, first = time.perf_counter(), None
        for event in self._stepper.stream(GenerationRequest(RequestId("read"), (turn,), task)):
            if isinstance(event, TextDelta) and first is None:
                first = time.perf_counter() - begun
            if isinstance(event, Finished):
                return event, first
        # Finished or Failed is always last.
        raise RuntimeError(event.user_message if isinstance(event, Failed) else "The loop ended early.")

    def measure(self, path: Path, canvas_px: int, figures: Figures, *, again: bool) -> None:
        """Read one picture, and ask about it where wanted."""
        self._runtime.profile = replace(self._runtime.profile, canvas_px=canvas_px)
        picture = path.read_bytes()
        begun, processor = time.perf_counter(), time.process_time()
        event, first = self._carry_out(picture, Task.READ, "")
        figures.seconds.append(time.perf_counter() - begun)
        figures.processor_s.append(time.process_time() - processor)
        figures.vision_s.append(event.metrics.vision_s)
        figures.prefill_s.append(event.metrics.prefill_s)
        figures.decode_s.append(event.metrics.decode_s)
        truth = plain(path.with_suffix(".txt").read_text(encoding="utf-8"))
        figures.errors += distance(plain(event.text), truth)
        figures.characters += len(truth)
        if first is not None:
            figures.first_s.append(first)
        if again:
            _, first = self._carry_out(picture, Task.ASK, "lines")
            if first is not None:
                figures.again_s.append(first)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=Path, nargs="+", required=True)
    parser.add_argument("--model", type=Path, default=ROOT / "resources/models/starter")
    parser.add_argument("--canvas", type=int, nargs="*", default=[], help="in place of the model's own")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--limit", type=int, default=0, help="pictures of a folder")
    parser.add_argument("--again", action="store_true", help="ask about each picture after reading it")
    a = parser.parse_args()
    reader = Reader(a.model)
    canvases = a.canvas or [reader.canvas_px]
    print(f"load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores\n")
    print("| pictures | n | a picture | first text | again | processor | vision | prefill | decode | CER |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for folder in a.cases:
        pictures = [path for path in sorted(folder.glob("*.png")) if path.with_suffix(".txt").is_file()]
        if not pictures:
            raise SystemExit(f"There is no NAME.png with a NAME.txt in {folder}.")
        pictures = pictures[: a.limit or None]
        reader.measure(pictures[0], canvases[0], Figures(), again=a.again)
        measured = {canvas_px: Figures() for canvas_px in canvases}
        for path in pictures * a.rounds:
            for canvas_px, figures in measured.items():
                reader.measure(path, canvas_px, figures, again=a.again)
        for canvas_px, figures in measured.items():
            print(figures.row(f"{folder.name}, {canvas_px:,} px"), flush=True)


if __name__ == "__main__":
    main()
