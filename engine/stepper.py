"""Carries requests out, one small step at a time: plan, prefill a chunk, decode one token for every slot.

Owned by one thread, the engine's. Between two steps anything may be cancelled or added. `stream` is the same
loop as a generator, for code that has a `Runtime` at hand and no thread.
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PIL import Image

from engine.answers.asking import asks_each, counts_lines, meant, plan_request, plan_turned, wishes_in
from engine.answers.checked_answer import CheckedAnswer
from engine.answers.kept_readings import keep_readings
from engine.answers.line_count import LineCount
from engine.answers.wishes import FREE, Wish
from engine.api import (
    TERMINAL_EVENTS,
    EngineEvent,
    FinishReason,
    GenerationRequest,
    MemorySample,
    PrefillProgress,
    Sink,
    Stage,
)
from engine.decode import DecodeRow
from engine.errors import CheckpointError, EngineError, OutOfMemoryError, RequestError
from engine.faults import describe, is_out_of_memory, is_sticky, reclaim_memory
from engine.generation import Generation, Region
from engine.legibility import Legibility
from engine.look_ahead import LookAhead
from engine.markdown_reading import MarkdownReading
from engine.metrics import RunClock
from engine.models.base import PreparedImage, Prompt, VisualFeatures
from engine.page_frame import TURNS_DEG
from engine.page_watch import LEAST_CHARACTERS, PageWatch
from engine.picture_shelf import PictureShelf
from engine.prefix_cache import PrefixCache, elements_of
from engine.reading import RegionPlan, plan_sheet, validate
from engine.sampling import Choice, Sampler, choose
from engine.scheduler import Scheduler
from engine.sequence import Sequence
from engine.tokenizer import StreamingDetokenizer

if TYPE_CHECKING:
    from engine.runtime import Runtime

log = logging.getLogger(__name__)

MEMORY_SAMPLE_S = 0.25


class Stepper:
    """The engine's loop over one runtime. `submit` any number of requests, then `step` while `has_work`."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._scheduler = Scheduler(runtime.slots)
        self._prefixes = PrefixCache(runtime.slots)
        self._shelf = PictureShelf()
        self._ahead = LookAhead(runtime)
        self._sequences: dict[int, Sequence] = {}
        self._sampled_at = 0.0
        self._decoded_at = 0.0
        self._has_served = False

    @property
    def has_work(self) -> bool:
        return self._scheduler.has_work

    @property
    def can_improve(self) -> bool:
        """Whether there is something to do that makes later requests faster, and nothing else to do."""
        if self.has_work:
            return False
        if self.runtime.wants_slot:
            return True
        return self.runtime.can_improve or (self._has_served and not self.runtime.knows_bandwidth)

    def improve(self) -> None:
        """One piece of that. Raises: only what says that the device is gone."""
        oldest = self._prefixes.oldest()
        if self.runtime.wants_slot and oldest is not None:
            self._prefixes.forget(oldest)
            self.runtime.free(oldest)
        if self.runtime.can_improve:
            self.runtime.improve()
        else:
            self.runtime.measure_bandwidth()

    def submit(self, request: GenerationRequest, sink: Sink, cancelled: Callable[[], bool]) -> None:
        """Queue a request. An impossible one fails here and now."""
        if request.turns:
            request = meant(request, self.runtime.profile)
        generation = self._kind(request)(request, sink, cancelled)
        try:
            validate(request)
        except EngineError as error:
            generation.fail(error.code, error.user_message, error.detail)
            return
        self._scheduler.add(generation)

    def _kind(
        self, request: GenerationRequest
    ) -> Callable[[GenerationRequest, Sink, Callable[[], bool]], Generation]:
        """How a request's text comes of what its regions say."""
        if request.turns and counts_lines(request, self.runtime.profile):
            return LineCount
        wishes = wishes_in(request, self.runtime.profile) if request.turns else ()
        if wishes or (request.turns and asks_each(request, self.runtime.profile)):
            return partial(CheckedAnswer, wishes=wishes or (Wish(FREE),))
        in_pieces = request.markdown and self.runtime.profile.canvas_px is not None
        return MarkdownReading if in_pieces else Generation

    def stream(self, request: GenerationRequest) -> Iterator[EngineEvent]:
        """Carry out one request; closing the generator cancels it and frees its slots."""
        events: deque[EngineEvent] = deque()
        closed = False
        self.submit(request, events.append, lambda: closed)
        try:
            while True:
                while events:
                    event = events.popleft()
                    yield event
                    if isinstance(event, TERMINAL_EVENTS):
                        return
                self.step()
        finally:
            closed = True
            self._end_cancelled()

    def step(self) -> None:
        """One unit of work for whoever waits. A request's own error fails that request and is not raised.

        Raises: what the decode step of all slots raised, or an error after which the device is gone; the
            caller ends everything in hand with `fail_all`.
        """
        self._end_cancelled()
        self._start_request()
        self._prefill()
        self._decode()
        self._sample_memory()

    def fail_all(self, code: str, user_message: str, detail: str = "") -> None:
        """Every request in hand ends with this failure; all slots are free afterwards."""
        for generation in self._scheduler.generations:
            generation.flush()
            self._fail(generation, code, user_message, detail)

    def end_all_cancelled(self) -> None:
        """Every request in hand ends as cancelled, keeping what it has said."""
        for generation in self._scheduler.generations:
            self._finish(generation, cancelled=True)

    # -- the parts of a step

    def _end_cancelled(self) -> None:
        for generation in self._scheduler.generations:
            if generation.cancelled():
                self._finish(generation, cancelled=True)

    def _start_request(self) -> None:
        generation = self._scheduler.next_request()
        if generation is None:
            return
        generation.clock.start()
        try:
            profile, clock = self.runtime.profile, generation.clock
            plans = plan_request(generation.request, profile, clock, generation.emit_progress, self._shelf)
        except Exception as error:  # noqa: BLE001 - one request's error must not reach the others
            self._fail_with(generation, error)
            return
        regions = generation.set_regions(plans)
        if self.runtime.profile.canvas_px is not None:
            generation.watch_pages()
        self._scheduler.add_regions(regions)
        if generation.is_complete:
            self._finish(generation)

    def _prefill(self) -> None:
        """One chunk for the oldest region that is not decoding yet, or for a new one where a slot is free."""
        slot = next((slot for slot, seq in self._sequences.items() if not seq.is_decoding), None)
        if slot is None:
            decodes, region = bool(self._sequences), self._scheduler.next_region()
            if decodes:
                self._ahead.feed(self._scheduler.waiting)
            if region is None or (decodes and self._ahead.holds_back(region)):
                return
            if not self._guarded(region.generation, partial(self._prepare, region)):
                return
            slot = next(slot for slot, seq in self._sequences.items() if not seq.is_decoding)
        sequence = self._sequences[slot]
        self._guarded(sequence.region.generation, lambda: self._prefill_chunk(slot, sequence))

    def _prepare(self, region: Region) -> None:
        """Prompt, slot and vision of a region. It gets no slot when the request is cancelled meanwhile."""
        self._decoded_at = 0.0
        generation, plan, runtime = region.generation, region.plan, self.runtime
        clock, request = generation.clock, generation.request
        look = self._ahead.take(region)
        if look is not None:
            clock.add(look.clock)
        with clock.stage(Stage.PREPROCESS):
            images = self._prepared(plan) if look is None else look.images
            if not runtime.tokenizer.says(region.prefix_ids, region.prefix):
                region.prefix_ids = ()
            said = region.prefix, region.prefix_ids
            prompt = runtime.build_prompt(plan.turns, images, *said, recall=self._prefixes.said)
        if len(prompt) >= runtime.context_tokens:
            raise RequestError(
                "This does not fit into the model's context; send fewer or smaller pictures, ask in fewer "
                "words, or start a new conversation.",
                f"{len(prompt)} tokens, context {runtime.context_tokens}",
            )
        generation.emit_progress(
            PrefillProgress(request.request_id, Stage.VISION, region.index, len(generation.regions))
        )
        reuse = self._prefixes.choose(prompt, self._scheduler.free, keeps=_keeps_its_slot(region))
        with clock.stage(Stage.VISION):
            features = self._features(region, prompt, images, reuse.tokens) if look is None else look.features
        if generation.cancelled():
            self._finish(generation, cancelled=True)
            return
        self._scheduler.admit(reuse.slot)
        self._prefixes.forget(reuse.slot)
        if reuse.tokens:
            runtime.resume(reuse.slot, prompt, reuse.tokens)
        clock.prompt_tokens += len(prompt)
        clock.reused_tokens += reuse.tokens
        for index, image in zip(plan.images, images, strict=True):
            clock.visual_tokens += image.visual_tokens
            report = clock.images[index]
            clock.images[index] = replace(
                report,
                model_width_px=max(report.model_width_px, image.model_width_px),
                model_height_px=max(report.model_height_px, image.model_height_px),
                visual_tokens=report.visual_tokens + image.visual_tokens,
            )
        detokenizer = StreamingDetokenizer(runtime.tokenizer)
        for token_id in region.prefix_ids:
            # What it said is known; of a character that the last one only began, the rest is still to come.
            detokenizer.push(token_id)
        self._sequences[reuse.slot] = Sequence(
            region=region,
            prompt=prompt,
            features=features,
            sampler=Sampler(request.sampling),
            detokenizer=detokenizer,
            prefilled_tokens=reuse.tokens,
        )

    def _prepared(self, plan: RegionPlan) -> list[PreparedImage]:
        """The plan's pictures as patches; those of a question are kept, since another one may follow."""

        def prepare(picture: Image.Image) -> PreparedImage:
            return self.runtime.prepare_image(picture, plan.budget_tokens)

        if plan.page is not None:
            return [prepare(picture) for picture in plan.shown()]
        sources = [source for turn in plan.turns for source in turn.images]
        return [
            self._shelf.once(
                source,
                ("patches", plan.budget_tokens, turned_deg),
                partial(prepare, picture),
                PreparedImage.count_bytes,
            )
            for source, picture, turned_deg in zip(sources, plan.shown(), plan.turns_deg, strict=True)
        ]

    def _features(
        self, region: Region, prompt: Prompt, images: list[PreparedImage], held_tokens: int
    ) -> VisualFeatures | None:
        """What the tower sees in the pictures that are not in the slot already; None where all are."""
        missing = [index for index, span in enumerate(prompt.image_spans) if span.stop > held_tokens]
        if not missing:
            return None
        features = self.runtime.encode_images(
            [images[index] for index in missing], region.generation.cancelled, keeps=_keeps_its_slot(region)
        )
        first = prompt.image_spans[missing[0]].feature_start
        return None if features is None else replace(features, first_row=first)

    def _prefill_chunk(self, slot: int, sequence: Sequence) -> None:
        self._decoded_at = 0.0
        generation = sequence.region.generation
        start = sequence.prefilled_tokens
        stop = min(start + self.runtime.prefill_chunk_tokens, len(sequence.prompt))
        with generation.clock.stage(Stage.PREFILL):
            self.runtime.is_shared = self._ahead.is_busy
            logits = self.runtime.prefill(slot, sequence.prompt, sequence.features, start, stop)
            sequence.prefilled_tokens = stop
            choice = choose([sequence.sampler], logits.unsqueeze(0))[0] if logits is not None else None
        generation.emit_progress(
            PrefillProgress(generation.request.request_id, Stage.PREFILL, stop, len(sequence.prompt))
        )
        if choice is None:
            return
        sequence.features = None
        sequence.stored_tokens = stop
        self._take_token(slot, sequence, choice)
        if not generation.over:
            self._flush(generation)

    def _decode(self) -> None:
        rows = [(slot, seq) for slot, seq in self._sequences.items() if seq.is_decoding]
        if not rows:
            self._decoded_at = 0.0
            return
        step_bytes = self.runtime.step_bytes([slot for slot, _ in rows])
        # What is on its way is computed while the host does other things: that time counts too.
        began = self._decoded_at or time.perf_counter()
        given = self.runtime.generate([DecodeRow(slot, seq.last_token, seq.sampler) for slot, seq in rows])
        self._decoded_at = time.perf_counter()
        span_s, steps = self._decoded_at - began, self.runtime.passes(given)
        shares: dict[Generation, int] = {}
        for slot, sequence in rows:
            generation = sequence.region.generation
            for choice in given[slot]:
                if generation.over or self._sequences.get(slot) is not sequence:
                    break
                if generation.is_spent(sequence.region):
                    break
                sequence.stored_tokens += 1
                shares[generation] = shares.get(generation, 0) + 1
                self._take_token(slot, sequence, choice)
        for generation, count in shares.items():
            generation.clock.count_steps(span_s, count, steps, step_bytes)
            if not generation.over:
                self._flush(generation)

    def _take_token(self, slot: int, sequence: Sequence, choice: Choice) -> None:
        """The model's choice for the region in `slot`: hear it, and see whether the region ends here."""
        region, generation, token = sequence.region, sequence.region.generation, choice.token_id
        if math.isnan(choice.confidence):
            self._fail_with(generation, _no_numbers())
            return
        reason: FinishReason | None = None
        if token in self.runtime.eos_token_ids:
            reason = FinishReason.COMPLETE
        else:
            generation.hear(region, sequence.detokenizer.push(token), choice.confidence, token)
            if region.is_idle:
                reason = FinishReason.COMPLETE
            elif region.guard.push(token):
                reason = FinishReason.LOOP
            elif sequence.stored_tokens >= self.runtime.context_tokens:
                reason = FinishReason.CONTEXT_FULL
        sequence.last_token = token
        sequence.said.append(token)
        if reason is not None:
            generation.end_region(region, reason, sequence.detokenizer.finish())
            self._release(slot)

    def _flush(self, generation: Generation) -> None:
        """Say what can be said; end the request when its last region or its budget has ended."""
        for watch in generation.watches:
            if watch.is_open and not self._guarded(generation, partial(self._turn_page, generation, watch)):
                return
        generation.flush()
        if generation.is_cut or generation.is_complete:
            self._finish(generation)

    def _turn_page(self, generation: Generation, watch: PageWatch) -> None:
        """Try a page that cannot be read as it stands in the other orientations; keep the one that can."""
        if watch.wants_probes:
            watch.probes = self._probes(generation, watch)
            self._scheduler.add_first(list(watch.probes.values()))
        best_deg = watch.turn_deg
        if best_deg is None:
            return
        self._drop_regions(list(watch.probes.values()))
        watch.settle()
        if best_deg:
            profile, clock = self.runtime.profile, generation.clock
            plans = plan_turned(watch.sheet, generation.request, profile, clock, turned_deg=best_deg)
            old, new = generation.replace_page(watch, plans)
            self._drop_regions(old)
            self._scheduler.add_first(new)

    def _probes(self, generation: Generation, watch: PageWatch) -> dict[int, Region]:
        """For each other orientation the region that shows most."""
        profile, probes = self.runtime.profile, {}
        for turned_deg in TURNS_DEG[1:]:
            plans = plan_sheet(watch.sheet, generation.request, profile, RunClock(), turned_deg)
            fullest = max(plans, key=lambda plan: plan.characters, default=None)
            if fullest is not None and fullest.characters >= LEAST_CHARACTERS:
                probes[turned_deg] = Region(generation, 0, fullest, legibility=Legibility(), is_probe=True)
        return probes

    # -- ends

    def _drop_regions(self, regions: list[Region]) -> None:
        self._ahead.drop_regions(regions)
        for slot in self._scheduler.drop_regions(regions):
            self._leave(slot, keeps=False)

    def _release(self, slot: int) -> None:
        self._scheduler.release(slot)
        self._leave(slot, keeps=True)

    def _drop(self, generation: Generation, *, keeps: bool) -> None:
        self._ahead.drop(generation)
        for slot in self._scheduler.drop(generation):
            self._leave(slot, keeps=keeps)

    def _leave(self, slot: int, *, keeps: bool) -> None:
        """Nobody runs in `slot` any more; its content waits for a prompt that begins alike, or goes."""
        sequence = self._sequences.pop(slot, None)
        emptied = [slot]
        if keeps and sequence is not None and _keeps_its_slot(sequence.region):
            held_tokens = sequence.stored_tokens or sequence.prefilled_tokens
            elements = (*elements_of(sequence.prompt), *sequence.said)
            emptied = self._prefixes.keep(slot, elements, held_tokens)
            self.runtime.park(slot, held_tokens)
        for each in emptied:
            self.runtime.free(each)

    def _finish(self, generation: Generation, *, cancelled: bool = False) -> None:
        self._drop(generation, keeps=True)
        self._has_served = True
        clock = generation.clock
        clock.backend, clock.backend_note = self.runtime.rung, self.runtime.rung_note
        clock.bandwidth_bytes_s = self.runtime.bandwidth_bytes_s
        generation.finish(self.runtime.info, cancelled=cancelled)
        if not cancelled:
            keep_readings(generation, self._shelf)
        for region in generation.regions[:1] if len(generation.regions) == 1 else ():
            self._prefixes.remember(region.said, region.said_ids)

    def _fail(self, generation: Generation, code: str, user_message: str, detail: str) -> None:
        self._drop(generation, keeps=False)
        generation.fail(code, user_message, detail)

    def _guarded(self, generation: Generation, work: Callable[[], None]) -> bool:
        """Do a request's own work; its failure fails that request alone. True when the request goes on."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - one request's error must not reach the others
            self._fail_with(generation, error)
        return not generation.over

    def _fail_with(self, generation: Generation, error: Exception) -> None:
        if is_out_of_memory(error):
            error = OutOfMemoryError(
                "There is not enough memory for this picture; send a smaller one.",
                str(error),
            )
        failure = describe(error)
        if not isinstance(error, EngineError):
            log.error("A request failed", exc_info=error)
        self._fail(generation, failure.code, failure.user_message, failure.detail)
        if isinstance(error, OutOfMemoryError):
            self._shelf.clear()
            self.runtime.features.clear()
            reclaim_memory()
        elif not isinstance(error, EngineError) and is_sticky(error):
            raise error

    def _sample_memory(self) -> None:
        now = time.monotonic()
        if now - self._sampled_at < MEMORY_SAMPLE_S:
            return
        self._sampled_at = now
        used_bytes, total_bytes = self.runtime.memory()
        for generation in self._scheduler.generations:
            generation.clock.see_memory(used_bytes)
            generation.emit_progress(MemorySample(generation.request.request_id, used_bytes, total_bytes))


def _keeps_its_slot(region: Region) -> bool:
    """Whether a later prompt may begin like this region's: pieces of a page are read once."""
    return not region.is_probe and (len(region.generation.regions) == 1 or region.plan.page is None)


def _no_numbers() -> CheckpointError:
    """What is said instead of the text that a model makes out of nothing."""
    return CheckpointError(
        "The model gave something that is no number: its weights are damaged, or they do not suit this "
        "precision; download the model again or choose fp32.",
        "NaN logits",
    )
