"""QtHandler: the screen through Qt itself, on X11, Windows and macOS. GUI thread only."""

from __future__ import annotations

import ctypes
import sys

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from app.capture.handler import Done, Failed
from app.capture.screens import Shot, layout_of
from app.capture.surroundings import Surroundings

_CORE_GRAPHICS = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"


class QtHandler:
    """Each screen is asked for by itself, so that scale factors never mix."""

    name = "Qt"

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings

    def is_compatible(self) -> bool:
        """Wayland shows no program the pixels of another one."""
        return not self._surroundings.is_wayland

    def is_installed(self) -> bool:
        """Always; on macOS the user must have allowed it."""
        return sys.platform != "darwin" or _is_allowed_on_macos()

    def what_to_install(self) -> str:
        """What to switch on."""
        return QCoreApplication.translate(
            "QtHandler",
            "Allow Yomi under System Settings, Privacy & Security, Screen Recording; then start Yomi again.",
        )

    def take(self, done: Done, failed: Failed) -> None:
        """Every screen, at once."""
        shots = []
        for screen in QGuiApplication.screens():
            image = screen.grabWindow(0).toImage()
            if image.isNull():
                failed(f"no picture of screen {screen.name()}")
                return
            image.setDevicePixelRatio(1.0)
            shots.append(Shot(layout_of(screen), image))
        done(tuple(shots))


def _is_allowed_on_macos() -> bool:
    """Without the permission macOS hands out the wallpaper and no error, so it is asked; once it is refused,
    the system's own dialog opens.
    """
    try:
        graphics = ctypes.CDLL(_CORE_GRAPHICS)
        return bool(graphics.CGPreflightScreenCaptureAccess()) or bool(
            graphics.CGRequestScreenCaptureAccess()
        )
    except (OSError, AttributeError):
        # Before macOS 10.15 there was nothing to allow.
        return True
