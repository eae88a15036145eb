"""The field over the list finds any words ever read, typed or answered, and leads to where they stand."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageRole
from app.found import FoundConversation, FoundMessage
from app.models.search_results import SearchResultsModel
from app.paths import history_path, search_index_path
from app.storage.conversations import ConversationRepository
from app.views.message_flash import MessageFlash
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Gate, Say, says


def fill(desk: Desk, folder: Path) -> None:
    """Two conversations: one of milk and 100 %, one of a Japanese receipt."""
    desk.read(picture_file(folder, "bill.png"), *says("Milk 2.50\nsave 100 % today"))
    desk.window.menus.new.trigger()
    desk.read(picture_file(folder, "scan.png"), *says("領収書\n合計金額三千円"))


def rows(desk: Desk) -> list[str]:
    """What was found, as it is listed: titles, and under them indented what the messages say."""
    model = desk.window.sidebar.results.list_view.model()
    records = [model.index(row, 0).data(SearchResultsModel.RECORD_ROLE) for row in range(model.rowCount())]
    return [
        record.conversation.title if isinstance(record, FoundConversation) else f"  {record.snippet.strip()}"
        for record in records
    ]


def chosen(desk: Desk) -> str:
    record = desk.window.sidebar.results.list_view.currentIndex().data(SearchResultsModel.RECORD_ROLE)
    return record.snippet if isinstance(record, FoundMessage) else record.conversation.title


def type_words(desk: Desk, words: str) -> None:
    """Put the keyboard into the field by its key, and type."""
    desk.window.menus.find.trigger()
    desk.qtbot.keyClicks(desk.window.sidebar.search, words)


def look_for(desk: Desk, words: str, *expected: str) -> None:
    """Put words into the field, and wait until just these rows are listed."""
    desk.window.sidebar.search.setText(words)
    desk.until(
        lambda: (
            (result := desk.window.sidebar.results.result) is not None
            and result.words == words
            and rows(desk) == list(expected)
        )
    )


def test_words_are_found_wherever_they_were_read_also_without_spaces(desk: Desk, tmp_path: Path) -> None:
    fill(desk, tmp_path)
    type_words(desk, "today MILK")
    desk.until(lambda: rows(desk) == ["Milk 2.50", "  Milk 2.50 save 100 % today"])
    assert desk.window.sidebar.results.status == "In 1 conversation"
    look_for(desk, "金額", "領収書", "  領収書 合計金額三千円")
    look_for(desk, "scan.png", "領収書", "  scan.png")
    # What means something to the database means itself to the reader.
    look_for(desk, "0 %", "Milk 2.50", "  Milk 2.50 save 100 % today")
    look_for(desk, "M_lk")
    assert desk.window.sidebar.results.status == "No conversation holds these words."
    assert search_index_path().is_file()


def test_an_empty_field_shows_the_list_again(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    fill(desk, tmp_path)
    look_for(desk, "milk", "Milk 2.50", "  Milk 2.50 save 100 % today")
    assert desk.window.sidebar.is_searching
    qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Escape)
    assert not desk.window.sidebar.is_searching
    assert desk.window.sidebar.list_view.isVisible()
    assert desk.app.search.words == ""
    qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Escape)
    assert desk.window.composer.isAncestorOf(QApplication.focusWidget())


def test_the_keyboard_walks_through_what_was_found_and_enter_goes_there(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    fill(desk, tmp_path)
    field = desk.window.sidebar.search
    type_words(desk, "2.5")
    desk.until(lambda: len(rows(desk)) == 2)
    assert chosen(desk).startswith("Milk 2.50 save")
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert chosen(desk) == "Milk 2.50"
    for _ in range(3):
        qtbot.keyClick(field, Qt.Key.Key_Down)
    assert chosen(desk).startswith("Milk 2.50 save")
    qtbot.keyClick(field, Qt.Key.Key_PageUp)
    assert chosen(desk) == "Milk 2.50"
    qtbot.keyClick(field, Qt.Key.Key_PageDown)
    assert desk.window.header.title == "領収書"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert desk.window.header.title == "Milk 2.50"
    flash = desk.window.messages.findChild(MessageFlash)
    assert flash is not None
    assert flash.target is desk.answer()
    # What was found stays, for the next one.
    assert desk.window.sidebar.is_searching


def test_a_click_goes_to_the_message_and_a_heading_opens_its_conversation(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    fill(desk, tmp_path)
    look_for(desk, "milk", "Milk 2.50", "  Milk 2.50 save 100 % today")
    view = desk.window.sidebar.results.list_view
    for row, flashes in ((0, False), (1, True)):
        place = view.visualRect(view.model().index(row, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert desk.window.header.title == "Milk 2.50"
        assert (desk.window.messages.findChild(MessageFlash) is not None) == flashes


def test_a_hit_in_another_version_shows_that_version(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), *says("the first reading"))
    desk.engine.script(*says("another reading"))
    desk.app.branches.regenerate(desk.messages()[-1].id)
    desk.until_idle()
    assert desk.messages()[-1].text == "another reading"
    type_words(desk, '"first reading"')
    desk.until(lambda: any("first reading" in row for row in rows(desk)[1:]))
    qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return)
    assert desk.messages()[-1].text == "the first reading"
    flash = desk.window.messages.findChild(MessageFlash)
    assert flash is not None
    assert flash.target is desk.answer()


def test_what_was_found_follows_what_happens(desk: Desk, tmp_path: Path) -> None:
    fill(desk, tmp_path)
    look_for(desk, "milk", "Milk 2.50", "  Milk 2.50 save 100 % today")
    shown = desk.app.chat.conversation
    assert shown is not None
    desk.app.chat.rename_conversation(shown.id, "About milk")
    desk.until(lambda: rows(desk) == ["About milk", "Milk 2.50", "  Milk 2.50 save 100 % today"])
    desk.app.chat.delete_conversation(shown.id)
    desk.until(lambda: rows(desk) == ["Milk 2.50", "  Milk 2.50 save 100 % today"])


def test_a_conversation_that_is_about_to_be_deleted_is_not_found(desk: Desk, tmp_path: Path) -> None:
    fill(desk, tmp_path)
    desk.window.sidebar.announce_deletion(desk.window.sidebar.current_id)
    look_for(desk, "領収書")


def test_typing_on_while_an_answer_streams_does_not_write_the_history(desk: Desk, tmp_path: Path) -> None:
    fill(desk, tmp_path)
    gate = Gate()
    desk.engine.script(Say("half of it"), gate)
    desk.drop(picture_file(tmp_path, "third.png"))
    desk.stand_at(gate, lambda: desk.answer().shown_text == "half of it")
    desk.app.chat.write_journal()
    connection = desk.app.repository._database.connection
    before = connection.total_changes
    type_words(desk, "milk")
    desk.until(lambda: len(rows(desk)) == 2)
    assert connection.total_changes == before
    gate.open()
    desk.until_idle()
    look_for(desk, "half", *rows_of_the_answer(desk))


def rows_of_the_answer(desk: Desk) -> list[str]:
    shown = desk.app.chat.conversation
    assert shown is not None
    return [shown.title, "  half of it"]


def test_a_message_far_up_in_a_long_conversation_is_gone_to(open_desk: OpenDesk, qtbot: QtBot) -> None:
    repository = ConversationRepository.open(history_path())
    conversation = repository.create_conversation("Long")
    for number in range(300):
        words = "the needle" if number == 20 else f"hay {number}"
        repository.add_message(Message(f"m{number}", conversation.id, MessageRole.USER, words))
    repository.close()
    desk = open_desk()
    desk.until_ready()
    type_words(desk, "needle")
    desk.until(lambda: rows(desk) == ["Long", "  the needle"])
    qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return)
    widget = desk.window.messages.widget_of("m20")
    assert widget is not None
    desk.until(lambda: not desk.window.messages.is_growing)
    assert 0 <= widget.mapTo(desk.window.messages.viewport(), widget.rect().topLeft()).y() < 100
    assert desk.window.messages.widget_of("m299") is None
