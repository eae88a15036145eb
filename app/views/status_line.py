"""The line at the bottom: what the engine is doing, and with which model. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QStatusBar, QToolButton, QWidget

from app.domain import EngineState, ModelCard, PrivacyReport
from app.views.elided_label import ElidedLabel
from app.views.figures import model_detail, model_line
from app.views.icons import icon
from app.views.language import in_every_language
from app.views.spoken import spoken
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
    """State at the left, model and the count of connections at the right."""

    privacy_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._report = PrivacyReport()
        self._card: ModelCard | None = None
        self._said = ""
        self.setSizeGripEnabled(False)
        in_every_language(self, lambda: self.setAccessibleName(self.tr("Status")))
        self._dot = StateDot(theme)
        self.addWidget(self._dot)
        self._sentence = ElidedLabel()
        self._sentence.setProperty("kind", "caption")
        in_every_language(self, lambda: self._sentence.setAccessibleDescription(self.tr("Engine")))
        self.addWidget(self._sentence, 1)
        self._model = ElidedLabel("", Qt.TextElideMode.ElideMiddle)
        self._model.setProperty("kind", "caption")
        in_every_language(
            self,
            lambda: self._model.setAccessibleDescription(self.tr("Model")),
            self._show_model,
            self._show_sentence,
        )
        self._model.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._model.setContentsMargins(0, 0, SPACE_8, 0)
        self.addPermanentWidget(self._model)
        self._offline = QToolButton()
        self._offline.setProperty("kind", "status")
        self._offline.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._offline.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._offline.setCursor(Qt.CursorShape.PointingHandCursor)
        self._offline.clicked.connect(self.privacy_requested)
        self.addPermanentWidget(self._offline)
        theme.changed.connect(self._show_privacy)
        in_every_language(self, self._show_privacy)

    @property
    def privacy_button(self) -> QToolButton:
        """Says how many connections there were, and leads to the record of them."""
        return self._offline

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
        self._said = sentence
        self._show_sentence()

    def set_model(self, card: ModelCard) -> None:
        """Say which model is loaded."""
        self._card = card
        self._show_model()

    def _show_sentence(self) -> None:
        self._sentence.setText(spoken(self._said))

    def _show_model(self) -> None:
        if self._card is None:
            self._model.setText(self.tr("No model yet"))
            return
        self._model.setText(model_line(self._card))
        self._model.setToolTip(model_detail(self._card))

    def set_privacy(self, report: PrivacyReport) -> None:
        """Say how many connections there were since the start."""
        self._report = report
        self._show_privacy()

    def _show_privacy(self) -> None:
        report, tokens = self._report, self._theme.tokens
        quiet = not report.connections and not report.refused
        self._offline.setIcon(icon("offline", tokens.success if quiet else tokens.warning))
        self._offline.setText(self.tr("%n connection(s)", "", report.connections))
        words = self.tr("%n connection(s) since the start", "", report.connections)
        if report.refused:
            words += "; " + self.tr("%n refused", "", report.refused)
        self._offline.setToolTip(words)
        self._offline.setAccessibleName(words)
