"""Passing notices over the composer: one sentence each, gone by themselves, never in the way of work. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.views.icon_button import IconButton
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16

MOST_NOTICES = 3
BASE_MS = 4000
PER_CHARACTER_MS = 55
"""Reading speed of about 18 characters a second, slow readers included."""

WIDEST_PX = 560


class NoticeWidget(QFrame):
    """One sentence, perhaps with one thing to do about it."""

    def __init__(
        self, sentence: str, theme: Theme, action: str, on_action: Callable[[], None] | None, on_end: Callable[[], None] | None
    ) -> None:
        super().__init__()
        self.sentence = sentence
        self._on_action = on_action
        self._on_end = on_end
        self._ended = False
        self.setProperty("kind", "notice")
        self.setAccessibleName(sentence)
        self.setMaximumWidth(WIDEST_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_16, SPACE_8, SPACE_8, SPACE_8)
        row.setSpacing(SPACE_8)
        words = QLabel(sentence)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Preferred)
        words.setMinimumWidth(min(WIDEST_PX - 140, words.fontMetrics().horizontalAdvance(sentence) + SPACE_12))
        row.addWidget(words, 1)
        if action:
            button = QPushButton(action)
            button.clicked.connect(self._on_action_clicked)
            row.addWidget(button)
        close = IconButton(theme, "close", "Dismiss")
        close.set_icon("close", "tooltip_text")
        close.setIconSize(QSize(14, 14))
        close.clicked.connect(self.end)
        row.addWidget(close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.end)
        self.restart()

    def restart(self) -> None:
        """Count the reading time from now."""
        self._timer.start(BASE_MS + PER_CHARACTER_MS * len(self.sentence))

    def enterEvent(self, event: object) -> None:
        """Stay while it is being looked at."""
        del event
        self._timer.stop()

    def leaveEvent(self, event: object) -> None:
        """Go on counting."""
        del event
        if not self._ended:
            self.restart()

    def end(self) -> None:
        """Go away; what was announced becomes final."""
        if not self._ended:
            self._ended = True
            self._timer.stop()
            self.hide()
            self.deleteLater()
            if self._on_end is not None:
                self._on_end()

    def _on_action_clicked(self) -> None:
        self._on_end = None
        self.end()
        if self._on_action is not None:
            self._on_action()


class NoticeStack(QWidget):
    """Up to three notices, the newest at the bottom, centred over the lower edge of `host`."""

    def __init__(self, host: QWidget, theme: Theme) -> None:
        super().__init__(host)
        self._host = host
        self._theme = theme
        self._clearance_px = 0
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_8)
        host.installEventFilter(self)
        self.hide()

    def sentences(self) -> tuple[str, ...]:
        """What is being said at the moment, oldest first."""
        return tuple(notice.sentence for notice in self._notices())

    def say(
        self,
        sentence: str,
        action: str = "",
        on_action: Callable[[], None] | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> NoticeWidget:
        """Show a sentence; `on_end` is called when it goes without its action having been taken."""
        if not action and on_end is None:
            for notice in self._notices():
                if notice.sentence == sentence:
                    notice.restart()
                    return notice
        for notice in self._notices()[: max(0, len(self._notices()) - MOST_NOTICES + 1)]:
            self._column.removeWidget(notice)
            notice.end()
        notice = NoticeWidget(sentence, self._theme, action, on_action, on_end)
        notice.destroyed.connect(self._place)
        self._column.addWidget(notice, 0, Qt.AlignmentFlag.AlignHCenter)
        self.show()
        self._place()
        QAccessible.updateAccessibility(QAccessibleEvent(notice, QAccessible.Event.Alert))
        return notice

    def end_all(self) -> None:
        """Make everything announced final, at once."""
        for notice in self._notices():
            notice.end()

    def set_clearance(self, clearance_px: int) -> None:
        """Keep so many pixels free under the notices."""
        self._clearance_px = clearance_px
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the host."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _notices(self) -> list[NoticeWidget]:
        widgets = (self._column.itemAt(index).widget() for index in range(self._column.count()))
        return [widget for widget in widgets if isinstance(widget, NoticeWidget) and not widget.isHidden()]

    def _place(self) -> None:
        if not self._notices():
            self.hide()
            return
        width = min(WIDEST_PX, self._host.width() - 2 * SPACE_16)
        self.setFixedWidth(max(1, width))
        self._column.activate()
        height = max(self._column.heightForWidth(width), self._column.sizeHint().height())
        x = (self._host.width() - width) // 2
        self.setGeometry(x, self._host.height() - height - SPACE_12 - SPACE_4 - self._clearance_px, width, height)
        self.raise_()
