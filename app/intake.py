"""One intake for every picture: files and bytes become attachments, whatever way they came.

Any thread; no Qt. What a file is follows from its content. One that cannot be read becomes an attachment
that says why, so that one bad file never stops the others.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from app.domain import Attachment, PictureFacts, new_id, shown
from app.engine_port import PictureError, inspect_image, mended_picture
from app.picture_folder import pictures_in
from app.storage.errors import StorageError
from app.storage.images import ImageRepository

MAX_FILE_BYTES = 256 * 1024 * 1024
"""A 64-megapixel TIFF without compression fits; what is larger is rarely a picture."""
MAX_PAGES = 64
"""Pages taken of one file into the window, where each is a chip; `yomi read` has no such limit."""
MAX_FOLDER_FILES = 100
"""Pictures taken of one folder, which may hold those of years."""

MENDED_NOTE = "Only a part of this picture could be opened; the rest is empty."
MENDED_PAGES_NOTE = "What comes after page {page} of this file could not be opened."

ONLY_A_LINK = "This is only a link, and Yomi never goes online; save the picture and add the file."
_WEB = frozenset({"http:", "https:", "ftp:"})
"""How an address of the web begins where it was taken for a path."""

_CHUNK_BYTES = 4 * 1024 * 1024


class ReadingCancelledError(Exception):
    """The reading was no longer wanted."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """What came of one file, or folder: attachments, or a sentence, or both."""

    attachments: tuple[Attachment, ...] = ()
    notice: str = ""
    mended: bytes | None = None
    """What is left of a damaged picture, as a file that opens: for who wants it all the same"""
    in_place_of: str = ""
    """The attachment that these replace"""
    goes_on: bool = False
    """Whether more comes of what was asked for, as of a folder"""


def _never() -> bool:
    return False


def read_file(path: Path, cancelled: Callable[[], bool] = _never) -> bytes:
    """The bytes of a regular file.

    Raises: PictureError with a sentence, ReadingCancelledError.
    """
    name = shown(path.name or path)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise PictureError(f"{name} is a folder; add the pictures in it instead.", "file_is_folder")
        if not stat.S_ISREG(status.st_mode):
            raise PictureError(
                f"{name} is not a regular file; save the picture to disk first.", "file_special"
            )
        if status.st_size > MAX_FILE_BYTES:
            raise PictureError(too_large(name), "file_too_large")
        with path.open("rb") as file:
            return _read_all(file.fileno(), status.st_size, cancelled)
    except PermissionError as error:
        raise PictureError(f"{name} may not be read; check its permissions.", "file_forbidden") from error
    except (OSError, ValueError) as error:
        if _WEB.intersection(path.parts):
            # Windows does not say of it that it is not there, but that it is no name.
            raise PictureError(ONLY_A_LINK, "file_is_link") from error
        if isinstance(error, FileNotFoundError):
            raise PictureError(f"{name} is not there; check the path.", "file_missing") from error
        # ValueError: a path with a null character in it.
        raise PictureError(
            f"{name} could not be read from disk; try to copy it elsewhere.", "file_unreadable"
        ) from error


def _read_all(descriptor: int, expected_bytes: int, cancelled: Callable[[], bool]) -> bytes:
    pieces: list[bytes] = []
    total = 0
    # A file that grows while it is read must not fill the memory.
    while total <= max(expected_bytes, 0) and (piece := os.read(descriptor, _CHUNK_BYTES)):
        if cancelled():
            raise ReadingCancelledError
        pieces.append(piece)
        total += len(piece)
    return b"".join(pieces)


def gather_path(
    path: Path, images: ImageRepository, cancelled: Callable[[], bool] = _never
) -> Iterator[Gathered]:
    """As `gather_file`, of a folder for each picture in it; at the end a sentence where that is not all.

    Raises: ReadingCancelledError.
    """
    try:
        files = pictures_in(path) if path.is_dir() else None
    except PermissionError:
        yield Gathered(notice=f"{shown(path.name or path)} may not be read; check its permissions.")
        return
    except OSError:
        # No name of a file, or a disk that does not answer: reading it says so.
        files = None
    if files is None:
        yield gather_file(path, images, cancelled)
        return
    for file in files[:MAX_FOLDER_FILES]:
        yield gather_file(file, images, cancelled)
    name = shown(path.resolve().name or path)
    if not files:
        yield Gathered(notice=f"There are no pictures in the folder {name}; add one that holds some.")
    elif len(files) > MAX_FOLDER_FILES:
        some, every = MAX_FOLDER_FILES, len(files)
        yield Gathered(
            notice=f"Only the first {some} of the {every} pictures in the folder {name} were added."
        )


def gather_file(path: Path, images: ImageRepository, cancelled: Callable[[], bool] = _never) -> Gathered:
    """The attachments of one file, one a page, its bytes kept in `images`; a folder gives a notice only.

    Raises: ReadingCancelledError.
    """
    name = shown(path.name or path)
    try:
        data = read_file(path, cancelled)
    except PictureError as error:
        if error.code == "file_is_folder":
            return Gathered(notice=error.sentence)
        return Gathered((_failed(name, error.sentence),))
    return gather_bytes(data, name, images)


def gather_bytes(data: bytes, name: str, images: ImageRepository) -> Gathered:
    """The attachments of one encoded picture, one a page, its bytes kept in `images`."""
    if len(data) > MAX_FILE_BYTES:
        return Gathered((_failed(name, too_large(name), len(data)),))
    try:
        facts = inspect_image(data, name)
        sha256 = images.add(data)
    except PictureError as error:
        mended = mended_picture(data) if error.code == "image_damaged" else None
        return Gathered((_failed(name, error.sentence, len(data)),), mended=mended)
    except StorageError as error:
        return Gathered((_failed(name, error.sentence, len(data)),))
    pages = min(facts.pages, MAX_PAGES)
    notice = (
        f"Only the first {pages} of the {facts.pages} pages of {name} were added."
        if pages < facts.pages
        else ""
    )
    return Gathered(tuple(_attachment(facts, sha256, name, page) for page in range(pages)), notice)


def gather_mended(data: bytes, name: str, damaged_id: str, images: ImageRepository) -> Gathered:
    """As `gather_bytes`, of what is left of a damaged picture, which says so wherever it is shown."""
    gathered = gather_bytes(data, name, images)
    said = (
        replace(each, notes=(mended_note(each.format, each.pages), *each.notes))
        for each in gathered.attachments
    )
    return Gathered(tuple(said), gathered.notice, in_place_of=damaged_id)


def mended_note(format_name: str, pages: int) -> str:
    """What a damaged picture lacks: of a TIFF so many whole pages are left, of others the upper part."""
    if format_name == "TIFF":
        return MENDED_PAGES_NOTE.format(page=pages)
    return MENDED_NOTE


def too_large(name: str) -> str:
    """The sentence about a file that is larger than Yomi reads."""
    return f"{name} is larger than {MAX_FILE_BYTES // (1024 * 1024)} MB; save a smaller copy and add that."


def _attachment(facts: PictureFacts, sha256: str, name: str, page: int) -> Attachment:
    return Attachment(
        id=new_id(),
        sha256=sha256,
        name=name,
        format=facts.format,
        width_px=facts.width_px,
        height_px=facts.height_px,
        byte_size=facts.byte_size,
        page=page,
        pages=max(facts.pages, facts.frames),
        notes=facts.notes,
    )


def _failed(name: str, sentence: str, byte_size: int = 0) -> Attachment:
    return Attachment(
        id=new_id(),
        sha256="",
        name=name,
        format="",
        width_px=0,
        height_px=0,
        byte_size=byte_size,
        error=sentence,
    )
