"""One picture: fitted, zoomed, dragged, turned; a part of it can be chosen. GUI thread only."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsRectItem, QGraphicsScene, QGraphicsView, QWidget

from app.domain import ReadLine
from app.views.language import in_every_language
from app.views.line_overlay import LineOverlay
from app.views.region_keys import ARROWS, nudged
from app.views.theme import Theme

ZOOM_STEP = 1.25
LARGEST_ZOOM = 16.0
SMALLEST_ZOOM = 0.02
LEAST_PART_PX = 4.0
LEAST_LINE_PX = 16.0
"""As high as a line that is looked for must be on the screen to be read."""
PART_ALPHA = 40
NOTCH = 120.0
"""What Qt tells of a notch of a wheel; touchpads tell many small parts of it."""


class PictureView(QGraphicsView):
    """One picture. A part is in pixels of the picture that is shown, unturned."""

    part_chosen = Signal(QRectF)
    """Empty where the choice was taken back."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fitted = True
        self._turns = 0
        self._chooses = False
        self._anchor: QPointF | None = None
        self.setScene(QGraphicsScene(self))
        self._item = self.scene().addPixmap(QPixmap())
        self._item.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
        self._overlay = LineOverlay(self._item, theme)
        self._part = QGraphicsRectItem(self._item)
        self._part.hide()
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Picture")))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        theme.changed.connect(self._retint)
        self._retint()

    @property
    def is_fitted(self) -> bool:
        return self._fitted

    @property
    def has_image(self) -> bool:
        return not self._item.pixmap().isNull()

    @property
    def zoom(self) -> float:
        """Screen pixels per picture pixel, in device-independent units."""
        transform = self.transform()
        return math.hypot(transform.m11(), transform.m12())

    @property
    def quarter_turns(self) -> int:
        """How often it was turned clockwise, 0 to 3."""
        return self._turns

    @property
    def part(self) -> QRectF:
        """The part that is chosen; empty for none."""
        return self._part.rect() if self._part.isVisible() else QRectF()

    def set_image(self, image: QImage) -> None:
        """Show another picture, fitted and unturned."""
        self._turns = 0
        self.clear_part()
        self._item.setPixmap(QPixmap.fromImage(image))
        self.scene().setSceneRect(self._item.boundingRect())
        self.fit()

    @property
    def overlay(self) -> LineOverlay:
        """The frames around what was read."""
        return self._overlay

    def set_lines(self, lines: Sequence[ReadLine], scale: float) -> None:
        """Frame these lines, once that is switched on; `scale` is shown pixels to one of their boxes'."""
        self._overlay.set_lines(lines, scale)

    def show_lines(self, shown: bool) -> None:
        """Show the frames, or the picture alone."""
        self._overlay.setVisible(shown)

    def fit(self) -> None:
        """Show all of it, never larger than it is."""
        self._fitted = True
        bounds = self._item.boundingRect()
        self.resetTransform()
        self.rotate(90.0 * self._turns)
        width, height = bounds.width(), bounds.height()
        if self._turns % 2:
            width, height = height, width
        if not bounds.isEmpty() and (width > self.viewport().width() or height > self.viewport().height()):
            self.fitInView(self._item, Qt.AspectRatioMode.KeepAspectRatio)

    def actual_size(self) -> None:
        """One picture pixel to one device pixel."""
        self._fitted = False
        self.resetTransform()
        self.rotate(90.0 * self._turns)
        self.scale(1 / self.devicePixelRatioF(), 1 / self.devicePixelRatioF())

    def zoom_by(self, factor: float) -> None:
        """Nearer or further, within reason."""
        if SMALLEST_ZOOM <= self.zoom * factor <= LARGEST_ZOOM:
            self._fitted = False
            self.scale(factor, factor)

    def turn(self) -> None:
        """A quarter turn clockwise."""
        self._turns = (self._turns + 1) % 4
        if self._fitted:
            self.fit()
        else:
            self.rotate(90.0)

    def bring_into_view(self, line: ReadLine) -> None:
        """Scroll to where a line is, where it lies outside."""
        box = self._overlay.box_of(line)
        if box is not None:
            self.ensureVisible(self._item.mapRectToScene(box), 24, 24)

    def look_at(self, line: ReadLine) -> None:
        """Show a line in the middle, and near enough to be read."""
        box = self._overlay.box_of(line)
        if box is None or box.isEmpty():
            return
        self.zoom_by(max(1.0, LEAST_LINE_PX / (box.height() * self.zoom)))
        self.centerOn(self._item.mapRectToScene(box).center())

    # -- a part

    def choose_part(self, chooses: bool) -> None:
        """Whether dragging draws a part out, instead of moving the picture."""
        self._chooses = chooses
        self.setDragMode(QGraphicsView.DragMode.NoDrag if chooses else QGraphicsView.DragMode.ScrollHandDrag)
        self.viewport().setCursor(Qt.CursorShape.CrossCursor if chooses else Qt.CursorShape.OpenHandCursor)
        if not chooses:
            self.clear_part()

    def clear_part(self) -> None:
        """Nothing is chosen."""
        if self._part.isVisible():
            self._part.hide()
            self.part_chosen.emit(QRectF())

    def set_part(self, part: QRectF) -> None:
        """Choose a part, cut to the picture."""
        inside = part.normalized().intersected(self._item.boundingRect())
        if inside.width() < LEAST_PART_PX or inside.height() < LEAST_PART_PX:
            self.clear_part()
            return
        self._part.setRect(inside)
        self._part.show()
        self.part_chosen.emit(inside)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the part that is being chosen, with Shift they resize it, with Ctrl further. Else they
        move what is larger than the view; the rest is left to what is around it.
        """
        arrow = ARROWS.get(Qt.Key(event.key()))
        if arrow is None:
            super().keyPressEvent(event)
        elif self._chooses and self.has_image:
            self._nudge(arrow, event.modifiers())
        elif self._scrolls(arrow):
            super().keyPressEvent(event)
        else:
            # The scroll area would take the key also where there is nothing to scroll.
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a part, or take hold of the picture."""
        if self._chooses and event.button() is Qt.MouseButton.LeftButton:
            self._anchor = self._on_item(event)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the part out, or move the picture."""
        if self._anchor is not None:
            self.set_part(QRectF(self._anchor, self._on_item(event)))
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The part is chosen."""
        if self._anchor is not None:
            self.set_part(QRectF(self._anchor, self._on_item(event)))
            self._anchor = None
        else:
            super().mouseReleaseEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer."""
        if event.angleDelta().y():
            self.zoom_by(ZOOM_STEP ** (event.angleDelta().y() / NOTCH))
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay fitted."""
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def _scrolls(self, arrow: QPointF) -> bool:
        bar = self.horizontalScrollBar() if arrow.x() else self.verticalScrollBar()
        return bar.maximum() > bar.minimum()

    def _nudge(self, arrow: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Up is up on the screen, however the picture is turned."""
        turned = QTransform().rotate(90.0 * self._turns)
        room = turned.mapRect(self._item.boundingRect())
        part = nudged(
            turned.mapRect(self.part),
            arrow,
            modifiers,
            room,
            pixel=1 / self.zoom,
            # More than what counts as none, which it would become.
            least=2 * LEAST_PART_PX,
        )
        back, _ = turned.inverted()
        self.set_part(back.mapRect(part))
        self.ensureVisible(self._part)

    def _on_item(self, event: QMouseEvent) -> QPointF:
        """Where the pointer is on the picture, unturned."""
        return self._item.mapFromScene(self.mapToScene(event.position().toPoint()))

    def _retint(self) -> None:
        tokens = self._theme.tokens
        self.setBackgroundBrush(QColor(tokens.sunken))
        pen = QPen(QColor(tokens.accent), 2)
        pen.setCosmetic(True)
        self._part.setPen(pen)
        fill = QColor(tokens.accent)
        fill.setAlpha(PART_ALPHA)
        self._part.setBrush(QBrush(fill))
        self._overlay.retint()
