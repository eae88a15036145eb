"""A screen reader hears what changes on screen while the keyboard stays in a field."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication

from app.views import announcing
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is told."""
    words: list[str] = []

    def hear(event: QAccessibleAnnouncementEvent) -> None:
        assert event.type() is QAccessible.Event.Announcement
        words.append(event.message())

    monkeypatch.setattr(announcing.QAccessible, "updateAccessibility", hear)
    return words


def key(desk: Desk, wanted: Qt.Key) -> None:
    desk.qtbot.keyClick(desk.window.composer.focusProxy(), wanted)


def test_the_presets_that_the_keys_choose_are_said_while_the_keyboard_stays_in_the_field(
    desk: Desk, heard: list[str]
) -> None:
    desk.window.activateWindow()
    desk.window.composer.setFocus()
    desk.type("/")
    key(desk, Qt.Key.Key_Down)
    key(desk, Qt.Key.Key_Up)
    key(desk, Qt.Key.Key_Up)
    assert heard == [
        "Presets: Read the text, 1 of 6",
        "Read as Markdown, 2 of 6",
        "Read the text, 1 of 6",
        "Translate, 6 of 6",
    ]
    assert QApplication.focusWidget() is desk.window.composer.focusProxy()


def test_what_typing_leaves_of_the_presets_is_said_and_the_one_that_is_taken(
    desk: Desk, heard: list[str]
) -> None:
    desk.type("/mark")
    assert heard[-1] == "Presets: Read as Markdown, 1 of 1"
    desk.press_enter()
    assert heard[-1] == "Read as Markdown is chosen"
    heard.clear()
    desk.type("/no such preset")
    assert all("no such" not in words for words in heard)


def test_what_the_arrows_choose_in_a_search_is_said(desk: Desk, heard: list[str], tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    desk.window.menus.find.trigger()
    desk.qtbot.keyClicks(desk.window.sidebar.search, "milk")
    desk.until(lambda: "In 1 conversation" in heard)
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Up)
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Down)
    assert [words.strip() for words in heard[-2:]] == ["Milk 2.50", "Milk 2.50"]
    desk.window.sidebar.search.setText("butter")
    desk.until(lambda: heard[-1] == "No conversation holds these words.")


def test_the_place_that_was_found_in_a_conversation_is_said(
    desk: Desk, heard: list[str], tmp_path: Path
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50\nMore milk"))
    desk.app.finding.bar.open_bar()
    desk.app.finding.bar.field.setText("milk")
    desk.until(lambda: heard[-1:] == ["1 of 2"])
    desk.qtbot.keyClick(desk.app.finding.bar.field, Qt.Key.Key_Return)
    assert heard[-1] == "2 of 2"
    desk.app.finding.bar.field.setText("butter")
    desk.until(lambda: heard[-1] == "Not in this conversation")
