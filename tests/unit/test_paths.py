"""Where files lie."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app import paths


def test_yomi_home_moves_every_file_that_is_written(yomi_home: Path) -> None:
    written = [paths.history_path(), paths.images_dir(), paths.settings_path(), paths.log_path()]
    assert [path.parent for path in written] == [yomi_home] * 4
    assert paths.history_path().name == "history.sqlite3"


def test_a_missing_home_is_made(yomi_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMI_HOME", str(yomi_home / "Жук 漢字 é" / "deep"))
    assert paths.data_dir().is_dir()


def test_a_relative_home_becomes_absolute(yomi_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(yomi_home)
    monkeypatch.setenv("YOMI_HOME", "here")
    assert paths.data_dir() == yomi_home / "here"


def test_without_yomi_home_the_platform_decides(yomi_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMI_HOME", "  ")
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, appauthor: str(yomi_home / name))
    assert paths.data_dir() == yomi_home / "yomi"


def test_the_bundled_model_lies_in_the_resources_of_the_source_tree() -> None:
    root = Path(__file__).resolve().parents[2]
    assert paths.bundled_model_dir() == root / "resources" / "models" / "starter"


def test_in_a_frozen_bundle_the_resources_lie_where_it_was_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert paths.bundled_model_dir() == tmp_path / "resources" / "models" / "starter"


def test_a_home_that_cannot_be_told_is_an_error_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMI_HOME", "~nobody-of-this-name/yomi")
    with pytest.raises(OSError, match="no home folder"):
        paths.data_dir()


def test_an_address_of_a_file_is_that_file_and_one_of_another_machine_none_of_this_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a b#ü.png"
    address = path.as_uri()
    assert paths.named_by_user(address) == path
    assert paths.named_by_user(address.replace("file://", "FILE://localhost")) == path
    assert paths.named_by_user(address.replace("%23", "#")) == path
    assert paths.named_by_user(address.replace("file://", "file://elsewhere")) != path


@pytest.mark.parametrize("address", ["file://", "file://[bad/x", "file:///a:b:c", "file:///%00"])
def test_an_address_that_is_none_is_a_path_of_no_file(address: str) -> None:
    assert isinstance(paths.named_by_user(address), Path)
