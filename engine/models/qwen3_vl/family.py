"""Qwen3-VL as the registry sees it: one object that builds each part. Engine thread only."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from torch import Tensor

from engine.config import CheckpointConfig
from engine.kernels.step_plan import HEAD_DIM, StepDims
from engine.models.base import CacheShape, ImageProcessor, ModelSpec
from engine.models.qwen3_vl.config import Qwen3VLConfig, read_config
from engine.models.qwen3_vl.model import Qwen3VLModel, build_on_meta
from engine.models.qwen3_vl.preprocess import read_image_processor
from engine.models.qwen3_vl.rope import prompt_positions


class Qwen3VLSpec:
    """One checkpoint's Qwen3-VL, before its weights are read."""

    def __init__(self, config: Qwen3VLConfig) -> None:
        self.config = config
        self.vocab_size = config.text.vocab_size
        self.max_position_tokens = config.text.max_position_embeddings
        self.image_token_id = config.image_token_id
        self.cache_shape = CacheShape(
            config.text.num_hidden_layers, config.text.num_key_value_heads, config.text.head_dim
        )

    def image_processor(self, model_dir: Path) -> ImageProcessor:
        """Raises: ConfigError."""
        return read_image_processor(model_dir, self.config.vision)

    def step_dims(self, *, int4: bool) -> StepDims | None:
        """The decoder's numbers for the fused step, before its weights are read."""
        text = self.config.text
        if text.head_dim != HEAD_DIM:
            return None
        return StepDims(
            text.hidden_size,
            text.num_hidden_layers,
            text.num_attention_heads,
            text.num_key_value_heads,
            text.intermediate_size,
            text.vocab_size,
            int4,
            text.rms_norm_eps,
        )

    def prompt_positions(
        self, tokens: int, spans: Sequence[tuple[int, tuple[int, int, int]]]
    ) -> tuple[Tensor, int]:
        """Position ids [3, S] and rope delta for pictures at (first token, patch grid)."""
        return prompt_positions(tokens, spans, self.config.vision.spatial_merge_size)

    def build(self) -> Qwen3VLModel:
        """The model on the meta device."""
        return build_on_meta(self.config)


class Qwen3VLFamily:
    def read_spec(self, checkpoint: CheckpointConfig) -> ModelSpec:
        """Raises: ConfigError."""
        return Qwen3VLSpec(read_config(checkpoint.fields))
