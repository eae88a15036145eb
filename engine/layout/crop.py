"""The pixels of a region as the model gets them: upright, at its scale, with paper around. Any thread."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image

from engine.layout.leaders import without_leaders
from engine.layout.region import Box, Region
from engine.layout.skew import upright_matrix

_FAINT_LEVELS = 72
"""Ink and paper of a region nearer to each other than this are moved apart: #ddd on white is 34."""


def crop(rgb: Image.Image, region: Region) -> Image.Image:
    """The region as RGB of exactly `model_width_px` x `model_height_px`; nothing of its box is lost."""
    paper = _paper(rgb, region.box)
    part = _turned(rgb, region, paper) if region.angle_deg else _cut(rgb, region.box, paper)
    if region.scale != 1.0:
        width = min(region.model_width_px, max(1, round(part.width * region.scale)))
        height = min(region.model_height_px, max(1, round(part.height * region.scale)))
        part = part.resize((width, height), Image.Resampling.BICUBIC)
    out = Image.new("RGB", (region.model_width_px, region.model_height_px), paper)
    out.paste(part, ((out.width - part.width) // 2, (out.height - part.height) // 2))
    return _strengthened(without_leaders(out) if region.angle_deg else out)


def _strengthened(part: Image.Image) -> Image.Image:
    """Faint print as strong as print usually is; all else as it is."""
    extrema = part.getextrema()
    low = min(int(channel[0]) for channel in extrema if isinstance(channel, tuple))
    high = max(int(channel[1]) for channel in extrema if isinstance(channel, tuple))
    if not 0 < high - low < _FAINT_LEVELS:
        return part
    return part.point(
        [max(0, min(255, round((level - low) * 255 / (high - low)))) for level in range(256)] * 3
    )


def _cut(rgb: Image.Image, box: Box, paper: tuple[int, int, int]) -> Image.Image:
    left, top, right, bottom = box
    inside = (max(0, left), max(0, top), min(rgb.width, right), min(rgb.height, bottom))
    part = rgb.crop(inside)
    if inside == box:
        return part
    out = Image.new("RGB", (right - left, bottom - top), paper)
    out.paste(part, (inside[0] - left, inside[1] - top))
    return out


def _turned(rgb: Image.Image, region: Region, paper: tuple[int, int, int]) -> Image.Image:
    left, top, right, bottom = region.box
    matrix = upright_matrix(rgb.width, rgb.height, region.angle_deg, left=left, top=top)
    size = (right - left, bottom - top)
    return rgb.transform(size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=paper)


def _paper(rgb: Image.Image, box: Box) -> tuple[int, int, int]:
    """The colour around a box: the median of its border, which ink seldom touches."""
    left, top = max(0, min(rgb.width - 1, box[0])), max(0, min(rgb.height - 1, box[1]))
    right, bottom = max(left + 1, min(rgb.width, box[2])), max(top + 1, min(rgb.height, box[3]))
    part = rgb.crop((left, top, right, bottom))
    step = max(1, math.isqrt(part.width * part.height // 250_000))
    pixels = np.asarray(part)
    border = np.concatenate([pixels[0, ::step], pixels[-1, ::step], pixels[::step, 0], pixels[::step, -1]])
    red, green, blue = (int(value) for value in np.median(border, axis=0))
    return red, green, blue
