"""The field over the list finds conversations by any words ever read, typed or answered."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says


def fill(desk: Desk, folder: Path) -> None:
    """Two conversations: one of milk and 100 %, one of a Japanese receipt."""
    desk.read(picture_file(folder), *says("Milk 2.50\nsave 100 % today"))
    desk.window.menus.new.trigger()
    desk.read(picture_file(folder), *says("領収書\n合計金額三千円"))


def look_for(desk: Desk, words: str, *titles: str) -> None:
    """Type words into the field, and wait until just these conversations are left."""
    desk.window.sidebar.search.setText(words)
    desk.until(lambda: set(desk.window.sidebar.titles()) == set(titles))


def test_words_are_found_wherever_they_were_read_also_without_spaces(desk: Desk, tmp_path: Path) -> None:
    fill(desk, tmp_path)
    desk.window.menus.find.trigger()
    look_for(desk, "today MILK", "Milk 2.50")
    look_for(desk, "金額", "領収書")
    # What means something to the database means itself to the reader.
    look_for(desk, "0 %", "Milk 2.50")
    look_for(desk, "M_lk")
    assert not desk.window.sidebar._nothing.isHidden()
    look_for(desk, "", "Milk 2.50", "領収書")
    assert desk.window.sidebar._nothing.isHidden()


def test_a_found_conversation_opens_at_a_click(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    fill(desk, tmp_path)
    look_for(desk, "milk", "Milk 2.50")
    view = desk.window.sidebar.list_view
    place = view.visualRect(view.model().index(0, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    desk.until(lambda: desk.messages()[-1].text.startswith("Milk"))
