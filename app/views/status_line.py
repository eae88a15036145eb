"""The line at the bottom: what the engine is doing, and with which model. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QStatusBar, QWidget

from app.domain import EngineState, ModelCard
from app.views.elided_label import ElidedLabel
from app.views.figures import model_detail, model_line
from app.views.theme import Theme
from app.views.tokens import SPACE_8


class StateDot(QWidget):
    """A dot in the colour of the engine's state; the sentence beside it says the same."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = EngineState.STARTING
        self.setFixedSize(QSize(18, 12))
        theme.changed.connect(self.update)

    def set_state(self, state: EngineState) -> None:
        """Show `state`."""
        self._state = state
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot; a ring while work is going on."""
        del event
        tokens = self._theme.tokens
        colour = QColor(
            {
                EngineState.READY: tokens.success,
                EngineState.BUSY: tokens.accent,
                EngineState.FAULTED: tokens.danger,
                EngineState.NO_MODEL: tokens.warning,
            }.get(self._state, tokens.text_disabled)
        )
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(11, self.height() / 2), 3.6, 3.6)


class StatusLine(QStatusBar):
    """State at the left, model at the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setAccessibleName("Status")
        self._dot = StateDot(theme)
        self.addWidget(self._dot)
        self._sentence = ElidedLabel()
        self._sentence.setProperty("kind", "caption")
        self._sentence.setAccessibleName("Engine")
        self.addWidget(self._sentence, 1)
        self._model = ElidedLabel("No model yet", Qt.TextElideMode.ElideMiddle)
        self._model.setProperty("kind", "caption")
        self._model.setAccessibleName("Model")
        self._model.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._model.setContentsMargins(0, 0, SPACE_8, 0)
        self.addPermanentWidget(self._model)

    @property
    def sentence(self) -> str:
        """What the line says of the engine."""
        return self._sentence.text()

    @property
    def model_text(self) -> str:
        """What the line says of the model."""
        return self._model.text()

    def set_state(self, state: EngineState, sentence: str) -> None:
        """Say what the engine is doing."""
        self._dot.set_state(state)
        self._sentence.setText(sentence)

    def set_model(self, card: ModelCard) -> None:
        """Say which model is loaded."""
        self._model.setText(model_line(card))
        self._model.setToolTip(model_detail(card))
