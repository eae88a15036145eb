"""The two kinds of live chart, over pyqtgraph. GUI thread only.

Items are made once and given new data; pens are one pixel wide, since wider ones take a slow path in Qt's
raster engine (https://github.com/pyqtgraph/pyqtgraph/issues/533).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtWidgets import QWidget

from app.views.theme import Theme

Points = Sequence[tuple[float, float]]

HEADROOM = 1.15
"""Over the highest point, so that the curve does not touch the edge."""


class _Plot(pyqtgraph.GraphicsView):  # type: ignore[misc]
    """A view box without anything to click, drag or zoom.

    Not a PlotWidget: that one brings axes, a title and some twenty menus that nobody sees.
    """

    def __init__(self, label: str, height_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(label)
        self.setFixedHeight(height_px)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAntialiasing(True)
        self.setInteractive(False)
        self.enableMouse(b=False)
        self._box = pyqtgraph.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0)
        self._box.disableAutoRange()
        self.setCentralItem(self._box)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the panel scroll."""
        event.ignore()


class CurveChart(_Plot):
    """One value over time, filled to zero."""

    def __init__(self, label: str, theme: Theme, height_px: int) -> None:
        super().__init__(label, height_px)
        self._theme = theme
        self._base = pyqtgraph.InfiniteLine(0, angle=0)
        self._box.addItem(self._base)
        self._curve = pyqtgraph.PlotCurveItem(fillLevel=0)
        self._box.addItem(self._curve)
        self._box.setRange(xRange=(0, 1), yRange=(0, 1))
        theme.changed.connect(self._retint)
        self._retint()

    def show_points(self, points: Points, ceiling: float = 0.0) -> None:
        """Draw `points`, (seconds, value); the upper edge is at least `ceiling`."""
        xs = np.array([x for x, _ in points])
        ys = np.array([y for _, y in points])
        self._curve.setData(xs, ys)
        if points:
            top = max(ys.max() * HEADROOM, ceiling, 1e-9)
            self._box.setRange(xRange=(xs[0], max(xs[-1], xs[0] + 1.0)), yRange=(0, top))

    def points(self) -> tuple[tuple[float, float], ...]:
        """What is drawn."""
        xs, ys = self._curve.getData()
        return () if xs is None else tuple(zip(xs.tolist(), ys.tolist(), strict=True))

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

    def __init__(self, label: str, theme: Theme, height_px: int) -> None:
        super().__init__(label, height_px)
        self._theme = theme
        self._bars: list[pyqtgraph.BarGraphItem] = []
        self._colours: tuple[str, ...] = ()
        self._box.setRange(xRange=(0, 1), yRange=(0, 1))
        theme.changed.connect(self._retint)
        self._retint()

    def show_stages(self, durations_s: Sequence[float], colours: Sequence[str]) -> None:
        """Draw one part a stage, in order."""
        while len(self._bars) < len(durations_s):
            bar = pyqtgraph.BarGraphItem(x0=[0], y0=[0], width=[0], height=[1])
            self._bars.append(bar)
            self._box.addItem(bar)
        self._colours = tuple(colours)
        start = 0.0
        for index, bar in enumerate(self._bars):
            width = durations_s[index] if index < len(durations_s) else 0.0
            colour = QColor(colours[index]) if index < len(colours) else QColor(Qt.GlobalColor.transparent)
            bar.setOpts(
                x0=[start], y0=[0], width=[width], height=[1], brush=colour, pen=pyqtgraph.mkPen(None)
            )
            start += width
        self._box.setRange(xRange=(0, max(start, 1e-9)))

    def durations(self) -> list[float]:
        """The parts that are drawn, in order."""
        widths = [float(bar.opts["width"][0]) for bar in self._bars]
        return [width for width in widths if width > 0]

    def _retint(self) -> None:
        self.setBackground(QColor(self._theme.tokens.pressed))
