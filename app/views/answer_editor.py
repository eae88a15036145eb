"""The text of an answer while a reader corrects it, where it stands. GUI thread only."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QInputMethodEvent, QKeyEvent, QKeySequence, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.domain import Message
from app.views.doubtful_words import doubtful_words
from app.views.elided_label import ElidedLabel
from app.views.theme import Theme
from app.views.tokens import SPACE_8, SPACE_12

SAVES = QKeySequence("Ctrl+Return")

MOST_LINES = 24
"""Past this many lines the field scrolls."""


class AnswerField(QPlainTextEdit):
    """As tall as its text. Enter breaks the line, Ctrl+Enter is done."""

    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self.setProperty("kind", "composer-text")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        # Qt counts that as a step that can be taken back.
        self.document().clearUndoRedoStacks()
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @property
    def text(self) -> str:
        """To the character: `toPlainText` makes a blank of each that no line may break at."""
        return self.document().toRawText().replace("\u2029", "\n")

    @property
    def is_composing(self) -> bool:
        """Whether an input method is in the middle of a word."""
        return self._composing

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is being composed."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter is done; everything else is editing."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if not self._composing:
                self.submitted.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Fit again when the font changed."""
        super().changeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = max(1, math.ceil(self.document().documentLayout().documentSize().height()))
        over = lines > MOST_LINES
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if over else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        margins = 2 * math.ceil(self.document().documentMargin()) + 2
        self.setFixedHeight(min(lines, MOST_LINES) * self.fontMetrics().lineSpacing() + margins)


class AnswerEditor(QFrame):
    """Saves or leaves everything as it was; what the model wrote can be brought back."""

    confirmed = Signal(str)
    """the text as it is to be"""
    restored = Signal()
    cancelled = Signal()
    changed = Signal()

    def __init__(self, message: Message, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message = message
        self._theme = theme
        self.setProperty("kind", "composer")
        self.setProperty("active", "true")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_12, SPACE_8, SPACE_8, SPACE_8)
        column.setSpacing(SPACE_8)
        self.field = AnswerField()
        self.field.setAccessibleName(self.tr("The text of the answer"))
        self.field.setAccessibleDescription(
            self.tr("Ctrl+Enter saves it, Escape leaves it as it was. Words in doubt are underlined.")
        )
        self.field.setPlainText(message.text)
        self._first = self.field.text
        self.field.textChanged.connect(self._show_state)
        self.field.submitted.connect(self._on_confirmed)
        column.addWidget(self.field)
        column.addLayout(self._build_foot())
        self.setFocusProxy(self.field)
        self._mark_doubts()
        theme.changed.connect(self._mark_doubts)
        self._show_state()

    @property
    def words(self) -> str:
        """The text as it is now."""
        return self.field.text

    @property
    def is_changed(self) -> bool:
        """Whether there is anything to keep."""
        return self.field.text != self._first

    def resume(self, text: str) -> None:
        """Go on where the reader was."""
        self.field.setPlainText(text)
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves; the field passes it on."""
        if event.key() == Qt.Key.Key_Escape and not self.field.is_composing:
            self.cancelled.emit()
            return
        super().keyPressEvent(event)

    def _build_foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        about = ElidedLabel(self.tr("What the model wrote is kept."))
        about.setProperty("kind", "caption")
        row.addWidget(about, 1)
        self.restore_button = QPushButton(self.tr("Restore"))
        self.restore_button.setProperty("kind", "link")
        self.restore_button.setToolTip(self.tr("Bring back what was read"))
        self.restore_button.setAccessibleDescription(self.tr("Bring back what was read"))
        self.restore_button.clicked.connect(self.restored)
        self.restore_button.setVisible(self._message.written is not None)
        row.addWidget(self.restore_button)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.clicked.connect(self.cancelled)
        row.addWidget(self.cancel_button)
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setProperty("kind", "primary")
        self.save_button.setToolTip(SAVES.toString(QKeySequence.SequenceFormat.NativeText))
        self.save_button.clicked.connect(self._on_confirmed)
        row.addWidget(self.save_button)
        return row

    def _show_state(self) -> None:
        self.save_button.setEnabled(bool(self.field.text.strip()))
        self.changed.emit()

    def _on_confirmed(self) -> None:
        if self.save_button.isEnabled():
            self.confirmed.emit(self.field.text)

    def _mark_doubts(self) -> None:
        """Underline what the model was not sure of, and select the first: most readers come for that."""
        if self.is_changed:
            return
        how = QTextCharFormat()
        how.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        how.setUnderlineColor(QColor(self._theme.tokens.warning))
        marks, units, done = [], 0, 0
        for word in doubtful_words(self._message.lines):
            mark = QTextEdit.ExtraSelection()
            mark.format = how
            units += _utf16(self._message.text[done : word.start])
            cursor = QTextCursor(self.field.document())
            cursor.setPosition(units)
            units += _utf16(word.text)
            cursor.setPosition(units, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor = cursor
            marks.append(mark)
            done = word.stop
        self.field.setExtraSelections(marks)
        if marks:
            self.field.setTextCursor(marks[0].cursor)


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
