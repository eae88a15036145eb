"""MetricsController: the live figures for the charts. GUI thread; at most ten snapshots a second, and none
when idle."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from app.bridge import EngineBridge
from app.domain import MetricsSnapshot, ModelCard, RunOutcome, RunStats

SAMPLE_INTERVAL_MS = 100
"""Ten a second: what a curve needs to look alive, and what a repaint may cost."""
RATE_POINTS = 600
MEMORY_POINTS = 600
"""A minute each at the fastest sampling; older points fall off."""
RATE_WINDOW_S = 1.0
"""Tokens come in bursts of one delivery each; a second of them gives a rate that can be read."""


class MetricsController(QObject):
    """Turns token counts and memory samples into a `MetricsSnapshot`."""

    sampled = Signal(object)
    """MetricsSnapshot"""

    def __init__(
        self, bridge: EngineBridge, parent: QObject | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._counts: deque[tuple[float, int]] = deque()
        self._rates: deque[tuple[float, float]] = deque(maxlen=RATE_POINTS)
        self._memory: deque[tuple[float, float]] = deque(maxlen=MEMORY_POINTS)
        self._memory_start_s: float | None = None
        self._memory_total_bytes = 0
        self._message_id = ""
        self._run_start_s = 0.0
        self._tokens = 0
        self._rate = 0.0
        self._running = False
        self._stages: tuple[tuple[str, float], ...] = ()
        self._entered: dict[str, float] = {}
        """Stage of the present run -> when it was entered, in order."""
        self._first_token_s = 0.0
        self._card: ModelCard | None = None
        self._waiting: Callable[[], int] = lambda: 0
        self._last = RunStats()
        self._changed = False
        self._timer = QTimer(self)
        self._timer.setInterval(SAMPLE_INTERVAL_MS)
        self._timer.timeout.connect(self._on_sample_due)
        bridge.stage_entered.connect(self._on_stage_entered)
        bridge.model_loaded.connect(self._on_model_loaded)
        bridge.tokens_counted.connect(self._on_tokens_counted)
        bridge.memory_sampled.connect(self._on_memory_sampled)
        bridge.run_finished.connect(self._on_run_finished)

    @property
    def snapshot(self) -> MetricsSnapshot:
        """The figures now."""
        return MetricsSnapshot(
            running=self._running,
            rate_points=tuple(self._rates),
            memory_points=tuple(self._memory),
            memory_total_bytes=self._memory_total_bytes,
            weights_bytes=self._card.weights_bytes if self._card is not None else 0,
            cache_bytes=self._card.cache_bytes if self._card is not None else 0,
            waiting_runs=self._waiting(),
            first_token_stages=self._stages,
            first_token_s=self._first_token_s,
            tokens=self._tokens,
            tokens_per_s=self._rate,
            bandwidth_share=self._last.bandwidth_share,
            bandwidth_bytes_s=self._last.bandwidth_bytes_s,
            step_bytes=self._last.step_bytes,
            device=self._last.device,
            backend_note=self._last.backend_note,
        )

    def set_queue(self, waiting: Callable[[], int]) -> None:
        """Where to ask how many answers wait."""
        self._waiting = waiting

    def close(self) -> None:
        """No more snapshots."""
        self._timer.stop()

    def _on_model_loaded(self, card: ModelCard) -> None:
        self._card = card
        self._note_change()

    def _on_stage_entered(self, message_id: str, stage: str, at_s: float) -> None:
        self._enter(message_id)
        if self._tokens == 0 and stage not in self._entered:
            self._entered[stage] = at_s
            self._stages = self._stages_until(at_s)
            self._note_change()

    def _stages_until(self, now_s: float) -> tuple[tuple[str, float], ...]:
        """How long each stage took that was entered; the last one until `now_s`."""
        ends = [*list(self._entered.values())[1:], now_s]
        return tuple(
            (stage, end - start) for (stage, start), end in zip(self._entered.items(), ends, strict=True)
        )

    def _on_tokens_counted(self, message_id: str, tokens: int, at_s: float) -> None:
        self._enter(message_id)
        if self._tokens == 0:
            # The first token's time is the prefill's; a rate needs a token before it.
            self._run_start_s = at_s
            if self._entered:
                self._stages = self._stages_until(at_s)
                self._first_token_s = at_s - next(iter(self._entered.values()))
            self._counts.append((at_s, 0))
        else:
            self._counts.append((at_s, tokens))
        self._tokens += tokens
        while len(self._counts) > 2 and self._counts[1][0] <= at_s - RATE_WINDOW_S:
            self._counts.popleft()
        span_s = at_s - self._counts[0][0]
        if span_s > 0:
            self._rate = sum(count for _, count in list(self._counts)[1:]) / span_s
            self._rates.append((at_s - self._run_start_s, self._rate))
        self._changed = True

    def _on_memory_sampled(self, used_bytes: int, total_bytes: int) -> None:
        now_s = self._clock()
        if self._memory_start_s is None:
            self._memory_start_s = now_s
        self._memory.append((now_s - self._memory_start_s, float(used_bytes)))
        self._memory_total_bytes = total_bytes
        self._note_change()

    def _on_run_finished(self, message_id: str, outcome: RunOutcome) -> None:
        if message_id != self._message_id and self._running:
            return
        self._running = False
        if outcome.stats is not None:
            stats = outcome.stats
            split = (
                ("queue", stats.queue_s),
                ("image_decode", stats.image_decode_s),
                ("preprocess", stats.preprocess_s),
                ("vision", stats.vision_s),
                ("prefill", stats.prefill_s),
            )
            # Parts of a page are looked at after the first token too: then what was seen until it stands.
            if not self._stages or sum(span_s for _, span_s in split) <= stats.first_token_s:
                self._stages = split
            self._first_token_s = stats.first_token_s
            self._tokens = stats.new_tokens
            self._rate = stats.tokens_per_s
            self._last = stats
        # With the next sample: the turn of an answer's end has enough to do.
        self._note_change()

    def _enter(self, message_id: str) -> None:
        """A run says its first word: its curve starts empty."""
        if self._running and message_id == self._message_id:
            return
        self._message_id = message_id
        self._running = True
        self._tokens = 0
        self._rate = 0.0
        self._counts.clear()
        self._rates.clear()
        # What stands there must be this run's, also while nothing of it is known yet.
        self._stages = ()
        self._entered.clear()
        self._first_token_s = 0.0
        self._note_change()

    def _note_change(self) -> None:
        self._changed = True
        if not self._timer.isActive():
            self._timer.start()

    def _on_sample_due(self) -> None:
        if self._changed:
            self._changed = False
            self.sampled.emit(self.snapshot)
        elif not self._running:
            self._timer.stop()
