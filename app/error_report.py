"""What a report of an error needs, as a few lines: versions, machine, model, code. Any thread; no Qt.

Nothing of the user's is in it: no text, no picture's name, no folder, not even the name of a model of the
user's, which is a folder's name too.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass

import psutil

from app.domain import ModelCard, RunRecord

GIB = 1024**3


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What only the window knows of the machine."""

    yomi: str
    torch: str
    qt: str
    window_system: str


def error_report(
    surroundings: Surroundings, code: str, card: ModelCard | None, record: RunRecord | None = None
) -> str:
    """The lines; English, since they are for those who mend Yomi."""
    lines = [
        f"Yomi {surroundings.yomi or 'from a folder'}",
        f"Error: {code or 'unknown'}",
        f"Python {platform.python_version()}, torch {surroundings.torch or 'missing'},"
        f" Qt {surroundings.qt} ({surroundings.window_system})",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        _memory_line(),
        _model_line(card),
    ]
    if record is not None:
        lines += _run_lines(record)
    return "\n".join(lines) + "\n"


def _memory_line() -> str:
    memory = psutil.virtual_memory()
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 0
    return f"{cores} cores, {memory.available / GIB:.1f} of {memory.total / GIB:.1f} GiB of memory free"


def _model_line(card: ModelCard | None) -> str:
    if card is None:
        return "Model: none loaded"
    kind = "the bundled one" if card.bundled else "another one"
    size = f"{card.parameters / 1e6:.0f} M parameters"
    return f"Model: {kind}, {size}, {card.precision} on {card.device}, context {card.context_tokens}"


def _run_lines(record: RunRecord) -> list[str]:
    stats = record.stats
    settings = (
        f"Run: {record.state}, {stats.task or 'not begun'}, at most {stats.max_new_tokens} new tokens,"
        f" budget {stats.image_budget_tokens or 'of the model'}"
    )
    figures = f"Decoding: {stats.backend or 'not begun'}, {stats.visual_tokens} visual tokens"
    return [settings, figures, f"At: {record.ended_at}"]
