"""`yomi doctor`: what is installed, what works, and whether the main job does. Main thread; no Qt but for
the check of it."""

from __future__ import annotations

import difflib
import importlib
import io
import json
import platform
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib import metadata

from app.commands.command_engine import CommandEngine, EngineOptions
from app.commands.doctor_keeping import KeepingError, export_everywhere, keep_in_history
from app.commands.terminal import Terminal
from app.domain import Picture
from app.engine_port import EngineFactory, Failed, Finished, Loaded, LoadProgress
from app.paths import data_dir

SAMPLE_TEXT = "Yomi reads this line"
SAMPLE_SIZE_PX = (480, 96)
SAMPLE_FONT_PX = 28
WANTED_LIKENESS = 0.8
"""The sample is easy; a model that gets fewer of its characters right is not usable."""

FAST_STEPS_TRIES = 4
FAST_STEPS_PAUSE_S = 1.5
"""The engine prepares faster steps while nothing else is asked of it; on a first run that takes a few
seconds.
"""

_PACKAGES = ("torch", "tokenizers", "safetensors", "numpy", "pillow", "PySide6-Essentials")


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report. What is not `needed` may fail and Yomi still reads."""

    name: str
    ok: bool
    detail: str
    needed: bool = True


def _good(name: str, detail: str, *, needed: bool = True) -> Check:
    return Check(name, ok=True, detail=detail, needed=needed)


def _bad(name: str, detail: str, *, needed: bool = True) -> Check:
    return Check(name, ok=False, detail=detail, needed=needed)


def run_doctor(options: EngineOptions, terminal: Terminal, factory: EngineFactory, *, as_json: bool) -> int:
    """Check everything and report it; 0 where the main job works."""
    checks: list[Check] = []
    for check in _all_checks(options, factory, terminal):
        checks.append(check)
        if not as_json:
            terminal.write(_line(check))
    healthy = all(check.ok for check in checks if check.needed)
    if as_json:
        report = {"ok": healthy, "checks": [asdict(check) for check in checks]}
        terminal.write(json.dumps(report, ensure_ascii=False, indent=2) + "\n")
    else:
        terminal.write("\nYomi reads pictures here.\n" if healthy else "\nYomi cannot read pictures here.\n")
    return 0 if healthy else 1


def version() -> str:
    """Yomi's own version."""
    return _version_of("yomi") or "not installed"


def _all_checks(options: EngineOptions, factory: EngineFactory, terminal: Terminal) -> Iterator[Check]:
    yield _good("Yomi", version())
    yield Check(
        "Python",
        (3, 11) <= sys.version_info[:2] < (3, 14),
        # Not platform.platform(): it starts `uname` to learn of the processor.
        f"{platform.python_version()}, {platform.system()} {platform.release()} {platform.machine()}",
    )
    for package in _PACKAGES:
        found = _version_of(package)
        yield Check(package, bool(found), found or "not installed; set Yomi up again")
    yield _good("SQLite", sqlite3.sqlite_version, needed=False)
    yield _check_home()
    yield _check_window()
    yield _check_keeping("History", partial(keep_in_history, SAMPLE_TEXT))
    yield from _check_reading(options, factory, terminal)


def _line(check: Check) -> str:
    mark = "ok  " if check.ok else ("FAIL" if check.needed else "warn")
    return f"{mark}  {check.name:<20}  {check.detail}\n"


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _check_home() -> Check:
    try:
        folder = data_dir()
        with tempfile.NamedTemporaryFile(dir=folder):
            return _good("Folder", str(folder))
    except OSError as error:
        return _bad("Folder", f"cannot be written: {error}; set YOMI_HOME to another folder")


def _check_window() -> Check:
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:
        return _bad("Window", f"Qt does not start: {error}; `yomi read` works without it", needed=False)
    return _good("Window", "Qt's libraries are there", needed=False)


def _check_reading(options: EngineOptions, factory: EngineFactory, terminal: Terminal) -> Iterator[Check]:
    """Load the model and read a sample picture with it."""
    with CommandEngine(options, factory) as engine:
        for event in engine.load():
            match event:
                case LoadProgress():
                    terminal.progress(event.sentence)
                case Failed():
                    yield _bad("Model", f"{options.model_dir}: {event.user_message}")
                    return
                case Loaded():
                    yield _model_check(event)
        yield from _self_test(engine)


def _model_check(event: Loaded) -> Check:
    model = event.model
    detail = f"{model.name}, {model.parameters / 1e6:.1f} M parameters, {model.precision} on {model.device}"
    return _good("Model", f"{detail}, loaded in {event.load_s:.1f} s from {model.model_dir}")


def _self_test(engine: CommandEngine) -> Iterator[Check]:
    """Read the sample, and export what was read."""
    picture = Picture(sample_png(), "sample.png")
    for event in engine.read(picture):
        if isinstance(event, Failed):
            yield _bad("Reading", event.user_message)
            return
        if isinstance(event, Finished):
            yield _reading_check(event)
            yield _check_keeping("Export", partial(export_everywhere, event))
            if event.metrics.device == "cuda":
                yield _check_fast_steps(engine, picture)
            return
    yield _bad("Reading", "the engine gave no answer; start again")


def _check_fast_steps(engine: CommandEngine, picture: Picture) -> Check:
    """Whether an idle engine has found faster ways to decode, and what kept it from the fastest."""
    backend = note = ""
    for _ in range(FAST_STEPS_TRIES):
        time.sleep(FAST_STEPS_PAUSE_S)
        for event in engine.read(picture):
            if isinstance(event, Finished):
                backend, note = event.metrics.backend, event.metrics.backend_note
        if backend == "fused" or note:
            break
    if backend == "fused":
        return _good("Fast steps", "one kernel a token, checked against the plain steps", needed=False)
    way = "recorded steps" if backend == "graphs" else "plain steps"
    return _bad("Fast steps", f"{way}; {note or 'the faster ones were not ready in time'}", needed=False)


def _reading_check(event: Finished) -> Check:
    likeness = difflib.SequenceMatcher(None, SAMPLE_TEXT, event.text.strip(), autojunk=False).ratio()
    figures = f"{event.metrics.total_s:.2f} s, {event.metrics.tokens_per_s:.0f} tokens/s"
    if likeness >= WANTED_LIKENESS:
        return _good("Reading", f"the sample was read in {figures}")
    return _bad("Reading", f"the sample was read as {event.text.strip()[:60]!r}; choose another model")


def _check_keeping(name: str, work: Callable[[], str]) -> Check:
    try:
        return _good(name, work())
    except KeepingError as error:
        return _bad(name, str(error))


def sample_png() -> bytes:
    """A picture of `SAMPLE_TEXT`, drawn with the font that Pillow brings."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - the other checks report a missing Pillow

    image = Image.new("RGB", SAMPLE_SIZE_PX, "white")
    font = ImageFont.load_default(SAMPLE_FONT_PX)
    ImageDraw.Draw(image).text((24, 28), SAMPLE_TEXT, fill="black", font=font)
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
