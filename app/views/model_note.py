"""A discreet line over the composer: that the small bundled model reads, and where to get a large one. GUI
thread only.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.domain import ModelCard
from app.views.icon_button import IconButton
from app.views.language import in_every_language
from app.views.spoken import spoken
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8, SPACE_16


class ModelNote(QFrame):
    """Shown while the bundled model is in use, until it is dismissed."""

    dismissed = Signal()
    """For good: the window need not say it again."""
    model_folder_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._card: ModelCard | None = None
        self._is_wanted = True
        self._is_long = False
        self._is_asked = False
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_16, SPACE_4, SPACE_16, 0)
        row.setSpacing(SPACE_8)
        self._words = QLabel()
        self._words.setProperty("kind", "muted")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(self._words, 1)
        self.more = QPushButton()
        self.more.setFlat(True)
        self.more.clicked.connect(self._on_more)
        row.addWidget(self.more)
        self.close_button = IconButton(theme, "close", lambda: self.tr("Do not say this again"))
        self.close_button.set_small()
        self.close_button.clicked.connect(self._on_closed)
        row.addWidget(self.close_button)
        in_every_language(self, self._show)

    @property
    def sentence(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._words.text()

    def set_wanted(self, *, wanted: bool) -> None:
        """Whether it is shown at all: False once it was dismissed."""
        self._is_wanted = wanted
        self._show()

    def show_model(self, card: ModelCard) -> None:
        """The model that is in use now."""
        self._card, self._is_long = card, False
        self._show()

    @property
    def knows_larger(self) -> bool:
        """Whether it can say which larger model there is."""
        return self._card is not None and self._card.bundled and bool(self._card.larger)

    def tell_larger(self) -> None:
        """Say which larger model there is, also where the note was dismissed: it was asked for."""
        self._is_long = self._is_asked = True
        self._show()

    def _show(self) -> None:
        card = self._card
        self.setVisible((self._is_wanted or self._is_asked) and self.knows_larger)
        if card is None:
            return
        self.more.setText(self.tr("Choose a model folder…") if self._is_long else self.tr("Larger models"))
        short = self.tr("{name} is the small model that ships with Yomi: it reads printed Latin text.")
        self._words.setText(spoken(card.larger) if self._is_long else short.format(name=card.name))

    def _on_more(self) -> None:
        if self._is_long:
            self.model_folder_requested.emit()
        self._is_long = not self._is_long
        self._show()

    def _on_closed(self) -> None:
        self._is_asked = False
        self.set_wanted(wanted=False)
        self.dismissed.emit()
