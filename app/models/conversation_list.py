"""ConversationListModel: the conversations, for a list view. GUI thread; holds records, asks nobody.

It holds as many as were listed so far; a view that comes to the end asks for more (`more_wanted`).
"""

from __future__ import annotations

import html
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QObject,
    Qt,
    Signal,
)

from app.domain import DEFAULT_TITLE, Conversation
from app.models.index import ROOT, Index

Conversations = tuple[Conversation, ...]


def shown_title(title: str) -> str:
    """A conversation's title as a window shows it; one without a title is named in the window's language."""
    if title == DEFAULT_TITLE:
        return QCoreApplication.translate("ConversationListWidget", "New conversation")
    return title


def draft_word() -> str:
    """What marks a conversation where something is unsent."""
    return QCoreApplication.translate("ConversationListWidget", "Draft")


class ConversationListModel(QAbstractListModel):
    """One row a conversation, in the order given, without those that are hidden."""

    more_wanted = Signal()
    """The view has come to the end of what was listed."""

    ID_ROLE = Qt.ItemDataRole.UserRole + 1
    CONVERSATION_ROLE = Qt.ItemDataRole.UserRole + 2
    ENDS_PINNED_ROLE = Qt.ItemDataRole.UserRole + 3
    """Whether the row is the last pinned one over others."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listed: Conversations = ()
        self._conversations: Conversations = ()
        self._rows: dict[str, int] = {}
        self._hidden = ""
        self._may_have_more = False

    @property
    def hidden(self) -> str:
        """The conversation that is not shown; empty where all are."""
        return self._hidden

    def set_conversations(self, conversations: Conversations) -> None:
        """Show these; the usual changes are told as such, so that selection and scrolling stay."""
        self._may_have_more = self._may_have_more or len(conversations) > len(self._listed)
        self._listed = conversations
        self._show(self._visible())

    def update_one(self, conversation: Conversation) -> None:
        """Show one of them as it is now; it keeps its place."""
        self._listed = _with(self._listed, conversation)
        row = self.row_of(conversation.id)
        if row >= 0 and self._conversations[row] != conversation:
            self._conversations = _with(self._conversations, conversation)
            self._tell_changed([row])

    def hide(self, conversation_id: str) -> None:
        """Leave one out; an empty id shows all."""
        self._hidden = conversation_id
        self._show(self._visible())

    def row_of(self, conversation_id: str) -> int:
        """The row of a conversation, -1 where it is not shown."""
        return self._rows.get(conversation_id, -1)

    def conversation_at(self, row: int) -> Conversation | None:
        """The conversation of a row."""
        return self._conversations[row] if 0 <= row < len(self._conversations) else None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._conversations)

    def canFetchMore(self, parent: Index = ROOT) -> bool:  # noqa: N802 - Qt's name
        """Whether there may be more than is listed."""
        return not parent.isValid() and self._may_have_more

    def fetchMore(self, parent: Index = ROOT) -> None:  # noqa: N802 - Qt's name
        """Ask for more; rows follow when they are there."""
        del parent
        self._may_have_more = False
        self.more_wanted.emit()

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Titles can be edited."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        conversation = self.conversation_at(index.row()) if index.isValid() else None
        if conversation is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return shown_title(conversation.title)
            case Qt.ItemDataRole.ToolTipRole:
                # Escaped: Qt would take a title with tags for rich text.
                return f"<qt>{html.escape(shown_title(conversation.title))}</qt>"
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return draft_word() if conversation.has_draft else ""
            case self.ID_ROLE:
                return conversation.id
            case self.CONVERSATION_ROLE:
                return conversation
            case self.ENDS_PINNED_ROLE:
                below = self.conversation_at(index.row() + 1)
                return conversation.pinned and below is not None and not below.pinned
        return None

    def _visible(self) -> Conversations:
        if not self._hidden:
            return self._listed
        return tuple(conversation for conversation in self._listed if conversation.id != self._hidden)

    def _show(self, new: Conversations) -> None:
        old_ids = [conversation.id for conversation in self._conversations]
        new_ids = [conversation.id for conversation in new]
        if old_ids == new_ids:
            old, self._conversations = self._conversations, new
            self._tell_changed([row for row, shown in enumerate(new) if shown != old[row]])
        elif not self._tell_move(old_ids, new_ids, new) and not self._tell_block(old_ids, new_ids, new):
            self.beginResetModel()
            self._set(new)
            self.endResetModel()

    def _set(self, new: Conversations) -> None:
        self._conversations = new
        self._rows = {conversation.id: row for row, conversation in enumerate(new)}

    def _tell_changed(self, rows: list[int]) -> None:
        for row in rows:
            self.dataChanged.emit(self.index(row), self.index(row))

    def _tell_move(self, old_ids: list[str], new_ids: list[str], new: Conversations) -> bool:
        """Tell one that changed its place, as one that was written to or pinned; False for other changes."""
        if len(old_ids) != len(new_ids):
            return False
        differing = [row for row, pair in enumerate(zip(old_ids, new_ids, strict=True)) if pair[0] != pair[1]]
        first, last = differing[0], differing[-1]
        before, after = old_ids[first : last + 1], new_ids[first : last + 1]
        if after == [before[-1], *before[:-1]]:
            source, target, stands_before = last, first, first
        elif after == [*before[1:], before[0]]:
            source, target, stands_before = first, last, last + 1
        else:
            return False
        self.beginMoveRows(ROOT, source, source, ROOT, stands_before)
        self._set(new)
        self.endMoveRows()
        self.dataChanged.emit(self.index(min(source, target)), self.index(max(source, target)))
        return True

    def _tell_block(self, old_ids: list[str], new_ids: list[str], new: Conversations) -> bool:
        """Tell rows that came or went side by side; False for other changes."""
        shorter, longer = sorted((old_ids, new_ids), key=len)
        count = len(longer) - len(shorter)
        pairs = enumerate(zip(shorter, longer, strict=False))
        first = next((row for row, pair in pairs if pair[0] != pair[1]), len(shorter))
        if not count or not shorter or longer[first + count :] != shorter[first:]:
            return False
        if longer is new_ids:
            self.beginInsertRows(ROOT, first, first + count - 1)
            self._set(new)
            self.endInsertRows()
        else:
            self.beginRemoveRows(ROOT, first, first + count - 1)
            self._set(new)
            self.endRemoveRows()
        self.dataChanged.emit(self.index(0), self.index(len(new) - 1))
        return True


def _with(conversations: Conversations, changed: Conversation) -> Conversations:
    return tuple(changed if each.id == changed.id else each for each in conversations)
