"""A line of facts that gives way by whole ones: half a number would say something else. GUI thread only."""

from __future__ import annotations

from app.views.elided_label import ElidedLabel
from app.views.figures import BETWEEN


class FactsLabel(ElidedLabel):
    """The first facts come first; those that have no room are in the tooltip."""

    def show_facts(self, *facts: str) -> None:
        """These, but for the empty ones."""
        self.setText(BETWEEN.join(filter(None, facts)))

    def fitting(self, line: str, width_px: int) -> str:
        """As many facts as fit, from the first on."""
        between = f" {BETWEEN.strip()} "
        facts = line.split(between)
        while facts and self.fontMetrics().horizontalAdvance(between.join(facts)) > width_px:
            facts.pop()
        return between.join(facts)
