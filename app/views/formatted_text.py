"""The text of an answer with its Markdown laid out, while it is being written and after. GUI thread only.

The model's text is kept as it came. Blocks that are finished are laid out once and never touched again; what
is not finished stands below them as it is, the tail. Nothing of this fetches anything: pictures are links,
and a link is only asked for, by `link_activated`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QToolTip, QWidget
from shiboken6 import isValid

from app.copies import mime_of
from app.rendering.blocks import Block, BlockSplitter
from app.rendering.copies import copy_of_cells, copy_of_markdown, escaped
from app.rendering.links import is_link
from app.rendering.pieces import pieces_of
from app.rendering.places import place_in_source
from app.rendering.readiness import prepare_language
from app.views.answer_ground import AnswerGround
from app.views.message_text import MessageText
from app.views.piece_writer import LINE, PieceWriter
from app.views.selected_text import cells_between, text_between
from app.views.slices import Slices
from app.views.snippet_button import SnippetButton
from app.views.snippet_buttons import SnippetButtons
from app.views.tail_marks import TailMarks
from app.views.theme import Theme

STEP_CHARS = 800
"""Blocks of at most this many characters are laid out in one go: each ends in finding the height of all."""

FEWEST_CHARS = 200
"""And so many at least: a go has its price, however little is laid out."""

WRITTEN_S = 0.003
"""As long as parsing and writing the blocks of a go may take, by what those before took: a table takes
several times as long as prose, and a machine with other work several times as long as one without.
"""

ABOVE_PX = 48
"""So far over new text something may look otherwise by it: the corners of a listing that goes on, the last
line of a table.
"""


class FormattedText(MessageText):
    """Markdown that grows with what is appended."""

    link_activated = Signal(str)
    """An address that the reader clicked on; only of a scheme that may be opened."""
    place_wanted = Signal(int)
    """Which character of the source the reader wants to see on the picture"""
    laid_out = Signal()
    """All that is finished is on screen."""

    def __init__(self, label: str, theme: Theme, slices: Slices, parent: QWidget | None = None) -> None:
        super().__init__(label, parent)
        self._theme = theme
        self._slices = slices
        self._writer = PieceWriter(theme)
        self._source = ""
        self.has_place: Callable[[int], bool] = lambda _character: False
        """Whether it is known where on the picture a character of the source stands."""
        self._splitter = BlockSplitter()
        self._is_finished = False
        self._waiting: deque[Block] = deque()
        self._is_queued = False
        self._step_chars: float = STEP_CHARS
        self._is_held = False
        """Whether it keeps its height while it is laid out anew."""
        self._shown: list[tuple[int, int, Block]] = []
        """Of each block on show, in order: the stretch of the document that it is."""
        self._tail_at = 0
        self._tail = ""
        self._ground = AnswerGround(theme, self.document(), self._writer)
        self._buttons = SnippetButtons(theme, slices, self.viewport(), self._writer, self._ground)
        self._languages = {""}
        self._pressed_link = ""
        self.setMouseTracking(True)
        self.stand_on_ground(theme)
        theme.changed.connect(self._on_theme_changed)

    # -- text in

    def set_text(self, text: str, *, finished: bool = False) -> None:
        """Show `text` instead of what is shown; `finished` where nothing more will come."""
        self._clear()
        self._source = text
        self._waiting.extend(self._splitter.feed(text))
        if finished:
            self._waiting.extend(self._splitter.finish())
        self._is_finished = finished
        self._work()

    def append_text(self, text: str) -> None:
        """More of the answer; a selection and the reader's place stay."""
        if self._is_finished:
            # It goes on where it was cut off, perhaps within its last block.
            self.set_text(self._source + text)
            return
        self._source += text
        blocks = self._splitter.feed(text)
        if self._splitter.open_language not in self._languages:
            # Its lexer is read while the code is still being written.
            self._languages.add(self._splitter.open_language)
            prepare_language(self._splitter.open_language)
        if not blocks and not self._waiting:
            if self._tail.strip("\r\n"):
                self._tail += text
                self.append_plain(text)
            else:
                self._show_tail()
            return
        self._waiting.extend(blocks)
        self._work()

    def finish(self) -> None:
        """Nothing more will come: the tail is a block."""
        if not self._is_finished:
            self._is_finished = True
            self._waiting.extend(self._splitter.finish())
            self._work(soon=True)

    # -- text out

    @property
    def source(self) -> str:
        """The model's text, to the character."""
        return self._source

    @property
    def is_laid_out(self) -> bool:
        """Whether all that is finished is on screen."""
        return not self._waiting

    @property
    def blocks(self) -> list[Block]:
        """The blocks on show."""
        return [block for _, _, block in self._shown]

    @property
    def snippet_buttons(self) -> list[SnippetButton]:
        """The buttons of the listings and tables that came in sight, in order."""
        return self._buttons.made

    def text(self) -> str:
        """What can be read on screen."""
        return text_between(self.document(), 0, self.document().characterCount() - 1)

    def selected_text(self) -> str:
        """What can be read of the selection."""
        cursor = self.textCursor()
        return text_between(self.document(), cursor.selectionStart(), cursor.selectionEnd())

    def selected_markdown(self) -> str:
        """The selection as Markdown: of blocks that are selected whole, what the model wrote."""
        start, stop = self.textCursor().selectionStart(), self.textCursor().selectionEnd()
        parts: list[str] = []
        for first, last, block in self._shown:
            if last <= start or first >= stop:
                continue
            if start <= first and last - 1 <= stop:
                parts.append(block.source)
            else:
                words = text_between(self.document(), max(start, first), min(stop, last - 1))
                parts.append(escaped(words) + ("" if last > stop else "\n\n"))
        if stop > self._tail_at:
            parts.append(text_between(self.document(), max(start, self._tail_at), stop))
        return "".join(parts)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802 - Qt's name
        """What a copy or a drag of the selection carries."""
        cells = cells_between(self.textCursor())
        if cells:
            return mime_of(copy_of_cells(cells))
        copy = copy_of_markdown(self.selected_markdown())
        data = mime_of(copy)
        data.setText(self.selected_text())
        return data

    # -- laying out

    def _work(self, *, soon: bool = False) -> None:
        """Lay out what waits, now as far as the present slice goes, or `soon`: what else the end of an
        answer brings is work enough for its turn.
        """
        if self._waiting and not self._is_queued:
            self._is_queued = True
            (self._slices.add_soon if soon else self._slices.add)(self._lay_out_next)
        elif not self._waiting:
            self._show_tail()
            self._let_go()

    def _lay_out_next(self) -> bool:
        if not isValid(self):
            return False
        self._lay_out(self._next_blocks())
        if self._waiting:
            return True
        self._is_queued = False
        self._let_go()
        self._want_buttons()
        self.laid_out.emit()
        return False

    def _next_blocks(self) -> list[Block]:
        """As many as are laid out in one go."""
        blocks: list[Block] = []
        chars = 0
        while self._waiting and (not blocks or chars + len(self._waiting[0].source) <= self._step_chars):
            blocks.append(self._waiting.popleft())
            chars += len(blocks[-1].source)
        return blocks

    def _learn(self, chars: int, took_s: float) -> None:
        """How much the next go is to be, by how long one took: half of the way there, since one may be
        slow by chance.
        """
        would_do = chars * WRITTEN_S / max(took_s, WRITTEN_S / 100)
        self._step_chars = max(FEWEST_CHARS, min(STEP_CHARS, (self._step_chars + would_do) / 2))

    def _lay_out(self, blocks: list[Block]) -> None:
        """Put blocks where the tail was, and, where none wait, the new tail below them."""
        anchor, position = self._selection()
        marks = self._marks_in_tail(anchor, position)
        tail_at = self._tail_at
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        self._remove_tail(cursor)
        began_s = time.perf_counter()
        for block in blocks:
            start = cursor.position()
            self._writer.write(cursor, pieces_of(block), block.source)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            self._shown.append((start, cursor.position(), block))
        self._learn(sum(len(block.source) for block in blocks), time.perf_counter() - began_s)
        self._tail_at = cursor.position()
        if not self._waiting:
            self._write_tail(cursor)
        cursor.endEditBlock()
        if marks is not None:
            anchor, position = marks.places_in(self.document(), tail_at)
        self._restore_selection(anchor, position)
        self._measure(last_has_grown=any(block.continues for block in blocks))
        self._paint_from(tail_at)
        self.settle()

    def _paint_from(self, position: int) -> None:
        """Have painted anew what is at a place of the document, right above it, and below."""
        top = self.document().documentLayout().blockBoundingRect(self.document().findBlock(position)).top()
        self.viewport().update(self.viewport().rect().adjusted(0, max(0, int(top) - ABOVE_PX), 0, 0))

    def _remove_tail(self, cursor: QTextCursor) -> None:
        cursor.setPosition(self._tail_at)
        if self._tail:
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            self._tail = ""

    def _write_tail(self, cursor: QTextCursor) -> None:
        self._tail = "" if self._is_finished else self._splitter.tail
        # The empty lines before a block are the distance that it keeps.
        shown = self._tail.lstrip("\r\n")
        if shown:
            self._begin_tail(cursor)
            self.insert_plain(cursor, shown)

    def _show_tail(self) -> None:
        tail = "" if self._is_finished else self._splitter.tail
        if tail != self._tail:
            anchor, position = self._selection()
            cursor = QTextCursor(self.document())
            cursor.beginEditBlock()
            self._remove_tail(cursor)
            self._write_tail(cursor)
            cursor.endEditBlock()
            self._restore_selection(anchor, position)

    def _begin_tail(self, cursor: QTextCursor) -> None:
        block_format, char_format = self._writer.tail_formats()
        cursor.setBlockFormat(block_format)
        cursor.setBlockCharFormat(char_format)
        cursor.block().setUserState(LINE)
        self._tail_chars = 0

    def _selection(self) -> tuple[int, int]:
        return self.textCursor().anchor(), self.textCursor().position()

    def _marks_in_tail(self, anchor: int, position: int) -> TailMarks | None:
        """Where in the tail a selection begins or ends, by its letters; None where it does neither."""
        if anchor == position or max(anchor, position) <= self._tail_at:
            return None
        return TailMarks(self.document(), self._tail_at, anchor, position)

    def _restore_selection(self, anchor: int, position: int) -> None:
        """Keep what is selected above the tail; what was below has been replaced."""
        now = self.textCursor()
        if (now.anchor(), now.position()) == (anchor, position):
            return
        last = self.document().characterCount() - 1
        now.setPosition(min(anchor, last))
        now.setPosition(min(position, last), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(now)

    def _clear(self) -> None:
        self._buttons.forget()
        self._ground.forget()
        self._writer.forget()
        self._splitter = BlockSplitter()
        self._waiting.clear()
        self._shown = []
        self._tail, self._tail_at = "", 0
        self._tail_chars = 0
        self.clear()
        self.document().setIndentWidth(24)

    def _on_theme_changed(self) -> None:
        if self._source:
            # What comes after it stays where it is meanwhile.
            self._is_held = True
            self.set_text(self._source, finished=self._is_finished)

    def _on_size_changed(self, size: QSizeF) -> None:
        if not self._is_held or size.height() > self.height():
            super()._on_size_changed(size)

    def _let_go(self) -> None:
        if self._is_held:
            self._is_held = False
            self._on_size_changed(self.document().size())

    # -- buttons of listings and tables

    def _measure(self, *, last_has_grown: bool = False) -> None:
        """See where things are, and put the buttons of listings and tables there."""
        self._buttons.follow(self._ground.measure(last_has_grown=last_has_grown))

    def _want_buttons(self) -> None:
        self._buttons.want(at_once=self._is_finished and not self._waiting)

    # -- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the buttons with what they belong to."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._ground.forget()
            self._measure()

    def paint_ground(self, painter: QPainter, rect: QRect) -> None:
        """Paint the ground of listings and the bars of quotations too."""
        super().paint_ground(painter, rect)
        self._ground.paint(painter, QRectF(rect))
        self._want_buttons()

    def viewportEvent(self, event: QEvent) -> bool:
        """Say what is behind a link or a formula."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            hint = self._format_at(event.pos()).toolTip()
            if hint:
                QToolTip.showText(event.globalPos(), hint, self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the link that the button went down on."""
        self._pressed_link = (
            self.link_at(event.position().toPoint()) if event.button() == Qt.MouseButton.LeftButton else ""
        )
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a link asks to open it; a selection that ends on one does not."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed_link = self._pressed_link, ""
        if (
            pressed
            and event.button() == Qt.MouseButton.LeftButton
            and not self.textCursor().hasSelection()
            and self.link_at(event.position().toPoint()) == pressed
        ):
            self.link_activated.emit(pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over links."""
        super().mouseMoveEvent(event)
        over = bool(self.link_at(event.position().toPoint()))
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.IBeamCursor
        if self.viewport().cursor().shape() is not shape:
            self.viewport().setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter on a link asks to open it."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            link = self.textCursor().charFormat().anchorHref()
            if is_link(link):
                self.link_activated.emit(link)
                return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the place on the picture and the address of a link besides what every text offers."""
        menu = self.createStandardContextMenu(event.pos())
        character = self.character_at(event.pos())
        if self.has_place(character):
            menu.addSeparator()
            menu.addAction(self.tr("Show on the picture"), lambda: self.place_wanted.emit(character))
        link = self.link_at(event.pos())
        if link:
            menu.addSeparator()
            menu.addAction(self.tr("Open link…"), lambda: self.link_activated.emit(link))
            menu.addAction(
                self.tr("Copy address of the link"), lambda: QGuiApplication.clipboard().setText(link)
            )
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def character_at(self, place: QPoint) -> int:
        """The character of the source under a point of the viewport; -1 where it is not laid out yet."""
        position = self.cursorForPosition(place).position()
        before = 0
        for start, stop, block in self._shown:
            if position < stop or block is self._shown[-1][2]:
                shown = text_between(self.document(), start, stop - 1)
                at = len(text_between(self.document(), start, min(position, stop - 1)))
                return before + place_in_source(shown, at, block.source)
            before += len(block.source)
        return -1

    def link_at(self, place: QPoint) -> str:
        """The address under a point of the viewport; empty where there is none that may be opened."""
        link = self.anchorAt(place)
        return link if is_link(link) else ""

    def _format_at(self, place: QPoint) -> QTextCharFormat:
        position = self.document().documentLayout().hitTest(place.toPointF(), Qt.HitTestAccuracy.ExactHit)
        if position < 0:
            return QTextCharFormat()
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position + 1, self.document().characterCount() - 1))
        return cursor.charFormat()
