"""Settings hold at once and after a restart; keys cannot collide; the record of connections."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QKeySequenceEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.offline_guard import OfflineError, guard
from app.views.settings_dialog import SettingsDialog
from app.views.unbroken import unbroken
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk


@pytest.fixture
def dialog(desk: Desk) -> SettingsDialog:
    desk.window.menus.settings.trigger()
    opened = desk.app.preferences.dialog
    assert opened is not None
    return opened


def control(dialog: SettingsDialog, name: str) -> QWidget:
    return dialog.row(name).control


def press_keys(qtbot: QtBot, dialog: SettingsDialog, name: str, keys: str) -> None:
    """Type keys into a row as a user does."""
    field = control(dialog, name).findChild(QKeySequenceEdit)
    assert field is not None
    field.setKeySequence(QKeySequence(keys))
    field.editingFinished.emit()


def test_a_setting_holds_at_once_and_after_a_restart(open_desk: OpenDesk) -> None:
    first = open_desk()
    first.until_ready()
    first.window.menus.settings.trigger()
    dialog = first.app.preferences.dialog
    assert dialog is not None
    theme = control(dialog, "theme")
    assert isinstance(theme, QComboBox)
    theme.setCurrentIndex(theme.findData("dark"))
    assert first.app.theme.is_dark
    tokens = control(dialog, "max_new_tokens")
    assert isinstance(tokens, QSpinBox)
    tokens.setValue(2048)
    hides = control(dialog, "capture_hides_window")
    assert isinstance(hides, QCheckBox)
    hides.click()
    first.close()
    again = open_desk()
    assert again.app.theme.is_dark
    assert again.app.settings.settings.max_new_tokens == 2048
    assert again.app.settings.settings.capture_hides_window is False


def test_a_search_narrows_the_settings_by_name_help_and_choices(dialog: SettingsDialog, qtbot: QtBot) -> None:
    everything = dialog.shown_names()
    qtbot.keyClicks(dialog.search, "dark")
    assert dialog.shown_names() == ("theme", "keys:theme_dark")
    dialog.search.setText("INT4 memory")
    assert dialog.shown_names() == ("precision",)
    dialog.search.setText("privacy")
    assert dialog.shown_names() == ("allow_connections",)
    dialog.search.setText("no such thing")
    assert dialog.shown_names() == ()
    dialog.search.clear()
    assert dialog.shown_names() == everything


def test_new_keys_work_at_once_and_after_a_restart(open_desk: OpenDesk, qtbot: QtBot) -> None:
    first = open_desk()
    first.until_ready()
    dialog = first.app.preferences.open()
    press_keys(qtbot, dialog, "keys:copy_answer", "Ctrl+Alt+C")
    assert first.window.menus.copy_answer.shortcut() == QKeySequence("Ctrl+Alt+C")
    first.close()
    again = open_desk()
    assert again.window.menus.copy_answer.shortcut() == QKeySequence("Ctrl+Alt+C")
    assert again.app.settings.settings.shortcuts == {"copy_answer": "Ctrl+Alt+C"}


@pytest.mark.parametrize(("keys", "words"), [("Ctrl+Q", "Already used by “Quit”"), ("K", "Ctrl or Alt")])
def test_keys_that_are_taken_or_are_typing_are_refused_with_a_reason(
    desk: Desk, dialog: SettingsDialog, qtbot: QtBot, keys: str, words: str
) -> None:
    before = desk.window.menus.copy_answer.shortcut()
    press_keys(qtbot, dialog, "keys:copy_answer", keys)
    row = dialog.row("keys:copy_answer")
    assert words in row.complaint.text()
    assert not row.complaint.isHidden()
    assert desk.window.menus.copy_answer.shortcut() == before
    assert desk.app.settings.settings.shortcuts == {}
    field = control(dialog, "keys:copy_answer").findChild(QKeySequenceEdit)
    assert field is not None
    assert field.keySequence() == before
    press_keys(qtbot, dialog, "keys:copy_answer", "F9")
    assert row.complaint.isHidden()


def test_a_shortcut_can_be_taken_away_and_brought_back(
    desk: Desk, dialog: SettingsDialog, qtbot: QtBot
) -> None:
    press_keys(qtbot, dialog, "keys:capture", "")
    assert desk.window.menus.capture.shortcut().isEmpty()
    assert desk.app.settings.settings.shortcuts == {"capture": ""}
    reset = control(dialog, "keys:capture").findChild(QPushButton)
    assert reset is not None
    qtbot.mouseClick(reset, Qt.MouseButton.LeftButton)
    assert desk.window.menus.capture.shortcut() == QKeySequence("Ctrl+Shift+S")
    assert desk.app.settings.settings.shortcuts == {}


def test_every_command_has_keys_of_its_own(desk: Desk) -> None:
    keys = [c.keys.toString() for c in desk.window.menus.shortcuts.commands if not c.keys.isEmpty()]
    assert len(keys) == len(set(keys))


def test_all_defaults_come_back_and_what_was_done_stays(
    desk: Desk, dialog: SettingsDialog, qtbot: QtBot
) -> None:
    desk.app.settings.update(capture_region='["s", 1, 1, 1, 1, 1, 1]')
    press_keys(qtbot, dialog, "keys:capture", "F9")
    hides = control(dialog, "capture_hides_window")
    assert isinstance(hides, QCheckBox)
    hides.click()
    dialog.reset_requested.emit()
    settings = desk.app.settings.settings
    assert settings.capture_hides_window
    assert settings.shortcuts == {}
    assert settings.capture_region
    assert desk.window.menus.capture.shortcut() == QKeySequence("Ctrl+Shift+S")
    desk.until(lambda: desk.app.preferences.dialog is not dialog)


def test_another_device_loads_the_model_again(desk: Desk, dialog: SettingsDialog) -> None:
    device = control(dialog, "device")
    assert isinstance(device, QComboBox)
    loads = len(desk.engine.loads)
    device.setCurrentIndex(device.findData("cpu"))
    desk.until(lambda: len(desk.engine.loads) == loads + 1)
    assert desk.engine.loads[-1].device == "cpu"


def test_the_status_line_counts_connections_and_leads_to_their_record(desk: Desk, qtbot: QtBot) -> None:
    button = desk.window.status.privacy_button
    assert button.accessibleName().startswith("0 connection")
    before = guard.refused_count
    with pytest.raises(OfflineError):
        guard.check("socket.connect", (None, ("203.0.113.7", 443)), sys._getframe())
    desk.until(lambda: f"{before + 1} refused" in button.accessibleName())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = desk.app.preferences.dialog
    assert dialog is not None
    assert dialog.shown_names() == ("allow_connections",)
    summary = desk.app.preferences._summary
    assert summary is not None
    assert "203.0.113.7:443" in summary.record.toPlainText()
    assert __name__ in summary.record.toPlainText()
    assert "operating system lists" in summary.details.text()
    allow = control(dialog, "allow_connections")
    assert isinstance(allow, QCheckBox)
    allow.click()
    assert guard.allows_connections
    assert "allowed" in summary.details.text()
    allow.click()
    assert not guard.allows_connections


def test_minimised_at_the_start_where_that_is_wanted(open_desk: OpenDesk) -> None:
    first = open_desk()
    first.app.settings.update(start_minimised=True)
    first.close()
    again = open_desk()
    assert again.window.isMinimized()
    again.until_ready()


def test_the_clipboard_is_read_or_described_by_one_key(desk: Desk) -> None:
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    QGuiApplication.clipboard().setImage(image)
    desk.window.menus.clipboard.trigger()
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].text == ""
    desk.window.menus.caption.trigger()
    desk.until(lambda: len(desk.messages()) == 4)
    desk.until_idle()
    assert desk.messages()[2].text == "What kind of picture is this?"


def test_a_clipboard_without_a_picture_says_what_it_holds(desk: Desk) -> None:
    QGuiApplication.clipboard().setText("words")
    desk.window.menus.clipboard.trigger()
    assert "holds text" in desk.window.notices.sentences()[-1]
    mime = QMimeData()
    mime.setData("application/x-strange", b"1")
    QGuiApplication.clipboard().setMimeData(mime)
    desk.window.menus.clipboard.trigger()
    assert "application/x-strange" in desk.window.notices.sentences()[-1]
    QGuiApplication.clipboard().clear()
    desk.window.menus.clipboard.trigger()
    desk.until(lambda: "no picture to paste" in desk.window.notices.sentences()[-1])
    assert not desk.messages()


class ShyClipboard:
    """Wayland's: only the window in front sees what is on it."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.looks = 0
        self.in_front_after = 10**6
        self.picture = QMimeData()
        image = QImage(60, 40, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        self.picture.setImageData(image)
        monkeypatch.setattr("app.desktop.CLIPBOARD_RETRY_MS", 1)
        monkeypatch.setattr("app.desktop._clipboard", self.seen)
        monkeypatch.setattr(desk.window, "isActiveWindow", lambda: self.looks >= self.in_front_after)

    def seen(self) -> QMimeData:
        self.looks += 1
        return self.picture if self.looks > self.in_front_after else QMimeData()


def test_a_clipboard_that_only_the_window_in_front_sees_is_read_once_it_is_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ShyClipboard(desk, monkeypatch).in_front_after = 4
    desk.app.preferences.tray.clipboard_requested.emit()
    desk.until(lambda: len(desk.messages()) == 2)


def test_a_window_that_does_not_come_to_the_front_says_what_to_do_about_the_clipboard(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ShyClipboard(desk, monkeypatch)
    desk.app.preferences.tray.clipboard_requested.emit()
    desk.until(lambda: "click here and paste" in " ".join(desk.window.notices.sentences()))
    assert not desk.messages()


def test_a_hotkey_that_the_desktop_keeps_to_itself_is_refused_with_the_way_out(
    dialog: SettingsDialog, qtbot: QtBot
) -> None:
    press_keys(qtbot, dialog, "capture_hotkey", "Ctrl+Alt+Y")
    assert unbroken("yomi --capture") in dialog.row("capture_hotkey").complaint.text()
