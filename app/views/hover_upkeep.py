"""HoverUpkeep: what is under the pointer looks so, also after the page moved below it. GUI thread only.

Qt says what the pointer enters and leaves when the pointer moves, not when a page is scrolled or laid out
anew under it: a button would keep the look of a touched one wherever it went. A move to the same place makes
Qt look again, as it does for every real one.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

SETTLED_MS = 60
"""After the last of many steps: a page that is being scrolled or written needs no look-up for each."""


class HoverUpkeep(QObject):
    """Looks after the widgets in one scrolled page."""

    def __init__(self, area: QScrollArea, page: QWidget) -> None:
        super().__init__(area)
        self._area = area
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLED_MS)
        self._timer.timeout.connect(self.look_again)
        # Given directly to the timer, the bar's value would become its interval.
        area.verticalScrollBar().valueChanged.connect(lambda _value: self._timer.start())
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page was laid out anew."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._timer.start()
        return super().eventFilter(watched, event)

    def look_again(self) -> None:
        """Let Qt find out what is under the pointer now."""
        window = self._area.window()
        # A pressed button keeps the pointer to itself until it is let go.
        if not window.underMouse() or QApplication.mouseButtons():
            return
        at = QPointF(QCursor.pos())
        local = QPointF(window.mapFromGlobal(at))
        still = QMouseEvent(
            QEvent.Type.MouseMove,
            local,
            local,
            at,
            Qt.MouseButton.NoButton,
            Qt.MouseButton.NoButton,
            QApplication.keyboardModifiers(),
        )
        QApplication.sendEvent(window.windowHandle(), still)
