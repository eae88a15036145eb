"""Passing notices over the composer: one sentence each, gone by themselves, never in the way of work. GUI
thread only.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTextBoundaryFinder, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.views.icon_button import IconButton
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_16
from app.views.tooltip import plain_tip
from app.views.unbroken import unbroken

MOST_NOTICES = 3
BASE_MS = 4000
PER_CHARACTER_MS = 55
"""Reading speed of about 18 characters a second, slow readers included."""

WIDEST_PX = 560
WIDEST_WORD_PX = 300
"""Of what cannot be broken: room for it stays beside the button."""


class NoticeWidget(QFrame):
    """One sentence, perhaps with one thing to do about it."""

    ended = Signal(object)
    """The notice itself, for the last time."""

    def __init__(self, sentence: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.sentence = sentence
        self._on_action: Callable[[], None] | None = None
        self._on_end: Callable[[], None] | None = None
        self._is_over = False
        self.setProperty("kind", "notice")
        self.setAccessibleName(sentence)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SPACE_16, SPACE_4, SPACE_4, SPACE_4)
        self._row.setSpacing(SPACE_8)
        held = unbroken(sentence)
        self._words = QLabel(held)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._row.addWidget(self._words, 1)
        self._words.ensurePolished()
        shown = _breakable(held, self._words.fontMetrics())
        if shown != held:
            self._words.setText(shown)
            self._words.setToolTip(plain_tip(sentence))
        self._button = QPushButton()
        self._button.clicked.connect(self._on_clicked)
        self._button.hide()
        self._row.addWidget(self._button)
        self._close = IconButton(theme, "close", lambda: self.tr("Dismiss"))
        self._close.set_icon("close", "tooltip_text")
        self._close.set_small()
        self._close.clicked.connect(self.end)
        self._row.addWidget(self._close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.end)
        self.restart()

    @property
    def button(self) -> QPushButton:
        return self._button

    @property
    def is_undo(self) -> bool:
        """Whether its action takes back what was announced."""
        return self._on_end is not None

    @property
    def is_counting(self) -> bool:
        """Whether it goes by itself after a while."""
        return self._timer.isActive()

    def set_action(
        self, label: str, on_action: Callable[[], None] | None, on_end: Callable[[], None] | None
    ) -> None:
        """Offer something to do; `on_end` is called when the notice goes without that."""
        self._on_action = on_action
        self._on_end = on_end
        self._button.setText(label)
        self._button.setVisible(bool(label))
        if self.is_undo:
            self._button.setToolTip(
                QKeySequence(QKeySequence.StandardKey.Undo).toString(QKeySequence.SequenceFormat.NativeText)
            )

    def one_line_width_px(self) -> int:
        """How wide it must be for its sentence to stay on one line."""
        self._words.ensurePolished()
        words = self._words.fontMetrics().horizontalAdvance(self._words.text()) + SPACE_8
        return words + self._beside_px()

    def height_px(self, width: int) -> int:
        """How high it must be at that width."""
        words = self._words.heightForWidth(max(1, width - self._beside_px()))
        # A button that had less room than it takes would stand lower than the words.
        button = 0 if self._button.isHidden() else self._button.sizeHint().height()
        return max(words + 2 * SPACE_8, max(self._close.height(), button) + 2 * SPACE_4)

    def _beside_px(self) -> int:
        """What stands beside the words, margins included."""
        margins = self._row.contentsMargins()
        width = margins.left() + margins.right() + SPACE_8 + self._close.width()
        if not self._button.isHidden():
            self._button.ensurePolished()
            width += SPACE_8 + self._button.sizeHint().width()
        return width

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
        if not self._is_over:
            self.restart()

    def end(self) -> None:
        """Go away; what was announced becomes final."""
        if self._is_over:
            return
        self._is_over = True
        self._timer.stop()
        self.hide()
        self.ended.emit(self)
        self.deleteLater()
        if self._on_end is not None:
            self._on_end()

    def _on_clicked(self) -> None:
        self._on_end = None
        self.end()
        if self._on_action is not None:
            self._on_action()


def _breakable(sentence: str, metrics: QFontMetrics) -> str:
    """The sentence without the middle of what no line can hold and nothing breaks, as a long file name."""
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, sentence)
    pieces: list[str] = []
    # Positions count in UTF-16.
    units = sentence.encode("utf-16-le", "surrogatepass")
    start = 0
    while (stop := finder.toNextBoundary()) >= 0:
        pieces.append(units[2 * start : 2 * stop].decode("utf-16-le", "surrogatepass"))
        start = stop
    return "".join(
        metrics.elidedText(piece, Qt.TextElideMode.ElideMiddle, WIDEST_WORD_PX)
        if metrics.horizontalAdvance(piece) > WIDEST_WORD_PX
        else piece
        for piece in pieces
    )


class NoticeStack(QWidget):
    """Up to three notices, the newest at the bottom, centred over the lower edge of `area`, a child of `host`
    or `host` itself: what lies below it stays free.
    """

    def __init__(self, host: QWidget, theme: Theme, area: QWidget | None = None) -> None:
        super().__init__(host)
        self._host = host
        self._area = area or host
        self._theme = theme
        self._notices: list[NoticeWidget] = []
        self._area.installEventFilter(self)
        theme.changed.connect(self._place)
        self.hide()

    def sentences(self) -> tuple[str, ...]:
        """What is being said at the moment, oldest first."""
        return tuple(notice.sentence for notice in self._notices)

    def newest(self) -> NoticeWidget | None:
        """The notice at the bottom."""
        return self._notices[-1] if self._notices else None

    def say(
        self,
        sentence: str,
        action: str = "",
        on_action: Callable[[], None] | None = None,
        on_end: Callable[[], None] | None = None,
    ) -> NoticeWidget:
        """Show a sentence; `on_end` is called when it goes without its action having been taken."""
        if not action and on_end is None:
            for notice in self._notices:
                if notice.sentence == sentence:
                    notice.restart()
                    return notice
        while len(self._notices) >= MOST_NOTICES:
            self._notices[0].end()
        notice = NoticeWidget(sentence, self._theme, self)
        notice.set_action(action, on_action, on_end)
        notice.ended.connect(self._on_ended)
        self._notices.append(notice)
        notice.show()
        self._place()
        QAccessible.updateAccessibility(QAccessibleEvent(notice, QAccessible.Event.Alert))
        return notice

    def undo(self) -> bool:
        """Take back what was announced last; False where nothing can be."""
        undoable = [notice for notice in self._notices if notice.is_undo]
        if undoable:
            undoable[-1].button.click()
        return bool(undoable)

    def end_all(self) -> None:
        """Make everything announced final, at once."""
        for notice in tuple(self._notices):
            notice.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the area."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        return super().eventFilter(watched, event)

    def _on_ended(self, notice: NoticeWidget) -> None:
        self._notices.remove(notice)
        self._place()

    def _place(self) -> None:
        self.setVisible(bool(self._notices))
        if not self._notices:
            return
        there = self._host.rect() if self._area is self._host else self._area.geometry()
        widest = max(1, min(WIDEST_PX, there.width() - 2 * SPACE_16))
        width = min(widest, max(notice.one_line_width_px() for notice in self._notices))
        y = 0
        for notice in self._notices:
            height = notice.height_px(width)
            notice.setGeometry(0, y, width, height)
            y += height + SPACE_8
        x = there.x() + (there.width() - width) // 2
        bottom = there.y() + there.height() - SPACE_8
        self.setGeometry(x, bottom - (y - SPACE_8), width, y - SPACE_8)
        self.raise_()
