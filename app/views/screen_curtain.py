"""The curtain over each screen on which a region is chosen, with the mouse or the keyboard. GUI thread only.

A curtain shows a picture of its screen, taken before: what is chosen is what was there, not what moved since.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QCursor,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from app.views.region_keys import ARROWS, LEAST_PX, nudged
from app.views.theme import Theme
from app.views.tokens import RADIUS_S, SPACE_4, SPACE_8, SPACE_24

DIMMED_ALPHA = 115
LABEL_FILL = QColor(20, 20, 22, 220)
LABEL_TEXT = QColor(245, 245, 245)


@dataclass(frozen=True, slots=True)
class ScreenPicture:
    """What a curtain shows: Qt's screen and its physical pixels."""

    screen: QScreen
    image: QImage


class ScreenCurtain(QWidget):
    """One screen's. Regions are logical, relative to the screen's corner."""

    chosen = Signal(QRectF)
    cancelled = Signal()
    touched = Signal()
    """A choice began here."""
    moved_on = Signal(int)
    """The keyboard is wanted on a screen so many further; negative before"""

    def __init__(self, picture: ScreenPicture, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
        self._theme = theme
        self._region = QRectF()
        self._anchor: QPointF | None = None
        self._screen_size = picture.screen.geometry().size()
        self._ratio = picture.image.width() / max(1, picture.screen.geometry().width())
        self._pixmap = QPixmap.fromImage(picture.image)
        self._pixmap.setDevicePixelRatio(self._ratio)
        self.setScreen(picture.screen)
        self.setGeometry(picture.screen.geometry())
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWindowTitle(self.tr("Choose a region"))
        self.setAccessibleName(self.tr("Choose a region of the screen"))
        self.setAccessibleDescription(_hint())

    @property
    def region(self) -> QRectF:
        """What is chosen so far; empty before."""
        return QRectF(self._region)

    def cover(self) -> None:
        """Lie over the whole screen."""
        if sys.platform == "darwin":
            # Full screen is a space of its own there, into which the desktop slides:
            # https://github.com/flameshot-org/flameshot/issues/3656
            self.show()
            self.raise_()
        else:
            self.showFullScreen()

    def forget(self) -> None:
        """Another screen's turn."""
        self._region, self._anchor = QRectF(), None
        self.update()

    # -- events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to draw a region out."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.touched.emit()
            self._anchor = event.position()
            self.set_region(QRectF(self._anchor, QSizeF()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the region out."""
        if self._anchor is not None:
            self.set_region(QRectF(self._anchor, event.position()).normalized())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the region; with Shift it stays, to be adjusted by the arrows. The right button gives up.

        Not when it is pressed: whatever lies below the curtain would get the release and open its menu.
        """
        if event.button() is Qt.MouseButton.RightButton:
            self.cancelled.emit()
            return
        if event.button() is not Qt.MouseButton.LeftButton or self._anchor is None:
            return
        self.set_region(QRectF(self._anchor, event.position()).normalized())
        self._anchor = None
        if self._region.width() < LEAST_PX or self._region.height() < LEAST_PX:
            self.forget()
        elif not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._choose(self._region)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move, with Shift they resize, with Ctrl further; Tab goes to the next screen, Enter takes,
        Esc gives up.
        """
        key = Qt.Key(event.key())
        if key is Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(QRectF(self.rect()) if self._region.isEmpty() else self._region)
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.moved_on.emit(1 if key is Qt.Key.Key_Tab else -1)
        elif key in ARROWS:
            self._nudge(ARROWS[key], event.modifiers())
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, _following: bool) -> bool:  # noqa: N802 - Qt's name
        """Tab is a key like others here: there is nothing else to go to on this screen."""
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        """A curtain that is closed from outside gives up."""
        super().closeEvent(event)
        self.cancelled.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The screen, dimmed but for the region."""
        painter = QPainter(self)
        painter.drawPixmap(QPointF(0, 0), self._pixmap)
        painter.setClipRegion(event.region())
        shade = QColor(0, 0, 0, DIMMED_ALPHA)
        if self._region.isEmpty():
            painter.fillRect(self.rect(), shade)
            self._write(painter, _hint(), QPointF(self.width() / 2, SPACE_24 * 2), centred=True)
            return
        whole, hole = QRectF(self.rect()), self._region
        painter.fillRect(QRectF(0, 0, whole.width(), hole.top()), shade)
        painter.fillRect(QRectF(0, hole.bottom(), whole.width(), whole.height() - hole.bottom()), shade)
        painter.fillRect(QRectF(0, hole.top(), hole.left(), hole.height()), shade)
        painter.fillRect(QRectF(hole.right(), hole.top(), whole.width() - hole.right(), hole.height()), shade)
        pen = QPen(QColor(self._theme.tokens.accent), 2)
        painter.setPen(pen)
        painter.drawRect(hole.adjusted(-1, -1, 1, 1))
        self._write(painter, self.size_words(), QPointF(hole.left(), hole.bottom() + SPACE_8))

    def size_words(self) -> str:
        """The region's size in the pixels that will be read."""
        width = math.ceil(self._region.width() * self._ratio)
        height = math.ceil(self._region.height() * self._ratio)
        return f"{width} × {height}"

    def set_region(self, region: QRectF) -> None:
        """Choose this region, cut to the screen; it is taken by Enter."""
        self._region = region.intersected(QRectF(self.rect()))
        self.update()

    # -- inside

    def _choose(self, region: QRectF) -> None:
        """Tell it in the screen's measure: at odd scales a compositor gives a window a pixel less."""
        across = self._screen_size.width() / max(1, self.width())
        down = self._screen_size.height() / max(1, self.height())
        corner = QPointF(region.left() * across, region.top() * down)
        self.chosen.emit(QRectF(corner, QSizeF(region.width() * across, region.height() * down)))

    def _nudge(self, arrow: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        if self._region.isEmpty():
            self.touched.emit()
        self.set_region(nudged(self._region, arrow, modifiers, QRectF(self.rect())))

    def _write(self, painter: QPainter, words: str, at: QPointF, *, centred: bool = False) -> None:
        """A label that stays on the screen, readable on any ground."""
        metrics = painter.fontMetrics()
        box = QRectF(0, 0, metrics.horizontalAdvance(words) + 2 * SPACE_8, metrics.height() + 2 * SPACE_4)
        box.moveTopLeft(at - QPointF(box.width() / 2, 0) if centred else at)
        if box.bottom() > self.height():
            box.moveBottom(self._region.bottom() - SPACE_8)
        box.moveLeft(min(max(0.0, box.left()), max(0.0, self.width() - box.width())))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(LABEL_FILL)
        painter.drawRoundedRect(box, RADIUS_S, RADIUS_S)
        painter.setPen(LABEL_TEXT)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


class Curtains(QObject):
    """The curtains of all screens: a choice on one ends them all."""

    chosen = Signal(int, QRectF)
    """Which of the pictures, and the region on it."""
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._curtains: list[ScreenCurtain] = []
        self._listens = False

    @property
    def curtains(self) -> tuple[ScreenCurtain, ...]:
        """Those that are drawn now."""
        return tuple(self._curtains)

    def draw(self, pictures: Sequence[ScreenPicture]) -> None:
        """Cover every screen; `chosen` or `cancelled` follows."""
        self._drop()
        for index, picture in enumerate(pictures):
            curtain = ScreenCurtain(picture, self._theme)
            curtain.chosen.connect(self._taker(index))
            curtain.cancelled.connect(self.cancel)
            # What is drawn fits a screen of another size or scale no longer.
            picture.screen.geometryChanged.connect(curtain.cancelled)
            curtain.touched.connect(self._forgetter(curtain))
            curtain.moved_on.connect(partial(self._on_moved_on, index))
            self._curtains.append(curtain)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication) and not self._listens:
            # Nor does it where the screens are others.
            self._listens = True
            application.screenRemoved.connect(self.cancel)
            application.screenAdded.connect(self.cancel)
        for curtain in self._curtains:
            curtain.cover()
        if self._curtains:
            first = self._under_pointer()
            first.activateWindow()
            first.setFocus()

    def cancel(self) -> None:
        """Give up."""
        if self._curtains:
            self._drop()
            self.cancelled.emit()

    def _under_pointer(self) -> ScreenCurtain:
        """The curtain that has the keyboard: Enter takes the screen that is looked at."""
        there = QCursor.pos()
        for curtain in self._curtains:
            if curtain.geometry().contains(there):
                return curtain
        return self._curtains[0]

    def _on_moved_on(self, index: int, by: int) -> None:
        following = self._curtains[(index + by) % len(self._curtains)]
        following.activateWindow()
        following.setFocus()

    def _taker(self, index: int) -> Callable[[QRectF], None]:
        def take(region: QRectF) -> None:
            gone, self._curtains = self._curtains, []
            if gone:
                # Told before they close: on Wayland only who has the keyboard may bring a window forward.
                self.chosen.emit(index, region)
                _close(gone)

        return take

    def _forgetter(self, touched: ScreenCurtain) -> Callable[[], None]:
        def forget() -> None:
            for curtain in self._curtains:
                if curtain is not touched:
                    curtain.forget()

        return forget

    def _drop(self) -> None:
        gone, self._curtains = self._curtains, []
        _close(gone)


def _close(curtains: Sequence[ScreenCurtain]) -> None:
    for curtain in curtains:
        curtain.close()
        curtain.deleteLater()


def _hint() -> str:
    return QGuiApplication.translate(
        "ScreenCurtain", "Drag over what you want to read  ·  Enter takes the whole screen  ·  Esc cancels"
    )
