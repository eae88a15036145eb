"""Preferences: what the settings do to the window, the tray, the keys and the guard; and their dialog. GUI
thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from app.capture.hotkey import GlobalHotkey
from app.controllers.model import ModelController
from app.domain import PrivacyReport
from app.offline_guard import OfflineGuard, open_internet_sockets
from app.settings import LIMITS, Settings, SettingsStore, Theme
from app.views import language as languages
from app.views.language import Language
from app.views.main_window import MainWindow
from app.views.privacy_summary import PrivacySummary
from app.views.setting_rows import SettingRow, choice_row, keys_row, number_row, switch_row
from app.views.settings_dialog import SettingsDialog
from app.views.theme import Theme as WindowTheme
from app.views.theme import ThemeMode
from app.views.tray import Tray

KEPT_BY_RESET = frozenset(
    {
        "model_folder",
        "window_geometry",
        "splitter",
        "capture_region",
        "welcomed",
        "model_note_dismissed",
        "panels_visible",
        "export_format",
        "presets",
        "presets_removed",
    }
)
"""What the user did, not what he chose: restoring the defaults leaves it."""

RELOADING = frozenset({"device", "precision"})

_KEYS_PREFIX = "keys:"


class Preferences(QObject):
    """Between the settings file and everything that it changes."""

    changed = Signal()
    _network_tried = Signal()
    """On whatever thread it was."""

    def __init__(
        self,
        window: MainWindow,
        theme: WindowTheme,
        language: Language,
        settings: SettingsStore,
        *,
        model: ModelController,
        guard: OfflineGuard,
        hotkey: GlobalHotkey,
        sockets: Callable[[], int | None] = open_internet_sockets,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._language = language
        self._settings = settings
        self._model = model
        self._guard = guard
        self._hotkey = hotkey
        self._sockets = sockets
        self._dialog: SettingsDialog | None = None
        self._summary: PrivacySummary | None = None
        self._has_said_where = False
        self._sections: list[tuple[Callable[[], str], Callable[[], list[QWidget]]]] = []
        self.tray = Tray(window)
        self.tray.show_requested.connect(window.come_forward)
        self.tray.capture_requested.connect(window.menus.capture.trigger)
        self.tray.repeat_requested.connect(window.menus.capture_again.trigger)
        self.tray.clipboard_requested.connect(window.clipboard_requested)
        self.tray.quit_requested.connect(window.quit)
        window.settings_requested.connect(self.open)
        window.privacy_requested.connect(self.open_privacy)
        window.hidden_to_tray.connect(self._on_hidden)
        window.messages.formatting_chosen.connect(lambda formats: settings.update(formats_answers=formats))
        hotkey.pressed.connect(window.menus.capture.trigger)
        hotkey.given.connect(lambda sentence: self._on_hotkey_told(sentence, is_refusal=False))
        hotkey.refused.connect(lambda sentence: self._on_hotkey_told(sentence, is_refusal=True))
        hotkey.denied.connect(lambda: settings.update(capture_hotkey=""))
        self._network_tried.connect(self._on_network_tried)
        guard.listen(self._network_tried.emit)
        self._apply_all()

    @property
    def dialog(self) -> SettingsDialog | None:
        """The dialog, while it is open."""
        return self._dialog

    @property
    def starts_hidden(self) -> bool:
        """Whether the window waits in the tray after a start, or in the task bar where there is no tray."""
        return self._settings.settings.start_minimised

    def open(self) -> SettingsDialog:
        """Show the settings."""
        if self._dialog is None:
            self._dialog = self._built()
            self._dialog.destroyed.connect(self._on_dialog_gone)
        self._dialog.open()
        return self._dialog

    def add_section(self, title: Callable[[], str], build: Callable[[], list[QWidget]]) -> None:
        """A section of another room's, above the one on privacy; both are called for each dialog."""
        self._sections.append((title, build))

    def open_privacy(self) -> SettingsDialog:
        """Show the settings at the record of connections."""
        dialog = self.open()
        dialog.search.setText(self.tr("Privacy"))
        return dialog

    def close(self) -> None:
        """Let go of the desktop."""
        self._guard.listen(None)
        self._hotkey.close()
        self.tray.close()

    # -- what a setting does

    def _apply_all(self) -> None:
        settings = self._settings.settings
        self._language.set(settings.language)
        self._window.menus.shortcuts.apply(settings.shortcuts)
        self._show_keys()
        self._guard.allows_connections = settings.allow_connections
        self._window.messages.set_formats_answers(settings.formats_answers)
        self._apply_tray()
        refusal = self._hotkey.set(settings.capture_hotkey)
        if refusal and settings.capture_hotkey:
            keys = QKeySequence(settings.capture_hotkey).toString(QKeySequence.SequenceFormat.NativeText)
            said = f"{self.tr('Capture from any program')} ({keys or settings.capture_hotkey}): {refusal}"
            # Nobody has just pressed them: the sentence says which keys and where they are set.
            QTimer.singleShot(0, self, lambda: self._window.say(said))
        self._on_network_tried()

    def _show_keys(self) -> None:
        """What is said of keys names those in use."""
        keys = {each.name: each.keys.toString() for each in self._window.menus.shortcuts.commands}
        self._window.empty.set_keys(keys)

    def _apply_tray(self) -> None:
        settings = self._settings.settings
        self.tray.set_wanted(settings.tray_visible)
        self._window.set_hides_on_close(lambda: self._settings.settings.close_to_tray and self.tray.is_there)

    def _on_changed(self, name: str, value: object) -> None:
        if name.startswith(_KEYS_PREFIX):
            self._settings.update(shortcuts=self._window.menus.shortcuts.chosen())
            self._show_keys()
            return
        self._settings.update(**{name: value})
        settings = self._settings.settings
        if name == "language":
            self._language.set(settings.language)
            # The dialog says its words once: it is made anew.
            QTimer.singleShot(0, self, self._reopen)
        elif name == "theme":
            self._theme.set_mode(settings.theme)
            self._window.menus.show_theme(ThemeMode(settings.theme))
        elif name == "formats_answers":
            self._window.messages.set_formats_answers(settings.formats_answers)
        elif name in ("tray_visible", "close_to_tray"):
            self._apply_tray()
        elif name == "allow_connections":
            self._guard.allows_connections = settings.allow_connections
            self._on_network_tried()
        elif name in RELOADING:
            self._model.load_initial()
        self.changed.emit()

    def _on_reset(self) -> None:
        plain = Settings()
        before = self._settings.settings
        changes: dict[str, Any] = {
            each.name: getattr(plain, each.name)
            for each in fields(Settings)
            if each.name not in KEPT_BY_RESET
        }
        self._settings.update(**changes)
        self._theme.set_mode(plain.theme)
        self._window.menus.show_theme(ThemeMode(plain.theme))
        self._apply_all()
        if any(getattr(before, name) != getattr(plain, name) for name in RELOADING):
            self._model.load_initial()
        self.changed.emit()
        QTimer.singleShot(0, self, self._reopen)

    def _on_network_tried(self) -> None:
        self._window.status.set_privacy(self._report())
        if self._summary is not None:
            self._summary.show_report(self._report(self._sockets()))

    def _report(self, sockets: int | None = None) -> PrivacyReport:
        """What the guard says now, and what the operating system was heard to say."""
        return PrivacyReport(
            connections=self._guard.connection_count,
            refused=self._guard.refused_count,
            sockets=sockets,
            attempts=tuple(
                f"{each.at}  {each.target}  ({each.caller or each.kind})"
                for each in reversed(self._guard.refusals)
            ),
            allowed=self._guard.allows_connections,
        )

    def _on_hidden(self) -> None:
        """Say it once, where it is seen: the window is gone."""
        if not self._has_said_where:
            self._has_said_where = True
            self.tray.say(self.tr("Yomi goes on in the tray; Quit in its menu ends it."))

    # -- the dialog

    def _on_dialog_gone(self) -> None:
        self._dialog = None
        self._summary = None

    def _reopen(self) -> None:
        if self._dialog is not None:
            searched = self._dialog.search.text()
            self._dialog.destroyed.disconnect(self._on_dialog_gone)
            self._dialog.close()
            self._on_dialog_gone()
            self.open().search.setText(searched)

    def _built(self) -> SettingsDialog:
        dialog = SettingsDialog(self._window)
        dialog.changed.connect(self._on_changed)
        dialog.reset_requested.connect(self._on_reset)
        dialog.add_section(self.tr("General"), self._general())
        dialog.add_section(self.tr("Reading"), self._reading())
        dialog.add_section(self.tr("Capture"), self._capture())
        for title, build in self._sections:
            dialog.add_section(title(), build())
        self._summary = PrivacySummary()
        self._summary.show_report(self._report(self._sockets()))
        dialog.add_section(
            self.tr("Privacy"),
            [
                self._summary,
                switch_row(
                    "allow_connections",
                    self.tr("Allow network connections"),
                    self.tr("Nothing in Yomi needs the network. What goes through is counted all the same."),
                    value=self._settings.settings.allow_connections,
                ),
            ],
        )
        dialog.add_section(self.tr("Keyboard shortcuts"), self._keys())
        return dialog

    def _general(self) -> list[SettingRow]:
        settings = self._settings.settings
        return [
            choice_row(
                "language",
                self.tr("Language"),
                "",
                [(languages.SYSTEM, self.tr("Like the system")), *languages.NAMES.items()],
                settings.language,
            ),
            choice_row(
                "theme",
                self.tr("Theme"),
                "",
                [
                    (Theme.SYSTEM, self.tr("Like the system")),
                    (Theme.LIGHT, self.tr("Light")),
                    (Theme.DARK, self.tr("Dark")),
                ],
                settings.theme,
            ),
            switch_row(
                "start_minimised",
                self.tr("Start minimised"),
                self.tr("In the tray where there is one, else in the task bar."),
                value=settings.start_minimised,
            ),
            switch_row(
                "tray_visible",
                self.tr("Show an icon in the tray"),
                self.tr("Where the desktop has a tray."),
                value=settings.tray_visible,
            ),
            switch_row(
                "close_to_tray",
                self.tr("Closing the window keeps Yomi in the tray"),
                self.tr("Capturing then needs no start. Quit ends Yomi."),
                value=settings.close_to_tray,
            ),
        ]

    def _reading(self) -> list[SettingRow]:
        settings = self._settings.settings
        return [
            choice_row(
                "device",
                self.tr("Device"),
                self.tr("Where the model runs; a change loads it again."),
                [
                    ("auto", self.tr("The best there is")),
                    ("cpu", self.tr("Processor")),
                    ("cuda", self.tr("Graphics card (CUDA)")),
                    ("mps", self.tr("Graphics of a Mac (MPS)")),
                ],
                settings.device,
            ),
            choice_row(
                "precision",
                self.tr("Precision"),
                self.tr("int4 needs less than half the memory, where the model has such weights."),
                [
                    ("auto", self.tr("Automatic")),
                    ("bf16", "bf16"),
                    ("fp32", "fp32"),
                    ("int4", "int4"),
                ],
                settings.precision,
            ),
            number_row(
                "max_new_tokens",
                self.tr("Longest answer, in tokens"),
                self.tr("A longer one is cut off there and can be continued."),
                limits=LIMITS["max_new_tokens"],
                value=settings.max_new_tokens,
            ),
            number_row(
                "image_budget_tokens",
                self.tr("Resolution of pictures, in tokens"),
                self.tr("Fewer are faster and see less; a question about large shapes needs few."),
                limits=LIMITS["image_budget_tokens"],
                value=settings.image_budget_tokens,
                zero_words=self.tr("As the model wants"),
            ),
            switch_row(
                "formats_answers",
                self.tr("Lay out Markdown in answers"),
                self.tr("Tables, lists and code as they are meant. An answer's own button changes it too."),
                value=settings.formats_answers,
            ),
        ]

    def _capture(self) -> list[SettingRow]:
        settings = self._settings.settings
        return [
            switch_row(
                "capture_hides_window",
                self.tr("Hide the window while capturing"),
                "",
                value=settings.capture_hides_window,
            ),
            keys_row(
                "capture_hotkey",
                self.tr("Capture from any program"),
                self._about_hotkey(),
                keys=QKeySequence(settings.capture_hotkey),
                default=QKeySequence(),
                take=self._take_hotkey,
            ),
        ]

    def _about_hotkey(self) -> str:
        if self._hotkey.asks_user:
            return self.tr("Also while another program is in front. The desktop asks you about the keys.")
        if self._hotkey.is_possible:
            return self.tr("Also while another program is in front.")
        return self.tr("This desktop keeps such keys: give yomi --capture a shortcut in its settings.")

    def _on_hotkey_told(self, sentence: str, *, is_refusal: bool) -> None:
        """Where it is looked for: beside the keys while the settings are open, else in the window."""
        if self._dialog is None:
            self._window.say(sentence)
        else:
            row = self._dialog.row("capture_hotkey")
            (row.complain if is_refusal else row.tell)(sentence)

    def _take_hotkey(self, keys: QKeySequence) -> str:
        written = keys.toString(QKeySequence.SequenceFormat.PortableText)
        refusal = self._hotkey.set(written, tells_keys=True)
        if refusal:
            # Those that were in use stay in use.
            self._hotkey.set(self._settings.settings.capture_hotkey)
        return refusal

    def _keys(self) -> list[SettingRow]:
        shortcuts = self._window.menus.shortcuts
        return [
            keys_row(
                _KEYS_PREFIX + command.name,
                command.title,
                "",
                keys=command.keys,
                default=command.default,
                take=partial(shortcuts.set_keys, command.name),
            )
            for command in shortcuts.commands
        ]
