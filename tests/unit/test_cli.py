"""The public command line: what is printed where, and the exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, TiffImagePlugin

from engine.api import FinishReason, Precision, Stage, Task
from tests.helpers.app_parts import png_bytes, png_file
from tests.helpers.fake_engine import End, Fail, Gate, Progress, Say, says
from tests.helpers.patience import PATIENCE_S
from tests.helpers.shell import Shell

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def picture(tmp_path: Path) -> str:
    return png_file(tmp_path)


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    """The real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
        **options,  # type: ignore[call-overload]
    )


# -- read


def test_read_prints_only_the_text(shell: Shell, picture: str) -> None:
    assert shell("read", picture) == (0, "Milk 2.50\nBread 3.10\n", "")


def test_text_that_ends_in_a_new_line_gets_no_second_one(shell: Shell, picture: str) -> None:
    shell.engine.script(*says("line\n"))
    assert shell("read", picture)[1] == "line\n"


def test_text_is_printed_as_it_comes(shell: Shell, picture: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces: list[str] = []
    monkeypatch.setattr("app.commands.terminal.Terminal.write", lambda self, text: pieces.append(text))
    shell.engine.script(Say("one "), Say("two"))
    shell("read", picture)
    assert pieces == ["one ", "two", "\n"]


def test_several_inputs_are_read_in_order_with_a_blank_line_between(shell: Shell, picture: str) -> None:
    shell.engine.script(*says("first"))
    shell.engine.script(Progress(Stage.VISION))
    shell.engine.script(*says("third\n"))
    code, out, err = shell("read", picture, picture, picture)
    assert (code, out) == (0, "first\n\nthird\n")
    assert "no text was found" in err
    assert shell.engines_opened == 1
    assert len(shell.engine.loads) == 1


def test_what_fails_is_named_and_the_others_are_read(shell: Shell, picture: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    code, out, err = shell("read", str(broken), str(tmp_path / "missing.png"), str(tmp_path), picture)
    assert (code, out) == (1, "Milk 2.50\nBread 3.10\n")
    lines = err.splitlines()
    assert len(lines) == 3
    assert "broken.png" in lines[0]
    assert "missing.png is not there" in lines[1]
    assert "is a folder" in lines[2]


def test_a_broken_input_alone_never_loads_the_model(shell: Shell, tmp_path: Path) -> None:
    assert shell("read", str(tmp_path / "missing.png"))[0] == 1
    assert shell.engines_opened == 0


def test_a_run_that_fails_is_named_and_the_next_goes_on(shell: Shell, picture: str) -> None:
    shell.engine.script(Say("half"), Fail(user_message="Memory ran out; close something."))
    code, out, err = shell("read", picture, picture)
    assert (code, out) == (1, "half\n\nMilk 2.50\nBread 3.10\n")
    assert err == f"yomi: {picture}: Memory ran out; close something.\n"


@pytest.mark.parametrize("reason", [FinishReason.LENGTH, FinishReason.CONTEXT_FULL, FinishReason.LOOP])
def test_text_that_is_not_whole_is_printed_and_is_not_success(
    shell: Shell, picture: str, reason: FinishReason
) -> None:
    shell.engine.script(Say("some"), End(reason))
    code, out, err = shell("read", picture)
    assert (code, out) == (1, "some\n")
    assert "cut off" in err


def test_a_model_that_does_not_load_is_one_sentence(shell: Shell, picture: str) -> None:
    shell.engine.load_error = Fail("config_invalid", "There is no config.json; choose another folder.")
    code, out, err = shell("read", picture, picture)
    assert (code, out) == (1, "")
    assert err == "yomi: There is no config.json; choose another folder.\n"


def test_options_reach_the_engine(shell: Shell, picture: str, tmp_path: Path) -> None:
    shell(
        "read",
        "--model",
        str(tmp_path),
        "--device=cpu",
        "--precision",
        "fp32",
        "--max-new-tokens",
        "9",
        picture,
    )
    (load,), (request,) = shell.engine.loads, shell.engine.requests
    assert (load.model_dir, load.device, load.precision) == (tmp_path, "cpu", Precision.FP32)
    assert (request.max_new_tokens, request.task) == (9, Task.READ)


def test_the_bundled_model_is_the_default(shell: Shell, picture: str) -> None:
    shell("read", picture)
    assert shell.engine.loads[0].model_dir.parts[-3:] == ("resources", "models", "starter")


def test_each_page_of_a_tiff_is_read(shell: Shell, tmp_path: Path) -> None:
    frames = [Image.new("L", (40, 20), 255) for _ in range(3)]
    path = tmp_path / "scan.tif"
    frames[0].save(path, save_all=True, append_images=frames[1:])
    for text in ("one", "two", "three"):
        shell.engine.script(*says(text))
    assert shell("read", str(path))[1] == "one\n\ntwo\n\nthree\n"
    assert [request.turns[0].images[0].page for request in shell.engine.requests] == [0, 1, 2]


def test_a_dash_reads_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(png_bytes())))
    assert shell("read", "-")[:2] == (0, "Milk 2.50\nBread 3.10\n")


def test_an_empty_standard_input_is_a_sentence(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    code, out, err = shell("read", "-")
    assert (code, out) == (1, "")
    assert "standard input" in err


# -- formats


def test_json_is_one_array_with_all_that_is_known(shell: Shell, picture: str, tmp_path: Path) -> None:
    code, out, _ = shell("read", "--format", "json", picture, str(tmp_path / "missing.png"))
    read, failed = json.loads(out)
    assert code == 1
    assert (read["path"], read["page"], read["pages"]) == (picture, 1, 1)
    assert (read["text"], read["finish_reason"], read["error"]) == ("Milk 2.50\nBread 3.10", "complete", None)
    assert read["model"] == "Fake Reader"
    assert read["metrics"]["new_tokens"] == 20
    assert failed["error"]["code"] == "file_missing"
    assert "not there" in failed["error"]["message"]
    assert (failed["text"], failed["finish_reason"]) == ("", "failed")


def test_json_of_a_run_that_failed_keeps_what_was_said(shell: Shell, picture: str) -> None:
    shell.engine.script(Say("half"), Fail("out_of_memory"))
    (failed,) = json.loads(shell("read", "--format=json", picture)[1])
    assert (failed["text"], failed["error"]["code"]) == ("half", "out_of_memory")


@pytest.mark.parametrize("command", ["read", "ask"])
def test_json_names_each_input_where_the_model_does_not_load(
    shell: Shell, picture: str, command: str
) -> None:
    shell.engine.load_error = Fail(code="config_invalid", user_message="Not a model; choose another.")
    rest = (picture, picture) if command == "read" else (picture, "total")
    code, out, err = shell(command, "--format=json", *rest)
    records = json.loads(out)
    assert code == 1
    assert [record["path"] for record in records] == [picture] * (2 if command == "read" else 1)
    assert {record["error"]["code"] for record in records} == {"config_invalid"}
    assert err.count("Not a model") == 1


def test_a_region_is_the_part_that_is_read(shell: Shell, picture: str) -> None:
    shell.engine.script(*says("Milk"))
    assert shell("read", "--region", "4,6,20,10", picture) == (0, "Milk\n", "")
    (request,) = shell.engine.requests
    assert request.turns[0].images[0].part == (4, 6, 24, 16)


@pytest.mark.parametrize("region", ["", "1,2,3", "a,b,c,d", "0,0,0,9", "-1,0,5,5", "0,0,5.5,5"])
def test_a_region_that_is_none_is_a_mistake_in_usage(shell: Shell, picture: str, region: str) -> None:
    code, out, err = shell("read", f"--region={region}", picture)
    assert (code, out) == (2, "")
    assert "X,Y,W,H" in err
    assert shell.engine.requests == []


def test_a_region_that_begins_left_of_the_picture_is_told_what_a_region_is(
    shell: Shell, picture: str
) -> None:
    code, out, err = shell("read", "--region", "-5,0,10,10", picture)
    assert (code, out) == (2, "")
    assert "'-5,0,10,10' is not X,Y,W,H in whole pixels within the picture" in err
    assert shell.engine.requests == []


def test_reading_as_markdown_is_asked_for(shell: Shell, picture: str) -> None:
    shell.engine.script(*says("# Milk"))
    assert shell("read", "--markdown", picture) == (0, "# Milk\n", "")
    assert [request.markdown for request in shell.engine.requests] == [True]


def test_markdown_has_a_heading_for_each_input_and_the_text_as_it_is(shell: Shell, tmp_path: Path) -> None:
    path = png_file(tmp_path, "my_[1]*.png")
    shell.engine.script(*says("a * b <T>\n# not mine\n"))
    shell.engine.script(Say("half"), Fail(user_message="It failed."))
    out = shell("read", "--format", "markdown", path, path)[1]
    heading = "## " + str(tmp_path).replace("_", "\\_").replace("-", "-") + "/my\\_\\[1\\]\\*.png"
    assert out == f"{heading}\n\na * b <T>\n# not mine\n\n{heading}\n\nhalf\n*It failed.*\n"


# -- ask


def test_ask_puts_the_question_with_all_pages(shell: Shell, tmp_path: Path) -> None:
    frames = [Image.new("L", (40, 20), 255) for _ in range(2)]
    path = tmp_path / "scan.tif"
    frames[0].save(path, save_all=True, append_images=frames[1:])
    shell.engine.script(*says("Two pounds"))
    assert shell("ask", str(path), "How much?") == (0, "Two pounds\n", "")
    (request,) = shell.engine.requests
    assert (request.task, request.turns[0].text, len(request.turns[0].images)) == (Task.ASK, "How much?", 2)


def test_a_page_that_does_not_decode_is_named_and_the_others_are_asked_about(
    shell: Shell, tmp_path: Path
) -> None:
    frames = [Image.effect_noise((200, 120), 90) for _ in range(3)]
    path = tmp_path / "scan.tif"
    frames[0].save(path, save_all=True, append_images=frames[1:], compression="tiff_adobe_deflate")
    with Image.open(path) as scan:
        scan.seek(1)
        starts = scan.tag_v2[TiffImagePlugin.STRIPOFFSETS]
    data = bytearray(path.read_bytes())
    for start in starts:
        # Deflate's header: whether a wrong byte further on is noticed depends on what it replaces.
        data[start : start + 8] = b"\xff" * 8
    path.write_bytes(data)
    shell.engine.script(*says("Two pounds"))
    code, out, err = shell("ask", str(path), "How much?")
    assert (code, out) == (1, "Two pounds\n")
    assert "page 2" in err
    (request,) = shell.engine.requests
    assert [image.page for image in request.turns[0].images] == [0, 2]


def test_ask_about_a_missing_file_is_a_sentence(shell: Shell, tmp_path: Path) -> None:
    code, out, err = shell("ask", str(tmp_path / "x.png"), "What?")
    assert (code, out) == (1, "")
    assert "not there" in err


# -- usage


@pytest.mark.parametrize(
    "arguments",
    [
        ("read",),
        ("ask", "only.png"),
        ("ask", "a.png", "   "),
        ("ask", "", "What?"),
        ("read", "a.png", ""),
        ("ask", "a.png", "What?", "more"),
        ("read", "--format", "pdf", "a.png"),
        ("read", "--device", "toaster", "a.png"),
        ("read", "--precision", "int3", "a.png"),
        ("read", "--max-new-tokens", "0", "a.png"),
        ("read", "--max-new-tokens", "many", "a.png"),
        ("read", "--nonsense", "a.png"),
        ("read", "--max-new", "3", "a.png"),
        ("doctor", "extra"),
        ("--nonsense",),
        ("--model",),
        ("",),
        ("a.png", ""),
        ("reed", "a.png"),
        ("quantise",),
    ],
)
def test_a_mistake_in_usage_is_exit_code_2_and_opens_nothing(
    shell: Shell, arguments: tuple[str, ...]
) -> None:
    code, out, err = shell(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("yomi")
    assert "--help" in err
    assert "Traceback" not in err
    assert shell.engines_opened == 0


def test_a_word_that_is_nearly_a_command_is_guessed(shell: Shell) -> None:
    assert "Did you mean 'yomi read'?" in shell("reed")[2]
    assert "Did you mean 'yomi doctor'?" in shell("docter")[2]


@pytest.mark.parametrize("arguments", [("--help",), ("read", "--help"), ("ask", "-h"), ("doctor", "-h")])
def test_help_is_printed_and_is_success(shell: Shell, arguments: tuple[str, ...]) -> None:
    code, out, err = shell(*arguments)
    assert (code, err) == (0, "")
    assert out.startswith("usage: yomi")


def test_version_is_printed(shell: Shell) -> None:
    code, out, _ = shell("--version")
    assert code == 0
    assert out.startswith("yomi ")


def test_a_file_named_like_a_command_is_reached_by_a_path(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "read").write_bytes(png_bytes())
    monkeypatch.chdir(tmp_path)
    assert shell("read", "./read")[0] == 0
    assert "./read" in shell("--help")[1]


# -- the window


def test_paths_without_a_command_open_the_window(
    shell: Shell, picture: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import app.bootstrap

    opened: list[object] = []
    monkeypatch.setattr(app.bootstrap, "run", lambda options: opened.append(options) or 0)
    assert shell(picture, "missing.png", "--model", "/models/x")[0] == 0
    (options,) = opened
    assert isinstance(options, app.bootstrap.StartOptions)
    assert options.paths[0] == picture
    assert Path(options.paths[1]).is_absolute()
    assert options.model_folder == "/models/x"


def test_where_qt_does_not_start_the_window_is_a_sentence(
    shell: Shell, picture: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "app.bootstrap", None)
    code, out, err = shell(picture)
    assert (code, out) == (1, "")
    assert "Qt" in err
    assert "yomi read" in err


# -- being stopped


def test_ctrl_c_stops_the_engine_and_is_130(
    shell: Shell, picture: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.engine.script(Say("half"), Gate())
    real_text = "app.commands.result_writers.TextWriter.text"

    def interrupt(self: object, text: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(real_text, interrupt)
    code, _, err = shell("read", picture)
    assert (code, err) == (130, "")
    assert not shell.engine.is_alive


def test_json_that_is_interrupted_is_still_json(
    shell: Shell, picture: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.engine.script(*says("one"))
    shell.engine.script(Fail("interrupt"))

    def interrupt(self: object, failure: object, source: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.commands.read.PictureCommand._fail", interrupt)
    code, out, _ = shell("read", "--format", "json", picture, picture)
    assert code == 130
    assert [record["text"] for record in json.loads(out)] == ["one"]


def test_a_reader_that_goes_away_is_141_and_ends_the_engine(
    shell: Shell, picture: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(self: object, text: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("app.commands.terminal.Terminal.write", gone)
    assert shell("read", picture)[0] == 141
    assert not shell.engine.is_alive


# -- the log


def test_what_the_engine_logs_goes_to_the_file_and_not_to_the_user(
    shell: Shell, picture: str, yomi_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, paths: object, **options: object) -> int:
        raise RuntimeError("a mistake of the program")

    monkeypatch.setattr("app.commands.read.PictureCommand.read", fail)
    code, out, err = shell("read", picture)
    log = (yomi_home / "yomi.log").read_text(encoding="utf-8")
    assert (code, out) == (1, "")
    assert err == f"yomi: Something unexpected went wrong; details are in {yomi_home / 'yomi.log'}.\n"
    assert "a mistake of the program" in log
    assert "Traceback" in log


def test_a_home_that_cannot_be_written_does_not_keep_pictures_from_being_read(
    shell: Shell, picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_bytes(b"")
    monkeypatch.setenv("YOMI_HOME", str(blocked))
    assert shell("read", picture) == (0, "Milk 2.50\nBread 3.10\n", "")


# -- the real process


def test_a_broken_pipe_leaves_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as out:
        ended = subprocess.run(
            [sys.executable, "-m", "app", "read", "--format", "json", "missing.png"],
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.PIPE,
            timeout=PATIENCE_S,
            check=False,
        )
    assert ended.returncode == 141
    assert ended.stderr.decode().splitlines() == []


def test_output_is_utf_8_whatever_the_locale_says(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ended = process("read", "--format=json", str(tmp_path / "чек.png"), env=environment)
    assert ended.returncode == 1
    (record,) = json.loads(ended.stdout.decode("utf-8"))
    assert record["path"].endswith("чек.png")
    assert "чек.png" in ended.stderr.decode("utf-8")


def test_reading_needs_neither_qt_nor_torch_before_there_is_something_to_read(tmp_path: Path) -> None:
    script = (
        "import sys; from app.cli import main; main(['read', 'missing.png']); "
        "heavy = {'PySide6', 'torch', 'transformers', 'qasync'}; "
        "sys.exit(repr(sorted(heavy & set(sys.modules))))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=PATIENCE_S, check=False
    )
    assert ended.stderr.decode().splitlines()[-1] == "[]"


def test_a_model_folder_that_is_not_there_is_one_sentence_and_no_traceback(
    picture: str, tmp_path: Path
) -> None:
    ended = process("read", "--model", str(tmp_path / "nowhere"), picture)
    assert (ended.returncode, ended.stdout) == (1, b"")
    (line,) = ended.stderr.decode().splitlines()
    assert line.startswith("yomi: ")


def test_the_window_and_reading_are_reached_by_python_m_app() -> None:
    ended = process("--version")
    assert ended.returncode == 0
    assert ended.stdout.startswith(b"yomi ")
