"""Before sending: what the pictures will cost, and the slider that changes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.controllers.estimate import CostEstimator
from app.domain import CostEstimate, PictureCost, RunStats
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Say

STATS = RunStats(
    image_decode_s=0.1,
    preprocess_s=0.1,
    vision_s=0.3,
    prefill_s=0.5,
    decode_s=2.0,
    visual_tokens=100,
    new_tokens=50,
    peak_memory_bytes=1500,
    weights_bytes=1000,
    cache_bytes=300,
    device="cuda",
)


def attach(desk: Desk, path: Path) -> None:
    before = len(desk.app.intake.attachments)
    desk.app.intake.add_paths([str(path)])
    desk.until(lambda: len(desk.app.intake.attachments) == before + 1 and not desk.app.intake.is_reading)


def test_waiting_pictures_say_what_they_cost_and_the_slider_lowers_it(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    bar = desk.window.composer.costs
    assert bar.isHidden()
    attach(desk, picture_file(tmp_path, size=(1024, 1024)))
    assert not bar.isHidden()
    assert bar.words.startswith("About 1,024 visual token")
    bar.slider.setFocus()
    qtbot.keyClick(bar.slider, Qt.Key.Key_Home)
    assert desk.app.settings.settings.image_budget_tokens == 128
    assert bar.words.startswith("About 121 visual token")
    desk.press_enter()
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.engine.requests[-1].image_budget_tokens == 128
    assert bar.isHidden()


def test_the_resolution_is_remembered_and_one_of_the_settings(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.until_ready()
    first.app.preferences._on_changed("image_budget_tokens", 500)
    assert first.window.composer.costs.slider.value() == 2
    first.close()
    again = open_desk()
    assert again.window.composer.costs.slider.value() == 2


def test_after_a_run_the_estimate_knows_the_time(desk: Desk, tmp_path: Path) -> None:
    picture = picture_file(tmp_path, size=(320, 320))
    desk.read(picture, Say("x", 1))
    desk.app.costs._estimator.observe(STATS)
    attach(desk, picture)
    assert desk.window.composer.costs.words == "About 100 visual tokens  ·  3.0 s  ·  200 B"
    desk.type("What is it?")
    assert "  ·  1.0 s" in desk.window.composer.costs.words


def test_off_the_card_the_estimate_says_what_the_whole_program_takes(desk: Desk, tmp_path: Path) -> None:
    picture = picture_file(tmp_path, size=(320, 320))
    desk.read(picture, Say("x", 1))
    desk.app.costs._estimator.forget()
    desk.app.costs._estimator.observe(replace(STATS, device="cpu", peak_memory_bytes=1_200_000_000))
    attach(desk, picture)
    assert desk.window.composer.costs.words == "About 100 visual tokens  ·  3.0 s  ·  1.1 GB in all"


def test_nothing_is_said_of_time_and_memory_before_anything_was_measured() -> None:
    estimator = CostEstimator()
    cost = PictureCost(320, 320, 100)
    estimator.observe(None)
    estimator.observe(replace(STATS, new_tokens=0))
    first = estimator.estimate([cost], asks=False)
    assert first is not None
    assert first == CostEstimate(100)
    assert estimator.estimate([], asks=False) is None
    estimator.observe(replace(STATS, device="cpu"))
    measured = estimator.estimate([cost, cost], asks=False)
    assert measured is not None
    assert measured == CostEstimate(200, 6.0, 0, 1500)
    estimator.observe(replace(STATS, device="cpu", peak_memory_bytes=1200))
    again = estimator.estimate([cost], asks=False)
    assert again is not None
    assert again.process_bytes == 1500
    estimator.forget()
    assert estimator.estimate([cost], asks=True) == first
