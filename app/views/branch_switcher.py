"""Which version of a message is shown, and the way to the others: `‹ 2/3 ›`. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.theme import Theme


class BranchSwitcher(QWidget):
    """Hidden while there is only one version."""

    stepped = Signal(int)
    """-1 to the version before, 1 to the next"""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._place = 0
        self._count = 0
        self._is_built = False
        self.hide()

    def _build(self) -> None:
        # Most messages have one version; a long column of them is the faster for each widget less.
        self._is_built = True
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.previous = IconButton(self._theme, "previous", lambda: self.tr("Version before"))
        self.next = IconButton(self._theme, "next", lambda: self.tr("Next version"))
        self._words = QLabel()
        self._words.setProperty("kind", "caption")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for widget in (self.previous, self._words, self.next):
            row.addWidget(widget)
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        in_every_language(self, self._say)

    @property
    def words(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._words.text()

    def set_versions(self, place: int, count: int) -> None:
        """Version `place`, from 0, of `count` is shown."""
        self._place, self._count = place, count
        if count > 1 and not self._is_built:
            self._build()
        self.setVisible(count > 1)
        if not self._is_built:
            return
        self.previous.setEnabled(place > 0)
        self.next.setEnabled(place < count - 1)
        self._say()

    def take_keyboard(self, by: int) -> None:
        """Put it where the next step of this kind is asked for, or back where there is none."""
        if not self.isHidden():
            wanted, other = (self.previous, self.next) if by < 0 else (self.next, self.previous)
            (wanted if wanted.isEnabled() else other).setFocus(Qt.FocusReason.TabFocusReason)

    def _say(self) -> None:
        self._words.setText(f"{self._place + 1}/{self._count}")
        words = self.tr("Version {place} of {count}").format(place=self._place + 1, count=self._count)
        self._words.setAccessibleName(words)
        self._words.setToolTip(words)
