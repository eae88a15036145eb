"""Which model is in use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.domain import EngineState, MessageState
from app.paths import settings_path
from app.settings import SettingsStore
from tests.helpers.app_parts import BUNDLED, AppParts
from tests.helpers.fake_engine import Fail, FakeEngine, Gate


@pytest.fixture
def parts(qtbot: QtBot) -> Iterator[AppParts]:
    made = AppParts(qtbot)
    yield made
    made.close()


def loads(engine: FakeEngine) -> list[str]:
    return [str(load.model_dir) for load in engine.loads]


def wait_model(parts: AppParts, count: int = 1) -> None:
    parts.qtbot.waitUntil(lambda: len(parts.model_log.named("model_changed")) == count)


def wait_failure(parts: AppParts, count: int = 1) -> None:
    parts.qtbot.waitUntil(lambda: len(parts.model_log.named("model_failed")) == count)


def test_a_first_start_loads_the_bundled_model(parts: AppParts) -> None:
    parts.model.load_initial()
    wait_model(parts)
    assert loads(parts.engine) == [BUNDLED]
    assert parts.model.card is not None
    assert parts.model.state is EngineState.READY
    assert SettingsStore(settings_path()).settings.model_folder == ""


def test_a_chosen_model_is_remembered_once_it_has_loaded(parts: AppParts) -> None:
    parts.model.load_initial()
    wait_model(parts)
    parts.model.choose_folder("/models/large")
    wait_model(parts, 2)
    assert SettingsStore(settings_path()).settings.model_folder == "/models/large"
    parts.model.choose_bundled()
    wait_model(parts, 3)
    assert SettingsStore(settings_path()).settings.model_folder == ""


def test_the_remembered_model_is_loaded_with_the_chosen_device(parts: AppParts) -> None:
    parts.settings.update(model_folder="/models/large", device="cpu", precision="fp32")
    parts.model.load_initial()
    wait_model(parts)
    (load,) = parts.engine.loads
    assert (str(load.model_dir), load.device, str(load.precision)) == ("/models/large", "cpu", "fp32")


def test_the_command_line_goes_before_what_is_remembered(parts: AppParts) -> None:
    parts.settings.update(model_folder="/models/large")
    parts.model.load_initial("/models/other")
    wait_model(parts)
    assert loads(parts.engine) == ["/models/other"]


def test_a_folder_that_fails_says_why_and_the_present_model_stays(parts: AppParts) -> None:
    parts.model.load_initial("/models/good")
    wait_model(parts)
    parts.engine.load_error = Fail("config_invalid", "No config.json is there; choose another folder.")
    parts.model.choose_folder("/models/bad")
    wait_failure(parts)
    assert parts.model_log.named("model_failed") == [("No config.json is there; choose another folder.",)]
    assert parts.model.card is not None
    assert parts.model.card.folder == "/models/good"
    assert SettingsStore(settings_path()).settings.model_folder == "/models/good"
    assert parts.model.state is EngineState.READY


def test_where_the_first_model_fails_the_bundled_one_stands_in(parts: AppParts) -> None:
    parts.settings.update(model_folder="/models/gone")
    parts.engine.load_error = Fail("config_invalid", "The folder is gone; choose another one.")
    parts.model.model_failed.connect(lambda _: setattr(parts.engine, "load_error", None))
    parts.model.load_initial()
    wait_model(parts)
    assert loads(parts.engine) == ["/models/gone", BUNDLED]
    assert len(parts.model_log.named("model_failed")) == 1


def test_where_the_bundled_model_fails_too_it_ends_there(parts: AppParts) -> None:
    parts.engine.load_error = Fail("device_unavailable", "No memory; close something.")
    parts.model.load_initial("/models/bad")
    wait_failure(parts, 2)
    parts.qtbot.wait(0)
    assert loads(parts.engine) == ["/models/bad", BUNDLED]
    assert parts.model.state is EngineState.NO_MODEL
    assert parts.model.sentence


def test_every_state_of_the_engine_is_passed_on_with_a_sentence(parts: AppParts) -> None:
    parts.model.load_initial()
    wait_model(parts)
    states = dict(parts.model_log.named("status_changed"))
    assert {EngineState.STARTING, EngineState.LOADING, EngineState.READY} <= set(states)
    assert all(states.values())


def test_a_picture_sent_meanwhile_waits_for_the_model_that_stands_in(parts: AppParts) -> None:
    parts.chat.open_latest_or_new()
    gate = Gate()
    gate.attach(parts.engine)
    parts.engine.load_gate = gate
    parts.engine.load_error = Fail("config_invalid", "The folder is gone; choose another one.")
    parts.model.model_failed.connect(lambda _: setattr(parts.engine, "load_error", None))
    parts.model.load_initial("/models/gone")
    parts.add_picture()
    parts.chat.send("")
    answer = parts.chat.messages[-1]
    assert answer.state is MessageState.QUEUED
    gate.open()
    parts.qtbot.waitUntil(lambda: not parts.chat.messages[-1].state.is_running)
    assert parts.chat.messages[-1].state is MessageState.COMPLETE
    assert loads(parts.engine) == ["/models/gone", BUNDLED]


def test_a_picture_sent_while_no_model_can_be_loaded_is_told_so(parts: AppParts) -> None:
    parts.chat.open_latest_or_new()
    parts.engine.load_error = Fail("config_invalid", "No config.json is there; choose another folder.")
    parts.model.load_initial()
    parts.add_picture()
    parts.chat.send("")
    parts.qtbot.waitUntil(lambda: not parts.chat.messages[-1].state.is_running)
    assert parts.chat.messages[-1].state is MessageState.FAILED
    assert "model" in parts.chat.messages[-1].state_detail
