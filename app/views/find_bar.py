"""The strip over the messages in which words are looked for in the conversation on show. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from app.views.announcing import announce
from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.search_field import SearchField
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_16

FIELD_PX = 280


class FindBar(QFrame):
    """A field, how many places there are, and the way from one to the next."""

    search_changed = Signal(str)
    stepped = Signal(int)
    """Places on; negative back"""
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place: int | None = None
        self._count: int | None = None
        self.setProperty("kind", "header")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_16, SPACE_4, SPACE_8, SPACE_4)
        row.setSpacing(SPACE_4)
        self.field = SearchField()
        self.field.setMaximumWidth(FIELD_PX)
        self.field.search_changed.connect(self.search_changed)
        self.field.stepped.connect(self.stepped)
        self.field.chosen.connect(lambda back: self.stepped.emit(-1 if back else 1))
        self.field.left.connect(self.close_bar)
        row.addWidget(self.field, 1)
        self._label = QLabel()
        self._label.setProperty("kind", "caption")
        self._label.setContentsMargins(SPACE_8, 0, SPACE_8, 0)
        row.addWidget(self._label)
        self.before = IconButton(theme, "previous", lambda: self.tr("Previous place"))
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        row.addWidget(self.before)
        self.after = IconButton(theme, "next", lambda: self.tr("Next place"))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        row.addWidget(self.after)
        row.addStretch(1)
        self.close_button = IconButton(theme, "close", lambda: self.tr("Close the search"))
        self.close_button.set_small()
        self.close_button.clicked.connect(self.close_bar)
        row.addWidget(self.close_button)
        in_every_language(
            self,
            lambda: self.field.setPlaceholderText(self.tr("Find in this conversation")),
            lambda: self.field.setAccessibleName(self.tr("Find in this conversation")),
            self._show_count,
        )
        self.hide()

    @property
    def count_words(self) -> str:
        """What is said of the places."""
        return self._label.text()

    def open_bar(self) -> None:
        """Show it, with the keyboard in the field."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()

    def close_bar(self) -> None:
        """Hide it."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def show_place(self, place: int | None, count: int | None) -> None:
        """That the reader is at one of `count` places, from 0, or at none; no count while it is not known."""
        self._place, self._count = place, count
        self._show_count()

    def _show_count(self) -> None:
        if not self.field.text().strip():
            words = ""
        elif self._count is None:
            words = self.tr("Searching…")
        elif not self._count:
            words = self.tr("Not in this conversation")
        elif self._place is None:
            words = self.tr("%n place(s)", "", self._count)
        else:
            words = self.tr("{place} of {count}").format(place=self._place + 1, count=self._count)
        if words != self._label.text() and self._count is not None and self.isVisible():
            announce(self._label, words)
        self._label.setText(words)
        self.before.setEnabled(bool(self._count))
        self.after.setEnabled(bool(self._count))
