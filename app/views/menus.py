"""The menu bar: every command of the window by name, with its shortcut. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from app.views.theme import ThemeMode

CAPTURE_DELAYS_S = (3, 5, 10)

Shortcut = QKeySequence.StandardKey | str | None


class Menus:
    """Fills the menu bar of a window; the window connects what each command does."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        bar = window.menuBar()
        file = bar.addMenu("&File")
        self.new = self._add(file, "&New conversation", QKeySequence.StandardKey.New)
        self.open = self._add(file, "&Open pictures…", QKeySequence.StandardKey.Open)
        self.capture = self._add(file, "Capture a &region", "Ctrl+Shift+S")
        self.capture_again = self._add(file, "Capture the &same region again", "Ctrl+Shift+A")
        self.capture_menu = file.addMenu("Capture &later")
        self.capture_later = {
            delay_s: self._add(self.capture_menu, f"In {delay_s} seconds") for delay_s in CAPTURE_DELAYS_S
        }
        file.addSeparator()
        self.choose_model = self._add(file, "Choose &model folder…", "Ctrl+Shift+M")
        self.bundled_model = self._add(file, "Use the &bundled model")
        file.addSeparator()
        self.quit = self._add(file, "&Quit", "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        edit = bar.addMenu("&Edit")
        self.paste = self._add(edit, "&Paste picture or text", QKeySequence.StandardKey.Paste)
        self.copy_answer = self._add(edit, "&Copy last answer", "Ctrl+Shift+C")
        edit.addSeparator()
        self.stop = self._add(edit, "&Stop the answer", "Ctrl+.")
        view = bar.addMenu("&View")
        self.sidebar = self._add(view, "&Conversations", "Ctrl+Shift+L", checkable=True)
        self.panel = self._add(view, "&Live figures", "Ctrl+Shift+P", checkable=True)
        view.addSeparator()
        self.theme_menu = view.addMenu("&Theme")
        self.themes = self._add_themes(self.theme_menu)
        help_menu = bar.addMenu("&Help")
        self.about = self._add(help_menu, "&About Yomi")
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

    def show_theme(self, mode: ThemeMode) -> None:
        """Tick the theme in force."""
        self.themes[mode].setChecked(True)

    def on_theme(self, chosen: Callable[[str], None]) -> None:
        """Call `chosen` with the name of a theme that is picked."""
        for mode, action in self.themes.items():
            action.triggered.connect(lambda _checked=False, name=str(mode): chosen(name))

    def _add(self, menu: QMenu, label: str, shortcut: Shortcut = None, *, checkable: bool = False) -> QAction:
        action = QAction(label, self._window)
        if shortcut is not None:
            action.setShortcut(QKeySequence(shortcut))
        action.setCheckable(checkable)
        menu.addAction(action)
        return action

    def _add_themes(self, menu: QMenu) -> dict[ThemeMode, QAction]:
        group = QActionGroup(self._window)
        actions: dict[ThemeMode, QAction] = {}
        for mode, label in (
            (ThemeMode.SYSTEM, "Like the &system"),
            (ThemeMode.LIGHT, "&Light"),
            (ThemeMode.DARK, "&Dark"),
        ):
            action = self._add(menu, label, checkable=True)
            group.addAction(action)
            actions[mode] = action
        return actions
