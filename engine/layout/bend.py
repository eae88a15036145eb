"""How the lines of a photographed page run, and the page with its lines level. Any thread; Pillow and numpy.

A photo taken at a slant lets lines converge, and paper that curls bends them: one angle for the whole page
fits neither. The slope of the lines is taken as a plane over the page: a turn, a bend along the lines and a
convergence across them. The plane is sought under which the ink's row histogram is sharpest, as in `skew`.
Screens and clean scans are told by their flat paper and are left alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.layout.ink import contrast_mask, ink_map, working_factor
from engine.layout.morphology import Mask
from engine.layout.photo import is_photographed, without_edges
from engine.layout.region import Box

_MOST_SLOPE = math.tan(math.radians(6.0))
_WORKING_PX = 700_000
_MAX_POINTS = 12_000
_MIN_POINTS = 600
_MOST_ACROSS = 0.05
_STEPS = (0.024, 0.012, 0.006, 0.003)
_GAIN = 1.06
"""What levelling must sharpen the page by."""
_LEAST_SHIFT_PX = 2.0
"""Source pixels by which some place is moved; less is not worth a resampling."""
_CELLS = 12
_SEARCH = (0.0, *(sign * slope for slope in (0.01, 0.02, 0.035, 0.05, 0.07, 0.09) for sign in (1, -1)))


@dataclass(frozen=True, slots=True)
class Bend:
    """Lines of a page of `width_px` x `height_px` fall by `turn` + `along` * u + `across` * v pixels a pixel
    to the right; u and v run from -1 to 1 over the width and the height.
    """

    width_px: int
    height_px: int
    turn: float
    along: float
    across: float

    def shift(self, x: float, y: float) -> float:
        """How far below its level place (x, y) the ink of a line stands on the page, in pixels."""
        u, v = 2 * x / self.width_px - 1, 2 * y / self.height_px - 1
        return self.width_px / 2 * u * (self.turn + self.along * u / 2 + self.across * v)

    def on_page(self, box: Box) -> Box:
        """The upright rectangle on the page around a box of the levelled page."""
        left, top, right, bottom = box
        places = (left, (left + right) / 2, right)
        return (
            left,
            round(min(top + self.shift(x, top) for x in places)),
            right,
            round(max(bottom + self.shift(x, bottom) for x in places)),
        )

    def level(self, rgb: Image.Image) -> Image.Image:
        """The page with its lines level; what comes from beyond its borders is like them."""
        margin = math.ceil(_moved_px(self)) + 1
        wide = Image.fromarray(np.pad(np.asarray(rgb), ((margin, margin), (0, 0), (0, 0)), "edge"))
        xs = [round(self.width_px * i / _CELLS) for i in range(_CELLS + 1)]
        ys = [round(self.height_px * i / _CELLS) for i in range(_CELLS + 1)]
        mesh = [
            ((xs[i], ys[j], xs[i + 1], ys[j + 1]), self._quad(xs[i], ys[j], xs[i + 1], ys[j + 1], margin))
            for i in range(_CELLS)
            for j in range(_CELLS)
            if xs[i] < xs[i + 1] and ys[j] < ys[j + 1]
        ]
        return wide.transform(rgb.size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)

    def _quad(self, left: int, top: int, right: int, bottom: int, margin: int) -> tuple[float, ...]:
        """Where the corners of a cell of the levelled page lie on the page with a margin above."""
        corners = ((left, top), (left, bottom), (right, bottom), (right, top))
        return tuple(value for x, y in corners for value in (x, y + self.shift(x, y) + margin))


def bend_of(rgb: Image.Image) -> Bend | None:
    """How the lines of a photographed page run; None where they are level, and for other pictures."""
    if not is_photographed(rgb):
        return None
    factor = working_factor(rgb.width, rgb.height, _WORKING_PX)
    small = rgb.reduce(factor) if factor > 1 else rgb
    found = _planes(ink_map(without_edges(contrast_mask(small), small)).ink)
    if found is None:
        return None
    bend = Bend(rgb.width, rgb.height, *found)
    return bend if _moved_px(bend) >= _LEAST_SHIFT_PX else None


def _moved_px(bend: Bend) -> float:
    """The most that any place is moved."""
    return bend.width_px / 2 * (abs(bend.turn) + abs(bend.along) / 2 + abs(bend.across))


def _planes(ink: Mask) -> tuple[float, float, float] | None:
    rows, columns = np.nonzero(ink)
    if rows.size < _MIN_POINTS:
        return None
    step = -(-rows.size // _MAX_POINTS)
    height, width = ink.shape
    sharp = _Sharpness(columns[::step], rows[::step], width, height)
    grid = [(turn, 0.0, across) for turn in _SEARCH for across in _SEARCH if abs(across) <= _MOST_ACROSS]
    best = max(grid, key=lambda planes: sharp(*planes))
    for size in _STEPS:
        best = _climbed(sharp, best, size)
    return best if sharp(*best) >= _GAIN * sharp(0.0, 0.0, 0.0) else None


def _climbed(sharp: _Sharpness, best: tuple[float, float, float], size: float) -> tuple[float, float, float]:
    """The sharpest planes reached from `best` in steps of `size`."""
    score = sharp(*best)
    for _ in range(6):
        near = [
            (best[0] + size * a, best[1] + size * b, best[2] + size * c)
            for a, b, c in ((1, 0, 0), (-1, 0, 0), (0, 2, 0), (0, -2, 0), (0, 0, 1), (0, 0, -1))
        ]
        allowed = [planes for planes in near if all(abs(slope) <= 2 * _MOST_SLOPE for slope in planes)]
        scores = [sharp(*planes) for planes in allowed]
        if not scores or max(scores) <= score:
            break
        score = max(scores)
        best = allowed[scores.index(score)]
    return best


class _Sharpness:
    """Sum of squared differences of neighbouring bins of the ink's row histogram, levelled by planes."""

    def __init__(self, columns: NDArray[np.intp], rows: NDArray[np.intp], width: int, height: int) -> None:
        self._y = rows.astype(np.float32)
        u = (2 * columns / width - 1).astype(np.float32)
        v = (2 * rows / height - 1).astype(np.float32)
        half = np.float32(width / 2)
        self._terms = (half * u, half * u * u / 2, half * u * v)
        self._margin = np.float32(width * 2 * _MOST_SLOPE + 2)
        self._top = height + 2 * float(self._margin)

    def __call__(self, turn: float, along: float, across: float) -> float:
        a, b, c = self._terms
        level = self._y - np.float32(turn) * a - np.float32(along) * b - np.float32(across) * c
        bins = np.clip(level + self._margin, 0, self._top).astype(np.int32)
        histogram = np.bincount(bins).astype(np.float64)
        # A line of print is several rows high; single rows would favour chance.
        histogram = histogram[:-1] + histogram[1:]
        return float(np.sum(np.diff(histogram) ** 2))
