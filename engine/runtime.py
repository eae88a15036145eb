"""One loaded model on one device with its cache. Engine thread only: nothing here is safe from two threads.

Loading order: all that can be refused cheaply (`engine.model_folder`), then the weights, then the cache.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import torch
from PIL import Image
from torch import Tensor

from engine.api import LoadRequest, ModelInfo, Precision, Stage, Turn
from engine.bandwidth import memory_bandwidth
from engine.cache import MAX_CARD_SLOTS, MAX_SLOTS, StaticKVCache, choose_capacity
from engine.decode import Backend, DecodeRow
from engine.device import Placement, choose_placement, memory_used, release_memory
from engine.errors import KernelFaultError, OutOfMemoryError, RequestError
from engine.faults import is_out_of_memory
from engine.feature_cache import FeatureCache, apart, joined
from engine.fingerprint import weights_fingerprint
from engine.foreseeing import eager_backend
from engine.kernels.fused_step import compile_step_ahead
from engine.ladder import Ladder
from engine.metrics import RunClock
from engine.model_folder import FilledModel, ModelFolder, open_model_folder
from engine.models.base import (
    CausalModel,
    ImageSpan,
    PreparedImage,
    Prompt,
    VisualFeatures,
)
from engine.picture_limits import PictureLimits
from engine.sampling import Choice
from engine.sidecar import FILE_NAME as SIDECAR_NAME
from engine.sidecar import Sidecar
from engine.tokenizer import Recall, nothing_recalled

T = TypeVar("T")

FULL_WEIGHTS_SHARE = 0.7
"""How much of the free memory weights in full precision may take before int4 ones are looked for: the rest is
for the cache, a picture's activations and the other programs.
"""

CHAT_CONTEXT_TOKENS = 8192
"""Three pictures of 2,048 visual tokens and a conversation about them."""

SINGLE_TURN_CONTEXT_TOKENS = 4096
"""One region and its text: a canvas of 245,760 px is 960 visual tokens, and a dense page about 2,000
characters.
"""


CHUNK_TOKENS = 512
"""Tokens prefilled between two decode steps: keeps other answers moving, bounds memory and cancel latency."""

CARD_CHUNK_TOKENS = 2048
"""On a card a second chunk costs as many launches as the first, and this many tokens a few milliseconds."""


class Runtime:
    """A model ready to read. Build it with `load`, end it with `close`."""

    def __init__(
        self,
        info: ModelInfo,
        folder: ModelFolder,
        model: CausalModel,
        cache: StaticKVCache,
        placement: Placement,
        *,
        kernel_cache: Path | None = None,
    ) -> None:
        self.info, self.profile, self.tokenizer = info, folder.profile, folder.tokenizer
        self.eos_token_ids = folder.eos_token_ids
        self.context_tokens, self.slots = cache.context_tokens, cache.slots
        self.spec, self.processor, self.placement = folder.spec, folder.processor, placement
        self.model: CausalModel | None = model
        self.cache: StaticKVCache | None = cache
        on_card = placement.device.type == "cuda"
        self.prefill_chunk_tokens = CARD_CHUNK_TOKENS if on_card else CHUNK_TOKENS
        eager = eager_backend(model, cache, folder.path, folder.spec.vocab_size)
        self.backend: Backend | None = eager
        self.bandwidth_bytes_s, self._bandwidth_asked = 0.0, False
        self.ladder: Ladder | None = Ladder(eager, folder.eos_token_ids, kernel_cache)
        self.features = FeatureCache()
        self.is_shared = False
        """Whether another thread computes at the same time: a prompt then takes one core."""

    @classmethod
    def load(
        cls,
        request: LoadRequest,
        *,
        on_progress: Callable[[str, int, int], None],
        cancelled: Callable[[], bool],
        slots: int | None = None,
        context_tokens: int | None = None,
        kernel_cache: Path | None = None,
    ) -> Runtime:
        """Load `request.model_dir`; a caller's `slots` and `context_tokens` replace what memory suggests.

        Raises: ConfigError, CheckpointError, TokenizerError, DeviceError, OutOfMemoryError and
        LoadCancelledError.
        """
        on_progress("Checking the model folder", 0, 0)
        folder = open_model_folder(request.model_dir)
        placement = choose_placement(request.device, request.precision)
        sidecar = choose_sidecar(
            folder,
            request.precision,
            placement,
            lambda done, total: on_progress("Checking the int4 weights", done, total),
            cancelled,
        )
        if sidecar is not None:
            placement = placement.in_int4()
        _compile_ahead(folder, placement, sidecar, kernel_cache)
        with memory_guard():
            filled = folder.fill(
                placement,
                sidecar,
                lambda done, total: on_progress("Reading the weights", done, total),
                cancelled,
            )
            model, weights_bytes = filled.model, filled.size_bytes
            placement = placement.for_weights(weights_bytes)
            on_progress("Preparing the model", weights_bytes, weights_bytes)
            cache = _make_cache(folder, placement, weights_bytes, slots, context_tokens)
            model.finish_loading(cache.context_tokens)
        info = _info(request, folder, filled, placement, cache)
        return cls(info, folder, model, cache, placement, kernel_cache=kernel_cache)

    def prepare_image(self, image: Image.Image, budget_tokens: int | None) -> PreparedImage:
        """An upright RGB picture as patches. Raises: ImageError."""
        return self.processor.prepare(image, budget_tokens)

    def build_prompt(
        self,
        turns: Sequence[Turn],
        images: Sequence[PreparedImage],
        prefix: str = "",
        prefix_ids: Sequence[int] = (),
        recall: Recall = nothing_recalled,
    ) -> Prompt:
        """Tokenise a conversation that goes on after the assistant's `prefix`, which `prefix_ids` said.

        Earlier answers that `recall` knows are put there as the ids they were said in.
        Raises: RequestError, TokenizerError.
        """
        placed = self.tokenizer.encode_chat(turns, prefix, prefix_ids, recall)
        image_token_id = self.spec.image_token_id
        if placed.count(image_token_id) != len(images):
            raise RequestError(
                "The conversation and its pictures do not match; start a new conversation.",
                f"{placed.count(image_token_id)} placeholders, {len(images)} pictures",
            )
        ids: list[int] = []
        spans: list[ImageSpan] = []
        pending = iter(images)
        features = 0
        for token_id in placed:
            if token_id != image_token_id:
                ids.append(token_id)
                continue
            image = next(pending)
            tokens = image.visual_tokens
            spans.append(ImageSpan(len(ids), len(ids) + tokens, features, image.digest))
            ids += [token_id] * tokens
            features += tokens
        if not ids:
            raise RequestError(
                "There is nothing to answer; type a question or add a picture.", "empty prompt"
            )
        grids = [(span.start, image.grid_thw) for span, image in zip(spans, images, strict=True)]
        position_ids, rope_delta = self.spec.prompt_positions(len(ids), grids)
        return Prompt(tuple(ids), position_ids, rope_delta, tuple(spans))

    def encode_images(
        self, images: Sequence[PreparedImage], cancelled: Callable[[], bool], *, keeps: bool = True
    ) -> VisualFeatures | None:
        """Run the vision tower over all pictures of one prompt; None when cancelled.

        What it saw lately is not looked at again; `keeps` says whether these pictures may come back.
        Raises: OutOfMemoryError.
        """
        self.placement.use_threads_for_prompt()
        ladder, kept = self._open(self.ladder), [self.features.get(image.digest) for image in images]
        missing = [image for image, features in zip(images, kept, strict=True) if features is None]
        if not missing:
            return joined([features for features in kept if features is not None])
        with memory_guard(), torch.inference_mode():
            seen = ladder.encode_images(missing, cancelled)
            if seen is None:
                return None
            fresh = apart(seen, [image.visual_tokens for image in missing])
            for image, features in zip(missing, fresh, strict=True) if keeps else ():
                self.features.put(image.digest, features)
            rest = iter(fresh)
            return joined([features or next(rest) for features in kept])

    @property
    def sees_ahead(self) -> bool:
        """Whether decoding leaves a core idle, on which the next pictures can be seen."""
        place = self.placement
        return place.device.type == "cpu" and place.decode_threads == 1 < place.prompt_threads

    def see(
        self,
        shown: Callable[[], Sequence[Image.Image]],
        budget_tokens: int | None,
        clock: RunClock,
        cancelled: Callable[[], bool],
    ) -> tuple[list[PreparedImage], VisualFeatures | None]:
        """Pictures of one prompt made, prepared and seen on all cores but one; nothing is kept, and features
        are None when cancelled. May run on another thread beside the engine's.

        Raises: ImageError, OutOfMemoryError.
        """
        self.placement.use_threads_beside_decode()
        with clock.stage(Stage.PREPROCESS):
            images = [self.prepare_image(picture, budget_tokens) for picture in shown()]
        with clock.stage(Stage.VISION), memory_guard(), torch.inference_mode():
            return images, self._open(self.model).encode_images(images, cancelled)

    def prefill(
        self, slot: int, prompt: Prompt, features: VisualFeatures | None, start: int, stop: int
    ) -> Tensor | None:
        """Store tokens [start, stop) in `slot`; logits [V] fp32 when they end the prompt.

        Raises: RequestError when the prompt exceeds the context, OutOfMemoryError.
        """
        self.placement.use_threads_for_prompt(alone=not self.is_shared)
        with memory_guard():
            return self._open(self.backend).prefill(slot, prompt, features, start, stop)

    def decode(self, slots: Sequence[int], token_ids: Sequence[int]) -> Tensor:
        """Store one token of each slot; logits [B, V] fp32 for the next ones.

        Raises: RequestError when a slot is full, OutOfMemoryError.
        """
        self.placement.use_threads_for_decode()
        with memory_guard():
            return self._open(self.backend).decode(slots, token_ids)

    def generate(self, rows: Sequence[DecodeRow]) -> dict[int, list[Choice]]:
        """Go on with each row by one step or several: its choices in order, by slot.

        Raises: RequestError when a slot is full, OutOfMemoryError.
        """
        self.placement.use_threads_for_decode()
        ladder = self._open(self.ladder)
        with memory_guard():
            try:
                return self._open(self.backend).generate(rows)
            except KernelFaultError as error:
                # Nothing of what failed was given out or counted, so the rung below goes on from there.
                ladder.fall(error)
                self.backend = ladder.backend
                return self.backend.generate(rows)

    def passes(self, given: dict[int, list[Choice]]) -> int:
        """How often the weights were read for what `generate` gave."""
        once = self._open(self.backend).reads_weights_once
        return 1 if once else max(len(choices) for choices in given.values())

    @property
    def can_improve(self) -> bool:
        """Whether `improve` would do something: a faster rung is left to try, and a slot is empty."""
        return self.ladder is not None and self.ladder.can_climb and self._empty_slot() is not None

    def improve(self) -> None:
        """Prepare and check a faster way to decode, while nothing decodes; takes up to a second or two.

        Raises: only what says that the device is gone.
        """
        slot, ladder = self._empty_slot(), self._open(self.ladder)
        if slot is not None:
            ladder.climb(slot)
            self.backend = ladder.backend

    @property
    def wants_slot(self) -> bool:
        """Whether `improve` would do something if only there were an empty slot."""
        return self.ladder is not None and self.ladder.can_climb and self._empty_slot() is None

    def _empty_slot(self) -> int | None:
        return next((slot for slot in reversed(range(self.slots)) if not self.length(slot)), None)

    def step_bytes(self, slots: Sequence[int]) -> int:
        """What a decode step over these slots must read at least: the weights once, and what each holds."""
        cache, model = self._open(self.cache), self._open(self.model)
        token_bytes = cache.shape.token_bytes(cache.dtype)
        return model.step_weight_bytes + sum(cache.length(slot) for slot in slots) * token_bytes

    @property
    def knows_bandwidth(self) -> bool:
        """Whether the device's memory has been measured."""
        return self.bandwidth_bytes_s > 0 or self._bandwidth_asked

    def measure_bandwidth(self) -> None:
        """Measure the device's memory, once a process; a few hundredths of a second."""
        self._bandwidth_asked = True
        self.bandwidth_bytes_s = memory_bandwidth(self.placement.device, self.placement.prompt_threads)

    @property
    def rung(self) -> str:
        """What decodes now."""
        return "" if self.ladder is None else self.ladder.rung.value

    @property
    def rung_note(self) -> str:
        """Why it is none faster, as a sentence; empty where nothing went wrong."""
        return "" if self.ladder is None else self.ladder.note

    def length(self, slot: int) -> int:
        """Tokens stored in `slot`."""
        return 0 if self.cache is None else self.cache.length(slot)

    def park(self, slot: int, tokens: int) -> None:
        """The sequence in `slot` has ended; its first `tokens` tokens stay."""
        if self.backend is not None:
            self.backend.forget(slot)
        if self.cache is not None:
            self.cache.truncate(slot, tokens)

    def resume(self, slot: int, prompt: Prompt, tokens: int) -> None:
        """Go on in `slot`, which holds the first `tokens` tokens of the prompt. Raises: RequestError."""
        self._open(self.cache).resume(slot, tokens, len(prompt), prompt.rope_delta)

    def free(self, slot: int) -> None:
        """Give `slot` back."""
        if self.backend is not None:
            self.backend.forget(slot)
        if self.cache is not None:
            self.cache.free(slot)

    def memory(self) -> tuple[int, int]:
        """Bytes used and bytes there are: of the graphics card on CUDA, else of this process and the
        machine.
        """
        return memory_used(self.placement.device)

    def close(self) -> None:
        """Drop weights and cache and give their memory back; twice is harmless."""
        self.model = None
        self.cache = None
        self.features.clear()
        self.backend = None
        self.ladder = None
        release_memory(self.placement.device)

    @staticmethod
    def _open(part: T | None) -> T:
        if part is None:
            raise RequestError("The model was closed; open one first.")
        return part


def choose_sidecar(
    folder: ModelFolder,
    precision: Precision,
    placement: Placement,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> Sidecar | None:
    """The int4 weights to run on, compared with the checkpoint; None to run on the checkpoint's own.

    Raises: DeviceError when int4 is asked for and not there, SidecarError, QuantizeError, LoadCancelledError.
    """
    if precision is Precision.AUTO:
        full_bytes = folder.parameters * placement.dtype.itemsize
        tight = full_bytes > FULL_WEIGHTS_SHARE * placement.free_bytes()
        if not tight or not (folder.path / SIDECAR_NAME).is_file():
            return None
    elif precision is not Precision.INT4:
        return None
    sidecar = folder.open_sidecar()
    sidecar.check_source(folder.stored, progress, cancelled)
    return sidecar


def _compile_ahead(
    folder: ModelFolder, placement: Placement, sidecar: Sidecar | None, kernel_cache: Path | None
) -> None:
    """Compile the fast step while the weights are read; it computes in bf16 only."""
    if placement.dtype == torch.bfloat16:
        dims = folder.spec.step_dims(int4=sidecar is not None and folder.stays_packed(placement))
        compile_step_ahead(dims, placement.device, kernel_cache)


def _make_cache(
    folder: ModelFolder,
    placement: Placement,
    weights_bytes: int,
    slots: int | None,
    context_tokens: int | None,
) -> StaticKVCache:
    shape, most = folder.spec.cache_shape, folder.spec.max_position_tokens
    if slots is None or context_tokens is None:
        wanted = SINGLE_TURN_CONTEXT_TOKENS if folder.profile.single_turn else CHAT_CONTEXT_TOKENS
        token_bytes = shape.token_bytes(placement.dtype)
        most_slots = MAX_CARD_SLOTS if placement.device.type == "cuda" else MAX_SLOTS
        chosen = choose_capacity(
            token_bytes, weights_bytes, placement.free_bytes(), wanted, most, most_slots=most_slots
        )
        slots, context_tokens = slots or chosen[0], context_tokens or chosen[1]
    return StaticKVCache(shape, slots, min(context_tokens, most), placement.device, placement.dtype)


@contextmanager
def memory_guard() -> Iterator[None]:
    """Turn every allocator's way of saying "no memory" into OutOfMemoryError, without the frames that hold
    tensors.
    """
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        detail = str(error)
    else:
        return
    gc.collect()
    raise OutOfMemoryError(
        "There is not enough memory for this; use smaller pictures, close other programs, or choose "
        "a smaller model.",
        detail[:300],
    )


def _info(
    request: LoadRequest,
    folder: ModelFolder,
    filled: FilledModel,
    placement: Placement,
    cache: StaticKVCache,
) -> ModelInfo:
    """What there is to know of the loaded model."""
    return ModelInfo(
        name=folder.profile.name,
        model_dir=request.model_dir,
        architecture=folder.checkpoint.architecture,
        parameters=filled.parameters,
        device=placement.device.type,
        precision=placement.precision,
        context_tokens=cache.context_tokens,
        slots=cache.slots,
        weights_bytes=filled.size_bytes,
        cache_bytes=cache.size_bytes,
        bundled=folder.profile.bundled,
        note=folder.profile.note,
        read_prompt=folder.profile.read_prompt,
        weights_fingerprint=weights_fingerprint(folder.stored),
        markdown_prompt=folder.profile.markdown_prompt,
        questions=folder.profile.questions,
        # One question a picture is how a model is taught that knows few.
        answers_freely=not folder.profile.single_turn,
        larger=folder.profile.larger,
        pictures=_picture_limits(folder),
    )


def _picture_limits(folder: ModelFolder) -> PictureLimits:
    processor, profile = folder.processor, folder.profile
    return PictureLimits(
        side_px=processor.factor_px,
        least_px=processor.min_pixels,
        most_px=processor.max_pixels,
        canvas_px=profile.canvas_px,
        read_tokens=profile.read_budget_tokens,
        ask_tokens=profile.ask_budget_tokens,
    )
