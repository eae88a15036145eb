"""A user's two visits with the bundled model, under an X server: read, ask, stop, come back, close midway."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image

from app.paths import resources_dir
from tests.e2e.conftest import ROOT
from tests.helpers.long_page import long_page
from tests.helpers.patience import PROCESS_PATIENCE_S
from tests.helpers.real_process import stored_answers


def visit(part: str, pictures: Path, environment: dict[str, str]) -> dict[str, object]:
    """Play a part in a process of its own; what it saw."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.session", part, str(pictures)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PROCESS_PATIENCE_S,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    seen: dict[str, object] = json.loads(done.stdout)
    assert "stuck" not in seen, seen
    return seen


def test_two_visits(environment: dict[str, str], yomi_home: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    shutil.copy(resources_dir() / "samples" / "receipt.png", pictures)
    long_page(pictures / "page.png")

    first = visit("first", pictures, environment)
    assert "Harbour Street Bakery" in str(first["read"])
    assert "22.40" in str(first["read"])
    assert first["read_badge"] == "Complete"
    assert first["answer_state"] in ("complete", "cut_off", "empty", "looped")
    assert first["figures"] is True
    assert first["stopped_badge"] == "Stopped"
    assert "The quay was empty" in str(first["stopped"])
    assert "ferry number 59" not in str(first["stopped"])
    states = [answer.state for answer in stored_answers(yomi_home)]
    assert states == ["complete", first["answer_state"], "stopped"]

    second = visit("second", pictures, environment)
    assert second["texts"] == [answer.text for answer in stored_answers(yomi_home)][:3]
    assert second["on_screen"] == first["stopped"]
    assert second["thumbnails"] == 2
    closed = stored_answers(yomi_home)[3]
    assert closed.state == "interrupted"
    assert closed.text.startswith(str(second["shown_at_close"]))

    for name in ("1-ready", "2-streaming", "3-complete", "4-asked", "5-stopped", "6-restarted", "7-closing"):
        with Image.open(pictures / f"{name}.png") as shot:
            assert shot.width > 800
            # More than a blank sheet: text and controls leave many shades.
            assert len(shot.convert("L").getcolors() or []) > 20
