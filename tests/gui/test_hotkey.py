"""The keys that work in every program: which can be, who has them, and what a refusal leaves."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.capture import windows_keys
from app.capture.hotkey import GlobalHotkey
from app.capture.surroundings import Surroundings
from app.capture.windows_keys import virtual_key
from app.capture.x11_keys import _symbol_of
from app.views.keys_field import KeysField
from app.views.settings_dialog import SettingsDialog
from tests.gui.conftest import OpenDesk
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


class User32:
    """Windows' half: the keyboard is a German one, and Ctrl+Alt+B is another program's."""

    def __init__(self) -> None:
        self.registered: list[tuple[int, int]] = []
        self.unregistered = 0

    def RegisterHotKey(self, _window: None, _number: int, modifiers: int, code: int) -> int:  # noqa: N802
        self.registered.append((modifiers, code))
        return int(code != ord("B"))

    def UnregisterHotKey(self, _window: None, _number: int) -> int:  # noqa: N802
        self.unregistered += 1
        return 1

    def VkKeyScanW(self, character: int) -> int:  # noqa: N802
        return {ord("ö"): 0xC0, ord(","): 0xBC, ord("!"): 0x131}.get(character, -1)


@pytest.fixture
def user32(monkeypatch: pytest.MonkeyPatch) -> User32:
    made = User32()
    monkeypatch.setattr("app.capture.windows_keys.sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr("ctypes.windll", SimpleNamespace(user32=made), raising=False)
    return made


def test_windows_registers_the_keys_of_the_keyboard_in_use_and_hears_its_own_message(
    user32: User32, qtbot: QtBot
) -> None:
    heard: list[int] = []
    keys = windows_keys.WindowsKeys(lambda: heard.append(1))
    assert keys.grab(Qt.Key.Key_Odiaeresis, CTRL | ALT)
    assert not keys.grab(Qt.Key.Key_B, CTRL | ALT)
    assert user32.registered == [(0x4003, 0xC0), (0x4003, 0x42)]
    assert user32.unregistered == 1
    # A character with Shift, one that the keyboard lacks.
    assert [virtual_key(key) for key in (Qt.Key.Key_Exclam, Qt.Key.Key_Ntilde)] == [0, 0]
    told = windows_keys._Message(None, windows_keys.WM_HOTKEY, windows_keys.HOTKEY_ID)
    other = windows_keys._Message(None, windows_keys.WM_HOTKEY, 1)
    kind = QByteArray(b"windows_generic_MSG")
    assert keys.nativeEventFilter(kind, ctypes.addressof(other)) == (False, 0)
    assert keys.nativeEventFilter(kind, ctypes.addressof(told)) == (True, 0)
    assert heard == [1]
    keys.close()


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


def test_keys_that_are_refused_at_the_start_are_named_with_where_they_are_set(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.app.settings.update(capture_hotkey="Ctrl+Alt+Y")
    desk.close()
    again = open_desk()
    again.until(lambda: bool(again.window.notices.sentences()))
    (said,) = again.window.notices.sentences()
    assert said.startswith("Capture from any program (Ctrl+Alt+Y): ")
