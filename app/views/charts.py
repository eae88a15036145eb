"""The kinds of chart. GUI thread only.

Painted here and not by a plotting library: a scene of items took nine times as long to set and to paint,
ten times a second, in a window that has none to give while text streams in (docs/adr/painted-charts.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from app.views.theme import Theme

Points = Sequence[tuple[float, float]]

FEWEST_BARS = 40
"""So many have room; fewer are as wide as if there were so many."""

BAR_SHARE = 0.7
"""Of the room that a bar has; the rest is the gap to the next one."""

HEADROOM = 1.15
"""Over the highest point, so that the curve does not touch the edge."""

FILL_ALPHA = 0.14


class _Chart(QWidget):
    """A picture of values along an axis; the value under the pointer is said."""

    def __init__(self, theme: Theme, height_px: int) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(height_px)
        self.setMouseTracking(True)
        # It fills all of itself: what is behind it is not painted for it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self.update)

    def words_at(self, x: float) -> str:
        """What is said of the place `x`, in the chart's own units; empty where there is nothing."""
        del x
        return ""

    def _across(self) -> tuple[float, float]:
        """What the left and the right edge stand for, in the chart's own units."""
        return 0.0, 1.0

    def _place_px(self, x: float) -> float:
        first, last = self._across()
        return (x - first) / (last - first) * self.width()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say the value under the pointer."""
        first, last = self._across()
        x = first + event.position().x() / max(1, self.width()) * (last - first)
        words = self.words_at(x)
        self._point_out(x if words else None)
        QToolTip.showText(event.globalPosition().toPoint(), words, self)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point_out(None)
        super().leaveEvent(event)

    def _point_out(self, x: float | None) -> None:
        """Mark the place that is spoken of."""


class CurveChart(_Chart):
    """One value over time, filled to zero."""

    def __init__(self, theme: Theme, height_px: int, say: Callable[[float], str] = str) -> None:
        """`say` puts a value into words."""
        super().__init__(theme, height_px)
        self._say = say
        self._points: tuple[tuple[float, float], ...] = ()
        self._marked_x: float | None = None

    def show_points(self, points: Points) -> None:
        """Draw `points`, (seconds, value)."""
        if points != self._points:
            self._points = tuple(points)
            self.update()

    def points(self) -> tuple[tuple[float, float], ...]:
        """What is drawn."""
        return self._points

    def words_at(self, x: float) -> str:
        """The value of the nearest point."""
        if not self._points:
            return ""
        at_s, value = min(self._points, key=lambda point: abs(point[0] - x))
        return f"{at_s:.1f} s:  {self._say(value)}"

    @property
    def marked_x(self) -> float | None:
        """The place that is pointed at."""
        return self._marked_x

    @property
    def line_px(self) -> int:
        """How wide lines are, in the screen's own pixels: one of them would be a hair at three times the
        size.
        """
        return max(1, round(self.devicePixelRatioF()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The area, the curve over it, the line that it stands on."""
        del event
        tokens = self._theme.tokens
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(tokens.window))
            if not self._points:
                return
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            curve = self._curve()
            fill = QColor(tokens.accent)
            fill.setAlphaF(FILL_ALPHA)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            ends = [QPointF(curve[-1].x(), self.height()), QPointF(curve[0].x(), self.height())]
            painter.drawPolygon(QPolygonF([*curve, *ends]))
            painter.setPen(self._pen(tokens.border_strong))
            painter.drawLine(QPointF(0, self.height()), QPointF(self.width(), self.height()))
            if self._marked_x is not None:
                at = self._place_px(self._marked_x)
                painter.setPen(self._pen(tokens.text_faint))
                painter.drawLine(QPointF(at, 0), QPointF(at, self.height()))
            painter.setPen(self._pen(tokens.accent))
            painter.drawPolyline(curve)

    def _curve(self) -> list[QPointF]:
        """The points where they stand on the widget."""
        first, last = self._across()
        top = max(max(value for _, value in self._points) * HEADROOM, 1e-9)
        right, down = self.width() / (last - first), self.height() / top
        return [QPointF((at_s - first) * right, (top - value) * down) for at_s, value in self._points]

    def _pen(self, colour: str) -> QPen:
        pen = QPen(QColor(colour), self.line_px)
        pen.setCosmetic(True)
        return pen

    def _across(self) -> tuple[float, float]:
        if not self._points:
            return 0.0, 1.0
        first = self._points[0][0]
        return first, max(self._points[-1][0], first + 1.0)

    def _point_out(self, x: float | None) -> None:
        nearest = None if x is None else min((at for at, _ in self._points), key=lambda at: abs(at - x))
        if nearest != self._marked_x:
            self._marked_x = nearest
            self.update()


class StageBar(_Chart):
    """Parts of a whole, such as the durations of stages, side by side along one bar."""

    def __init__(self, theme: Theme, height_px: int) -> None:
        super().__init__(theme, height_px)
        self._parts: tuple[tuple[float, str, str], ...] = ()

    def show_stages(
        self, durations_s: Sequence[float], colours: Sequence[str], words: Sequence[str] = ()
    ) -> None:
        """Draw one part a stage, in order; `words` are said of each under the pointer."""
        said = [*words, *[""] * (len(durations_s) - len(words))]
        parts = tuple(part for part in zip(durations_s, colours, said, strict=True) if part[0] > 0)
        if parts != self._parts:
            self._parts = parts
            self.update()

    def words_at(self, x: float) -> str:
        """What the part at this place is."""
        ends = accumulate(self.durations())
        return next((words for end, (*_, words) in zip(ends, self._parts, strict=True) if 0 <= x <= end), "")

    def durations(self) -> list[float]:
        """The parts that are drawn, in order."""
        return [duration for duration, *_ in self._parts]

    def paintEvent(self, event: QPaintEvent) -> None:
        """The parts; without any there is nothing to see: an empty trough would look like a control that is
        off.
        """
        del event
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self._theme.tokens.window))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            start = 0.0
            for duration, colour, _ in self._parts:
                left, right = self._place_px(start), self._place_px(start + duration)
                painter.fillRect(QRectF(left, 0, right - left, self.height()), QColor(colour))
                start += duration

    def _across(self) -> tuple[float, float]:
        return 0.0, sum(self.durations()) or 1.0


class RunChart(_Chart):
    """A bar a run, the last one at the right."""

    def __init__(self, theme: Theme, height_px: int) -> None:
        super().__init__(theme, height_px)
        self._values: tuple[float, ...] = ()
        self._words: tuple[str, ...] = ()

    def show_runs(self, values: Sequence[float], words: Sequence[str]) -> None:
        """Draw these; `words` are said of each under the pointer."""
        self._values, self._words = tuple(values), tuple(words)
        self.update()

    def heights(self) -> tuple[float, ...]:
        """What is drawn."""
        return self._values

    def words_at(self, x: float) -> str:
        """The run at this place."""
        number = round(x)
        return self._words[number] if 0 <= number < len(self._words) else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        """The bars."""
        del event
        tokens = self._theme.tokens
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(tokens.window))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            top = max([*self._values, 1e-9]) * HEADROOM
            for number, value in enumerate(self._values):
                left = self._place_px(number - BAR_SHARE / 2)
                right = self._place_px(number + BAR_SHARE / 2)
                tall = value / top * self.height()
                painter.fillRect(
                    QRectF(left, self.height() - tall, right - left, tall), QColor(tokens.accent)
                )

    def _across(self) -> tuple[float, float]:
        # A few runs are not spread over the whole width.
        return -0.5, max(len(self._values), FEWEST_BARS) - 0.5
