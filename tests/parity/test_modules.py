"""Each part of the model against the same part of transformers, on the same inputs."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from engine.attention import FrameAttention, PrefillAttention
from engine.cache import StaticKVCache
from engine.models.base import Rope
from engine.models.qwen3_vl.model import Qwen3VLModel
from engine.models.qwen3_vl.rope import channel_axes, rotate, vision_rope
from engine.models.qwen3_vl.vision import patch_coordinates
from engine.runtime import Runtime
from tests.helpers.oracle import Oracle

TOLERANCE = 1e-5
GRIDS = [(1, 2, 2), (1, 4, 6), (1, 10, 2), (1, 14, 16)]


@pytest.fixture
def model(runtime: Runtime) -> Qwen3VLModel:
    assert isinstance(runtime.model, Qwen3VLModel)
    return runtime.model


def rows(count: int, width: int, seed: int = 0) -> Tensor:
    return torch.randn(count, width, generator=torch.Generator().manual_seed(seed))


def mixed_positions(count: int) -> Tensor:
    """Positions in which time, height and width differ."""
    base = torch.arange(count)
    return torch.stack((base, base + 3, (base * 2) % 17))


def assert_close(ours: Tensor, theirs: Tensor) -> None:
    scale = max(1.0, float(theirs.abs().max()))
    assert float((ours - theirs).abs().max()) <= TOLERANCE * scale


def test_patch_embedding_equals_the_convolution(model: Qwen3VLModel, oracle: Oracle) -> None:
    pixels = rows(24, model.config.vision.patch_values)
    assert_close(model.model.visual.patch_embed(pixels), oracle.patch_embed(pixels))


@pytest.mark.parametrize("grid", GRIDS)
def test_position_grid_is_resampled_alike(
    model: Qwen3VLModel, oracle: Oracle, grid: tuple[int, int, int]
) -> None:
    assert_close(
        model.model.visual.positions(model.patch_places(grid)),
        oracle.position_embedding(torch.tensor([grid])),
    )


@pytest.mark.parametrize("grid", GRIDS)
def test_vision_rope_turns_by_row_and_column(
    model: Qwen3VLModel, oracle: Oracle, grid: tuple[int, int, int]
) -> None:
    vision = model.config.vision
    coordinates = patch_coordinates(grid, vision.spatial_merge_size)
    cos, sin = oracle.vision_rope(coordinates)
    rope = vision_rope(vision.head_dim, vision.rope_theta, coordinates)
    half = vision.head_dim // 2
    assert torch.equal(rope.cos[:, 0], cos)
    assert torch.equal(rope.sin[:, 0], torch.cat((-sin[:, :half], sin[:, half:]), 1))


@pytest.mark.parametrize("index", range(4))
def test_vision_blocks_agree_on_two_pictures_that_must_not_mix(
    model: Qwen3VLModel, oracle: Oracle, index: int
) -> None:
    vision = model.config.vision
    grids = [(1, 4, 6), (1, 2, 8)]
    hidden = rows(24 + 16, vision.hidden_size)
    coordinates = torch.cat([patch_coordinates(grid, 2) for grid in grids])
    rope = vision_rope(vision.head_dim, vision.rope_theta, coordinates)
    ours = model.model.visual.blocks[index](hidden.clone(), FrameAttention([24, 16]), rope)
    assert_close(ours, oracle.vision_block(index, hidden, torch.tensor(grids)))


@pytest.mark.parametrize("level", [None, 0, 1, 2])
def test_mergers_agree(model: Qwen3VLModel, oracle: Oracle, level: int | None) -> None:
    hidden = rows(16, model.config.vision.hidden_size)
    visual = model.model.visual
    module = visual.merger if level is None else visual.deepstack_merger_list[level]
    assert_close(module(hidden), oracle.merger(level, hidden))


def test_text_rope_interleaves_time_height_and_width(model: Qwen3VLModel, oracle: Oracle) -> None:
    positions = mixed_positions(40)
    cos, sin = oracle.text_rope(positions)
    rope = model.rope_rows(positions)
    half = model.config.text.head_dim // 2
    assert torch.equal(rope.cos[:, 0], cos)
    assert torch.equal(rope.sin[:, 0], torch.cat((-sin[:, :half], sin[:, half:]), 1))


def test_every_third_channel_belongs_to_height_and_to_width(model: Qwen3VLModel) -> None:
    axes = channel_axes(model.config.text).tolist()
    assert axes[:16] == axes[16:]
    assert [axes[:16].count(axis) for axis in (0, 1, 2)] == list(model.config.text.mrope_section)
    assert axes[:6] == [0, 1, 2, 0, 1, 2]


def test_generated_positions_use_the_same_rotation_as_prompt_positions(model: Qwen3VLModel) -> None:
    by_row = model.rope_rows(torch.tensor([[5, 9]] * 3))
    at_once = model.rope_at([5, 9])
    alone = model.rope_at([9])
    assert torch.equal(by_row.cos, at_once.cos)
    assert torch.equal(by_row.sin, at_once.sin)
    assert torch.equal(alone.cos, at_once.cos[1:])
    assert torch.equal(alone.sin, at_once.sin[1:])


def test_rotation_equals_the_original(model: Qwen3VLModel, oracle: Oracle) -> None:
    positions = mixed_positions(12)
    cos, sin = oracle.text_rope(positions)
    query = rows(12 * 4, 32).view(12, 4, 32)
    expected, _ = oracle.rotate(query.transpose(0, 1), query.transpose(0, 1), cos, sin)
    assert_close(rotate(query, model.rope_rows(positions)), expected.transpose(0, 1))


@pytest.mark.parametrize("scale", [1e-4, 1.0, 1e3])
def test_norm_agrees_down_to_rows_near_epsilon(model: Qwen3VLModel, oracle: Oracle, scale: float) -> None:
    values = rows(8, 64) * scale
    assert_close(model.decoder.norm(values), oracle.text_norm(values))


def test_norm_rounds_before_the_weight_in_bf16(tiny_folder, model: Qwen3VLModel) -> None:  # type: ignore[no-untyped-def]
    half = Oracle(tiny_folder, torch.bfloat16)
    values = (rows(8, 64) * 3).bfloat16()
    norm = model.model.language_model.norm
    weight = norm.weight.detach().clone()
    try:
        norm.weight.data = weight.bfloat16()
        assert torch.equal(norm.prepare()(values), half.text_norm(values))
    finally:
        norm.weight.data = weight


@pytest.mark.parametrize("layer", range(4))
def test_feed_forward_agrees(model: Qwen3VLModel, oracle: Oracle, layer: int) -> None:
    values = rows(9, 64)
    assert_close(model.decoder.layers[layer].mlp(values), oracle.mlp(layer, values))


@pytest.mark.parametrize("layer", range(4))
def test_attention_and_the_whole_layer_agree(model: Qwen3VLModel, oracle: Oracle, layer: int) -> None:
    values, positions = rows(21, 64), mixed_positions(21)
    step = model.decoder.layers[layer]
    with torch.inference_mode():
        rope: Rope = model.rope_rows(positions)
        ours = step.attention(values, rope, layer, fresh_attention(21))
        assert_close(ours, oracle.attention(layer, values, positions))
        whole = step(values, rope, layer, fresh_attention(21))
    assert_close(whole, oracle.decoder_layer(layer, values, positions))


def fresh_attention(tokens: int) -> PrefillAttention:
    from engine.models.base import CacheShape

    cache = StaticKVCache(CacheShape(4, 2, 32), 1, tokens, torch.device("cpu"), torch.float32)
    return PrefillAttention(cache, 0, 0, tokens)


def test_image_features_and_every_deepstack_level_agree(runtime: Runtime, oracle: Oracle) -> None:
    from tests.helpers.loading import encode, noise

    images = [noise(131, 77), noise(48, 96, seed=1)]
    prepared = [runtime.prepare_image(image, None) for image in images]
    features = encode(runtime, prepared)
    assert features is not None
    assert len(features.deepstack) == 3
    start = 0
    for image, ours in zip(images, prepared, strict=True):
        stop = start + ours.visual_tokens
        embeds, levels = oracle.image_features(*oracle.pixels(image))
        assert_close(features.embeds[start:stop], embeds)
        for mine, theirs in zip(features.deepstack, levels, strict=True):
            assert_close(mine[start:stop], theirs)
        start = stop
    assert start == features.embeds.shape[0]
