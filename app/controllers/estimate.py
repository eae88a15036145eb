"""CostEstimator: what pictures will cost before they are sent, from their sizes and the runs so far. GUI
thread; no Qt.

Seconds and bytes are measured ones of the last run on this machine, scaled by the visual tokens; before the
first run of a model nothing is said of them, since nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.domain import CostEstimate, ModelCard, PictureCost, RunRecord, RunStats


class CostEstimator:
    """Learns from each run."""

    def __init__(self) -> None:
        self.forget()

    def recall(self, card: ModelCard, runs: Iterable[RunRecord]) -> None:
        """Another model, or another device, is there: of `runs`, newest first, only its own hold for it."""
        self.forget()
        for run in reversed([each for each in runs if card.made(each.stats)]):
            self.observe(run.stats)

    def forget(self) -> None:
        """Know nothing, as before the first run."""
        self._s_per_visual_token = 0.0
        self._s_per_new_token = 0.0
        self._new_per_visual_token = 0.0
        self._bytes_per_visual_token = 0.0
        self._process_bytes = 0

    def observe(self, stats: RunStats | None) -> None:
        """A run has ended; one without a picture or without an answer teaches nothing.

        Nor does one whose picture the engine still held from the question before: it cost next to nothing.
        """
        if stats is None or not stats.visual_tokens or not stats.new_tokens:
            return
        if stats.reused_tokens > stats.prompt_tokens - stats.visual_tokens:
            return
        visual = stats.visual_tokens
        before = stats.image_decode_s + stats.preprocess_s + stats.vision_s + stats.prefill_s
        self._s_per_visual_token = before / visual
        self._s_per_new_token = stats.decode_s / stats.new_tokens
        self._new_per_visual_token = stats.new_tokens / visual
        if stats.device == "cuda":
            passing = stats.peak_memory_bytes - stats.weights_bytes - stats.cache_bytes
            self._bytes_per_visual_token = max(0, passing) / visual
        else:
            # The whole process's, of which no share could be told to be the picture's: large ones are read in
            # pieces of one size, so the most that it took so far is what it will take.
            self._process_bytes = max(self._process_bytes, stats.peak_memory_bytes)

    def estimate(self, costs: Iterable[PictureCost], *, asks: bool) -> CostEstimate | None:
        """The cost of these pictures together; None where there is none."""
        known = tuple(costs)
        if not known:
            return None
        visual = sum(cost.visual_tokens for cost in known)
        seconds = visual * self._s_per_visual_token
        if seconds and not asks:
            seconds += visual * self._new_per_visual_token * self._s_per_new_token
        passing = round(visual * self._bytes_per_visual_token)
        return CostEstimate(visual, seconds, passing, self._process_bytes)
