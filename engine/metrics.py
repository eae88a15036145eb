"""The figures of one request, collected while it runs. Engine thread only; monotonic clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.api import ImageReport, Metrics, ModelInfo, Stage


@dataclass(slots=True)
class RunClock:
    """Adds up stages, steps and memory of one request; `metrics()` freezes them.

    Decode time is the sum of the steps the request took part in, so that another request's prefill in
    between does not count against its rate.
    """

    submitted_at: float = field(default_factory=time.perf_counter)
    started_at: float = 0.0
    first_token_at: float = 0.0
    decode_s: float = 0.0
    decode_tokens: int = 0
    decode_steps: int = 0
    decode_bytes: int = 0
    bandwidth_bytes_s: float = 0.0
    backend: str = ""
    backend_note: str = ""
    new_tokens: int = 0
    prompt_tokens: int = 0
    visual_tokens: int = 0
    reused_tokens: int = 0
    peak_memory_bytes: int = 0
    images: list[ImageReport] = field(default_factory=list)
    _stages: dict[Stage, float] = field(default_factory=lambda: dict.fromkeys(Stage, 0.0))

    def start(self) -> None:
        """The request leaves the queue."""
        self.started_at = time.perf_counter()

    @contextmanager
    def stage(self, stage: Stage) -> Iterator[None]:
        """Count the enclosed work towards `stage`, also when it raises."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._stages[stage] += time.perf_counter() - began

    def add(self, other: RunClock) -> None:
        """Count the stages of another clock too, which ran beside this one."""
        for stage, span_s in other._stages.items():
            self._stages[stage] += span_s

    def count_token(self) -> None:
        """A token was chosen; the first one ends the time to first token."""
        self.new_tokens += 1
        if not self.first_token_at:
            self.first_token_at = time.perf_counter()

    def count_steps(self, span_s: float, tokens: int, steps: int, step_bytes: int) -> None:
        """Decode steps of `span_s` seconds, each reading `step_bytes`, gave this request `tokens` tokens."""
        self.decode_s += span_s
        self.decode_tokens += tokens
        self.decode_steps += steps
        self.decode_bytes += steps * step_bytes

    def see_memory(self, used_bytes: int) -> None:
        self.peak_memory_bytes = max(self.peak_memory_bytes, used_bytes)

    def metrics(self, model: ModelInfo | None) -> Metrics:
        """The figures up to now."""
        now = time.perf_counter()
        return Metrics(
            queue_s=(self.started_at or now) - self.submitted_at,
            image_decode_s=self._stages[Stage.IMAGE_DECODE],
            preprocess_s=self._stages[Stage.PREPROCESS],
            vision_s=self._stages[Stage.VISION],
            prefill_s=self._stages[Stage.PREFILL],
            first_token_s=self.first_token_at - self.submitted_at if self.first_token_at else 0.0,
            decode_s=self.decode_s,
            total_s=now - self.submitted_at,
            prompt_tokens=self.prompt_tokens,
            visual_tokens=self.visual_tokens,
            reused_tokens=self.reused_tokens,
            new_tokens=self.new_tokens,
            tokens_per_s=self.decode_tokens / self.decode_s if self.decode_s > 0 else 0.0,
            peak_memory_bytes=self.peak_memory_bytes,
            weights_bytes=model.weights_bytes if model else 0,
            cache_bytes=model.cache_bytes if model else 0,
            device=model.device if model else "",
            images=tuple(self.images),
            step_bytes=self.decode_bytes // self.decode_steps if self.decode_steps else 0,
            bandwidth_bytes_s=self.bandwidth_bytes_s,
            bandwidth_share=self._bandwidth_share(),
            backend=self.backend,
            backend_note=self.backend_note,
        )

    def _bandwidth_share(self) -> float:
        possible = self.decode_s * self.bandwidth_bytes_s
        return self.decode_bytes / possible if possible > 0 else 0.0
