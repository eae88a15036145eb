"""ConversationListModel: the conversations, for a list view. GUI thread; holds records, asks nobody."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractListModel, QByteArray, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.domain import Conversation

Index = QModelIndex | QPersistentModelIndex

_ROOT = QModelIndex()


class ConversationListModel(QAbstractListModel):
    """One row a conversation, in the order given."""

    ID_ROLE = Qt.ItemDataRole.UserRole + 1
    CONVERSATION_ROLE = Qt.ItemDataRole.UserRole + 2
    UPDATED_ROLE = Qt.ItemDataRole.UserRole + 3

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conversations: tuple[Conversation, ...] = ()

    def set_conversations(self, conversations: tuple[Conversation, ...]) -> None:
        """Show these; rows that only changed are told as changed, so that selection and scrolling stay."""
        old_ids = [conversation.id for conversation in self._conversations]
        new_ids = [conversation.id for conversation in conversations]
        if old_ids == new_ids:
            changed = [row for row, new in enumerate(conversations) if new != self._conversations[row]]
            self._conversations = conversations
            for row in changed:
                self.dataChanged.emit(self.index(row), self.index(row))
            return
        if self._move_to_top(old_ids, new_ids, conversations):
            return
        self.beginResetModel()
        self._conversations = conversations
        self.endResetModel()

    def row_of(self, conversation_id: str) -> int:
        """The row of a conversation, -1 where it is not shown."""
        return next((row for row, shown in enumerate(self._conversations) if shown.id == conversation_id), -1)

    def conversation_at(self, row: int) -> Conversation | None:
        """The conversation of a row."""
        return self._conversations[row] if 0 <= row < len(self._conversations) else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._conversations)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        conversation = self.conversation_at(index.row()) if index.isValid() else None
        if conversation is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole | Qt.ItemDataRole.ToolTipRole:
                return conversation.title
            case self.ID_ROLE:
                return conversation.id
            case self.CONVERSATION_ROLE:
                return conversation
            case self.UPDATED_ROLE:
                return conversation.updated_at
        return None

    def roleNames(self) -> dict[int, QByteArray]:
        return {
            int(Qt.ItemDataRole.DisplayRole): QByteArray(b"title"),
            self.ID_ROLE: QByteArray(b"id"),
            self.CONVERSATION_ROLE: QByteArray(b"conversation"),
            self.UPDATED_ROLE: QByteArray(b"updatedAt"),
        }

    def _move_to_top(self, old_ids: list[str], new_ids: list[str], new: tuple[Conversation, ...]) -> bool:
        """Tell the usual change, a conversation that was written to, as a move; False for other changes."""
        if not new_ids or new_ids[0] not in old_ids:
            return False
        row = old_ids.index(new_ids[0])
        if [new_ids[0], *old_ids[:row], *old_ids[row + 1 :]] != new_ids:
            return False
        self.beginMoveRows(_ROOT, row, row, _ROOT, 0)
        self._conversations = new
        self.endMoveRows()
        self.dataChanged.emit(self.index(0), self.index(len(new) - 1))
        return True
