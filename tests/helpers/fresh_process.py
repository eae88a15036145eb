"""Code that must run in a Python of its own, since this one has imported, patched or started too much."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.helpers.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


def in_fresh_process(code: str) -> subprocess.CompletedProcess[str]:
    """What `python -c code` says and ends with, from the repository's root."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
