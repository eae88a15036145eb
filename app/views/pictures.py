"""Pictures for the screen: made off the GUI thread, kept in a bounded cache, announced by signal when they
are there.

GUI thread, but for `PictureSource`, which is called on the one thread that this module owns.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from PySide6.QtCore import QMimeData, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPixmap

from app.domain import Attachment

PictureSource = Callable[[Attachment, int], bytes]
"""PNG of an attachment's page, its longer side at most so many pixels; may raise."""


class Carried(Protocol):
    """Makes of a picture what another program takes: its pixels, and its file where that is wanted."""

    def __call__(self, attachment: Attachment, image: QImage, *, as_file: bool) -> QMimeData: ...


CACHED_PICTURES = 96
"""About 50 MB of thumbnails at three times the size; larger pictures are not kept."""

CACHED_SIDE_PX = 512

log = logging.getLogger(__name__)


class Announcement(QObject):
    """Of one picture: with hundreds on their way, nobody wants to hear of every other one."""

    made = Signal(str, QImage)
    """Its key; a null image where it cannot be shown."""


class Pictures(QObject):
    """Asks the source for each picture once and says when it is there."""

    _made = Signal(str, QImage)

    def __init__(
        self,
        source: PictureSource,
        parent: QObject | None = None,
        *,
        carried: Carried | None = None,
    ) -> None:
        """`carried` makes of a picture and its pixels what another program takes."""
        super().__init__(parent)
        self._carried = carried
        self._source = source
        self._cache: OrderedDict[str, QImage] = OrderedDict()
        self._pending: dict[str, Announcement] = {}
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._closed = False
        # A signal of another thread only reaches those who were connected when it was sent: announcements are
        # made here, so that a widget made since then hears it too.
        self._made.connect(self._on_made)

    @staticmethod
    def key_of(attachment: Attachment, side_px: int) -> str:
        """What names one picture at one size."""
        return f"{attachment.sha256}:{attachment.page}:{side_px}"

    def request(self, attachment: Attachment, side_px: int) -> QImage | None:
        """The picture, when it is at hand; otherwise its `announcement` follows."""
        key = self.key_of(attachment, side_px)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        if key not in self._pending and not self._closed:
            self._pending[key] = Announcement(self)
            self._worker.submit(self._make, key, attachment, side_px)
        return None

    def announcement(self, key: str) -> Announcement:
        """Who says, once, that a picture that was requested is there."""
        return self._pending.get(key) or Announcement(self)

    def carried(self, attachment: Attachment, image: QImage, *, as_file: bool) -> QMimeData:
        """What a copy or a drag of a picture gives to other programs; `image` is what is at hand of it."""
        if self._carried is not None:
            return self._carried(attachment, image, as_file=as_file)
        data = QMimeData()
        data.setImageData(image)
        return data

    def close(self) -> None:
        """Finish the picture that is being made, drop the others, end the thread."""
        self._closed = True
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _make(self, key: str, attachment: Attachment, side_px: int) -> None:
        image = QImage()
        try:
            image.loadFromData(self._source(attachment, side_px))
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one picture, the others are still shown
            log.warning("no preview of a picture (%s): %s", attachment.format, error)
        self._made.emit(key, image)

    def _on_made(self, key: str, image: QImage) -> None:
        announcement = self._pending.pop(key)
        if max(image.width(), image.height()) <= CACHED_SIDE_PX:
            self._cache[key] = image
            while len(self._cache) > CACHED_PICTURES:
                self._cache.popitem(last=False)
        announcement.made.emit(key, image)
        announcement.deleteLater()


def rounded(image: QImage, size: QSize, ratio: float, radius_px: int, *, cover: bool) -> QPixmap:
    """`image` scaled into `size` (device-independent) with round corners; `cover` fills it and crops the
    rest.
    """
    target = QSize(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio)))
    mode = Qt.AspectRatioMode.KeepAspectRatioByExpanding if cover else Qt.AspectRatioMode.KeepAspectRatio
    scaled = image.scaled(target, mode, Qt.TransformationMode.SmoothTransformation)
    canvas = QPixmap(target if cover else scaled.size())
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(canvas.rect()), radius_px * ratio, radius_px * ratio)
    painter.setClipPath(outline)
    # Text starts at the top left of a page: a crop keeps that corner.
    painter.drawImage(0, 0, scaled)
    painter.end()
    canvas.setDevicePixelRatio(ratio)
    return canvas
