"""What the waiting pictures will cost, and at which resolution the model gets them. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from app.domain import CostEstimate
from app.views.facts_label import FactsLabel
from app.views.figures import size
from app.views.language import in_every_language
from app.views.numerals import decimal
from app.views.tokens import SPACE_8

BUDGETS = (128, 256, 512, 1024, 2048, 4096, 0)
"""Visual tokens a picture; the last leaves it to the model."""
SLIDER_PX = 120


class CostBar(QWidget):
    """An estimate in words, and a slider for the resolution."""

    budget_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._estimate: CostEstimate | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_8)
        self._words = FactsLabel()
        self._words.setProperty("kind", "caption")
        row.addWidget(self._words, 1)
        self._label = QLabel()
        self._label.setProperty("kind", "caption")
        row.addWidget(self._label)
        self._slider = QSlider(Qt.Orientation.Horizontal)
        self._slider.setRange(0, len(BUDGETS) - 1)
        self._slider.setPageStep(1)
        self._slider.setFixedWidth(SLIDER_PX)
        self._slider.setValue(len(BUDGETS) - 1)
        self._slider.valueChanged.connect(self._on_moved)
        row.addWidget(self._slider)
        in_every_language(
            self,
            lambda: self._slider.setAccessibleName(self.tr("Resolution of the pictures")),
            self._show,
        )

    @property
    def words(self) -> str:
        """The estimate, as it is shown."""
        return self._words.text()

    @property
    def slider(self) -> QSlider:
        return self._slider

    def set_budget(self, budget_tokens: int) -> None:
        """The resolution in use; one between two steps is shown at the next."""
        steps = [index for index, step in enumerate(BUDGETS) if step and step >= budget_tokens > 0]
        self._slider.blockSignals(True)  # noqa: FBT003 - Qt's own argument
        self._slider.setValue(steps[0] if steps else len(BUDGETS) - 1)
        self._slider.blockSignals(False)  # noqa: FBT003 - Qt's own argument
        self._show()

    def set_estimate(self, estimate: CostEstimate | None) -> None:
        """Say what it will cost; nothing where that is not known."""
        self._estimate = estimate
        self._show()

    def _on_moved(self, step: int) -> None:
        self._show()
        self.budget_chosen.emit(BUDGETS[step])

    def _show(self) -> None:
        budget = BUDGETS[self._slider.value()]
        chosen = (
            self.tr("at most {tokens} tokens a picture").format(tokens=decimal(budget))
            if budget
            else self.tr("as the model wants")
        )
        self._label.setText(self.tr("Resolution"))
        self._slider.setToolTip(self.tr("Resolution: {chosen}").format(chosen=chosen))
        self._slider.setAccessibleDescription(chosen)
        estimate = self._estimate
        if estimate is None:
            self._words.setText("")
            return
        parts = [self.tr("About %Ln visual token(s)", "", estimate.visual_tokens)]
        if estimate.seconds:
            parts.append(self.tr("{seconds} s").format(seconds=_rounded(estimate.seconds)))
        if estimate.passing_bytes:
            parts.append(size(estimate.passing_bytes))
        elif estimate.process_bytes:
            parts.append(self.tr("{size} in all").format(size=size(estimate.process_bytes)))
        self._words.show_facts(*parts)


def _rounded(seconds: float) -> str:
    return decimal(seconds, 1 if seconds < 10 else 0)
