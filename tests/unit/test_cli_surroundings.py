"""The command line where its surroundings are odd: no streams, a full disk, no home, signals at odd times."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from app.export.json_record import FORMAT, VERSION
from tests.helpers.fake_engine import Fail, says
from tests.helpers.odd_images import tiff_directories, tiff_pages
from tests.helpers.patience import PATIENCE_S
from tests.helpers.shell import Shell

ROOT = Path(__file__).resolve().parents[2]


def test_a_full_disk_behind_standard_output_is_a_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as out:
        ended = subprocess.run(
            [sys.executable, "-m", "app", "read", "--format", "json", str(tmp_path / "missing.png")],
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.PIPE,
            timeout=PATIENCE_S,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr.decode().splitlines()[-1] == (
        "yomi: The text could not be written: No space left on device; send it elsewhere."
    )


def test_a_closed_standard_input_is_an_empty_picture(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, out, err = shell("read", "-")
    assert (code, out) == (1, "")
    assert "standard input is empty" in err


def test_the_page_that_cannot_be_read_is_named(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "scan.tif"
    pages = [Image.new("L", (60, 40), 255), Image.new("L", (1, 1), 255)]
    pages[0].save(path, save_all=True, append_images=pages[1:])
    shell.engine.script(*says("One"))
    shell.engine.script(Fail("image_too_small", "scan.tif is only 1 × 1 pixels."))
    code, _, err = shell("read", str(path))
    assert code == 1
    assert "yomi: page 2: scan.tif is only 1 × 1 pixels." in err


@pytest.mark.parametrize("command", [("read",), ("ask", "How much?")], ids=lambda given: given[0])
def test_of_a_damaged_tiff_what_is_left_is_read_and_what_is_missing_is_said(
    shell: Shell, tmp_path: Path, command: tuple[str, ...]
) -> None:
    whole = tiff_pages()
    path = tmp_path / "scan.tif"
    path.write_bytes(whole[: tiff_directories(whole)[2]])
    shell.engine.script(*says("One"))
    shell.engine.script(*says("Two"))
    verb, *question = command
    code, out, err = shell(verb, str(path), *question, "--format", "json")
    records = json.loads(out)
    sentence = "What comes after page 2 of this file could not be opened."
    assert (code, err) == (1, f"yomi: {path}: {sentence}\n")
    assert {record["missing"] for record in records} == {sentence}
    assert {record["input_sha256"] for record in records} == {hashlib.sha256(path.read_bytes()).hexdigest()}
    shown = [image.page for request in shell.engine.requests for image in request.turns[0].images]
    assert shown == [0, 1]


@pytest.mark.parametrize("name", ["cut.jpg", "cut.png"])
def test_of_a_picture_that_was_cut_short_the_upper_part_is_read(
    shell: Shell, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    Image.effect_noise((200, 120), 90).save(path)
    path.write_bytes(path.read_bytes()[:-4000])
    code, out, err = shell("read", str(path))
    assert (code, out) == (1, "Milk 2.50\nBread 3.10\n")
    assert err == f"yomi: {path}: Only a part of this picture could be opened; the rest is empty.\n"


def test_a_damaged_picture_of_which_nothing_is_left_is_named(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "scan.tif"
    path.write_bytes(tiff_pages()[:8])
    code, out, err = shell("read", str(path))
    assert (code, out) == (1, "")
    assert "scan.tif" in err
    assert shell.engines_opened == 0


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_json_is_whole_when_the_command_is_told_to_stop(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    pipe = tmp_path / "never.png"
    script = (
        # What nohup leaves ignored stays ignored; here the signal is to arrive.
        f"import os, signal, sys; signal.signal({int(number)}, signal.SIG_DFL); "
        "from app import cli; import app.commands.read as read; "
        "load = read.load_pictures; "
        "read.load_pictures = lambda path: "
        f"os.kill(os.getpid(), {int(number)}) if path == 'stop' else load(path); "
        "sys.exit(cli.main(['read', '--format', 'json', sys.argv[1], 'stop', sys.argv[1]]))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(pipe)],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 128 + number
    (record,) = json.loads(ended.stdout)
    assert record["error"]["code"] == "file_missing"
    assert b"Traceback" not in ended.stderr


def test_a_home_that_cannot_be_made_keeps_the_window_shut_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    environment = {**os.environ, "YOMI_HOME": str(tmp_path / "file" / "home"), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, b"")
    (line,) = ended.stderr.decode().splitlines()
    assert line.startswith("yomi: Yomi's own folder cannot be made")
    assert "YOMI_HOME" in line


@pytest.mark.parametrize("command", [("export", "--list"), ("export", "latest"), ("repeat", "talk.json")])
def test_a_command_that_needs_a_home_that_cannot_be_made_says_so(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("YOMI_HOME", str(tmp_path / "file" / "home"))
    monkeypatch.chdir(tmp_path)
    answer = {"id": "a", "role": "assistant", "text": "Milk", "state": "complete", "created_at": ""}
    talk = {"format": FORMAT, "version": VERSION, "messages": [answer]}
    Path("talk.json").write_text(json.dumps(talk), encoding="utf-8")
    code, out, err = shell(*command)
    assert (code, out) == (1, "")
    assert err.startswith("yomi: Yomi's own folder cannot be made")
    assert "set YOMI_HOME" in err


def test_a_path_that_begins_like_the_home_of_nobody_is_a_plain_path(shell: Shell) -> None:
    code, _, err = shell("repeat", "~nobody-is-called-so/talk.json")
    assert (code, err) == (1, "yomi: talk.json is not there; check the path.\n")


def test_an_address_of_a_file_is_the_file_and_one_of_the_web_is_only_a_link(
    shell: Shell, tmp_path: Path
) -> None:
    picture = tmp_path / "a b ü.png"
    Image.new("RGB", (40, 20), "white").save(picture)
    code, out, err = shell("read", picture.as_uri())
    assert (code, out, err) == (0, "Milk 2.50\nBread 3.10\n", "")
    code, _, err = shell("ask", "https://example.com/receipt.png", "total")
    assert code == 1
    assert "https://example.com/receipt.png: This is only a link" in err


def test_a_home_folder_in_quotes_is_found(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    Image.new("RGB", (40, 20), "white").save(tmp_path / "a.png")
    code, out, err = shell("read", "~/a.png")
    assert (code, out, err) == (0, "Milk 2.50\nBread 3.10\n", "")


def test_ctrl_c_while_the_program_starts_leaves_no_traceback() -> None:
    script = (
        "import sys; "
        "sys.meta_path.insert(0, type('Interrupt', (), {'find_spec': staticmethod("
        "lambda name, *_: signal.raise_signal(signal.SIGINT) if name == 'app.cli' else None)})()); "
        "import signal; from app.__main__ import main; sys.exit(main())"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert (ended.returncode, ended.stderr) == (130, b"")


def test_what_is_logged_after_the_command_ended_does_not_reach_the_user() -> None:
    script = (
        "import logging; from app.cli import main; main(['read', 'missing.png']); "
        "logging.getLogger('engine.worker').error('too late')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert ended.stderr.decode().splitlines() == ["yomi: missing.png is not there; check the path."]
