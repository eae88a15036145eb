"""Before sending: what the pictures will cost, and the slider that changes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.controllers.estimate import CostEstimator
from app.domain import CostEstimate, MessageState, PictureCost, RunRecord, RunStats
from app.engine_port import model_card
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Say, model_info

STATS = RunStats(
    image_decode_s=0.1,
    preprocess_s=0.1,
    vision_s=0.3,
    prefill_s=0.5,
    decode_s=2.0,
    prompt_tokens=110,
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


def test_after_a_restart_the_estimate_knows_the_time_of_the_runs_before(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    picture = picture_file(tmp_path, size=(320, 320))
    first = open_desk()
    first.until_ready()
    first.read(picture, Say("x", 1))
    attach(first, picture)
    known = first.window.composer.costs.words
    assert known.startswith("About 100 visual tokens  ·  0.")
    first.close()
    again = open_desk()
    again.until_ready()
    again.until(lambda: len(again.window.composer.chips) == 1 and not again.app.intake.is_reading)
    assert again.window.composer.costs.words == known


def test_runs_of_another_model_or_of_another_device_are_not_taken_for_this_ones() -> None:
    here = replace(STATS, weights="here", precision="fp32")
    quicker = replace(here, decode_s=1.0)
    runs = [
        RunRecord("4", MessageState.COMPLETE, replace(here, weights="there")),
        RunRecord("3", MessageState.COMPLETE, replace(here, device="cpu")),
        RunRecord("2", MessageState.COMPLETE, quicker),
        RunRecord("1", MessageState.COMPLETE, here),
    ]
    card = replace(model_card(model_info(Path("m"))), weights="here", precision="fp32", device="cuda")
    estimator = CostEstimator()
    estimator.recall(card, runs)
    cost = PictureCost(320, 320, 100)
    assert estimator.estimate([cost], asks=False) == CostEstimate(100, 2.0, 200)
    estimator.recall(replace(card, weights="elsewhere"), runs)
    assert estimator.estimate([cost], asks=False) == CostEstimate(100)


def test_a_picture_that_the_engine_still_held_does_not_make_the_next_one_cheap() -> None:
    estimator = CostEstimator()
    estimator.observe(replace(STATS, prompt_tokens=130, reused_tokens=4))
    again = replace(STATS, prompt_tokens=140, reused_tokens=125, vision_s=0.0, prefill_s=0.01)
    estimator.observe(again)
    assert estimator.estimate([PictureCost(320, 320, 100)], asks=True) == CostEstimate(100, 1.0, 200)


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
