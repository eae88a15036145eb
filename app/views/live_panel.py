"""The panel at the right: how fast, how long until the first token, how much memory. GUI thread only.

The charts, and with them pyqtgraph and numpy, are made when the panel is first shown: the window does not
wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.domain import MetricsSnapshot
from app.views.elided_label import ElidedLabel
from app.views.figures import rate, seconds, size
from app.views.language import QT_TRANSLATE_NOOP, in_every_language, translate
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_16, SPACE_24

if TYPE_CHECKING:
    from app.views.charts import CurveChart, StageBar

STAGES = {
    "queue": (QT_TRANSLATE_NOOP("LivePanel", "Waiting"), "stage_queue"),
    "image_decode": (QT_TRANSLATE_NOOP("LivePanel", "Opening the picture"), "stage_decode"),
    "preprocess": (QT_TRANSLATE_NOOP("LivePanel", "Preparing it"), "stage_preprocess"),
    "vision": (QT_TRANSLATE_NOOP("LivePanel", "Looking at it"), "stage_vision"),
    "prefill": (QT_TRANSLATE_NOOP("LivePanel", "Prefill"), "stage_prefill"),
}
"""Stage -> its name for people, its colour's token; in order."""

REST = (QT_TRANSLATE_NOOP("LivePanel", "First token"), "stage_first")
"""What the stages leave of the time to first token."""

SHORTEST_SHOWN_S = 0.0005
"""Less would be said to take 0 ms."""

NARROWEST_PX = 232
CURVE_HEIGHT_PX = 84
BAR_HEIGHT_PX = 18


class Swatch(QWidget):
    """A small square in a stage's colour."""

    def __init__(self, token: str, theme: Theme) -> None:
        super().__init__()
        self._token = token
        self._theme = theme
        self.setFixedSize(QSize(10, 10))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(self._theme.tokens, self._token)))
        painter.drawRoundedRect(self.rect(), 2.5, 2.5)


class LivePanel(QScrollArea):
    """Three sections, each a figure over a chart."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._snapshot = MetricsSnapshot()
        self._rate_chart: CurveChart | None = None
        self._memory_chart: CurveChart | None = None
        self._stage_bar: StageBar | None = None
        self._legend_rows: dict[str, tuple[QWidget, QLabel]] = {}
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Live figures")))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setMinimumWidth(NARROWEST_PX)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setProperty("kind", "window")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(SPACE_16, SPACE_16, SPACE_16, SPACE_16)
        self._column.setSpacing(SPACE_4)
        self._rate = self._section(lambda: self.tr("Speed"))
        self._gauge = self._caption(self.tr("Share of the memory's speed"))
        self._note = self._caption(self.tr("Why it is not faster"))
        self._rate_slot = self._slot(CURVE_HEIGHT_PX)
        self._column.addSpacing(SPACE_24)
        self._first = self._section(lambda: self.tr("Time to first token"))
        self._stage_slot = self._slot(BAR_HEIGHT_PX)
        self._legend = QVBoxLayout()
        self._legend.setSpacing(SPACE_4)
        self._legend.setContentsMargins(0, SPACE_8, 0, 0)
        self._column.addLayout(self._legend)
        self._column.addSpacing(SPACE_24)
        self._memory = self._section(lambda: self.tr("Memory"))
        self._memory_slot = self._slot(CURVE_HEIGHT_PX)
        self._column.addStretch(1)
        self.setWidget(page)
        theme.changed.connect(lambda: self._show_stages(self._snapshot))
        self._show_figures(self._snapshot)

    @property
    def snapshot(self) -> MetricsSnapshot:
        """What is on show."""
        return self._snapshot

    @property
    def rate_chart(self) -> CurveChart | None:
        """None until the panel was shown."""
        return self._rate_chart

    @property
    def stage_bar(self) -> StageBar | None:
        """None until the panel was shown."""
        return self._stage_bar

    @property
    def gauge_text(self) -> str:
        """How much of what the machine can do the last run took; empty where it is not known."""
        return self._gauge.text()

    @property
    def note_text(self) -> str:
        """Why a faster way to compute is not used; empty where nothing went wrong."""
        return self._note.text()

    def figures(self) -> tuple[str, str, str]:
        """Speed, time to first token and memory, as they stand there."""
        return self._rate.text(), self._first.text(), self._memory.text()

    def show_snapshot(self, snapshot: MetricsSnapshot) -> None:
        """Show these figures; while the panel is hidden they are only kept."""
        self._snapshot = snapshot
        if self.isVisible():
            self._draw(snapshot)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what was kept; the first time, once the window is on screen."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._draw_kept)

    def _draw_kept(self) -> None:
        self._make_charts()
        self._draw(self._snapshot)

    def _make_charts(self) -> None:
        if self._rate_chart is not None:
            return
        from app.views.charts import CurveChart, StageBar  # noqa: PLC0415 - brings pyqtgraph and numpy

        self._rate_chart = CurveChart(self.tr("Tokens per second over time"), self._theme, CURVE_HEIGHT_PX)
        self._rate_slot.addWidget(self._rate_chart)
        self._stage_bar = StageBar(self.tr("Time to first token by stage"), self._theme, BAR_HEIGHT_PX)
        self._stage_slot.addWidget(self._stage_bar)
        self._memory_chart = CurveChart(self.tr("Memory in use over time"), self._theme, CURVE_HEIGHT_PX)
        self._memory_slot.addWidget(self._memory_chart)

    def _section(self, title: Callable[[], str]) -> QLabel:
        head = QLabel()
        head.setProperty("kind", "caption-strong")
        self._column.addWidget(head)
        figure = QLabel("–")
        figure.setProperty("kind", "figure")
        in_every_language(self, lambda: head.setText(title()), lambda: figure.setAccessibleName(title()))
        self._column.addWidget(figure)
        return figure

    def _caption(self, name: str) -> QLabel:
        """A line that may be empty."""
        line = QLabel()
        line.setProperty("kind", "caption")
        line.setWordWrap(True)
        line.setAccessibleName(name)
        self._column.addWidget(line)
        return line

    def _show_gauge(self, snapshot: MetricsSnapshot) -> None:
        share = snapshot.bandwidth_share
        self._note.setText(snapshot.backend_note)
        self._note.setVisible(bool(snapshot.backend_note))
        if share <= 0 or snapshot.running:
            self._gauge.setText("")
            self._gauge.setToolTip("")
            return
        if share > 1:
            text = self.tr("Faster than memory: the weights stay in the processor's cache")
        elif snapshot.device == "cuda":
            text = self.tr("{share} % of what this card can do").format(share=round(share * 100))
        else:
            text = self.tr("{share} % of what this computer's memory can do").format(share=round(share * 100))
        self._gauge.setText(text)
        self._gauge.setToolTip(
            self.tr("Each step reads {bytes}; the memory gives {speed} a second, measured here.").format(
                bytes=size(snapshot.step_bytes), speed=size(int(snapshot.bandwidth_bytes_s))
            )
        )

    def _slot(self, height_px: int) -> QVBoxLayout:
        """Room for a chart that comes later; nothing moves when it does."""
        room = QWidget()
        room.setFixedHeight(height_px)
        slot = QVBoxLayout(room)
        slot.setContentsMargins(0, 0, 0, 0)
        self._column.addSpacing(SPACE_4)
        self._column.addWidget(room)
        return slot

    def _draw(self, snapshot: MetricsSnapshot) -> None:
        if self._rate_chart is not None and self._memory_chart is not None:
            self._rate_chart.show_points(snapshot.rate_points)
            self._memory_chart.show_points(snapshot.memory_points)
        self._show_figures(snapshot)
        self._show_stages(snapshot)

    def _show_figures(self, snapshot: MetricsSnapshot) -> None:
        self._show_gauge(snapshot)
        self._rate.setText(rate(snapshot.tokens_per_s) if snapshot.tokens_per_s > 0 else "–")
        self._first.setText(seconds(snapshot.first_token_s) if snapshot.first_token_s > 0 else "–")
        if snapshot.memory_points:
            self._memory.setText(size(int(snapshot.memory_points[-1][1])))
            total = snapshot.memory_total_bytes
            self._memory.setToolTip(self.tr("of {total}").format(total=size(total)) if total else "")
        else:
            self._memory.setText("–")

    def _show_stages(self, snapshot: MetricsSnapshot) -> None:
        if self._stage_bar is None:
            return
        parts = stage_parts(snapshot)
        colours = [getattr(self._theme.tokens, token) for _, token, _ in parts]
        self._stage_bar.show_stages([value_s for _, _, value_s in parts], colours)
        shown = {name: value_s for name, _, value_s in parts}
        for name, token, _ in parts:
            if name not in self._legend_rows:
                self._legend_rows[name] = self._legend_row(name, token)
        for name, (row, value) in self._legend_rows.items():
            row.setVisible(name in shown)
            value.setText(seconds(shown.get(name, 0.0)))

    def _legend_row(self, name: str, token: str) -> tuple[QWidget, QLabel]:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACE_8)
        line.addWidget(Swatch(token, self._theme))
        label = ElidedLabel("")
        in_every_language(self, lambda: label.setText(translate("LivePanel", name)))
        label.setProperty("kind", "caption")
        line.addWidget(label, 1)
        value = QLabel()
        value.setProperty("kind", "caption")
        line.addWidget(value)
        self._legend.addWidget(row)
        return row, value


def stage_parts(snapshot: MetricsSnapshot) -> list[tuple[str, str, float]]:
    """(name, colour token, seconds) of every part of the time to first token, in order; empty before the
    first run.
    """
    if not snapshot.first_token_stages or snapshot.first_token_s <= 0:
        return []
    parts = [
        (*STAGES.get(stage, (stage, REST[1])), value_s) for stage, value_s in snapshot.first_token_stages
    ]
    rest_s = snapshot.first_token_s - sum(value_s for _, value_s in snapshot.first_token_stages)
    parts.append((*REST, rest_s))
    return [part for part in parts if part[2] >= SHORTEST_SHOWN_S]
