"""FullCollections: the garbage collector's walks over everything wait until the window rests. GUI thread.

Such a walk stops every thread for 20 to 50 ms, and Python begins one whenever enough has been made since the
last, which is in the middle of a long answer.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer

LOOKED_EVERY_MS = 5_000

OVERDUE_S = 120.0
"""A pile of documents may take hours: so long at most the window does not rest."""

DUE = 10
"""Walks over what is young, after which Python would begin one over everything."""

VALVE = 2_000
"""The same while they are held back, for whoever blocks this thread for so long that it cannot look."""


class FullCollections(QObject):
    """Begins them by itself, once `hold_back` was called."""

    def __init__(
        self,
        is_busy: Callable[[], bool],
        parent: QObject | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        self._clock = clock
        self._last_s = clock()
        self._timer = QTimer(self, interval=LOOKED_EVERY_MS, timerType=Qt.TimerType.VeryCoarseTimer)
        self._timer.timeout.connect(self.look)

    def hold_back(self) -> None:
        """Pass over all that is there now for good, and walk over the rest when nothing is answered.

        With the model's libraries that is a million objects which stay to the end; walking them takes a fifth
        of a second and more (without torch: 126 and 186 ms in 30 s).
        """
        gc.freeze()
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, VALVE)
        self._last_s = self._clock()
        self._timer.start()

    def look(self) -> None:
        """Walk over everything where that is due and the window rests, or has not for long."""
        if gc.get_count()[2] <= DUE:
            return
        if self._is_busy() and self._clock() - self._last_s < OVERDUE_S:
            return
        gc.collect()
        self._last_s = self._clock()

    def close(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
