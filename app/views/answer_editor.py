"""The text of an answer while a reader corrects it, where it stands. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPushButton, QTextEdit, QWidget

from app.domain import Message
from app.views.doubtful_words import doubtful_words
from app.views.elided_label import ElidedLabel
from app.views.growing_field import GrowingField
from app.views.inline_editor import InlineEditor
from app.views.language import in_every_language
from app.views.theme import Theme

SAVES = QKeySequence("Ctrl+Return")

MOST_LINES = 24
"""Past this many lines the field scrolls."""


class AnswerField(GrowingField):
    """Enter breaks the line, Ctrl+Enter is done."""

    submitted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(MOST_LINES, parent)

    @property
    def text(self) -> str:
        """To the character: `toPlainText` makes a blank of each that no line may break at."""
        return self.document().toRawText().replace("\u2029", "\n")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter is done; everything else is editing."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if not self._composing:
                self.submitted.emit()
            event.accept()
            return
        super().keyPressEvent(event)


class AnswerEditor(InlineEditor):
    """Saves or leaves everything as it was; what the model wrote can be brought back."""

    confirmed = Signal(str)
    """the text as it is to be"""
    restored = Signal()

    def __init__(self, message: Message, theme: Theme, parent: QWidget | None = None) -> None:
        self.field = AnswerField()
        super().__init__(self.field, parent)
        self._message = message
        self._theme = theme
        self.field.setPlainText(message.text)
        self._first = self.field.text
        self.field.textChanged.connect(self._show_state)
        self.field.submitted.connect(self._on_confirmed)
        self.column.addWidget(self.field)
        self._build_foot()
        in_every_language(self, self._set_words)
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

    def _build_foot(self) -> None:
        self.restore_button = QPushButton()
        self.restore_button.setProperty("kind", "link")
        self.restore_button.clicked.connect(self.restored)
        self.save_button = QPushButton()
        self.save_button.clicked.connect(self._on_confirmed)
        self._about = ElidedLabel()
        self.add_foot(self._about, self.restore_button, self.cancel_button, self.save_button)
        self.restore_button.setVisible(self._message.written is not None)

    def _set_words(self) -> None:
        self.field.setAccessibleName(self.tr("The text of the answer"))
        self.field.setAccessibleDescription(
            self.tr("Ctrl+Enter saves it, Escape leaves it as it was. Words in doubt are underlined.")
        )
        self.restore_button.setText(self.tr("Restore"))
        self.restore_button.setToolTip(self.tr("Bring back what was read"))
        self.restore_button.setAccessibleDescription(self.tr("Bring back what was read"))
        self.save_button.setText(self.tr("Save"))
        self.save_button.setToolTip(SAVES.toString(QKeySequence.SequenceFormat.NativeText))
        self._about.setText(self.tr("What the model wrote is kept."))

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
