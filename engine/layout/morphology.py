"""Runs of set pixels grown, filled and filtered along one axis. Pure functions; any thread; numpy only.

Arrays are `[H, W]`; every function costs passes over the array by the logarithm of its reach.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Steps = NDArray[np.int8]
Pixel = TypeVar("Pixel", np.bool_, np.uint8, np.int8)


def peaks(levels: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """The largest value within `reach` pixels, along rows and columns."""
    return grown(grown(levels, reach, 0), reach, 1)


def grown(pixels: NDArray[Pixel], reach: int, axis: int) -> NDArray[Pixel]:
    """The largest value within `reach` pixels along `axis`, both ways; shifts that double need few passes."""
    found, step, left = pixels.copy(), 1, min(reach, pixels.shape[axis] - 1)
    while left > 0:
        step = min(step, left)
        before = found.copy()
        later, earlier = _part(found, axis, step, None), _part(found, axis, 0, -step)
        np.maximum(later, _part(before, axis, 0, -step), out=later)
        np.maximum(earlier, _part(before, axis, step, None), out=earlier)
        left, step = left - step, step * 2
    return found


def opened(mask: Mask, length: int, axis: int) -> Mask:
    """Keep the runs along `axis` that are at least `length` long (a morphological opening, by doubling)."""
    size = mask.shape[axis]
    if size < length:
        return np.zeros_like(mask)
    eroded = mask.copy()
    covered = 1
    while covered < length:
        step = min(covered, length - covered)
        shifted = np.zeros_like(eroded)
        _part(shifted, axis, 0, size - step)[...] = _part(eroded, axis, step, size)
        eroded &= shifted
        covered += step
    covered = 1
    while covered < length:
        step = min(covered, length - covered)
        wide = eroded.copy()
        _part(wide, axis, step, size)[...] |= _part(eroded, axis, 0, size - step)
        eroded = wide
        covered += step
    return eroded


def closed(mask: Mask, reach: int, axis: int) -> Mask:
    """The mask with gaps of up to twice `reach` along `axis` filled."""
    return ~dilated(~dilated(mask, reach, axis), reach, axis)


def dilated(mask: Mask, reach: int, axis: int) -> Mask:
    """The mask grown by `reach` pixels along `axis`, both ways."""
    return grown(mask, reach, axis)


def _part(pixels: NDArray[Pixel], axis: int, start: int, stop: int | None) -> NDArray[Pixel]:
    return pixels[start:stop] if axis == 0 else pixels[:, start:stop]
