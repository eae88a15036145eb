"""The list of conversations: open, rename, delete with a way back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.controllers.listing import LISTED
from app.domain import Conversation
from app.models.conversation_list import ConversationListModel, Index
from app.paths import history_path
from app.storage.conversations import ConversationRepository
from app.views.conversation_list import ConversationListWidget
from app.views.theme import Theme
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Gate, Say, says


def two_conversations(desk: Desk, folder: Path) -> None:
    """One called Older and, on show, one called Newer."""
    desk.read(picture_file(folder, "a.png"), *says("Older"))
    desk.window.menus.new.trigger()
    desk.read(picture_file(folder, "b.png"), *says("Newer"))
    assert desk.window.sidebar.titles() == ("Newer", "Older")


def choose_from_menu(desk: Desk, row: int, words: str) -> None:
    view = desk.window.sidebar.list_view
    view.customContextMenuRequested.emit(view.visualRect(view.model().index(row, 0)).center())
    menu = desk.window.sidebar.findChild(QMenu)
    assert menu is not None
    next(action for action in menu.actions() if action.text() == words).trigger()
    menu.close()


def click(desk: Desk, row: int) -> None:
    view = desk.window.sidebar.list_view
    desk.qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(row, 0)).center()
    )


def test_the_first_line_read_names_the_conversation(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Harbour Street Bakery\nTotal 22.40"))
    assert desk.window.sidebar.titles() == ("Harbour Street Bakery",)
    assert desk.window.header.title == "Harbour Street Bakery"
    assert desk.window.windowTitle() == "Harbour Street Bakery – Yomi"


def test_a_click_opens_a_conversation(desk: Desk, tmp_path: Path) -> None:
    two_conversations(desk, tmp_path)
    click(desk, 1)
    assert desk.window.header.title == "Older"
    assert desk.answer().shown_text == "Older"


def test_new_twice_makes_one_empty_conversation(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Older"))
    for _ in range(2):
        desk.window.menus.new.trigger()
    assert len(desk.window.sidebar.titles()) == 2
    assert desk.window.empty.isVisible()


def test_an_answer_streams_on_into_a_conversation_that_is_not_on_show(desk: Desk, tmp_path: Path) -> None:
    gate = Gate()
    desk.engine.script(Say("Half"), gate, Say(" and half"))
    desk.drop(picture_file(tmp_path))
    desk.stand_at(gate, lambda: desk.has_answer() and desk.answer().shown_text == "Half")
    desk.window.menus.new.trigger()
    assert not desk.window.composer.stop_button.isVisible()
    gate.open()
    desk.until(lambda: "Half and half" in desk.window.sidebar.titles())
    click(desk, desk.window.sidebar.titles().index("Half and half"))
    assert desk.answer().shown_text == "Half and half"


def test_f2_edits_the_title_in_place(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    two_conversations(desk, tmp_path)
    view = desk.window.sidebar.list_view
    view.setFocus()
    desk.window.sidebar.rename_current()
    editor = view.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "Newer"
    editor.setText("Receipts of May")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    desk.until(lambda: desk.window.sidebar.titles() == ("Receipts of May", "Older"))
    assert desk.window.header.title == "Receipts of May"


def test_an_empty_title_changes_nothing(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    two_conversations(desk, tmp_path)
    desk.window.sidebar.rename_current()
    editor = desk.window.sidebar.list_view.findChild(QLineEdit)
    assert editor is not None
    editor.setText("   ")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    desk.until(lambda: desk.window.sidebar.list_view.findChild(QLineEdit) is None)
    assert desk.window.sidebar.titles() == ("Newer", "Older")


def test_delete_shows_the_neighbour_and_can_be_undone(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    two_conversations(desk, tmp_path)
    desk.window.sidebar.list_view.setFocus()
    qtbot.keyClick(desk.window.sidebar.list_view, Qt.Key.Key_Delete)
    assert desk.window.sidebar.titles() == ("Older",)
    assert desk.window.header.title == "Older"
    notice = desk.window.notices.newest()
    assert notice is not None
    assert notice.sentence == "Deleted “Newer”."
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert desk.window.sidebar.titles() == ("Newer", "Older")
    assert desk.window.header.title == "Newer"
    assert len(desk.app.repository.list_conversations()) == 2


def test_a_deletion_is_final_when_its_notice_goes(desk: Desk, tmp_path: Path) -> None:
    two_conversations(desk, tmp_path)
    desk.window.sidebar.announce_deletion(desk.window.sidebar.current_id)
    assert len(desk.app.repository.list_conversations()) == 2
    desk.window.notices.end_all()
    assert [c.title for c in desk.app.repository.list_conversations()] == ["Older"]
    assert desk.window.sidebar.titles() == ("Older",)


def test_a_deletion_is_final_when_the_window_closes(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.until_ready()
    two_conversations(first, tmp_path)
    first.window.sidebar.announce_deletion(first.window.sidebar.current_id)
    first.close()
    second = open_desk()
    second.until_ready()
    assert second.window.sidebar.titles() == ("Older",)


def test_deleting_the_last_conversation_leaves_an_empty_one(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Only"))
    desk.window.sidebar.announce_deletion(desk.window.sidebar.current_id)
    assert desk.window.empty.isVisible()
    desk.window.notices.end_all()
    assert desk.window.sidebar.titles() == ("New conversation",)


def test_a_conversation_whose_answer_is_on_its_way_can_be_deleted(desk: Desk, tmp_path: Path) -> None:
    gate = Gate()
    desk.engine.script(Say("Half"), gate)
    desk.drop(picture_file(tmp_path))
    desk.stand_at(gate, lambda: desk.has_answer() and desk.answer().shown_text == "Half")
    desk.window.sidebar.announce_deletion(desk.window.sidebar.current_id)
    desk.window.notices.end_all()
    desk.until(lambda: desk.engine.ended == 2)
    assert desk.messages() == ()


def test_the_menu_of_a_conversation_offers_rename_and_delete(desk: Desk, tmp_path: Path) -> None:
    two_conversations(desk, tmp_path)
    view = desk.window.sidebar.list_view
    view.customContextMenuRequested.emit(view.visualRect(view.model().index(1, 0)).center())
    menu = desk.window.sidebar.findChild(QMenu)
    assert menu is not None
    assert [action.text() for action in menu.actions()] == ["Rename", "Pin to the top", "Export…", "Delete"]
    menu.actions()[-1].trigger()
    assert desk.window.sidebar.titles() == ("Newer",)
    menu.close()


def test_a_pinned_conversation_stays_above_the_others_until_it_is_unpinned(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    first = open_desk()
    first.until_ready()
    two_conversations(first, tmp_path)
    choose_from_menu(first, 1, "Pin to the top")
    assert first.window.sidebar.titles() == ("Older", "Newer")
    first.close()
    second = open_desk()
    second.until_ready()
    assert second.window.sidebar.titles() == ("Older", "Newer")
    # What was written to last is shown, pinned or not.
    assert second.window.header.title == "Newer"
    choose_from_menu(second, 0, "Unpin")
    assert second.window.sidebar.titles() == ("Newer", "Older")


def test_a_key_pins_and_unpins_what_is_on_show(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    two_conversations(desk, tmp_path)
    click(desk, 1)
    for expected in (("Older", "Newer"), ("Newer", "Older")):
        desk.window.menus.pin.trigger()
        assert desk.window.sidebar.titles() == expected


def test_more_conversations_are_listed_when_the_reader_comes_to_the_end(
    open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = ConversationRepository.open(history_path())
    with repository._database.transaction() as connection:
        connection.executemany(
            "INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, '2026', ?)",
            [(f"c{n}", f"Title {n}", f"2026-01-01T00:00:00.{n:04}") for n in range(2 * LISTED + 50)],
        )
    repository.close()
    desk = open_desk()
    desk.until_ready()
    sidebar = desk.window.sidebar
    desk.until(lambda: len(sidebar.titles()) == LISTED)
    bar = sidebar.list_view.verticalScrollBar()
    lowest = 0
    for count in (2 * LISTED, 2 * LISTED + 50):
        desk.until(lambda lowest=lowest: bar.maximum() > lowest)
        lowest = bar.maximum()
        bar.setValue(lowest)
        desk.until(lambda count=count: len(sidebar.titles()) == count)
    assert sidebar.titles()[-1] == "Title 0"
    assert len(set(sidebar.titles())) == 2 * LISTED + 50
    # What changes one of them is told without listing all anew.
    listed: list[int] = []
    list_conversations = desk.app.repository.list_conversations

    def counted(limit: int = -1, skipped: int = 0) -> tuple[Conversation, ...]:
        found = list_conversations(limit, skipped)
        listed.append(len(found))
        return found

    monkeypatch.setattr(desk.app.repository, "list_conversations", counted)
    desk.app.chat.rename_conversation("c3", "Renamed")
    assert sidebar.titles()[-4:] == ("Renamed", "Title 2", "Title 1", "Title 0")
    desk.app.chat.open_conversation("c3")
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    assert sidebar.titles()[:2] == ("Renamed", f"Title {2 * LISTED + 49}")
    assert sidebar.titles()[-3:] == ("Title 2", "Title 1", "Title 0")
    assert max(listed) == LISTED
    assert len(sidebar.titles()) == 2 * LISTED + 50


def test_the_menu_is_not_opened_over_nothing(desk: Desk) -> None:
    desk.window.sidebar.list_view.customContextMenuRequested.emit(QPoint(10, 5000))
    assert desk.window.sidebar.findChild(QMenu) is None


def test_the_keyboard_opens_conversations(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    two_conversations(desk, tmp_path)
    view = desk.window.sidebar.list_view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert desk.window.header.title == "Older"


def many(count: int) -> tuple[Conversation, ...]:
    return tuple(Conversation(f"c{n}", f"Receipt {n}", "2026-01-01", "2026-01-01") for n in range(count))


def test_a_row_that_changes_in_a_long_list_has_no_other_row_laid_out_again(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    sidebar = ConversationListWidget(theme)
    qtbot.addWidget(sidebar)
    sidebar.resize(240, 600)
    sidebar.set_conversations(many(2_000))
    sidebar.show()
    view = sidebar.list_view
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 0)
    QApplication.processEvents()
    asked: list[int] = []
    real = ConversationListModel.data

    def data(this: ConversationListModel, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        asked.append(index.row())
        return real(this, index, role)

    counted: list[int] = []
    real_count = ConversationListModel.rowCount

    def row_count(this: ConversationListModel, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's default
        counted.append(1)
        return real_count(this, parent)

    monkeypatch.setattr(ConversationListModel, "data", data)
    monkeypatch.setattr(ConversationListModel, "rowCount", row_count)
    sidebar.update_conversation(replace(many(3)[2], title="Another"))
    for _ in range(3):
        QApplication.processEvents()
    # Those in sight at most, wherever the pointer is.
    assert len(set(asked)) < 40
    assert len(counted) < 100
    assert sidebar.titles()[2] == "Another"


def test_a_change_of_the_one_that_is_about_to_be_deleted_stays_when_it_comes_back(
    qtbot: QtBot, theme: Theme
) -> None:
    sidebar = ConversationListWidget(theme)
    qtbot.addWidget(sidebar)
    sidebar.set_conversations(many(3))
    sidebar.announce_deletion("c1")
    sidebar.update_conversation(replace(many(2)[1], title="Another"))
    assert sidebar.titles() == ("Receipt 0", "Receipt 2")
    sidebar.undo_deletion()
    assert sidebar.titles() == ("Receipt 0", "Another", "Receipt 2")
