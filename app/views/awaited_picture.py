"""AwaitedPicture: one picture at one size for one widget, at once or when it is made. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from app.domain import Attachment
from app.views.pictures import Pictures


class AwaitedPicture(QObject):
    """Goes with its widget; of several that were asked for only the last one comes."""

    came = Signal(QImage)
    """A null image where the picture cannot be shown"""

    def __init__(self, pictures: Pictures, side_px: int, parent: QObject) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._side_px = side_px
        self._key = ""

    def ask(self, attachment: Attachment) -> None:
        """`came` follows, within this call where the picture is at hand."""
        self._key = self._pictures.key_of(attachment, self._side_px)
        image = self._pictures.request(attachment, self._side_px)
        if image is not None:
            self.came.emit(image)
        else:
            self._pictures.announcement(self._key).made.connect(self._on_made)

    def _on_made(self, key: str, image: QImage) -> None:
        if key == self._key:
            self.came.emit(image)
