"""Pictures become the same numbers as in transformers' PIL image processor, to the last bit."""

from __future__ import annotations

import pytest
import torch

from engine.runtime import Runtime
from tests.helpers.loading import noise
from tests.helpers.oracle import Oracle

SIZES = [
    (16, 16),
    (131, 77),
    (77, 131),
    (1, 1),
    (3, 200),
    (200, 3),
    (305, 30),
    (31, 639),
    (1024, 484),
    (640, 480),
    (33, 31),
    (24, 40),
    (8, 1600),
    (500, 500),
]


@pytest.mark.parametrize(("width_px", "height_px"), SIZES)
def test_pixels_equal_the_original_to_the_bit(
    runtime: Runtime, oracle: Oracle, width_px: int, height_px: int
) -> None:
    image = noise(width_px, height_px)
    expected, grid = oracle.pixels(image)
    prepared = runtime.prepare_image(image, None)
    assert prepared.grid_thw == tuple(grid[0].tolist())
    assert torch.equal(prepared.pixel_values, expected)


@pytest.mark.parametrize(("width_px", "height_px"), SIZES)
@pytest.mark.parametrize("budget_tokens", [1, 7, 64, 10_000])
def test_a_budget_means_the_original_with_that_many_pixels(
    runtime: Runtime, oracle: Oracle, width_px: int, height_px: int, budget_tokens: int
) -> None:
    factor = 16
    image = noise(width_px, height_px)
    limit = min(oracle.processor.size["longest_edge"], budget_tokens * factor * factor)
    low = min(oracle.processor.size["shortest_edge"], limit)
    expected, grid = oracle.pixels(image, {"shortest_edge": low, "longest_edge": limit})
    prepared = runtime.prepare_image(image, budget_tokens)
    assert prepared.grid_thw == tuple(grid[0].tolist())
    assert torch.equal(prepared.pixel_values, expected)


@pytest.mark.parametrize(("width_px", "height_px"), SIZES)
def test_the_estimate_equals_what_is_made(runtime: Runtime, width_px: int, height_px: int) -> None:
    prepared = runtime.prepare_image(noise(width_px, height_px), 50)
    size = runtime.processor.size(width_px, height_px, 50)
    assert size == (prepared.model_width_px, prepared.model_height_px, prepared.visual_tokens)
    assert prepared.visual_tokens * 4 == prepared.pixel_values.shape[0]
