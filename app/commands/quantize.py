"""`yomi quantize`: int4 weights beside a model, and how far they are from it. Main thread; no Qt."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.commands.terminal import Terminal
from app.domain import shown
from app.engine_port import ModelFolderError, QuantizedTensor, SidecarReport, quantize_model

_LAYER = re.compile(r"(?:^|\.)layers\.(\d+)\.")


def run_quantize(folder: Path, terminal: Terminal, *, force: bool) -> int:
    """Quantise a model folder and report it; the exit code."""

    def progress(sentence: str, done: int, total: int) -> None:
        terminal.progress(f"{sentence}: {100 * done // max(1, total)}%")

    with _termination_as_interrupt():
        try:
            report = quantize_model(folder, force=force, progress=progress)
        except ModelFolderError as error:
            terminal.complain(error.sentence)
            return 1
        except KeyboardInterrupt:
            terminal.complain("stopped; no int4 weights were written.")
            raise
    for line in _lines(report):
        terminal.write(line + "\n")
    return 0


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Let a polite kill end like Ctrl-C, so that the unfinished file goes away."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _lines(report: SidecarReport) -> Iterator[str]:
    """The error of each layer, then what there is now."""
    groups: dict[str, list[QuantizedTensor]] = {}
    for tensor in report.tensors:
        groups.setdefault(_group_name(tensor.name), []).append(tensor)
    yield f"{'':<16}  bits   error   worst weight"
    for name, tensors in groups.items():
        worst = max(tensors, key=lambda tensor: tensor.relative_error)
        values = sum(tensor.values for tensor in tensors)
        mean = (sum(tensor.values * tensor.relative_error**2 for tensor in tensors) / values) ** 0.5
        line = f"{name:<16}  {worst.bits:>4}  {mean:>6.2%}"
        if len(tensors) > 1:
            line += f"  {worst.relative_error:>6.2%} {_LAYER.split(worst.name)[-1].removesuffix('.weight')}"
        yield line
    size, source = report.sidecar_bytes / 1e6, report.source_bytes / 1e6
    state = "written" if report.made else "already there, and fits the model; --force makes it anew"
    yield (
        f"{shown(report.path.name)}: {size:.1f} MB in place of {source:.1f} MB, "
        f"in groups of {report.group}; {state}."
    )


def _group_name(name: str) -> str:
    layer = _LAYER.search(name)
    return f"layer {layer[1]}" if layer else name.removesuffix(".weight").rpartition(".")[2]
