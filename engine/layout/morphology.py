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

_SHORT_RUN_PX = 16
"""Longer than most strokes are wide."""


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
    eroded, covered = _eroded(mask.copy(), 1, min(length, _SHORT_RUN_PX), axis)
    if covered == length or axis == 0:
        return _widened(_eroded(eroded, covered, length, axis)[0], length, axis)
    # Few rows of print have runs of so many pixels: the longer ones are looked for in those alone.
    found, rows = np.zeros_like(mask), np.nonzero(eroded.any(axis=1))[0]
    if rows.size:
        found[rows] = _widened(_eroded(eroded[rows], covered, length, axis)[0], length, axis)
    return found


def _eroded(mask: Mask, covered: int, length: int, axis: int) -> tuple[Mask, int]:
    """Where runs of `length` begin, in place, in a mask of where runs of `covered` begin; and `length`."""
    size = mask.shape[axis]
    while covered < length:
        step = min(covered, length - covered)
        starts = _part(mask, axis, 0, size - step)
        np.logical_and(starts, _part(mask, axis, step, size), out=starts)
        _part(mask, axis, size - step, size)[...] = False
        covered += step
    return mask, covered


def _widened(starts: Mask, length: int, axis: int) -> Mask:
    """The runs of `length` that begin there, in place."""
    size, covered = starts.shape[axis], 1
    while covered < length:
        step = min(covered, length - covered)
        later = _part(starts, axis, step, size)
        np.logical_or(later, _part(starts, axis, 0, size - step), out=later)
        covered += step
    return starts


def closed(mask: Mask, reach: int, axis: int) -> Mask:
    """The mask with gaps of up to twice `reach` along `axis` filled."""
    return ~dilated(~dilated(mask, reach, axis), reach, axis)


def dilated(mask: Mask, reach: int, axis: int) -> Mask:
    """The mask grown by `reach` pixels along `axis`, both ways."""
    return grown(mask, reach, axis)


def _part(pixels: NDArray[Pixel], axis: int, start: int, stop: int | None) -> NDArray[Pixel]:
    return pixels[start:stop] if axis == 0 else pixels[:, start:stop]
