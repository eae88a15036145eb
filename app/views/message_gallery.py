"""The pictures of a question, numbered where there are several; another one dropped on them takes their
place. GUI thread only.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain import Attachment
from app.views.composer_text import carries_pictures
from app.views.drop_overlay import DropOverlay
from app.views.elided_label import ElidedLabel
from app.views.flow_layout import FlowLayout
from app.views.pictures import Pictures
from app.views.theme import Theme
from app.views.thumbnail import ThumbnailWidget
from app.views.tokens import SPACE_4, SPACE_8


class MessageGallery(QWidget):
    """Thumbnails from left to right, as they were sent."""

    picture_opened = Signal(object)
    """Attachment"""
    pictures_dropped = Signal(QMimeData)
    """Only valid during the call."""

    def __init__(
        self,
        attachments: tuple[Attachment, ...],
        pictures: Pictures,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        flow = FlowLayout(self, SPACE_8, align=Qt.AlignmentFlag.AlignRight)
        self.captions: tuple[str, ...] = ()
        holders: list[QWidget] = []
        for number, attachment in enumerate(attachments, 1):
            thumbnail = ThumbnailWidget(attachment, pictures, theme)
            thumbnail.opened.connect(self.picture_opened)
            if len(attachments) == 1:
                flow.addWidget(thumbnail)
                continue
            caption = f"{number}  {attachment.name}"
            self.captions += (caption,)
            holders.append(_captioned(thumbnail, caption))
            flow.addWidget(holders[-1])
        # The captions stand on one line, however high their pictures are.
        tallest_px = max((holder.sizeHint().height() for holder in holders), default=0)
        for holder in holders:
            holder.setMinimumHeight(tallest_px)
        self._overlay = DropOverlay(self, theme)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome pictures and files; what is text goes to the window."""
        if not carries_pictures(event.mimeData()):
            event.ignore()
            return
        event.acceptProposedAction()
        self._overlay.cover(self.tr("Ask again about this one"))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """The whole gallery takes it."""
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """It is taken elsewhere."""
        super().dragLeaveEvent(event)
        self._overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take it."""
        self._overlay.hide()
        event.acceptProposedAction()
        self.pictures_dropped.emit(event.mimeData())


def _captioned(thumbnail: ThumbnailWidget, caption: str) -> QWidget:
    """A picture over its number and name, so that a question can name it."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE_4)
    column.addStretch(1)
    column.addWidget(thumbnail, 0, Qt.AlignmentFlag.AlignHCenter)
    words = ElidedLabel(caption, Qt.TextElideMode.ElideMiddle)
    words.setProperty("kind", "caption")
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    words.setMaximumWidth(thumbnail.width())
    column.addWidget(words)
    return holder
