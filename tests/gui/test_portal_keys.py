"""Keys that work in every program through a Wayland desktop's portal: asked for, given, refused, pressed, and
had again from a portal that came back.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from app.capture.hotkey import Answer, GlobalHotkey
from app.capture.portal_keys import PortalKeys, is_offered, trigger
from app.capture.surroundings import Surroundings
from app.views.keys_field import KeysField
from tests.helpers.bus import private_bus
from tests.helpers.desk import Desk
from tests.helpers.shortcut_portal import ShortcutPortal

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
WAYLAND = Surroundings("wayland", is_linux=True)


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with private_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield


@pytest.fixture
def portal(bus: None) -> Iterator[ShortcutPortal]:
    made = ShortcutPortal()
    made.start()
    yield made
    made.stop()


class Holder:
    """Who wants keys, and what it heard."""

    def __init__(self) -> None:
        self.pressed: list[str] = []
        self.answers: list[tuple[Answer, str]] = []
        keys = PortalKeys.opened(
            self.pressed.append, lambda *answer: self.answers.append(answer), "Read a region"
        )
        assert keys is not None
        self.keys = keys


@pytest.fixture
def holder(portal: ShortcutPortal) -> Iterator[Holder]:
    made = Holder()
    yield made
    made.keys.close()


def test_keys_are_asked_for_by_name_and_come_with_the_desktops_words(
    portal: ShortcutPortal, holder: Holder, qtbot: QtBot
) -> None:
    assert holder.keys.grab(Qt.Key.Key_Y, CTRL | ALT)
    qtbot.waitUntil(lambda: holder.answers == [(Answer.GIVEN, "Ctrl+Alt+Y")])
    assert portal.names == ["Register", "CreateSession", "BindShortcuts"]
    wanted = {"description": ("s", "Read a region"), "preferred_trigger": ("s", "CTRL+ALT+y")}
    assert portal.bound == [("capture-ctrl-alt-y", wanted)]
    portal.press("capture-ctrl-alt-y", token="raise-me")
    qtbot.waitUntil(lambda: holder.pressed == ["raise-me"])


def test_presses_of_other_names_and_sessions_are_none_of_ours(
    portal: ShortcutPortal, holder: Holder, qtbot: QtBot
) -> None:
    holder.keys.grab(Qt.Key.Key_Y, CTRL | ALT)
    qtbot.waitUntil(lambda: bool(holder.answers))
    portal.press("capture-ctrl-x")
    portal.press("capture-ctrl-alt-y", session="/org/freedesktop/portal/desktop/session/1_5/another")
    portal.press("capture-ctrl-alt-y")
    qtbot.waitUntil(lambda: bool(holder.pressed))
    assert holder.pressed == [""]


@pytest.mark.parametrize(
    ("changes", "answer"),
    [
        ({"gives": ""}, Answer.DENIED),
        ({"code": 1}, Answer.DENIED),
        ({"code": 2}, Answer.FAILED),
        ({"knows_sessions": False}, Answer.FAILED),
    ],
)
def test_keys_that_the_desktop_does_not_give_are_told_as_what_they_are(
    portal: ShortcutPortal, holder: Holder, qtbot: QtBot, changes: dict[str, object], answer: Answer
) -> None:
    for name, value in changes.items():
        setattr(portal, name, value)
    holder.keys.grab(Qt.Key.Key_Y, CTRL)
    qtbot.waitUntil(lambda: holder.answers == [(answer, "")])


def test_other_keys_give_back_those_before_and_are_a_question_of_their_own(
    portal: ShortcutPortal, holder: Holder, qtbot: QtBot
) -> None:
    holder.keys.grab(Qt.Key.Key_Y, CTRL)
    qtbot.waitUntil(lambda: len(holder.answers) == 1)
    holder.keys.grab(Qt.Key.Key_F9, Qt.KeyboardModifier.NoModifier)
    qtbot.waitUntil(lambda: len(holder.answers) == 2)
    assert len(portal.closed) == 1
    assert portal.bound[0][0] == "capture-f9"
    holder.keys.release()
    qtbot.waitUntil(lambda: len(portal.closed) == 2)
    portal.press("capture-f9")
    qtbot.wait(60)
    assert not holder.pressed


def test_a_portal_that_comes_again_is_asked_again(
    portal: ShortcutPortal, holder: Holder, qtbot: QtBot
) -> None:
    holder.keys.grab(Qt.Key.Key_Y, CTRL)
    qtbot.waitUntil(lambda: len(holder.answers) == 1)
    portal.stop()
    portal.calls.clear()
    portal.start()
    qtbot.waitUntil(lambda: len(holder.answers) == 2)
    assert portal.names == ["Register", "CreateSession", "BindShortcuts"]
    portal.press("capture-ctrl-y")
    qtbot.waitUntil(lambda: bool(holder.pressed))


def test_keys_that_the_desktop_takes_back_are_pressed_no_more(
    portal: ShortcutPortal, holder: Holder, qtbot: QtBot
) -> None:
    holder.keys.grab(Qt.Key.Key_Y, CTRL)
    qtbot.waitUntil(lambda: len(holder.answers) == 1)
    portal.take_back()
    portal.press("capture-ctrl-y")
    qtbot.wait(60)
    assert not holder.pressed


def test_the_bus_going_away_leaves_a_program_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    with private_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        holder = Holder()
    qtbot.wait(60)
    assert not holder.keys.grab(Qt.Key.Key_Y, CTRL)
    holder.keys.close()


def test_without_a_bus_or_a_portal_there_are_no_keys(
    bus: None, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert not is_offered()
    for address in ("unix:path=/nonexistent/bus", "tcp:host=localhost,port=1", "nonsense"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        assert not is_offered()
        assert PortalKeys.opened(print, print, "") is None
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    assert not is_offered()
    assert "yomi --capture" in GlobalHotkey(WAYLAND).set("Ctrl+Y")


def test_keys_have_the_names_of_the_portals_writing() -> None:
    plain = Qt.KeyboardModifier.NoModifier
    every = CTRL | ALT | Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.MetaModifier
    assert trigger(Qt.Key.Key_Y, every) == "CTRL+ALT+SHIFT+LOGO+y"
    assert [trigger(key, plain) for key in (Qt.Key.Key_F12, Qt.Key.Key_Print, Qt.Key.Key_PageUp)] == [
        "F12",
        "Print",
        "Prior",
    ]
    assert [trigger(key, CTRL) for key in (Qt.Key.Key_7, Qt.Key.Key_Comma, Qt.Key.Key_Odiaeresis)] == [
        "CTRL+7",
        "CTRL+U002C",
        "CTRL+U00F6",
    ]
    assert trigger(Qt.Key.Key_Return, CTRL) == ""


def test_in_the_settings_the_row_says_what_the_desktop_gave_and_a_no_leaves_no_keys(
    desk: Desk, portal: ShortcutPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    hotkey = desk.app.preferences._hotkey
    monkeypatch.setattr(hotkey, "_surroundings", WAYLAND)
    # The keys put a token there: one that was there before is there again at the end.
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "")
    dialog = desk.app.preferences.open()
    row = dialog.row("capture_hotkey")
    field = row.control.findChild(KeysField)
    assert field is not None
    field.setKeySequence(QKeySequence("Ctrl+Alt+Y"))
    field.editingFinished.emit()
    desk.until(lambda: "Ctrl+Alt+Y" in row.complaint.text())
    assert desk.app.settings.settings.capture_hotkey == "Ctrl+Alt+Y"
    heard: list[str] = []
    hotkey.pressed.connect(lambda: heard.append(os.environ["XDG_ACTIVATION_TOKEN"]))
    portal.press("capture-ctrl-alt-y", token="raise-me")
    desk.until(lambda: heard == ["raise-me"])
    desk.app.capture.cancel()
    portal.gives = ""
    field.setKeySequence(QKeySequence("Ctrl+Alt+U"))
    field.editingFinished.emit()
    desk.until(lambda: "gave no keys" in row.complaint.text())
    assert desk.app.settings.settings.capture_hotkey == ""
    hotkey.close()
