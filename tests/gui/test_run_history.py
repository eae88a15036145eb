"""The history of runs: filled by runs, there after a restart, cleared by two clicks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from app.domain import MessageState, RunOutcome
from app.views.runs_dialog import RunsDialog
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Fail, Gate, Say


def opened(desk: Desk) -> RunsDialog:
    desk.qtbot.keyClick(
        desk.window, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    desk.until(lambda: desk.app.run_history.dialog is not None)
    dialog = desk.app.run_history.dialog
    assert dialog is not None
    return dialog


def rows(dialog: RunsDialog) -> list[list[str]]:
    model = dialog.table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_every_run_is_a_row_with_its_figures_and_its_end(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), Say("a"))
    desk.ask("What is it?", Fail("out_of_memory", "There is not enough memory."))
    dialog = opened(desk)
    failed, read = rows(dialog)
    assert read[1:] == ["Reading", "Fake Reader", "20", "0.33 s", "38 tok/s", "0.83 s", "Complete"]
    assert failed[1:] == ["Question", "Fake Reader", "–", "–", "–", "–", "Failed"]
    assert dialog.table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "Error: out_of_memory"
    assert dialog.chart.heights() == (38.0,)


def test_runs_are_there_after_a_restart_and_a_run_meanwhile_comes_into_the_open_table(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    first = open_desk()
    first.until_ready()
    first.read(picture_file(tmp_path), Say("a"))
    first.close()
    second = open_desk()
    second.until_ready()
    dialog = opened(second)
    assert len(rows(dialog)) == 1
    second.app.bridge.run_finished.emit("m", RunOutcome(MessageState.STOPPED))
    second.until(lambda: len(rows(dialog)) == 2)
    assert rows(dialog)[0][-1] == "Stopped"


def test_a_row_leads_to_its_conversation(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), Say("a"))
    first = desk.app.chat.conversation
    assert first is not None
    desk.window.menus.new.trigger()
    assert not desk.messages()
    dialog = opened(desk)
    dialog.table.setFocus()
    dialog.table.selectRow(0)
    desk.qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    desk.until(lambda: bool(desk.messages()))
    assert desk.app.chat.conversation is not None
    assert desk.app.chat.conversation.id == first.id


def test_clearing_takes_two_clicks(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), Say("a"))
    dialog = opened(desk)
    desk.qtbot.mouseClick(dialog.clear_button, Qt.MouseButton.LeftButton)
    assert len(rows(dialog)) == 1
    assert "1" in dialog.clear_button.text()
    desk.qtbot.mouseClick(dialog.clear_button, Qt.MouseButton.LeftButton)
    assert rows(dialog) == []
    assert not dialog.clear_button.isEnabled()
    # The answer keeps its own figures.
    assert "38 tok/s" in desk.answer().figures


def test_the_pointer_over_a_bar_is_told_its_value(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), Say("a"))
    dialog = opened(desk)
    chart = dialog.chart
    desk.until(chart.isVisible)
    place = QPoint(round(chart.width() * 0.5 / 40), chart.height() - 8)
    move(chart.viewport(), place)
    desk.until(lambda: "38 tok/s" in QToolTip.text())
    move(chart.viewport(), QPoint(chart.width() - 4, 8))
    assert chart.words_at(39) == ""
    QToolTip.hideText()


def move(widget: QWidget, place: QPoint) -> None:
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        place,
        widget.mapToGlobal(place),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)


def test_the_panel_says_how_many_answers_wait(desk: Desk, tmp_path: Path) -> None:
    desk.window.resize(1200, 800)
    desk.until(lambda: desk.window.panel.rate_chart is not None)
    gate = Gate()
    desk.engine.script(Say("a"), gate, Say("b"))
    desk.drop(picture_file(tmp_path))
    desk.stand_at(gate, desk.has_answer)
    # The other conversation's answer waits for this one's.
    desk.window.menus.new.trigger()
    desk.drop(picture_file(tmp_path, "other.png"))
    desk.until(lambda: desk.app.chat.waiting_runs == 1)
    desk.app.metrics._note_change()
    desk.until(lambda: desk.window.panel.queue_text == "1 answer waits for this one")
    gate.open()
    desk.until_idle()
    assert desk.app.chat.waiting_runs == 0
