"""The language of the window: which translation is loaded, and how words follow it. GUI thread only.

A widget says its words through `in_every_language`, which says them again when the language changes; so no
window has to be built anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QLocale, QObject, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QWidget

NAMES = {"en": "English", "de": "Deutsch", "ja": "日本語", "zh_CN": "简体中文"}
"""Each by its own name, so that who cannot read the window still finds it."""
SYSTEM = "system"


class Language(QObject):
    """The translators of the application; Qt's own dialogs follow too."""

    def __init__(self, app: QApplication, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent or app)
        self._app = app
        self._folder = folder
        self._chosen = SYSTEM
        self._translators: list[QTranslator] = []

    @property
    def name(self) -> str:
        """The language in force, one of `NAMES`."""
        return self._chosen if self._chosen in NAMES else of_the_system(QLocale.system().uiLanguages())

    def set(self, chosen: str) -> None:
        """Speak this language from now on; what is no language means the system's."""
        self._chosen = chosen if chosen in NAMES else SYSTEM
        # Numbers and dates are written as the language does: first, since what is said anew holds some.
        QLocale.setDefault(QLocale(self.name))
        for translator in self._translators:
            self._app.removeTranslator(translator)
        self._translators = []
        qt_folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        for file in (qt_folder / f"qtbase_{self.name}.qm", self._folder / f"yomi_{self.name}.qm"):
            translator = QTranslator(self)
            if translator.load(str(file)):
                self._app.installTranslator(translator)
                self._translators.append(translator)


def of_the_system(wanted: list[str]) -> str:
    """The first of the user's languages that Yomi speaks; English where there is none."""
    for tag in wanted:
        parts = tag.replace("_", "-").split("-")
        if parts[0] == "zh":
            # Simplified only: who reads traditional characters is better served in the next language.
            if not {"Hant", "TW", "HK", "MO"} & set(parts):
                return "zh_CN"
        elif parts[0] in NAMES:
            return parts[0]
    return "en"


class _Speaker(QObject):
    """Says the words of one widget again after each change.

    Qt tells a change to every child of a widget. As a filter of the widget's events this would be called for
    each of them, some 160 times where a question is sent.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._says: list[Callable[[], object]] = []

    def add(self, say: Callable[[], object]) -> None:
        """One more."""
        self._says.append(say)
        say()

    def event(self, event: QEvent) -> bool:
        """Say all again."""
        if event.type() is QEvent.Type.LanguageChange:
            for say in self._says:
                say()
        return super().event(event)


def in_every_language(widget: QWidget, *says: Callable[[], object]) -> None:
    """Call each of `says` now, and again whenever the language changes, for as long as `widget` lives."""
    speaker = widget.findChild(_Speaker, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if speaker is None:
        speaker = _Speaker(widget)
    for say in says:
        speaker.add(say)


translate = QCoreApplication.translate
"""For words of objects that are no QObject: `translate("Context", "Words")`."""


def QT_TRANSLATE_NOOP(context: str, source: str) -> str:  # noqa: N802, ARG001 - the name that lupdate looks for
    """Mark a text to be translated later; Qt's own of this name is typed as returning anything."""
    return source
