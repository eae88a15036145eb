"""The icon in the desktop's tray, where there is one. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from app.views.icons import app_icon
from app.views.language import in_every_language


class Tray(QObject):
    """Shows the window, captures, reads the clipboard, quits."""

    show_requested = Signal()
    capture_requested = Signal()
    clipboard_requested = Signal()
    quit_requested = Signal()

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._menu = QMenu(owner)
        self._icon = QSystemTrayIcon(app_icon(), self)
        self._icon.activated.connect(self._on_activated)
        self._icon.setContextMenu(self._menu)
        show = self._menu.addAction("")
        capture = self._menu.addAction("")
        clipboard = self._menu.addAction("")
        self._menu.addSeparator()
        leave = self._menu.addAction("")
        for action, signal in (
            (show, self.show_requested),
            (capture, self.capture_requested),
            (clipboard, self.clipboard_requested),
            (leave, self.quit_requested),
        ):
            action.triggered.connect(signal)
        in_every_language(
            owner,
            lambda: show.setText(self.tr("Show Yomi")),
            lambda: capture.setText(self.tr("Capture a region")),
            lambda: clipboard.setText(self.tr("Read the clipboard")),
            lambda: leave.setText(self.tr("Quit")),
            lambda: self._icon.setToolTip(self.tr("Yomi: read what is on the screen")),
        )

    @property
    def menu(self) -> QMenu:
        return self._menu

    @property
    def is_there(self) -> bool:
        """Whether the user can find the icon: it is switched on, and the desktop has a place for it."""
        return self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    def set_wanted(self, wanted: bool) -> None:
        """Show the icon where the desktop has a tray."""
        self._icon.setVisible(wanted and QSystemTrayIcon.isSystemTrayAvailable())

    def close(self) -> None:
        """Take the icon away: left to the end of the process, it may stay as a ghost."""
        self._icon.hide()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (
            QSystemTrayIcon.ActivationReason.Trigger,
            QSystemTrayIcon.ActivationReason.DoubleClick,
        ):
            self.show_requested.emit()
