"""The icon in the desktop's tray, where there is one. GUI thread only.

A program that is started with the desktop may be up before its tray is: the icon comes when the tray does.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from app.views.icons import app_icon
from app.views.language import in_every_language

WATCHER = "org.kde.StatusNotifierWatcher"
"""The name on the bus under which the trays of Wayland desktops are found."""

NOTICE_MS = 6000


class Tray(QObject):
    """Shows the window, captures, reads the clipboard, quits."""

    show_requested = Signal()
    capture_requested = Signal()
    repeat_requested = Signal()
    clipboard_requested = Signal()
    quit_requested = Signal()

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._wanted = False
        self._icon: QSystemTrayIcon | None = None
        self._arrival: QObject | None = None
        self._menu = QMenu(owner)
        show = self._menu.addAction("")
        self._menu.addSeparator()
        capture = self._menu.addAction("")
        again = self._menu.addAction("")
        clipboard = self._menu.addAction("")
        self._menu.addSeparator()
        leave = self._menu.addAction("")
        for action, signal in (
            (show, self.show_requested),
            (capture, self.capture_requested),
            (again, self.repeat_requested),
            (clipboard, self.clipboard_requested),
            (leave, self.quit_requested),
        ):
            action.triggered.connect(signal)
        in_every_language(
            owner,
            lambda: show.setText(self.tr("Show Yomi")),
            lambda: capture.setText(self.tr("Capture a region")),
            lambda: again.setText(self.tr("Capture the same region again")),
            lambda: clipboard.setText(self.tr("Read the clipboard")),
            lambda: leave.setText(self.tr("Quit")),
            self._say_what_it_is,
        )

    @property
    def menu(self) -> QMenu:
        return self._menu

    @property
    def is_there(self) -> bool:
        """Whether the user can find the icon: it is switched on, and the desktop has a place for it now."""
        return self._icon is not None and self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    def set_wanted(self, wanted: bool) -> None:
        """Show the icon where the desktop has a tray, now or later."""
        self._wanted = wanted
        self._show()

    def say(self, sentence: str) -> None:
        """A passing notice beside the icon, for when the window is not to be seen."""
        if self._icon is not None and QSystemTrayIcon.supportsMessages():
            self._icon.showMessage("Yomi", sentence, app_icon(), NOTICE_MS)

    def close(self) -> None:
        """Take the icon away: left to the end of the process, it may stay as a ghost."""
        self.set_wanted(False)

    def _show(self) -> None:
        if self._wanted and self._icon is None and self._is_time():
            self._icon = QSystemTrayIcon(app_icon(), self)
            self._icon.activated.connect(self._on_activated)
            self._icon.setContextMenu(self._menu)
            self._say_what_it_is()
        if self._icon is not None:
            self._icon.setVisible(self._wanted)

    def _is_time(self) -> bool:
        """Whether Qt may look for a tray: on Wayland it looks once in the life of a process, so that looking
        before there is one would mean never to have an icon. On X11 it goes on looking by itself.
        """
        platform = QGuiApplication.platformName()
        if not platform.startswith("wayland"):
            return platform == "xcb" or QSystemTrayIcon.isSystemTrayAvailable()
        from PySide6.QtDBus import QDBusConnection, QDBusServiceWatcher  # noqa: PLC0415 - one system's

        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return False
        if bus.interface().isServiceRegistered(WATCHER).value():
            return True
        if self._arrival is None:
            mode = QDBusServiceWatcher.WatchModeFlag.WatchForRegistration
            watcher = QDBusServiceWatcher(WATCHER, bus, mode, self)
            watcher.serviceRegistered.connect(lambda _name: self._show())
            self._arrival = watcher
        return False

    def _say_what_it_is(self) -> None:
        if self._icon is not None:
            self._icon.setToolTip(self.tr("Yomi: read what is on the screen"))

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (
            QSystemTrayIcon.ActivationReason.Trigger,
            QSystemTrayIcon.ActivationReason.DoubleClick,
        ):
            self.show_requested.emit()
