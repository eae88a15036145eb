"""Words are found in the conversation on show, from place to place, and shown where they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent, QTextFormat
from PySide6.QtWidgets import QApplication, QTextEdit
from pytestqt.qtbot import QtBot

from app.controllers.find import FindController, Place
from app.domain import Message, MessageRole
from app.paths import history_path
from app.storage.conversations import ConversationRepository
from app.views import found_marks
from app.views.find_bar import FindBar
from app.views.message_text import MessageText
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says

IS_FOUND = QTextFormat.Property.UserProperty + 71


def marked(text: QTextEdit) -> list[str]:
    """What is marked in a text, in order."""
    return [
        each.cursor.selectedText() for each in text.extraSelections() if each.format.hasProperty(IS_FOUND)
    ]


def bar_of(desk: Desk) -> FindBar:
    return desk.app.finding.bar


def find(desk: Desk, words: str, count: str) -> None:
    """Open the bar by its command, type, and wait until the places are counted."""
    desk.window.menus.find_here.trigger()
    desk.qtbot.keyClicks(bar_of(desk).field, words)
    desk.until(lambda: bar_of(desk).count_words == count)


def test_places_are_counted_marked_and_stepped_through_by_keys(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50\nmore milk\nMILK"))
    assert bar_of(desk).isHidden()
    find(desk, "milk", "1 of 3")
    assert bar_of(desk).field.hasFocus()
    assert marked(desk.answer().text_widget) == ["Milk", "milk", "MILK"]
    for key, modifier, words in (
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "2 of 3"),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, "3 of 3"),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "1 of 3"),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier, "3 of 3"),
    ):
        qtbot.keyClick(bar_of(desk).field, key, modifier)
        assert bar_of(desk).count_words == words
    desk.window.menus.find_next.trigger()
    assert bar_of(desk).count_words == "1 of 3"
    desk.window.menus.find_before.trigger()
    assert bar_of(desk).count_words == "3 of 3"


class Work(QObject):
    """Counts what a text is put through while something is found in it."""

    def __init__(self, text: MessageText, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(text)
        self.widths = {text.width()}
        self.marked = 0
        real = found_marks.mark_found

        def mark_found(which: MessageText, *what: Any) -> None:
            self.marked += which is text
            real(which, *what)

        monkeypatch.setattr(found_marks, "mark_found", mark_found)
        text.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self.widths.add(event.size().width())
        return super().eventFilter(watched, event)


def test_a_long_text_is_marked_once_and_laid_out_no_more_when_something_is_found_in_it(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.read(picture_file(tmp_path), *says("\n".join(f"Milk {n}" for n in range(200)), piece=400))
    desk.until(lambda: not desk.window.messages.is_growing)
    desk.window.menus.find_here.trigger()
    QApplication.processEvents()
    work = Work(desk.answer().text_widget, monkeypatch)
    bar_of(desk).field.setText("milk")
    desk.until(lambda: bar_of(desk).count_words == "1 of 200")
    desk.until(lambda: not desk.window.messages.is_growing)
    assert len(work.widths) == 1
    assert work.marked == 1
    desk.window.menus.find_next.trigger()
    desk.until(lambda: not desk.window.messages.is_growing)
    assert len(work.widths) == 1
    assert work.marked == 2


def test_escape_takes_the_words_away_then_the_bar_and_the_marks(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    find(desk, "milk", "1 of 1")
    qtbot.keyClick(bar_of(desk).field, Qt.Key.Key_Escape)
    assert bar_of(desk).count_words == ""
    assert marked(desk.answer().text_widget) == []
    qtbot.keyClick(bar_of(desk).field, Qt.Key.Key_Escape)
    assert bar_of(desk).isHidden()
    find(desk, "milk", "1 of 1")
    qtbot.mouseClick(bar_of(desk).close_button, Qt.MouseButton.LeftButton)
    assert bar_of(desk).isHidden()
    assert marked(desk.answer().text_widget) == []


def test_what_is_not_there_is_said(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    find(desk, "honey", "Not in this conversation")
    assert not bar_of(desk).after.isEnabled()
    desk.window.menus.find_next.trigger()


def test_new_messages_are_counted_and_the_reader_stays(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    find(desk, "milk", "1 of 1")
    desk.ask("How much is the milk?", *says("The milk is 2.50"))
    desk.until(lambda: bar_of(desk).count_words == "1 of 3")


def test_another_conversation_is_looked_through_at_once_and_the_reader_stays(
    desk: Desk, tmp_path: Path
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50\nmilk again"))
    first = desk.app.chat.conversation
    assert first is not None
    desk.window.menus.new.trigger()
    desk.read(picture_file(tmp_path), *says("Milk\nmilk\nmilk\nbread"))
    second = desk.app.chat.conversation
    assert second is not None
    find(desk, "milk", "1 of 3")
    desk.app.chat.open_conversation(first.id)
    # What was counted before is of another conversation.
    assert bar_of(desk).count_words == "Searching…"
    assert not bar_of(desk).after.isEnabled()
    desk.until(lambda: bar_of(desk).count_words == "2 places")
    assert desk.window.messages.is_following
    assert marked(desk.answer().text_widget) == ["Milk", "milk"]
    desk.window.menus.find_next.trigger()
    assert bar_of(desk).count_words == "1 of 2"
    bar_of(desk).field.setText("bread")
    desk.until(lambda: bar_of(desk).count_words == "Not in this conversation")
    desk.app.chat.open_conversation(second.id)
    desk.until(lambda: bar_of(desk).count_words == "1 place")
    assert marked(desk.answer().text_widget) == ["bread"]


def test_an_empty_conversation_has_no_search_and_the_keyboard_goes_where_one_writes(
    desk: Desk, tmp_path: Path
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    find(desk, "milk", "1 of 1")
    desk.window.menus.new.trigger()
    assert bar_of(desk).isHidden()
    assert desk.window.isAncestorOf(desk.window.focusWidget())
    assert not bar_of(desk).isAncestorOf(desk.window.focusWidget())
    desk.window.menus.find_here.trigger()
    assert bar_of(desk).field.text() == "milk"


def test_what_was_found_in_the_whole_history_takes_the_place_of_what_is_found_here(
    desk: Desk, tmp_path: Path
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50\nbread 3.10"))
    shown = desk.app.chat.conversation
    assert shown is not None
    find(desk, "milk", "1 of 1")
    sidebar = desk.window.sidebar
    sidebar.search.setText("bread")
    desk.until(lambda: sidebar.results.result is not None and bool(sidebar.results.result.conversations))
    sidebar.message_opened.emit(shown.id, desk.app.chat.messages[-1].id)
    assert bar_of(desk).isHidden()
    assert marked(desk.answer().text_widget) == ["bread"]


def test_places_far_away_and_deep_in_a_long_message_are_brought_into_sight(
    open_desk: OpenDesk, qtbot: QtBot
) -> None:
    repository = ConversationRepository.open(history_path())
    conversation = repository.create_conversation("Long")
    for number in range(200):
        words = "hay\n" * 150 + "needle\n" + "hay\n" * 150 if number == 50 else f"hay {number}"
        repository.add_message(Message(f"m{number}", conversation.id, MessageRole.USER, words))
    repository.close()
    desk = open_desk()
    desk.until_ready()
    find(desk, "needle", "1 of 1")
    view = desk.window.messages
    desk.until(lambda: not view.is_growing)
    widget = view.widget_of("m50")
    assert widget is not None
    text = widget.findChild(QTextEdit)
    assert text is not None
    assert marked(text) == ["needle"]
    (selection,) = text.extraSelections()
    rect = text.cursorRect(selection.cursor)
    place = text.viewport().mapTo(view.viewport(), rect.center()).y()
    assert 0 < place < view.viewport().height()


def test_marks_stand_beside_those_of_words_in_doubt_and_behind_wide_characters(
    desk: Desk, tmp_path: Path
) -> None:
    desk.read(picture_file(tmp_path), *says("😀 𝒳 milk and milk"))
    text = desk.answer().text_widget
    other = QTextEdit.ExtraSelection()
    other.cursor = text.textCursor()
    text.setExtraSelections([other])
    find(desk, "milk", "1 of 2")
    assert marked(text) == ["milk", "milk"]
    assert len(text.extraSelections()) == 3
    bar_of(desk).close_bar()
    assert len(text.extraSelections()) == 1


def test_a_long_conversation_is_looked_through_in_many_short_steps(qtbot: QtBot) -> None:
    finder = FindController()
    found: list[tuple[Place, ...]] = []
    finder.found.connect(found.append)
    messages = tuple(
        Message(f"m{number}", "c", MessageRole.USER, "hay " * 2_000 + "needle") for number in range(400)
    )
    finder.find("needle", messages)
    assert finder.is_looking
    assert found == []
    finder.find("nothing", messages)
    finder.find("needle", messages)
    qtbot.waitUntil(lambda: bool(found))
    assert [len(places) for places in found] == [400]
    assert found[0][7] == Place("m7", 0)
    finder.find(" ", messages)
    assert not finder.is_looking


def test_marks_follow_the_theme(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("milk and milk"))
    find(desk, "milk", "1 of 2")
    for mode in ("dark", "light"):
        desk.app.theme.set_mode(mode)
        tokens = desk.app.theme.tokens
        colours = [
            each.format.background().color().name() for each in desk.answer().text_widget.extraSelections()
        ]
        assert colours == [tokens.accent, tokens.selection]
