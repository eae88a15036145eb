"""Live figures: right, bounded, at most ten times a second, and silent when nothing happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from app.controllers.metrics import MEMORY_POINTS, RATE_POINTS, SAMPLE_INTERVAL_MS, MetricsController
from app.domain import MessageState, MetricsSnapshot, ModelCard, RunOutcome, RunStats


class Source(QObject):
    """The bridge's signals, emitted by the test."""

    stage_entered = Signal(str, str, float)
    model_loaded = Signal(object)
    tokens_counted = Signal(str, int, float)
    memory_sampled = Signal(object, object)
    run_finished = Signal(str, object)


CARD = ModelCard("Starter", "/models/starter", "cpu", "fp32", 12_500_000, 4096, 25, 8, True, "")


class Gauge:
    def __init__(self) -> None:
        self.source = Source()
        self.now_s = 100.0
        self.metrics = MetricsController(self.source, clock=lambda: self.now_s)  # type: ignore[arg-type]
        self.samples: list[MetricsSnapshot] = []
        self.metrics.sampled.connect(self.samples.append)

    def tokens(self, at_s: float, count: int = 1, message_id: str = "m") -> None:
        self.source.tokens_counted.emit(message_id, count, at_s)

    def finish(self, message_id: str = "m", stats: RunStats | None = None) -> None:
        self.source.run_finished.emit(message_id, RunOutcome(MessageState.COMPLETE, stats=stats))

    def tick(self) -> None:
        """The next sample is due."""
        self.metrics._timer.timeout.emit()


@pytest.fixture
def gauge(qtbot: QtBot) -> Iterator[Gauge]:
    made = Gauge()
    yield made
    made.metrics.close()


def test_the_rate_is_tokens_by_time_without_the_first_token(gauge: Gauge) -> None:
    gauge.tokens(10.0)
    assert gauge.metrics.snapshot.tokens_per_s == 0.0
    gauge.tokens(10.1, 5)
    gauge.tokens(10.2, 5)
    assert gauge.metrics.snapshot.tokens_per_s == pytest.approx(50.0)
    assert gauge.metrics.snapshot.tokens == 11


def test_the_rate_follows_the_last_second_and_not_the_whole_run(gauge: Gauge) -> None:
    for step in range(101):
        gauge.tokens(step / 100)
    for step in range(1, 21):
        gauge.tokens(1.0 + step / 10)
    assert gauge.metrics.snapshot.tokens_per_s == pytest.approx(10.0, rel=0.15)


def test_the_curve_starts_at_the_first_token_and_is_bounded(gauge: Gauge) -> None:
    for step in range(RATE_POINTS + 50):
        gauge.tokens(50.0 + step * 0.1)
    points = gauge.metrics.snapshot.rate_points
    assert len(points) == RATE_POINTS
    assert points[-1][0] == pytest.approx((RATE_POINTS + 49) * 0.1)
    assert [x for x, _ in points] == sorted(x for x, _ in points)


def test_two_counts_of_the_same_moment_give_no_infinite_rate(gauge: Gauge) -> None:
    gauge.tokens(5.0)
    gauge.tokens(5.0)
    assert gauge.metrics.snapshot.tokens_per_s == 0.0
    assert gauge.metrics.snapshot.rate_points == ()


def test_a_new_run_starts_an_empty_curve_and_memory_goes_on(gauge: Gauge) -> None:
    gauge.tokens(1.0)
    gauge.tokens(1.5)
    gauge.source.memory_sampled.emit(10, 100)
    gauge.finish()
    gauge.source.stage_entered.emit("n", "vision", 3.0)
    snapshot = gauge.metrics.snapshot
    assert (snapshot.running, snapshot.rate_points, snapshot.tokens) == (True, (), 0)
    assert len(snapshot.memory_points) == 1


def test_the_same_message_made_anew_is_a_new_run(gauge: Gauge) -> None:
    gauge.tokens(1.0)
    gauge.tokens(1.5)
    gauge.finish()
    gauge.tokens(9.0)
    assert gauge.metrics.snapshot.tokens == 1
    assert gauge.metrics.snapshot.rate_points == ()


def test_the_end_of_a_run_gives_its_own_figures_and_the_split_of_its_first_token(gauge: Gauge) -> None:
    stats = RunStats(
        queue_s=0.1,
        image_decode_s=0.2,
        preprocess_s=0.3,
        vision_s=0.4,
        prefill_s=0.5,
        first_token_s=1.5,
        new_tokens=42,
        tokens_per_s=33.0,
    )
    gauge.tokens(1.0)
    gauge.finish(stats=stats)
    gauge.tick()
    last = gauge.samples[-1]
    assert last == gauge.metrics.snapshot
    assert (last.running, last.tokens, last.tokens_per_s, last.first_token_s) == (False, 42, 33.0, 1.5)
    assert dict(last.first_token_stages) == {
        "queue": 0.1,
        "image_decode": 0.2,
        "preprocess": 0.3,
        "vision": 0.4,
        "prefill": 0.5,
    }


def test_the_end_of_a_run_gives_its_share_of_the_memory_and_why_it_was_none_more(gauge: Gauge) -> None:
    gauge.tokens(1.0)
    gauge.finish(
        stats=RunStats(
            bandwidth_share=0.72, bandwidth_bytes_s=4e12, step_bytes=9, device="cuda", backend_note="No."
        )
    )
    gauge.tick()
    last = gauge.samples[-1]
    assert (last.bandwidth_share, last.bandwidth_bytes_s, last.step_bytes) == (0.72, 4e12, 9)
    assert (last.device, last.backend_note) == ("cuda", "No.")


def test_a_failed_run_ends_with_what_was_seen_of_it_and_nothing_of_the_one_before(gauge: Gauge) -> None:
    gauge.tokens(1.0)
    gauge.finish(stats=RunStats(vision_s=0.4, first_token_s=0.5))
    gauge.source.stage_entered.emit("n", "image_decode", 2.0)
    gauge.source.stage_entered.emit("n", "vision", 2.25)
    gauge.finish("n")
    snapshot = gauge.metrics.snapshot
    assert snapshot.running is False
    assert dict(snapshot.first_token_stages) == {"image_decode": 0.25, "vision": 0.0}
    assert snapshot.first_token_s == 0.0


def test_the_split_is_this_runs_while_it_goes_on(gauge: Gauge) -> None:
    gauge.tokens(1.0)
    gauge.finish(stats=RunStats(vision_s=9.0, first_token_s=9.5))
    gauge.source.stage_entered.emit("n", "image_decode", 20.0)
    assert gauge.metrics.snapshot.first_token_stages == (("image_decode", 0.0),)
    assert gauge.metrics.snapshot.first_token_s == 0.0
    gauge.source.stage_entered.emit("n", "vision", 20.5)
    gauge.source.stage_entered.emit("n", "vision", 20.75)
    gauge.source.stage_entered.emit("n", "prefill", 21.0)
    gauge.tokens(21.25, message_id="n")
    snapshot = gauge.metrics.snapshot
    assert snapshot.first_token_stages == (("image_decode", 0.5), ("vision", 0.5), ("prefill", 0.25))
    assert snapshot.first_token_s == 1.25
    # Later pictures of the same run are behind its first token.
    gauge.source.stage_entered.emit("n", "preprocess", 22.0)
    assert gauge.metrics.snapshot.first_token_stages == snapshot.first_token_stages


def test_the_loaded_model_and_the_queue_are_told(gauge: Gauge) -> None:
    gauge.source.model_loaded.emit(CARD)
    gauge.metrics.set_queue(lambda: 3)
    snapshot = gauge.metrics.snapshot
    assert (snapshot.weights_bytes, snapshot.cache_bytes, snapshot.waiting_runs) == (25, 8, 3)


def test_the_end_of_a_run_that_waited_does_not_end_the_one_that_runs(gauge: Gauge) -> None:
    gauge.tokens(1.0, message_id="runs")
    gauge.finish("waited")
    assert gauge.metrics.snapshot.running is True


def test_memory_is_kept_in_order_and_bounded(gauge: Gauge) -> None:
    for step in range(MEMORY_POINTS + 10):
        gauge.now_s = 100.0 + step
        gauge.source.memory_sampled.emit(140 * 2**30 + step, 150 * 2**30)
    snapshot = gauge.metrics.snapshot
    assert len(snapshot.memory_points) == MEMORY_POINTS
    assert snapshot.memory_points[-1] == (MEMORY_POINTS + 9.0, 140.0 * 2**30 + MEMORY_POINTS + 9)
    assert snapshot.memory_total_bytes == 150 * 2**30


def test_many_events_between_two_ticks_are_one_sample(gauge: Gauge) -> None:
    for step in range(1000):
        gauge.tokens(step / 1000)
    assert gauge.samples == []
    assert gauge.metrics._timer.interval() == SAMPLE_INTERVAL_MS >= 100
    gauge.metrics._timer.timeout.emit()
    gauge.metrics._timer.timeout.emit()
    assert len(gauge.samples) == 1


def test_when_nothing_runs_the_timer_rests(gauge: Gauge) -> None:
    gauge.source.memory_sampled.emit(1, 2)
    gauge.metrics._timer.timeout.emit()
    gauge.metrics._timer.timeout.emit()
    assert not gauge.metrics._timer.isActive()
    assert len(gauge.samples) == 1
    gauge.tokens(1.0)
    assert gauge.metrics._timer.isActive()
    gauge.finish()
    gauge.tick()
    assert len(gauge.samples) == 2
    gauge.tick()
    assert not gauge.metrics._timer.isActive()
    assert len(gauge.samples) == 2


def test_a_snapshot_never_changes(gauge: Gauge) -> None:
    gauge.tokens(1.0)
    gauge.tokens(1.5)
    before = gauge.metrics.snapshot
    gauge.tokens(2.0)
    assert len(before.rate_points) == 1
    assert before != gauge.metrics.snapshot


def test_the_split_of_a_page_in_parts_ends_with_the_first_token_of_the_page(gauge: Gauge) -> None:
    gauge.source.stage_entered.emit("m", "vision", 1.0)
    gauge.source.stage_entered.emit("m", "prefill", 1.25)
    gauge.tokens(1.5, message_id="m")
    gauge.finish("m", stats=RunStats(vision_s=2.0, prefill_s=1.0, first_token_s=0.5))
    snapshot = gauge.metrics.snapshot
    assert snapshot.first_token_s == 0.5
    assert snapshot.first_token_stages == (("vision", 0.25), ("prefill", 0.25))
