"""Capturing on a real X screen gives the screen's own pixels, at every scale."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.patience import PROCESS_PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_region_around_a_mark_is_the_mark_and_nothing_else(
    environment: dict[str, str], scale: float
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.capture_session"],
        cwd=ROOT,
        env={**environment, "QT_SCALE_FACTOR": str(scale)},
        capture_output=True,
        text=True,
        timeout=PROCESS_PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    wanted = [round(160 * scale), round(100 * scale), ["#ff0000"]]
    assert json.loads(done.stdout) == [wanted, wanted]
