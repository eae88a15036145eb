"""What the colours of a bar stand for, a row each, with the value at the right. GUI thread only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.views.elided_label import ElidedLabel
from app.views.language import in_every_language, translate
from app.views.theme import Theme
from app.views.tokens import SPACE_4, SPACE_8


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a bar: its name to be translated, its colour's token, its size and the words for that."""

    name: str
    token: str
    size: float
    words: str


class Swatch(QWidget):
    """A small square in a part's colour."""

    def __init__(self, token: str, theme: Theme) -> None:
        super().__init__()
        self._token = token
        self._theme = theme
        self.setFixedSize(QSize(10, 10))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(self._theme.tokens, self._token)))
        painter.drawRoundedRect(self.rect(), 2.5, 2.5)


class Legend(QVBoxLayout):
    """Rows that come as their parts do, in the order of the bar."""

    def __init__(self, context: str, theme: Theme) -> None:
        super().__init__()
        self._context = context
        self._theme = theme
        self._rows: dict[str, tuple[QWidget, QLabel]] = {}
        self.setSpacing(SPACE_4)
        self.setContentsMargins(0, SPACE_8, 0, 0)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show just these."""
        shown = {part.name: part for part in parts}
        for part in parts:
            if part.name not in self._rows:
                self._rows[part.name] = self._row(part)
        for place, part in enumerate(parts):
            row, _value = self._rows[part.name]
            if self.indexOf(row) != place:
                self.removeWidget(row)
                self.insertWidget(place, row)
        for name, (row, value) in self._rows.items():
            row.setVisible(name in shown)
            value.setText(shown[name].words if name in shown else "")

    def rows(self) -> dict[str, str]:
        """Name -> value of the rows on show."""
        return {name: value.text() for name, (row, value) in self._rows.items() if not row.isHidden()}

    def _row(self, part: Part) -> tuple[QWidget, QLabel]:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACE_8)
        line.addWidget(Swatch(part.token, self._theme))
        label = ElidedLabel("")
        in_every_language(row, lambda: label.setText(translate(self._context, part.name)))
        label.setProperty("kind", "caption")
        line.addWidget(label, 1)
        value = QLabel()
        value.setProperty("kind", "caption")
        line.addWidget(value)
        self.addWidget(row)
        return row, value
