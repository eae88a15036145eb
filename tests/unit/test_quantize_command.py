"""`yomi quantize`: what it prints and where, its exit codes, and how it ends when it is stopped."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from app import cli
from app.commands import quantize as quantize_command
from app.engine_port import ModelFolderError, quantize_model
from tests.helpers.app_parts import png_file
from tests.helpers.quantized import SIDECAR, silent, write_variant
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_tiny_checkpoint(tmp_path / "tiny", seed=1)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["quantize", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_error_of_each_layer_is_printed_and_then_what_was_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, str(folder))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["bits", "error", "worst", "weight"]
    assert [line[:16].strip() for line in lines[1:-1]] == [f"layer {n}" for n in range(4)] + ["embed_tokens"]
    for line in lines[1:5]:
        _, _, bits, mean, worst, name = line.split()
        assert bits == "4"
        assert 6 < float(mean.rstrip("%")) <= float(worst.rstrip("%")) < 9
        assert name.startswith(("self_attn.", "mlp."))
    assert lines[5].split()[1:] == ["8", lines[5].split()[2]]
    assert lines[-1] == f"{SIDECAR}: 0.1 MB in place of 0.8 MB, in groups of 32; written."


def test_a_second_run_makes_nothing_and_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, str(folder))
    before = (folder / SIDECAR).stat().st_mtime_ns
    code, out, err = run(capsys, str(folder))
    assert (code, err) == (0, "")
    assert out.endswith("already there, and fits the model; --force makes it anew.\n")
    assert (folder / SIDECAR).stat().st_mtime_ns == before
    assert run(capsys, str(folder), "--force")[1].endswith("written.\n")
    assert (folder / SIDECAR).stat().st_mtime_ns > before


def test_what_cannot_be_quantised_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_variant(tmp_path / "odd", intermediate_size=80)
    code, out, err = run(capsys, str(folder))
    assert (code, out) == (1, "")
    assert err.startswith("yomi: int4 needs a multiple of 32 columns")
    assert "layers.0.mlp.down_proj.weight" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["nothing here", "tiny/config.json"])
def test_a_path_that_is_no_model_folder_is_one_sentence(
    folder: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, str(folder.parent / name))
    assert (code, out) == (1, "")
    assert err.startswith("yomi: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [(), ("a", "b"), ("a", "--fast")])
def test_a_mistake_in_usage_is_exit_code_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "yomi quantize --help" in err


def test_help_says_what_it_is_good_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "--precision int4" in out


def test_a_word_that_is_nearly_the_command_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["quantise"]) == 2
    assert "Did you mean 'yomi quantize'?" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_says_so_and_leaves_nothing(
    folder: Path,
    number: signal.Signals,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {path.name for path in folder.iterdir()}
    handler = signal.getsignal(signal.SIGTERM)

    def stopped(path: Path, *, force: bool, progress: object) -> object:
        def stop(sentence: str, _done: int, _total: int) -> None:
            assert any(name.endswith(".partial") for name in map(str, folder.iterdir()))
            signal.raise_signal(number)

        return quantize_model(path, force=force, progress=stop)

    monkeypatch.setattr(quantize_command, "quantize_model", stopped)
    code, out, err = run(capsys, str(folder))
    assert (code, out, err) == (cli.INTERRUPTED_EXIT, "", "yomi: stopped; no int4 weights were written.\n")
    assert {path.name for path in folder.iterdir()} == before
    assert signal.getsignal(signal.SIGTERM) == handler


def test_the_port_turns_refusals_into_sentences(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderError) as caught:
        quantize_model(tmp_path, force=False, progress=silent)
    assert caught.value.code == "config_invalid"
    assert "[" not in caught.value.sentence


def test_pictures_are_read_with_what_was_made(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--model", str(folder), "--precision", "int4", "--format", "json", "--max-new-tokens", "8")
    picture = png_file(folder.parent)
    assert cli.main(["read", picture, *options]) == 1
    refused = capsys.readouterr().err
    assert refused == (
        f"yomi: No int4 weights lie beside this model; make them with `yomi quantize {folder}`, or choose "
        "another precision.\n"
    )
    assert cli.main(["quantize", str(folder)]) == 0
    capsys.readouterr()
    cli.main(["read", picture, *options])
    (page,) = json.loads(capsys.readouterr().out)
    assert page["model"] == "tiny"
