"""The field where a question is typed. Enter sends, Shift+Enter breaks the line, and an input method is never
cut off.

GUI thread only.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.views.growing_field import GrowingField
from app.views.language import in_every_language
from app.views.pasted_chip import LONG_CHARS

MOST_LINES = 8
"""Past this many lines the field scrolls."""

_FILE_MANAGERS = "x-special/"
"""How the type of what file managers of Linux copy begins, or its text where they have but a text for it."""
_PICTURE_ADDRESS = "data:image/"
"""How an address begins that is a picture itself, as browsers copy those of small ones."""


class ComposerText(GrowingField):
    """Says what it cannot take itself: pictures, long text, an arrow up where it is empty."""

    submitted = Signal()
    picture_pasted = Signal(QMimeData)
    """What was pasted holds pictures or files; not text."""
    long_pasted = Signal(str)
    """Text that is too long to stand here; only where `keeps_long_apart`."""
    recalled = Signal()
    """Arrow up in the empty field: the question before is wanted."""
    erased = Signal()
    """Backspace in the empty field: what stands before it is to go."""
    focused = Signal()
    unfocused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(MOST_LINES, parent)
        self.keeps_long_apart = False
        """Whether long text leaves as a signal instead."""
        in_every_language(
            self,
            lambda: self.setAccessibleName(self.tr("Question")),
            lambda: self.setAccessibleDescription(
                self.tr("Enter sends, Shift+Enter starts a new line. Pictures can be pasted here.")
            ),
        )
        self.setAcceptDrops(False)

    def set_hint(self, hint: str) -> None:
        """What stands in the field while it is empty."""
        if hint != self.placeholderText():
            self.setPlaceholderText(hint)
            # Qt 6.11 repaints when a hint comes or goes, not when one takes the place of another.
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send on Enter; everything else is editing."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            if self._composing:
                # The word is confirmed by the input method; this Enter was for it.
                event.ignore()
                return
            self.submitted.emit()
            event.accept()
            return
        if event.key() == Qt.Key.Key_Up and not self._composing and self.document().isEmpty():
            self.recalled.emit()
            return
        if event.key() == Qt.Key.Key_Backspace and not self._composing and self.document().isEmpty():
            self.erased.emit()
            return
        super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt's name
        """Pictures and files can be pasted, besides text."""
        return carries_pictures(source) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """Paste: pictures and files leave as a signal, text is typed."""
        if carries_pictures(source):
            self.picture_pasted.emit(source)
        elif self.keeps_long_apart and source.hasText() and self.is_too_long(text := source.text()):
            self.long_pasted.emit(text)
        else:
            super().insertFromMimeData(source)

    def is_too_long(self, text: str) -> bool:
        """Whether the field would be slow with this in it too."""
        there = self.document().characterCount() - 1 - len(self.textCursor().selectedText())
        return len(text) > LONG_CHARS or there + len(text) > 2 * LONG_CHARS

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say so."""
        super().focusInEvent(event)
        self.focused.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say so."""
        super().focusOutEvent(event)
        self.unfocused.emit()


def carries_pictures(data: QMimeData) -> bool:
    """Whether `data` holds a picture or files, so that it is not simply text."""
    if data.hasImage() or any(name.startswith("image/") for name in data.formats()):
        return True
    if any(url.isLocalFile() for url in data.urls()):
        return True
    if any(each.startswith(_FILE_MANAGERS) for each in (*data.formats(), data.text())):
        return True
    if data.text().lstrip()[: len(_PICTURE_ADDRESS)].lower() == _PICTURE_ADDRESS:
        return True
    return data.hasHtml() and not data.text().strip() and "<img" in data.html().lower()


def is_plain_text(data: QMimeData) -> bool:
    """Whether `data` is words and nothing else, to be typed."""
    return bool(data.hasText() and data.text().strip()) and not carries_pictures(data) and not data.hasUrls()
