"""Closing: nothing that was shown is lost, nothing keeps running, nothing blocks."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import MessageState
from app.termination import TerminationWatch
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import FakeEngine, Gate, Say, says


def test_closing_while_an_answer_streams_keeps_what_was_shown(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.until_ready()
    gate = Gate()
    first.engine.script(Say("Everything that was on screen"), gate, Say(" and this was not"))
    first.drop(picture_file(tmp_path))
    first.stand_at(
        gate, lambda: first.has_answer() and first.answer().shown_text == "Everything that was on screen"
    )
    first.close()
    assert not first.engine.is_alive
    assert not first.window.isVisible()
    second = open_desk()
    second.until_ready()
    assert second.answer().shown_text == "Everything that was on screen"
    assert second.answer_badge() == "Interrupted"
    assert second.messages()[0].attachments[0].name == "note.png"


def test_everything_is_as_it_was_after_a_restart(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.until_ready()
    first.read(picture_file(tmp_path), *says("Total 22.40"))
    first.ask("What is the total?", *says("22.40"))
    shown = first.messages()
    figures = first.answer().figures
    first.close()
    second = open_desk()
    second.until_ready()
    assert second.messages() == shown
    assert second.answer().figures == figures
    assert second.window.header.title == first.window.header.title
    second.ask("And now?", *says("Still 22.40"))
    assert second.answer().shown_text == "Still 22.40"


def test_closing_while_the_model_loads_does_not_wait_for_it(open_desk: OpenDesk) -> None:
    engine = FakeEngine()
    gate = engine.gate_loads()
    desk = open_desk(engine)
    desk.until(gate.reached.is_set)
    desk.close()
    assert not engine.is_alive


def test_closing_before_the_engine_was_started_is_clean(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.close()
    assert desk.engine.loads == []


def test_closing_while_files_are_read_is_clean(desk: Desk, tmp_path: Path) -> None:
    desk.app.intake.add_paths([str(picture_file(tmp_path, f"{i}.png", size=(800, 600))) for i in range(12)])
    desk.close()
    assert desk.app.intake.attachments == ()


def test_a_second_close_while_closing_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    gate = Gate()
    desk.engine.script(Say("Half"), gate)
    desk.drop(picture_file(tmp_path))
    desk.until(gate.reached.is_set)
    desk.window.close()
    desk.window.close()
    desk.app.close()
    assert desk.window.status.sentence == "Closing…"
    desk.until(lambda: desk.closed)


def test_an_engine_that_does_not_end_does_not_keep_the_window(
    open_desk: OpenDesk, caplog: pytest.LogCaptureFixture
) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.engine.stuck_at_shutdown = True
    desk.close()
    assert not desk.window.isVisible()
    assert "did not end" in caplog.text
    desk.engine.release()


def test_an_answer_that_waits_is_told_as_interrupted(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.until_ready()
    gate = Gate()
    first.engine.script(Say("One"), gate)
    first.drop(picture_file(tmp_path))
    first.stand_at(gate, lambda: first.has_answer() and first.answer().shown_text == "One")
    first.type("Two?")
    first.press_enter()
    first.until(lambda: len(first.messages()) == 4)
    first.close()
    second = open_desk()
    second.until_ready()
    states = [m.state for m in second.messages() if m.role == "assistant"]
    assert states == [MessageState.INTERRUPTED, MessageState.INTERRUPTED]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_asks_the_window_to_close(qapp: QApplication, qtbot: QtBot, number: signal.Signals) -> None:
    before = signal.getsignal(number)
    watch = TerminationWatch()
    watch.start()
    with qtbot.waitSignal(watch.requested):
        os.kill(os.getpid(), number)
    watch.stop()
    assert signal.getsignal(number) == before
    watch.deleteLater()
