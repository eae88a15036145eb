"""IntakeController: the pictures that wait to be sent. GUI thread; files are read on one other thread.

Open, drop, paste and argument all come through here, with one accept-list. `app.intake` does the reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QImage

from app.background import BackgroundThread
from app.bridge import PictureError, accepted_suffixes, compact_picture, cut_picture, thumbnail_png
from app.controllers.offered import PASTED_NAME, offered_by
from app.domain import Attachment
from app.intake import Gathered, ReadingCancelledError, gather_bytes, gather_file
from app.storage.errors import StorageError
from app.storage.images import ImageRepository

CLOSE_TIMEOUT_S = 2.0

_PNG_QUALITY = 80
"""Qt's scale from smallest (0) to fastest (100); the file is only kept for the history."""


class IntakeController(QObject):
    """Attachments of the message that is being composed."""

    attachments_changed = Signal(object)
    """tuple[Attachment, ...]"""
    notice_raised = Signal(str)
    reading_changed = Signal(bool)
    contents_dropped = Signal(object)
    """tuple[str, ...]: hashes of pictures that were taken off again before they were sent"""

    _gathered = Signal(int, object)

    def __init__(self, images: ImageRepository, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._images = images
        self._attachments: tuple[Attachment, ...] = ()
        self._thread = BackgroundThread("intake")
        self._reading = 0
        self._round = 0
        self._gathered.connect(self._on_gathered, Qt.ConnectionType.QueuedConnection)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        return self._attachments

    @property
    def is_reading(self) -> bool:
        """Whether files are still being read."""
        return self._reading > 0

    # -- pictures in

    def add_paths(self, paths: Sequence[str]) -> None:
        """Read these files; chips follow in this order."""
        for path in paths:
            self._read(partial(gather_file, Path(path), self._images, self._is_stale(self._round)))

    def add_mime(self, mime: QMimeData) -> bool:
        """Take what a drop or the clipboard offers; False, and a notice, when there is no picture in it."""
        offered = offered_by(mime)
        if offered.refusal:
            self.notice_raised.emit(offered.refusal)
            return False
        if offered.paths:
            self.add_paths(offered.paths)
        elif offered.image is not None:
            self.add_image(offered.image, PASTED_NAME)
        for data in offered.data:
            self.add_image_bytes(data, PASTED_NAME)
        return True

    def add_image(self, image: QImage, name: str) -> None:
        """Take pixels, as they are."""
        self._read(partial(_gather_pixels, image, name, self._images))

    def add_part(
        self, attachment: Attachment, part: tuple[int, int, int, int] | None, quarter_turns: int, name: str
    ) -> None:
        """Take a part of a picture that is there, turned clockwise; all of it where `part` is None."""
        self._read(partial(_gather_part, attachment, part, quarter_turns, name, self._images))

    def add_image_bytes(self, data: bytes, name: str) -> None:
        """Take one encoded picture."""
        self._read(partial(gather_bytes, data, name, self._images))

    def accepted_suffixes(self) -> tuple[str, ...]:
        """For the open dialog; content decides, not these."""
        return accepted_suffixes()

    # -- pictures out

    def remove(self, attachment_id: str) -> None:
        """Take one off."""
        gone = [attachment for attachment in self._attachments if attachment.id == attachment_id]
        if gone:
            self._set(tuple(attachment for attachment in self._attachments if attachment.id != attachment_id))
            self._drop(gone)

    def clear(self) -> None:
        """Take all off, those still being read too."""
        self._round += 1
        gone, self._attachments = self._attachments, ()
        if gone:
            self.attachments_changed.emit(())
            self._drop(gone)

    def take(self) -> tuple[Attachment, ...]:
        """The readable pictures, for a message; nothing is left. A notice names those that were left out."""
        readable = tuple(attachment for attachment in self._attachments if attachment.is_readable)
        failed = [attachment for attachment in self._attachments if not attachment.is_readable]
        if self._attachments:
            self._set(())
        if failed:
            self.notice_raised.emit(_left_out(failed))
        return readable

    def picture_png(self, attachment: Attachment, max_side_px: int) -> bytes:
        """The picture upright as PNG, at most so many pixels on its longer side; any thread, and slow.

        Raises: StorageError, PictureError.
        """
        return thumbnail_png(self._images.read(attachment.sha256), attachment.page, max_side_px)

    def picture_to_share(self, attachment: Attachment, max_side_px: int) -> bytes:
        """As `picture_png`, as small a file as shows it well, PNG or JPEG; any thread, and slow.

        Raises: StorageError, PictureError.
        """
        return compact_picture(self._images.read(attachment.sha256), attachment.page, max_side_px)

    def close(self) -> None:
        """Stop reading and take everything off."""
        self.clear()
        self._thread.close(CLOSE_TIMEOUT_S)
        self._set_reading(0)

    # -- the other thread

    def _read(self, gather: Callable[[], Gathered]) -> None:
        if self._thread.is_closing:
            return
        self._set_reading(self._reading + 1)
        round_ = self._round

        def job() -> None:
            gathered = Gathered()
            try:
                gathered = gather()
            except ReadingCancelledError:
                pass
            finally:
                self._gathered.emit(round_, gathered)

        self._thread.submit(job)

    def _is_stale(self, round_: int) -> Callable[[], bool]:
        return lambda: self._thread.is_closing or round_ != self._round

    # -- back on the GUI thread

    def _on_gathered(self, round_: int, gathered: Gathered) -> None:
        if self._thread.is_closing:
            return
        if round_ != self._round:
            self._set_reading(self._reading - 1)
            self._drop(gathered.attachments)
            return
        if gathered.attachments:
            self._set((*self._attachments, *gathered.attachments))
        if gathered.notice:
            self.notice_raised.emit(gathered.notice)
        # Last: whoever waits for the reading to end finds the attachments there.
        self._set_reading(self._reading - 1)

    def _set(self, attachments: tuple[Attachment, ...]) -> None:
        self._attachments = attachments
        self.attachments_changed.emit(attachments)

    def _set_reading(self, count: int) -> None:
        was, self._reading = self.is_reading, count
        if was != self.is_reading:
            self.reading_changed.emit(self.is_reading)

    def _drop(self, gone: Sequence[Attachment]) -> None:
        hashes = {attachment.sha256 for attachment in gone if attachment.sha256}
        hashes -= {attachment.sha256 for attachment in self._attachments}
        # What is being read just now may be the same picture again.
        if hashes and not self.is_reading:
            self.contents_dropped.emit(tuple(sorted(hashes)))


def _gather_pixels(image: QImage, name: str, images: ImageRepository) -> Gathered:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    # PySide6 types the format as bytes; the call itself wants str.
    image.save(buffer, "PNG", _PNG_QUALITY)  # type: ignore[call-overload]
    return gather_bytes(bytes(buffer.data().data()), name, images)


def _gather_part(
    attachment: Attachment,
    part: tuple[int, int, int, int] | None,
    quarter_turns: int,
    name: str,
    images: ImageRepository,
) -> Gathered:
    try:
        data = cut_picture(images.read(attachment.sha256), attachment.page, part, quarter_turns)
    except (PictureError, StorageError) as error:
        return Gathered(notice=error.sentence)
    return gather_bytes(data, name, images)


def _left_out(failed: Sequence[Attachment]) -> str:
    if len(failed) == 1:
        return f"{failed[0].name} was left out: {failed[0].error}"
    return f"{len(failed)} files were left out, {failed[0].name} first: {failed[0].error}"
