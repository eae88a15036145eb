"""Leaders, the dots that lead from a name to its price, taken off a page. Any thread; numpy and Pillow.

A small model counts dots until it forgets the price behind them, and a page of them looks like one of tiny
print. Like a dotted rule, a leader says nothing: what it joins stands on one line. Only equal dots at equal
distances go, and only between print on both sides: "Loading......" keeps them. Dashes stay, as they may be
the border of a table.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.layout.morphology import Mask
from engine.layout.region import Box

_LEAST = 6
"""So many are no ellipsis; five or fewer are read as they stand."""
_WIDEST_PX = 8
_PITCHES_PX = (3, 40)
_UNEVEN_PX = 1
"""Dots are drawn between pixels: their sides and distances differ by so much."""
_CONTRAST = 40
_STRIP_PX = 2_600_000
_PRINT_ROWS = 48
"""Pages are looked at in strips of so many pixels, which keeps memory small, and so many rows around."""
_NOISE = 0.3
"""Edges a pixel; print has a tenth of them."""
_SAMPLED_PX = 7
"""No multiple of the distance that dots have."""
_ROUND = 1.5
_SOLID = 0.7
_APART = 1.4
"""A dot is about as wide as high, full of ink (a circle is to four fifths, an "s" to a half) and stands
apart from the next one, in its widths: letters of typewriters do by 1.3."""
_ENDS = 2
"""The dots at either end may be cut, and are a little narrower then."""
_CLEAR_PX = 2
"""So far above a dot nothing of it is left."""
_ABOVE_PX = 6
_ABOVE = 3
_BELOW = 1.5
"""Above and below a dot is blank for so much, in any case and in its heights: it is no part of a letter."""
_PRINT_PX = 24
_PRINT_PITCHES = 3
"""How far from its ends there is print, whichever is more."""
_PRINT_HEIGHT = 2
_CAPITALS = 5
"""From where to where above its dots, in their heights."""


def without_leaders(rgb: Image.Image) -> Image.Image:
    """The page with its leaders painted over; the page itself where it has none."""
    levels = np.asarray(rgb.getchannel("G"))
    rows = max(4 * _PRINT_ROWS, _STRIP_PX // max(1, rgb.width))
    found: set[Box] = set()
    for row in range(0, rgb.height, rows):
        first = max(0, row - _PRINT_ROWS)
        for left, top, right, bottom in _leaders(_ink(levels[first : row + rows + _PRINT_ROWS])):
            found.add((left, top + first, right, bottom + first))
    if not found:
        return rgb
    out = rgb.copy()
    for left, top, right, bottom in sorted(found):
        above = rgb.crop((left, max(0, top - _CLEAR_PX), right, max(0, top - _CLEAR_PX) + 1))
        out.paste(above.resize((right - left + 2, bottom - top + 2)), (left - 1, top - 1))
    return out


def _ink(levels: NDArray[np.uint8]) -> Mask:
    """What differs from the paper of its row, which is what most of the row is; darker or brighter."""
    paper = np.median(levels[:, ::_SAMPLED_PX], axis=1).astype(np.int16)
    low = np.maximum(paper - _CONTRAST, 0).astype(np.uint8)[:, None]
    high = np.minimum(paper + _CONTRAST, 255).astype(np.uint8)[:, None]
    ink: Mask = (levels < low) | (levels > high)
    return ink


def _leaders(ink: Mask) -> Iterator[Box]:
    """Boxes of leaders, from the first dot to the last; one may come more than once."""
    width = ink.shape[1] + 1
    edged = np.zeros((ink.shape[0], width + 1), np.bool_)
    edged[:, 1:-1] = ink
    edges = np.flatnonzero(edged[:, 1:] != edged[:, :-1])
    if edges.size > _NOISE * ink.size:
        return
    starts, stops = edges[::2], edges[1::2]
    for first, last in _even(starts, stops):
        row = int(starts[first]) // width

        def dot(index: int, row: int = row) -> Box | None:
            return _dot(ink, row, int(starts[index]) - row * width, int(stops[index]) - row * width)

        # A leader holds one of these; letters at equal distances are many.
        if not any(dot(index) for index in range(first, last + 1, _LEAST - 1)):
            continue
        found = [dot(index) for index in range(max(0, first - _ENDS), min(last + _ENDS + 1, starts.size))]
        for dots in _stretches(found):
            if len(dots) >= _LEAST and _is_between_print(ink, dots):
                lefts, tops, rights, bottoms = zip(*dots, strict=True)
                yield lefts[0], min(tops), rights[-1], max(bottoms)


def _even(starts: NDArray[np.intp], stops: NDArray[np.intp]) -> list[tuple[int, int]]:
    """First and last of each stretch of at least so many runs of ink that are equal and equally far apart."""
    if starts.size < _LEAST:
        return []
    widths, pitches = stops - starts, np.diff(starts)
    alike = (np.abs(np.diff(widths)) <= _UNEVEN_PX) & (widths[1:] <= _WIDEST_PX)
    alike &= (pitches >= _PITCHES_PX[0]) & (pitches <= _PITCHES_PX[1])
    even = alike[1:] & alike[:-1] & (np.abs(np.diff(pitches)) <= _UNEVEN_PX)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], even, [False])).astype(np.int8)))
    firsts, lasts = edges[::2], edges[1::2] + 1
    long = lasts - firsts >= _LEAST - 1
    return list(zip(firsts[long].tolist(), lasts[long].tolist(), strict=True))


def _dot(ink: Mask, row: int, left: int, right: int) -> Box | None:
    """The dot that a run of ink belongs to; None where it is part of something else."""
    first = max(0, row - (1 + _ABOVE) * _WIDEST_PX)
    last = row + (1 + _ABOVE) * _WIDEST_PX
    inked = np.asarray(ink[first:last, max(0, left - 1) : right + 1].any(axis=1), np.bool_)
    above, below = np.flatnonzero(~inked[: row - first]), np.flatnonzero(~inked[row - first :])
    if left < 0 or right > ink.shape[1] or not above.size or not below.size:
        return None
    top, bottom = first + int(above[-1]) + 1, row + int(below[0])
    wide, high = right - left, bottom - top
    is_round = wide <= high + _UNEVEN_PX and high <= _ROUND * wide + _UNEVEN_PX
    is_solid = ink[top:bottom, left:right].mean() >= _SOLID
    free_above, free_below = max(_ABOVE_PX, _ABOVE * high), round(_BELOW * high)
    is_free = not (
        inked[max(0, top - free_above - first) : top - first].any()
        or inked[bottom - first : bottom - first + free_below].any()
    )
    return (left, top, right, bottom) if is_round and is_solid and is_free else None


def _stretches(found: list[Box | None]) -> Iterator[list[Box]]:
    """What stands between those that are no dots, or other ones."""
    dots: list[Box] = []
    for dot in found:
        if dot is not None and (not dots or _goes_on(dots, dot)):
            dots.append(dot)
            continue
        yield dots
        dots = [] if dot is None else [dot]
    yield dots


def _goes_on(dots: list[Box], dot: Box) -> bool:
    """Whether a dot is like the last one, on one line with it, and as far from it as the first two are."""
    alike = all(abs(dot[side] - dots[-1][side]) <= _UNEVEN_PX for side in (1, 3))
    pitch = dot[0] - dots[-1][0]
    first = dots[1][0] - dots[0][0] if len(dots) > 1 else pitch
    # A dot that is cut begins later, or ends sooner.
    apart = _APART * (dots[-1][2] - dots[-1][0]) <= pitch <= _PITCHES_PX[1]
    return alike and apart and abs(pitch - first) <= 2 * _UNEVEN_PX


def _is_between_print(ink: Mask, dots: list[Box]) -> bool:
    """Whether there is print on the line of a leader before and behind it, much higher than its dots, and
    not the corners of a border, which reach as far down.
    """
    left, top, right, bottom = dots[0][0], dots[0][1], dots[-1][2], max(dot[3] for dot in dots)
    high, pitch = bottom - top, dots[1][0] - left
    reach = max(_PRINT_PX, _PRINT_PITCHES * pitch)
    line = ink[max(0, top - _CAPITALS * high) : max(0, top - _PRINT_HEIGHT * high + 1)]
    below = ink[bottom : bottom + high]
    corners = below[:, max(0, left - pitch) : left].any() and below[:, right : right + pitch].any()
    before, behind = line[:, max(0, left - reach) : left].any(), line[:, right : right + reach].any()
    return bool(before and behind and not corners)
