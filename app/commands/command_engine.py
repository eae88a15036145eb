"""CommandEngine: one engine with one model for the length of a command. Main thread; no Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from app.controllers.turns import Question, Reading
from app.domain import DEFAULT_MAX_NEW_TOKENS, ChatTurn, Picture, new_id
from app.engine_port import (
    Engine,
    EngineEvent,
    EngineFactory,
    Failed,
    GenerationRequest,
    Loaded,
    LoadProgress,
    ask_request,
    load_request,
    read_request,
    stream,
)

SHUTDOWN_TIMEOUT_S = 5.0
"""An engine that has not ended by then is left to the end of the process: its thread is a daemon."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """What the command line says about the engine."""

    model_dir: Path
    device: str = "auto"
    precision: str = "auto"
    max_new_tokens: int = DEFAULT_MAX_NEW_TOKENS


class CommandEngine:
    """Loads the model with the first request; a context manager that always ends the engine."""

    def __init__(self, options: EngineOptions, factory: EngineFactory) -> None:
        self._options = options
        self._factory = factory
        self._engine: Engine | None = None
        self.loaded: Loaded | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._engine is not None:
            self._engine.shutdown(SHUTDOWN_TIMEOUT_S)

    def load(self) -> Iterator[LoadProgress | Loaded | Failed]:
        """Load the model, unless it is; ends with Loaded or Failed, where there is anything to do."""
        if self.loaded is not None:
            return
        if self._engine is None:
            self._engine = self._factory()
        options = self._options
        request = load_request(new_id(), options.model_dir, options.device, options.precision)
        for event in stream(partial(self._engine.load, request)):
            if isinstance(event, Loaded):
                self.loaded = event
            if isinstance(event, LoadProgress | Loaded | Failed):
                yield event

    def read(self, picture: Picture, *, markdown: bool = False) -> Iterator[EngineEvent]:
        """The events of reading one picture; the model is loaded."""
        limit = self._options.max_new_tokens
        return self._submit(read_request(new_id(), [picture], max_new_tokens=limit, markdown=markdown))

    def ask(self, turn: ChatTurn) -> Iterator[EngineEvent]:
        """The events of answering one question; the model is loaded."""
        return self._submit(ask_request(new_id(), [turn], max_new_tokens=self._options.max_new_tokens))

    def answer(
        self, plan: Reading | Question, *, max_new_tokens: int, image_budget_tokens: int
    ) -> Iterator[EngineEvent]:
        """The events of what a conversation asks for; the model is loaded."""
        if isinstance(plan, Reading):
            request = read_request(
                new_id(),
                plan.pictures,
                max_new_tokens=max_new_tokens,
                markdown=plan.markdown,
                image_budget_tokens=image_budget_tokens,
            )
        else:
            request = ask_request(
                new_id(), plan.turns, max_new_tokens=max_new_tokens, image_budget_tokens=image_budget_tokens
            )
        return self._submit(request)

    def _submit(self, request: GenerationRequest) -> Iterator[EngineEvent]:
        if self._engine is None or self.loaded is None:
            raise RuntimeError("the model is loaded before anything is asked of it")
        return stream(partial(self._engine.submit, request))
