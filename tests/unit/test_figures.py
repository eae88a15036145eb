"""Numbers and words as people read them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication

from app.domain import MessageState, ModelCard, RunSettings, RunStats
from app.engine_port import outcome_of_finish
from app.paths import resources_dir
from app.views.figures import (
    BADGES,
    model_detail,
    model_line,
    rate,
    seconds,
    size,
    stats_detail,
    stats_line,
    token_words,
    visual_token_words,
    when,
)
from engine.api import Finished, FinishReason, ImageReport, Metrics, RequestId

NOW = datetime(2026, 5, 13, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "said"),
    [(0, "0 B"), (1023, "1,023 B"), (1024, "1 kB"), (5 * 1024**2, "5 MB"), (3 * 1024**3 // 2, "1.5 GB")],
)
def test_sizes(value: int, said: str) -> None:
    assert size(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.0, "0 ms"),
        (0.0042, "4 ms"),
        (0.0999, "0.10 s"),
        (0.331, "0.33 s"),
        (12.34, "12.3 s"),
        (125, "2 min 5 s"),
    ],
)
def test_durations(value: float, said: str) -> None:
    assert seconds(value) == said


def test_rates_and_counts() -> None:
    assert rate(4.26) == "4.3 tok/s"
    assert rate(1234.5) == "1,234 tok/s"
    assert token_words(1) == "1 token"
    assert token_words(12_345) == "12,345 tokens"
    assert visual_token_words(1) == "1 visual token"
    assert visual_token_words(12_345) == "12,345 visual tokens"


def test_the_line_of_figures_leaves_out_what_was_not_measured() -> None:
    assert stats_line(RunStats()) == "0 tokens"
    full = RunStats(
        new_tokens=20, tokens_per_s=38.0, first_token_s=0.331, visual_tokens=306, seen="560×576 as 544×576"
    )
    assert stats_line(full).split("  ·  ") == [
        "20 tokens",
        "38 tok/s",
        "first token 0.33 s",
        "saw 560×576 as 544×576",
        "306 visual tokens",
    ]
    assert "Model: Starter" in stats_detail(RunStats(model="Starter"))
    assert "Peak memory" not in stats_detail(RunStats())
    assert "Still known from before: 12 tokens" in stats_detail(RunStats(reused_tokens=12))
    assert "Still known" not in stats_detail(RunStats())


@pytest.mark.parametrize(
    ("reports", "seen"),
    [
        ((), ""),
        (((560, 576, 560, 576, 1),), "560×576"),
        (((560, 576, 544, 576, 1),), "560×576 as 544×576"),
        (((1920, 1080, 640, 640, 6),), "1920×1080 in 6 parts"),
        (((100, 100, 0, 0, 1),), "100×100"),
        (((8, 8, 8, 8, 1), (9, 9, 9, 9, 1)), "8×8, 9×9"),
        (((8, 8, 8, 8, 1),) * 4, "4 pictures"),
    ],
)
def test_what_the_model_saw_is_said_in_pixels(reports: tuple[tuple[int, ...], ...], seen: str) -> None:
    images = tuple(ImageReport("a", 0, *report, visual_tokens=1, notes=()) for report in reports)
    finished = Finished(RequestId("r"), FinishReason.COMPLETE, "text", Metrics(images=images))
    stats = outcome_of_finish(finished, RunSettings(model="Starter")).stats
    assert stats is not None
    assert stats.seen == seen


def test_a_moment_is_said_as_briefly_as_its_distance_allows() -> None:
    local = NOW.astimezone()
    assert when(NOW.isoformat(), NOW) == local.strftime("%H:%M")
    assert when((NOW - timedelta(days=1)).isoformat(), NOW) == "Yesterday"
    assert when((NOW - timedelta(days=3)).isoformat(), NOW) == "Sunday"
    assert when("2026-01-02T10:00:00.000+00:00", NOW) == "2 Jan"
    assert when("2024-01-02T10:00:00.000+00:00", NOW) == "2 Jan 2024"
    assert when("not a moment", NOW) == ""


def test_every_state_has_a_word_of_its_own() -> None:
    assert set(BADGES) == set(MessageState)
    assert len({badge.word for badge in BADGES.values()}) == len(MessageState)
    assert {badge.tone for badge in BADGES.values()} <= {"", "good", "warning", "danger", "accent"}


def test_the_model_is_named_with_its_device_and_in_full() -> None:
    card = ModelCard("Starter", "/m", "cpu", "fp32", 12_500_000, 4096, 25_000_000, 8_000_000, True, "Reads.")
    assert model_line(card) == "Starter  ·  fp32  ·  CPU"
    assert model_detail(card).splitlines()[0] == "Reads."
    assert "12.5 million parameters" in model_detail(card)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ("448×536 as 448×544", "448×536 als 448×544"),
        ("448×536 in 6 parts, 30×20", "448×536 in 6 Teilen, 30×20"),
        ("448×536 turned by 90° in 2 parts", "448×536, um 90° gedreht in 2 Teilen"),
        ("14 pictures", "14 Bilder"),
        ("something newer", "something newer"),
    ],
)
def test_what_the_model_saw_is_said_in_the_window_s_language(
    seen: str, said: str, qapp: QApplication
) -> None:
    german = QTranslator()
    assert german.load(str(resources_dir() / "translations" / "yomi_de.qm"))
    qapp.installTranslator(german)
    try:
        assert stats_line(RunStats(new_tokens=2, seen=seen)).endswith(f"sah {said}")
    finally:
        qapp.removeTranslator(german)
