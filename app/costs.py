"""Costs: keeps the estimate in the composer true while pictures, words, resolution or model change. GUI
thread only.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.bridge import EngineBridge
from app.controllers.estimate import CostEstimator
from app.controllers.intake import IntakeController
from app.controllers.run_history import RunHistoryController
from app.domain import Attachment, ModelCard, PictureCost, RunOutcome
from app.settings import SettingsStore
from app.views.main_window import MainWindow

RECALLED_RUNS = 50
"""Some of them taught nothing, being without a picture; more would make the start wait."""


class Costs(QObject):
    """Between the estimator, which knows no widgets, and the bar, which knows no engine."""

    def __init__(
        self,
        window: MainWindow,
        settings: SettingsStore,
        *,
        bridge: EngineBridge,
        intake: IntakeController,
        runs: RunHistoryController,
        cost_of: Callable[[Attachment], PictureCost | None],
    ) -> None:
        super().__init__(window)
        self._composer = window.composer
        self._settings = settings
        self._intake = intake
        self._runs = runs
        self._cost_of = cost_of
        self._estimator = CostEstimator()
        window.viewers.set_costs(cost_of)
        self._composer.costs.set_budget(settings.settings.image_budget_tokens)
        self._composer.costs.budget_chosen.connect(self._on_budget_chosen)
        self._composer.text_changed.connect(self._show)
        self._composer.preset_changed.connect(self._show)
        intake.attachments_changed.connect(lambda _attachments: self._show())
        bridge.run_finished.connect(self._on_run_finished)
        bridge.model_loaded.connect(self._on_model_loaded)

    def settings_changed(self) -> None:
        """The resolution may have been set elsewhere."""
        self._composer.costs.set_budget(self._settings.settings.image_budget_tokens)
        self._show()

    def _on_budget_chosen(self, budget_tokens: int) -> None:
        self._settings.update(image_budget_tokens=budget_tokens)
        self._show()

    def _on_run_finished(self, _message_id: str, outcome: RunOutcome) -> None:
        self._estimator.observe(outcome.stats)
        self._show()

    def _on_model_loaded(self, card: ModelCard) -> None:
        self._estimator.recall(card, self._runs.latest(RECALLED_RUNS))
        self._show()

    def _show(self) -> None:
        readable = [each for each in self._intake.attachments if each.is_readable]
        costs = [cost for each in readable if (cost := self._cost_of(each)) is not None]
        estimate = self._estimator.estimate(costs, asks=self._composer.asks)
        self._composer.costs.set_estimate(estimate)
