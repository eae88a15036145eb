"""Where an export goes, and what is said where it cannot."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from app.export import file_target
from app.export.file_target import ExportError, write_export
from app.export.formats import ExportFormat, file_name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "exports"
    made.mkdir()
    return made


def test_an_export_is_written_whole_with_the_users_own_permissions(folder: Path) -> None:
    beside = folder / "beside"
    beside.write_bytes(b"")
    assert write_export(folder / "a.txt", b"text", replace=False).read_bytes() == b"text"
    assert (folder / "a.txt").stat().st_mode == beside.stat().st_mode
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "beside"]


def test_a_file_that_is_there_stays_unless_it_is_to_be_replaced(folder: Path) -> None:
    path = folder / "a.txt"
    path.write_bytes(b"before")
    path.chmod(0o640)
    with pytest.raises(ExportError, match=r"a\.txt is already there; choose another name\."):
        write_export(path, b"text", replace=False)
    assert path.read_bytes() == b"before"
    write_export(path, b"text", replace=True)
    assert path.read_bytes() == b"text"
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o640
    assert list(folder.iterdir()) == [path]


def test_where_the_file_system_knows_no_links_the_file_is_renamed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(file_target.os, "link", refuse)
    path = folder / "a.txt"
    write_export(path, b"text", replace=False)
    with pytest.raises(ExportError, match="already there"):
        write_export(path, b"other", replace=False)
    assert path.read_bytes() == b"text"
    assert list(folder.iterdir()) == [path]


def test_a_link_is_followed_and_stays_a_link(folder: Path) -> None:
    (folder / "real.txt").write_bytes(b"before")
    (folder / "link.txt").symlink_to(folder / "real.txt")
    assert write_export(folder / "link.txt", b"text", replace=True).name == "real.txt"
    assert (folder / "link.txt").is_symlink()
    assert (folder / "real.txt").read_bytes() == b"text"


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "export_disk_full"),
        (errno.EDQUOT, "export_disk_full"),
        (errno.EACCES, "export_not_allowed"),
        (errno.EROFS, "export_not_allowed"),
        (errno.EIO, "export_failed"),
        (errno.ENAMETOOLONG, "export_name_too_long"),
    ],
)
def test_a_refusal_is_a_sentence_and_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str
) -> None:
    def refuse(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(file_target.os, "fsync", refuse)
    with pytest.raises(ExportError) as caught:
        write_export(folder / "a.txt", b"text", replace=True)
    assert caught.value.code == code
    assert caught.value.sentence.endswith(".")
    assert "; " in caught.value.sentence
    assert list(folder.iterdir()) == []


def test_a_folder_is_not_written_over_and_one_that_is_gone_is_named(folder: Path) -> None:
    with pytest.raises(ExportError, match="is a folder"):
        write_export(folder, b"text", replace=True)
    with pytest.raises(ExportError, match="not there any more"):
        write_export(folder / "gone" / "a.txt", b"text", replace=False)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Receipt", "Receipt.txt"),
        ('a/b\\c:d*e?f"g<h>i|j', "a b c d e f g h i j.txt"),
        ("..", "Yomi.txt"),
        (" . ", "Yomi.txt"),
        ("CON", "Yomi CON.txt"),
        ("com1.old", "Yomi com1.old.txt"),
        ("nul .tar", "Yomi nul .tar.txt"),
        ("LPT²", "Yomi LPT².txt"),
        ("CONIN$", "Yomi CONIN$.txt"),
        ("Common", "Common.txt"),
        ("COM10", "COM10.txt"),
        ("end.", "end.txt"),
        ("line\nend\x00", "line end.txt"),
        ("レシート", "レシート.txt"),
    ],
)
def test_a_title_makes_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert file_name(title, ExportFormat.TEXT) == name


def test_a_long_title_makes_a_name_that_fits() -> None:
    assert len(file_name("𠮷" * 300, ExportFormat.DOCX).encode()) <= 255
