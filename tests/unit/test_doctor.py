"""`yomi doctor` says what works, and its exit code is whether pictures can be read."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.commands import doctor
from app.commands.command_engine import EngineOptions
from app.commands.doctor import SAMPLE_TEXT, run_doctor, sample_png
from app.commands.terminal import Terminal
from app.engine_port import inspect_image
from engine.api import FinishReason
from tests.helpers import fake_engine
from tests.helpers.fake_engine import End, Fail, FakeEngine, says


def examine(engine: FakeEngine, *, as_json: bool = False) -> tuple[int, str]:
    out = io.StringIO()
    code = run_doctor(
        EngineOptions(Path("/models/fake")), Terminal(out, io.StringIO()), lambda: engine, as_json=as_json
    )
    assert not engine.is_alive
    return code, out.getvalue()


def test_where_everything_works_the_report_says_so_and_the_code_is_0() -> None:
    code, report = examine(FakeEngine(SAMPLE_TEXT))
    assert code == 0
    assert "FAIL" not in report
    assert "Fake Reader" in report
    assert report.endswith("Yomi reads pictures here.\n")


def test_a_text_that_is_nearly_right_is_right() -> None:
    assert examine(FakeEngine(SAMPLE_TEXT.replace("this", "thls") + "\n"))[0] == 0


def test_a_model_that_reads_nonsense_is_no_success() -> None:
    code, report = examine(FakeEngine("The quick brown fox"))
    assert code == 1
    assert "FAIL  Reading" in report
    assert report.endswith("Yomi cannot read pictures here.\n")


def test_a_model_that_finds_no_text_is_no_success() -> None:
    engine = FakeEngine()
    engine.script(End(FinishReason.EMPTY))
    assert examine(engine)[0] == 1


def test_a_reading_that_fails_gives_its_reason() -> None:
    engine = FakeEngine()
    engine.script(Fail(user_message="Memory ran out; close something."))
    code, report = examine(engine)
    assert code == 1
    assert "Memory ran out; close something." in report


def test_a_model_that_does_not_load_gives_its_folder_and_the_reason() -> None:
    engine = FakeEngine(load_error=Fail("config_invalid", "There is no config.json; choose another folder."))
    code, report = examine(engine)
    assert code == 1
    assert "FAIL  Model" in report
    assert "/models/fake: There is no config.json" in report
    assert engine.requests == []


@pytest.mark.parametrize(
    ("backend", "note", "words"),
    [
        ("fused", "", "ok    Fast steps            one kernel a token"),
        (
            "graphs",
            "This card is too old.",
            "warn  Fast steps            recorded steps; This card is too old.",
        ),
        ("eager", "", "warn  Fast steps            plain steps; the faster ones were not ready"),
    ],
)
def test_on_a_card_the_report_says_how_steps_are_carried_out(
    backend: str, note: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = replace(fake_engine.METRICS, device="cuda", backend=backend, backend_note=note)
    monkeypatch.setattr(fake_engine, "METRICS", metrics)
    monkeypatch.setattr(doctor, "FAST_STEPS_PAUSE_S", 0.0)
    code, report = examine(FakeEngine(SAMPLE_TEXT))
    assert code == 0
    assert words in report


def test_the_report_as_json_says_the_same() -> None:
    code, text = examine(FakeEngine(SAMPLE_TEXT), as_json=True)
    report = json.loads(text)
    assert (code, report["ok"]) == (0, True)
    names = [check["name"] for check in report["checks"]]
    assert {"Yomi", "Python", "torch", "Folder", "Window", "Model", "Reading"} <= set(names)
    assert all(check["ok"] and check["detail"] for check in report["checks"])


def broken_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Path:
        raise PermissionError("not yours")

    monkeypatch.setattr(doctor, "data_dir", refuse)


def missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    real = doctor._version_of
    monkeypatch.setattr(doctor, "_version_of", lambda name: "" if name == "torch" else real(name))


@pytest.mark.parametrize(
    ("breaking", "named"), [(broken_folder, "YOMI_HOME"), (missing_package, "set Yomi up")]
)
def test_what_is_needed_and_missing_is_no_success_even_if_the_reading_worked(
    monkeypatch: pytest.MonkeyPatch, breaking: Callable[[pytest.MonkeyPatch], None], named: str
) -> None:
    breaking(monkeypatch)
    code, report = examine(FakeEngine(SAMPLE_TEXT))
    assert code == 1
    assert named in report


def test_a_machine_without_qt_still_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> object:
        raise ImportError("libEGL.so.1 is missing")

    monkeypatch.setattr("app.commands.doctor.importlib.import_module", refuse)
    code, report = examine(FakeEngine(SAMPLE_TEXT))
    assert code == 0
    assert "warn  Window" in report
    assert "libEGL.so.1" in report


def test_the_sample_is_a_picture_that_yomi_accepts() -> None:
    facts = inspect_image(sample_png(), "sample.png")
    assert (facts.width_px, facts.height_px) == doctor.SAMPLE_SIZE_PX


def test_nothing_is_left_in_the_folder(yomi_home: Path) -> None:
    engine = FakeEngine()
    engine.script(*says(SAMPLE_TEXT))
    examine(engine)
    assert list(yomi_home.iterdir()) == []
