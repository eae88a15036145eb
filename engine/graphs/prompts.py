"""Prompts without launches from Python: a chunk's layers and a picture's tower, recorded for several sizes.

A prompt of 546 tokens and its picture are 1,600 launches, which take the host twice as long as the card needs
for the work. What fits into a size is padded to it. A size is recorded when nothing else is to be done,
after it was first asked for, and used once it has agreed with the eager backend. Engine thread only.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from engine.decode import EagerBackend, feature_pieces
from engine.errors import EngineError, SelfCheckError
from engine.graphs.prompt_attention import (
    FlashChunk,
    FlashPatches,
    FlashRows,
    MaskedChunk,
    MaskedPatches,
    OpeningChunk,
)
from engine.graphs.prompt_state import ChunkState, PatchState
from engine.graphs.recorder import Recorder, Replay
from engine.graphs.track import power_of_two
from engine.kernels.batched_step import BatchedStep
from engine.models.base import CausalModel, ImageSpan, PreparedImage, Prompt, VisualFeatures

log = logging.getLogger(__name__)

CHUNK_SIZES = (32, *range(64, 769, 64), 896, 1024, 1280, 1536, 1792, 2048)
"""Tokens. Products are tiled by 64 to 192 rows, so finer steps gain nothing; beyond these the card is busy
longer than the host.
"""

PATCH_SIZES = (*range(256, 2049, 256), 2560, 3072, 3584, 4096)
"""Patches of one picture; four make a token."""

QUESTION_SIZES = (32, 64)
"""Recorded before anybody asks: a question about a picture that is already in its slot."""

FEW_ROWS = 32
"""Rows of a chunk that attend one by one, split over the card."""

OPENING = 0
"""The span of a chunk at the beginning of its slot."""

SHORTEST_SPAN_TOKENS = 256

AGREEMENT = {torch.bfloat16: 0.15, torch.float16: 0.03, torch.float32: 1e-3}
"""How far, as a share of their norm, results may differ from the eager ones: in bf16 two ways of adding up
differ by 0.01 to 0.06 after all layers of random weights, and what went wrong by 1.
"""

LOUD = 30.0
"""What the check writes past the end of a picture's patches: it must not be seen."""


ChunkKind = type[OpeningChunk] | type[MaskedChunk] | type[FlashRows] | type[FlashChunk]


@dataclass(frozen=True, slots=True)
class RecordedChunk:
    state: ChunkState
    replay: Replay


@dataclass(frozen=True, slots=True)
class RecordedTower:
    state: PatchState
    features: Tensor
    """[1 + levels, N, hidden]"""
    replay: Replay


class PromptGraphs:
    """The recorded sizes, and which others are wished for."""

    def __init__(self, eager: EagerBackend, recorder: Recorder, rows: BatchedStep | None = None) -> None:
        """`rows` are kernels of our own for what lies between products, where the card has them."""
        self.eager, self.cache, self.recorder = eager, eager.cache, recorder
        self._rows = rows
        self._model: CausalModel = eager.model
        # The flash kernel computes in 16 bits only, and only on NVIDIA cards.
        self._flash = self.cache.device.type == "cuda" and self.cache.dtype != torch.float32
        self._chunks: dict[tuple[int, int], RecordedChunk] = {}
        self._towers: dict[int, RecordedTower] = {}
        self._logits: Tensor | None = None
        # Ordered sets: what was asked for first is recorded first.
        self._wished_chunks: dict[tuple[int, int], None] = {}
        self._wished_towers: dict[int, None] = {}
        for size in QUESTION_SIZES:
            self._wished_chunks[size, self._span(size, 2 * size)] = None

    # -- what is recorded

    @property
    def has_wishes(self) -> bool:
        """Whether a size was asked for that is not recorded."""
        return bool(self._wished_chunks or self._wished_towers)

    def record_wish(self, free_slot: int) -> None:
        """Record and check one size, with `free_slot` for scratch. Only with nothing on its way.

        Raises: SelfCheckError, and what recording raises.
        """
        if self._wished_chunks:
            size, span = next(iter(self._wished_chunks))
            del self._wished_chunks[size, span]
            if size < self.cache.context_tokens:
                self._record_checked(size, span, free_slot)
        elif self._wished_towers:
            size = next(iter(self._wished_towers))
            del self._wished_towers[size]
            self._record_tower(size)

    # -- serving

    def takes_chunk(self, start: int, stop: int) -> bool:
        """Whether tokens [start, stop) of a prompt can be replayed now; else the size is wished for."""
        size = _size_for(stop - start, CHUNK_SIZES)
        if size is None:
            return False
        key = (size, self._span(start, stop))
        if key in self._chunks:
            return True
        self._wished_chunks[key] = None
        return False

    @torch.inference_mode()
    def prefill(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor | None:
        """As the eager backend's, where `takes_chunk` said yes. Raises: RequestError."""
        size = _size_for(stop - start, CHUNK_SIZES)
        if size is None:
            raise ValueError(f"no size for {stop - start} tokens")
        recorded = self._chunks[size, self._span(start, stop)]
        self.eager.open_slot(slot, prompt, start, stop)
        self._load(recorded.state, slot, prompt, features, range(start, stop))
        recorded.replay()
        self.cache.advance(slot, stop - start)
        if stop < len(prompt) or self._logits is None:
            return None
        return self._logits.clone()

    def takes_pictures(self, images: Sequence[PreparedImage]) -> bool:
        """Whether the tower can be replayed for all of them now; else their sizes are wished for."""
        ready = True
        for image in images:
            size = _tower_size(image)
            if size is None:
                ready = False
            elif size not in self._towers:
                self._wished_towers[size] = None
                ready = False
        return ready

    @torch.inference_mode()
    def encode(self, images: Sequence[PreparedImage], cancelled: Callable[[], bool]) -> VisualFeatures | None:
        """As the model's `encode_images`, where `takes_pictures` said yes; one picture after the other."""
        parts: list[Tensor] = []
        for image in images:
            if cancelled():
                return None
            recorded = self._towers[_tower_size(image) or 0]
            recorded.state.load(image, self._model.patch_places(image.grid_thw))
            recorded.replay()
            # A copy: the next picture is written over these.
            parts.append(recorded.features[:, : image.visual_tokens].clone())
        if cancelled():
            return None
        joined = parts[0] if len(parts) == 1 else torch.cat(parts, 1)
        return VisualFeatures(joined[0], tuple(joined[1:]))

    # -- recording

    def _span(self, start: int, stop: int) -> int:
        """The keys that a chunk reads at most: the flash kernel stops where the sequence does."""
        if start == 0:
            return OPENING
        if self._flash:
            return self.cache.context_tokens
        return min(max(SHORTEST_SPAN_TOKENS, power_of_two(stop)), self.cache.context_tokens)

    def _load(
        self, state: ChunkState, slot: int, prompt: Prompt, features: VisualFeatures | None, tokens: range
    ) -> None:
        pieces = feature_pieces(prompt, features, tokens.start, tokens.stop)
        levels = () if features is None else (features.embeds, *features.deepstack)
        for rows, source in pieces:
            for level, values in enumerate(levels):
                state.visual[level, rows].copy_(values[source])
        state.load(slot, prompt, tokens, [rows for rows, _ in pieces])

    def _record_checked(self, size: int, span: int, slot: int) -> None:
        """Record a size, with torch's operations where kernels of our own do not hold."""
        try:
            self._record_chunk(size, span, slot)
        except EngineError as error:
            if self._rows is None:
                raise
            log.warning("Prompts are recorded without kernels of our own: %r", error)
            self._rows = None
            self._chunks.clear()
            self._record_chunk(size, span, slot)

    @torch.inference_mode()
    def _record_chunk(self, size: int, span: int, slot: int) -> None:
        """Record a size, and see whether a chunk in the midst of a slot comes out as the eager one."""
        cache = self.cache
        before = 0 if span == OPENING else min(40, cache.context_tokens - size)
        prompt, features = self._check_prompt(before + size - 3)
        stop = len(prompt)
        if before:
            self.eager.prefill(slot, prompt, features, 0, before)
        wanted = self.eager.prefill(slot, prompt, features, before, stop)
        if wanted is None:
            raise SelfCheckError("The check's prompt gave no logits.")
        # A few layers only, and away from the device, which has the most to hold while a size is recorded.
        layers = sorted({0, cache.shape.layers // 2, cache.shape.layers - 1})
        stored = [cache.storage[:, layer, slot, :, before:stop].to("cpu", copy=True) for layer in layers]
        if self._logits is None:
            self._logits = torch.zeros_like(wanted)
        levels = 1 + self._model.visual_levels
        visual = torch.zeros((levels, size, features.embeds.shape[1]), device=cache.device, dtype=cache.dtype)
        state = ChunkState(size, visual, cache.context_tokens, cache.device, self.recorder)
        cache.truncate(slot, before)
        self._load(state, slot, prompt, features, range(before, stop))
        del features
        replay = self.recorder.record(partial(self._chunk_step, state, span, self._logits))
        self._logits.zero_()
        cache.storage[:, :, slot, :, before:stop].zero_()
        replay()
        _must_agree("A recorded prompt", self._logits, wanted, cache.dtype)
        for layer, expected in zip(layers, stored, strict=True):
            ours = cache.storage[:, layer, slot, :, before:stop].cpu()
            _must_agree("A recorded prompt", ours, expected, cache.dtype)
        cache.free(slot)
        self._chunks[size, span] = RecordedChunk(state, replay)

    def _check_prompt(self, tokens: int) -> tuple[Prompt, VisualFeatures]:
        """Text with a picture in the midst, and features of the size of embeddings."""
        ids = torch.arange(tokens) * 3 % 199 + 1
        span = ImageSpan(tokens // 2, tokens - 2, 0)
        embedded = self._model.embed_tokens(ids[span.start : span.stop].to(self.cache.device))
        mixed = embedded.flip(0)
        features = VisualFeatures(mixed, tuple(mixed * 0.5 for _ in range(self._model.visual_levels)))
        positions = torch.stack((torch.arange(tokens), torch.arange(tokens) // 2, torch.arange(tokens) // 3))
        return Prompt(tuple(ids.tolist()), positions, 0, (span,)), features

    def _chunk_step(self, state: ChunkState, span: int, logits: Tensor) -> None:
        model, is_visual = self._model, state.is_visual()
        hidden = torch.where(is_visual, state.visual[0], model.embed_tokens(state.ids))

        def adder(level: Tensor) -> Callable[[Tensor], None]:
            def add(rows: Tensor) -> None:
                rows.add_(torch.where(is_visual, level, 0.0))

            return add

        deepstack = [adder(level) for level in state.visual[1:]]
        rope = model.rope_of(state.positions)
        attend = self._kind(state.rows, span)(self.cache, state, span)
        if self._rows is not None:
            table = torch.cat((rope.cos, rope.sin), 1)
            rows = state.as_rows()
            hidden = self._rows.forward(hidden, rows, attend.mix, table, deepstack)
            logits.copy_(self._rows.logits(hidden.index_select(0, state.count - 1))[0])
            return
        hidden = model.forward_rows(hidden, rope, attend, deepstack)
        logits.copy_(model.logits(hidden.index_select(0, state.count - 1))[0])

    def _kind(self, rows: int, span: int) -> ChunkKind:
        if span == OPENING:
            return OpeningChunk
        if not self._flash:
            return MaskedChunk
        return FlashRows if rows <= FEW_ROWS else FlashChunk

    @torch.inference_mode()
    def _record_tower(self, size: int) -> None:
        """Record a size, and see whether a picture smaller than it comes out as from the eager tower."""
        cache, model = self.cache, self._model
        image = check_picture(size, model.patch_values)
        wanted = model.encode_images([image], lambda: False)
        if wanted is None:
            raise SelfCheckError("The check's picture gave no features.")
        # Away from the device, which has the most to hold while a size is recorded.
        expected = [level.cpu() for level in (wanted.embeds, *wanted.deepstack)]
        width = wanted.embeds.shape[1]
        del wanted
        state = PatchState(size, model.patch_values, cache.dtype, cache.device, self.recorder)
        state.patches.fill_(LOUD)
        state.load(image, model.patch_places(image.grid_thw))
        tokens = size * image.visual_tokens // image.pixel_values.shape[0]
        features = torch.zeros(
            (1 + model.visual_levels, tokens, width), device=cache.device, dtype=cache.dtype
        )
        recorded = RecordedTower(
            state, features, self.recorder.record(partial(self._tower_step, state, features))
        )
        features.zero_()
        recorded.replay()
        for level, theirs in zip(features, expected, strict=True):
            _must_agree("A recorded picture", level[: image.visual_tokens].cpu(), theirs, cache.dtype)
        self._towers[size] = recorded

    def _tower_step(self, state: PatchState, features: Tensor) -> None:
        attend = (FlashPatches if self._flash else MaskedPatches)(state.count, state.size)
        found = self._model.encode_patches(state.patches, state.places, attend, lambda: False)
        if found is not None:
            for level, rows in enumerate((found.embeds, *found.deepstack)):
                features[level].copy_(rows)


def check_picture(size: int, patch_values: int) -> PreparedImage:
    """A picture of seeded noise that leaves some of `size` patches over."""
    rows, columns = 8, size // 8 - 4
    noise = torch.rand(rows * columns, patch_values, generator=torch.Generator().manual_seed(3))
    return PreparedImage(noise * 2 - 1, (1, rows, columns), columns, rows, rows * columns // 4)


def _size_for(count: int, sizes: Sequence[int]) -> int | None:
    return next((size for size in sizes if count <= size), None)


def _tower_size(image: PreparedImage) -> int | None:
    """None for what is too large, and for films: their frames do not see each other."""
    if image.grid_thw[0] != 1:
        return None
    return _size_for(image.pixel_values.shape[0], PATCH_SIZES)


def _must_agree(what: str, ours: Tensor, theirs: Tensor, dtype: torch.dtype) -> None:
    """Raises: SelfCheckError."""
    apart = float((ours.float() - theirs.float()).norm() / theirs.float().norm().clamp_min(1e-20))
    # The comparison form also refuses NaN.
    if not apart <= AGREEMENT[dtype]:
        raise SelfCheckError(
            f"{what} did not come out as a plain one, so it is not used.", f"{apart:.3f} apart"
        )
