"""Blocks into regions that fit the model's canvas: whole lines, or pieces of lines and strips at need.

Any thread. Works in working pixels and gives regions in source pixels.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.layout.bands import Band, Block, joined, runs
from engine.layout.canvas import MARGIN_PX, Canvas
from engine.layout.edges import Edges
from engine.layout.ink import small_text_size, text_size
from engine.layout.morphology import Mask
from engine.layout.region import Box, Region, RegionKind

BEST_EM_PX = 22.0
"""Where print is much larger it is brought down to this: the middle of what reads best (11-32 px)."""
_LARGE_EM_PX = 30.0
_SMALL_EM_PX = 12.5
_ENLARGED_EM_PX = 16.0
_MOST_ENLARGED = 2.0
"""Print below the first is enlarged to the second."""
_PITCH_EM = 1.4
_ADVANCE_EM = 0.48
"""Mean width of a character with its share of spaces left out, over Latin prose in the usual faces."""
_WHOLE_SLACK = 1.3
_CELL_GAP_EM = 1.5
"""A gap this wide parts cells or phrases: cutting there is better than between any two words."""
_SPACE = 0.2
"""Of such a gap: no letters of a word stand so far apart, words do."""
_ONE_LINE_EM = 1.6
_LESS = 0.9
_GUTTER_EM = 1.0
"""Two lines of prose never have a blank this wide at one place; two spaces of a listing have."""
_ROWS_AT_SIGHT = 4
"""So many lines show by themselves that they are rows of cells; fewer are shown to the model one by one."""
MAX_STRIPS = 4
"""Strips of one piece without a blank row before it is shown smaller; misaligned columns on A4 need three."""
_MIN_FILL = 0.5
_REAL_MARGIN_PX = 4
"""Source pixels of real paper kept around a region's ink; the rest of the margin is painted."""
_STRIP_OVERLAP_EM = 1.6
"""One line and its leading: what a cut through a line must repeat for the line to be whole on one side."""
MAX_REGIONS = 96
"""A page of small print at 600 dpi needs about 60; beyond, it is shown smaller, not read for minutes."""
LEAST_EM_PX = 7.0
"""Shown smaller than this, print is grey dust to the bundled model: it says nothing at all."""
MOST_REGIONS = 640
"""Where print may not be shown smaller: a screen of 170 lines of 11 px needs 500, some minutes of reading."""


class Packer:
    """Packs the blocks of one page. `factor` is source pixels to a working pixel; `em` and `shift`, the rows
    by which turning has moved the page down, in working pixels.
    """

    def __init__(
        self,
        ink: Mask,
        factor: int,
        em: float,
        canvas: Canvas,
        shrink: float = 1.0,
        *,
        shift: int = 0,
        enlarges: bool = True,
    ) -> None:
        self._ink = ink
        self._factor = factor
        self._em = max(em, 4.0)
        self._canvas = canvas
        self._edges = Edges.of(ink.shape[0], shift, self._em)
        self._shrink = shrink
        """Shows everything smaller by this factor, for pages that would need too many regions."""
        self._enlarges = enlarges
        """Shows small print larger than it is."""

    def suits_whole(self, blocks: list[Block]) -> bool:
        """Whether the print is neither so small nor so much that one region of all of it reads badly, and no
        edge runs through a line.
        """
        stacks = [joined(block.bands, self._em) for block in blocks]
        if any(self._edges.cut_first(lines) or self._edges.cut_last(lines) for lines in stacks):
            return False
        lines = [line for stack in stacks for line in stack]
        if len(lines) < _ROWS_AT_SIGHT and self._has_cells(lines):
            return False
        total = 0.0
        for block in blocks:
            if self._scale(_around(block.bands)) > 1:
                return False
            em = self._em_of(_around(block.bands))
            total += sum(self._characters(band, em) for band in block.bands)
        return total <= _WHOLE_SLACK * self._canvas.characters

    def regions(self, blocks: list[Block]) -> list[Region]:
        """Regions in reading order, in source pixels of the upright frame."""
        out: list[Region] = []
        for block in blocks:
            packed = self._pack(block)
            if packed:
                packed[0] = replace(packed[0], starts_block=bool(out))
                out.extend(packed)
        return out

    def _holds(self, box: Box, scale: float) -> bool:
        return self._canvas.holds((box[2] - box[0]) * self._factor, (box[3] - box[1]) * self._factor, scale)

    def _scale(self, box: Box) -> float:
        """How large the print in a box should be shown: as it is, unless it is far too large or too small."""
        part = self._ink[box[1] : box[3], box[0] : box[2]]
        # Averaged down, texture has the size of small print; only what is seen as it is may be enlarged.
        typical_px = text_size(part) if self._enlarges and self._factor == 1 else 0.0
        if 0 < typical_px < _SMALL_EM_PX:
            return min(_MOST_ENLARGED, _ENLARGED_EM_PX / typical_px)
        em_px = small_text_size(part) * self._factor
        return self._shrink * (BEST_EM_PX / em_px if em_px > _LARGE_EM_PX else 1.0)

    def _characters(self, band: Band, em: float) -> float:
        """Roughly how many characters a band holds: inked columns over half an em, for each of its lines."""
        lines = max(1, round((band.bottom - band.top) / (_PITCH_EM * em)))
        inked = self._ink[band.top : band.bottom, band.left : band.right].any(axis=0)
        return lines * int(inked.sum()) / (_ADVANCE_EM * em)

    def _em_of(self, box: Box) -> float:
        return max(4.0, text_size(self._ink[box[1] : box[3], box[0] : box[2]]))

    def _pack(self, block: Block) -> list[Region]:
        """The regions of a block; lines that an edge runs through are ones of their own."""
        bands = joined(block.bands, self._em)
        first = 1 if self._edges.cut_first(bands) else 0
        last = len(bands) - 1 if self._edges.cut_last(bands) else len(bands)
        # Half a line does not say how large its print is.
        box = _around(bands[first:last])
        scale, em = self._scale(box), self._em_of(box)
        if scale < 1 and self._holds(box, 1.0):
            scale = 1.0
        above, below = (
            [replace(region, is_cut=True) for region in self._filled(cut, scale, em)]
            for cut in (bands[:first], bands[last:])
        )
        return [*above, *self._filled(bands[first:last], scale, em), *below]

    def _filled(self, bands: list[Band], scale: float, em: float) -> list[Region]:
        """Fill regions with consecutive bands; cut at the widest gap in their second half."""
        characters = [self._characters(band, em) for band in bands]
        out: list[Region] = []
        start = 0
        while start < len(bands):
            stop = self._reach(bands, characters, start, scale)
            if stop < len(bands):
                stop = self._best_cut(bands, start, stop)
            if stop - start < _ROWS_AT_SIGHT and self._has_cells(bands[start:stop]):
                stop = start + 1
            box = _around(bands[start:stop])
            if self._holds(box, scale) and not self._is_flat(box, scale):
                out.append(self._region(box, RegionKind.BLOCK, scale))
            else:
                out.extend(region for band in bands[start:stop] for region in self._split(band, scale))
            start = stop
        return out

    def _reach(self, bands: list[Band], characters: list[float], start: int, scale: float) -> int:
        """One past the last band that fits into one region with those from `start` on; at least one band."""
        stop = start + 1
        total = characters[start]
        while stop < len(bands) and self._holds(_around(bands[start : stop + 1]), scale):
            total += characters[stop]
            if total > self._canvas.characters:
                break
            stop += 1
        return stop

    def _best_cut(self, bands: list[Band], start: int, stop: int) -> int:
        """The cut before `stop` with the widest gap that still fills half of what fits."""
        reach = bands[stop - 1].bottom - bands[start].top
        best, best_score = stop, 0.0
        for cut in range(start + 1, stop + 1):
            fill = (bands[cut - 1].bottom - bands[start].top) / reach
            if fill >= _MIN_FILL:
                score = (bands[cut].top - bands[cut - 1].bottom) * fill * fill
                if score > best_score:
                    best, best_score = cut, score
        return best

    def _has_cells(self, bands: list[Band]) -> bool:
        """Whether a gutter parts two lines in succession, so that one might read down before across."""
        if not self._canvas.rows_apart:
            return False
        left, _, right, _ = _around(bands)
        inked = [
            np.asarray(self._ink[band.top : band.bottom, left:right].any(axis=0), np.bool_) for band in bands
        ]
        return any(
            stop - start >= _GUTTER_EM * self._em
            and all(line[:start].any() and line[stop:].any() for line in pair)
            for pair in pairwise(inked)
            for start, stop in runs(~(pair[0] | pair[1]))
        )

    def _is_flat(self, box: Box, scale: float) -> bool:
        return self._canvas.is_flat((box[2] - box[0]) * self._factor, (box[3] - box[1]) * self._factor, scale)

    def _split(self, band: Band, scale: float) -> list[Region]:
        """A band that is too large: a very large or wide line, or rows without a blank one between."""
        box = (band.left, band.top, band.right, band.bottom)
        parts = self._split_box(box, self._uncut(box, min(scale, self._scale(box))), RegionKind.BLOCK)
        return [
            replace(part, continues_line=index > 0 and part.kind is RegionKind.LINE_PART)
            for index, part in enumerate(parts)
        ]

    def _uncut(self, box: Box, scale: float) -> float:
        """The scale at which a line of large print fits in one piece; `scale` where print would get small."""
        size_px = self._em_of(box) * self._factor
        best = min(scale, BEST_EM_PX / size_px)
        if box[3] - box[1] > _ONE_LINE_EM * self._em_of(box) or self._is_flat(box, best):
            return scale
        shrunk = scale
        while shrunk > best and not self._holds(box, shrunk):
            shrunk = max(best, _LESS * shrunk)
        return shrunk if self._holds(box, shrunk) else scale

    def _split_box(self, box: Box, scale: float, kind: RegionKind) -> list[Region]:
        if self._holds(box, scale) and not self._is_flat(box, scale):
            return [self._region(box, kind, scale)]
        width, height = (box[2] - box[0]) * self._factor, (box[3] - box[1]) * self._factor
        two_lines = min(height, 2.5 * self._em * self._factor)
        if self._canvas.holds(width, two_lines, scale) and height > two_lines:
            return self._split_rows(box, scale)
        if width * scale < 4 * self._canvas.multiple_px:
            return self._split_rows(box, scale)
        return self._split_across(box, scale)

    def _split_across(self, box: Box, scale: float) -> list[Region]:
        """Cut a box at its widest blank columns, nearest to equal parts."""
        width = box[2] - box[0]
        is_line = box[3] - box[1] <= 2.5 * self._em
        low, high = box[0] + width // 4, box[2] - width // 4
        cut = _middle_gap(self._ink[box[1] : box[3], low:high].sum(axis=0), _CELL_GAP_EM * self._em) + low
        parts = [self._shrunk((box[0], box[1], cut, box[3])), self._shrunk((cut, box[1], box[2], box[3]))]
        kind = RegionKind.LINE_PART if is_line else RegionKind.BLOCK
        return [region for part in parts if part for region in self._split_box(part, scale, kind)]

    def _split_rows(self, box: Box, scale: float) -> list[Region]:
        """Cut a band without blank rows where it has least ink; strips overlap by a line."""
        rows = self._rows_that_fit((box[2] - box[0]) * self._factor, scale)
        if (box[3] - box[1]) > MAX_STRIPS * rows:
            # Text has blank rows; so much ink without one is a photo, and not worth minutes at full size.
            return self._split_box(box, scale * 0.7, kind=RegionKind.BLOCK)
        overlap = min(int(_STRIP_OVERLAP_EM * self._em), rows // 3)
        out: list[Region] = []
        top = box[1]
        while box[3] - top > rows:
            low = top + max(rows // 2, overlap + 1)
            cut = low + _gap_centre(self._ink[low : top + rows, box[0] : box[2]].sum(axis=1))
            out.append(self._strip((box[0], top, box[2], cut), scale, overlaps=bool(out)))
            top = cut - overlap
        out.append(self._strip((box[0], top, box[2], box[3]), scale, overlaps=bool(out)))
        return out

    def _rows_that_fit(self, width_px: float, scale: float) -> int:
        canvas = self._canvas
        width, _ = canvas.size(width_px, 1, scale)
        height = min(canvas.area_px // width, canvas.height_px) // canvas.multiple_px * canvas.multiple_px
        return max(3, int((height - 2 * MARGIN_PX) / scale / self._factor))

    def _strip(self, box: Box, scale: float, *, overlaps: bool) -> Region:
        return replace(self._region(box, RegionKind.STRIP, scale), overlaps_previous=overlaps)

    def _shrunk(self, box: Box) -> Box | None:
        """A box trimmed to its columns with ink; None where it has none."""
        columns = np.nonzero(self._ink[box[1] : box[3], box[0] : box[2]].any(axis=0))[0]
        if columns.size == 0:
            return None
        return (box[0] + int(columns[0]), box[1], box[0] + int(columns[-1]) + 1, box[3])

    def _region(self, box: Box, kind: RegionKind, scale: float) -> Region:
        scale = round(scale, 4)
        width, height = self._canvas.size(
            (box[2] - box[0]) * self._factor, (box[3] - box[1]) * self._factor, scale
        )
        left, top, right, bottom = (side * self._factor for side in self._grown(box))
        return Region((left, top, right, bottom), kind, 0.0, scale, width, height)

    def _grown(self, box: Box) -> Box:
        """The box with up to `_REAL_MARGIN_PX` of blank pixels around: faint ends of strokes lie there."""
        reach = max(1, _REAL_MARGIN_PX // self._factor)
        left, top, right, bottom = box
        for _ in range(reach):
            if top > 0 and not self._ink[top - 1, left:right].any():
                top -= 1
            if bottom < self._ink.shape[0] and not self._ink[bottom, left:right].any():
                bottom += 1
            if left > 0 and not self._ink[top:bottom, left - 1].any():
                left -= 1
            if right < self._ink.shape[1] and not self._ink[top:bottom, right].any():
                right += 1
        return left, top, right, bottom


def _gap_centre(counts: NDArray[np.int64]) -> int:
    """Centre of the widest run of least ink."""
    start, stop = max(runs(counts == counts.min()), key=lambda run: run[1] - run[0])
    return (start + stop) // 2


def _middle_gap(counts: NDArray[np.int64], enough: float) -> int:
    """Centre of the run of least ink that is wide, or at least `enough`, and near the middle."""
    middle = counts.size / 2

    def worth(run: tuple[int, int]) -> float:
        off_middle = abs((run[0] + run[1]) / 2 - middle) / middle
        width = run[1] - run[0]
        return min(width, enough) / enough + min(width, _SPACE * enough) / (_SPACE * enough) - off_middle

    start, stop = max(runs(counts == counts.min()), key=worth)
    return (start + stop) // 2


def _around(bands: list[Band]) -> Box:
    return (
        min(band.left for band in bands),
        bands[0].top,
        max(band.right for band in bands),
        bands[-1].bottom,
    )
