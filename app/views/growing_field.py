"""A field of plain text that is as tall as its text, up to where it scrolls. GUI thread only."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget


class GrowingField(QPlainTextEdit):
    """What it has no use for goes on to what is around it; an input method is never cut off."""

    def __init__(self, most_lines: int, parent: QWidget | None = None) -> None:
        """Past `most_lines` it scrolls."""
        super().__init__(parent)
        self._composing = False
        self._most_lines = most_lines
        self.setProperty("kind", "composer-text")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        # Qt counts that as a step that can be taken back.
        self.document().clearUndoRedoStacks()
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @property
    def is_composing(self) -> bool:
        """Whether an input method is in the middle of a word."""
        return self._composing

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether a word is being composed."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Edit; where nothing typed is to be taken back, what else can be, around the field, is."""
        if event.matches(QKeySequence.StandardKey.Undo) and not self.document().isUndoAvailable():
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """An unfinished word is the input method's to keep or drop."""
        super().focusOutEvent(event)
        self._composing = False

    def changeEvent(self, event: QEvent) -> None:
        """Fit again when the font changed."""
        super().changeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = max(1, math.ceil(self.document().documentLayout().documentSize().height()))
        over = lines > self._most_lines
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if over else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        margins = 2 * math.ceil(self.document().documentMargin()) + 2
        self.setFixedHeight(min(lines, self._most_lines) * self.fontMetrics().lineSpacing() + margins)
