"""What a search found, under the field that asked: conversations and their messages, the words marked. GUI
thread only.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from app.domain import MessageRole
from app.found import FoundConversation, FoundMessage, SearchResult
from app.models.index import Index
from app.models.search_results import SearchResultsModel
from app.views.announcing import announce
from app.views.figures import when
from app.views.icons import pixmap
from app.views.language import in_every_language
from app.views.marked_text import MarkedText
from app.views.spoken import spoken
from app.views.theme import Theme
from app.views.tokens import RADIUS_S, SPACE_4, SPACE_8, SPACE_12, SPACE_16

SNIPPET_LINES = 2
PICTURE_SHARE = 0.8
"""Of an icon's side."""


class SearchResultDelegate(QStyledItemDelegate):
    """Draws a conversation as a heading, and under it its messages."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """A line for a conversation, up to two for a message."""
        del option
        record = index.data(SearchResultsModel.RECORD_ROLE)
        if isinstance(record, FoundConversation):
            return QSize(0, self._theme.line_px(self._theme.type_scale.body_pt) + SPACE_12)
        return QSize(0, round(self._snippet(record).height_px) + SPACE_8)

    def picture_rect(self, row: QRect) -> QRect:
        """Where the icon stands that leads to the picture, in a row that has one."""
        side = self._theme.icon_px(PICTURE_SHARE)
        return QRect(row.right() - 2 * SPACE_8 - side, row.center().y() - side // 2, side, side)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Say what the icon does, and the whole line elsewhere."""
        record = index.data(SearchResultsModel.RECORD_ROLE)
        is_on_icon = self.picture_rect(option.rect).adjusted(-4, -4, 4, 4).contains(event.pos())
        if isinstance(record, FoundMessage) and record.is_placed and is_on_icon:
            QToolTip.showText(event.globalPos(), self.tr("Show it on the picture (Shift+Enter)"), view)
            return True
        return super().helpEvent(event, view, option, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the row."""
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        rect = QRectF(option.rect.adjusted(SPACE_8, 1, -SPACE_8, -1))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.pressed if selected else tokens.sunken))
            painter.drawRoundedRect(rect, RADIUS_S, RADIUS_S)
        record = index.data(SearchResultsModel.RECORD_ROLE)
        inside = rect.adjusted(SPACE_8, 0, -SPACE_8, 0)
        if isinstance(record, FoundConversation):
            self._draw_conversation(painter, inside, record)
        else:
            painter.setPen(QColor(tokens.border_strong))
            painter.drawLine(QPointF(inside.left(), rect.top()), QPointF(inside.left(), rect.bottom()))
            text = self._snippet(record)
            place = QPointF(inside.left() + SPACE_8, rect.center().y() - text.height_px / 2)
            text.draw(painter, place, QColor(tokens.text if selected else tokens.text_muted), tokens)
            if record.is_placed:
                at = self.picture_rect(option.rect)
                colour = tokens.text if selected or hovered else tokens.text_faint
                ratio = painter.device().devicePixelRatioF()
                painter.drawPixmap(at.topLeft(), pixmap("image", colour, at.width(), ratio))
        painter.restore()

    def _draw_conversation(self, painter: QPainter, inside: QRectF, found: FoundConversation) -> None:
        tokens, scale = self._theme.tokens, self._theme.type_scale
        caption = self._theme.font(scale.caption_pt)
        # The count of what is not listed says more than the day.
        aside = f"+{found.more}" if found.more else when(found.conversation.updated_at)
        aside_px = QFontMetrics(caption).horizontalAdvance(aside)
        painter.setFont(caption)
        painter.setPen(QColor(tokens.text_faint))
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), aside)
        font = self._theme.font(scale.body_pt, QFont.Weight.DemiBold)
        title = MarkedText(
            found.conversation.title, found.title_marks, font, inside.width() - aside_px - SPACE_8
        )
        place = QPointF(inside.left(), inside.center().y() - title.height_px / 2)
        title.draw(painter, place, QColor(tokens.text), tokens)

    def _snippet(self, found: FoundMessage) -> MarkedText:
        text, marks = found.snippet, found.marks
        if found.role is MessageRole.USER:
            said = self.tr("You:") + " "
            text, marks = said + text, tuple((a + len(said), b + len(said)) for a, b in marks)
        font = self._theme.font(self._theme.type_scale.caption_pt)
        width = self._view.viewport().width() - 4 * SPACE_8 - SPACE_8
        if found.is_placed:
            width -= self._theme.icon_px(PICTURE_SHARE) + SPACE_8
        return MarkedText(text, marks, font, width, SNIPPET_LINES)


class SearchResultsView(QListView):
    """The list of what was found."""

    left = Signal()
    """Escape was pressed in the list, or Up at its top."""
    picture_wanted = Signal(QModelIndex)
    """The row's picture, at what was found: Shift with Enter, or a click on the icon"""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the icon is not one on the row."""
        at = event.position().toPoint()
        index = self.indexAt(at)
        record = index.data(SearchResultsModel.RECORD_ROLE) if index.isValid() else None
        delegate = self.itemDelegate()
        if (
            isinstance(record, FoundMessage)
            and record.is_placed
            and isinstance(delegate, SearchResultDelegate)
        ):
            icon = delegate.picture_rect(self.visualRect(index)).adjusted(-4, -4, 4, 4)
            if event.button() == Qt.MouseButton.LeftButton and icon.contains(at):
                self.picture_wanted.emit(index)
                return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Back to the field by Escape, and by Up from the first row."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.picture_wanted.emit(self.currentIndex())
            return
        leaves_top = event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0
        if event.key() == Qt.Key.Key_Escape or leaves_top:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class SearchResults(QWidget):
    """A line that says how many there are, and the list."""

    conversation_chosen = Signal(str)
    message_chosen = Signal(str, str)
    """conversation id, message id"""
    picture_wanted = Signal(str, str)
    """conversation id, message id: its picture, at what was found"""
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._result: SearchResult | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_4)
        self._status = QLabel()
        self._status.setProperty("kind", "caption")
        self._status.setWordWrap(True)
        self._status.setContentsMargins(SPACE_16, 0, SPACE_8, 0)
        column.addWidget(self._status)
        self._model = SearchResultsModel(self)
        self.list_view = self._build_list()
        column.addWidget(self.list_view, 1)
        theme.changed.connect(self.list_view.scheduleDelayedItemsLayout)
        in_every_language(self, self._show_status)

    @property
    def status(self) -> str:
        """What is said over the list."""
        return self._status.text()

    @property
    def result(self) -> SearchResult | None:
        """What is shown."""
        return self._result

    def show_result(self, result: SearchResult) -> None:
        """Show what was found; a row that is still there stays chosen, else the first message is."""
        current = self._model.record_at(self.list_view.currentIndex().row())
        is_same = self._result is not None and self._result.words == result.words
        self._result = result
        self._model.set_result(result)
        row = self._model.row_of(current) if current is not None and is_same else -1
        if row < 0:
            row = 1 if isinstance(self._model.record_at(1), FoundMessage) else 0
        self.list_view.setCurrentIndex(self._model.index(row))
        self._show_status()

    def clear(self) -> None:
        """Show nothing."""
        self._result = None
        self._model.set_result(SearchResult(""))
        self._show_status()

    def step(self, by: int) -> None:
        """Choose a row so many further down, or the first or last one."""
        last = self._model.rowCount() - 1
        row = min(last, max(0, self.list_view.currentIndex().row() + by))
        if row >= 0:
            self.list_view.setCurrentIndex(self._model.index(row))
            # The keyboard is in the field above.
            announce(self.list_view, self._model.index(row).data())

    def page_rows(self) -> int:
        """About as many rows as are in sight."""
        return max(1, self.list_view.viewport().height() // (3 * SPACE_12))

    def open_current(self, *, on_picture: bool = False) -> None:
        """Go to what is chosen, or to where it stands on its picture."""
        index = self.list_view.currentIndex()
        (self._on_picture_wanted if on_picture else self._on_chosen)(index)

    def _build_list(self) -> SearchResultsView:
        view = SearchResultsView()
        view.setProperty("kind", "conversations")
        in_every_language(self, lambda: view.setAccessibleName(self.tr("Found")))
        view.setModel(self._model)
        view.setItemDelegate(SearchResultDelegate(self._theme, view))
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.clicked.connect(self._on_chosen)
        view.activated.connect(self._on_chosen)
        view.left.connect(self.left)
        view.picture_wanted.connect(self._on_picture_wanted)
        return view

    def _on_chosen(self, index: Index) -> None:
        record = self._model.record_at(index.row())
        if isinstance(record, FoundMessage):
            self.message_chosen.emit(record.conversation_id, record.id)
        elif record is not None:
            self.conversation_chosen.emit(record.conversation.id)

    def _on_picture_wanted(self, index: Index) -> None:
        record = self._model.record_at(index.row())
        if isinstance(record, FoundMessage):
            self.picture_wanted.emit(record.conversation_id, record.id)
        else:
            self._on_chosen(index)

    def _show_status(self) -> None:
        words = self._words()
        if words != self._status.text() and self.isVisible():
            announce(self._status, words)
        self._status.setText(words)

    def _words(self) -> str:
        result = self._result
        if result is None:
            return self.tr("Searching…")
        if result.trouble:
            return spoken(result.trouble)
        if result.to_index:
            return self.tr("%n message(s) still to look through…", "", result.to_index)
        if not result.conversations:
            return self.tr("No conversation holds these words.")
        if result.is_cut:
            return self.tr("There is more than is listed; add a word.")
        return self.tr("In %n conversation(s)", "", len(result.conversations))
