"""The menu bar: every command of the window by name, with its shortcut. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from app.views.language import in_every_language, translate
from app.views.shortcuts import Shortcuts
from app.views.theme import ThemeMode

CAPTURE_DELAYS_S = (3, 5, 10)

Keys = QKeySequence.StandardKey | str
Words = Callable[[], str]


class Menus:
    """Fills the menu bar of a window; the window connects what each command does."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.shortcuts = Shortcuts(window)
        self._add_file()
        self._add_edit()
        self._add_view()
        menu = self._menu(lambda: translate("Menus", "&Help"))
        self.first_steps = self._add(menu, "first_steps", lambda: translate("Menus", "&First steps"))
        self.about = self._add(menu, "about", lambda: translate("Menus", "&About Yomi"))
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

    def show_theme(self, mode: ThemeMode) -> None:
        """Tick the theme in force."""
        self.themes[mode].setChecked(True)

    def on_theme(self, chosen: Callable[[str], None]) -> None:
        """Call `chosen` with the name of a theme that is picked."""
        for mode, action in self.themes.items():
            action.triggered.connect(lambda _checked=False, name=str(mode): chosen(name))

    def _add_file(self) -> None:
        standard = QKeySequence.StandardKey
        menu = self._menu(lambda: translate("Menus", "&File"))
        self.new = self._add(menu, "new", lambda: translate("Menus", "&New conversation"), standard.New)
        self.open = self._add(menu, "open", lambda: translate("Menus", "&Open pictures…"), standard.Open)
        menu.addSeparator()
        self.capture = self._add(
            menu, "capture", lambda: translate("Menus", "Capture a &region"), "Ctrl+Shift+S"
        )
        self.capture_again = self._add(
            menu,
            "capture_again",
            lambda: translate("Menus", "Capture the &same region again"),
            "Ctrl+Shift+A",
        )
        self.capture_menu = self._menu(lambda: translate("Menus", "Capture &later"), menu)
        self.capture_later = {
            delay_s: self._add(self.capture_menu, f"capture_in_{delay_s}", _in_seconds(delay_s))
            for delay_s in CAPTURE_DELAYS_S
        }
        self.clipboard = self._add(
            menu, "clipboard", lambda: translate("Menus", "Read the &clipboard"), "Ctrl+Shift+V"
        )
        self.caption = self._add(
            menu, "caption", lambda: translate("Menus", "&Describe the clipboard"), "Ctrl+Shift+D"
        )
        menu.addSeparator()
        self.choose_model = self._add(
            menu, "choose_model", lambda: translate("Menus", "Choose &model folder…"), "Ctrl+Shift+M"
        )
        self.bundled_model = self._add(
            menu, "bundled_model", lambda: translate("Menus", "Use the &bundled model")
        )
        menu.addSeparator()
        self.export = self._add(menu, "export", lambda: translate("Menus", "&Export…"), "Ctrl+Shift+E")
        menu.addSeparator()
        self.settings = self._add(menu, "settings", lambda: translate("Menus", "Se&ttings…"), "Ctrl+,")
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.quit = self._add(menu, "quit", lambda: translate("Menus", "&Quit"), "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)

    def _add_edit(self) -> None:
        menu = self._menu(lambda: translate("Menus", "&Edit"))
        self.paste = self._add(
            menu,
            "paste",
            lambda: translate("Menus", "&Paste picture or text"),
            QKeySequence.StandardKey.Paste,
        )
        self.copy_answer = self._add(
            menu, "copy_answer", lambda: translate("Menus", "&Copy last answer"), "Ctrl+Shift+C"
        )
        self.find_here = self._add(
            menu,
            "find_here",
            lambda: translate("Menus", "Find in this c&onversation"),
            QKeySequence.StandardKey.Find,
        )
        self.find_next = self._add(menu, "find_next", lambda: translate("Menus", "Find ne&xt"), "F3")
        self.find_before = self._add(
            menu, "find_before", lambda: translate("Menus", "Find pre&vious"), "Shift+F3"
        )
        self.find = self._add(
            menu,
            "find",
            lambda: translate("Menus", "&Find in all conversations"),
            "Ctrl+Shift+F",
        )
        self.pin = self._add(menu, "pin", lambda: translate("Menus", "P&in or unpin"), "Ctrl+D")
        menu.addSeparator()
        self.choose_preset = self._add(
            menu, "choose_preset", lambda: translate("Menus", "Choose a p&reset"), "Ctrl+K"
        )
        self.edit_question = self._add(
            menu, "edit_question", lambda: translate("Menus", "&Edit last question"), "Ctrl+E"
        )
        self.correct = self._add(
            menu, "correct", lambda: translate("Menus", "Correct &last answer"), "Ctrl+Shift+R"
        )
        self.version_before = self._add(
            menu, "version_before", lambda: translate("Menus", "Version &before"), "Ctrl+PgUp"
        )
        self.version_after = self._add(
            menu, "version_after", lambda: translate("Menus", "&Next version"), "Ctrl+PgDown"
        )
        menu.addSeparator()
        self.stop = self._add(menu, "stop", lambda: translate("Menus", "&Stop the answer"), "Ctrl+.")

    def _add_view(self) -> None:
        menu = self._menu(lambda: translate("Menus", "&View"))
        self.sidebar = self._add(
            menu, "sidebar", lambda: translate("Menus", "&Conversations"), "Ctrl+Shift+L", checkable=True
        )
        self.panel = self._add(
            menu, "panel", lambda: translate("Menus", "&Live figures"), "Ctrl+Shift+P", checkable=True
        )
        self.runs = self._add(menu, "runs", lambda: translate("Menus", "&History of runs…"), "Ctrl+Shift+H")
        menu.addSeparator()
        self.theme_menu = self._menu(lambda: translate("Menus", "&Theme"), menu)
        self.themes = self._add_themes(self.theme_menu)

    def _menu(self, words: Words, above: QMenu | None = None) -> QMenu:
        menu = above.addMenu("") if above is not None else self._window.menuBar().addMenu("")
        in_every_language(self._window, lambda: menu.setTitle(words()))
        return menu

    def _add(
        self, menu: QMenu, name: str, words: Words, keys: Keys | None = None, *, checkable: bool = False
    ) -> QAction:
        action = QAction(self._window)
        in_every_language(self._window, lambda: action.setText(words()))
        action.setCheckable(checkable)
        menu.addAction(action)
        above = None if isinstance(menu.parentWidget(), QMenuBar) else menu
        self.shortcuts.add(name, action, QKeySequence(keys) if keys is not None else QKeySequence(), above)
        return action

    def _add_themes(self, menu: QMenu) -> dict[ThemeMode, QAction]:
        group = QActionGroup(self._window)
        words: dict[ThemeMode, Words] = {
            ThemeMode.SYSTEM: lambda: translate("Menus", "Like the &system"),
            ThemeMode.LIGHT: lambda: translate("Menus", "&Light"),
            ThemeMode.DARK: lambda: translate("Menus", "&Dark"),
        }
        actions: dict[ThemeMode, QAction] = {}
        for mode, say in words.items():
            action = self._add(menu, f"theme_{mode}", say, checkable=True)
            group.addAction(action)
            actions[mode] = action
        return actions


def _in_seconds(seconds: int) -> Words:
    return lambda: translate("Menus", "In {seconds} seconds").format(seconds=seconds)
