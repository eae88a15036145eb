"""The list of conversations at the left: new, open, rename, pin, delete, search. GUI thread only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain import Conversation
from app.found import SearchResult
from app.models.conversation_list import ConversationListModel, shown_title
from app.models.index import Index
from app.views.conversation_delegate import NARROWEST_PX, ConversationDelegate, conversation_of
from app.views.conversation_header import HEIGHT_PX
from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.search_field import SearchField
from app.views.search_results import SearchResults
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_16


class ConversationsView(QListView):
    """The list itself; Delete asks to delete, F2 edits the title."""

    delete_pressed = Signal()

    def dataChanged(  # noqa: N802 - Qt's name
        self, first: Index, last: Index, roles: Sequence[int] = ()
    ) -> None:
        """Paint what changed. A list of Qt's would lay all its rows out again, 20 ms for 10,000, in case one
        has another height now; these are all alike.
        """
        QAbstractItemView.dataChanged(self, first, last, roles)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete and Backspace delete."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.currentIndex().isValid():
            self.delete_pressed.emit()
            return
        super().keyPressEvent(event)


class ConversationListWidget(QWidget):
    """Header with the button for a new conversation, the search, and the list or what was found.

    A deletion is announced first and asked for when it can no longer be undone (`commit_deletion`).
    """

    new_requested = Signal()
    opened = Signal(str)
    message_opened = Signal(str, str)
    """conversation id, message id: go to this message"""
    rename_requested = Signal(str, str)
    pin_requested = Signal(str, bool)
    export_requested = Signal(str)
    more_wanted = Signal()
    """The reader has come to the end of what was listed."""
    deletion_announced = Signal(str)
    """title; the conversation is out of sight, `undo_deletion` or `commit_deletion` decides"""
    delete_requested = Signal(str)
    search_changed = Signal(str)
    search_left = Signal()
    """Escape in the empty field: the keyboard is wanted elsewhere."""

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
        self._model.more_wanted.connect(self.more_wanted)
        self._list = self._build_list()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._list)
        self._stack.addWidget(self._build_results())
        column.addWidget(self._stack, 1)
        theme.changed.connect(self._list.viewport().update)

    @property
    def current_id(self) -> str:
        """The conversation on show."""
        return self._current_id

    @property
    def list_view(self) -> ConversationsView:
        return self._list

    @property
    def is_searching(self) -> bool:
        """Whether what was found is shown in place of the list."""
        return self._stack.currentWidget() is self.results

    def titles(self) -> tuple[str, ...]:
        """What the list shows, from the top."""
        return tuple(conversation.title for conversation in self._shown())

    def set_conversations(self, conversations: tuple[Conversation, ...]) -> None:
        """Show these."""
        self._model.set_conversations(conversations)
        self._select_current()

    def update_conversation(self, conversation: Conversation) -> None:
        """One of them has another title, draft or time."""
        self._model.update_one(conversation)

    def set_current(self, conversation_id: str) -> None:
        """Mark the one on show."""
        self._current_id = conversation_id
        self._select_current()

    def announce_deletion(self, conversation_id: str) -> None:
        """Take one out of sight and show its neighbour, if it was on show."""
        self.commit_deletion()
        shown = self._shown()
        row = self._model.row_of(conversation_id)
        if row < 0:
            return
        self._model.hide(conversation_id)
        if conversation_id == self._current_id:
            others = shown[:row] + shown[row + 1 :]
            if others:
                self.opened.emit(others[min(row, len(others) - 1)].id)
            else:
                self.new_requested.emit()
        self._select_current()
        self.deletion_announced.emit(shown_title(shown[row].title))

    def undo_deletion(self) -> None:
        """Bring the hidden one back."""
        hidden = self._model.hidden
        self._model.hide("")
        self._select_current()
        if hidden:
            self.opened.emit(hidden)

    def commit_deletion(self) -> None:
        """Ask for the deletion of the hidden one, if there is one."""
        hidden = self._model.hidden
        if hidden:
            # Asked for first: the list that follows no longer holds it, and it never comes back to sight.
            self.delete_requested.emit(hidden)
            self._model.hide("")
            self._select_current()

    def rename_current(self) -> None:
        """Open the field over the title that is selected."""
        index = self._list.currentIndex()
        if index.isValid():
            self._list.edit(index)

    def switch_pin(self, conversation_id: str) -> None:
        """Pin a conversation, or let it go where it is pinned."""
        conversation = self._model.conversation_at(self._model.row_of(conversation_id))
        if conversation is not None:
            self.pin_requested.emit(conversation_id, not conversation.pinned)

    def start_search(self) -> None:
        """Put the keyboard into the field."""
        self.search.setFocus()
        self.search.selectAll()

    def show_result(self, result: SearchResult) -> None:
        """Show what was found; without what is about to be deleted."""
        hidden = self._model.hidden
        kept = tuple(each for each in result.conversations if each.conversation.id != hidden)
        if self.is_searching:
            self.results.show_result(replace(result, conversations=kept))

    def _shown(self) -> list[Conversation]:
        rows = (self._model.conversation_at(row) for row in range(self._model.rowCount()))
        return [conversation for conversation in rows if conversation is not None]

    # -- putting together

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

    def _build_search(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(SPACE_8, 0, SPACE_8, SPACE_4)
        self.search = SearchField()
        column.addWidget(self.search)
        in_every_language(
            self,
            lambda: self.search.setPlaceholderText(self.tr("Search")),
            lambda: self.search.setAccessibleName(self.tr("Search all conversations")),
        )
        self.search.textChanged.connect(self._on_search_typed)
        self.search.search_changed.connect(self.search_changed)
        self.search.left.connect(self.search_left)
        return holder

    def _build_results(self) -> QWidget:
        self.results = SearchResults(self._theme)
        self.results.conversation_chosen.connect(self.opened)
        self.results.message_chosen.connect(self.message_opened)
        self.results.left.connect(self.search.setFocus)
        self.search.stepped.connect(self.results.step)
        self.search.paged.connect(lambda by: self.results.step(by * self.results.page_rows()))
        self.search.chosen.connect(lambda shift: self.results.open_current(on_picture=shift))
        return self.results

    def _build_list(self) -> ConversationsView:
        view = ConversationsView()
        view.setProperty("kind", "conversations")
        in_every_language(self, lambda: view.setAccessibleName(self.tr("Conversations")))
        view.setModel(self._model)
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
        view.delete_pressed.connect(lambda: self.announce_deletion(conversation_of(view.currentIndex()).id))
        return view

    # -- what happens

    def _on_search_typed(self, text: str) -> None:
        searches = bool(text.strip())
        if searches != self.is_searching:
            self.results.clear()
            self._stack.setCurrentWidget(self.results if searches else self._list)

    def _on_chosen(self, index: QModelIndex) -> None:
        conversation_id = conversation_of(index).id
        if conversation_id != self._current_id:
            self.opened.emit(conversation_id)

    def _on_menu_requested(self, position: QPoint) -> None:
        index = self._list.indexAt(position)
        if not index.isValid():
            return
        self._list.setCurrentIndex(index)
        conversation = conversation_of(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Rename")).triggered.connect(self.rename_current)
        pin = menu.addAction(self.tr("Unpin") if conversation.pinned else self.tr("Pin to the top"))
        pin.triggered.connect(lambda: self.switch_pin(conversation.id))
        export = menu.addAction(self.tr("Export…"))
        export.triggered.connect(lambda: self.export_requested.emit(conversation.id))
        menu.addAction(self.tr("Delete")).triggered.connect(lambda: self.announce_deletion(conversation.id))
        menu.popup(self._list.viewport().mapToGlobal(position))

    def _select_current(self) -> None:
        row = self._model.row_of(self._current_id)
        self._list.setCurrentIndex(self._model.index(row) if row >= 0 else QModelIndex())
