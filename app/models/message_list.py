"""MessageList: the messages of the shown conversation, whether they have widgets or not. GUI thread; holds
records, asks nobody.
"""

from __future__ import annotations

from dataclasses import replace

from app.domain import Message, MessageRole, ReadLine


class MessageList:
    """One row a message, oldest first. Streamed text is joined only when it is asked for."""

    def __init__(self) -> None:
        self._messages: list[Message] = []
        self._pieces: dict[str, list[str]] = {}

    def __len__(self) -> int:
        return len(self._messages)

    def set_messages(self, messages: tuple[Message, ...]) -> None:
        """Show another conversation."""
        self._messages = list(messages)
        self._pieces.clear()

    def add(self, message: Message) -> None:
        """Append a message."""
        self._messages.append(message)

    def prepend(self, messages: tuple[Message, ...]) -> None:
        """Put older messages before the first."""
        self._messages[:0] = messages

    def append_text(self, message_id: str, text: str) -> None:
        """Add streamed text to a message."""
        if self.row_of(message_id) >= 0:
            self._pieces.setdefault(message_id, []).append(text)

    def update(self, message: Message) -> None:
        """Replace a message; its text is the whole text."""
        row = self.row_of(message.id)
        if row >= 0:
            self._pieces.pop(message.id, None)
            self._messages[row] = message

    def remove(self, row: int) -> None:
        """Take the message of a row away."""
        self._pieces.pop(self._messages[row].id, None)
        del self._messages[row]

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
