"""Settings survive torn files, other versions and wrong values."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from app.domain import RequestKind
from app.engine_port import DEVICES, PRECISIONS
from app.presets import Preset
from app.settings import CHOICES, LIMITS, Settings, SettingsStore, Theme
from engine.api import GenerationRequest, RequestId


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "settings"
    folder.mkdir()
    return folder / "settings.json"


def test_a_first_start_has_the_defaults_and_says_nothing(path: Path) -> None:
    store = SettingsStore(path)
    assert store.settings == Settings()
    assert store.notices == ()
    assert not path.exists()


def test_what_was_changed_is_there_after_a_restart(path: Path) -> None:
    changes = {
        "model_folder": "/models/Жук 漢字",
        "device": "cpu",
        "precision": "fp32",
        "window_geometry": "AAEC",
        "splitter": "AwQ=",
        "panels_visible": False,
        "theme": Theme.DARK,
        "max_new_tokens": 512,
    }
    SettingsStore(path).update(**changes)
    again = SettingsStore(path)
    assert again.settings == Settings(**changes)
    assert isinstance(again.settings.theme, Theme)


def test_a_file_that_cannot_be_understood_is_kept_and_the_one_before_is_used(path: Path) -> None:
    store = SettingsStore(path)
    store.update(device="cpu")
    store.update(device="cuda")
    path.write_text('{"version": 1, "devi', encoding="utf-8")
    again = SettingsStore(path)
    assert again.settings.device == "cpu"
    assert "could not be understood" in again.notices[0]
    assert "before the last change" in again.notices[1]
    kept = [found for found in path.parent.iterdir() if ".corrupt-" in found.name]
    assert [found.read_text(encoding="utf-8") for found in kept] == ['{"version": 1, "devi']


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        '{"device": "cpu"}',
        '{"version": "x"}',
        '{"version": true}',
        "\x00\x00",
        "[" * 100_000,
    ],
)
def test_without_a_usable_file_the_defaults_are_used_and_it_is_said(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8")
    store = SettingsStore(path)
    assert store.settings == Settings()
    assert "defaults are in use" in store.notices[1]


def test_where_both_files_are_damaged_both_are_named(path: Path) -> None:
    backup = path.with_name("settings.json.bak")
    path.write_text("{", encoding="utf-8")
    backup.write_text("[", encoding="utf-8")
    told, in_use = SettingsStore(path).notices
    kept = sorted(found.name for found in path.parent.iterdir() if ".corrupt-" in found.name)
    assert len(kept) == 2
    assert all(name in told for name in kept)
    assert in_use == "The defaults are in use."


def test_one_that_may_not_be_read_and_one_that_is_damaged_are_told_apart(path: Path) -> None:
    path.mkdir()
    path.with_name("settings.json.bak").write_text("{", encoding="utf-8")
    unreadable, damaged, in_use = SettingsStore(path).notices
    assert str(path) in unreadable
    assert ".bak.corrupt-" in damaged
    assert in_use == "The defaults are in use."


def test_a_crash_between_the_two_renames_loses_nothing(path: Path) -> None:
    SettingsStore(path).update(device="cpu")
    path.replace(path.with_name("settings.json.bak"))
    again = SettingsStore(path)
    assert again.settings.device == "cpu"
    assert again.notices == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("device", "toaster"),
        ("device", 3),
        ("precision", "int3"),
        ("theme", "pink"),
        ("max_new_tokens", 0),
        ("max_new_tokens", 10**9),
        ("max_new_tokens", "many"),
        ("max_new_tokens", True),
        ("panels_visible", 1),
        ("model_folder", None),
        ("model_folder", "/models/\0"),
        ("capture_hotkey", "Ctrl+\ud800"),
    ],
)
def test_a_value_that_cannot_be_is_replaced_by_its_default_and_the_others_stay(
    path: Path, field: str, value: object
) -> None:
    path.write_text(json.dumps({"version": 1, "splitter": "AA==", field: value}), encoding="utf-8")
    settings = SettingsStore(path).settings
    assert getattr(settings, field) == getattr(Settings(), field)
    assert settings.splitter == "AA=="


def test_a_file_that_an_editor_began_with_a_mark_is_understood(path: Path) -> None:
    path.write_text(json.dumps({"version": 1, "device": "cpu"}), encoding="utf-8-sig")
    store = SettingsStore(path)
    assert store.settings.device == "cpu"
    assert store.notices == ()


def test_fields_of_a_newer_version_stay_in_the_file(path: Path) -> None:
    path.write_text(json.dumps({"version": 7, "device": "cpu", "tomorrow": [1]}), encoding="utf-8")
    SettingsStore(path).update(theme="dark")
    written = json.loads(path.read_text(encoding="utf-8"))
    assert (written["version"], written["tomorrow"], written["theme"]) == (7, [1], "dark")


def test_an_unknown_field_is_a_mistake_of_the_program(path: Path) -> None:
    with pytest.raises(TypeError, match="colour"):
        SettingsStore(path).update(colour="red")


def test_a_folder_that_cannot_be_written_keeps_the_change_for_this_run(tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("", encoding="utf-8")
    store = SettingsStore(blocked / "settings.json")
    assert store.update(device="cpu").device == "cpu"


def test_nothing_but_the_file_and_its_backup_is_left(path: Path) -> None:
    store = SettingsStore(path)
    store.update(device="cpu")
    store.update(device="auto")
    assert sorted(found.name for found in path.parent.iterdir()) == ["settings.json", "settings.json.bak"]


def test_a_folder_whose_name_is_no_text_is_remembered(path: Path) -> None:
    SettingsStore(path).update(model_folder="/models/\udcff", theme="dark")
    again = SettingsStore(path)
    assert again.settings.model_folder == "/models/\udcff"
    assert again.settings.theme == "dark"
    assert again.notices == ()


def test_presets_are_kept_and_what_can_be_none_is_left_out(path: Path) -> None:
    own = Preset("mine", RequestKind.JSON, "{schema}", "Bill", schema="{}")
    SettingsStore(path).update(presets=(own,), presets_removed=("table", "unknown", "table"))
    again = SettingsStore(path).settings
    assert (again.presets, again.presets_removed) == ((own,), ("table",))
    raw = json.loads(path.read_text("utf-8"))
    raw["presets"] += [{"id": 5}, "text"]
    raw["presets_removed"] = "table"
    path.write_text(json.dumps(raw), "utf-8")
    assert (SettingsStore(path).settings.presets, SettingsStore(path).settings.presets_removed) == (
        (own,),
        (),
    )


def test_the_choices_are_those_of_the_engine() -> None:
    assert set(CHOICES["device"]) == set(DEVICES)
    assert set(CHOICES["precision"]) == set(PRECISIONS)
    assert GenerationRequest(RequestId(""), ()).max_new_tokens == Settings().max_new_tokens


@pytest.mark.parametrize(("name", "limits"), LIMITS.items())
def test_numbers_are_taken_up_to_their_limits(path: Path, name: str, limits: tuple[int, int]) -> None:
    for value in limits:
        SettingsStore(path).update(**{name: value})
        assert getattr(SettingsStore(path).settings, name) == value
    for value in (limits[0] - 1, limits[1] + 1):
        path.write_text(json.dumps({"version": 1, name: value}), "utf-8")
        assert getattr(SettingsStore(path).settings, name) == getattr(Settings(), name)


def test_a_disk_that_is_full_leaves_no_half_written_settings(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(path)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("app.settings.os.fsync", full)
    store.update(theme=Theme.DARK)
    assert store.settings.theme is Theme.DARK
    assert list(path.parent.iterdir()) == []
