"""Bands of ink and how those of two strips stand to each other. Pure functions; any thread; numpy only."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.layout.morphology import Mask, Steps

ACCENT_GAP_EM = 0.12
LINE_EM = 1.4
"""Ink no farther apart than the first, and together no higher than the second, is one line."""
_CENTRE_TOLERANCE = 0.3
_LEAST_ROWS = 3
_STEADY = 0.35
"""Descenders shift a line's centre by a fifth of its height."""
_MOST_OFFSET = 0.8
_ROW_PITCH = 1.7
"""Rows of a form have room between them; lines of text in two columns have not."""
_OWN_PITCH = 0.2
"""Off a whole multiple by this share of the nearer distance."""
_WITHIN = 0.4
_WRAP_GAP = 0.2
_UNLIKE = 3.0
"""Lines of one size differ by 1.8 in height, one of small letters alone beside one that fills its em."""
_MANY_ROWS = 6
"""So many pairs are no chance: the names and prices of a photographed receipt."""


@dataclass(frozen=True, slots=True)
class Band:
    """Consecutive rows with ink, and the columns that this ink spans."""

    top: int
    bottom: int
    left: int
    right: int


@dataclass(slots=True)
class Block:
    """Bands that are read from top to bottom; `bands` lie within the block's columns."""

    left: int
    right: int
    bands: list[Band] = field(default_factory=list)


def of_like_size(block: Block, em: float) -> list[Block]:
    """A block cut between large print and small, so that neither is shown at the other's scale."""
    lines = joined(block.bands, em)
    parts = [Block(block.left, block.right, lines[:1])]
    for before, line in pairwise(lines):
        heights = before.bottom - before.top, line.bottom - line.top
        if max(heights) > _UNLIKE * min(heights):
            parts.append(Block(block.left, block.right))
        parts[-1].bands.append(line)
    return parts


def runs(mask: NDArray[np.bool_] | np.bool_) -> list[tuple[int, int]]:
    """Start and stop of each run of set values."""
    edged = np.zeros(np.size(mask) + 2, np.int8)
    edged[1:-1] = mask
    steps = np.diff(edged)
    starts, stops = np.nonzero(steps == 1)[0], np.nonzero(steps == -1)[0]
    return list(zip(starts.tolist(), stops.tolist(), strict=True))


def joined(bands: list[Band], em: float) -> list[Band]:
    """Bands of which dots and accents that stand free have joined their line."""
    lines: list[Band] = []
    for band in bands:
        near = lines and band.top - lines[-1].bottom <= ACCENT_GAP_EM * em
        if near and band.bottom - lines[-1].top <= LINE_EM * em:
            last = lines[-1]
            lines[-1] = Band(last.top, band.bottom, min(last.left, band.left), max(last.right, band.right))
        else:
            lines.append(band)
    return lines


def lines_through(rules: Mask, steps: Steps, share: float) -> NDArray[np.bool_]:
    """Rows of a box that a rule, or a step one way, runs through over at least `share` of the width.

    Steps of noise, photos and compression go both ways.
    """
    through: NDArray[np.bool_] = rules.mean(axis=1) >= share
    through |= np.abs(steps.mean(axis=1)) >= share
    return through


def lines_within(lines: list[Band], top: int, bottom: int) -> list[Band]:
    """The lines of which enough lies between two rows; a field's box reaches below the foot of its label."""
    return [
        line
        for line in lines
        if min(line.bottom, bottom) - max(line.top, top) >= _WITHIN * (line.bottom - line.top)
    ]


def united(upper: Block, lower: Block) -> Block:
    left, right = min(upper.left, lower.left), max(upper.right, lower.right)
    return Block(left, right, [*upper.bands, *lower.bands])


def shared_rows(a: list[Band], b: list[Band], top: int, bottom: int) -> float:
    """Share of the sparser side's inked rows in which the other side has ink too."""
    rows = np.zeros((2, bottom - top), np.bool_)
    for side, lines in enumerate((a, b)):
        for line in lines:
            rows[side, max(0, line.top - top) : max(0, line.bottom - top)] = True
    fewest = int(min(rows[0].sum(), rows[1].sum()))
    return float((rows[0] & rows[1]).sum() / fewest) if fewest else 0.0


def _are_rows(a: list[Band], b: list[Band]) -> bool:
    """Whether lines well apart stand beside each other one by one, all a little higher than their partner:
    labels and the fields that they name.
    """
    if len(a) != len(b):
        a, b = _first_lines(a), _first_lines(b)
    if len(a) != len(b) or len(a) < _LEAST_ROWS:
        return False
    sides = [np.array([[line.top, line.bottom] for line in lines], np.float64) for lines in (a, b)]
    height = min(float(np.median(side[:, 1] - side[:, 0])) for side in sides)
    pitch = min(float(np.diff(side[:, 0]).min()) for side in sides)
    offsets = (sides[0] - sides[1]).mean(axis=1)
    middle = float(np.median(offsets))
    steady = float(np.abs(offsets - middle).max()) <= _STEADY * height
    apart = pitch >= _ROW_PITCH * height or len(a) >= _MANY_ROWS
    return steady and abs(middle) <= _MOST_OFFSET * height and apart


def _first_lines(lines: list[Band]) -> list[Band]:
    """The lines that do not go on with the one above: a long value is set in two that touch or nearly do."""
    first: list[Band] = []
    below = -math.inf
    for line in lines:
        if line.top - below > _WRAP_GAP * (line.bottom - line.top):
            first.append(line)
        below = line.bottom
    return first


def aligned_share(a: list[Band], b: list[Band]) -> float:
    """Share of the lines of the side that has fewer which stand level with a line of the other."""
    if _are_rows(a, b):
        return 1.0
    few, many = (a, b) if len(a) <= len(b) else (b, a)
    centres = np.array([(line.top + line.bottom) / 2 for line in many])
    heights = np.array([line.bottom - line.top for line in many], np.float64)
    level = 0
    for line in few:
        height = line.bottom - line.top
        near = np.abs(centres - (line.top + line.bottom) / 2) <= _CENTRE_TOLERANCE * np.minimum(
            heights, height
        )
        alike = (heights < 2 * height) & (heights * 2 > height)
        level += bool((near & alike).any())
    return level / len(few)


def have_own_pitches(a: list[Band], b: list[Band]) -> bool:
    """Whether the lines of two strips are set at distances of which none is a multiple of the other, as rows
    with and without blank cells between them are.
    """
    if min(len(a), len(b)) < _LEAST_ROWS:
        return False
    near, far = sorted(float(np.median(np.diff([line.top for line in lines]))) for lines in (a, b))
    times = far / max(near, 1.0)
    return abs(times - round(times)) > _OWN_PITCH
