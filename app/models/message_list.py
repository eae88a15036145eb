"""MessageListModel: the messages of the shown conversation, for a list view. GUI thread; holds records, asks
nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QByteArray, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.domain import Message, MessageRole, ReadLine

Index = QModelIndex | QPersistentModelIndex

_ROOT = QModelIndex()


class MessageListModel(QAbstractListModel):
    """One row a message, oldest first. Streamed text is joined only when it is asked for."""

    ID_ROLE = Qt.ItemDataRole.UserRole + 1
    MESSAGE_ROLE = Qt.ItemDataRole.UserRole + 2
    STATE_ROLE = Qt.ItemDataRole.UserRole + 3

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._messages: list[Message] = []
        self._pieces: dict[str, list[str]] = {}

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show another conversation."""
        self.beginResetModel()
        self._messages = list(messages)
        self._pieces.clear()
        self.endResetModel()

    def add(self, message: Message) -> None:
        """Append a message."""
        row = len(self._messages)
        self.beginInsertRows(_ROOT, row, row)
        self._messages.append(message)
        self.endInsertRows()

    def prepend(self, messages: tuple[Message, ...]) -> None:
        """Put older messages before the first."""
        if messages:
            self.beginInsertRows(_ROOT, 0, len(messages) - 1)
            self._messages[:0] = messages
            self.endInsertRows()

    def append_text(self, message_id: str, text: str) -> None:
        """Add streamed text to a message."""
        row = self.row_of(message_id)
        if row >= 0:
            self._pieces.setdefault(message_id, []).append(text)
            self._tell_changed(row)

    def update(self, message: Message) -> None:
        """Replace a message; its text is the whole text."""
        row = self.row_of(message.id)
        if row >= 0:
            self._pieces.pop(message.id, None)
            self._messages[row] = message
            self._tell_changed(row)

    def remove(self, message_ids: tuple[str, ...]) -> None:
        """Take messages away."""
        for message_id in message_ids:
            row = self.row_of(message_id)
            if row >= 0:
                self.beginRemoveRows(_ROOT, row, row)
                del self._messages[row]
                self._pieces.pop(message_id, None)
                self.endRemoveRows()

    def row_of(self, message_id: str) -> int:
        """The row of a message, -1 where it is not shown; the last rows are looked at first."""
        for row in range(len(self._messages) - 1, -1, -1):
            if self._messages[row].id == message_id:
                return row
        return -1

    def last_answer_id(self) -> str | None:
        """The newest answer that says something."""
        for row in range(len(self._messages) - 1, -1, -1):
            message = self.message_at(row)
            if message is not None and message.role is MessageRole.ASSISTANT and message.text:
                return message.id
        return None

    def lines_on(self, attachment_id: str) -> tuple[ReadLine, ...]:
        """What the answer to a picture's message says of where its lines are; none where it says nothing."""
        for row in range(len(self._messages) - 2, -1, -1):
            readable = [item.id for item in self._messages[row].attachments if item.is_readable]
            if attachment_id in readable:
                answer = self._messages[row + 1]
                page = readable.index(attachment_id)
                if answer.role is not MessageRole.ASSISTANT:
                    return ()
                return tuple(line for line in answer.lines if line.page == page)
        return ()

    def message_at(self, row: int) -> Message | None:
        """The message of a row, with all its text."""
        if not 0 <= row < len(self._messages):
            return None
        message = self._messages[row]
        pieces = self._pieces.pop(message.id, None)
        if pieces:
            message = self._messages[row] = replace(message, text="".join((message.text, *pieces)))
        return message

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._messages)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        message = self.message_at(index.row()) if index.isValid() else None
        if message is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return message.text
            case self.ID_ROLE:
                return message.id
            case self.MESSAGE_ROLE:
                return message
            case self.STATE_ROLE:
                return message.state
        return None

    def roleNames(self) -> dict[int, QByteArray]:
        return {
            int(Qt.ItemDataRole.DisplayRole): QByteArray(b"text"),
            self.ID_ROLE: QByteArray(b"id"),
            self.MESSAGE_ROLE: QByteArray(b"message"),
            self.STATE_ROLE: QByteArray(b"state"),
        }

    def _tell_changed(self, row: int) -> None:
        self.dataChanged.emit(self.index(row), self.index(row))
