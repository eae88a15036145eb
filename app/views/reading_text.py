"""The text of a message, plain: exactly what was written, with marks over words in doubt. GUI thread only.

It is never parsed as Markdown or HTML, which both have signs that would vanish from a receipt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QHelpEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget

from app.copies import mime_of_plain
from app.domain import ReadWord
from app.views.doubtful_words import SOFT, Mark, marks_in
from app.views.message_text import MessageText, line_height_format


class ReadingText(MessageText):
    """Plain text that grows with what is appended."""

    link_activated = Signal(str)
    """An address that the reader wants to open, from the menu: plain text has no links to click."""
    place_wanted = Signal(int)
    """Which character of the text the reader wants to see on the picture"""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(label, parent)
        self._marks: list[Mark] = []
        self.has_place: Callable[[int], bool] = lambda _character: False
        """Whether it is known where on the picture a character of the text stands."""
        QTextCursor(self.document()).setBlockFormat(line_height_format())

    def set_text(self, text: str) -> None:
        """Show `text` instead of what is shown."""
        self.clear()
        self._drop_marks()
        self._tail_chars = 0
        QTextCursor(self.document()).setBlockFormat(line_height_format())
        self.append_text(text)

    def append_text(self, text: str) -> None:
        """Add `text` at the end; a selection and the reader's place stay."""
        self._drop_marks()
        self.append_plain(text)

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

    def link_at(self, place: QPoint) -> str:
        """The web or mail address under a point of the viewport; empty where there is none."""
        from app.rendering.bare_links import address_at  # noqa: PLC0415 - brings parsers

        cursor = self.cursorForPosition(place)
        return address_at(cursor.block().text(), cursor.positionInBlock())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to open an address, or to show the place on the picture, besides what every text offers."""
        menu = self.createStandardContextMenu(event.pos())
        character = len(self._between(0, self.cursorForPosition(event.pos()).position()))
        if self.has_place(character):
            menu.addSeparator()
            menu.addAction(self.tr("Show on the picture"), lambda: self.place_wanted.emit(character))
        link = self.link_at(event.pos())
        if link:
            menu.addSeparator()
            menu.addAction(self.tr("Open link…"), lambda: self.link_activated.emit(link))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

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
        """What a copy or a drag of the selection carries."""
        return mime_of_plain(self.selected_text())

    def _drop_marks(self) -> None:
        if self._marks:
            self._marks = []
            self.setExtraSelections([])

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
