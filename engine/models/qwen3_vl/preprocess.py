"""Pictures to patches, pixel for pixel as transformers' PIL image processor for Qwen2-VL. CPU only.

Source: transformers 5.24, models/qwen2_vl/image_processing_pil_qwen2_vl.py; the budget in visual tokens is
ours.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from engine.config import Fields, read_json
from engine.errors import ImageError
from engine.models.base import PreparedImage
from engine.models.qwen3_vl.config import VisionConfig
from engine.picture_limits import fit

MAX_ASPECT_RATIO = 200
"""The limit of transformers' `smart_resize`; beyond it a picture is a line without content."""

DEFAULT_MIN_PIXELS = 56 * 56
DEFAULT_MAX_PIXELS = 28 * 28 * 1280
CLIP_MEAN = (0.48145466, 0.4578275, 0.40821073)
CLIP_STD = (0.26862954, 0.26130258, 0.27577711)
"""transformers' defaults, for a preprocessor_config.json that leaves them out."""


@dataclass(frozen=True, slots=True)
class Qwen3VLImageProcessor:
    patch_size: int
    merge_size: int
    temporal_patch_size: int
    min_pixels: int
    max_pixels: int
    levels: np.ndarray
    """[3, 256] fp32: the normalised value of each 8-bit value of each channel."""

    @property
    def factor_px(self) -> int:
        """Side of one visual token in pixels."""
        return self.patch_size * self.merge_size

    def size(self, width_px: int, height_px: int, budget_tokens: int | None) -> tuple[int, int, int]:
        """Model width, model height, visual tokens. Raises: ImageError."""
        check_shape(width_px, height_px)
        factor, max_pixels = self.factor_px, self.max_pixels
        if budget_tokens is not None:
            max_pixels = min(max_pixels, max(1, budget_tokens) * factor * factor)
        width, height = fit(width_px, height_px, factor, min(self.min_pixels, max_pixels), max_pixels)
        return width, height, (width // factor) * (height // factor)

    def prepare(self, image: Image.Image, budget_tokens: int | None) -> PreparedImage:
        """Resize an RGB picture (bicubic), normalise it and cut it into patches. Raises: ImageError."""
        width, height, tokens = self.size(image.width, image.height, budget_tokens)
        rgb = image if image.mode == "RGB" else image.convert("RGB")
        if rgb.size != (width, height):
            rgb = rgb.resize((width, height), Image.Resampling.BICUBIC)
        pixels = np.asarray(rgb)
        patch, merge = self.patch_size, self.merge_size
        rows, columns = height // patch, width // patch
        blocks = pixels.reshape(rows // merge, merge, patch, columns // merge, merge, patch, 3)
        # To merge-block order: block row, block column, row in block, column in block, then channel, y, x.
        blocks = blocks.transpose(0, 3, 1, 4, 6, 2, 5).reshape(rows * columns, 3, patch * patch)
        values = np.empty((rows * columns, 3, self.temporal_patch_size, patch * patch), dtype=np.float32)
        for channel in range(3):
            # A still picture stands for every frame of the temporal patch.
            values[:, channel] = self.levels[channel][blocks[:, channel]][:, None]
        return PreparedImage(
            torch.from_numpy(values.reshape(rows * columns, -1)),
            (1, rows, columns),
            width,
            height,
            tokens,
            pixel_digest(pixels),
        )


def pixel_digest(pixels: np.ndarray) -> bytes:
    """SHA-256 of a picture [H, W, 3] as the model sees it, size included."""
    height, width = pixels.shape[:2]
    hashed = hashlib.sha256(f"{width}x{height}:".encode())
    hashed.update(np.ascontiguousarray(pixels).data)
    return hashed.digest()


def check_shape(width_px: int, height_px: int) -> None:
    """Refuse what no model can see. Raises: ImageError."""
    if width_px < 1 or height_px < 1:
        raise ImageError(
            "The picture has no pixels; choose another one.", f"{width_px}x{height_px}", "image_empty"
        )
    if max(width_px, height_px) / min(width_px, height_px) > MAX_ASPECT_RATIO:
        raise ImageError(
            f"The picture is more than {MAX_ASPECT_RATIO} times as long as it is wide; crop it into parts.",
            f"{width_px}x{height_px}",
            "image_aspect",
        )


def read_image_processor(model_dir: Path, vision: VisionConfig) -> Qwen3VLImageProcessor:
    """The processor that preprocessor_config.json describes. Raises: ConfigError."""
    path = model_dir / "preprocessor_config.json"
    fields = Fields(read_json(path), path.name)
    for key in ("patch_size", "temporal_patch_size"):
        expected = getattr(vision, key)
        if fields.integer(key, expected) != expected:
            raise fields.fail(key, f"{expected}, as in config.json")
    if fields.integer("merge_size", vision.spatial_merge_size) != vision.spatial_merge_size:
        raise fields.fail("merge_size", f"{vision.spatial_merge_size}, as in config.json")
    for key in ("do_resize", "do_rescale", "do_normalize"):
        if not fields.boolean(key, default=True):
            raise fields.fail(key, "true")
    if fields.integer("resample", int(Image.Resampling.BICUBIC), low=0) != int(Image.Resampling.BICUBIC):
        raise fields.fail("resample", "3 (bicubic)")
    min_pixels, max_pixels = _pixel_limits(fields)
    scale = fields.number("rescale_factor", 1 / 255)
    mean = np.array(fields.numbers("image_mean", CLIP_MEAN, length=3), dtype=np.float32)
    std = np.array(fields.numbers("image_std", CLIP_STD, length=3), dtype=np.float32)
    if (std <= 0).any():
        raise fields.fail("image_std", "numbers above 0")
    # The original scales in double, rounds to single, then normalises in single: 256 values a channel say
    # it all.
    scaled = (np.arange(256, dtype=np.float64) * scale).astype(np.float32)
    levels = ((scaled[None, :] - mean[:, None]) / std[:, None]).astype(np.float32)
    return Qwen3VLImageProcessor(
        vision.patch_size,
        vision.spatial_merge_size,
        vision.temporal_patch_size,
        min_pixels,
        max_pixels,
        levels,
    )


def _pixel_limits(fields: Fields) -> tuple[int, int]:
    """Least and most pixels, from `min_pixels`/`max_pixels` or `size`, in the original's order of
    precedence.
    """
    limits = Fields({}, fields.source)
    if fields.values.get("size") is not None:
        limits = fields.section("size")
    low = limits.integer("shortest_edge", limits.integer("min_pixels", DEFAULT_MIN_PIXELS))
    high = limits.integer("longest_edge", limits.integer("max_pixels", DEFAULT_MAX_PIXELS))
    if fields.values.get("min_pixels") is not None:
        low = fields.integer("min_pixels")
    if fields.values.get("max_pixels") is not None:
        high = fields.integer("max_pixels")
    if high < low:
        raise fields.fail("size", f"a longest_edge of at least the shortest_edge {low}")
    return low, high
