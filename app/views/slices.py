"""Work for the GUI thread that can be done a little at a time: what is asked for last is done first. GUI
thread only.

All texts of a window share one of these, so that opening a conversation of long answers never takes more than
a slice out of the event loop's turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

SLICE_S = 0.006
"""Half of a frame at 60 Hz is left for laying out and painting what was done."""

Step = Callable[[], bool]
"""Does one step; whether there is more to do."""


class Slices(QObject):
    """Runs steps while a slice lasts, and goes on in the next turn of the event loop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Step] = []
        self._left_s = SLICE_S
        self._took_s = 0.0
        """The last step of the present slice."""
        self._has_begun = False
        """Whether what was added since the last turn has taken of its slice."""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_turn)

    def add(self, step: Step) -> None:
        """Do as much of this as the present slice has room for, the rest in later turns."""
        self._jobs.append(step)
        self._has_begun = True
        self._run()
        self._timer.start()

    def add_soon(self, step: Step) -> None:
        """Do this from the next turn on: the present one has had its work."""
        self._jobs.append(step)
        self._timer.start()

    def add_later(self, step: Step) -> None:
        """Do this in later turns, when nothing else is to be done; once, however often it is asked for."""
        if step not in self._jobs:
            self._jobs.insert(0, step)
            self._timer.start()

    def _on_turn(self) -> None:
        has_begun, self._has_begun = self._has_begun, False
        self._left_s, self._took_s = SLICE_S, 0.0
        # The timer may be due in the very turn in which something was added: one slice is enough for that.
        if not has_begun:
            self._run()
        if not self._jobs:
            self._timer.stop()

    def _run(self) -> None:
        # A step that would take as long as the one before is begun only where that much is left.
        while self._jobs and self._left_s > 0 and self._left_s >= self._took_s:
            # Taken out first: a step that fails is not tried again and again.
            job = self._jobs.pop()
            began = time.perf_counter()
            if job():
                self._jobs.append(job)
            self._took_s = time.perf_counter() - began
            self._left_s -= self._took_s
