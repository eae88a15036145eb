"""Pictures by the hash of their content."""

from __future__ import annotations

import hashlib
import threading
from pathlib import Path

import pytest

from app.storage.errors import StorageError
from app.storage.images import ImageRepository


def files_below(folder: Path) -> list[str]:
    return sorted(found.name for found in folder.rglob("*") if found.is_file())


@pytest.fixture
def images(tmp_path: Path) -> ImageRepository:
    return ImageRepository(tmp_path / "images")


def test_bytes_come_back_by_their_hash(images: ImageRepository) -> None:
    data = bytes(range(256)) * 10
    sha256 = images.add(data)
    assert sha256 == hashlib.sha256(data).hexdigest()
    assert images.read(sha256) == data


def test_one_content_is_kept_once_and_nothing_else_is_left(images: ImageRepository, tmp_path: Path) -> None:
    assert images.add(b"same") == images.add(b"same")
    assert files_below(tmp_path) == [hashlib.sha256(b"same").hexdigest()]


def test_a_file_cut_short_by_a_crash_is_written_again(images: ImageRepository, tmp_path: Path) -> None:
    sha256 = images.add(b"whole content")
    next((tmp_path / "images").rglob(sha256)).write_bytes(b"whole")
    images.add(b"whole content")
    assert images.read(sha256) == b"whole content"


def test_many_threads_may_keep_the_same_picture(images: ImageRepository, tmp_path: Path) -> None:
    barrier = threading.Barrier(8)

    def add() -> None:
        barrier.wait()
        images.add(b"shared" * 1000)

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(files_below(tmp_path)) == 1


def test_a_removed_picture_is_gone_and_removing_it_twice_is_no_trouble(images: ImageRepository) -> None:
    sha256 = images.add(b"gone")
    images.remove([sha256])
    images.remove([sha256])
    with pytest.raises(StorageError, match="no longer"):
        images.read(sha256)


@pytest.mark.parametrize(
    "name", ["", "../../etc/passwd", "A" * 64, "a" * 63, "a" * 64 + "/x", "a" * 64 + "\n"]
)
def test_what_is_no_hash_never_becomes_a_path(images: ImageRepository, name: str) -> None:
    with pytest.raises(StorageError, match="not known"):
        images.read(name)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    with pytest.raises(StorageError, match="could not be kept"):
        ImageRepository(blocked).add(b"x")
