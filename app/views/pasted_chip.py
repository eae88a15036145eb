"""Long text that goes with a question without standing in its field. GUI thread only.

A field lays out all that is in it, at each key where that is one line; this only counts.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.views.elided_label import ElidedLabel
from app.views.icon_button import IconButton
from app.views.icons import pixmap
from app.views.language import in_every_language
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8
from app.views.tooltip import plain_tip

ICON_SHARE = 0.8

LONG_CHARS = 10_000
"""What is pasted goes into the field up to here; so much takes a few milliseconds to lay out."""

MOST_CHARS = 1_000_000
"""More than any model that Yomi runs can take in at once."""

TIP_CHARS = 400

JOINT = "\n\n"
"""Between what is typed and what goes with it."""


class PastedChip(QFrame):
    """Hidden while there is none."""

    removed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self.setProperty("kind", "chip")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_8, 0, SPACE_4, 0)
        row.setSpacing(SPACE_4)
        self._icon = QLabel()
        row.addWidget(self._icon)
        self._words = ElidedLabel()
        row.addWidget(self._words)
        self.remove_button = IconButton(theme, "close", lambda: self.tr("Take the pasted text away"))
        self.remove_button.set_small()
        self.remove_button.clicked.connect(self.removed)
        row.addWidget(self.remove_button)
        theme.changed.connect(self._retint)
        self._retint()
        self.hide()
        in_every_language(self, self._say)

    @property
    def text(self) -> str:
        """What goes with the question; empty where nothing does."""
        return self._text

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def set_text(self, text: str) -> None:
        """Carry this; nothing where it is empty."""
        self._text = text
        self._say()
        self.setVisible(bool(text))

    def _say(self) -> None:
        count = QLocale().toString(len(self._text))
        words = self.tr("Pasted text, {count} characters").format(count=count)
        self._words.setText(words)
        self.setAccessibleName(words)
        start = self._text[:TIP_CHARS]
        self.setToolTip(plain_tip(start + ("…" if len(self._text) > TIP_CHARS else "")))

    def _retint(self) -> None:
        side = self._theme.icon_px(ICON_SHARE)
        self._icon.setPixmap(pixmap("paste", self._theme.tokens.accent, side, self.devicePixelRatioF()))


def joined(typed: str, pasted: str) -> str:
    """A question with what goes with it."""
    return f"{typed}{JOINT}{pasted}" if typed and pasted else typed or pasted


def parted(text: str) -> tuple[str, str]:
    """What of a text is to stand in the field, and what is to go with it; joined, they are the text."""
    if len(text) <= LONG_CHARS:
        return text, ""
    typed, joint, pasted = text.partition(JOINT)
    return (typed, pasted) if joint and typed and pasted and len(typed) <= LONG_CHARS else ("", text)
