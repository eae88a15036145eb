"""Files become attachments by their content; each trouble has a sentence and stops nothing else."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest
from PIL import Image

import app.intake
from app.engine_port import PictureError
from app.intake import MAX_PAGES, ReadingCancelledError, gather_bytes, gather_file, gather_path, read_file
from app.storage.images import ImageRepository
from tests.helpers.app_parts import png_bytes


@pytest.fixture
def images(tmp_path: Path) -> ImageRepository:
    return ImageRepository(tmp_path / "images")


def tiff_bytes(pages: int) -> bytes:
    buffer = io.BytesIO()
    frames = [Image.new("L", (20 + index, 10), 255) for index in range(pages)]
    frames[0].save(buffer, "TIFF", save_all=True, append_images=frames[1:])
    return buffer.getvalue()


def test_a_picture_becomes_an_attachment_whose_bytes_are_kept(
    tmp_path: Path, images: ImageRepository
) -> None:
    path = tmp_path / "чек 漢字.png"
    path.write_bytes(png_bytes(size=(120, 40)))
    (attachment,) = gather_file(path, images).attachments
    assert (attachment.name, attachment.format, attachment.width_px, attachment.height_px) == (
        "чек 漢字.png",
        "PNG",
        120,
        40,
    )
    assert attachment.is_readable
    assert attachment.byte_size == path.stat().st_size
    assert images.read(attachment.sha256) == path.read_bytes()


def test_the_content_decides_and_not_the_suffix(tmp_path: Path, images: ImageRepository) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(png_bytes())
    (attachment,) = gather_file(path, images).attachments
    assert attachment.format == "PNG"


def test_each_page_of_a_tiff_is_an_attachment_of_one_file(images: ImageRepository) -> None:
    gathered = gather_bytes(tiff_bytes(3), "scan.tif", images)
    assert [(a.page, a.pages) for a in gathered.attachments] == [(0, 3), (1, 3), (2, 3)]
    assert len({a.sha256 for a in gathered.attachments}) == 1
    assert len({a.id for a in gathered.attachments}) == 3
    assert gathered.notice == ""


def test_of_a_very_long_tiff_the_first_pages_are_taken_and_it_is_said(images: ImageRepository) -> None:
    gathered = gather_bytes(tiff_bytes(MAX_PAGES + 2), "book.tif", images)
    assert len(gathered.attachments) == MAX_PAGES
    assert str(MAX_PAGES + 2) in gathered.notice
    assert "book.tif" in gathered.notice


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.png", b""),
        ("text.png", b"just words"),
        ("short.png", png_bytes()[:40]),
        ("pointer.png", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"),
    ],
)
def test_what_is_no_picture_becomes_an_attachment_that_says_why(
    tmp_path: Path, images: ImageRepository, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    (attachment,) = gather_file(path, images).attachments
    assert not attachment.is_readable
    assert attachment.sha256 == ""
    assert attachment.error.endswith(".")
    assert not list((tmp_path / "images").rglob("*"))


def test_a_missing_file_says_so(tmp_path: Path, images: ImageRepository) -> None:
    (attachment,) = gather_file(tmp_path / "nowhere.png", images).attachments
    assert "not there" in attachment.error


def test_a_path_that_cannot_be_is_no_crash(images: ImageRepository) -> None:
    (attachment,) = gather_file(Path("bad\0name.png"), images).attachments
    assert not attachment.is_readable


def test_of_a_folder_with_the_pictures_of_years_the_first_are_taken_and_that_is_said(
    tmp_path: Path, images: ImageRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.intake, "MAX_FOLDER_FILES", 2)
    folder = tmp_path / "years"
    folder.mkdir()
    for name in ("3.png", "11.png", "1.PNG", ".hidden.png"):
        (folder / name).write_bytes(png_bytes())
    (folder / "below.png").mkdir()
    first, second, end = gather_path(folder, images)
    assert [each.attachments[0].name for each in (first, second)] == ["1.PNG", "3.png"]
    assert end.notice == "Only the first 2 of the 3 pictures in the folder years were added."


def test_one_file_is_gathered_as_itself(tmp_path: Path, images: ImageRepository) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png_bytes())
    (gathered,) = gather_path(path, images)
    assert [each.name for each in gathered.attachments] == ["a.png"]
    (gathered,) = gather_path(tmp_path / "nowhere", images)
    assert "not there" in gathered.attachments[0].error


def test_a_path_that_no_file_can_have_is_not_said_to_lack_permission(
    tmp_path: Path, images: ImageRepository
) -> None:
    (gathered,) = gather_path(tmp_path / ("x" * 300), images)
    assert "permissions" not in gathered.attachments[0].error
    assert gathered.notice == ""


def test_a_folder_is_refused_with_a_notice_and_no_chip(tmp_path: Path, images: ImageRepository) -> None:
    gathered = gather_file(tmp_path, images)
    assert gathered.attachments == ()
    assert "folder" in gathered.notice


@pytest.mark.parametrize("device", [pytest.param("/dev/zero", id="a device that never ends"), "fifo"])
def test_what_is_no_regular_file_is_never_opened(
    tmp_path: Path, images: ImageRepository, device: str
) -> None:
    path = Path(device)
    if device == "fifo" or sys.platform == "win32":
        path = tmp_path / "fifo"
        make = getattr(os, "mkfifo", None)
        if make is None:
            path.mkdir()
            assert "folder" in gather_file(path, images).notice
            return
        make(path)
    (attachment,) = gather_file(path, images).attachments
    assert "regular file" in attachment.error


def test_a_file_beyond_the_limit_is_refused_before_it_is_read(
    tmp_path: Path, images: ImageRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.intake, "MAX_FILE_BYTES", 1024 * 1024)
    path = tmp_path / "huge.png"
    with path.open("wb") as file:
        file.truncate(1024 * 1024 + 1)
    (attachment,) = gather_file(path, images).attachments
    assert "larger than 1 MB" in attachment.error
    (attachment,) = gather_bytes(b"\0" * (1024 * 1024 + 1), "huge", images).attachments
    assert "larger than 1 MB" in attachment.error


def test_reading_stops_when_it_is_no_longer_wanted(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(png_bytes())
    with pytest.raises(ReadingCancelledError):
        read_file(path, lambda: True)


@pytest.mark.parametrize("said", [errno.ENOENT, errno.EINVAL])
def test_an_address_of_the_web_is_told_to_be_a_link_also_where_it_is_no_name_of_a_file(
    monkeypatch: pytest.MonkeyPatch, said: int
) -> None:
    def refused(_path: Path) -> os.stat_result:
        raise OSError(said, os.strerror(said))

    monkeypatch.setattr(Path, "stat", refused)
    with pytest.raises(PictureError, match="only a link"):
        read_file(Path("https://example.com/receipt.png"))
    with pytest.raises(PictureError) as told:
        read_file(Path("example.com/receipt.png"))
    assert told.value.code == ("file_missing" if said == errno.ENOENT else "file_unreadable")


def test_a_full_disk_is_told_on_the_chip(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    (attachment,) = gather_bytes(png_bytes(), "receipt.png", ImageRepository(blocked)).attachments
    assert "could not be kept" in attachment.error


def test_a_name_that_is_no_utf_8_is_shown_as_far_as_it_can_be(
    tmp_path: Path, images: ImageRepository
) -> None:
    # Where a file system refuses such a name the file is missing; the name is shown all the same.
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.png"))
    (attachment,) = gather_file(path, images).attachments
    assert attachment.name == "caf\ufffd.png"
    assert attachment.error.startswith("caf\ufffd.png")
