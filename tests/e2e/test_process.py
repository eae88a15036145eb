"""The real process with the bundled model, from outside: arguments in, history and exit code out."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from app.paths import resources_dir
from tests.helpers.long_page import long_page
from tests.helpers.real_process import RealProcess

RUNNING = ("queued", "streaming")
RECEIPT = resources_dir() / "samples" / "receipt.png"


def test_a_picture_given_as_argument_is_read_into_the_history(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with RealProcess([str(RECEIPT)], environment, tmp_path / "out.txt") as process:
        answers = process.wait_for(lambda found: bool(found) and found[0].state not in RUNNING)
        assert process.terminate() == 0
    assert answers[0].state == "complete", answers[0]
    for words in ("Harbour Street Bakery", "Rye bread", "22.40"):
        assert words in answers[0].text
    assert process.output == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_told_to_end_while_it_reads_keeps_what_was_shown(
    environment: dict[str, str], tmp_path: Path, number: signal.Signals
) -> None:
    page = long_page(tmp_path / "page.png")
    with RealProcess([str(page)], environment, tmp_path / "out.txt") as process:
        shown = process.wait_for(lambda found: bool(found) and bool(found[0].text))[0]
        assert shown.state in RUNNING
        assert process.terminate(number) == 0
        kept = process.answers()[0]
    assert kept.state == "interrupted"
    assert kept.text.startswith(shown.text)
    assert "closed before" in kept.detail
    assert process.output == ""


def test_a_broken_file_given_as_argument_does_not_keep_the_good_one_from_being_read(
    environment: dict[str, str], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    with RealProcess([str(broken), str(RECEIPT)], environment, tmp_path / "out.txt") as process:
        answers = process.wait_for(lambda found: bool(found) and found[0].state == "complete")
        assert process.terminate() == 0
    assert "22.40" in answers[0].text


def test_a_model_folder_that_cannot_be_loaded_leaves_the_bundled_model(
    environment: dict[str, str], tmp_path: Path
) -> None:
    arguments = ["--model", str(tmp_path / "nowhere"), str(RECEIPT)]
    with RealProcess(arguments, environment, tmp_path / "out.txt") as process:
        process.wait_for(lambda found: bool(found) and found[0].state not in RUNNING)
        assert process.terminate() == 0
    with RealProcess([str(RECEIPT)], environment, tmp_path / "again.txt") as process:
        answers = process.wait_for(lambda found: bool(found) and found[-1].state == "complete")
        assert process.terminate() == 0
    assert "22.40" in answers[-1].text
