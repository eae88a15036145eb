"""The panel at the right: how fast, how long until the first token, how much memory. GUI thread only.

The charts, and with them pyqtgraph and numpy, are made when the panel is first shown: the window does not
wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.domain import MetricsSnapshot
from app.views.figures import rate, seconds, size
from app.views.flush_link import flush_row
from app.views.language import QT_TRANSLATE_NOOP, in_every_language, translate
from app.views.legend import Legend, Part
from app.views.page_scroll import PageScroll
from app.views.spoken import spoken
from app.views.stage_bar import StageBar
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_16, SPACE_24

if TYPE_CHECKING:
    from app.views.charts import CurveChart

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

MEMORY = (
    (QT_TRANSLATE_NOOP("LivePanel", "Model"), "stage_vision"),
    (QT_TRANSLATE_NOOP("LivePanel", "Cache"), "stage_prefill"),
    (QT_TRANSLATE_NOOP("LivePanel", "Vision and the rest"), "stage_queue"),
)
"""What memory holds, in words, and its colour's token; in order."""

SHORTEST_SHOWN_S = 0.0005
"""Less would be said to take 0 ms."""

NARROWEST_PX = 232
CURVE_HEIGHT_PX = 84
BAR_HEIGHT_PX = 18


class LivePanel(PageScroll):
    """Three sections, each a figure over a chart."""

    history_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._snapshot = MetricsSnapshot()
        self._rate_chart: CurveChart | None = None
        self._memory_chart: CurveChart | None = None
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Live figures")))
        page = QWidget()
        page.setProperty("kind", "window")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(SPACE_16, SPACE_16, SPACE_16, SPACE_16)
        self._column.setSpacing(SPACE_4)
        self._rate = self._section(lambda: self.tr("Speed"))
        self._queue = self._caption(lambda: self.tr("Answers that wait"))
        self._gauge = self._caption(lambda: self.tr("Share of the memory's speed"))
        self._note = self._caption(lambda: self.tr("Why it is not faster"))
        self._rate_slot = self._slot(CURVE_HEIGHT_PX)
        self._column.addSpacing(SPACE_24)
        self._first = self._section(lambda: self.tr("Time to first token"))
        self.stage_bar = self._bar(lambda: self.tr("Time to first token by stage"))
        self._legend = Legend("LivePanel", theme)
        self._column.addLayout(self._legend)
        self._column.addSpacing(SPACE_24)
        self._memory = self._section(lambda: self.tr("Memory"))
        self._memory_slot = self._slot(CURVE_HEIGHT_PX)
        self.memory_bar = self._bar(lambda: self.tr("Memory by what it holds"))
        self._memory_legend = Legend("LivePanel", theme)
        self._column.addLayout(self._memory_legend)
        self._column.addSpacing(SPACE_16)
        self._column.addLayout(flush_row(self._build_history()))
        self._column.addStretch(1)
        self.setWidget(page)
        self.verticalScrollBar().rangeChanged.connect(self._keep_width)
        theme.changed.connect(lambda: self._show_parts(self._snapshot))
        in_every_language(
            self,
            lambda: self._show_figures(self._snapshot),
            lambda: self._show_parts(self._snapshot),
        )

    @property
    def snapshot(self) -> MetricsSnapshot:
        """What is on show."""
        return self._snapshot

    @property
    def rate_chart(self) -> CurveChart | None:
        """None until the panel was shown."""
        return self._rate_chart

    @property
    def legends(self) -> tuple[Legend, Legend]:
        """Of the time to first token, of the memory."""
        return self._legend, self._memory_legend

    @property
    def queue_text(self) -> str:
        """How many answers wait; empty where none does."""
        return self._queue.text()

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

    def minimumSizeHint(self) -> QSize:
        """As wide as the longest word; the scroll bar stands in the margin."""
        words = self._column.minimumSize().width() - self._column.contentsMargins().right()
        return QSize(max(NARROWEST_PX, words + SPACE_16), super().minimumSizeHint().height())

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
        from app.views.charts import CurveChart  # noqa: PLC0415 - brings pyqtgraph and numpy

        self._rate_chart = CurveChart(
            lambda: self.tr("Tokens per second over time"), self._theme, CURVE_HEIGHT_PX, rate
        )
        self._rate_slot.addWidget(self._rate_chart)
        self._memory_chart = CurveChart(
            lambda: self.tr("Memory in use over time"),
            self._theme,
            CURVE_HEIGHT_PX,
            lambda value: size(int(value)),
        )
        self._memory_slot.addWidget(self._memory_chart)

    def _build_history(self) -> QPushButton:
        self._history = QPushButton()
        in_every_language(self, lambda: self._history.setText(self.tr("History of runs…")))
        self._history.clicked.connect(self.history_requested)
        return self._history

    def _keep_width(self) -> None:
        """Take the scroll bar's width out of the margin: nothing moves when the bar comes or goes."""
        bar = self.verticalScrollBar()
        taken = bar.sizeHint().width() if bar.maximum() > 0 else 0
        self._column.setContentsMargins(SPACE_16, SPACE_16, max(0, SPACE_16 - taken), SPACE_16)

    def _section(self, title: Callable[[], str]) -> QLabel:
        head = QLabel()
        head.setProperty("kind", "caption-strong")
        self._column.addWidget(head)
        figure = QLabel("–")
        figure.setProperty("kind", "figure")
        in_every_language(
            self, lambda: head.setText(title()), lambda: figure.setAccessibleDescription(title())
        )
        self._column.addWidget(figure)
        return figure

    def _caption(self, name: Callable[[], str]) -> QLabel:
        """A line that may be empty."""
        line = QLabel()
        line.setProperty("kind", "caption")
        line.setWordWrap(True)
        in_every_language(line, lambda: line.setAccessibleDescription(name()))
        self._column.addWidget(line)
        return line

    def _show_gauge(self, snapshot: MetricsSnapshot) -> None:
        share = snapshot.bandwidth_share
        self._note.setText(spoken(snapshot.backend_note))
        self._note.setVisible(bool(snapshot.backend_note))
        if share <= 0 or snapshot.running:
            self._gauge.setText("")
            self._gauge.setToolTip("")
            return
        if share > 1:
            text = self.tr("Faster than memory: the weights stay in the processor's cache")
        elif snapshot.device == "cuda":
            text = self.tr("{share}% of what this card can do").format(share=round(share * 100))
        else:
            text = self.tr("{share}% of what this memory can do").format(share=round(share * 100))
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

    def _bar(self, name: Callable[[], str]) -> StageBar:
        bar = StageBar(self._theme, BAR_HEIGHT_PX)
        in_every_language(bar, lambda: bar.setAccessibleName(name()))
        self._column.addSpacing(SPACE_4)
        self._column.addWidget(bar)
        return bar

    def _draw(self, snapshot: MetricsSnapshot) -> None:
        if self._rate_chart is not None and self._memory_chart is not None:
            self._rate_chart.show_points(snapshot.rate_points)
            self._memory_chart.show_points(snapshot.memory_points)
        self._show_figures(snapshot)
        self._show_parts(snapshot)

    def _show_figures(self, snapshot: MetricsSnapshot) -> None:
        self._show_gauge(snapshot)
        waiting = snapshot.waiting_runs
        self._queue.setText(self.tr("%n answer(s) wait for this one", "", waiting) if waiting else "")
        self._queue.setVisible(bool(waiting))
        self._rate.setText(rate(snapshot.tokens_per_s) if snapshot.tokens_per_s > 0 else "–")
        self._first.setText(seconds(snapshot.first_token_s) if snapshot.first_token_s > 0 else "–")
        if snapshot.memory_points:
            self._memory.setText(size(int(snapshot.memory_points[-1][1])))
            total = snapshot.memory_total_bytes
            self._memory.setToolTip(self.tr("of {total}").format(total=size(total)) if total else "")
        else:
            self._memory.setText("–")

    def _show_parts(self, snapshot: MetricsSnapshot) -> None:
        stages, memory = stage_parts(snapshot), memory_parts(snapshot)
        self._legend.show_parts(stages)
        self._memory_legend.show_parts(memory)
        self._show_bar(self.stage_bar, stages)
        self._show_bar(self.memory_bar, memory)

    def _show_bar(self, bar: StageBar, parts: Sequence[Part]) -> None:
        colours = [getattr(self._theme.tokens, part.token) for part in parts]
        words = [f"{translate('LivePanel', part.name)}:  {part.words}" for part in parts]
        bar.show_stages([part.size for part in parts], colours, words)


def stage_parts(snapshot: MetricsSnapshot) -> list[Part]:
    """Every part of the time to first token that can be seen, in order; empty before the first run."""
    spans = [(*STAGES.get(stage, (stage, REST[1])), span_s) for stage, span_s in snapshot.first_token_stages]
    if snapshot.first_token_s > 0:
        spans.append((*REST, snapshot.first_token_s - sum(span_s for *_, span_s in spans)))
    return [
        Part(name, token, span_s, seconds(span_s))
        for name, token, span_s in spans
        if span_s >= SHORTEST_SHOWN_S
    ]


def memory_parts(snapshot: MetricsSnapshot) -> list[Part]:
    """What the memory in use holds, in order; empty while that is not known."""
    if not snapshot.memory_points or not snapshot.weights_bytes:
        return []
    used = int(snapshot.memory_points[-1][1])
    weights = min(snapshot.weights_bytes, used)
    cache = min(snapshot.cache_bytes, used - weights)
    held = zip(MEMORY, (weights, cache, used - weights - cache), strict=True)
    return [
        Part(name, token, size_bytes, size(size_bytes)) for (name, token), size_bytes in held if size_bytes
    ]
