"""The kinds of chart, over pyqtgraph. GUI thread only.

Items are made once and given new data; pens are one pixel wide, since wider ones take a slow path in Qt's
raster engine (https://github.com/pyqtgraph/pyqtgraph/issues/533).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.views.language import in_every_language
from app.views.numerals import decimal
from app.views.theme import Theme

Points = Sequence[tuple[float, float]]

FEWEST_BARS = 40
"""So many have room; fewer are as wide as if there were so many."""

HEADROOM = 1.15
"""Over the highest point, so that the curve does not touch the edge."""


LEAST_SPAN = 1e-3
"""Of a curve whose values are all of one moment, in its own unit."""


class _Plot(pyqtgraph.GraphicsView):  # type: ignore[misc]
    """A view box without anything to click, drag or zoom; the value under the pointer is said.

    Not a PlotWidget: that one brings axes, a title and some twenty menus that nobody sees.
    """

    def __init__(self, label: Callable[[], str], height_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        in_every_language(self, lambda: self.setAccessibleName(label()))
        self.setFixedHeight(height_px)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAntialiasing(True)
        self.setInteractive(False)
        self.enableMouse(b=False)
        self._box = pyqtgraph.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0)
        self._box.disableAutoRange()
        self.setCentralItem(self._box)
        # The view's own handling needs a scene that takes part; what is wanted is only where the pointer is.
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def words_at(self, x: float) -> str:
        """What is said of the place `x`, in the chart's own units; empty where there is nothing."""
        del x
        return ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say the value under the pointer."""
        place = self._box.mapSceneToView(self.mapToScene(event.position().toPoint()))
        words = self.words_at(QPointF(place).x())
        self._point_out(QPointF(place).x() if words else None)
        QToolTip.showText(event.globalPosition().toPoint(), words, self)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point_out(None)
        super().leaveEvent(event)

    def _point_out(self, x: float | None) -> None:
        """Mark the place that is spoken of."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the panel scroll."""
        event.ignore()


class CurveChart(_Plot):
    """One value over time, filled to zero."""

    def __init__(
        self, label: Callable[[], str], theme: Theme, height_px: int, say: Callable[[float], str] = str
    ) -> None:
        """`say` puts a value into words."""
        super().__init__(label, height_px)
        self._theme = theme
        self._say = say
        self._points: tuple[tuple[float, float], ...] = ()
        self._mark = pyqtgraph.InfiniteLine(0, angle=90)
        self._mark.hide()
        self._box.addItem(self._mark)
        self._base = pyqtgraph.InfiniteLine(0, angle=0)
        self._base.hide()
        self._box.addItem(self._base)
        self._curve = pyqtgraph.PlotCurveItem(fillLevel=0)
        self._box.addItem(self._curve)
        self._box.setRange(xRange=(0, 1), yRange=(0, 1))
        theme.changed.connect(self._retint)
        self._retint()

    def show_points(self, points: Points) -> None:
        """Draw `points`, (seconds, value). The same ones again are not painted again."""
        if tuple(points) == self._points:
            return
        self._points = tuple(points)
        # As wide as what there is: a short answer's curve would be a hair at the edge. One value is a level.
        drawn = [*points, (points[0][0] + 1.0, points[0][1])] if len(points) == 1 else points
        xs = np.array([x for x, _ in drawn])
        ys = np.array([y for _, y in drawn])
        self._curve.setData(xs, ys, skipFiniteCheck=True)
        self._base.setVisible(bool(points))
        if points:
            top = max(ys.max() * HEADROOM, 1e-9)
            self._box.setRange(xRange=(xs[0], max(xs[-1], xs[0] + LEAST_SPAN)), yRange=(0, top))

    def points(self) -> tuple[tuple[float, float], ...]:
        """What is drawn."""
        return self._points

    def words_at(self, x: float) -> str:
        """The value of the nearest point."""
        if not self._points:
            return ""
        at_s, value = min(self._points, key=lambda point: abs(point[0] - x))
        return f"{decimal(at_s, 1)} s:  {self._say(value)}"

    def showEvent(self, event: QShowEvent) -> None:
        """The screen that it is shown on may have another scale."""
        super().showEvent(event)
        self._retint()

    @property
    def marked_x(self) -> float | None:
        """The place that is pointed at."""
        return float(self._mark.value()) if self._mark.isVisible() else None

    def _point_out(self, x: float | None) -> None:
        self._mark.setVisible(x is not None)
        if x is not None:
            self._mark.setValue(min((at_s for at_s, _ in self._points), key=lambda at_s: abs(at_s - x)))

    def _retint(self) -> None:
        tokens = self._theme.tokens
        self.setBackground(QColor(tokens.window))
        # These widths are the screen's own pixels: one of them would be a hair at three times the size.
        width = max(1, round(self.devicePixelRatioF()))
        self._mark.setPen(pyqtgraph.mkPen(tokens.text_faint, width=width))
        self._base.setPen(pyqtgraph.mkPen(tokens.border_strong, width=width))
        fill = QColor(tokens.accent)
        fill.setAlphaF(0.14)
        self._curve.setPen(pyqtgraph.mkPen(tokens.accent, width=width))
        self._curve.setBrush(fill)


class RunChart(_Plot):
    """A bar a run, the last one at the right."""

    def __init__(self, label: Callable[[], str], theme: Theme, height_px: int) -> None:
        super().__init__(label, height_px)
        self._theme = theme
        self._words: tuple[str, ...] = ()
        self._bars = pyqtgraph.BarGraphItem(x=[], height=[], width=0.7)
        self._box.addItem(self._bars)
        theme.changed.connect(self._retint)
        self._retint()

    def show_runs(self, values: Sequence[float], words: Sequence[str]) -> None:
        """Draw these; `words` are said of each under the pointer."""
        self._words = tuple(words)
        self._bars.setOpts(x=np.arange(len(values)), height=np.array(values), width=0.7)
        # A few runs are not spread over the whole width.
        last = max(len(values), FEWEST_BARS) - 0.5
        self._box.setRange(
            xRange=(last - max(len(values), FEWEST_BARS), last), yRange=(0, max([*values, 1e-9]) * HEADROOM)
        )

    def heights(self) -> tuple[float, ...]:
        """What is drawn."""
        return tuple(float(height) for height in self._bars.opts["height"])

    def words_at(self, x: float) -> str:
        """The run at this place."""
        number = round(x)
        return self._words[number] if 0 <= number < len(self._words) else ""

    def _retint(self) -> None:
        tokens = self._theme.tokens
        self.setBackground(QColor(tokens.window))
        self._bars.setOpts(brush=QColor(tokens.accent), pen=pyqtgraph.mkPen(None))
