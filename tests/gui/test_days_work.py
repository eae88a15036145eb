"""A day's work with this program alone, by keys and clicks: capture, read, correct, ask, search, export; then
a restart that finds everything.
"""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageState, RequestKind
from app.views.message_flash import MessageFlash
from engine.api import FinishReason, Task
from tests.gui.conftest import OpenDesk
from tests.gui.test_branching import question, texts
from tests.gui.test_capturing import PaintedScreen, capture_from, curtain_of, drag
from tests.gui.test_exporting import by_keys, choose, save
from tests.gui.test_search import rows, type_words
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Say, lines_of, says

RECEIPT = "Bergen Market\nMilk 2.50\nTOTAL 2.50"
CORRECTED = RECEIPT + " NOK"
PAGE = "# Minutes\n\n| who | what |\n|---|---|\n| Ada | engine |"


def capture_a_region(desk: Desk, qtbot: QtBot) -> None:
    """The key for a region, a frame drawn with the mouse, and what was read of it."""
    capture_from(desk.app, PaintedScreen(2.0))
    desk.engine.script(Say(RECEIPT), End(FinishReason.COMPLETE, lines=lines_of(RECEIPT)))
    desk.window.activateWindow()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(desk.window, Qt.Key.Key_S, keys)
    drag(qtbot, curtain_of(desk), (100, 80), (160, 120))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()


def correct_the_reading(desk: Desk, qtbot: QtBot) -> None:
    """The pencil below the reading, other words, Ctrl+Enter."""
    answer = desk.answer(0)
    qtbot.mouseClick(answer.button("correct"), Qt.MouseButton.LeftButton)
    assert answer.editor is not None
    qtbot.keyClick(answer.editor.field, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(answer.editor.field, " NOK")
    qtbot.keyClick(answer.editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert texts(desk)[1] == CORRECTED


def read_as_markdown(desk: Desk, page: Path) -> None:
    """A preset from the keyboard, in a conversation of its own."""
    desk.qtbot.keyClick(desk.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    desk.type("/mark")
    desk.press_enter()
    desk.read(page, *says(PAGE))


def correct_the_question(desk: Desk, qtbot: QtBot) -> None:
    """Arrow up in the empty field, other words, Enter."""
    qtbot.keyClick(desk.window.composer.focusProxy(), Qt.Key.Key_Up)
    editor = question(desk).editor
    assert editor is not None
    desk.engine.script(*says("2.50"))
    qtbot.keyClicks(editor.field, "What is the total?")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    desk.until(lambda: texts(desk)[-1] == "2.50")
    desk.until_idle()


def find(desk: Desk, words: str) -> Message:
    """Look for words in everything ever read, and go there with Enter."""
    type_words(desk, words)
    desk.until(lambda: len(rows(desk)) > 1)
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return)
    flash = desk.window.messages.findChild(MessageFlash)
    assert flash is not None
    message: Message = flash.target.message  # type: ignore[attr-defined]
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Escape)
    return message


def test_a_days_work_and_the_morning_after(open_desk: OpenDesk, tmp_path: Path, qtbot: QtBot) -> None:
    desk = open_desk()
    desk.until_ready()
    capture_a_region(desk, qtbot)
    assert texts(desk) == ["", RECEIPT]
    desk.ask("What is teh total?", *says("I do not know."))
    correct_the_question(desk, qtbot)
    assert question(desk).switcher.words == "2/2"
    read_as_markdown(desk, picture_file(tmp_path, "minutes.png", size=(200, 120)))
    assert (desk.engine.requests[-1].task, desk.engine.requests[-1].markdown) == (Task.READ, True)

    assert find(desk, "milk").text == RECEIPT
    correct_the_reading(desk, qtbot)
    assert desk.window.header.title == "Bergen Market"

    dialog = by_keys(desk)
    choose(dialog, scope="conversation", format_name="json")
    save(desk, dialog, tmp_path / "receipt.json")
    desk.until((tmp_path / "receipt.json").exists)
    exported = json.loads((tmp_path / "receipt.json").read_text("utf-8"))
    assert [message["text"] for message in exported["messages"]] == [
        "",
        CORRECTED,
        "What is the total?",
        "2.50",
    ]
    assert exported["messages"][1]["written"]["text"] == RECEIPT
    qtbot.mouseClick(desk.answer().button("copy"), Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == "2.50"

    # Closing in the middle of an answer.
    gate = desk.engine.gate_loads()
    desk.engine.script(Say("Bergen "), gate)
    desk.type("Where?")
    desk.press_enter()
    desk.until(lambda: desk.messages()[-1].text == "Bergen ")
    kept = desk.messages()
    desk.close()

    again = open_desk()
    again.until_ready()
    assert texts(again) == ["", CORRECTED, "What is the total?", "2.50", "Where?", "Bergen "]
    assert [message.id for message in again.messages()] == [message.id for message in kept]
    assert again.messages()[1].lines == kept[1].lines
    assert again.app.images.read(again.messages()[0].attachments[0].sha256)
    assert again.messages()[-1].state is MessageState.INTERRUPTED
    again.engine.script(Say("Market"))
    qtbot.mouseClick(again.answer().button("continue"), Qt.MouseButton.LeftButton)
    again.until(lambda: again.messages()[-1].text == "Bergen Market")
    again.until_idle()
    corrected = again.messages()[2]
    again.window.menus.version_before.trigger()
    assert texts(again) == ["", CORRECTED, "What is teh total?", "I do not know."]
    again.window.menus.version_after.trigger()
    assert again.messages()[2].id == corrected.id
    page = find(again, "engine")
    assert page.text == PAGE
    assert page.request is not None
    assert page.request.kind is RequestKind.MARKDOWN
