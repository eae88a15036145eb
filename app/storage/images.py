"""ImageRepository: the pictures of the history as files named by the SHA-256 of their content.

Any thread: files are written under a name of their own and renamed, so a file that is there is whole, and
two writers of one content write the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from app.storage.errors import StorageError

_HASH = re.compile(r"[0-9a-f]{64}")


class ImageRepository:
    """Content-addressed files below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, data: bytes) -> str:
        """Keep `data`; returns its hash.

        Raises: StorageError when it cannot be written.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        path = self._path(sha256)
        try:
            if path.is_file() and path.stat().st_size == len(data):
                return sha256
            path.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(path, data)
        except OSError as error:
            raise StorageError(
                f"The picture could not be kept in {self._folder}; is it writable, and is there free space?",
                str(error),
            ) from error
        return sha256

    def read(self, sha256: str) -> bytes:
        """The bytes of that hash.

        Raises: StorageError when they are not there any more.
        """
        try:
            return self._path(sha256).read_bytes()
        except OSError as error:
            raise StorageError(
                "The picture's file is no longer in Yomi's folder; add the picture again.", str(error)
            ) from error

    def remove(self, hashes: Iterable[str]) -> None:
        """Delete files; one that is not there is no trouble, one that cannot go stays."""
        for sha256 in hashes:
            with suppress(OSError, StorageError):
                self._path(sha256).unlink(missing_ok=True)

    def _path(self, sha256: str) -> Path:
        if not _HASH.fullmatch(sha256):
            raise StorageError(
                "The picture's file is not known to Yomi; add the picture again.", "not a hash"
            )
        return self._folder / sha256[:2] / sha256


def _write_whole(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
