"""Which answers are formatted in the window, the switch between both, and what leaves it by copy and drag."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QDrag, QGuiApplication
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from app.copies import MARKDOWN, TSV
from app.domain import MessageRequest, RequestKind
from app.views.formatted_text import FormattedText
from app.views.reading_text import ReadingText
from app.views.setting_rows import SettingRow
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Gate, Say, says

RECEIPT = "# 12 * 3 *\n| Milk_1 | 2.50 |\n**Total** $5 and $6 _x_\n\n    indented"
ANSWER = "## Prices\n\n| Item | Price |\n|---|--:|\n| Milk | 2.50 |\n\nSee [it](https://example.org/).\n"


def read_then_ask(desk: Desk, tmp_path: Path, answer: str) -> None:
    desk.read(picture_file(tmp_path), *says("Read."))
    desk.ask("What is it?", *says(answer))
    desk.until(
        lambda: not isinstance(desk.answer().text_widget, FormattedText) or desk_text(desk).is_laid_out
    )


def desk_text(desk: Desk) -> FormattedText:
    shown = desk.answer().text_widget
    assert isinstance(shown, FormattedText)
    return shown


def test_a_reading_is_never_formatted(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says(RECEIPT))
    assert isinstance(desk.answer().text_widget, ReadingText)
    assert desk.answer().shown_text == RECEIPT


def test_an_answer_to_a_question_is_formatted(desk: Desk, tmp_path: Path) -> None:
    read_then_ask(desk, tmp_path, ANSWER)
    assert desk.answer().shown_text == "Prices\n\nItem\tPrice\nMilk\t2.50\n\nSee it."
    assert desk_text(desk).source == desk.messages()[-1].text == ANSWER


def test_it_is_formatted_while_it_comes(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Read."))
    gate = Gate()
    desk.engine.script(Say("## Head\n\nSome **unfin"), gate, Say("ished** words.\n"))
    desk.type("What?")
    desk.press_enter()
    desk.stand_at(gate, lambda: "unfin" in desk.answer().shown_text)
    assert desk.answer().shown_text.split() == ["Head", "Some", "**unfin"]
    gate.open()
    desk.until_idle()
    desk.until(lambda: desk.answer().shown_text == "Head\n\nSome unfinished words.")


def test_the_switch_shows_what_was_written_and_back(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    read_then_ask(desk, tmp_path, ANSWER)
    switch = desk.answer().button("format")
    assert switch.accessibleName() == "Show as plain text"
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert desk.answer().shown_text == ANSWER
    assert switch.accessibleName() == "Show formatted"
    first, second = desk.messages()[-1].conversation_id, desk.messages()
    desk.app.chat.new_conversation()
    desk.app.chat.open_conversation(first)
    assert desk.messages() == second
    assert desk.answer().shown_text == ANSWER
    qtbot.mouseClick(desk.answer().button("format"), Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.answer().shown_text.startswith("Prices\n\nItem\tPrice"))


def test_a_model_that_only_reads_writes_no_markdown(desk: Desk, tmp_path: Path) -> None:
    card = desk.app.bridge.card
    assert card is not None
    read_then_ask(desk, tmp_path, ANSWER)
    assert desk.answer().is_formatted
    desk.window.show_model(replace(card, answers_freely=False))
    assert not desk.answer().is_formatted
    message = replace(desk.messages()[-1], request=MessageRequest(RequestKind.MARKDOWN))
    assert desk.window.messages._maker.is_formatted(message)


def test_the_copy_button_gives_every_form(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    read_then_ask(desk, tmp_path, ANSWER)
    qtbot.mouseClick(desk.answer().button("copy"), Qt.MouseButton.LeftButton)
    mime = QGuiApplication.clipboard().mimeData()
    assert mime.text() == ANSWER
    assert bytes(mime.data(MARKDOWN).data()).decode() == ANSWER
    assert bytes(mime.data(TSV).data()).decode() == "Item\tPrice\nMilk\t2.50"
    assert "<table>" in mime.html()


def test_a_copied_reading_is_itself_in_every_form(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), *says(RECEIPT))
    qtbot.mouseClick(desk.answer().button("copy"), Qt.MouseButton.LeftButton)
    mime = QGuiApplication.clipboard().mimeData()
    assert mime.text() == RECEIPT
    assert "# 12 * 3 *<br>" in mime.html()
    assert bytes(mime.data(MARKDOWN).data()).decode().startswith("\\# 12 \\* 3 \\*")
    assert not mime.hasFormat(TSV)


def test_a_part_of_a_reading_is_copied_in_every_form_too(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), *says("a * b\nc"))
    text = desk.answer().text_widget
    text.selectAll()
    qtbot.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    mime = QGuiApplication.clipboard().mimeData()
    assert mime.text() == "a * b\nc"
    assert "a * b<br>" in mime.html()
    assert bytes(mime.data(MARKDOWN).data()).decode() == "a \\* b\\\nc"


def test_the_answer_can_be_dragged_out_by_its_copy_button(
    desk: Desk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_then_ask(desk, tmp_path, ANSWER)
    carried: list[QMimeData] = []
    monkeypatch.setattr(QDrag, "setMimeData", lambda _drag, data: carried.append(data))
    monkeypatch.setattr(QDrag, "exec", lambda _drag, _actions: Qt.DropAction.CopyAction)
    QGuiApplication.clipboard().setText("as before")
    button = desk.answer().button("copy")
    qtbot.mousePress(button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    qtbot.mouseMove(button, QPoint(7, 5))
    assert not carried
    for x in (20, 40):
        qtbot.mouseMove(button, QPoint(x, 40))
    qtbot.mouseRelease(button, Qt.MouseButton.LeftButton, pos=QPoint(40, 40))
    assert [data.text() for data in carried] == [ANSWER]
    assert QGuiApplication.clipboard().text() == "as before"


def test_a_link_of_an_answer_is_asked_about(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    read_then_ask(desk, tmp_path, ANSWER)
    text = desk_text(desk)
    cursor = text.document().find("See it")
    place = text.cursorRect(cursor).center() - QPoint(3, 0)
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    (box,) = desk.window.findChildren(QMessageBox)
    assert box.informativeText() == "https://example.org/"
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    desk.until(lambda: not desk.window.findChildren(QMessageBox))


def test_an_answer_of_a_closed_window_is_formatted_in_the_next(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.until_ready()
    read_then_ask(first, tmp_path, ANSWER)
    first.close()
    second = open_desk()
    second.until(lambda: second.has_answer() and "Prices" in second.answer().shown_text)
    assert second.answer().is_formatted
    assert second.messages()[-1].text == ANSWER


def test_what_is_looked_for_is_marked_in_a_formatted_answer(desk: Desk, tmp_path: Path) -> None:
    read_then_ask(desk, tmp_path, ANSWER)
    desk.window.messages.found.look_for(("milk",))
    (found,) = desk_text(desk).extraSelections()
    assert found.cursor.selectedText() == "Milk"
    first = desk.messages()[-1].conversation_id
    desk.app.chat.new_conversation()
    desk.app.chat.open_conversation(first)
    desk.until(lambda: desk_text(desk).is_laid_out)
    desk.until(lambda: [each.cursor.selectedText() for each in desk_text(desk).extraSelections()] == ["Milk"])


def test_the_choice_for_an_answer_holds_for_those_to_come_and_after_a_restart(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk = open_desk()
    read_then_ask(desk, tmp_path, ANSWER)
    desk.answer().button("format").click()
    desk.ask("And now?", *says(ANSWER))
    assert isinstance(desk.answer().text_widget, ReadingText)
    assert desk.answer().shown_text == ANSWER
    desk.close()
    again = open_desk()
    again.until(lambda: len(again.messages()) == 6 and not again.window.messages.is_growing)
    assert isinstance(again.answer().text_widget, ReadingText)
    again.answer().button("format").click()
    again.ask("Once more?", *says(ANSWER))
    assert isinstance(again.answer().text_widget, FormattedText)
    # A reading that is shown formatted says nothing about the next one.
    again.answer(0).button("format").click()
    again.read(picture_file(tmp_path, "next.png"), *says(RECEIPT))
    assert isinstance(again.answer().text_widget, ReadingText)


def test_the_setting_shows_all_answers_the_other_way_but_those_that_were_chosen(
    desk: Desk, tmp_path: Path
) -> None:
    read_then_ask(desk, tmp_path, ANSWER)
    desk.ask("And now?", *says(ANSWER))
    dialog = desk.app.preferences.open()
    (row,) = [row for row in dialog.findChildren(SettingRow) if row.name == "formats_answers"]
    row.control.click()
    assert isinstance(desk.answer(1).text_widget, ReadingText)
    assert isinstance(desk.answer(2).text_widget, ReadingText)
    row.control.click()
    assert isinstance(desk.answer(1).text_widget, FormattedText)
    assert isinstance(desk.answer(0).text_widget, ReadingText)
    dialog.close()


def test_what_has_come_of_an_answer_can_be_copied_while_it_is_being_written(
    desk: Desk, tmp_path: Path
) -> None:
    desk.read(picture_file(tmp_path), *says("Read."))
    gate = Gate()
    desk.engine.script(Say("## Head\n\nSome **words** of"), gate, Say(" it.\n"))
    desk.type("What?")
    desk.press_enter()
    desk.stand_at(gate, lambda: "of" in desk.answer().shown_text)
    assert "copy" in desk.answer().offers
    desk.answer().button("copy").click()
    assert QGuiApplication.clipboard().text() == "## Head\n\nSome **words** of"
    gate.open()
    desk.until_idle()
    assert desk.messages()[-1].text == "## Head\n\nSome **words** of it.\n"
