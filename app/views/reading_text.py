"""The text of a message: plain, selectable, as tall as its content, and cheap to extend. GUI thread only.

Every append lays out only the paragraph it lands in, so the cost of an answer is linear in its length as long
as paragraphs are short. A paragraph without line breaks is therefore continued in a new block after
`SOFT_BLOCK_CHARS`; such a block carries the mark SOFT, and whatever is copied out of the document is joined
without a line break there. The text is never parsed as markdown or HTML: both lose characters of the model's
output (docs/adr/answers-are-plain-text.md).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QToolTip, QWidget

from app.domain import ReadWord
from app.views.doubtful_words import SOFT, Mark, marks_in

SOFT_BLOCK_CHARS = 1000
"""Laying out a block of this many characters takes about a millisecond; the limit is where an append would be
felt.
"""

LONGEST_WORD_CHARS = 120
"""How far the next space is looked for; past that a text has none to break at: Chinese, Japanese, a hash."""

LINE_HEIGHT_PERCENT = 128

FOR_DISPLAY = str.maketrans({"\u2029": "\n", "\ufdd0": "\ufffd", "\ufdd1": "\ufffd", "\x00": "\ufffd"})
"""Characters that QTextDocument uses for its own structure."""

PASSED_ON_KEYS = frozenset(
    {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End}
)
"""Without modifiers these scroll the list of messages, not this text, which has nothing to scroll."""


class ReadingText(QTextEdit):
    """Read-only plain text that grows with what is appended."""

    height_changed = Signal()

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tail_chars = 0
        self._marks: list[Mark] = []
        self.setProperty("kind", "reading")
        self.setAccessibleName(label)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self._set_line_height()

    def set_text(self, text: str) -> None:
        """Show `text` instead of what is shown."""
        self.clear()
        self._drop_marks()
        self._tail_chars = 0
        self._set_line_height()
        self.append_text(text)

    def append_text(self, text: str) -> None:
        """Add `text` at the end; a selection and the reader's place stay."""
        self._drop_marks()
        shown = text.replace("\r\n", "\n").replace("\r", "\n").translate(FOR_DISPLAY)
        selected = self.textCursor()
        anchor, position = selected.anchor(), selected.position()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for index, line in enumerate(shown.split("\n")):
            if index:
                self._start_block(cursor, 0)
            self._insert_line(cursor, line)
        cursor.endEditBlock()
        if anchor != position and (selected.anchor(), selected.position()) != (anchor, position):
            # A selection that reaches the end would grow with what is inserted there.
            selected.setPosition(anchor)
            selected.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(selected)

    def mark_words(self, text: str, words: Sequence[ReadWord], colour: str) -> None:
        """Underline words of the text on show, in order, instead of those marked before.

        The marks are drawn over the document and are no part of it: what is copied stays as it is.
        """
        self._marks = marks_in(self.document(), text, words)
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        look.setUnderlineColor(QColor(colour))
        selections = []
        for mark in self._marks:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(mark.start)
            cursor.setPosition(mark.stop, QTextCursor.MoveMode.KeepAnchor)
            selection.cursor, selection.format = cursor, look
            selections.append(selection)
        self.setExtraSelections(selections)

    @property
    def marks(self) -> list[Mark]:
        """The words that are underlined, as they stand in the document."""
        return list(self._marks)

    def mark_at(self, place: QPoint) -> Mark | None:
        """The marked word under a point of the viewport."""
        position = self.cursorForPosition(place).position()
        for mark in self._marks:
            if mark.start <= position <= mark.stop and self._covers(mark, place):
                return mark
        return None

    def _covers(self, mark: Mark, place: QPoint) -> bool:
        """Whether a point lies on a word, not in the blank beside the end of its line."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(mark.start)
        first = self.cursorRect(cursor)
        cursor.setPosition(mark.stop)
        last = self.cursorRect(cursor)
        if first.top() != last.top():
            return True
        left, right = sorted((first.left(), last.right()))
        return first.top() <= place.y() <= first.bottom() and left <= place.x() <= right

    def viewportEvent(self, event: QEvent) -> bool:
        """Say how sure a marked word is."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            mark = self.mark_at(event.pos())
            if mark is not None:
                QToolTip.showText(event.globalPos(), mark.sentence, self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def text(self) -> str:
        """The whole text, soft blocks joined."""
        return self._between(0, self.document().characterCount() - 1)

    def selected_text(self) -> str:
        """The selected part, soft blocks joined."""
        cursor = self.textCursor()
        return self._between(cursor.selectionStart(), cursor.selectionEnd())

    def ideal_width_px(self) -> int:
        """The width at which no line would have to be broken."""
        unbroken = self.document().clone(self)
        unbroken.setTextWidth(-1)
        width = math.ceil(unbroken.idealWidth()) + 1
        unbroken.deleteLater()
        return width

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802 - Qt's name
        """What a copy or a drag of the selection carries: plain text only."""
        data = QMimeData()
        data.setText(self.selected_text())
        return data

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the list of messages scroll."""
        event.ignore()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let the window take what is dropped."""
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass scrolling keys on; keep those that select and copy."""
        if event.key() in PASSED_ON_KEYS and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Drop the selection when another message is clicked, so that at most one is shown."""
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            cursor = self.textCursor()
            cursor.clearSelection()
            self.setTextCursor(cursor)

    def _drop_marks(self) -> None:
        if self._marks:
            self._marks = []
            self.setExtraSelections([])

    def _insert_line(self, cursor: QTextCursor, line: str) -> None:
        while line:
            soft_room = SOFT_BLOCK_CHARS - self._tail_chars
            hard_room = soft_room + LONGEST_WORD_CHARS
            cut = line.find(" ", max(0, soft_room)) + 1
            if len(line) <= soft_room or (len(line) <= hard_room and not cut):
                cursor.insertText(line)
                self._tail_chars += len(line)
                return
            if not cut or cut > hard_room:
                cut = hard_room
            cursor.insertText(line[:cut])
            self._tail_chars += cut
            line = line[cut:]
            if line:
                self._start_block(cursor, SOFT)

    def _start_block(self, cursor: QTextCursor, state: int) -> None:
        cursor.insertBlock()
        cursor.block().setUserState(state)
        self._tail_chars = 0

    def _between(self, start: int, end: int) -> str:
        parts: list[str] = []
        block = self.document().findBlock(start)
        while block.isValid() and block.position() <= end:
            if parts and block.userState() != SOFT:
                parts.append("\n")
            cursor = QTextCursor(self.document())
            cursor.setPosition(max(start, block.position()))
            cursor.setPosition(
                min(end, block.position() + block.length() - 1), QTextCursor.MoveMode.KeepAnchor
            )
            parts.append(cursor.selectedText())
            block = block.next()
        return "".join(parts)

    def _set_line_height(self) -> None:
        block_format = QTextBlockFormat()
        block_format.setLineHeight(
            LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
        )
        cursor = QTextCursor(self.document())
        cursor.setBlockFormat(block_format)

    def _on_size_changed(self, size: QSizeF) -> None:
        height = max(math.ceil(size.height()), self.fontMetrics().height())
        if height != self.height():
            self.setFixedHeight(height)
            self.height_changed.emit()
