"""A picture that waits in the composer, or a file that cannot be read and the reason. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)

from app.domain import Attachment
from app.views.awaited_picture import AwaitedPicture
from app.views.elided_label import ElidedLabel
from app.views.figures import BETWEEN, size
from app.views.flush_link import flush_row
from app.views.icon_button import IconButton
from app.views.icons import pixmap
from app.views.language import in_every_language
from app.views.pictures import Pictures, rounded
from app.views.spoken import spoken
from app.views.theme import Theme
from app.views.thumbnail import place_words
from app.views.tokens import CHIP_THUMBNAIL_PX, RADIUS_S, SPACE_4, SPACE_8

WIDTH_PX = 236
BROKEN_WIDTH_PX = 340
"""Room for the sentence that says why."""

SIDE_PX = 3 * CHIP_THUMBNAIL_PX


class AttachmentChip(QAbstractButton):
    """Thumbnail, name, facts, and a button that removes it. A button itself, for who cannot see it."""

    removed = Signal(str)
    opened = Signal(object)
    """Attachment"""
    mend_requested = Signal()
    stepped = Signal(int)
    """How many places further on it is wanted"""
    dragged = Signal(QPoint)
    """Where the pointer is on the screen that drags it along"""

    def __init__(
        self,
        attachment: Attachment,
        pictures: Pictures,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        mendable: bool = False,
    ) -> None:
        """`mendable`: something is left of a damaged picture, and offered."""
        super().__init__(parent)
        self._attachment = attachment
        self._theme = theme
        self._pressed_at: QPoint | None = None
        self._is_dragged = False
        self._place, self._count = 1, 1
        self.setProperty("kind", "chip")
        self.setProperty("broken", "false" if attachment.is_readable else "true")
        self.setFixedWidth(WIDTH_PX if attachment.is_readable else BROKEN_WIDTH_PX)
        # As high as the highest in its row.
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_4 + 2, SPACE_4 + 2, SPACE_4, SPACE_4 + 2)
        row.setSpacing(SPACE_8)
        self._thumbnail = QLabel()
        self._thumbnail.setFixedSize(QSize(CHIP_THUMBNAIL_PX, CHIP_THUMBNAIL_PX))
        self._thumbnail.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row.addWidget(self._thumbnail, 0, Qt.AlignmentFlag.AlignTop)
        self.mend_button: QPushButton | None = self._build_mend_button() if mendable else None
        row.addLayout(self._build_words(), 1)
        self._remove = remove = IconButton(
            theme, "close", lambda: self.tr("Remove {name}").format(name=attachment.name)
        )
        remove.set_small()
        remove.clicked.connect(lambda: self.removed.emit(attachment.id))
        row.addWidget(remove, 0, Qt.AlignmentFlag.AlignTop)
        in_every_language(self, self._say_name, self._say_keys)
        if attachment.is_readable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if attachment.is_readable else Qt.FocusPolicy.NoFocus)
        self.clicked.connect(self._on_clicked)
        self._show_placeholder()
        theme.changed.connect(self._on_theme_changed)
        self._awaited = AwaitedPicture(pictures, SIDE_PX, self)
        self._awaited.came.connect(self._show)
        self._request()

    def sizeHint(self) -> QSize:
        """As high as its words are at its own width, which Qt does not ask for."""
        return QSize(self.maximumWidth(), self._row.heightForWidth(self.maximumWidth()))

    @property
    def remove_button(self) -> IconButton:
        return self._remove

    @property
    def facts(self) -> str:
        """Size and kind of the picture, in one line."""
        return _facts(self._attachment)

    @property
    def place_words(self) -> str:
        """Which of the pictures it is."""
        return self.tr("{name}, {place} of {count}").format(
            name=self._attachment.name, place=self._place, count=self._count
        )

    def set_place(self, place: int, count: int) -> None:
        """It is the picture of this number among so many."""
        self._place, self._count = place, count
        self._say_keys()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What may become a click or a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed_at, self._is_dragged = event.globalPosition().toPoint(), False
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along with the pointer."""
        super().mouseMoveEvent(event)
        if self._pressed_at is None:
            return
        at = event.globalPosition().toPoint()
        far = (at - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        self._is_dragged = self._is_dragged or far
        if self._is_dragged:
            self.dragged.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the picture large, unless it was dragged."""
        self._pressed_at = None
        super().mouseReleaseEvent(event)
        self._is_dragged = False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground; what is on it draws itself."""
        del event
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, QPainter(self), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter or Space, remove with Delete, move with Ctrl and an arrow key."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        by = steps.get(Qt.Key(event.key()))
        if by is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.stepped.emit(by)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self._attachment.id)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        if self._attachment.is_readable and not self._is_dragged:
            self.opened.emit(self._attachment)

    def _build_words(self) -> QVBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.setContentsMargins(0, 2, 0, 2)
        words.addWidget(ElidedLabel(self._attachment.name, Qt.TextElideMode.ElideMiddle))
        if self._attachment.is_readable:
            facts = ElidedLabel()
            in_every_language(facts, lambda: facts.setText(_facts(self._attachment)))
            facts.setProperty("kind", "caption")
            words.addWidget(facts)
        else:
            reason = QLabel()
            in_every_language(reason, lambda: reason.setText(spoken(self._attachment.error)))
            reason.setTextFormat(Qt.TextFormat.PlainText)
            reason.setWordWrap(True)
            reason.setProperty("kind", "danger-caption")
            words.addWidget(reason)
            if self.mend_button is not None:
                words.addLayout(flush_row(self.mend_button))
        words.addStretch(1)
        return words

    def _build_mend_button(self) -> QPushButton:
        button = QPushButton()
        button.setProperty("size", "caption")
        in_every_language(
            button,
            lambda: button.setText(self.tr("Use what is left of it")),
            lambda: button.setToolTip(
                self.tr("Opens the part that is not damaged; the rest is missing or empty")
            ),
        )
        button.clicked.connect(self.mend_requested)
        return button

    def withdraw_offer(self) -> None:
        """What is left of the picture is no longer to be had."""
        if self.mend_button is not None:
            self.mend_button.hide()

    def _say_keys(self) -> None:
        several = self.tr("Enter opens it, Delete removes it, Ctrl with an arrow key moves it.")
        alone = self.tr("Enter opens it, Delete removes it.")
        self.setAccessibleDescription(several if self._count > 1 else alone)

    def _say_name(self) -> None:
        attachment = self._attachment
        why = "" if attachment.is_readable else f": {spoken(attachment.error)}"
        self.setAccessibleName(attachment.name + why)

    def _request(self) -> None:
        if self._attachment.is_readable:
            self._awaited.ask(self._attachment)

    def _on_theme_changed(self) -> None:
        self._show_placeholder()
        self._request()

    def _show_placeholder(self) -> None:
        tokens = self._theme.tokens
        name, colour = (
            ("image", tokens.text_faint) if self._attachment.is_readable else ("image_broken", tokens.danger)
        )
        self._thumbnail.setPixmap(pixmap(name, colour, 22, self.devicePixelRatioF()))

    def _show(self, image: QImage) -> None:
        if not image.isNull():
            side = QSize(CHIP_THUMBNAIL_PX, CHIP_THUMBNAIL_PX)
            self._thumbnail.setPixmap(rounded(image, side, self.devicePixelRatioF(), RADIUS_S, cover=True))


def _facts(attachment: Attachment) -> str:
    parts = [
        f"{attachment.width_px}×{attachment.height_px}",
        attachment.format.upper(),
        size(attachment.byte_size),
    ]
    if attachment.pages > 1:
        parts.insert(0, place_words(attachment))
    parts.extend(spoken(note) for note in attachment.notes)
    return BETWEEN.join(part for part in parts if part)
