"""IntakeController: the pictures that wait to be sent. GUI thread; files are read on one other thread.

Open, drop, paste and argument all come through here, with one accept-list. `app.intake` does the reading.
Each conversation has a tray of its own; what is read goes where it was asked for, whatever is shown by then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage

from app.background import BackgroundThread
from app.bridge import PictureError, accepted_suffixes, compact_picture, cut_picture, thumbnail_png
from app.controllers.offered import offered_by
from app.controllers.tray import SetAside, Tray
from app.domain import Attachment, new_id
from app.intake import Gathered, ReadingCancelledError, gather_bytes, gather_mended, gather_path
from app.omissions import left_out
from app.storage.errors import StorageError
from app.storage.images import ImageRepository

CLOSE_TIMEOUT_S = 2.0
MOST_MENDED = 8
"""Damaged pictures of which what is left is kept, until somebody wants it."""

MOST_AT_ONCE = 8
"""Files shown in one turn of the event loop."""

_PNG_QUALITY = 80
"""Qt's scale from smallest (0) to fastest (100); the file is only kept for the history."""


class IntakeController(QObject):
    """Attachments of the message that is being composed."""

    attachments_changed = Signal(object)
    """tuple[Attachment, ...]: of the tray on show"""
    notice_raised = Signal(str)
    reading_changed = Signal(bool)
    """Of the tray on show"""
    replaced = Signal(str)
    """attachment id: another takes its place in the tray on show, with the next `attachments_changed`"""
    tray_changed = Signal(str)
    """place of any tray whose attachments changed"""
    reading_ended = Signal(str)
    """place of any tray that nothing is read for any more"""
    contents_dropped = Signal(object)
    """tuple[str, ...]: hashes of pictures that were taken off again before they were sent"""

    _gathered = Signal(object, int, object)

    def __init__(self, images: ImageRepository, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._images = images
        self._tray = Tray("")
        self._trays = {"": self._tray}
        self._aside: list[SetAside] = []
        self._mended: dict[str, bytes] = {}
        self._thread = BackgroundThread("intake")
        self._arrived: deque[tuple[Tray, int, Gathered]] = deque()
        self._taking = QTimer(self, interval=0)
        """Runs while something has arrived."""
        self._taking.timeout.connect(self._take_arrived)
        self._gathered.connect(self._on_gathered, Qt.ConnectionType.QueuedConnection)

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """Those of the tray on show."""
        return self._tray.attachments

    @property
    def is_reading(self) -> bool:
        """Whether files are still being read for the tray on show."""
        return self._tray.reading > 0

    @property
    def is_busy(self) -> bool:
        """Whether files are still being read, for whichever tray."""
        return any(tray.reading for tray in self._trays.values())

    @property
    def held(self) -> frozenset[str]:
        """Content hashes of all that waits, in whichever tray, or may come back to it."""
        places: tuple[Tray | SetAside, ...] = (*self._trays.values(), *self._aside)
        return frozenset(item.sha256 for place in places for item in place.attachments)

    @property
    def mendable(self) -> frozenset[str]:
        """ids of damaged pictures of which something is left."""
        return frozenset(self._mended)

    def attachments_in(self, place: str) -> tuple[Attachment, ...]:
        """What waits in a tray."""
        tray = self._trays.get(place)
        return () if tray is None else tray.attachments

    def is_reading_for(self, place: str) -> bool:
        """Whether files are still being read for a tray."""
        tray = self._trays.get(place)
        return tray is not None and tray.reading > 0

    # -- trays

    def show(self, place: str) -> None:
        """Show the tray of a conversation; what came before any was open is moved there."""
        before, was_reading = self._tray, self.is_reading
        if not before.place and place not in self._trays:
            self._trays.pop("")
            before.place = place
            self._trays[place] = before
        self._tray = self._trays.setdefault(place, Tray(place))
        self.attachments_changed.emit(self._tray.attachments)
        if was_reading != self.is_reading:
            self.reading_changed.emit(self.is_reading)

    def restore(self, place: str, attachments: tuple[Attachment, ...]) -> None:
        """Put pictures that waited when Yomi was last closed before those that wait now."""
        tray = self._trays.setdefault(place, Tray(place))
        self._set(tray, (*attachments, *tray.attachments))

    def forget(self, place: str) -> None:
        """The conversation is deleted, and what waited for it."""
        tray = self._trays.get(place)
        if tray is not None:
            for aside in [each for each in self._aside if each.tray is tray]:
                self.let_go(aside)
            self._empty(tray)
            if tray is not self._tray:
                del self._trays[place]

    # -- pictures in

    def add_paths(self, paths: Sequence[str]) -> None:
        """Read these files, of folders the pictures in them; chips follow in this order."""
        for path in paths:
            self._read_each(partial(gather_path, Path(path), self._images, self._is_stale(self._tray)))

    def add_mime(self, mime: QMimeData) -> bool:
        """Take what a drop or the clipboard offers; False, and a notice, when there is no picture in it."""
        offered = offered_by(mime)
        if offered.refusal:
            self.notice_raised.emit(offered.refusal)
            return False
        if offered.paths:
            self.add_paths(offered.paths)
        elif offered.image is not None:
            self.add_image(offered.image, self.tr("Pasted picture"))
        for data in offered.data:
            self.add_image_bytes(data, self.tr("Pasted picture"))
        return True

    def add_image(self, image: QImage, name: str) -> None:
        """Take pixels, as they are."""
        self._read(partial(_gather_pixels, image, name, self._images))

    def add_part(
        self, attachment: Attachment, part: tuple[int, int, int, int] | None, quarter_turns: int, name: str
    ) -> None:
        """Take a part of a picture that is there, turned clockwise; all of it where `part` is None."""
        self._read(partial(_gather_part, attachment, part, quarter_turns, name, self._images))

    def add_frame(self, attachment: Attachment, frame: int) -> None:
        """Take another frame of an animated picture that is there."""
        self._read(lambda: Gathered((replace(attachment, id=new_id(), page=frame),)))

    def choose_frame(self, attachment_id: str, frame: int) -> None:
        """Look at this frame of an animated picture that waits; it keeps its place in the row."""
        new = tuple(
            replace(each, id=new_id(), page=frame) if each.id == attachment_id else each
            for each in self._tray.attachments
        )
        if new != self._tray.attachments:
            self._set(self._tray, new)

    def add_image_bytes(self, data: bytes, name: str) -> None:
        """Take one encoded picture."""
        self._read(partial(gather_bytes, data, name, self._images))

    def mend(self, attachment_id: str, name: str) -> None:
        """Take what is left of a damaged picture in place of the sentence that says why it is not read."""
        data = self._mended.pop(attachment_id, None)
        if data is not None:
            # One that was left out of a question is in no tray any more.
            waits = any(each.id == attachment_id for each in self._tray.attachments)
            self._read(partial(gather_mended, data, name, attachment_id if waits else "", self._images))

    def accepted_suffixes(self) -> tuple[str, ...]:
        """For the open dialog; content decides, not these."""
        return accepted_suffixes()

    # -- pictures out

    def remove(self, attachment_id: str) -> None:
        """Take one off."""
        self._mended.pop(attachment_id, None)
        gone = [attachment for attachment in self._tray.attachments if attachment.id == attachment_id]
        if gone:
            self._set(self._tray, tuple(each for each in self._tray.attachments if each.id != attachment_id))
            self._drop(gone)

    def move(self, attachment_id: str, by: int) -> None:
        """Put one so many places further on in the row, as far as that goes; the others keep their order."""
        order = list(self._tray.attachments)
        place = next((index for index, each in enumerate(order) if each.id == attachment_id), None)
        if place is None:
            return
        order.insert(max(0, place + by), order.pop(place))
        if tuple(order) != self._tray.attachments:
            self._set(self._tray, tuple(order))

    def clear(self) -> None:
        """Take all off, those still being read too."""
        self._empty(self._tray)

    def set_aside(self) -> SetAside:
        """Take all off as `clear` does; they are kept until they are brought back or let go."""
        aside = SetAside(self._tray, self._tray.attachments)
        self._aside.append(aside)
        self._empty(self._tray)
        return aside

    def bring_back(self, aside: SetAside) -> None:
        """Put pictures that were set aside where they were, before those that came since."""
        if aside in self._aside:
            self._aside.remove(aside)
            self._set(aside.tray, (*aside.attachments, *aside.tray.attachments))

    def let_go(self, aside: SetAside) -> None:
        """Pictures that were set aside do not come back."""
        if aside in self._aside:
            self._aside.remove(aside)
            self._drop(aside.attachments)

    def take(self, place: str | None = None) -> tuple[Attachment, ...]:
        """The readable pictures of a tray, that on show if none is named, for a message; nothing is left. A
        notice names those that were left out.
        """
        tray = self._tray if place is None else self._trays.get(place, Tray(place))
        readable = tray.readable
        failed = [attachment for attachment in tray.attachments if not attachment.is_readable]
        if tray.attachments:
            self._set(tray, ())
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
        """Stop reading and let go of everything; what is in no draft either is forgotten."""
        for aside in tuple(self._aside):
            self.let_go(aside)
        for tray in self._trays.values():
            self._empty(tray)
        self._thread.close(CLOSE_TIMEOUT_S)
        self._taking.stop()
        self._arrived.clear()
        for tray in self._trays.values():
            self._set_reading(tray, 0)

    # -- the other thread

    def _read(self, gather: Callable[[], Gathered]) -> None:
        self._read_each(lambda: (gather(),))

    def _read_each(self, gather: Callable[[], Iterable[Gathered]]) -> None:
        """Take what is gathered one by one, as it comes."""
        if self._thread.is_closing:
            return
        tray, round_ = self._tray, self._tray.round
        self._set_reading(tray, tray.reading + 1)

        def job() -> None:
            last: Gathered | None = None
            try:
                for gathered in gather():
                    if last is not None:
                        self._gathered.emit(tray, round_, replace(last, goes_on=True))
                    last = gathered
            except ReadingCancelledError:
                pass
            finally:
                self._gathered.emit(tray, round_, last or Gathered())

        self._thread.submit(job)

    def _is_stale(self, tray: Tray) -> Callable[[], bool]:
        round_ = tray.round
        return lambda: self._thread.is_closing or round_ != tray.round

    # -- back on the GUI thread

    def _on_gathered(self, tray: Tray, round_: int, gathered: Gathered) -> None:
        if not self._thread.is_closing:
            self._arrived.append((tray, round_, gathered))
            self._taking.start()

    def _take_arrived(self) -> None:
        """A few files of one tray: a folder comes faster than it is shown, and the window has its turns."""
        tray, _, _ = self._arrived[0]
        together: list[Gathered] = []
        for _ in range(MOST_AT_ONCE):
            if not self._arrived or self._arrived[0][0] is not tray:
                break
            _, round_, gathered = self._arrived.popleft()
            if round_ == tray.round:
                together.append(gathered)
            else:
                self._set_reading(tray, tray.reading - (not gathered.goes_on))
                self._drop(gathered.attachments)
        if not self._arrived:
            self._taking.stop()
        self._take_in(tray, together)

    def _take_in(self, tray: Tray, together: Sequence[Gathered]) -> None:
        for gathered in together:
            if gathered.mended is not None:
                self._keep_mended(gathered.attachments[0].id, gathered.mended)
        new = [each for gathered in together if not gathered.in_place_of for each in gathered.attachments]
        if new:
            self._set(tray, (*tray.attachments, *new))
        for gathered in together:
            if gathered.in_place_of:
                self._replace(tray, gathered)
            if gathered.notice:
                self.notice_raised.emit(gathered.notice)
        # Last: whoever waits for the reading to end finds the attachments there.
        self._set_reading(tray, tray.reading - sum(not gathered.goes_on for gathered in together))

    def _replace(self, tray: Tray, gathered: Gathered) -> None:
        """Put them in the place of the one they replace, unless that was taken off meanwhile."""
        ids = [each.id for each in tray.attachments]
        if gathered.in_place_of not in ids:
            self._drop(gathered.attachments)
        elif gathered.attachments:
            place = ids.index(gathered.in_place_of)
            if tray is self._tray:
                self.replaced.emit(gathered.in_place_of)
            self._set(
                tray, (*tray.attachments[:place], *gathered.attachments, *tray.attachments[place + 1 :])
            )

    def _keep_mended(self, attachment_id: str, data: bytes) -> None:
        """The last few: whoever drops a folder of damaged files gets no second copy of it in memory."""
        self._mended[attachment_id] = data
        while len(self._mended) > MOST_MENDED:
            del self._mended[next(iter(self._mended))]

    def _empty(self, tray: Tray) -> None:
        tray.round += 1
        gone = tray.attachments
        if gone:
            self._set(tray, ())
            self._drop(gone)

    def _set(self, tray: Tray, attachments: tuple[Attachment, ...]) -> None:
        tray.attachments = attachments
        if tray is self._tray:
            self.attachments_changed.emit(attachments)
        self.tray_changed.emit(tray.place)

    def _set_reading(self, tray: Tray, count: int) -> None:
        was, tray.reading = tray.reading > 0, count
        if was == (count > 0):
            return
        if tray is self._tray:
            self.reading_changed.emit(count > 0)
        if was:
            self.reading_ended.emit(tray.place)

    def _drop(self, gone: Sequence[Attachment]) -> None:
        hashes = {attachment.sha256 for attachment in gone if attachment.sha256} - self.held
        # What is being read just now may be the same picture again.
        if hashes and not self.is_busy:
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
    return left_out(failed[0].name, failed[0].error, count=len(failed))
