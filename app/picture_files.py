"""PictureFiles: a picture of a message as a file of its own name, for other programs. GUI thread only.

What is dragged out lies in a folder that goes when Yomi ends: a file manager has copied it by then.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QBuffer, QMimeData, QUrl
from PySide6.QtGui import QImage, QImageReader

from app.domain import Attachment
from app.file_names import FORBIDDEN, unreserved
from app.storage.errors import StorageError

SUFFIXES = {
    "PNG": ".png",
    "JPEG": ".jpg",
    "GIF": ".gif",
    "WEBP": ".webp",
    "AVIF": ".avif",
    "BMP": ".bmp",
    "TIFF": ".tif",
}
"""For pictures that never had a file's name: a region of the screen, what was pasted."""

READ_BY_QT = ("PNG", "JPEG", "GIF", "BMP", "WEBP")

MOST_BYTES = 240
"""Of a name without a suffix that it may get: file systems take 255, and a sign may be four of them."""


class PictureFiles:
    """Makes files when they are asked for, each picture's once."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """`read` gives the bytes of a hash; it may raise StorageError."""
        self._read = read
        self._folder: Path | None = None
        self._made: dict[str, Path] = {}

    def carried(self, attachment: Attachment, image: QImage, *, as_file: bool) -> QMimeData:
        """The picture's pixels, and its file where that is wanted; `image` where its file is gone."""
        data = QMimeData()
        # What is left of it is carried all the same.
        with suppress(OSError, StorageError):
            image = self._pixels(attachment) or image
            if as_file:
                data.setUrls([QUrl.fromLocalFile(str(self._file_of(attachment)))])
        if not image.isNull():
            data.setImageData(image)
        return data

    def close(self) -> None:
        """Take the files away."""
        self._made.clear()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _pixels(self, attachment: Attachment) -> QImage | None:
        """All of them, where Qt can read the file itself, which takes a moment; pages of a TIFF it cannot."""
        if attachment.page or attachment.format not in READ_BY_QT:
            return None
        buffer = QBuffer()
        buffer.setData(self._read(attachment.sha256))
        reader = QImageReader(buffer)
        reader.setAutoTransform(True)
        image = reader.read()
        return None if image.isNull() else image

    def _file_of(self, attachment: Attachment) -> Path:
        made = self._made.get(attachment.sha256)
        if made is not None and made.is_file():
            return made
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="yomi-pictures-"))
        # In a folder of its own: two pictures may have one name.
        path = Path(tempfile.mkdtemp(dir=self._folder)) / _file_name(attachment)
        path.write_bytes(self._read(attachment.sha256))
        self._made[attachment.sha256] = path
        return path


def _file_name(attachment: Attachment) -> str:
    kept = (" " if sign in FORBIDDEN or not sign.isprintable() else sign for sign in attachment.name)
    name = "".join(kept).encode()[-MOST_BYTES:].decode(errors="ignore")
    name = name.strip(" .")[-100:].lstrip(" .") or "picture"
    suffix = SUFFIXES.get(attachment.format, "")
    has_suffix = Path(name).suffix.lower() in {*SUFFIXES.values(), ".jpeg", ".tiff", ".apng", suffix}
    return unreserved(name if has_suffix or not suffix else name + suffix)
