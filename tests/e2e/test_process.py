"""The real process with the bundled model, from outside: arguments in, history and exit code out."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from app.paths import resources_dir
from tests.helpers.long_page import long_page
from tests.helpers.patience import PROCESS_PATIENCE_S
from tests.helpers.real_process import POLL_S, ROOT, RealProcess

RUNNING = ("queued", "streaming")
RECEIPT = resources_dir() / "samples" / "receipt.png"


def test_a_picture_given_as_argument_is_read_into_the_history_beside_one_that_is_broken(
    environment: dict[str, str], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    with RealProcess([str(broken), str(RECEIPT)], environment, tmp_path / "out.txt") as process:
        answers = process.wait_for(lambda found: bool(found) and found[0].state not in RUNNING)
        assert process.terminate() == 0
    assert answers[0].state == "complete", answers[0]
    for words in ("Harbour Street Bakery", "Rye bread", "22.40"):
        assert words in answers[0].text
    assert process.output == ""


def test_a_process_that_is_told_to_end_while_it_reads_keeps_what_was_shown(
    environment: dict[str, str], tmp_path: Path
) -> None:
    page = long_page(tmp_path / "page.png")
    with RealProcess([str(page)], environment, tmp_path / "out.txt") as process:
        shown = process.wait_for(lambda found: bool(found) and bool(found[0].text))[0]
        assert shown.state in RUNNING
        assert process.terminate() == 0
        kept = process.answers()[0]
    assert kept.state == "interrupted"
    assert kept.text.startswith(shown.text)
    assert "closed before" in kept.detail
    assert process.output == ""


def test_a_second_start_hands_its_picture_to_the_first_and_ends(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with RealProcess([], environment, tmp_path / "out.txt") as process:
        deadline_s = time.monotonic() + PROCESS_PATIENCE_S
        record = Path(environment["YOMI_HOME"]) / "instance.json"
        while not record.exists():
            assert time.monotonic() < deadline_s, process.output
            time.sleep(POLL_S)
        second = subprocess.run(
            [sys.executable, "-m", "app", str(RECEIPT)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PROCESS_PATIENCE_S,
            check=False,
        )
        assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
        answers = process.wait_for(lambda found: bool(found) and found[0].state not in RUNNING)
        assert process.terminate() == 0
    assert "Harbour Street Bakery" in answers[0].text
    assert not record.exists()
    assert process.output == ""
