"""Lines of ink within a region, and where they lie on the upright picture. Pure functions; any thread.

Works on the ink that the page was cut by, so that it costs a few projections. What is found are bands of ink:
whether one holds text, and which, is for whoever knows the text (`engine.placement`).
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.layout.bands import runs
from engine.layout.ink import InkMap, line_heights
from engine.layout.morphology import Mask, dilated, opened
from engine.layout.region import Box, LayoutPlan, LineBand
from engine.layout.skew import upright_matrix

_BASELINE_REACH_PX = 2
"""Where letters stand close, local contrast joins their feet into what looks like a rule; a real one keeps at
least this distance from the ink."""
_ACCENT_GAP = 0.12
_LINE_EM = 1.4
"""Dots and accents that stand free join their line, as in `segment`: in ems."""
_STANDING = 1.8
"""Upright strokes this many times as high as a line are sides of cards and fields."""
_TALL = 1.7
"""Ink this many times as high as most of its columns' runs is two lines that touch: a capital with accent and
a descender beside it are 1.6 times as high as capitals alone."""
_VALLEY = 0.5
"""Rows between two lines hold descenders and ascenders: a fifth of what the rows of the letters hold; rows
within capitals and digits seldom fall to a half of what is on both sides."""
_LEAST_SHARE = 0.6
"""Neither side of a cut is lower than this share of a line."""
_SPACE = 1.0
"""Gaps up to this share of the line's height are spaces between words, justified ones too."""
_EDGE_PX = 4
"""Pixels at either end of a line, apart from the rest and no wider than this, are the side of a field that is
no higher than the line; a digit is wider."""
_FULL = 0.9
_GROWN_PX = 1
"""Local contrast marks a pixel more than the ink on every side."""
_SAME_BAND = 0.5


class LineFinder:
    """Finds the lines of the regions of one page, and places them on the source.

    `angle_deg` and `shift` are those of `levelled` for the page's ink; `size` is the source's in pixels.
    """

    def __init__(
        self, page: InkMap, factor: int, angle_deg: float, shift: tuple[int, int], size: tuple[int, int]
    ) -> None:
        self._page = page
        self._factor = factor
        self._angle_deg = angle_deg
        self._shift = shift
        self._size = size

    def lines(self, box: Box) -> tuple[LineBand, ...]:
        """The lines in a box in source pixels of the (turned) ink, from top to bottom."""
        height, width = self._page.ink.shape
        left, top = max(0, box[0] // self._factor), max(0, box[1] // self._factor)
        right, bottom = min(width, -(-box[2] // self._factor)), min(height, -(-box[3] // self._factor))
        if left >= right or top >= bottom:
            return ()
        ink = _letters(self._page.ink[top:bottom, left:right], self._page.across[top:bottom, left:right])
        return tuple(self._line(ink, rows, (left, top)) for rows in line_rows(ink))

    def _line(self, ink: Mask, rows: tuple[int, int], corner: tuple[int, int]) -> LineBand:
        """The line in some rows of a part of the page, whose corner lies at `corner`."""
        start, stop = rows
        pieces = _without_edges(_parted(ink[start:stop].any(axis=0), _SPACE * (stop - start)))
        parts = [self._band(ink, rows, piece, corner) for piece in pieces]
        if len(parts) == 1:
            return parts[0]
        whole = self._band(ink, rows, (pieces[0][0], pieces[-1][1]), corner)
        return replace(whole, ink_px=sum(part.ink_px for part in parts), parts=tuple(parts))

    def _band(
        self, ink: Mask, rows: tuple[int, int], columns: tuple[int, int], corner: tuple[int, int]
    ) -> LineBand:
        inked = np.nonzero(ink[rows[0] : rows[1], columns[0] : columns[1]].any(axis=1))[0]
        first, last = rows[0] + int(inked[0]), rows[0] + int(inked[-1]) + 1
        left, top = corner
        tight = _tight((left + columns[0], top + first, left + columns[1], top + last))
        height_px, ink_px = (tight[3] - tight[1]) * self._factor, (tight[2] - tight[0]) * self._factor
        return LineBand(self._on_source(tight), float(height_px), float(ink_px))

    def _on_source(self, box: Box) -> Box:
        """A box in pixels of the (turned) ink as the upright rectangle around it on the source."""
        left, top = (box[0] - self._shift[0]) * self._factor, (box[1] - self._shift[1]) * self._factor
        right, bottom = (box[2] - self._shift[0]) * self._factor, (box[3] - self._shift[1]) * self._factor
        if self._angle_deg:
            left, top, right, bottom = _turned_back((left, top, right, bottom), self._angle_deg, self._size)
        width, height = self._size
        left, top = min(max(0, left), width - 1), min(max(0, top), height - 1)
        return left, top, max(left + 1, min(width, right)), max(top + 1, min(height, bottom))


def line_rows(ink: Mask) -> list[tuple[int, int]]:
    """First and one past the last row of each line of a part of a page, from top to bottom."""
    typical = _typical_height(ink)
    if not typical:
        return []
    return [
        rows
        for start, stop in _joined(runs(ink.any(axis=1)), typical / 0.95)
        for rows in untangled(ink, start, stop)
    ]


def lines_in_order(plan: LayoutPlan) -> tuple[LineBand, ...]:
    """All lines of a plan in reading order, each once: for a model that is shown the picture whole."""
    out: list[LineBand] = []
    for region in plan.regions:
        if region.continues_line and out and len(region.lines) == 1:
            out[-1] = _united(out[-1], region.lines[0])
            continue
        # Only what the strip before saw too can be seen again: its last lines.
        seen = out[-3:] if region.overlaps_previous else []
        out.extend(line for line in region.lines if not any(_is_same(line, other) for other in seen))
    return tuple(out)


def _letters(ink: Mask, across: Mask) -> Mask:
    """Ink with the feet of letters that were taken for a rule, and without the sides of cards and fields."""
    letters = ink | (across & dilated(ink, _BASELINE_REACH_PX, 0))
    typical = _typical_height(_without_sides(letters)) or _typical_height(letters)
    if typical:
        letters &= ~opened(letters, max(4, math.ceil(_STANDING * typical)), 0)
    return letters


def _without_sides(ink: Mask) -> Mask:
    """Ink without thin columns that are full from top to bottom: in one row of a table the sides of the cells
    are more than the letters.
    """
    rows = np.nonzero(ink.any(axis=1))[0]
    if rows.size == 0:
        return ink
    full = ink[rows[0] : rows[-1] + 1].mean(axis=0) >= _FULL
    kept = ink.copy()
    for start, stop in runs(full):
        if stop - start <= _EDGE_PX:
            kept[:, start:stop] = False
    return kept


def _typical_height(ink: Mask) -> float:
    heights = line_heights(ink)
    return float(heights[heights.size * 3 // 4]) if heights.size else 0.0


def _joined(spans: list[tuple[int, int]], em: float) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, stop in spans:
        if joined and start - joined[-1][1] <= _ACCENT_GAP * em and stop - joined[-1][0] <= _LINE_EM * em:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return joined


def untangled(ink: Mask, start: int, stop: int, deep: float = _VALLEY) -> list[tuple[int, int]]:
    """Rows of ink without a blank one between, cut where two lines touch: where a row has no more than the
    share `deep` of the ink of the rows around.
    """
    typical = _typical_height(ink[start:stop])
    if not typical or stop - start <= _TALL * typical:
        return [(start, stop)]
    counts = ink[start:stop].sum(axis=1, dtype=np.int64)
    cuts = [0, *_valleys(counts, max(2, round(_LEAST_SHARE * typical)), deep), stop - start]
    return [(start + cuts[i], start + cuts[i + 1]) for i in range(len(cuts) - 1)]


def _valleys(counts: NDArray[np.int64], least: int, deep: float) -> list[int]:
    """Rows at which lines that touch are parted: local minima well below the peaks on both sides."""
    cuts: list[int] = []
    last, row = 0, least
    while row <= counts.size - least:
        around = counts[max(last, row - least) : row + least]
        above, below = int(counts[last:row].max()), int(counts[row : row + 2 * least].max())
        if counts[row] == around.min() and counts[row] <= deep * min(above, below):
            level = row
            while level + 1 < counts.size and counts[level + 1] == counts[row]:
                level += 1
            last = (row + level) // 2
            cuts.append(last)
            row = last + least
        else:
            row += 1
    return cuts


def _parted(columns: NDArray[np.bool_] | np.bool_, widest: float) -> list[tuple[int, int]]:
    """Runs of columns with ink, those with a gap of at most `widest` between made one."""
    parts: list[tuple[int, int]] = []
    for start, stop in runs(columns):
        if parts and start - parts[-1][1] <= widest:
            parts[-1] = (parts[-1][0], stop)
        else:
            parts.append((start, stop))
    return parts


def _without_edges(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if len(parts) > 1 and parts[0][1] - parts[0][0] <= _EDGE_PX:
        parts = parts[1:]
    if len(parts) > 1 and parts[-1][1] - parts[-1][0] <= _EDGE_PX:
        parts = parts[:-1]
    return parts


def _tight(box: Box) -> Box:
    """A box without what local contrast adds; never empty."""
    left, top, right, bottom = box
    across = _GROWN_PX if right - left > 2 * _GROWN_PX else 0
    down = _GROWN_PX if bottom - top > 2 * _GROWN_PX else 0
    return left + across, top + down, right - across, bottom - down


def _turned_back(level: Box, angle_deg: float, size: tuple[int, int]) -> Box:
    a, b, c, d, e, f = upright_matrix(size[0], size[1], angle_deg, left=0, top=0)
    corners = [(x, y) for x in (level[0], level[2]) for y in (level[1], level[3])]
    xs, ys = [a * x + b * y + c for x, y in corners], [d * x + e * y + f for x, y in corners]
    return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))


def _united(a: LineBand, b: LineBand) -> LineBand:
    box = (
        min(a.box[0], b.box[0]),
        min(a.box[1], b.box[1]),
        max(a.box[2], b.box[2]),
        max(a.box[3], b.box[3]),
    )
    parts = (*(a.parts or (a,)), *(b.parts or (b,)))
    return LineBand(box, max(a.height_px, b.height_px), a.ink_px + b.ink_px, parts)


def _is_same(a: LineBand, b: LineBand) -> bool:
    """Whether one line of two overlapping strips is what is seen of the other."""
    shared = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    return shared > _SAME_BAND * min(a.box[3] - a.box[1], b.box[3] - b.box[1])
