"""What the reader sent: pictures and words, at the right. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.domain import Message
from app.views.flow_layout import FlowLayout
from app.views.language import in_every_language
from app.views.pictures import Pictures
from app.views.reading_text import LINE_HEIGHT_PERCENT, ReadingText
from app.views.theme import Theme
from app.views.thumbnail import ThumbnailWidget
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16

WIDEST_SHARE = 0.8
"""Of the column: what is left shows at a glance who speaks."""


class UserMessageWidget(QWidget):
    """Thumbnails over a bubble of text."""

    picture_opened = Signal(object)
    """Attachment"""

    def __init__(
        self, message: Message, pictures: Pictures, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._message = message
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Your message")))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_8)
        if message.attachments:
            gallery = QWidget()
            flow = FlowLayout(gallery, SPACE_8, align_right=True)
            for attachment in message.attachments:
                thumbnail = ThumbnailWidget(attachment, pictures, theme)
                thumbnail.opened.connect(self.picture_opened)
                flow.addWidget(thumbnail)
            column.addWidget(gallery)
        self._text: ReadingText | None = None
        if message.text:
            self._text = ReadingText(self.tr("Your words"))
            self._text.set_text(message.text)
            self._bubble = QFrame()
            self._bubble.setProperty("kind", "own-message")
            inside = QHBoxLayout(self._bubble)
            # The line spacing of the last line hangs below it.
            hanging = round(theme.line_px(theme.type_scale.body_pt) * (LINE_HEIGHT_PERCENT - 100) / 100)
            inside.setContentsMargins(SPACE_16, SPACE_12, SPACE_16, max(SPACE_4, SPACE_12 - hanging))
            inside.addWidget(self._text)
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(self._bubble)
            column.addLayout(row)

    @property
    def message(self) -> Message:
        return self._message

    @property
    def bubble_width(self) -> int:
        """How wide the words stand; 0 where there are none."""
        return self._bubble.width() if self._text is not None else 0

    def update_message(self, message: Message) -> None:
        """Show `message`; what a reader sent does not change once it is sent."""
        self._message = message

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the bubble hug its text, up to its share of the column."""
        super().resizeEvent(event)
        if self._text is not None:
            widest = round(self.width() * WIDEST_SHARE) - 2 * SPACE_16
            self._text.setFixedWidth(max(24, min(self._text.ideal_width_px(), widest)))
