"""Grains of dust and of bad transmission, taken off a picture. Any thread; Pillow and numpy only.

A grain is a pixel that differs from all of its neighbours but one at most. Letters have no such pixels but
for some points and stroke ends of small print, so a picture is only touched where grains are many.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

_GRAIN_LEVELS = 48
"""A pixel stands out from a neighbour by this much; film grain and JPEG ripples stay below."""
_GRAINY_SHARE = 0.003
"""Share of lone pixels that makes a picture grainy; print has a tenth of it."""
_GRAINY_FAX_SHARE = 0.0002
"""Print of two levels has no smooth edges: its points are larger than a pixel, and lone ones are dirt."""
_BILEVEL_SHARE = 0.99
_SAMPLE_ROWS = 96
_PASSES = 2
"""Where a tenth of all pixels are grains, many lie side by side until the first are gone."""
_NEIGHBOURS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))


def without_grains(rgb: Image.Image) -> Image.Image:
    """The picture with its grains filled from around, where it is full of them; else the picture itself."""
    for _ in range(_PASSES):
        levels = np.asarray(rgb.getchannel("G"))
        if min(rgb.size) < 3 or not _is_grainy(levels):
            break
        grains = np.zeros(levels.shape, np.uint8)
        grains[1:-1, 1:-1] = (_alike(levels) <= 1) * np.uint8(255)
        rgb = Image.composite(rgb.filter(ImageFilter.MedianFilter(3)), rgb, Image.fromarray(grains))
    return rgb


def _is_grainy(levels: NDArray[np.uint8]) -> bool:
    """Looked for in three strips of the picture, each of which must be full of grains: dust lies all over."""
    share = _GRAINY_FAX_SHARE if _is_bilevel(levels) else _GRAINY_SHARE
    rows = min(_SAMPLE_ROWS, levels.shape[0])
    tops = sorted({0, (levels.shape[0] - rows) // 2, levels.shape[0] - rows})
    return all(_lone(levels[top : top + rows]).mean() > share for top in tops)


def _is_bilevel(levels: NDArray[np.uint8]) -> bool:
    return float(((levels < 16) | (levels > 239)).mean()) > _BILEVEL_SHARE


def _lone(levels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of the inner pixels stand out alone from a plain ground; of letters only some points do."""
    near = np.stack(_neighbours(levels.astype(np.int16)))
    low, high, inner = near.min(axis=0), near.max(axis=0), levels[1:-1, 1:-1].astype(np.int16)
    plain = high - low < _GRAIN_LEVELS
    lone: NDArray[np.bool_] = plain & ((inner - high >= _GRAIN_LEVELS) | (low - inner >= _GRAIN_LEVELS))
    return lone


def _alike(levels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """For each of the inner pixels, how many of its eight neighbours are like it."""
    signed = levels.astype(np.int16)
    alike = np.zeros((levels.shape[0] - 2, levels.shape[1] - 2), np.uint8)
    for near in _neighbours(signed):
        alike += np.abs(signed[1:-1, 1:-1] - near) < _GRAIN_LEVELS
    return alike


def _neighbours(levels: NDArray[np.int16]) -> list[NDArray[np.int16]]:
    height, width = levels.shape
    return [levels[down : down + height - 2, right : right + width - 2] for down, right in _NEIGHBOURS]
