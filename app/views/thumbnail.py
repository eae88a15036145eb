"""A picture of a message, small; a click opens it large, a drag takes it out. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QGuiApplication, QIcon, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolButton, QWidget

from app.domain import Attachment
from app.frames import is_animated
from app.views.awaited_picture import AwaitedPicture
from app.views.icons import icon
from app.views.language import in_every_language, translate
from app.views.pictures import Pictures, rounded
from app.views.spoken import spoken
from app.views.theme import Theme
from app.views.tokens import RADIUS_M, THUMBNAIL_PX
from app.views.tooltip import plain_tip

SIDE_PX = 3 * THUMBNAIL_PX
"""Sharp at a device pixel ratio of 3; the same picture serves every smaller one."""

WIDEST_PX = round(1.6 * THUMBNAIL_PX)
LOWEST_PX = THUMBNAIL_PX // 3
NARROWEST_RATIO = 0.5


class ThumbnailWidget(QToolButton):
    """A thumbnail of one attachment."""

    opened = Signal(object)
    """Attachment"""

    def __init__(
        self, attachment: Attachment, pictures: Pictures, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._attachment = attachment
        self._theme = theme
        self._has_picture = False
        self._pictures = pictures
        self._image = QImage()
        self._pressed_at: QPoint | None = None
        self._is_carried = False
        self.setProperty("kind", "thumbnail")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        in_every_language(self, self._say_what)
        self._size = _picture_size(attachment)
        self.setFixedSize(thumbnail_size(attachment))
        self.setIconSize(self._size)
        self.setIcon(icon("image", theme.tokens.text_faint))
        self.clicked.connect(lambda: self.opened.emit(self._attachment))
        if not attachment.is_readable:
            self._show_broken(spoken(attachment.error))
            return
        awaited = AwaitedPicture(pictures, SIDE_PX, self)
        awaited.came.connect(self._show)
        awaited.ask(attachment)

    @property
    def attachment(self) -> Attachment:
        return self._attachment

    @property
    def has_picture(self) -> bool:
        """Whether the picture itself is on show, not a stand-in."""
        return self._has_picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A drag may begin here."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at, self._is_carried = event.position().toPoint(), False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Past the distance that makes a drag of a click, it is one."""
        if self._pressed_at is not None and self._has_picture and event.buttons() & Qt.MouseButton.LeftButton:
            moved = (event.position().toPoint() - self._pressed_at).manhattanLength()
            if moved >= QApplication.startDragDistance():
                self._pressed_at, self._is_carried = None, True
                self.setDown(False)
                self._carry()
        if not self._is_carried:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """What ends here was a click, unless it was dragged."""
        self._pressed_at = None
        if not self._is_carried:
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what a click and a drag do, for the keyboard too."""
        menu = QMenu(self)
        menu.addAction(self.tr("Open large"), self.click)
        copying = menu.addAction(self.tr("Copy the picture"), self.copy)
        copying.setEnabled(self._has_picture)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def copy(self) -> None:
        """Put the picture on the clipboard."""
        data = self._pictures.carried(self._attachment, self._image, as_file=False)
        QGuiApplication.clipboard().setMimeData(data)

    def _carry(self) -> None:
        drag = QDrag(self)
        drag.setMimeData(self._pictures.carried(self._attachment, self._image, as_file=True))
        drag.setPixmap(self.icon().pixmap(self.iconSize()))
        drag.exec(Qt.DropAction.CopyAction)

    def _say_what(self) -> None:
        what = describe(self._attachment)
        self.setAccessibleName(self.tr("Picture {what}; open it large").format(what=what))
        if not self.accessibleDescription():
            # Else the tooltip says why it is not shown.
            self.setToolTip(plain_tip(what))

    def _show(self, image: QImage) -> None:
        if image.isNull():
            self._show_broken(self.tr("The picture is no longer in the image store."))
            return
        self._has_picture = True
        self._image = image
        self.setIcon(QIcon(rounded(image, self._size, self.devicePixelRatioF(), RADIUS_M - 1, cover=True)))

    def _show_broken(self, reason: str) -> None:
        self.setIconSize(QSize(24, 24))
        self.setIcon(icon("image_broken", self._theme.tokens.text_faint))
        self.setToolTip(plain_tip(f"{describe(self._attachment)}\n{reason}"))
        self.setAccessibleDescription(reason)


def describe(attachment: Attachment) -> str:
    """Name, page and size of a picture, in one line."""
    page = f", {place_words(attachment)}" if attachment.pages > 1 else ""
    size = f", {attachment.width_px}×{attachment.height_px}" if attachment.width_px else ""
    return f"{attachment.name}{page}{size}"


def place_words(attachment: Attachment) -> str:
    """Which page of its file it is, or which frame."""
    words = (
        translate("Figures", "frame {page} of {pages}")
        if is_animated(attachment)
        else translate("Figures", "page {page} of {pages}")
    )
    return words.format(page=attachment.page + 1, pages=attachment.pages)


def thumbnail_size(attachment: Attachment) -> QSize:
    """Of its thumbnail, frame included."""
    return _picture_size(attachment) + QSize(2, 2)


def _picture_size(attachment: Attachment) -> QSize:
    """The whole picture, at most `THUMBNAIL_PX` high and `WIDEST_PX` wide; only what would become a sliver is
    cropped.
    """
    if not attachment.width_px or not attachment.height_px:
        return QSize(THUMBNAIL_PX, THUMBNAIL_PX)
    ratio = attachment.width_px / attachment.height_px
    width = min(round(THUMBNAIL_PX * max(ratio, NARROWEST_RATIO)), WIDEST_PX)
    height = min(max(round(width / ratio), LOWEST_PX), THUMBNAIL_PX)
    return QSize(width, height)
