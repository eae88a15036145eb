"""Qwen3-VL put together: tower, decoder and head under the names that checkpoints use. Engine thread only.

Source: transformers 5.24, modeling_qwen3_vl.py; DeepStack is arXiv:2406.04334.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.cache import StaticKVCache
from engine.kernels.step_weights import StepWeights
from engine.kernels.turn import make_turn
from engine.models.base import Attend, AttendPatches, PreparedImage, Quantizable, Rope, VisualFeatures
from engine.models.qwen3_vl.config import Qwen3VLConfig
from engine.models.qwen3_vl.decoder import DecoderStep, RowLinear, TextModel
from engine.models.qwen3_vl.host_step import SMALL_STEP_BYTES, HostStep, host_step
from engine.models.qwen3_vl.rope import TextRope
from engine.models.qwen3_vl.step_weights import step_weights
from engine.models.qwen3_vl.vision import VisionModel, turn_plainly
from engine.quantized_linear import Int4Linear, Int8Rows, prepare_head
from engine.tile_linear import tiles_work


class Qwen3VLBody(nn.Module):
    def __init__(self, config: Qwen3VLConfig) -> None:
        super().__init__()
        self.visual = VisionModel(config.vision)
        self.language_model = TextModel(config.text)


class Qwen3VLModel(nn.Module):
    """The module tree whose state-dict names are the checkpoint's, and the steps the engine runs over it."""

    def __init__(self, config: Qwen3VLConfig) -> None:
        super().__init__()
        self.config = config
        self.model = Qwen3VLBody(config)
        self.lm_head = nn.Linear(config.text.hidden_size, config.text.vocab_size, bias=False)
        self.step_weight_bytes = 0
        self._in_tiles = False
        self.visual_levels = len(config.vision.deepstack_visual_indexes)
        self.patch_values = config.vision.patch_values
        self.text_rope: TextRope
        self.decoder: DecoderStep
        self.embed_rows: Callable[[Tensor], Tensor]
        self.head: Callable[[Tensor], Tensor]

    def shared_parameters(self) -> dict[str, str]:
        """Parameters a file may leave out, each with the one whose storage it then shares."""
        if not self.config.tie_word_embeddings:
            return {}
        return {"lm_head.weight": "model.language_model.embed_tokens.weight"}

    def quantizable(self) -> Quantizable:
        """What a sidecar may replace: the decoder's linears, embedding and head; never vision and norms."""
        linears = [
            f"model.language_model.layers.{name}.weight"
            for name, module in self.model.language_model.layers.named_modules()
            if isinstance(module, nn.Linear)
        ]
        return Quantizable(tuple(linears), ("model.language_model.embed_tokens.weight", "lm_head.weight"))

    def round_vision(self, dtype: torch.dtype) -> None:
        """Run the vision tower in `dtype` from now on; its features stay in the decoder's.

        Where that is bf16 in a processor's tiles, the products of prompts run in them too, if the model is
        small: they take a second copy of the weights.
        """
        visual = self.model.visual.to(dtype)
        on_cpu = visual.pos_embed.weight.device.type == "cpu"
        small = sum(weight.nbytes for weight in self.parameters()) <= SMALL_STEP_BYTES
        self._in_tiles = dtype == torch.bfloat16 and on_cpu and small and tiles_work()
        if self._in_tiles:
            visual.use_tiles()

    def finish_loading(self, context_tokens: int) -> None:
        """Fuse weights and build tables, once every parameter is filled."""
        self.step_weight_bytes = self._count_step_bytes()
        self.decoder = self.model.language_model.prepare()
        if self._in_tiles:
            for product in (product for layer in self.decoder.layers for product in layer.products):
                if isinstance(product, RowLinear):
                    product.use_tiles()
        norm = self.model.language_model.norm.weight
        self.text_rope = TextRope(self.config.text, context_tokens, norm.device, norm.dtype)
        self.embed_rows = self._embedding(norm.dtype)
        self.head = self._head()

    def _count_step_bytes(self) -> int:
        head = cast(nn.Module, self.lm_head)
        total = head.table.size_bytes if isinstance(head, Int8Rows) else self.lm_head.weight.nbytes
        total += self.model.language_model.norm.weight.nbytes
        for module in self.model.language_model.layers.modules():
            total += sum(parameter.nbytes for parameter in module.parameters(recurse=False))
            if isinstance(module, Int4Linear):
                total += module.size_bytes
        return total

    def _embedding(self, dtype: torch.dtype) -> Callable[[Tensor], Tensor]:
        module = cast(nn.Module, self.model.language_model.embed_tokens)
        if isinstance(module, Int8Rows):
            table = module.table
            return lambda ids: table.rows_at(ids, dtype)
        weight = self.model.language_model.embed_tokens.weight
        return lambda ids: F.embedding(ids, weight)

    def _head(self) -> Callable[[Tensor], Tensor]:
        module = cast(nn.Module, self.lm_head)
        if isinstance(module, Int8Rows):
            return prepare_head(module.table)
        weight = self.lm_head.weight
        return lambda hidden: F.linear(hidden, weight).float()

    def encode_images(
        self, images: Sequence[PreparedImage], cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        """Run the vision tower; None when cancelled. Features are in the decoder's dtype."""
        return self._in_decoder_dtype(self.model.visual.encode(images, cancelled))

    def prepare_vision(self, cache_dir: Path | None) -> None:
        """Kernels of our own for the tower, where the device has them."""
        visual = self.model.visual
        visual.use_turn(make_turn(turn_plainly, visual.patch_embed.proj.weight.device, cache_dir))

    def patch_places(self, grid_thw: tuple[int, int, int]) -> Tensor:
        """Where each patch of a picture lies: [N, 4] int64 on the CPU."""
        return self.model.visual.places(grid_thw)

    def encode_patches(
        self, patches: Tensor, places: Tensor, attend: AttendPatches, cancelled: Callable[[], bool]
    ) -> VisualFeatures | None:
        """The tower over patches and places on its device; no host sync."""
        return self._in_decoder_dtype(self.model.visual.encode_patches(patches, places, attend, cancelled))

    def _in_decoder_dtype(self, features: VisualFeatures | None) -> VisualFeatures | None:
        dtype = self.model.language_model.norm.weight.dtype
        if features is None or features.embeds.dtype == dtype:
            return features
        return VisualFeatures(
            features.embeds.to(dtype), tuple(level.to(dtype) for level in features.deepstack)
        )

    def embed_tokens(self, input_ids: Tensor) -> Tensor:
        """[T] int64 on the device -> [T, hidden], a fresh tensor."""
        return self.embed_rows(input_ids)

    def rope_rows(self, position_ids: Tensor) -> Rope:
        """Rotation of a prompt's rows: [3, T] int64 on the CPU."""
        return self.text_rope.rows(position_ids)

    def rope_at(self, positions: Sequence[int]) -> Rope:
        """Rotation of generated rows, where time, height and width agree."""
        return self.text_rope.at(positions)

    def rope_for(self, positions: Tensor) -> Rope:
        """As `rope_at`, for [T] int64 on the device, without asking what they are."""
        return self.text_rope.gather(positions)

    def rope_of(self, position_ids: Tensor) -> Rope:
        """As `rope_rows`, for [3, T] int64 on the device, without asking what they are."""
        return self.text_rope.gather_axes(position_ids)

    def forward_rows(
        self, hidden: Tensor, rope: Rope, attend: Attend, deepstack: Sequence[Callable[[Tensor], None]]
    ) -> Tensor:
        """[T, hidden] through every layer and the last norm; `deepstack[i]` edits in place after layer i."""
        return self.decoder(hidden, rope, attend, deepstack)

    def step_weights(self) -> StepWeights:
        """The decoder as the fused step reads it. Raises: KernelUnavailableError."""
        return step_weights(self)

    def host_step(self, cache: StaticKVCache) -> HostStep | None:
        """A faster decode step on the host over this cache; None where there is none."""
        return host_step(self, cache)

    def logits(self, hidden: Tensor) -> Tensor:
        """[T, hidden] -> [T, V] fp32, rounded to the model's dtype first as in the original."""
        return self.head(hidden)


def build_on_meta(config: Qwen3VLConfig) -> Qwen3VLModel:
    """The module without storage; every parameter must then be assigned."""
    with torch.device("meta"):
        model = Qwen3VLModel(config)
    return model.requires_grad_(requires_grad=False).eval()
