"""Tables as they lie on a page: lines of ink one below the other whose parts share columns. Pure; any thread.

What stands in the lines is not known here, so a list of dates beside their names is such a table too; whether
it is written as one is for whoever knows the text (`engine.table_text`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from engine.layout import Box, LineBand

ALIGNED = 0.7
"""Edges or middles of one column differ by at most this share of a line's height: sides of letters, and the
rounding of the map of ink."""
_MOST_APART = 3.5
"""Rows of one table stand no further apart than so many heights of a line: the sums of a bill keep two."""
_WORD_GAP = 2.5
"""Parts of a line with a gap of up to so many heights between may be one cell all the same."""
_MOST_BETWEEN = 2
"""Lines of one part that may follow each other within a table: a name and its second line."""
_LEAST_ROWS = 2
_RULE = 0.3
"""A rule is less than this share of a line high."""
_MOST_RULES = 0.8
"""Up to this share of the bands may be rules and lines of text, the highest of which is a line of text; the
rest may be headings.
"""

Span = tuple[int, int]
"""Left and right of a part in pixels."""


@dataclass(frozen=True, slots=True)
class BandRow:
    """A line of a table: its parts, and in which column each of them stands."""

    parts: tuple[Box, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BandTable:
    """A table in bands `first` to `last`, both of it. `columns` are the parts of its widest row, `rows` come
    by band; `names` says which of them name the row below.
    """

    first: int
    last: int
    columns: tuple[Box, ...]
    rows: dict[int, BandRow]
    names: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.columns)

    def moved(self, places: Sequence[int]) -> BandTable:
        """The same table where its bands are those at other places."""
        rows = {places[at]: row for at, row in self.rows.items()}
        names = frozenset(places[at] for at in self.names)
        return BandTable(places[self.first], places[self.last], self.columns, rows, names)

    def rows_below(self, band: int) -> int:
        """How many rows of several parts follow a band."""
        return sum(len(row.parts) > 1 for at, row in self.rows.items() if at > band)


def tables_of(bands: Sequence[LineBand]) -> list[BandTable]:
    """The tables of one page, whose bands come in reading order."""
    heights = sorted(band.height_px for band in bands)
    least_px = _RULE * heights[int(_MOST_RULES * len(heights))] if heights else 0.0
    # Rules between the rows are no lines of them.
    places = [at for at, band in enumerate(bands) if band.height_px >= least_px]
    lines = [bands[at] for at in places]
    return [table.moved(places) for table in _tables(lines)]


def _tables(bands: Sequence[LineBand]) -> list[BandTable]:
    found: list[BandTable] = []
    at = 0
    while at < len(bands):
        run = _run(bands, at)
        if len(run) >= _LEAST_ROWS:
            found.append(_table(bands, run, found[-1].last + 1 if found else 0))
            at = max(run) + 1
        else:
            at += 1
    return found


def _run(bands: Sequence[LineBand], first: int) -> dict[int, tuple[Box, ...]]:
    """The rows of several parts from a band on that share columns, by band; empty where it has one part."""
    if len(bands[first].parts) < 2:
        return {}
    run = {first: _boxes(bands[first])}
    widest, last = run[first], first
    for at in range(first + 1, len(bands)):
        band = bands[at]
        if not _is_below(bands[at - 1], band) or at - last > _MOST_BETWEEN + 1:
            break
        if len(band.parts) < 2:
            continue
        tolerance = ALIGNED * band.height_px
        row = _boxes(band)
        if len(row) > len(widest) and all(_fits(each, row, tolerance) for each in run.values()):
            widest = row
        elif not _fits(row, widest, tolerance):
            row = _joined(row, widest, tolerance, _WORD_GAP * band.height_px)
            if not row:
                break
        run[at], last = row, at
    return run


def _table(bands: Sequence[LineBand], run: dict[int, tuple[Box, ...]], least: int) -> BandTable:
    """The table of a run, with the lines of one part in it and the one that leads in; not above `least`."""
    first, last = min(run), max(run)
    columns = max(run.values(), key=len)
    between = [at for at in range(first, last) if at not in run]
    names = _names(run, between)
    if names and first > least and _is_name(bands, first - 1, names):
        first -= 1
        between.insert(0, first)
        names.insert(0, first)
    rows = {at: BandRow(row, _columns(row, columns, bands[at].height_px)) for at, row in run.items()}
    rows |= {at: BandRow((bands[at].box,), (_nearest(bands[at].box, columns),)) for at in between}
    return BandTable(first, last, columns, rows, frozenset(names))


def _names(run: Collection[int], between: Sequence[int]) -> list[int]:
    """The lines of one part above the rows of several, where they name them: at least one for every other row
    down to the last of them.
    """
    names = [at for at in between if at + 1 in run]
    named = sum(at <= names[-1] + 1 for at in run) if names else 0
    return names if len(names) >= named // 2 else []


def _is_name(bands: Sequence[LineBand], at: int, names: Sequence[int]) -> bool:
    """Whether a line is one more of these: as far to the left, and as close to the row below it."""
    name, tolerance = bands[at], ALIGNED * bands[at].height_px
    left = median(bands[each].box[0] for each in names)
    apart = median(bands[each + 1].box[1] - bands[each].box[3] for each in names)
    is_close = abs(bands[at + 1].box[1] - name.box[3] - apart) <= tolerance
    return not name.parts and abs(name.box[0] - left) <= tolerance and is_close


def _boxes(band: LineBand) -> tuple[Box, ...]:
    return tuple(part.box for part in band.parts)


def _is_below(upper: LineBand, lower: LineBand) -> bool:
    """Whether a line stands below another, near enough for a row of its table."""
    gap = lower.box[1] - upper.box[3]
    height = max(upper.height_px, lower.height_px)
    return -height / 2 < gap <= _MOST_APART * height


def _aligned(a: Box, b: Box, tolerance: float) -> bool:
    """Whether two parts share an edge or their middle."""
    return (
        abs(a[0] - b[0]) <= tolerance
        or abs(a[2] - b[2]) <= tolerance
        or abs(a[0] + a[2] - b[0] - b[2]) <= 2 * tolerance
    )


def _fits(row: Sequence[Box], columns: Sequence[Box], tolerance: float) -> bool:
    """Whether the parts of a row, but for its first, stand in columns of their own from left to right; what
    the first says may begin anywhere.
    """
    if len(row) > len(columns):
        return False
    at = len(columns)
    for part in reversed(row[1:]):
        at -= 1
        while at >= 0 and not _aligned(part, columns[at], tolerance):
            at -= 1
        if at < 0:
            return False
    return at > 0


def _joined(
    row: tuple[Box, ...], columns: Sequence[Box], tolerance: float, most_apart: float
) -> tuple[Box, ...]:
    """The row with parts that stand in no column made one with what is left of them; empty where even that
    fits no columns.
    """
    joined = [row[0]]
    for part in row[1:]:
        last = joined[-1]
        is_placed = any(_aligned(part, column, tolerance) for column in columns[1:])
        if not is_placed and part[0] - last[2] <= most_apart:
            joined[-1] = (last[0], min(last[1], part[1]), part[2], max(last[3], part[3]))
        else:
            joined.append(part)
    return tuple(joined) if len(joined) > 1 and _fits(joined, columns, tolerance) else ()


def _columns(row: Sequence[Box], columns: Sequence[Box], height_px: float) -> tuple[int, ...]:
    """The column of each part of a row, rising."""
    if len(row) == len(columns):
        return tuple(range(len(columns)))
    at, places = len(columns), []
    for number in range(len(row) - 1, 0, -1):
        at -= 1
        while at > number and not _aligned(row[number], columns[at], ALIGNED * height_px):
            at -= 1
        places.append(at)
    return (min(_nearest(row[0], columns), at - 1), *reversed(places))


def _nearest(part: Box, columns: Sequence[Box]) -> int:
    """The column that a part begins in, or nearest to."""
    return min(range(len(columns)), key=lambda at: abs(columns[at][0] - part[0]))
