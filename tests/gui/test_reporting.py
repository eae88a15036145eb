"""Copy details: what a report needs is on the clipboard, and nothing of the user's."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Fail, Say


def details_after(desk: Desk, button: object) -> str:
    QGuiApplication.clipboard().clear()
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    return QGuiApplication.clipboard().text()


def test_a_failed_answer_offers_its_details(desk: Desk, tmp_path: Path) -> None:
    picture = picture_file(tmp_path, "annas-letter.png")
    desk.read(picture, Fail("out_of_memory", "There is not enough memory for this picture.", str(picture)))
    answer = desk.answer()
    desk.until(answer.details_button.isVisible)
    report = details_after(desk, answer.details_button)
    assert "Error: out_of_memory" in report
    assert "Run: failed, read, at most 4096 new tokens" in report
    assert "annas-letter" not in report
    assert str(tmp_path) not in report
    assert any("on the clipboard" in said for said in desk.window.notices.sentences())


def test_an_answer_that_ended_well_offers_none(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), Say("text"))
    assert not desk.answer().details_button.isVisible()


def test_a_model_folder_that_cannot_be_loaded_offers_its_details(desk: Desk, tmp_path: Path) -> None:
    desk.engine.load_error = Fail("config_invalid", "The model folder has no config.json; choose another.")
    desk.app.model.choose_folder(str(tmp_path / "annas-model"))
    desk.until(lambda: bool(desk.window.banner.sentence))
    report = details_after(desk, desk.window.banner.details_button)
    assert "Error: config_invalid" in report
    assert "annas-model" not in report


def test_the_code_of_a_failure_is_there_after_a_restart(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.until_ready()
    first.read(picture_file(tmp_path), Fail("context_full", "Too much."))
    first.close()
    second = open_desk()
    second.until_ready()
    assert "Error: context_full" in details_after(second, second.answer().details_button)
