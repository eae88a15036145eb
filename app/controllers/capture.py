"""CaptureController: from the wish to read the screen to the pixels of one region. GUI thread.

Knows no widget: whoever shows the choice answers `choice_wanted` by `choose` or `cancel`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QImage

from app.capture.chain import CaptureChain
from app.capture.region import RememberedRegion
from app.capture.screens import Shot, crop
from app.settings import SettingsStore

SETTLE_MS = 250
"""Between hiding the window and taking the picture: desktops fade a window out."""

log = logging.getLogger(__name__)


class CaptureController(QObject):
    """One capture at a time; each ends with exactly one `ended`."""

    began = Signal()
    """The countdown is over and the screen is about to be taken: step aside."""
    counted_down = Signal(int)
    """Seconds left."""
    choice_wanted = Signal(object)
    """tuple[Shot, ...]"""
    captured = Signal(QImage)
    """The physical pixels of the region"""
    refused = Signal(str)
    """Why there is no picture; a sentence"""
    ended = Signal()

    def __init__(
        self,
        chain: Callable[[], CaptureChain],
        settings: SettingsStore,
        parent: QObject | None = None,
        *,
        settle_ms: int = SETTLE_MS,
        second_ms: int = 1000,
    ) -> None:
        super().__init__(parent)
        self._new_chain = chain
        self._chain: CaptureChain | None = None
        self._settings = settings
        self._settle_ms = settle_ms
        self._second_ms = second_ms
        self._is_busy = False
        self._repeats = False
        self._left_s = 0
        self._shots: tuple[Shot, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time)

    @property
    def is_busy(self) -> bool:
        """Whether a capture is under way."""
        return self._is_busy

    def start(self, delay_s: int = 0) -> None:
        """Let a region be chosen, after so many seconds."""
        self._begin(delay_s, repeats=False)

    def repeat(self) -> None:
        """Take the last region again, without asking."""
        self._begin(0, repeats=True)

    def choose(self, index: int, region: QRectF) -> None:
        """This region of this shot."""
        if index >= len(self._shots):
            return
        shot = self._shots[index]
        remembered = RememberedRegion.of(shot.screen, region)
        self._settings.update(capture_region=remembered.written())
        self._finish(shot, region)

    def cancel(self) -> None:
        """Nothing is taken."""
        if self._is_busy:
            self._timer.stop()
            self._end()

    def _begin(self, delay_s: int, *, repeats: bool) -> None:
        if self._is_busy:
            return
        self._is_busy = True
        self._repeats = repeats
        self._left_s = delay_s
        self._wait()

    def _wait(self) -> None:
        if self._left_s > 0:
            self.counted_down.emit(self._left_s)
            self._timer.start(self._second_ms)
        else:
            self.began.emit()
            self._timer.start(self._settle_ms)

    def _on_time(self) -> None:
        if self._left_s > 0:
            self._left_s -= 1
            self._wait()
            return
        if self._chain is None:
            self._chain = self._new_chain()
        self._chain.take(self._on_taken, self._on_refused)

    def _on_taken(self, shots: tuple[Shot, ...]) -> None:
        if not self._is_busy:
            return
        self._shots = shots
        if self._repeats:
            self._repeat_on(shots)
        else:
            self.choice_wanted.emit(shots)

    def _repeat_on(self, shots: tuple[Shot, ...]) -> None:
        region = RememberedRegion.parsed(self._settings.settings.capture_region)
        there = None if region is None else region.found_on(shots)
        if there is None:
            # Nothing was captured before, or that screen is gone: ask.
            self.choice_wanted.emit(shots)
            return
        self._finish(*there)

    def _finish(self, shot: Shot, region: QRectF) -> None:
        image = crop(shot, region)
        self._end()
        if image.isNull():
            self.refused.emit(self.tr("There is nothing in that region; choose a larger one."))
        else:
            self.captured.emit(image)

    def _on_refused(self, sentence: str) -> None:
        if self._is_busy:
            self._end()
            self.refused.emit(sentence)

    def _end(self) -> None:
        self._is_busy = False
        self._shots = ()
        self.ended.emit()
