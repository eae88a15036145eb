"""A screen for the real process: an Xvfb of its own, and an environment that knows nothing of the test's."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The name of a free X display with a server behind it."""
    server = shutil.which("Xvfb")
    assert server, "Xvfb is missing; `python3 packaging/dev.py test` installs it, or: apt-get install xvfb"
    reading, writing = os.pipe()
    process = subprocess.Popen(
        # The server picks the first free number and says which.
        [server, "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading, encoding="ascii") as number:
            said = number.readline().strip()
        assert said, "Xvfb ended before it was ready"
        yield f":{said}"
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


@pytest.fixture
def environment(display: str, yomi_home: Path) -> dict[str, str]:
    """What a process of a user's desktop would find, with a home of its own."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("QT_", "YOMI_", "DISPLAY"))
    }
    return {**kept, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "YOMI_HOME": str(yomi_home)}
