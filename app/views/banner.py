"""A strip over the messages for what stays true until something is done about it. GUI thread only."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.views.flow_layout import FlowLayout
from app.views.icon_button import IconButton
from app.views.icons import pixmap
from app.views.language import in_every_language
from app.views.restyling import restyle
from app.views.spoken import spoken
from app.views.theme import Theme
from app.views.tokens import SPACE_8, SPACE_12, SPACE_16


class BannerWidget(QFrame):
    """One sentence with one button; hidden until it has something to say."""

    details_requested = Signal()
    """What a report of it needs, for the clipboard"""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = "warning"
        self._on_action: Callable[[], None] | None = None
        self.setProperty("kind", "banner")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_16, SPACE_8, SPACE_8, SPACE_8)
        row.setSpacing(SPACE_12)
        self._mark = QLabel()
        row.addWidget(self._mark)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._both.setSpacing(SPACE_8)
        self._both.addWidget(self._words, 1)
        row.addLayout(self._both, 1)
        self._buttons = FlowLayout(spacing_px=SPACE_12, align=Qt.AlignmentFlag.AlignRight)
        self._both.addLayout(self._buttons)
        self._details = QPushButton()
        self._details.setProperty("kind", "link")
        self._details.clicked.connect(self.details_requested)
        in_every_language(self, lambda: self._details.setText(self.tr("Copy details")))
        self._buttons.addWidget(self._details)
        self._button = QPushButton()
        self._button.clicked.connect(self._on_clicked)
        self._buttons.addWidget(self._button)
        self._close = IconButton(theme, "close", lambda: self.tr("Dismiss"))
        self._close.set_small()
        self._close.clicked.connect(self.hide)
        row.addWidget(self._close)
        theme.changed.connect(self._retint)
        self.hide()

    @property
    def sentence(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._words.text()

    @property
    def button(self) -> QPushButton:
        return self._button

    @property
    def details_button(self) -> QPushButton:
        return self._details

    @property
    def tone(self) -> str:
        """warning or danger; empty while it is hidden."""
        return "" if self.isHidden() else self._tone

    def say(
        self,
        sentence: str,
        tone: str,
        action: str,
        on_action: Callable[[], None],
        *,
        dismissable: bool = True,
    ) -> None:
        """Show a sentence in a tone (warning or danger) with a button that calls `on_action`."""
        self._tone = tone
        self._on_action = on_action
        self._words.setText(spoken(sentence))
        self._button.setText(action)
        self._close.setVisible(dismissable)
        self.setAccessibleName(sentence)
        restyle(self, "tone", tone)
        self._retint()
        self.show()
        self._arrange()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is another room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """The buttons stand beside the words while these have the larger half, else below them."""
        fits = self.width() >= 2 * self._buttons.sizeHint().width()
        self._both.setDirection(
            QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        )

    def _on_clicked(self) -> None:
        if self._on_action is not None:
            self._on_action()

    def _retint(self) -> None:
        colour = self._theme.tokens.danger if self._tone == "danger" else self._theme.tokens.warning
        self._mark.setPixmap(pixmap("warning", colour, 18, self.devicePixelRatioF()))
