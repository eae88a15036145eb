"""Which backend decodes: the eager one at once, faster ones when they are ready and have been checked.

Engine thread only. A rung is prepared while nothing else is to be done, and takes over between requests once
it says what the eager backend says. Whatever goes wrong there, the rung below goes on serving, and `note`
says why.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

import torch

from engine.api import Sampling
from engine.cache import StaticKVCache
from engine.decode import Backend, DecodeRow, EagerBackend
from engine.device import release_memory
from engine.errors import EngineError, SelfCheckError
from engine.faults import is_sticky
from engine.graphs.attention import SpanAttention, VariableAttention
from engine.graphs.backend import GraphBackend
from engine.graphs.prompts import PromptGraphs
from engine.graphs.recorder import CudaRecorder, Recorder
from engine.graphs.state import StepState
from engine.graphs.track import FusedTrack, Track
from engine.kernels.batched_step import BatchedStep
from engine.kernels.fused_step import FusedStep
from engine.models.base import Attend, PreparedImage, Prompt, VisualFeatures
from engine.sampling import Sampler

log = logging.getLogger(__name__)

CHECK_TOKENS = 32
CHECK_PROMPT_TOKENS = 40

NEAR_TIE = {torch.bfloat16: 2.0**-5, torch.float16: 2.0**-8, torch.float32: 2.0**-13}
"""How far below the best logit, as a share of it, another may lie and still be chosen by a backend that adds
up in another order: four units in the last place, in fp32 what a model's layers make of one. Two eager ways
that differ in the number of their rows already differ by two.
"""


class Rung(StrEnum):
    EAGER = "eager"
    GRAPHS = "graphs"
    """Steps recorded once and replayed."""
    FUSED = "fused"
    """Besides, one kernel for a whole token of a row that is alone."""


class Ladder:
    """Climbs one rung a call of `climb`, until it is at the top or a rung does not hold."""

    def __init__(
        self,
        eager: EagerBackend,
        eos_token_ids: frozenset[int],
        kernel_cache: Path | None,
        *,
        recorder: Recorder | None = None,
        make_single: Callable[[Recorder], Track] | None = None,
    ) -> None:
        """`recorder` and `make_single` replace what the device offers: a CPU has neither of its own."""
        self.backend: Backend = eager
        self.rung = Rung.EAGER
        self.note = ""
        self._eager, self._eos, self._kernel_cache = eager, eos_token_ids, kernel_cache
        self._recorder, self._make_single = recorder, make_single or self._fused_track
        self.prompts: PromptGraphs | None = None
        self._graphs: GraphBackend | None = None
        self._batched: BatchedStep | None = None
        self._steps: list[Callable[[int], None]] = []
        self._prompts_left = False
        if recorder is not None or eager.cache.device.type == "cuda":
            self._steps = [self._to_graphs, self._to_fused, self._to_batched]
            self._prompts_left = True

    @property
    def can_climb(self) -> bool:
        """Whether there is a rung left to try, or a size of prompts to record."""
        return (
            bool(self._steps) or self._prompts_left or (self.prompts is not None and self.prompts.has_wishes)
        )

    def climb(self, free_slot: int) -> None:
        """Prepare the next rung and check it in `free_slot`, which is empty before and after.

        Raises: only what says that the device is gone.
        """
        if not self._steps:
            self._record_prompts(free_slot)
            return
        step = self._steps.pop(0)
        try:
            step(free_slot)
        except Exception as error:
            self._stay(error)
            if is_sticky(error):
                raise
        finally:
            self._eager.cache.free(free_slot)

    def encode_images(
        self, images: Sequence[PreparedImage], cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        """The tower over all pictures of one prompt, the fastest way there is; None when cancelled."""
        if self.prompts is not None and self.prompts.takes_pictures(images):
            return self.prompts.encode(images, cancelled)
        return self._eager.model.encode_images(images, cancelled)

    def fall(self, error: EngineError) -> None:
        """The present rung failed while it served: the one below takes over for good."""
        self._steps.clear()
        if self.rung is Rung.FUSED and self._graphs is not None:
            self.backend, self.rung = self._graphs, Rung.GRAPHS
        else:
            self.backend, self.rung = self._eager, Rung.EAGER
        self._stay(error)

    def _stay(self, error: Exception) -> None:
        self._steps.clear()
        self.note = _note(error)
        log.warning("Decoding stays on %s: %r", self.rung, error)

    def _record_prompts(self, free_slot: int) -> None:
        """Record and check one size of prompts; where that fails, prompts stay plain.

        Raises: only what says that the device is gone.
        """
        graphs, self._prompts_left = self._graphs, False
        if graphs is None:
            return
        try:
            if self.prompts is None:
                self._eager.model.prepare_vision(self._kernel_cache)
                self.prompts = PromptGraphs(self._eager, graphs.recorder, self._batched)
            self.prompts.record_wish(free_slot)
            if not self.prompts.has_wishes:
                # What recording took on its own stream is of no use to anybody else.
                release_memory(self._eager.cache.device)
        except Exception as error:
            self.prompts = None
            self.note = self.note or _note(error)
            log.warning("Prompts stay plain: %r", error)
            if is_sticky(error):
                raise
        finally:
            graphs.prompts = self.prompts
            if isinstance(self.backend, GraphBackend):
                self.backend.prompts = self.prompts
            self._eager.cache.free(free_slot)

    def _to_graphs(self, free_slot: int) -> None:
        recorder = self._recorder or CudaRecorder(self._eager.cache.device)
        # The flash kernel computes in 16 bits only.
        made = None if self._eager.cache.dtype == torch.float32 else self._any_slots(recorder, free_slot)
        if made is None:
            made = self._checked_graphs(recorder, free_slot, any_slots=False)
        self.backend, self.rung, self._graphs = made, Rung.GRAPHS, made

    def _any_slots(self, recorder: Recorder, free_slot: int) -> GraphBackend | None:
        """None where the flash kernel does not hold."""
        try:
            return self._checked_graphs(recorder, free_slot, any_slots=True)
        except Exception as error:
            if is_sticky(error):
                raise
            log.info("Attention over neighbouring slots, as any slots do not work: %r", error)
            return None

    def _checked_graphs(self, recorder: Recorder, free_slot: int, *, any_slots: bool) -> GraphBackend:
        made = make_graphs(self._eager, self._eos, recorder, any_slots=any_slots)
        check_against_eager(made, self._eager, free_slot)
        return made

    def _to_fused(self, free_slot: int) -> None:
        graphs = self._graphs
        if graphs is None:
            raise SelfCheckError("The fast step needs recorded steps for several rows.")
        made = graphs.with_single(self._make_single(graphs.recorder))
        check_against_eager(made, self._eager, free_slot)
        self.backend, self.rung = made, Rung.FUSED

    def _to_batched(self, free_slot: int) -> None:
        """Steps of several rows by kernels of our own: last, since a row that is alone does not need them."""
        graphs = self._graphs
        if graphs is None or not graphs.any_slots:
            return
        batched = BatchedStep(self._eager.model, self._eager.cache, self._kernel_cache)
        batched.prepare()
        users = {id(user): user for user in (graphs, self.backend) if isinstance(user, GraphBackend)}
        for user in users.values():
            user.use_batched(batched)
        try:
            check_against_eager(graphs, self._eager, free_slot)
        except Exception:
            for user in users.values():
                user.use_batched(None)
            raise
        self._batched = batched

    def _fused_track(self, recorder: Recorder) -> Track:
        fused = FusedStep(self._eager.model, self._eager.cache, self._kernel_cache)
        fused.prepare()
        return FusedTrack(fused, self._eos, recorder)


_UNFORESEEN = "A faster way to compute failed on this machine; Yomi goes on without it."


def _note(error: Exception) -> str:
    return error.user_message if isinstance(error, EngineError) else _UNFORESEEN


def make_graphs(
    eager: EagerBackend, eos_token_ids: frozenset[int], recorder: Recorder, *, any_slots: bool
) -> GraphBackend:
    """Recorded steps over any slots, or over blocks of neighbours."""

    def over_any(cache: StaticKVCache, state: StepState, _first_slot: int, bucket: int) -> Attend:
        return VariableAttention(cache, state, bucket)

    attention = over_any if any_slots else SpanAttention
    return GraphBackend(eager, eos_token_ids, recorder, attention, any_slots=any_slots)


def check_against_eager(backend: GraphBackend, eager: EagerBackend, free_slot: int) -> None:
    """Let `backend` say some tokens, and see whether the eager one would have said the same.

    Raises: SelfCheckError.
    """
    (logits,) = eager.score(free_slot, _check_prompt(()), 1)
    first = int(logits.argmax())
    row, said = DecodeRow(free_slot, first, Sampler(Sampling())), [first]
    confidences: list[float] = []
    while len(said) <= CHECK_TOKENS:
        given = backend.generate([row._replace(token_id=said[-1])])[free_slot]
        said += [choice.token_id for choice in given]
        confidences += [choice.confidence for choice in given]
    backend.forget(free_slot)
    _follow(eager, free_slot, said, confidences)
    eager.cache.free(free_slot)


def _check_prompt(said: Sequence[int]) -> Prompt:
    """What is checked with, and what was said after it."""
    ids = (*(1 + 3 * index for index in range(CHECK_PROMPT_TOKENS)), *said)
    return Prompt(ids, torch.arange(len(ids)).expand(3, -1), 0, ())


def _follow(eager: EagerBackend, slot: int, said: Sequence[int], confidences: Sequence[float]) -> None:
    """Walk the eager backend along what was said: in one pass, where token by token would take a second."""
    share = NEAR_TIE[eager.cache.dtype]
    rows = eager.score(slot, _check_prompt(said[:CHECK_TOKENS]), CHECK_TOKENS)
    for index, logits in enumerate(rows):
        facts = torch.stack((logits.max(), logits[said[index + 1]], logits.logsumexp(-1)))
        best, chosen, total = facts.tolist()
        if not best - chosen <= share * abs(best):
            raise SelfCheckError(
                "A faster way to compute gave another text than the plain one, so it is not used.",
                f"token {index}: {chosen} chosen, best {best}",
            )
        wanted = math.exp(chosen - total)
        if not abs(wanted - confidences[index]) <= max(0.02, 2 * share * abs(best)):
            raise SelfCheckError(
                "A faster way to compute was not as sure of its text as the plain one, so it is not used.",
                f"token {index}: {confidences[index]}, not {wanted}",
            )
