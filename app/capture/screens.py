"""Screens and pictures of them: which physical pixels a choice on a screen means. Any thread; pure but for
`layouts`, which asks Qt on the GUI thread.

Qt's coordinates are logical: a screen at 150 % that is 2560 pixels wide is 1707 wide to Qt. What the model
reads must be the screen's own pixels, so nothing here rounds before it has multiplied.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QGuiApplication, QImage, QScreen

SAME_SIZE_PX = 2
"""How far two sizes may differ through rounding and still be one."""


@dataclass(frozen=True, slots=True)
class ScreenLayout:
    """Where a screen lies, in Qt's logical coordinates; its origin may be negative. `ratio`: physical pixels
    to a logical one.
    """

    name: str
    rect: tuple[int, int, int, int]
    """left, top, width, height"""
    ratio: float = 1.0

    @property
    def logical(self) -> QRect:
        return QRect(*self.rect)

    @property
    def native(self) -> QRect:
        """In physical pixels as X11 and Windows lay screens out: Qt keeps the origin and divides the size."""
        left, top, width, height = self.rect
        return QRect(left, top, round(width * self.ratio), round(height * self.ratio))


@dataclass(frozen=True, slots=True)
class Shot:
    """What one screen showed, in its physical pixels, upright as the user sees it."""

    screen: ScreenLayout
    image: QImage


class NoPixelsError(ValueError):
    """A picture of the desktop does not cover a screen."""


def layout_of(screen: QScreen) -> ScreenLayout:
    """The layout of one of Qt's screens."""
    there = screen.geometry()
    return ScreenLayout(
        screen.name(),
        (there.x(), there.y(), there.width(), there.height()),
        screen.devicePixelRatio(),
    )


def layouts() -> tuple[ScreenLayout, ...]:
    """Every screen, the primary one first."""
    return tuple(layout_of(screen) for screen in QGuiApplication.screens())


def crop(shot: Shot, region: QRectF) -> QImage:
    """The physical pixels under `region`, logical and relative to the screen's corner; whole pixels at its
    edges count in. A region beyond the screen is cut; one outside gives a null image.
    """
    image, (_, _, width, height) = shot.image, shot.screen.rect
    across, down = image.width() / width, image.height() / height
    left = max(0, math.floor(region.left() * across + 1e-6))
    top = max(0, math.floor(region.top() * down + 1e-6))
    right = min(image.width(), math.ceil(region.right() * across - 1e-6))
    bottom = min(image.height(), math.ceil(region.bottom() * down - 1e-6))
    if right <= left or bottom <= top:
        return QImage()
    piece = image.copy(left, top, right - left, bottom - top)
    piece.setDevicePixelRatio(1.0)
    return piece


def split(desktop: QImage, screens: Sequence[ScreenLayout]) -> tuple[Shot, ...]:
    """One picture of the whole desktop taken apart into its screens.

    Tools put screens together in physical pixels (X11) or in logical ones at one scale (Wayland): which one
    it was is told by the picture's size.
    Raises: NoPixelsError.
    """
    native = _united([screen.native for screen in screens])
    is_native = _is_near(desktop, native)
    whole = native if is_native else _united([screen.logical for screen in screens])
    if whole.isEmpty() or desktop.isNull():
        raise NoPixelsError("the picture of the desktop is empty")
    across, down = desktop.width() / whole.width(), desktop.height() / whole.height()
    shots = []
    for screen in screens:
        there = (screen.native if is_native else screen.logical).translated(-whole.topLeft())
        left, top = round(there.x() * across), round(there.y() * down)
        width, height = round(there.width() * across), round(there.height() * down)
        piece = desktop.copy(left, top, width, height)
        if piece.isNull() or left + width > desktop.width() + SAME_SIZE_PX:
            raise NoPixelsError(f"the picture of the desktop does not cover {screen.name}")
        shots.append(Shot(screen, piece))
    return tuple(shots)


def _united(rects: Sequence[QRect]) -> QRect:
    whole = QRect()
    for rect in rects:
        whole = whole.united(rect)
    return whole


def _is_near(image: QImage, rect: QRect) -> bool:
    return (
        abs(image.width() - rect.width()) <= SAME_SIZE_PX
        and abs(image.height() - rect.height()) <= SAME_SIZE_PX
    )
