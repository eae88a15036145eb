"""RememberedRegion: a region that can be captured again, written into the settings. Any thread; pure."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from app.capture.screens import ScreenLayout, Shot


@dataclass(frozen=True, slots=True)
class RememberedRegion:
    """Logical pixels on a screen, which is known by its name and its size."""

    screen: str
    screen_size: tuple[int, int]
    left: float
    top: float
    width: float
    height: float

    @staticmethod
    def of(screen: ScreenLayout, region: QRectF) -> RememberedRegion:
        """To be remembered."""
        _, _, width, height = screen.rect
        return RememberedRegion(
            screen.name, (width, height), region.left(), region.top(), region.width(), region.height()
        )

    @staticmethod
    def parsed(written: str) -> RememberedRegion | None:
        """What `written` gave; None where it is nothing of the kind."""
        try:
            match json.loads(written):
                case [
                    str() as screen,
                    int() as screen_width,
                    int() as screen_height,
                    *numbers,
                ] if len(numbers) == 4 and all(_is_finite(number) for number in numbers):
                    return RememberedRegion(screen, (screen_width, screen_height), *map(float, numbers))
        except (ValueError, RecursionError):
            return None
        return None

    def written(self) -> str:
        """For the settings file."""
        return json.dumps([self.screen, *self.screen_size, self.left, self.top, self.width, self.height])

    def found_on(self, shots: Sequence[Shot]) -> tuple[Shot, QRectF] | None:
        """The shot that it lies on; the screen must be there and as large as then."""
        for shot in shots:
            if shot.screen.name == self.screen and shot.screen.rect[2:] == self.screen_size:
                return shot, QRectF(self.left, self.top, self.width, self.height)
        return None


def _is_finite(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and math.isfinite(number)
