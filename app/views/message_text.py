"""What every text of a message is: read-only, selectable, as tall as its content, cheap to extend. GUI thread
only.

Every append lays out only the paragraph it lands in, so the cost of an answer is linear in its length as long
as paragraphs are short. A paragraph without line breaks is therefore continued in a new block after
`SOFT_BLOCK_CHARS`; such a block carries the mark SOFT, and whatever is copied out of the document is joined
without a line break there.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextEdit, QWidget

from app.views.doubtful_words import SOFT
from app.views.theme import Theme

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


class MessageText(QTextEdit):
    """Read-only text that is as tall as what is in it."""

    height_changed = Signal()
    _grew = Signal()

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tail_chars = 0
        self._is_settled = True
        self._ground_of: Theme | None = None
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
        # Not within whatever gave it another width: those around it are just finding their places.
        self._grew.connect(self._settle_later, Qt.ConnectionType.QueuedConnection)

    def stand_on_ground(self, theme: Theme) -> None:
        """Paint the ground too, so that what has been painted stays when text comes below it or the column
        is scrolled: then only what is new is painted, not all that is in sight.
        """
        self._ground_of = theme
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_StaticContents)
        theme.changed.connect(self.viewport().update)

    def settle(self) -> None:
        """Let everything around find its place now that this has grown: else the next picture would be
        painted twice, once before and once after.
        """
        self._is_settled = True
        around = self.parentWidget()
        while around is not None:
            QCoreApplication.sendPostedEvents(around, QEvent.Type.LayoutRequest.value)
            # The viewport that the column scrolls in is the last one that asks.
            around = around.parentWidget() if around.layout() is not None else None

    def _settle_later(self) -> None:
        if not self._is_settled:
            self.settle()

    def append_plain(self, text: str) -> None:
        """Add `text` at the end as it is; a selection and the reader's place stay."""
        selected = self.textCursor()
        anchor, position = selected.anchor(), selected.position()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        self.insert_plain(cursor, text)
        cursor.endEditBlock()
        if anchor != position and (selected.anchor(), selected.position()) != (anchor, position):
            # A selection that reaches the end would grow with what is inserted there.
            selected.setPosition(anchor)
            selected.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(selected)
        self.settle()

    def insert_plain(self, cursor: QTextCursor, text: str) -> None:
        """Write `text` at the end of the document, a block a line."""
        for index, line in enumerate(displayable(text).split("\n")):
            if index:
                self._start_block(cursor, 0)
            self._insert_line(cursor, line)

    def paint_ground(self, painter: QPainter, rect: QRect) -> None:
        """Paint what lies under the text."""
        if self._ground_of is not None:
            painter.fillRect(rect, QColor(self._ground_of.tokens.surface))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, where this text has one of its own, then the text over it."""
        if self._ground_of is not None:
            with QPainter(self.viewport()) as painter:
                self.paint_ground(painter, event.rect())
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another width every line may stand elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.viewport().update()

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

    def _on_size_changed(self, size: QSizeF) -> None:
        height = max(math.ceil(size.height()), self.fontMetrics().height())
        # As high as that by chance is not yet fixed: the next layout would make it as high as Qt's own hint.
        if not height == self.height() == self.minimumHeight():
            self.setFixedHeight(height)
            self.height_changed.emit()
            # Each layout around it would ask the next one in another turn, and pictures be painted between.
            self._is_settled = False
            self._grew.emit()


def displayable(text: str) -> str:
    """`text` with one kind of line end, and without the signs that a document keeps for itself."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(FOR_DISPLAY)


def line_height_format() -> QTextBlockFormat:
    """The format of a line of running text."""
    block_format = QTextBlockFormat()
    block_format.setLineHeight(LINE_HEIGHT_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    return block_format
