"""ReadingPlace: keeps what the reader looks at in place while the page around it grows. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QScrollArea, QWidget

T = TypeVar("T", bound=QWidget)


class ReadingPlace(QObject, Generic[T]):
    """Of a scroll area: one of its widgets, and how far below the upper edge it stands."""

    def __init__(self, area: QScrollArea, widgets: Callable[[], Sequence[T]]) -> None:
        super().__init__(area)
        self._area = area
        self._widgets = widgets
        self._widget: T | None = None
        self._below_px = 0
        self._is_moving = False

    @property
    def is_moving(self) -> bool:
        """Whether the scrolling of this moment is this object's."""
        return self._is_moving

    @property
    def is_held(self) -> bool:
        return self._widget is not None

    def topmost(self) -> T | None:
        """The first widget that is in sight, or the next one below."""
        top = self._area.verticalScrollBar().value()
        return next((widget for widget in self._widgets() if widget.geometry().bottom() >= top), None)

    def hold(self) -> None:
        """Keep the topmost widget in sight where it is."""
        self._widget = self.topmost()
        if self._widget is not None:
            self._below_px = self._widget.y() - self._area.verticalScrollBar().value()

    def hold_at(self, widget: T, below_px: int) -> None:
        """Keep this widget so far below the upper edge."""
        self._widget, self._below_px = widget, below_px

    def release(self) -> None:
        """Keep nothing."""
        self._widget = None

    def restore(self) -> None:
        """Scroll so that what is kept is in its place."""
        if self._widget is None:
            return
        self._is_moving = True
        self._area.verticalScrollBar().setValue(self._widget.y() - self._below_px)
        self._is_moving = False
