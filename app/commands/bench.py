"""`yomi bench`: what this machine does with the model, beside what its memory allows. Main thread; no Qt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.commands.bench_rival import RivalMissingError, measure_rival, require_transformers
from app.commands.terminal import Terminal
from app.engine_port import BENCH_DIMENSIONS, BenchPlan, ModelFolderError, Precision, bench_model
from app.paths import bundled_model_dir, kernels_dir

RIVAL_TOKENS, QUICK_RIVAL_TOKENS = 96, 24
RIVAL_REPEATS, QUICK_RIVAL_REPEATS = 5, 2
RIVAL_LIMIT_S, QUICK_RIVAL_LIMIT_S = 240.0, 20.0
"""For each way of running it: compiling alone takes up to a minute and more."""


SHARES_OVER_ALL = (
    "more than 100%: weights and cache were read faster than the memory copied, since part of them stays in "
    "the processor's cache, or other programs held the memory up while it was measured; on a busy machine "
    "bench again"
)


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """What was asked for. `against`: nothing, "transformers" or "compiled", which runs it both ways."""

    folder: Path | None
    dimensions: str | None
    device: str
    precision: str
    json_path: str | None
    quick: bool
    against: str


def run_bench(options: BenchOptions, terminal: Terminal) -> int:
    """Measure and report; the exit code."""
    folder = options.folder
    if folder is None and options.dimensions is None:
        folder = bundled_model_dir()
    try:
        if options.against:
            require_transformers()
        plan = BenchPlan(
            model_dir=folder,
            dimensions=options.dimensions,
            device=options.device,
            precision=Precision(options.precision),
            kernel_cache=kernels_dir(),
            quick=options.quick,
        )
        report = bench_model(plan, lambda stage: terminal.progress(f"Measuring {stage}"))
        report = {"command": _command(options)} | report
        if options.against:
            report["rivals"] = _rivals(options, report, terminal)
    except (ModelFolderError, RivalMissingError) as error:
        terminal.complain(error.sentence if isinstance(error, ModelFolderError) else f"{error}.")
        return 1
    text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
    if options.json_path == "-":
        terminal.write(text)
        return 0
    for line in table(report):
        terminal.write(line + "\n")
    if options.json_path:
        try:
            Path(options.json_path).write_text(text, encoding="utf-8")
        except OSError as error:
            terminal.complain(f"cannot be written: {error.strerror or error}.", options.json_path)
            return 1
    return 0


def _command(options: BenchOptions) -> str:
    """What was asked for, without where things lie on this machine."""
    words = ["yomi", "bench"]
    if options.folder is not None:
        words += ["--model", options.folder.name]
    if options.dimensions is not None:
        words += ["--dimensions", options.dimensions]
    words += ["--device", options.device, "--precision", options.precision]
    if options.quick:
        words.append("--quick")
    if options.against:
        words += ["--against", options.against]
    return " ".join(words)


def _rivals(options: BenchOptions, report: dict[str, Any], terminal: Terminal) -> list[dict[str, Any]]:
    ways = (False, True) if options.against == "compiled" else (False,)
    found = []
    for compiled in ways:
        terminal.progress("Measuring transformers" + (", compiled" if compiled else ""))
        found.append(
            measure_rival(
                BENCH_DIMENSIONS[options.dimensions or "2b"],
                report["machine"]["device"],
                compiled=compiled,
                new_tokens=QUICK_RIVAL_TOKENS if options.quick else RIVAL_TOKENS,
                repeats=QUICK_RIVAL_REPEATS if options.quick else RIVAL_REPEATS,
                limit_s=QUICK_RIVAL_LIMIT_S if options.quick else RIVAL_LIMIT_S,
            )
        )
    return found


def table(report: dict[str, Any]) -> Iterator[str]:
    """The report as lines for a person."""
    machine, bandwidth = report["machine"], report["copy_bandwidth_bytes_s"]
    yield f"{report['model']['name']} on {machine['device_name']}, torch {machine['torch']}"
    yield f"memory: {bandwidth / 1e9:,.0f} GB/s measured (bytes read and written)"
    for decode in report["decode"]:
        yield _decode_line(decode)
    if any((decode.get("roofline_share") or 0) > 1 for decode in report["decode"]):
        yield SHARES_OVER_ALL
    yield from _slopes(report["decode"])
    for first in report["first_token"]:
        tokens = f"{first['visual_tokens']} visual and {first['text_tokens']} text tokens"
        parts = f"tower {_ms(first['tower_ms'])}, prefill {_ms(first['prefill_ms'])}"
        yield (
            f"{first['precision']:<5} first token {_ms(first['first_token_ms'])} for {tokens} ({parts}); "
            f"second question {_ms(first['second_question_ms'])}"
        )
    for memory in report["memory"]:
        what = "peak" if "peak_bytes" in memory else "process"
        held = memory.get("peak_bytes") or memory.get("process_bytes", 0)
        parts = ", ".join(f"{name} {size / 1e9:.2f}" for name, size in memory.get("parts_bytes", {}).items())
        yield f"{memory['precision']:<5} {what} memory {held / 1e9:.2f} GB" + (f" ({parts})" if parts else "")
    for start in report["cold_start"]:
        yield _start_line(start)
    for rival in report.get("rivals", []):
        if "skipped" in rival:
            yield f"{rival['name']}: not measured, {rival['skipped']}"
            continue
        yield (
            f"{rival['name']} {rival['version']}: {rival['tokens_per_s']['median']:,.0f} tok/s, "
            f"first token {_ms(rival['first_token_ms'])}, first run {rival['first_run_s']:.1f} s"
        )


def _decode_line(decode: dict[str, Any]) -> str:
    what = f"{decode['precision']:<5} {decode['rows']:>2} x {decode['context_tokens']} tokens"
    if "skipped" in decode:
        return f"{what}: not measured, {decode['skipped']}"
    line = f"{what}: {decode['tokens_per_s']['median']:,.0f} tok/s"
    if decode["roofline_share"] is not None:
        line += f", {decode['roofline_share']:.0%} of what the memory allows"
    return f"{line} ({decode['backend']})"


def _slopes(decodes: list[dict[str, Any]]) -> Iterator[str]:
    """What further stored tokens cost one row, beside what they weigh."""
    shortest: dict[str, dict[str, Any]] = {}
    for decode in decodes:
        if decode["rows"] != 1 or "skipped" in decode:
            continue
        first = shortest.setdefault(decode["precision"], decode)
        if first is not decode:
            time_ratio = decode["step_ms"] / first["step_ms"]
            byte_ratio = decode["step_bytes"] / first["step_bytes"]
            longer, shorter = decode["context_tokens"], first["context_tokens"]
            yield (
                f"{decode['precision']:<5} a step at {longer} tokens takes {time_ratio:.2f} times as long "
                f"as at {shorter} and reads {byte_ratio:.2f} times as much"
            )


def _start_line(start: dict[str, Any]) -> str:
    if "skipped" in start:
        return f"{start['precision']:<5} cold start not measured: {start['skipped']}"
    return (
        f"{start['precision']:<5} cold start {start['to_full_speed_s']:.1f} s to full speed "
        f"(imports {start['import_s']:.1f}, weights {start['weights_s']:.1f}, "
        f"fast steps {start['climb_s']:.1f}; {start['backend']})"
    )


def _ms(figure: dict[str, Any]) -> str:
    return f"{figure['median']:.1f} ms"
