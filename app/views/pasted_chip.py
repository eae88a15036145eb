"""Long text that goes with a question without standing in its field. GUI thread only.

A field lays out all that is in it, at each key where that is one line; this only counts.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.views.language import in_every_language
from app.views.numerals import decimal
from app.views.removable_chip import RemovableChip
from app.views.theme import Theme
from app.views.tooltip import plain_tip

LONG_CHARS = 10_000
"""What is pasted goes into the field up to here; so much takes a few milliseconds to lay out."""

MOST_CHARS = 1_000_000
"""More than any model that Yomi runs can take in at once."""

TIP_CHARS = 400

JOINT = "\n\n"
"""Between what is typed and what goes with it."""


class PastedChip(RemovableChip):
    """Hidden while there is none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "paste", lambda: self.tr("Take the pasted text away"), parent)
        self._text = ""
        in_every_language(self, self._say)

    @property
    def text(self) -> str:
        """What goes with the question; empty where nothing does."""
        return self._text

    def set_text(self, text: str) -> None:
        """Carry this; nothing where it is empty."""
        self._text = text
        self._say()
        self.setVisible(bool(text))

    def _say(self) -> None:
        count = decimal(len(self._text))
        self.set_words(self.tr("Pasted text, {count} characters").format(count=count))
        start = self._text[:TIP_CHARS]
        self.setToolTip(plain_tip(start + ("…" if len(self._text) > TIP_CHARS else "")))


def joined(typed: str, pasted: str) -> str:
    """A question with what goes with it."""
    return f"{typed}{JOINT}{pasted}" if typed and pasted else typed or pasted


def parted(text: str) -> tuple[str, str]:
    """What of a text is to stand in the field, and what is to go with it; joined, they are the text."""
    if len(text) <= LONG_CHARS:
        return text, ""
    typed, joint, pasted = text.partition(JOINT)
    return (typed, pasted) if joint and typed and pasted and len(typed) <= LONG_CHARS else ("", text)
