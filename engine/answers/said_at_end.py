"""A request of which nothing is said while the model writes: what it wrote is made into an answer at its end.

Engine thread only; holds no tensors.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from engine.api import GenerationRequest, ModelInfo, Resume, Sink
from engine.generation import Generation

_NO_LIMIT_TOKENS = 1 << 30
"""A limit on the answer is none on the reading, of which nothing is said; its regions end by themselves."""


class SaidAtEnd(Generation):
    """A request whose regions are heard to their end before anything is said."""

    def __init__(self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool]) -> None:
        super().__init__(request, sink, cancelled)
        self._budget_tokens = _NO_LIMIT_TOKENS
        self._heard: list[str] = []
        self._ends = self._is_said = False

    @abstractmethod
    def _conclusion(self) -> str:
        """What is said, once everything was heard."""

    @property
    def heard(self) -> str:
        """All that the regions have said."""
        return "".join(self._heard)

    def finish(self, model: ModelInfo | None, *, cancelled: bool = False) -> None:
        """Say the answer and send the terminal event; later calls do nothing."""
        self._ends = not cancelled
        super().finish(model, cancelled=cancelled)

    def _advance(self) -> str:
        self._heard.append(super()._advance())
        if not self._ends or self._is_said:
            return ""
        self._is_said = True
        return self._conclusion()

    def _where(self) -> Resume | None:
        """Nowhere: an answer of some words is not gone on with."""
        return None
