"""The first thing a new conversation shows: what to do. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.views.icons import app_icon, icon
from app.views.theme import Theme
from app.views.tokens import SPACE_8, SPACE_12, SPACE_24

MARK_PX = 64


class EmptyState(QWidget):
    """Drop, paste, open, or try the sample."""

    open_requested = Signal()
    paste_requested = Signal()
    sample_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("kind", "surface")
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_24)
        column.setSpacing(SPACE_12)
        column.addStretch(4)
        self._mark = QLabel()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._mark)
        column.addSpacing(SPACE_8)
        column.addWidget(_centred("Drop a picture to read it", "display"))
        sentence = _centred(
            "Screenshots, photos, scans. Type a question first to ask about it instead.\n"
            "Everything stays on this machine.",
            "muted",
        )
        sentence.setWordWrap(True)
        column.addWidget(sentence)
        column.addSpacing(SPACE_12)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addStretch(1)
        self._open = self._button("Open pictures…", row, QKeySequence.StandardKey.Open)
        self._open.setProperty("kind", "primary")
        self._open.clicked.connect(self.open_requested)
        self._paste = self._button("Paste", row, QKeySequence.StandardKey.Paste)
        self._paste.clicked.connect(self.paste_requested)
        self._sample = self._button("Try a sample", row)
        self._sample.clicked.connect(self.sample_requested)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(5)
        theme.changed.connect(self._retint)
        self._retint()

    @property
    def sample_button(self) -> QPushButton:
        return self._sample

    def _button(
        self, label: str, row: QHBoxLayout, shortcut: QKeySequence.StandardKey | None = None
    ) -> QPushButton:
        button = QPushButton(label)
        button.setIconSize(QSize(16, 16))
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        if shortcut is not None:
            keys = QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(f"{label.rstrip('…')} ({keys})")
        row.addWidget(button)
        return button

    def _retint(self) -> None:
        tokens = self._theme.tokens
        self._mark.setPixmap(app_icon().pixmap(QSize(MARK_PX, MARK_PX), self.devicePixelRatioF()))
        self._open.setIcon(icon("folder", tokens.on_accent))
        self._paste.setIcon(icon("paste", tokens.text_muted))
        self._sample.setIcon(icon("image", tokens.text_muted))


def _centred(text: str, kind: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("kind", kind)
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    return label
