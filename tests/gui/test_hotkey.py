"""The keys that work in every program: which can be, who has them, and what a refusal leaves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.capture.hotkey import GlobalHotkey
from app.capture.surroundings import Surroundings
from app.capture.windows_keys import virtual_key
from app.capture.x11_keys import _symbol_of
from app.views.keys_field import KeysField
from app.views.settings_dialog import SettingsDialog
from tests.helpers.desk import Desk

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


class Grabber:
    """A system on which another program has Ctrl+B."""

    def __init__(self) -> None:
        self.calls: list[object] = []
        self.held: object = None

    def grab(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        self.calls.append((key, modifiers))
        self.held = (key, modifiers) if key != Qt.Key.Key_B else None
        return self.held is not None

    def release(self) -> None:
        self.calls.append("release")
        self.held = None

    def close(self) -> None:
        self.calls.append("close")


def press_keys(dialog: SettingsDialog, keys: str) -> KeysField:
    field = dialog.row("capture_hotkey").control.findChild(KeysField)
    assert field is not None
    field.setKeySequence(QKeySequence(keys))
    field.editingFinished.emit()
    return field


@pytest.fixture
def grabber(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Grabber:
    """The window on a desktop that lets programs have keys."""
    made = Grabber()
    hotkey = desk.app.preferences._hotkey
    monkeypatch.setattr(hotkey, "_surroundings", Surroundings("xcb"))
    monkeypatch.setattr(hotkey, "_new_grabber", lambda: made)
    return made


def test_a_hotkey_goes_to_the_grabber_of_the_system(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    grabber = Grabber()
    hotkey = GlobalHotkey(Surroundings("xcb"))
    monkeypatch.setattr(hotkey, "_new_grabber", lambda: grabber)
    assert hotkey.set("Ctrl+Alt+A") == ""
    assert "Another program" in hotkey.set("Ctrl+B")
    assert hotkey.set("") == ""
    hotkey.close()
    assert grabber.calls == [(Qt.Key.Key_A, CTRL | ALT), (Qt.Key.Key_B, CTRL), "release", "close"]


def test_a_refused_hotkey_leaves_the_one_before_at_work(desk: Desk, grabber: Grabber) -> None:
    dialog = desk.app.preferences.open()
    press_keys(dialog, "Ctrl+Alt+Y")
    assert grabber.held == (Qt.Key.Key_Y, CTRL | ALT)
    field = press_keys(dialog, "Ctrl+B")
    assert "Another program" in dialog.row("capture_hotkey").complaint.text()
    assert grabber.held == (Qt.Key.Key_Y, CTRL | ALT)
    assert desk.app.settings.settings.capture_hotkey == "Ctrl+Alt+Y"
    assert field.keySequence() == QKeySequence("Ctrl+Alt+Y")


@pytest.mark.parametrize("keys", ["Y", "Return", "Escape", "Shift+7", "Space"])
def test_keys_that_everyone_needs_are_not_taken_from_every_program(
    desk: Desk, grabber: Grabber, keys: str
) -> None:
    dialog = desk.app.preferences.open()
    press_keys(dialog, keys)
    assert "Ctrl or Alt" in dialog.row("capture_hotkey").complaint.text()
    assert grabber.calls == []
    assert desk.app.settings.settings.capture_hotkey == ""


def test_escape_in_a_field_of_keys_closes_the_dialog_and_backspace_takes_the_keys_away(
    desk: Desk, grabber: Grabber, qtbot: QtBot
) -> None:
    dialog = desk.app.preferences.open()
    field = press_keys(dialog, "Ctrl+Alt+Y")
    qtbot.keyClick(field, Qt.Key.Key_Backspace)
    assert desk.app.settings.settings.capture_hotkey == ""
    assert grabber.held is None
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert desk.app.preferences.dialog is None or not dialog.isVisible()
    assert desk.app.settings.settings.capture_hotkey == ""


def test_keys_have_the_numbers_of_their_systems() -> None:
    keys = (Qt.Key.Key_A, Qt.Key.Key_7, Qt.Key.Key_F12, Qt.Key.Key_Print, Qt.Key.Key_Return)
    assert [_symbol_of(key) for key in keys] == [0x61, 0x37, 0xFFC9, 0xFF61, 0]
    assert [virtual_key(key) for key in keys] == [0x41, 0x37, 0x7B, 0x2C, 0]
    assert [_symbol_of(key) for key in (Qt.Key.Key_Comma, Qt.Key.Key_Odiaeresis)] == [0x2C, 0xF6]


def test_a_field_without_keys_says_so_and_what_it_waits_for(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.app.preferences.open()
    dialog.activateWindow()
    field = dialog.row("capture_hotkey").control.findChild(KeysField)
    assert field is not None
    line = field.findChild(QLineEdit)
    assert line is not None
    assert line.placeholderText() == "None"
    field.setFocus()
    qtbot.waitUntil(lambda: line.placeholderText() == "Press the keys")
    dialog.search.setFocus()
    qtbot.waitUntil(lambda: line.placeholderText() == "None")


def test_a_command_of_a_menu_in_a_menu_is_named_with_it_and_without_the_letters_for_alt(desk: Desk) -> None:
    titles = {each.name: each.title for each in desk.window.menus.shortcuts.commands}
    assert titles["theme_dark"] == "Theme: Dark"
    assert titles["capture_in_3"] == "Capture later: In 3 seconds"
    assert titles["open"] == "Open pictures"
    desk.app.language.set("ja")
    for each in desk.window.menus.shortcuts.commands:
        assert not {"&", "("} & set(each.title)
    desk.app.language.set("en")


def test_the_way_back_to_the_default_keys_is_there_only_where_they_differ(desk: Desk) -> None:
    dialog = desk.app.preferences.open()
    reset = dialog.row("capture_hotkey").control.findChild(QPushButton)
    assert reset is not None
    assert reset.isHidden()
