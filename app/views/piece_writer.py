"""Writes the pieces of an answer at the end of a document: words, lists, listings, tables, formulas. GUI
thread only.

The document always ends with an empty block, the seat of what comes next; where that is a frame, Qt leaves
the seat before it, which is then made a pixel high and marked SPACER. Blocks say in their user state how they
are joined to what is before them when text is copied.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrame,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
    QTextTableFormat,
)

from app.rendering.blocks import TABLE_LIMIT_CHARS
from app.rendering.highlight import CodeRole, coloured
from app.rendering.pieces import Grid, Listing, Paragraph, Piece, Place, Rule, Span
from app.views.message_text import displayable, line_height_format
from app.views.table_lines import TablePart
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16
from app.views.tooltip import plain_tip

LINE, SOFT, SPACER, GAP = 0, 1, 2, 3
"""User states: a new line, the same line, nothing to be copied, a new line after an empty one."""

INDENT_PX = 24
QUOTE_PX = 16
LISTING_BAR_PX = 26
"""Room over the first line of a listing, for its language and its button."""

TABLE_BUTTON_PX = 36
"""Room beside a table for its button."""

CELL_PADDING_PX = 7
"""Between the words of a cell and the edge that its lines are drawn on."""

NARROW_PADDING_PX = 3
MANY_COLUMNS = 12
"""With more than so many the room is needed for words."""

RTL_MARKER_GAP = "\u2002"
"""Qt measures tabs from the left, also in a line that begins at the right."""

HEADING_SCALES = (1.5, 1.28, 1.13, 1.0, 1.0, 1.0)
WIDER_CHARS = 4
"""Room in each column for rows that are a little longer than those that its width is measured by."""

LONGEST_MEASURED_CHARS = 60

CODE_TOKENS = {
    CodeRole.KEYWORD: "accent",
    CodeRole.NAME: "code_name",
    CodeRole.STRING: "success",
    CodeRole.NUMBER: "warning",
    CodeRole.COMMENT: "text_faint",
    CodeRole.REMOVED: "danger",
}

ALIGNMENTS = {
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute,
}


@dataclass(slots=True)
class Snippet:
    """A listing or a table in the document, which has a button of its own; grows with its further parts."""

    frame: QTextFrame
    language: str = ""
    text: str = ""
    """The code; of a table, its Markdown."""
    is_table: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of the document, [start, stop), that is quoted so many times."""

    start: int
    stop: int
    depth: int
    is_rtl: bool


class PieceWriter:
    """Where the document ends now, and how things look."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.snippets: list[Snippet] = []
        self.tables: list[TablePart] = []
        self.quotes: list[Quote] = []
        self.rules: list[tuple[int, int]] = []
        """Of each line across the column: where its block is in the document, and how far it is indented."""
        self._is_first = True
        self._ends_in_table = False
        """Whether a table that may go on stands at the end: it keeps no distance to what comes."""
        self._shares: tuple[float, ...] = ()
        self._table_share = 100.0
        self._mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()

    def forget(self) -> None:
        """The document is empty again."""
        self.snippets, self.tables, self.quotes, self.rules = [], [], [], []
        self._is_first = True
        self._ends_in_table = False
        self._shares = ()

    def write(self, cursor: QTextCursor, pieces: Iterable[Piece], source: str) -> None:
        """Add pieces at the end of the document; `source` is the Markdown that they were made of."""
        for piece in pieces:
            match piece:
                case Paragraph():
                    self._paragraph(cursor, piece)
                case Listing():
                    self._listing(cursor, piece)
                case Grid():
                    self._grid(cursor, piece, source)
                case Rule():
                    self._rule(cursor, piece)
            self._is_first = False
            self._ends_in_table = isinstance(piece, Grid) and _is_long(piece, source)

    def tail_formats(self) -> tuple[QTextBlockFormat, QTextCharFormat]:
        """For the lines that are not formatted yet."""
        block_format = line_height_format()
        if not self._is_first:
            block_format.setTopMargin(SPACE_8)
        return block_format, QTextCharFormat()

    # -- paragraphs

    def _paragraph(self, cursor: QTextCursor, piece: Paragraph) -> None:
        words = displayable(piece.text)
        block_format = self._block_format(piece.place, words)
        base = QTextCharFormat()
        if piece.heading:
            base.setFontPointSize(self._theme.type_scale.body_pt * HEADING_SCALES[piece.heading - 1])
            base.setFontWeight(QFont.Weight.DemiBold)
            block_format.setHeadingLevel(piece.heading)
            if not self._is_first:
                block_format.setTopMargin(SPACE_16 if piece.heading < 4 else SPACE_12)
        if piece.is_formula:
            block_format.setIndent(piece.place.indent + 1)
            base.setFontPointSize(self._theme.type_scale.body_pt * 1.1)
        if piece.marker and not is_rtl(words):
            self._hang(block_format, piece)
        start = self._sit_down(cursor, block_format, piece.place)
        if piece.marker:
            marker = QTextCharFormat(base)
            marker.setForeground(QColor(self._theme.tokens.text_muted))
            cursor.insertText(piece.marker + (RTL_MARKER_GAP if is_rtl(words) else "\t"), marker)
        for span in piece.spans:
            cursor.insertText(_in_one_block(span.text), self._char_format(span, base))
        self._end_block(cursor, start, piece.place, is_rtl=is_rtl(words))

    def _hang(self, block_format: QTextBlockFormat, piece: Paragraph) -> None:
        """The marker stands before the edge that the lines of its item share."""
        wide = QFontMetricsF(self._theme.font(self._theme.type_scale.body_pt)).horizontalAdvance(piece.marker)
        room = INDENT_PX * max(1, -(-int(wide + SPACE_4) // INDENT_PX))
        block_format.setIndent(piece.place.indent + room // INDENT_PX - 1)
        block_format.setTextIndent(-room)
        block_format.setTabPositions([QTextOption.Tab(room, QTextOption.TabType.LeftTab)])

    def _block_format(self, place: Place, words: str) -> QTextBlockFormat:
        block_format = line_height_format()
        block_format.setTopMargin(0 if self._is_first else SPACE_4 / 2 if place.is_tight else SPACE_8)
        block_format.setIndent(place.indent)
        right_to_left = is_rtl(words)
        if place.quotes:
            margin = QUOTE_PX * place.quotes
            (block_format.setRightMargin if right_to_left else block_format.setLeftMargin)(margin)
        block_format.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight
        )
        return block_format

    def _char_format(self, span: Span, base: QTextCharFormat) -> QTextCharFormat:
        tokens = self._theme.tokens
        look = QTextCharFormat(base)
        if span.bold:
            look.setFontWeight(QFont.Weight.DemiBold)
        if span.italic:
            look.setFontItalic(True)
        if span.struck:
            look.setFontStrikeOut(True)
        if span.code:
            look.setFontFamilies([self._mono])
            look.setBackground(QColor(tokens.sunken))
        if span.level:
            alignments = QTextCharFormat.VerticalAlignment
            look.setVerticalAlignment(
                alignments.AlignSuperScript if span.level > 0 else alignments.AlignSubScript
            )
        if span.link:
            look.setAnchor(True)
            look.setAnchorHref(span.link)
            look.setForeground(QColor(tokens.accent))
            look.setFontUnderline(True)
        if span.hint:
            look.setToolTip(plain_tip(span.hint))
        return look

    # -- listings

    def _listing(self, cursor: QTextCursor, piece: Listing) -> None:
        last = self.snippets[-1] if self.snippets else None
        if piece.continues and last is not None and not last.is_table:
            snippet = last
            inside = last.frame.lastCursorPosition()
            snippet.text += piece.code if piece.within_line else f"\n{piece.code}"
            is_new = False
        else:
            self._make_way(cursor)
            frame = cursor.insertFrame(self._listing_format(piece.place))
            snippet = Snippet(frame, piece.language, piece.code)
            self.snippets.append(snippet)
            inside = frame.firstCursorPosition()
            is_new = True
        self._code_lines(inside, piece, is_new=is_new)
        self._make_way(cursor)

    def _listing_format(self, place: Place) -> QTextFrameFormat:
        frame_format = QTextFrameFormat()
        frame_format.setTopMargin(0 if self._is_first else SPACE_8)
        frame_format.setBottomMargin(SPACE_12)
        frame_format.setLeftMargin(INDENT_PX * place.indent + QUOTE_PX * place.quotes)
        frame_format.setPadding(SPACE_12)
        return frame_format

    def _code_lines(self, cursor: QTextCursor, piece: Listing, *, is_new: bool) -> None:
        line_format = QTextBlockFormat()
        line_format.setLineHeight(118, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        line_format.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        base = QTextCharFormat()
        base.setFontFamilies([self._mono])
        base.setFontPointSize(self._theme.type_scale.body_pt * 0.95)
        if is_new:
            cursor.setBlockFormat(_spacer_format(LISTING_BAR_PX - SPACE_8))
            cursor.block().setUserState(SPACER)
            cursor.insertBlock(line_format, base)
            cursor.block().setUserState(GAP)
        elif not piece.within_line:
            cursor.insertBlock(line_format, base)
            cursor.block().setUserState(LINE)
        for run in coloured(piece.code, piece.language):
            look = QTextCharFormat(base)
            token = CODE_TOKENS.get(run.role)
            if token:
                look.setForeground(QColor(getattr(self._theme.tokens, token)))
            for index, words in enumerate(displayable(run.text).split("\n")):
                if index:
                    cursor.insertBlock(line_format, base)
                    cursor.block().setUserState(LINE)
                if words:
                    cursor.insertText(words, look)

    # -- tables

    def _grid(self, cursor: QTextCursor, piece: Grid, source: str) -> None:
        # One that has come so far may go on in further parts: all parts get the same shares of the width.
        is_long = _is_long(piece, source)
        continues = piece.continues and bool(self._shares) and len(self._shares) >= len(piece.alignments)
        if not continues:
            self._measure_columns(piece.rows, cursor.document().textWidth() - TABLE_BUTTON_PX)
        self._make_way(cursor)
        columns = len(self._shares)
        table_format = self._table_format(piece, continues=continues, is_long=is_long)
        if is_long:
            table_format.setWidth(QTextLength(QTextLength.Type.PercentageLength, self._table_share))
            table_format.setColumnWidthConstraints(
                [QTextLength(QTextLength.Type.PercentageLength, share) for share in self._shares]
            )
        if piece.has_header:
            table_format.setHeaderRowCount(1)
        table = cursor.insertTable(len(piece.rows), columns, table_format)
        for number, row in enumerate(piece.rows):
            self._row(table, number, row, piece, is_header=number == 0 and piece.has_header)
        self.tables.append(TablePart(table, piece.has_header, continues))
        if continues and self.snippets and self.snippets[-1].is_table:
            self.snippets[-1].text += source
        else:
            self.snippets.append(Snippet(table, text=source, is_table=True))
        self._make_way(cursor)

    def _table_format(self, piece: Grid, *, continues: bool, is_long: bool) -> QTextTableFormat:
        table_format = QTextTableFormat()
        table_format.setBorder(0)
        table_format.setCellPadding(_padding_px(len(self._shares)))
        table_format.setCellSpacing(0)
        table_format.setTopMargin(0 if continues or self._is_first else SPACE_8)
        table_format.setBottomMargin(0 if is_long else SPACE_12)
        table_format.setLeftMargin(INDENT_PX * piece.place.indent + QUOTE_PX * piece.place.quotes)
        table_format.setRightMargin(TABLE_BUTTON_PX)
        if _is_rtl_table(piece):
            table_format.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            table_format.setAlignment(Qt.AlignmentFlag.AlignRight)
        return table_format

    def _row(
        self,
        table: QTextTable,
        number: int,
        row: Sequence[tuple[Span, ...]],
        piece: Grid,
        *,
        is_header: bool,
    ) -> None:
        base = QTextCharFormat()
        if is_header:
            base.setFontWeight(QFont.Weight.DemiBold)
        columns = table.columns()
        is_mirrored = table.format().layoutDirection() == Qt.LayoutDirection.RightToLeft
        for column, spans in enumerate(row):
            # Qt keeps the direction of a table and does not mind it.
            cell = table.cellAt(number, columns - 1 - column if is_mirrored else column)
            cursor = cell.firstCursorPosition()
            words = "".join(span.text for span in spans)
            alignment = ALIGNMENTS.get(piece.alignments[column])
            right_to_left = is_rtl(words)
            if alignment is not None or right_to_left:
                # Each call looks through all tables of the document.
                block_format = QTextBlockFormat()
                if alignment is not None:
                    block_format.setAlignment(alignment)
                if right_to_left:
                    block_format.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
                cursor.setBlockFormat(block_format)
            for span in spans:
                cursor.insertText(_in_one_block(span.text), self._char_format(span, base))

    def _measure_columns(self, rows: Sequence[Sequence[tuple[Span, ...]]], available_px: float) -> None:
        """How much of the width a table gets, and each column of it, in percent, by what stands there."""
        metrics = QFontMetricsF(self._theme.font(self._theme.type_scale.body_pt, QFont.Weight.DemiBold))
        room = 2 * _padding_px(len(rows[0])) + WIDER_CHARS * metrics.averageCharWidth()
        widths = [
            max(
                metrics.horizontalAdvance("".join(span.text for span in row[column])[:LONGEST_MEASURED_CHARS])
                for row in rows
            )
            + room
            for column in range(len(rows[0]))
        ]
        self._shares = tuple(100 * width / sum(widths) for width in widths)
        self._table_share = min(100.0, 100 * sum(widths) / max(1.0, available_px))

    # -- where things stand

    def _rule(self, cursor: QTextCursor, piece: Rule) -> None:
        block_format = _spacer_format()
        block_format.setTopMargin(SPACE_16)
        block_format.setBottomMargin(SPACE_12)
        self.rules.append((self._sit_down(cursor, block_format, piece.place), piece.place.indent * INDENT_PX))
        cursor.block().setUserState(SPACER)
        cursor.insertBlock(_spacer_format(), QTextCharFormat())
        cursor.block().setUserState(SPACER)

    def _sit_down(self, cursor: QTextCursor, block_format: QTextBlockFormat, place: Place) -> int:
        """Take the empty block at the end; returns where it begins."""
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if self._ends_in_table:
            # Qt passes over the margin of a block that comes right after a frame.
            cursor.setBlockFormat(_spacer_format(SPACE_12))
            cursor.block().setUserState(SPACER)
            cursor.insertBlock()
        cursor.setBlockFormat(block_format)
        cursor.setBlockCharFormat(QTextCharFormat())
        cursor.block().setUserState(LINE if place.is_tight or self._is_first else GAP)
        return cursor.position()

    def _end_block(self, cursor: QTextCursor, start: int, place: Place, *, is_rtl: bool) -> None:
        stop = cursor.position()
        if place.quotes:
            last = self.quotes[-1] if self.quotes else None
            if (
                last is not None
                and last.stop + 1 == start
                and (last.depth, last.is_rtl) == (place.quotes, is_rtl)
            ):
                self.quotes[-1] = Quote(last.start, stop, last.depth, is_rtl)
            else:
                self.quotes.append(Quote(start, stop, place.quotes, is_rtl))
        cursor.insertBlock(_spacer_format(), QTextCharFormat())
        cursor.block().setUserState(SPACER)

    def _make_way(self, cursor: QTextCursor) -> None:
        """Make the empty block at the end as good as invisible: nothing, or a frame, comes after it."""
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.setBlockFormat(_spacer_format())
        cursor.setBlockCharFormat(QTextCharFormat())
        cursor.block().setUserState(SPACER)


def _spacer_format(height_px: int = 1) -> QTextBlockFormat:
    block_format = QTextBlockFormat()
    block_format.setLineHeight(height_px, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return block_format


def _padding_px(columns: int) -> int:
    return NARROW_PADDING_PX if columns > MANY_COLUMNS else CELL_PADDING_PX


def _is_long(piece: Grid, source: str) -> bool:
    """Whether a table goes on, or may go on in a further part."""
    return piece.continues or len(source) >= TABLE_LIMIT_CHARS


def _is_rtl_table(piece: Grid) -> bool:
    return is_rtl("".join(span.text for row in piece.rows for cell in row for span in cell))


def is_rtl(text: str) -> bool:
    """Whether the first letter that has a direction is written from right to left."""
    for sign in text:
        direction = unicodedata.bidirectional(sign)
        if direction == "L":
            return False
        if direction in {"R", "AL"}:
            return True
    return False


def _in_one_block(text: str) -> str:
    return displayable(text).replace("\n", "\u2028")
