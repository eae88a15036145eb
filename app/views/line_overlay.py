"""The lines that were read, drawn over their picture. GUI thread only."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QPen
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsItemGroup,
    QGraphicsRectItem,
    QGraphicsSceneHoverEvent,
)

from app.domain import ReadLine
from app.views.doubtful_words import DOUBTFUL_BELOW, sureness
from app.views.theme import Theme

AIR_PX = 2
"""Picture pixels between the ink and its frame."""
LINE_PX = 1.5
RESTING_ALPHA = 18
HOVERED_ALPHA = 70


class LineBoxItem(QGraphicsRectItem):
    """A frame around one line; the pointer over it brings its text."""

    def __init__(
        self, line: ReadLine, box: QRectF, colour: QColor, pointed_at: Callable[[ReadLine | None], object]
    ) -> None:
        super().__init__(box)
        self.line = line
        self._pointed_at = pointed_at
        self.set_colour(colour)
        self.setAcceptHoverEvents(True)
        self.setToolTip(_tip(line))

    def set_colour(self, colour: QColor) -> None:
        """Draw it in another colour."""
        pen = QPen(colour, LINE_PX)
        # As thick at every zoom.
        pen.setCosmetic(True)
        self.setPen(pen)
        self._colour = colour
        self._fill(RESTING_ALPHA)

    def hoverEnterEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Stand out."""
        self._fill(HOVERED_ALPHA)
        self._pointed_at(self.line)
        super().hoverEnterEvent(event)

    def hoverLeaveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Step back."""
        self._fill(RESTING_ALPHA)
        self._pointed_at(None)
        super().hoverLeaveEvent(event)

    def stand_out(self, stands_out: bool) -> None:
        """Whether it is the line that is pointed at."""
        self._fill(HOVERED_ALPHA if stands_out else RESTING_ALPHA)

    def _fill(self, alpha: int) -> None:
        fill = QColor(self._colour)
        fill.setAlpha(alpha)
        self.setBrush(QBrush(fill))


class LineOverlay(QGraphicsItemGroup):
    """Frames of all lines with a known place; one without stays out. Lines with doubtful words stand out."""

    def __init__(self, parent: QGraphicsItem, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        # Each line hears the pointer for itself.
        self.setHandlesChildEvents(False)
        self.boxes: list[LineBoxItem] = []
        self._pointed_at: Callable[[ReadLine | None], object] = lambda _line: None

    def on_pointed_at(self, told: Callable[[ReadLine | None], object]) -> None:
        """Call `told` with the line under the pointer, and with None when there is none any more."""
        self._pointed_at = told

    def point_at(self, line: ReadLine | None) -> None:
        """Let this line stand out, and no other."""
        for item in self.boxes:
            item.stand_out(line is not None and item.line == line)

    def box_of(self, line: ReadLine) -> QRectF | None:
        """Where a line is on the shown picture."""
        return next((item.rect() for item in self.boxes if item.line == line), None)

    def set_lines(self, lines: Sequence[ReadLine], scale: float) -> None:
        """Show these lines instead; `scale` is shown pixels to one of the picture."""
        for item in self.boxes:
            self.removeFromGroup(item)
            self.scene().removeItem(item)
        self.boxes = []
        for line in lines:
            if line.box is None:
                continue
            left, top, right, bottom = (side * scale for side in line.box)
            box = QRectF(left, top, right - left, bottom - top).adjusted(-AIR_PX, -AIR_PX, AIR_PX, AIR_PX)
            item = LineBoxItem(line, box, QColor(self._colour(line)), self._tell)
            self.addToGroup(item)
            self.boxes.append(item)

    def retint(self) -> None:
        """Take the colours of the theme as it is now."""
        for item in self.boxes:
            item.set_colour(QColor(self._colour(item.line)))

    def _tell(self, line: ReadLine | None) -> None:
        self._pointed_at(line)

    def _colour(self, line: ReadLine) -> str:
        return self._theme.tokens.warning if _least(line) < DOUBTFUL_BELOW else self._theme.tokens.accent


def _least(line: ReadLine) -> float:
    return min((word.confidence for word in line.words), default=1.0)


def _tip(line: ReadLine) -> str:
    """The line's text; escaped, since Qt would take a text with tags for rich text."""
    least = _least(line)
    doubt = f"<br>{sureness(least)}" if least < DOUBTFUL_BELOW else ""
    return f"<qt>{html.escape(line.text.strip())}{doubt}</qt>"


def shown_scale(image_side_px: int, source_side_px: int, limit_px: int) -> float:
    """Shown pixels to a pixel of the source: pictures within the limit are shown as they are."""
    return image_side_px / source_side_px if image_side_px >= limit_px and source_side_px else 1.0


def has_places(lines: Sequence[ReadLine]) -> bool:
    """Whether there is anything to show."""
    return any(line.box is not None for line in lines)
