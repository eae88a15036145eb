"""A layout that sets its items in lines, like words. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items from left to right, wrapped; each line against the left edge, the right one, or between."""

    def __init__(
        self,
        parent: QWidget | None = None,
        spacing_px: int = 8,
        *,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._align = align
        self.setSpacing(spacing_px)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take `item` at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at `index`, or None past the end (Qt asks until it gets None)."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return the item at `index`."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Grows in neither direction by itself."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The height depends on where the lines break."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at `width`."""
        return self._arrange(QRect(0, 0, width, 0), apply=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items in `rect`."""
        super().setGeometry(rect)
        self._arrange(rect, apply=True)

    def sizeHint(self) -> QSize:
        """All items in one line."""
        widths = [item.sizeHint().width() for item in self._items]
        heights = [item.sizeHint().height() for item in self._items]
        return QSize(sum(widths) + self.spacing() * max(0, len(widths) - 1), max(heights, default=0))

    def minimumSize(self) -> QSize:
        """The widest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rect: QRect, *, apply: bool) -> int:
        y = rect.y()
        for line in self._lines(rect.width()):
            sizes = [item.sizeHint() for item in line]
            height = max((size.height() for size in sizes), default=0)
            if apply:
                used = sum(size.width() for size in sizes) + self.spacing() * (len(line) - 1)
                x = rect.x() + self._indent(rect.width() - used)
                for item, size in zip(line, sizes, strict=True):
                    item.setGeometry(QRect(QPoint(x, y), QSize(size.width(), height)))
                    x += size.width() + self.spacing()
            y += height + self.spacing()
        return max(0, y - self.spacing() - rect.y())

    def _indent(self, free_px: int) -> int:
        if self._align is Qt.AlignmentFlag.AlignRight:
            return free_px
        return free_px // 2 if self._align is Qt.AlignmentFlag.AlignHCenter else 0

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if not lines or used + self.spacing() + needed > width:
                lines.append([])
                used = needed
            else:
                used += self.spacing() + needed
            lines[-1].append(item)
        return lines
