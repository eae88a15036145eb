"""The pictures of a question, numbered where there are several; another one dropped on them takes their
place. GUI thread only.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.domain import Attachment
from app.views.composer_text import carries_pictures
from app.views.drop_overlay import DropOverlay
from app.views.elided_label import ElidedLabel
from app.views.flow_layout import FlowLayout
from app.views.language import in_every_language
from app.views.pictures import Pictures
from app.views.slices import Slices
from app.views.theme import Theme
from app.views.thumbnail import ThumbnailWidget, thumbnail_size
from app.views.tokens import SPACE_4, SPACE_8

SHOWN_PICTURES = 24
"""At first: more would fill more than a window, and take long to be made."""
A_STEP = 4
"""Pictures more in one step of what is done a little at a time"""


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
        slices: Slices,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._attachments = attachments
        self._pictures = pictures
        self._theme = theme
        self._slices = slices
        self._thumbnails: list[ThumbnailWidget] = []
        self._tallest_px = max((thumbnail_size(each).height() for each in attachments), default=0)
        self.setAcceptDrops(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_4)
        self._flow = FlowLayout(spacing_px=SPACE_8, align=Qt.AlignmentFlag.AlignRight)
        column.addLayout(self._flow)
        self.more_button = QPushButton()
        self.more_button.setProperty("kind", "link")
        self.more_button.clicked.connect(self._show_all)
        in_every_language(self, self._say_more)
        column.addWidget(self.more_button, 0, Qt.AlignmentFlag.AlignRight)
        few = len(attachments) < SHOWN_PICTURES + A_STEP
        self._show(len(attachments) if few else SHOWN_PICTURES)
        self.more_button.setVisible(not few)
        self._overlay = DropOverlay(self, theme)

    @property
    def captions(self) -> tuple[str, ...]:
        """What stands below the pictures, where there are several."""
        if len(self._attachments) == 1:
            return ()
        return tuple(f"{number}  {each.name}" for number, each in enumerate(self._attachments, 1))

    @property
    def thumbnails(self) -> tuple[ThumbnailWidget, ...]:
        """Those that are shown so far, in order."""
        return tuple(self._thumbnails)

    def _show_all(self) -> None:
        """Show the rest a few at a time: hundreds at once would hold up the window."""
        had_focus = self.more_button.hasFocus()
        self.more_button.hide()
        place = len(self._thumbnails)
        self._slices.add(self._show_some)
        if had_focus:
            self._thumbnails[place].setFocus()

    def _show_some(self) -> bool:
        if not isValid(self):
            return False
        self._show(A_STEP)
        return len(self._thumbnails) < len(self._attachments)

    def _show(self, count: int) -> None:
        """So many more."""
        first = len(self._thumbnails)
        captions = self.captions
        for place, attachment in enumerate(self._attachments[first : first + count], first):
            thumbnail = ThumbnailWidget(attachment, self._pictures, self._theme)
            thumbnail.opened.connect(self.picture_opened)
            self._thumbnails.append(thumbnail)
            if captions:
                self._flow.addWidget(_captioned(thumbnail, captions[place], self._tallest_px))
            else:
                self._flow.addWidget(thumbnail)
        self._say_more()

    def _say_more(self) -> None:
        left = len(self._attachments) - len(self._thumbnails)
        self.more_button.setText(self.tr("Show %Ln more picture(s)", "", left))

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


def _captioned(thumbnail: ThumbnailWidget, caption: str, tallest_px: int) -> QWidget:
    """A picture over its number and name, so that a question can name it; all captions of a row stand on one
    line, however high their pictures are.
    """
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addStretch(1)
    column.addWidget(thumbnail, 0, Qt.AlignmentFlag.AlignHCenter)
    column.addSpacing(SPACE_4)
    words = ElidedLabel(caption, Qt.TextElideMode.ElideMiddle)
    words.setProperty("kind", "caption")
    words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    words.setMaximumWidth(thumbnail.width())
    column.addWidget(words)
    holder.setMinimumHeight(column.sizeHint().height() + max(0, tallest_px - thumbnail.height()))
    return holder
