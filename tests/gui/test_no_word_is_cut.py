"""At the narrowest of the window no word is cut, in any language, and with large letters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.views.preset_section import PresetSection
from engine.api import FinishReason, Resume
from tests.gui.conftest import OpenDesk
from tests.helpers.cut_words import cut_words
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Fail, says

LANGUAGES = ("en", "de", "ja", "zh_CN")
WIDTHS_PX = (480, 680, 695, 900)
"""The narrowest; with the list, and a little more; with the figures"""
LOWEST_PX = 420
MARKDOWN = "## Sums\n\n| Item | Price |\n|:--|--:|\n| Rye bread | 7.80 |\n\n```python\nsum([7.80])\n```\n"
PROBLEM = "config.json is missing in /models/qwen; choose a folder in Hugging Face layout."


@pytest.fixture(params=(1.0, 1.3), ids=("letters", "large-letters"))
def lettered(request: pytest.FixtureRequest, open_desk: OpenDesk) -> Iterator[Desk]:
    """A window whose letters are as large as the desktop asks for, or larger."""
    desk = open_desk()
    desk.until_ready()
    usual = QFont(desk.app.qt.font())
    larger = QFont(usual)
    larger.setPointSizeF(usual.pointSizeF() * request.param)
    desk.app.theme.set_base_font(larger)
    yield desk
    desk.app.theme.set_base_font(usual)
    desk.app.language.set("en")


def cut_at_any_width(desk: Desk) -> list[str]:
    found = []
    for width in WIDTHS_PX:
        desk.window.resize(width, LOWEST_PX)
        desk.settle()
        found += [f"{width} px: {line}" for line in cut_words(desk.window)]
    return found


def cut_at_its_smallest(desk: Desk, dialog: QDialog) -> list[str]:
    desk.settle()
    dialog.resize(dialog.minimumSizeHint().expandedTo(dialog.minimumSize()))
    desk.settle()
    return cut_words(dialog)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_an_empty_conversation(lettered: Desk, tmp_path: Path, language: str) -> None:
    desk, window = lettered, lettered.window
    desk.app.language.set(language)
    assert not cut_at_any_width(desk)
    window.empty.set_welcome(welcomes=False)
    assert not cut_at_any_width(desk)
    window.show_model_failure(PROBLEM)
    assert not cut_at_any_width(desk)
    window.banner.hide()
    broken = tmp_path / "holiday.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 cut short")
    window.paths_attached.emit([str(broken), str(picture_file(tmp_path, size=(2000, 1000)))])
    desk.until(lambda: len(window.composer.chips) == 2)
    desk.until_idle()
    assert not cut_at_any_width(desk)
    desk.type("What is the total?")
    assert not cut_at_any_width(desk)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_conversation(lettered: Desk, tmp_path: Path, language: str) -> None:
    desk, window = lettered, lettered.window
    desk.app.language.set(language)
    desk.read(picture_file(tmp_path), *says("Total 22.40"), End(FinishReason.LENGTH, Resume(0, "Total")))
    desk.ask("Again", *says("Total Total Total"), End(FinishReason.LOOP))
    desk.ask("Why?", Fail(user_message="The machine ran out of memory; close other programs."))
    desk.ask("In detail?", *says(MARKDOWN))
    assert not cut_at_any_width(desk)
    question = window.messages.last_question()
    assert question is not None
    question.edit()
    assert not cut_at_any_width(desk)
    question.end_editing()
    desk.answer(0).correct()
    assert not cut_at_any_width(desk)
    desk.answer(0).end_editing()
    window.composer.insert_text("/")
    window.menus.find_here.trigger()
    desk.app.finding.bar.field.setText("nowhere")
    window.say(PROBLEM)
    window.sidebar.announce_deletion(window.sidebar.current_id)
    assert not cut_at_any_width(desk)
    window.sidebar.undo_deletion()


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_windows_beside_it(lettered: Desk, tmp_path: Path, language: str) -> None:
    desk = lettered
    desk.app.language.set(language)
    desk.read(picture_file(tmp_path), *says("Total 22.40"))
    attachments = desk.messages()[0].attachments
    viewer = desk.window.viewers.open(attachments[0], attachments)
    desk.until(lambda: viewer.view.has_image)
    for tool in ("text", "beside", "part"):
        viewer.tools[tool].click()
        assert not cut_at_its_smallest(desk, viewer)
    viewer.close()
    settings = desk.app.preferences.open()
    assert not cut_at_its_smallest(desk, settings)
    section = settings.findChild(PresetSection)
    section.list_view.setCurrentRow(3)
    section.edit_button.click()
    assert section.editor is not None
    assert not cut_at_its_smallest(desk, section.editor)
    section.editor.close()
    export = desk.app.exporting.choose()
    assert export is not None
    for dialog in (settings, export, desk.app.run_history.open(), desk.window.show_about()):
        assert not cut_at_its_smallest(desk, dialog)
        dialog.close()


def test_words_that_are_cut_are_found(qtbot: QtBot) -> None:
    ground = QWidget()
    qtbot.addWidget(ground)
    narrow, low = QLabel("Words that have no room", ground), QLabel("Words that have no room", ground)
    narrow.setFixedWidth(20)
    low.setWordWrap(True)
    low.setGeometry(0, 40, 60, 10)
    outside = QPushButton("Outside", ground)
    outside.move(180, 0)
    ground.resize(200, 100)
    ground.show()
    found = cut_words(ground)
    assert len(found) == 3
    fitting = QWidget()
    qtbot.addWidget(fitting)
    column = QVBoxLayout(fitting)
    column.addWidget(QLabel("Words that have room"))
    column.addWidget(QPushButton("Inside"))
    fitting.show()
    assert not cut_words(fitting)
