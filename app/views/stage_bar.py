"""A bar of parts. GUI thread only.

Painted here: a scene of items for two rectangles costs as much at each sample as a whole curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.views.theme import Theme


class StageBar(QWidget):
    """Parts of a whole, such as the durations of stages, side by side along one bar."""

    def __init__(self, theme: Theme, height_px: int) -> None:
        super().__init__()
        self._theme = theme
        self._parts: tuple[tuple[float, str, str], ...] = ()
        self.setFixedHeight(height_px)
        self.setMouseTracking(True)
        # It fills all of itself: what is behind it is not painted for it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self.update)

    def show_stages(
        self, durations_s: Sequence[float], colours: Sequence[str], words: Sequence[str] = ()
    ) -> None:
        """Draw one part a stage, in order; `words` are said of each under the pointer."""
        said = [*words, *[""] * (len(durations_s) - len(words))]
        parts = tuple(part for part in zip(durations_s, colours, said, strict=True) if part[0] > 0)
        if parts != self._parts:
            self._parts = parts
            self.update()

    def durations(self) -> list[float]:
        """The parts that are drawn, in order."""
        return [duration for duration, *_ in self._parts]

    def words_at(self, x: float) -> str:
        """What the part at this place is, in the unit of the durations; empty where there is none."""
        ends = accumulate(self.durations())
        return next((words for end, (*_, words) in zip(ends, self._parts, strict=True) if 0 <= x <= end), "")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say the part under the pointer."""
        x = event.position().x() / max(1, self.width()) * sum(self.durations())
        QToolTip.showText(event.globalPosition().toPoint(), self.words_at(x), self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The parts; without any there is nothing to see: an empty trough would look like a control that is
        off.
        """
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self._theme.tokens.window))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            scale = self.width() / (sum(self.durations()) or 1.0)
            start = 0.0
            for duration, colour, _ in self._parts:
                part = QRectF(start * scale, 0, duration * scale, self.height())
                painter.fillRect(part, QColor(colour))
                start += duration
