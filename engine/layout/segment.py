"""A page's ink cut into blocks in reading order: columns and panes one after the other, tables row by row.

Recursive XY cut on projections (G. Nagy and S. Seth, "Hierarchical representation of optically scanned
documents", ICPR 1984), with one question more at each vertical gap: do the lines on both sides form rows?
Any thread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.layout.bands import (
    Band,
    Block,
    aligned_share,
    have_own_pitches,
    joined,
    lines_through,
    lines_within,
    runs,
    shared_rows,
    united,
)
from engine.layout.ink import InkMap
from engine.layout.lines import untangled
from engine.layout.morphology import Mask, Pixel
from engine.layout.region import Box
from engine.layout.rules import RULE_LENGTH_PX, RULE_THICKNESS_PX

_MIN_GUTTER_EM = 0.8
"""Typesetters part columns by one em; a space is a third, and spaces of many lines do not align."""
_MAX_DEPTH = 12
_MIN_ZONE_EM = 4.0
"""Height from which a blank column may part columns: three lines; below, it parts words."""
_MAX_ZONES = 24
"""Candidates looked at for each stack; columns are among the tallest; ragged lines make the rest."""
_FULL_WIDTH = 0.97
"""Share of a box's inked columns that rules or panel edges must pass to part what lies above from below:
the upper edges of a row of cards do, a table in one of two panes does not."""
_MOST = 0.8
_UNBROKEN = 0.97
"""Edges of cards beside each other run past all their lines; those of cards above each other are broken."""
_MIN_SHARED_ROWS = 0.3
"""Share of the sparser side's ink rows with ink on the other side: 0 for chat bubbles, which take turns."""
_MAX_ALIGNED = 0.6
"""Lines of two unrelated panes meet by chance in a third of the cases, rows of one table in nearly all."""
_UNRELATED_LINES = 3
"""Two lines beside two that stand otherwise may be a title over a line and an address."""
_ADDRESS_EM = 6.0
_CARD_GAP_PX = 5
"""Working pixels between the edges of two cards; both edges of a thick rule are nearer to each other."""
_RULE_FILL = 0.5
_VALLEY = 0.15
"""Rows between lines of print that touch have a tenth of their ink; between hills of a texture, 0.4."""
_PROSE_LINES = 5
_PROSE_WIDTH_EM = 9.0
_PROSE_FILL = 0.72
_PROSE_PITCH = 2.2
"""In heights of a line's ink: running text is set closer, rows of a list are not."""
"""Prose fills its column; cells of a table do not."""
_INNER_GAP_EM = 2.0
_HOLE_LINES = 3
"""So many lines of one side without a partner, and then a row with both: the row begins a table below."""
_ALIGNED_SPACE_EM = 0.25
"""A blank column this wide through all lines of a strip: five lines of prose never do that, listings do."""


class Segmenter:
    """Cuts one page. `em` is the size of its print in working pixels."""

    def __init__(self, page: InkMap, em: float) -> None:
        self._ink = page.ink
        self._across = page.across
        self._down = page.down
        self._steps_across = page.steps_across
        self._steps_down = page.steps_down
        self._em = max(em, 4.0)
        self.split_columns = False
        """Whether a vertical cut was made anywhere."""

    def blocks(self) -> list[Block]:
        """The blocks of the page in reading order; none where there is no ink."""
        height, width = self._ink.shape
        return self._cut((0, 0, width, height), 0)

    def _cut(self, box: Box, depth: int) -> list[Block]:
        trimmed = self._trim(box)
        if trimmed is None:
            return []
        if depth == _MAX_DEPTH:
            return self._stack(trimmed, depth)
        storeys = self._storeys(trimmed)
        if len(storeys) > 1:
            return self._piled(storeys, depth)
        strips = self._columns(trimmed)
        if len(strips) > 1:
            row = self._row_below(strips)
            if row is not None:
                storeys = [
                    (trimmed[0], trimmed[1], trimmed[2], row),
                    (trimmed[0], row, trimmed[2], trimmed[3]),
                ]
                return [block for storey in storeys for block in self._cut(storey, depth + 1)]
            self.split_columns = True
            return [block for strip in strips for block in self._cut(strip, depth + 1)]
        return self._stack(trimmed, depth)

    def _storeys(self, box: Box) -> list[Box]:
        """The box cut at horizontal rules and panel edges that run past all of its ink, gutters left out."""
        inked = self._part(self._ink, box).any(axis=0)
        rules, steps = self._part(self._across, box)[:, inked], self._part(self._steps_across, box)[:, inked]
        through = lines_through(rules, steps, _FULL_WIDTH)
        cuts = [box[1] + (start + stop) // 2 for start, stop in runs(through)]
        edges = [box[1], *cuts, box[3]]
        storeys = [(box[0], edges[i], box[2], edges[i + 1]) for i in range(len(edges) - 1)]
        return [storey for storey in storeys if self._trim(storey) is not None]

    def _piled(self, storeys: list[Box], depth: int) -> list[Block]:
        """Storeys from top to bottom; those without columns, as rows of a ruled table, stay one block."""
        blocks: list[Block] = []
        open_block = False
        for storey in storeys:
            parts = self._cut(storey, depth + 1)
            plain = len(parts) == 1
            if plain and open_block:
                blocks[-1] = united(blocks[-1], parts[0])
            else:
                blocks.extend(parts)
            open_block = plain
        return blocks

    def _trim(self, box: Box) -> Box | None:
        part = self._part(self._ink, box)
        rows, columns = np.nonzero(part.any(axis=1))[0], np.nonzero(part.any(axis=0))[0]
        if rows.size == 0:
            return None
        left, top = box[0], box[1]
        return (
            left + int(columns[0]),
            top + int(rows[0]),
            left + int(columns[-1]) + 1,
            top + int(rows[-1]) + 1,
        )

    @staticmethod
    def _part(mask: NDArray[Pixel], box: Box) -> NDArray[Pixel]:
        return mask[box[1] : box[3], box[0] : box[2]]

    def _columns(self, box: Box) -> list[Box]:
        """The box cut at every gutter that parts columns or panes; the box alone where there is none."""
        occupied = self._part(self._ink, box).any(axis=0)
        gutters = [
            (box[0] + start, box[0] + stop)
            for start, stop in runs(~occupied)
            if stop - start >= _MIN_GUTTER_EM * self._em
        ]
        if not gutters:
            return [box]
        edges = [box[0], *[(start + stop) // 2 for start, stop in gutters], box[2]]
        strips = [(edges[i], box[1], edges[i + 1], box[3]) for i in range(len(edges) - 1)]
        cut = [strips[0]]
        for strip in strips[1:]:
            left = cut[-1]
            if self._parts_columns(left, strip):
                cut.append(strip)
            else:
                cut[-1] = (left[0], left[1], strip[2], left[3])
        return cut

    def _parts_columns(self, left: Box, right: Box) -> bool:
        """Whether two neighbouring strips are read one after the other rather than row by row."""
        a, b = self._lines(left), self._lines(right)
        if not a or not b:
            return False
        top, bottom = max(a[0].top, b[0].top), min(a[-1].bottom, b[-1].bottom)
        a, b = lines_within(a, top, bottom), lines_within(b, top, bottom)
        if min(len(a), len(b)) < 2:
            return False
        if self._crossing_rules(left, right, top, bottom) >= 2:
            return False
        if shared_rows(a, b, top, bottom) < _MIN_SHARED_ROWS:
            return False
        if self._dividers(left, right, top, bottom, _UNBROKEN) > 1:
            return True
        dividers = self._dividers(left, right, top, bottom, _MOST)
        aligned = aligned_share(a, b)
        if aligned <= _MAX_ALIGNED and (dividers or self._are_unrelated(a, b, aligned)):
            return True
        if dividers and (aligned < 0.9 or have_own_pitches(a, b)):
            return True
        return self._is_prose(a) and self._is_prose(b)

    def _are_unrelated(self, a: list[Band], b: list[Band], aligned: float) -> bool:
        """Whether lines of which few stand level are enough to be no chance: three on both sides, or two and
        three wide ones of which none does, as a firm's address beside a bill's number and date.
        """
        if min(len(a), len(b)) >= _UNRELATED_LINES:
            return True
        widths = [max(line.right for line in side) - min(line.left for line in side) for side in (a, b)]
        return aligned == 0 and len(a) != len(b) and min(widths) >= _ADDRESS_EM * self._em

    def _row_below(self, strips: list[Box]) -> int | None:
        """Where the head of a table begins that the gutter of two columns runs through by chance: one column
        has lines down to it, the other none for long. None where there is no such row.
        """
        if len(strips) != 2:
            return None
        for full, sparse in (strips, strips[::-1]):
            above, below = self._lines(full), self._lines(sparse)
            if len(below) < 2 or not above or aligned_share(below[-1:], above[-1:]) < 1:
                continue
            hole = lines_within(above[:-1], below[-2].bottom, below[-1].top)
            if len(hole) >= _HOLE_LINES:
                return min(above[-1].top, below[-1].top)
        return None

    def _lines(self, box: Box) -> list[Band]:
        """Lines of a strip: runs of rows with ink; dots and accents that stand free join their line."""
        part = self._part(self._ink, box)
        bands = [self._band(part, box, start, stop) for start, stop in self._line_runs(part)]
        return joined([band for band in bands if not self._is_rule(band)], self._em)

    def _is_rule(self, band: Band) -> bool:
        """Whether a band is what turning has left of a rule: thin and long; dashes alike."""
        if band.bottom - band.top > RULE_THICKNESS_PX or band.right - band.left < RULE_LENGTH_PX:
            return False
        ink = self._ink[band.top : band.bottom, band.left : band.right]
        return float(ink.any(axis=0).mean()) >= _RULE_FILL

    def _line_runs(self, part: Mask) -> list[tuple[int, int]]:
        """Runs of rows with ink, those of several lines that touch cut between them."""
        return [
            rows
            for start, stop in runs(part.any(axis=1))
            for rows in (
                untangled(part, start, stop, _VALLEY) if stop - start > self._em else [(start, stop)]
            )
        ]

    @staticmethod
    def _band(part: Mask, box: Box, start: int, stop: int) -> Band:
        columns = np.nonzero(part[start:stop].any(axis=0))[0]
        return Band(box[1] + start, box[1] + stop, box[0] + int(columns[0]), box[0] + int(columns[-1]) + 1)

    def _gutter(self, left: Box, right: Box) -> tuple[int, int]:
        """First and last blank column around the border of two strips."""
        a, b = self._trim(left), self._trim(right)
        return (a[2] if a else left[2]), (b[0] if b else right[0])

    def _crossing_rules(self, left: Box, right: Box, top: int, bottom: int) -> int:
        """Horizontal rules that run through the gutter between two strips: the grid of a table."""
        start, stop = self._gutter(left, right)
        if stop <= start or bottom <= top:
            return 0
        box = (start, top, stop, bottom)
        return len(
            runs(lines_through(self._part(self._across, box), self._part(self._steps_across, box), _MOST))
        )

    def _dividers(self, left: Box, right: Box, top: int, bottom: int, share: float) -> int:
        """Vertical rules and panel edges in the gutter: one parts panes, two are the sides of two cards."""
        start, stop = self._gutter(left, right)
        if stop <= start or bottom <= top:
            return 0
        box = (start, top, stop, bottom)
        rules, steps = self._part(self._down, box).T, self._part(self._steps_down, box).T
        lines = runs(lines_through(rules, steps, share))
        last_stop, count = -_CARD_GAP_PX, 0
        for line_start, line_stop in lines:
            count += line_start - last_stop >= _CARD_GAP_PX
            last_stop = line_stop
        return count

    def _is_prose(self, lines: list[Band]) -> bool:
        """Whether lines fill their column as running text does."""
        width = max(line.right for line in lines) - min(line.left for line in lines)
        if len(lines) < _PROSE_LINES or width < _PROSE_WIDTH_EM * self._em:
            return False
        fills = [(line.right - line.left) / width for line in lines]
        if float(np.median(fills)) < _PROSE_FILL:
            return False
        pitch = np.median(np.diff([line.top for line in lines]))
        if pitch > _PROSE_PITCH * np.median([line.bottom - line.top for line in lines]):
            return False
        gaps = [self._widest_gap(line) for line in lines]
        if float(np.median(gaps)) >= _INNER_GAP_EM * self._em:
            return False
        left, right = (
            int(np.median(sides)) for sides in zip(*((b.left, b.right) for b in lines), strict=True)
        )
        blank = ~self._ink[lines[0].top : lines[-1].bottom, left:right].any(axis=0)
        return all(stop - start < _ALIGNED_SPACE_EM * self._em for start, stop in runs(blank))

    def _widest_gap(self, line: Band) -> int:
        occupied = self._ink[line.top : line.bottom, line.left : line.right].any(axis=0)
        return max((stop - start for start, stop in runs(~occupied)), default=0)

    def _stack(self, box: Box, depth: int) -> list[Block]:
        """Bands from top to bottom; runs of bands that share a column gutter are cut into columns."""
        part = self._part(self._ink, box)
        bands = [self._band(part, box, start, stop) for start, stop in self._line_runs(part)]
        blocks: list[Block] = []
        done = 0
        for start, stop in [*self._column_zones(box, bands, depth), (len(bands), len(bands))]:
            if start > done:
                blocks.append(Block(box[0], box[2], bands[done:start]))
            if stop > start:
                blocks.extend(
                    self._cut((box[0], bands[start].top, box[2], bands[stop - 1].bottom), depth + 1)
                )
            done = stop
        return blocks

    def _column_zones(self, box: Box, bands: list[Band], depth: int) -> list[tuple[int, int]]:
        """Runs of bands that hold columns side by side, in order, as first and one past the last."""
        if depth == _MAX_DEPTH:
            return []
        taken: list[tuple[int, int]] = []
        for start, stop in self._gutter_zones(box, bands):
            if any(start < other_stop and other_start < stop for other_start, other_stop in taken):
                continue
            zone = self._trim((box[0], bands[start].top, box[2], bands[stop - 1].bottom))
            if zone is not None and len(self._columns(zone)) > 1:
                taken.append((start, stop))
        return sorted(taken)

    def _gutter_zones(self, box: Box, bands: list[Band]) -> list[tuple[int, int]]:
        """Runs of bands through which some column stays blank between inked ones; the tallest first."""
        count = len(bands)
        occupied = np.array(
            [self._ink[band.top : band.bottom, box[0] : box[2]].any(axis=0) for band in bands]
        )
        edged = np.zeros((occupied.shape[1], count + 2), np.int8)
        edged[:, 1:-1] = ~occupied.T
        steps = np.diff(edged, axis=1)
        columns, starts = np.nonzero(steps == 1)
        stops = np.nonzero(steps == -1)[1]
        tops = np.array([band.top for band in bands])
        bottoms = np.array([band.bottom for band in bands])
        tall = bottoms[stops - 1] - tops[starts] >= _MIN_ZONE_EM * self._em
        inner = tall & ((starts > 0) | (stops < count))
        keys, where = np.unique(starts[inner] * (count + 1) + stops[inner], return_inverse=True)
        zones: list[tuple[int, int]] = []
        for index, key in enumerate(keys.tolist()):
            start, stop = divmod(key, count + 1)
            inked = np.nonzero(occupied[start:stop].any(axis=0))[0]
            mine = columns[inner][where == index]
            if inked.size and ((mine > inked[0]) & (mine < inked[-1])).any():
                zones.append((start, stop))
        zones.sort(key=lambda zone: bands[zone[0]].top - bands[zone[1] - 1].bottom)
        return zones[:_MAX_ZONES]
