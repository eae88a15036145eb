"""The two kinds of live chart, over pyqtgraph. GUI thread only.

Items are made once and given new data; pens are one pixel wide, since wider ones take a slow path in Qt's
raster engine (https://github.com/pyqtgraph/pyqtgraph/issues/533).
"""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.views.theme import Theme

Points = Sequence[tuple[float, float]]

HEADROOM = 1.15
"""Over the highest point, so that the curve does not touch the edge."""


class _Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """A plot without anything to click, drag or zoom."""

    def __init__(self, label: str, height_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(label)
        self.setFixedHeight(height_px)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAntialiasing(True)
        self.setMenuEnabled(False)
        self.hideButtons()
        self.setMouseEnabled(x=False, y=False)
        self.setInteractive(False)
        view = self.getViewBox()
        view.setDefaultPadding(0)
        view.disableAutoRange()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the panel scroll."""
        event.ignore()


class CurveChart(_Plot):
    """One value over time, filled to zero."""

    def __init__(self, label: str, theme: Theme, height_px: int = 84) -> None:
        super().__init__(label, height_px)
        self._theme = theme
        self._empty = True
        for axis in ("left", "bottom"):
            self.hideAxis(axis)
        self._base = pyqtgraph.InfiniteLine(0, angle=0)
        self.addItem(self._base)
        self._curve = self.plot([], [])
        self._curve.setFillLevel(0)
        self.setYRange(0, 1)
        self.setXRange(0, 1)
        theme.changed.connect(self._retint)
        self._retint()

    def show_points(self, points: Points, ceiling: float = 0.0) -> None:
        """Draw `points`, (seconds, value); the upper edge is at least `ceiling`."""
        xs = [x for x, _ in points]
        ys = [y for _, y in points]
        self._curve.setData(xs, ys)
        if points:
            self.setXRange(xs[0], max(xs[-1], xs[0] + 1.0))
            self.setYRange(0, max(max(ys) * HEADROOM, ceiling, 1e-9))

    def _retint(self) -> None:
        tokens = self._theme.tokens
        self.setBackground(QColor(tokens.window))
        self._base.setPen(pyqtgraph.mkPen(tokens.border_strong, width=1))
        fill = QColor(tokens.accent)
        fill.setAlphaF(0.14)
        self._curve.setPen(pyqtgraph.mkPen(tokens.accent, width=1))
        self._curve.setBrush(fill)


class StageBar(_Plot):
    """Durations of stages, stacked along one bar."""

    def __init__(self, label: str, theme: Theme, height_px: int = 18) -> None:
        super().__init__(label, height_px)
        self._theme = theme
        self._bars: list[pyqtgraph.BarGraphItem] = []
        self._colours: tuple[str, ...] = ()
        for axis in ("left", "bottom"):
            self.hideAxis(axis)
        self.setYRange(0, 1)
        self.setXRange(0, 1)
        theme.changed.connect(self._retint)
        self._retint()

    def show_stages(self, durations_s: Sequence[float], colours: Sequence[str]) -> None:
        """Draw one part a stage, in order."""
        while len(self._bars) < len(durations_s):
            bar = pyqtgraph.BarGraphItem(x0=[0], y0=[0], width=[0], height=[1])
            self._bars.append(bar)
            self.addItem(bar)
        self._colours = tuple(colours)
        start = 0.0
        for index, bar in enumerate(self._bars):
            width = durations_s[index] if index < len(durations_s) else 0.0
            colour = QColor(colours[index]) if index < len(colours) else QColor(Qt.GlobalColor.transparent)
            bar.setOpts(
                x0=[start], y0=[0], width=[width], height=[1], brush=colour, pen=pyqtgraph.mkPen(None)
            )
            start += width
        self.setXRange(0, max(start, 1e-9))

    def _retint(self) -> None:
        self.setBackground(QColor(self._theme.tokens.pressed))
