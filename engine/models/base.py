"""What every model family gives the engine, and the values that travel between its parts.

Tensors here never leave the engine thread, but for the pictures of regions that are seen ahead
(`engine.look_ahead`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor

from engine.config import CheckpointConfig
from engine.kernels.step_plan import StepDims

if TYPE_CHECKING:
    from engine.cache import StaticKVCache


@dataclass(frozen=True, slots=True)
class PreparedImage:
    """One picture as the vision tower takes it."""

    pixel_values: Tensor
    """[N, C*T*P*P] fp32 on the CPU, patches in merge-block order."""
    grid_thw: tuple[int, int, int]
    """Patches: frames, rows, columns."""
    model_width_px: int
    model_height_px: int
    visual_tokens: int
    digest: bytes = b""
    """SHA-256 of the upright, resized pixels and their size; empty where nobody took it."""

    def count_bytes(self) -> int:
        """What it takes of the host's memory."""
        return self.pixel_values.nbytes


@dataclass(frozen=True, slots=True)
class ImageSpan:
    """Prompt tokens [start, stop) stand for one picture; its features begin at row `feature_start`."""

    start: int
    stop: int
    feature_start: int
    digest: bytes = b""
    """That of the picture."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A tokenised conversation with a picture's place kept by one token for each merged patch."""

    input_ids: tuple[int, ...]
    position_ids: Tensor
    """[3, S] int64 on the CPU: time, height, width."""
    rope_delta: int
    """What to add to a later token's index to get its position."""
    image_spans: tuple[ImageSpan, ...]

    def __len__(self) -> int:
        return len(self.input_ids)

    @property
    def visual_tokens(self) -> int:
        """Tokens that stand for pictures."""
        return sum(span.stop - span.start for span in self.image_spans)


@dataclass(frozen=True, slots=True)
class VisualFeatures:
    """What the decoder sees of the pictures of one prompt, in order."""

    embeds: Tensor
    """[N, hidden]"""
    deepstack: tuple[Tensor, ...]
    """One [N, hidden] for each of the first decoder layers."""
    first_row: int = 0
    """Rows of the prompt's first pictures that are left out here: their tokens are in the slot already."""

    @property
    def size_bytes(self) -> int:
        return self.embeds.nbytes + sum(level.nbytes for level in self.deepstack)


@dataclass(frozen=True, slots=True)
class CacheShape:
    """What the KV cache must hold for each token."""

    layers: int
    kv_heads: int
    head_dim: int

    def token_bytes(self, dtype: torch.dtype) -> int:
        """Bytes of keys and values for one token."""
        return 2 * self.layers * self.kv_heads * self.head_dim * dtype.itemsize


Attend = Callable[[int, Tensor, Tensor, Tensor], Tensor]
"""attend(layer, q [T, H, D], k [T, KV, D], v [T, KV, D]) -> [T, H*D]: stores k and v, attends, on one
device.
"""


AttendPatches = Callable[[Tensor, Tensor, Tensor], Tensor]
"""attend(q, k, v), each [N, H, D], -> [N, H, D]: attention among the patches of each frame."""


@dataclass(frozen=True, slots=True)
class Rope:
    """Rotation of T rows, broadcast over heads: cos and sign-folded sin, each [T, 1, D]."""

    cos: Tensor
    sin: Tensor


@dataclass(frozen=True, slots=True)
class Quantizable:
    """Which parameters an int4 sidecar may stand in for, by name."""

    linears: tuple[str, ...]
    """Weights [N, K] of linears, to 4 bits."""
    tables: tuple[str, ...]
    """Embedding and head, [V, H], to 8 bits."""


class ImageProcessor(Protocol):
    """Pictures to patches; no tensors on a device."""

    @property
    def factor_px(self) -> int:
        """Side of one visual token in pixels."""

    @property
    def min_pixels(self) -> int:
        """Of a whole picture; a smaller one is enlarged."""

    @property
    def max_pixels(self) -> int:
        """Of a whole picture; a larger one is reduced."""

    def size(self, width_px: int, height_px: int, budget_tokens: int | None) -> tuple[int, int, int]:
        """Model width, model height, visual tokens. Raises: ImageError."""

    def prepare(self, image: Image.Image, budget_tokens: int | None) -> PreparedImage:
        """Resize, normalise and cut into patches. Raises: ImageError."""


class CausalModel(Protocol):
    """A model whose parameters are filled; also an `nn.Module` with the checkpoint's names.

    Everything runs on the engine thread, on the model's device.
    """

    step_weight_bytes: int
    """Bytes of weights that one decode step reads; set by `finish_loading`."""

    def shared_parameters(self) -> dict[str, str]:
        """Parameters a file may leave out, each with the one whose storage it then shares."""

    def quantizable(self) -> Quantizable:
        """What a sidecar may replace: a linear by an `Int4Linear`, embedding and head by `Int8Rows`."""

    def round_vision(self, dtype: torch.dtype) -> None:
        """Run the vision tower in `dtype` from now on; its features stay in the decoder's.

        Where that is bf16 in a processor's tiles, the products of prompts run in them too.
        """

    def finish_loading(self, context_tokens: int) -> None:
        """Fuse weights and build tables, once every parameter is filled."""

    def encode_images(
        self, images: Sequence[PreparedImage], cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        """Run the vision tower; None when cancelled."""

    def prepare_vision(self, cache_dir: Path | None) -> None:
        """Kernels of our own for the tower, where the device has them; compiled ones lie in `cache_dir`.

        Raises: only what says that the device is gone.
        """

    visual_levels: int
    """Features of a picture besides its embeddings, one for each of the first decoder layers."""

    patch_values: int
    """Numbers in a patch."""

    def patch_places(self, grid_thw: tuple[int, int, int]) -> Tensor:
        """Where each patch of a picture lies: [N, 4] int64 on the CPU, as `encode_patches` takes them."""

    def encode_patches(
        self, patches: Tensor, places: Tensor, attend: AttendPatches, cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        """The tower over patches [N, C*T*P*P] and places [N, 4] on its device; no host sync."""

    def embed_tokens(self, input_ids: Tensor) -> Tensor:
        """[T] int64 on the device -> [T, hidden], a fresh tensor."""

    def rope_rows(self, position_ids: Tensor) -> Rope:
        """Rotation of a prompt's rows: [3, T] int64 on the CPU."""

    def rope_at(self, positions: Sequence[int]) -> Rope:
        """Rotation of generated rows, where time, height and width agree."""

    def rope_for(self, positions: Tensor) -> Rope:
        """As `rope_at`, for [T] int64 on the device, without asking what they are."""

    def rope_of(self, position_ids: Tensor) -> Rope:
        """As `rope_rows`, for [3, T] int64 on the device, without asking what they are."""

    def forward_rows(
        self, hidden: Tensor, rope: Rope, attend: Attend, deepstack: Sequence[Callable[[Tensor], None]]
    ) -> Tensor:
        """[T, hidden] through every layer and the last norm; `deepstack[i]` edits in place after layer i."""

    def logits(self, hidden: Tensor) -> Tensor:
        """[T, hidden] -> [T, V] fp32."""

    def host_step(self, cache: StaticKVCache) -> TokenStep | None:
        """A faster decode step on the host over this cache; None where there is none."""


class TokenStep(Protocol):
    """A decode step that writes the cache and leaves its lengths to the caller."""

    states: NDArray[np.float32]
    """What the logits of the last call were made of, [B * run, hidden]; the next call writes over it."""

    def __call__(self, slots: Sequence[int], runs: Sequence[Sequence[int]]) -> Tensor:
        """Store a run of tokens, all as long, in each of the rising `slots`; logits [B * run, V] fp32 after
        each.
        """


class ModelSpec(Protocol):
    """One checkpoint's model before its weights are read: its numbers, and how to make its parts."""

    vocab_size: int
    max_position_tokens: int
    image_token_id: int
    cache_shape: CacheShape

    def image_processor(self, model_dir: Path) -> ImageProcessor:
        """Raises: ConfigError."""

    def step_dims(self, *, int4: bool) -> StepDims | None:
        """The decoder's numbers for the fused step, before its weights are read; None where it has none."""

    def prompt_positions(
        self, tokens: int, spans: Sequence[tuple[int, tuple[int, int, int]]]
    ) -> tuple[Tensor, int]:
        """Position ids [3, S] and rope delta for pictures at (first token, patch grid)."""

    def build(self) -> CausalModel:
        """The model on the meta device."""


class Family(Protocol):
    """A model family; the only thing the registry asks of a folder."""

    def read_spec(self, checkpoint: CheckpointConfig) -> ModelSpec:
        """Raises: ConfigError."""
