"""The list of conversations at the left: new, open, rename, delete. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.domain import Conversation
from app.models.conversation_list import ConversationListModel
from app.views.conversation_header import HEIGHT_PX
from app.views.figures import when
from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.theme import Theme
from app.views.tokens import RADIUS_S, SPACE_4, SPACE_8, SPACE_16

NARROWEST_PX = 180

AnyIndex = QModelIndex | QPersistentModelIndex


class ConversationDelegate(QStyledItemDelegate):
    """Draws one conversation: its title, and when it was last used."""

    renamed = Signal(str, str)
    """conversation id, new title"""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """One line of text and air around it."""
        del option, index
        return QSize(NARROWEST_PX, self._theme.line_px(self._theme.type_scale.body_pt) + SPACE_8 + SPACE_8)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row."""
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        rect: QRect = option.rect.adjusted(SPACE_8, 1, -SPACE_8, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.pressed if selected else tokens.sunken))
            painter.drawRoundedRect(QRectF(rect), RADIUS_S, RADIUS_S)
        if focused and selected:
            painter.setPen(QColor(tokens.border_strong))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS_S, RADIUS_S)
        conversation = _conversation(index)
        inside = rect.adjusted(SPACE_8, 0, -SPACE_8, 0)
        caption = self._theme.font(self._theme.type_scale.caption_pt)
        moment = when(conversation.updated_at)
        moment_px = QFontMetrics(caption).horizontalAdvance(moment)
        painter.setFont(caption)
        painter.setPen(QColor(tokens.text_faint))
        painter.drawText(inside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), moment)
        weight = QFont.Weight.DemiBold if selected else QFont.Weight.Normal
        title_font = self._theme.font(self._theme.type_scale.body_pt, weight)
        room = inside.adjusted(0, 0, -moment_px - SPACE_8, 0)
        title = QFontMetrics(title_font).elidedText(
            conversation.title, Qt.TextElideMode.ElideRight, room.width()
        )
        painter.setFont(title_font)
        painter.setPen(QColor(tokens.text if selected else tokens.text_muted))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), title)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> QWidget:
        """A field over the title."""
        del option
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Title of the conversation"))
        editor.setText(_conversation(index).title)
        editor.setMaxLength(200)
        editor.selectAll()
        return editor

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:  # noqa: N802 - Qt's name
        """The field was filled when it was made; a change of the list does not touch what is typed."""

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: AnyIndex) -> None:  # noqa: N802 - Qt's name
        """Ask for the new title; the model hears of it from the one who keeps it."""
        del model
        conversation = _conversation(index)
        title = editor.text().strip() if isinstance(editor, QLineEdit) else ""
        if title and title != conversation.title:
            self.renamed.emit(conversation.id, title)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:  # noqa: N802 - Qt's name
        """The whole row."""
        del index
        editor.setGeometry(option.rect.adjusted(SPACE_8, 2, -SPACE_8, -2))


SEARCH_AFTER_MS = 150


class VisibleConversations(QSortFilterProxyModel):
    """The conversations without those that are about to be deleted; titles can be edited."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._hidden = ""
        self._found: frozenset[str] | None = None

    def show_found(self, found: frozenset[str] | None) -> None:
        """Only these; None for all."""
        self._found = found
        self.invalidate()

    @property
    def hidden(self) -> str:
        """The conversation that is not shown; empty where all are."""
        return self._hidden

    def hide(self, conversation_id: str) -> None:
        """Leave one out; an empty id shows all."""
        self._hidden = conversation_id
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: AnyIndex) -> bool:  # noqa: N802 - Qt's name
        """All but the hidden one, and while something is looked for only what was found."""
        conversation_id = _conversation(self.sourceModel().index(source_row, 0, source_parent)).id
        is_found = self._found is None or conversation_id in self._found
        return is_found and conversation_id != self._hidden

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        """Editable, besides what the source says."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable


class ConversationsView(QListView):
    """The list itself; Delete asks to delete, F2 edits the title."""

    delete_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace delete."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.currentIndex().isValid():
            self.delete_pressed.emit()
            return
        super().keyPressEvent(event)


class ConversationListWidget(QWidget):
    """Header with the button for a new conversation, and the list.

    A deletion is announced first and asked for when it can no longer be undone (`commit_deletion`).
    """

    new_requested = Signal()
    opened = Signal(str)
    rename_requested = Signal(str, str)
    deletion_announced = Signal(str)
    """title; the conversation is out of sight, `undo_deletion` or `commit_deletion` decides"""
    delete_requested = Signal(str)
    search_changed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._current_id = ""
        self.setProperty("kind", "window")
        self.setMinimumWidth(NARROWEST_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, SPACE_8)
        column.setSpacing(SPACE_4)
        column.addWidget(self._build_head())
        column.addWidget(self._build_search())
        self._model = ConversationListModel(self)
        self._visible = VisibleConversations(self)
        self._visible.setSourceModel(self._model)
        self._list = self._build_list()
        column.addWidget(self._list, 1)
        theme.changed.connect(self._list.viewport().update)

    @property
    def current_id(self) -> str:
        """The conversation on show."""
        return self._current_id

    @property
    def list_view(self) -> ConversationsView:
        return self._list

    def titles(self) -> tuple[str, ...]:
        """What the list shows, from the top."""
        return tuple(
            _conversation(self._visible.index(row, 0)).title for row in range(self._visible.rowCount())
        )

    def set_conversations(self, conversations: tuple[Conversation, ...]) -> None:
        """Show these."""
        self._model.set_conversations(conversations)
        self._select_current()

    def set_current(self, conversation_id: str) -> None:
        """Mark the one on show."""
        self._current_id = conversation_id
        self._select_current()

    def announce_deletion(self, conversation_id: str) -> None:
        """Take one out of sight and show its neighbour, if it was on show."""
        self.commit_deletion()
        ids = [_conversation(self._visible.index(row, 0)).id for row in range(self._visible.rowCount())]
        if conversation_id not in ids:
            return
        row = ids.index(conversation_id)
        title = _conversation(self._visible.index(row, 0)).title
        self._visible.hide(conversation_id)
        if conversation_id == self._current_id:
            others = ids[:row] + ids[row + 1 :]
            if others:
                self.opened.emit(others[min(row, len(others) - 1)])
            else:
                self.new_requested.emit()
        self._select_current()
        self.deletion_announced.emit(title)

    def undo_deletion(self) -> None:
        """Bring the hidden one back."""
        hidden = self._visible.hidden
        self._visible.hide("")
        self._select_current()
        if hidden:
            self.opened.emit(hidden)

    def commit_deletion(self) -> None:
        """Ask for the deletion of the hidden one, if there is one."""
        hidden = self._visible.hidden
        if hidden:
            # Asked for first: the list that follows no longer holds it, and it never comes back to sight.
            self.delete_requested.emit(hidden)
            self._visible.hide("")
            self._select_current()

    def rename_current(self) -> None:
        """Open the field over the title that is selected."""
        index = self._list.currentIndex()
        if index.isValid():
            self._list.edit(index)

    def _build_head(self) -> QWidget:
        strip = QWidget()
        strip.setFixedHeight(HEIGHT_PX)
        row = QHBoxLayout(strip)
        row.setContentsMargins(SPACE_16, 0, SPACE_8, 0)
        head = QLabel()
        in_every_language(self, lambda: head.setText(self.tr("Conversations")))
        head.setProperty("kind", "caption-strong")
        row.addWidget(head, 1)
        new = IconButton(self._theme, "new", lambda: self.tr("New conversation"))
        new.setProperty("kind", "on-window")
        new.clicked.connect(self.new_requested)
        row.addWidget(new)
        return strip

    def show_found(self, found: frozenset[str] | None) -> None:
        """Show only these conversations; None for all."""
        self._visible.show_found(found)
        self._nothing.setVisible(found is not None and not self._visible.rowCount())
        self._select_current()

    def _build_search(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(SPACE_8, 0, SPACE_8, SPACE_4)
        self.search = QLineEdit()
        self.search.setProperty("kind", "search")
        self.search.setClearButtonEnabled(True)
        # A moment after the last letter: a long history is not searched for each of them.
        self._searching = QTimer(self)
        self._searching.setSingleShot(True)
        self._searching.setInterval(SEARCH_AFTER_MS)
        self._searching.timeout.connect(lambda: self.search_changed.emit(self.search.text()))
        self.search.textChanged.connect(lambda _text: self._searching.start())
        self._nothing = QLabel()
        self._nothing.setProperty("kind", "caption")
        self._nothing.setWordWrap(True)
        self._nothing.hide()
        column.addWidget(self.search)
        column.addWidget(self._nothing)
        in_every_language(
            self,
            lambda: self.search.setPlaceholderText(self.tr("Search")),
            lambda: self.search.setAccessibleName(self.tr("Search all conversations")),
            lambda: self._nothing.setText(self.tr("No conversation holds these words.")),
        )
        return holder

    def _build_list(self) -> ConversationsView:
        view = ConversationsView()
        view.setProperty("kind", "conversations")
        in_every_language(self, lambda: view.setAccessibleName(self.tr("Conversations")))
        view.setModel(self._visible)
        view.setMouseTracking(True)
        view.setUniformItemSizes(True)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        )
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._delegate = ConversationDelegate(self._theme, view)
        self._delegate.renamed.connect(self.rename_requested)
        view.setItemDelegate(self._delegate)
        view.clicked.connect(self._on_chosen)
        view.activated.connect(self._on_chosen)
        view.customContextMenuRequested.connect(self._on_menu_requested)
        view.delete_pressed.connect(lambda: self.announce_deletion(_conversation(view.currentIndex()).id))
        return view

    def _on_chosen(self, index: QModelIndex) -> None:
        conversation_id = _conversation(index).id
        if conversation_id != self._current_id:
            self.opened.emit(conversation_id)

    def _on_menu_requested(self, position: QPoint) -> None:
        index = self._list.indexAt(position)
        if not index.isValid():
            return
        self._list.setCurrentIndex(index)
        conversation_id = _conversation(index).id
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Rename")).triggered.connect(self.rename_current)
        menu.addAction(self.tr("Delete")).triggered.connect(lambda: self.announce_deletion(conversation_id))
        menu.popup(self._list.viewport().mapToGlobal(position))

    def _select_current(self) -> None:
        for row in range(self._visible.rowCount()):
            index = self._visible.index(row, 0)
            if _conversation(index).id == self._current_id:
                self._list.setCurrentIndex(index)
                return


def _conversation(index: AnyIndex) -> Conversation:
    conversation: Conversation = index.data(ConversationListModel.CONVERSATION_ROLE)
    return conversation
