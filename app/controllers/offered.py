"""What a drop or a paste offers, in the order in which it is believed. GUI thread; looks, reads no file,
fetches nothing.

Local files come first: they are the original bytes, where the image beside them may be the file's icon (a
copy from a file manager does that on macOS). Then pixels, then encoded images, then a picture that HTML or an
address (`data:image/…`) carries within itself.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QDir, QFileInfo, QMimeData, QSysInfo, QUrl
from PySide6.QtGui import QImage, QPixmap

from app.intake import ONLY_A_LINK

_PREFERRED = ("image/png", "image/webp", "image/jpeg", "image/tiff", "image/bmp")
"""Lossless first; other image types follow as offered."""
_COPIED_FILES = ("x-special/gnome-copied-files", "x-special/mate-copied-files")
_COPIED_AS_TEXT = re.compile(r"\Ax-special/nautilus-clipboard\n(?:copy|cut)\n")
"""How the file manager and the desktop of GNOME begin a text that names files; addresses follow."""
MOST_NAMED = 1000
"""Lines of a text that may name files."""
_BOOKKEEPING = frozenset({"TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE"})
"""What X11's clipboard offers besides what was copied."""
_NAMED_TYPES = 6
"""How many of the offered types a sentence names; some programs offer dozens."""


@dataclass(frozen=True, slots=True)
class Offered:
    """One of `paths`, `image`, `data` holds what to take; where none does, `refusal` says why."""

    paths: tuple[str, ...] = ()
    image: QImage | None = None
    data: tuple[bytes, ...] = ()
    refusal: str = ""


def offered_by(mime: QMimeData) -> Offered:
    """The best of what `mime` offers."""
    paths = tuple(path for url in mime.urls() if (path := _path_of(url))) or _copied_files(mime)
    if paths:
        return Offered(paths=paths)
    image = _pixels(mime)
    if image is not None:
        return Offered(image=image)
    encoded = next(_encoded(mime), None)
    if encoded is not None:
        return Offered(data=(encoded,))
    embedded = _embedded(mime)
    if embedded:
        return Offered(data=embedded)
    named = named_files(mime.text())
    return Offered(paths=named) if named else Offered(refusal=_refusal(mime))


def named_files(text: str) -> tuple[str, ...]:
    """The files that a text is about, where it is nothing but full paths or file addresses, a line each, of
    files that are there; else none.
    """
    paths: list[str] = []
    text = _COPIED_AS_TEXT.sub("", text, count=1)
    for line in text.split("\n", MOST_NAMED)[: MOST_NAMED + 1]:
        written = line.strip().strip("\"'")
        if not written:
            continue
        path = _path_of(QUrl(written)) or written
        if len(paths) == MOST_NAMED or not QDir.isAbsolutePath(path) or not QFileInfo(path).isFile():
            return ()
        paths.append(path)
    return tuple(paths)


def _path_of(url: QUrl) -> str:
    """The file that an address names, of this machine where it says so; empty for what is no file's."""
    if url.host().casefold() in ("localhost", QSysInfo.machineHostName().casefold()):
        # Else it would be a file of another machine that is called like this one.
        url.setHost("")
    return url.toLocalFile() if url.isLocalFile() else ""


def _copied_files(mime: QMimeData) -> tuple[str, ...]:
    """What a file manager copied in its own form: a verb, then an address a line."""
    for kind in _COPIED_FILES:
        lines = bytes(mime.data(kind).data()).decode("utf-8", "replace").splitlines()
        urls = (QUrl(line.strip()) for line in lines[1:])
        paths = tuple(path for url in urls if (path := _path_of(url)))
        if paths:
            return paths
    return ()


def _pixels(mime: QMimeData) -> QImage | None:
    if not mime.hasImage():
        return None
    value = mime.imageData()
    image = value.toImage() if isinstance(value, QPixmap) else value
    # Some platforms promise an image and deliver one without pixels.
    return image if isinstance(image, QImage) and not image.isNull() else None


def _encoded(mime: QMimeData) -> Iterator[bytes]:
    kinds = [kind for kind in mime.formats() if kind.startswith(("image/", "application/octet-stream"))]
    kinds.sort(key=lambda kind: _PREFERRED.index(kind) if kind in _PREFERRED else len(_PREFERRED))
    for kind in kinds:
        data = bytes(mime.data(kind).data())
        if data:
            yield data


def _refusal(mime: QMimeData) -> str:
    urls = [*mime.urls(), *(map(QUrl, _image_sources(mime.html())) if mime.hasHtml() else ())]
    if any(url.scheme() in ("http", "https", "ftp") or (url.host() and not url.scheme()) for url in urls):
        return ONLY_A_LINK
    kinds = [kind for kind in mime.formats() if kind not in _BOOKKEEPING]
    if not kinds:
        return "There is no picture to paste; copy one first."
    named = ", ".join(kinds[:_NAMED_TYPES]) + (", …" if len(kinds) > _NAMED_TYPES else "")
    return f"There is no picture in it (it offers {named}); save the picture and add the file."


class _ImageSources(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.sources += [value for name, value in attrs if name == "src" and value]


def _embedded(mime: QMimeData) -> tuple[bytes, ...]:
    """The pictures that the HTML carries within itself; else those that addresses are, or the text is."""
    offers = (
        _image_sources(mime.html()) if mime.hasHtml() else [],
        [url.toString(QUrl.ComponentFormattingOption.FullyEncoded) for url in mime.urls()],
        [mime.text().strip()],
    )
    found = (tuple(data for source in sources if (data := _data_url(source))) for sources in offers)
    return next((pictures for pictures in found if pictures), ())


def _image_sources(html: str) -> list[str]:
    parser = _ImageSources()
    parser.feed(html)
    parser.close()
    return parser.sources


def _data_url(source: str) -> bytes:
    """The bytes of a `data:image/…` address; empty for any other."""
    head, comma, body = source.partition(",")
    if not comma or not head.lower().startswith("data:image/"):
        return b""
    raw = unquote_to_bytes(body)
    if not head.lower().endswith(";base64"):
        return raw
    try:
        return base64.b64decode(b"".join(raw.split()), validate=True)
    except binascii.Error:
        return b""
