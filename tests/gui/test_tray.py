"""The tray's icon: there while the desktop has a place for it, now or later; what closing means."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QCheckBox, QMenu, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.views import tray as tray_module
from app.views.tray import Tray
from tests.gui.conftest import OpenDesk


class Icon(QObject):
    """Qt's icon, on a desktop whose tray comes and goes."""

    activated = Signal(QSystemTrayIcon.ActivationReason)
    tray_is_there = False
    ActivationReason = QSystemTrayIcon.ActivationReason

    def __init__(self, _icon: object, parent: QObject) -> None:
        super().__init__(parent)
        self.visible = False
        self.said: list[str] = []

    def setContextMenu(self, menu: QMenu) -> None:  # noqa: N802 - Qt's name
        self.menu = menu

    def setToolTip(self, words: str) -> None:  # noqa: N802 - Qt's name
        self.words = words

    def setVisible(self, visible: bool) -> None:  # noqa: N802 - Qt's name
        self.visible = visible

    def isVisible(self) -> bool:  # noqa: N802 - Qt's name
        return self.visible

    def showMessage(self, _title: str, words: str, _icon: object, _ms: int) -> None:  # noqa: N802 - Qt's name
        self.said.append(words)

    @classmethod
    def supportsMessages(cls) -> bool:  # noqa: N802 - Qt's name
        return True

    @classmethod
    def isSystemTrayAvailable(cls) -> bool:  # noqa: N802 - Qt's name
        return cls.tray_is_there


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> type[Icon]:
    monkeypatch.setattr(tray_module, "QSystemTrayIcon", Icon)
    monkeypatch.setattr(tray_module, "QGuiApplication", SimpleNamespace(platformName=lambda: "xcb"))
    monkeypatch.setattr(Icon, "tray_is_there", False)
    return Icon


def test_a_tray_that_comes_after_the_start_gets_the_icon(
    open_desk: OpenDesk, desktop: type[Icon], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.app.settings.update(close_to_tray=True)
    assert not desk.app.preferences.tray.is_there
    monkeypatch.setattr(desktop, "tray_is_there", True)
    assert desk.app.preferences.tray.is_there
    desk.window.close()
    assert not desk.window.isVisible()
    assert not desk.closed
    desk.app.preferences.tray.show_requested.emit()
    assert desk.window.isVisible()
    monkeypatch.setattr(desktop, "tray_is_there", False)
    desk.window.close()
    desk.until(lambda: desk.closed)


def test_with_a_tray_closing_can_hide_and_quit_ends(
    open_desk: OpenDesk, desktop: type[Icon], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop, "tray_is_there", True)
    desk = open_desk()
    desk.until_ready()
    dialog = desk.app.preferences.open()
    close_to_tray = dialog.row("close_to_tray").control
    assert isinstance(close_to_tray, QCheckBox)
    close_to_tray.click()
    dialog.close()
    for _ in range(2):
        desk.window.close()
        assert not desk.window.isVisible()
        assert not desk.closed
        desk.app.preferences.tray.show_requested.emit()
    said = desk.app.preferences.tray.findChildren(desktop)[0].said
    assert len(said) == 1
    assert "in the tray" in said[0]
    desk.app.preferences.tray.menu.actions()[-1].trigger()
    desk.until(lambda: desk.closed)


def test_without_a_tray_closing_ends_whatever_the_setting(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.app.settings.update(close_to_tray=True)
    desk.window.close()
    desk.until(lambda: desk.closed)


def test_the_keyboard_is_where_it_was_when_the_window_comes_back(open_desk: OpenDesk, qtbot: QtBot) -> None:
    desk = open_desk()
    desk.until_ready()
    field = desk.window.sidebar.search
    field.setFocus()
    desk.window.hide()
    # As Qt does it where a menu of the tray closes at the same time.
    desk.window.composer.setFocus()
    desk.window.show()
    assert desk.window.focusWidget() is field


class Bus:
    """A session's bus on which the watcher of trays is, or is not yet."""

    def __init__(self) -> None:
        self.has_watcher = False
        self.arrived: Callable[[str], None] = lambda _name: None

    def isConnected(self) -> bool:  # noqa: N802 - Qt's name
        return True

    def interface(self) -> Bus:
        return self

    def isServiceRegistered(self, _name: str) -> SimpleNamespace:  # noqa: N802 - Qt's name
        return SimpleNamespace(value=lambda: self.has_watcher)


def test_on_wayland_qt_is_not_asked_for_a_tray_before_there_is_one(
    qtbot: QtBot, desktop: type[Icon], monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = Bus()
    watchers: list[Watcher] = []

    class Watcher(QObject):
        serviceRegistered = Signal(str)  # noqa: N815 - Qt's name
        WatchModeFlag = SimpleNamespace(WatchForRegistration=1)

        def __init__(self, _name: str, _bus: Bus, _mode: int, parent: QObject) -> None:
            super().__init__(parent)
            watchers.append(self)

    monkeypatch.setattr("PySide6.QtDBus.QDBusConnection", SimpleNamespace(sessionBus=lambda: bus))
    monkeypatch.setattr("PySide6.QtDBus.QDBusServiceWatcher", Watcher)
    monkeypatch.setattr(tray_module, "QGuiApplication", SimpleNamespace(platformName=lambda: "wayland"))
    owner = QWidget()
    qtbot.addWidget(owner)
    tray = Tray(owner)
    tray.set_wanted(True)
    tray.set_wanted(True)
    assert len(watchers) == 1
    assert not tray.findChildren(Icon)
    bus.has_watcher = True
    monkeypatch.setattr(desktop, "tray_is_there", True)
    watchers[0].serviceRegistered.emit("org.kde.StatusNotifierWatcher")
    assert tray.is_there
    tray.close()
    assert not tray.is_there


def test_a_click_on_the_icon_shows_the_window(qtbot: QtBot, desktop: type[Icon]) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    tray = Tray(owner)
    tray.set_wanted(True)
    icon = tray.findChildren(Icon)[0]
    with qtbot.waitSignal(tray.show_requested):
        icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    assert icon.menu is tray.menu
    assert icon.words
