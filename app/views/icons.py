"""The icon set: SVG drawings in `resources/icons`, tinted with a colour of the theme. GUI thread only.

The drawings use `currentColor`; each icon is rendered at one, two and three device pixels per unit.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.paths import resources_dir

SCALES = (1, 2, 3)
"""The device pixel ratios that an icon carries a drawing for; Qt picks the nearest larger one."""


@cache
def icon(name: str, colour: str, disabled_colour: str = "", size_px: int = 20) -> QIcon:
    """The drawing `name` in `colour`; `disabled_colour` where its button is off."""
    result = QIcon()
    for scale in SCALES:
        result.addPixmap(_render(name, colour, size_px, scale), QIcon.Mode.Normal)
        if disabled_colour:
            result.addPixmap(_render(name, disabled_colour, size_px, scale), QIcon.Mode.Disabled)
    return result


def pixmap(name: str, colour: str, size_px: int, ratio: float) -> QPixmap:
    """The drawing `name` in `colour`, `size_px` wide, for a screen of that device pixel ratio."""
    return _render(name, colour, size_px, ratio)


def app_icon() -> QIcon:
    """The application's own icon, in its own colours, from 16 to 256 pixels."""
    result = QIcon()
    for size_px in (16, 24, 32, 48, 64, 128, 256):
        result.addPixmap(_render("yomi", "#000000", size_px, 1))
    return result


def forget_icons() -> None:
    """Drop the tinted icons; the theme changed."""
    icon.cache_clear()
    _render.cache_clear()


@cache
def _render(name: str, colour: str, size_px: int, ratio: float) -> QPixmap:
    source = (
        (resources_dir() / "icons" / f"{name}.svg")
        .read_text(encoding="utf-8")
        .replace("currentColor", colour)
    )
    renderer = QSvgRenderer(QByteArray(source.encode("utf-8")))
    canvas = QPixmap(round(size_px * ratio), round(size_px * ratio))
    canvas.fill(Qt.GlobalColor.transparent)
    painter = QPainter(canvas)
    renderer.render(painter, QRectF(0, 0, canvas.width(), canvas.height()))
    painter.end()
    canvas.setDevicePixelRatio(ratio)
    return canvas
