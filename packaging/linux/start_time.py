"""How long a finished bundle takes: `start_time.py dist/yomi/yomi PICTURE [--model DIR] [--runs N]`.

Prints, as one JSON object, the milliseconds from the start of the process to a visible window, to the first
characters that `yomi read` prints, and to the end of the text in the window's history. The first run of each
kind finds the bundle's files outside the page cache. Linux; needs Xvfb and xdotool.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from wait_for_text import ended_message

POLL_S = 0.01
PATIENCE_S = 120.0
SCREEN = ":96"


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time a finished bundle.")
    parser.add_argument("program", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parsed = parser.parse_args(arguments)
    program, picture = parsed.program.resolve(), str(parsed.picture.resolve())
    options = ["--model", str(parsed.model.resolve())] if parsed.model else []
    screen = subprocess.Popen(
        ["Xvfb", SCREEN, "-screen", "0", "1280x800x24", "-nolisten", "tcp"], stderr=subprocess.DEVNULL
    )
    try:
        reading = [
            read_ms([str(program), "read", picture, *options], run, program) for run in range(parsed.runs)
        ]
        window = [window_ms([str(program), picture, *options], run, program) for run in range(parsed.runs)]
    finally:
        screen.terminate()
        screen.wait()
    kinds = {
        "window_visible_ms": [visible for visible, _ in window],
        "window_text_complete_ms": [complete for _, complete in window],
        "read_first_text_ms": reading,
    }
    print(json.dumps({name: summary(times) for name, times in kinds.items()}, indent=2))
    return 0


def summary(times_ms: list[float]) -> dict[str, float]:
    """The run that read from the disk, and the middle and best of the others."""
    warm = times_ms[1:] or times_ms
    figures = {"from_disk": times_ms[0], "median": statistics.median(warm), "best": min(warm)}
    return {name: round(value) for name, value in figures.items()}


def read_ms(command: list[str], run: int, program: Path) -> float:
    """Until the first characters are on standard output."""
    with tempfile.TemporaryDirectory() as home:
        if run == 0:
            leave_page_cache(program.parent)
        started = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=variables(home)) as process:
            if process.stdout is None or not process.stdout.read(1):
                raise SystemExit(f"{' '.join(command)} printed nothing")
            return (time.monotonic() - started) * 1000


def window_ms(command: list[str], run: int, program: Path) -> tuple[float, float]:
    """Until the window is visible, and until the picture's text is complete in the history."""
    with tempfile.TemporaryDirectory() as home:
        if run == 0:
            leave_page_cache(program.parent)
        started = time.monotonic()
        process = subprocess.Popen(command, env=variables(home))
        try:
            until(is_window_visible, process)
            visible_ms = (time.monotonic() - started) * 1000
            history = Path(home, "history.sqlite3")
            until(lambda: ended_message(history) is not None, process)
            return visible_ms, (time.monotonic() - started) * 1000
        finally:
            process.terminate()
            process.wait()


def variables(home: str) -> dict[str, str]:
    """A fresh home and the screen of this script."""
    return {**os.environ, "YOMI_HOME": home, "DISPLAY": SCREEN, "QT_QPA_PLATFORM": "xcb"}


def until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Poll while the process lives and patience lasts."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit("the window ended or nothing happened in time")
        time.sleep(POLL_S)


def is_window_visible() -> bool:
    """Whether X shows a window of Yomi's."""
    command = ["xdotool", "search", "--onlyvisible", "--class", "yomi"]
    found = subprocess.run(
        command, env={**os.environ, "DISPLAY": SCREEN}, capture_output=True, text=True, check=False
    )
    return bool(found.stdout.strip())


def leave_page_cache(folder: Path) -> None:
    """Ask the system to forget the contents of the folder's files; nothing else on the machine is touched."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
