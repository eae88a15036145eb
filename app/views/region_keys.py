"""A region that is chosen by keys alone: arrows move it, with Shift they resize it, with Ctrl further. Pure
functions; any thread.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt

LEAST_PX = 3.0
STEP_PX = 1.0
LEAP_PX = 10.0

ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


def nudged(
    region: QRectF,
    arrow: QPointF,
    modifiers: Qt.KeyboardModifier,
    room: QRectF,
    *,
    pixel: float = 1.0,
    least: float = LEAST_PX,
) -> QRectF:
    """The region after an arrow, within `room`; the first one, in its middle, where there is none yet.

    `pixel`: the side of a screen's pixel in the measure of the regions; `least`: how narrow one may become.
    """
    if region.isEmpty():
        size = QSizeF(room.width() / 2, room.height() / 4)
        return QRectF(room.center() - QPointF(size.width() / 2, size.height() / 2), size)
    by = arrow * pixel * (LEAP_PX if modifiers & Qt.KeyboardModifier.ControlModifier else STEP_PX)
    moved = QRectF(region)
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        moved.setWidth(max(least, moved.width() + by.x()))
        moved.setHeight(max(least, moved.height() + by.y()))
        return moved.intersected(room)
    moved.translate(by)
    moved.moveLeft(min(max(room.left(), moved.left()), room.right() - moved.width()))
    moved.moveTop(min(max(room.top(), moved.top()), room.bottom() - moved.height()))
    return moved
