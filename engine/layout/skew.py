"""How far the lines of a page are turned. Any thread; numpy only.

Method: of the ink's row histograms, sheared by many angles, the right one is sharpest (W. Postl, "Detection
of linear oblique structures and skew scan in digitized documents", ICPR 1986).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.layout.morphology import Mask

MAX_ANGLE_DEG = 5.0
MIN_ANGLE_DEG = 0.3
"""Below this a line of 1000 px climbs by 5 px: less than the gap between lines, not worth a resampling."""
_MAX_POINTS = 60_000
_COARSE_STEP_DEG = 0.5
_FINE_STEP_DEG = 0.1
_GAIN = 1.12
"""A turned page's histogram is this much sharper when turned back; photos and drawings stay below."""
_MIN_POINTS = 400


def skew_angle(mask: Mask) -> float:
    """Degrees by which lines climb to the right (positive) or fall; 0 where neither is plain."""
    points = int(np.count_nonzero(mask))
    if points < _MIN_POINTS:
        return 0.0
    step = -(-points // _MAX_POINTS)
    rows, columns = np.nonzero(mask[:, ::step])
    y = rows.astype(np.float32)
    x = (columns * step).astype(np.float32) - np.float32(mask.shape[1] / 2)
    margin = mask.shape[1] * math.tan(math.radians(MAX_ANGLE_DEG)) / 2 + 2
    coarse = np.arange(-MAX_ANGLE_DEG, MAX_ANGLE_DEG + 1e-6, _COARSE_STEP_DEG)
    scores = [_sharpness(x, y, float(angle), margin, mask.shape[0]) for angle in coarse]
    best = float(coarse[int(np.argmax(scores))])
    fine = best + np.arange(-0.4, 0.4 + 1e-6, _FINE_STEP_DEG)
    fine_scores = [_sharpness(x, y, float(angle), margin, mask.shape[0]) for angle in fine]
    angle = float(fine[int(np.argmax(fine_scores))])
    straight = _sharpness(x, y, 0.0, margin, mask.shape[0])
    if abs(angle) < MIN_ANGLE_DEG or abs(angle) > MAX_ANGLE_DEG or max(fine_scores) < _GAIN * straight:
        return 0.0
    return round(angle, 2)


def _sharpness(
    x: NDArray[np.float32], y: NDArray[np.float32], angle_deg: float, margin: float, height: int
) -> float:
    """Sum of squared differences of neighbouring bins of the row histogram, sheared by an angle."""
    shifted = y + x * np.float32(math.tan(math.radians(angle_deg))) + np.float32(margin)
    bins = np.clip(shifted, 0, height + 2 * margin).astype(np.int32) >> 1
    histogram = np.bincount(bins).astype(np.float64)
    return float(np.sum(np.diff(histogram) ** 2))


def levelled(small: Image.Image, angle_deg: float) -> tuple[Image.Image, int, int]:
    """A picture turned upright about its centre, grown to hold all, and the origin's shift (x, y) in pixels.

    A point (x, y) of the levelled picture lies at (x - shift_x, y - shift_y) in the frame of `Region.box`.
    What comes from beyond the borders is like them, so that they leave no edge.
    """
    width, height = small.size
    cos, sin = abs(math.cos(math.radians(angle_deg))), abs(math.sin(math.radians(angle_deg)))
    shift_x = math.ceil((width * cos + height * sin - width) / 2) + 1
    shift_y = math.ceil((width * sin + height * cos - height) / 2) + 1
    margin = math.ceil(max(width, height) * sin) + max(shift_x, shift_y) + 2
    wide = Image.fromarray(np.pad(np.asarray(small), ((margin, margin), (margin, margin), (0, 0)), "edge"))
    a, b, c, d, e, f = upright_matrix(width, height, angle_deg, left=-shift_x, top=-shift_y)
    size = (width + 2 * shift_x, height + 2 * shift_y)
    matrix = (a, b, c + margin, d, e, f + margin)
    return wide.transform(size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC), shift_x, shift_y


def shown(width: int, height: int, angle_deg: float, shift_x: int, shift_y: int) -> Mask:
    """Which pixels of a picture that `levelled` has turned are its own, not grown at its borders."""
    matrix = upright_matrix(width, height, angle_deg, left=-shift_x, top=-shift_y)
    size = (width + 2 * shift_x, height + 2 * shift_y)
    own = Image.new("L", (width, height), 255).transform(size, Image.Transform.AFFINE, matrix)
    return np.asarray(own) > 0


def upright_matrix(
    width: int, height: int, angle_deg: float, *, left: float, top: float
) -> tuple[float, float, float, float, float, float]:
    """Pillow's affine coefficients from an output pixel to the source.

    Output pixel (u, v) lies at (left + u, top + v) in the level frame: the source of `width` x `height`
    turned about its centre so that lines which climb by `angle_deg` become level.
    """
    cos, sin = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    centre_x, centre_y = width / 2, height / 2
    from_x, from_y = left - centre_x, top - centre_y
    return (
        cos,
        sin,
        centre_x + cos * from_x + sin * from_y,
        -sin,
        cos,
        centre_y - sin * from_x + cos * from_y,
    )
