"""Qwen3-VL's config.json as frozen dataclasses. Imports no torch.

A missing key takes transformers' default only where published checkpoints leave it out; dimensions are
always required, since transformers' defaults are those of another size (its rope_theta is 500,000 where the
2B has 5,000,000). Source: transformers 5.24, models/qwen3_vl/configuration_qwen3_vl.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.config import Fields

VISION_ACTIVATIONS = {"gelu_pytorch_tanh": "tanh", "gelu": "none"}
"""`hidden_act` of the tower -> the `approximate` argument of torch's gelu."""


@dataclass(frozen=True, slots=True)
class VisionConfig:
    depth: int
    hidden_size: int
    intermediate_size: int
    num_heads: int
    in_channels: int
    patch_size: int
    spatial_merge_size: int
    temporal_patch_size: int
    out_hidden_size: int
    grid_side: int
    """The learned position table is `grid_side` x `grid_side`."""
    deepstack_visual_indexes: tuple[int, ...]
    gelu_approximate: str
    rope_theta: float

    @property
    def head_dim(self) -> int:
        return self.hidden_size // self.num_heads

    @property
    def merge_unit(self) -> int:
        """Patches that become one visual token."""
        return self.spatial_merge_size**2

    @property
    def patch_values(self) -> int:
        """Numbers in one patch: channels x frames x height x width."""
        return self.in_channels * self.temporal_patch_size * self.patch_size**2


@dataclass(frozen=True, slots=True)
class TextConfig:
    vocab_size: int
    hidden_size: int
    intermediate_size: int
    num_hidden_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
    max_position_embeddings: int
    rms_norm_eps: float
    rope_theta: float
    mrope_section: tuple[int, int, int]
    attention_bias: bool


@dataclass(frozen=True, slots=True)
class Qwen3VLConfig:
    vision: VisionConfig
    text: TextConfig
    image_token_id: int
    tie_word_embeddings: bool


def read_config(fields: Fields) -> Qwen3VLConfig:
    """Check config.json and freeze it. Raises: ConfigError."""
    text = _read_text(fields.section("text_config"))
    vision = _read_vision(fields.section("vision_config"))
    if vision.out_hidden_size != text.hidden_size:
        raise fields.section("vision_config").fail(
            "out_hidden_size", f"the decoder's hidden_size {text.hidden_size}"
        )
    if len(vision.deepstack_visual_indexes) > text.num_hidden_layers:
        raise fields.section("vision_config").fail(
            "deepstack_visual_indexes", f"at most the decoder's {text.num_hidden_layers} layers"
        )
    image_token_id = fields.integer("image_token_id", low=0, high=text.vocab_size - 1)
    tied = fields if "tie_word_embeddings" in fields.values else fields.section("text_config")
    return Qwen3VLConfig(vision, text, image_token_id, tied.boolean("tie_word_embeddings", default=False))


def _read_vision(fields: Fields) -> VisionConfig:
    hidden_size = fields.integer("hidden_size", high=1 << 16)
    num_heads = fields.integer("num_heads", high=1024)
    if hidden_size % num_heads or (hidden_size // num_heads) % 4:
        raise fields.fail(
            "num_heads", f"a divisor of hidden_size {hidden_size} whose head size is a multiple of 4"
        )
    depth = fields.integer("depth", high=1024)
    indexes = fields.integers("deepstack_visual_indexes", high=depth - 1)
    if len(set(indexes)) != len(indexes) or list(indexes) != sorted(indexes):
        raise fields.fail("deepstack_visual_indexes", "rising layer numbers")
    positions = fields.integer("num_position_embeddings", high=1 << 24)
    grid_side = math.isqrt(positions)
    if grid_side * grid_side != positions:
        raise fields.fail("num_position_embeddings", "a square number")
    activation = fields.text("hidden_act", "gelu_pytorch_tanh")
    if activation not in VISION_ACTIVATIONS:
        raise fields.fail("hidden_act", " or ".join(VISION_ACTIVATIONS))
    rope_theta = 10000.0
    if fields.values.get("rope_parameters") is not None:
        rope = fields.section("rope_parameters")
        if rope.text("rope_type", "axial") not in ("axial", "default"):
            raise rope.fail("rope_type", "axial")
        rope_theta = rope.number("rope_theta", rope_theta)
    return VisionConfig(
        depth=depth,
        hidden_size=hidden_size,
        intermediate_size=fields.integer("intermediate_size", high=1 << 18),
        num_heads=num_heads,
        in_channels=fields.integer("in_channels", 3, low=3, high=3),
        patch_size=fields.integer("patch_size", high=256),
        spatial_merge_size=fields.integer("spatial_merge_size", high=16),
        temporal_patch_size=fields.integer("temporal_patch_size", high=16),
        out_hidden_size=fields.integer("out_hidden_size", high=1 << 16),
        grid_side=grid_side,
        deepstack_visual_indexes=indexes,
        gelu_approximate=VISION_ACTIVATIONS[activation],
        rope_theta=rope_theta,
    )


def _read_text(fields: Fields) -> TextConfig:
    heads = fields.integer("num_attention_heads", high=1024)
    kv_heads = fields.integer("num_key_value_heads", heads, high=1024)
    if heads % kv_heads:
        raise fields.fail("num_key_value_heads", f"a divisor of num_attention_heads {heads}")
    head_dim = fields.integer("head_dim", 128, low=2, high=1024)
    if head_dim % 2:
        raise fields.fail("head_dim", "an even number")
    if fields.text("hidden_act", "silu") != "silu":
        raise fields.fail("hidden_act", "silu")
    rope_theta, section = _read_rope(fields, head_dim)
    return TextConfig(
        vocab_size=fields.integer("vocab_size", high=1 << 24),
        hidden_size=fields.integer("hidden_size", high=1 << 16),
        intermediate_size=fields.integer("intermediate_size", high=1 << 20),
        num_hidden_layers=fields.integer("num_hidden_layers", high=1024),
        num_attention_heads=heads,
        num_key_value_heads=kv_heads,
        head_dim=head_dim,
        max_position_embeddings=fields.integer("max_position_embeddings", 128000, low=16),
        rms_norm_eps=fields.number("rms_norm_eps", 1e-6),
        rope_theta=rope_theta,
        mrope_section=section,
        attention_bias=fields.boolean("attention_bias", default=False),
    )


def _read_rope(fields: Fields, head_dim: int) -> tuple[float, tuple[int, int, int]]:
    """Theta and the (time, height, width) channel counts, from the old key `rope_scaling` or the new
    `rope_parameters`.
    """
    key = "rope_parameters" if fields.values.get("rope_parameters") is not None else "rope_scaling"
    if fields.values.get(key) is None:
        raise fields.fail("rope_parameters", "an object with mrope_section")
    rope = fields.section(key)
    kind = rope.text("rope_type", rope.text("type", "default"))
    if kind not in ("default", "mrope"):
        raise rope.fail("rope_type", "default")
    if not rope.boolean("mrope_interleaved", default=True):
        raise rope.fail("mrope_interleaved", "true")
    # transformers writes theta into rope_parameters; checkpoints of 2025 carry it beside rope_scaling.
    theta = rope.number("rope_theta") if "rope_theta" in rope.values else fields.number("rope_theta")
    section = rope.integers("mrope_section", low=0, high=head_dim)
    if len(section) != 3 or sum(section) != head_dim // 2:
        raise rope.fail("mrope_section", f"three numbers with the sum {head_dim // 2}")
    # Height and width take every third channel up to 3 x their count, so the last of them must exist.
    if max(section[1], section[2]) * 3 > head_dim // 2 + 2:
        raise rope.fail(
            "mrope_section", f"height and width counts that interleave within {head_dim // 2} channels"
        )
    return theta, (section[0], section[1], section[2])
