"""A machine without a screen: a sentence and an exit code, where Qt would leave a core dump."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.fresh_process import in_fresh_process
from tests.helpers.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("platform", ["xcb", "no-such-platform"])
def test_a_window_without_a_screen_ends_with_one_sentence(platform: str, tmp_path: Path) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("DISPLAY", "WAYLAND_"))}
    done = subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env={**kept, "QT_QPA_PLATFORM": platform, "YOMI_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("yomi: No window can be opened: ")
    assert "yomi read" in sentence


def test_what_qt_says_while_a_screen_opens_is_said_once_it_is_open() -> None:
    code = (
        "from PySide6.QtCore import qWarning; from app.screen import opened\n"
        "print(opened(lambda: qWarning('half a problem') or 7)); qWarning('later')"
    )
    done = in_fresh_process(code)
    assert (done.returncode, done.stdout) == (0, "7\n")
    assert done.stderr.splitlines() == ["half a problem", "later"]
