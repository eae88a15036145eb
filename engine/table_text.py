"""One line of text as a row of a table: which of its words stand in which cell. Pure functions; any thread.

A line read as plain text has no columns, so it is cut where the widths of its words agree best with those of
the parts of its ink, through a sum only where the widths say so plainly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from engine.answers.values import VALUES, Shape
from engine.layout import Box
from engine.markdown_joints import columns_of
from engine.placement import width_em
from engine.table_bands import ALIGNED, BandRow

Span = tuple[int, int]
Edit = tuple[int, int, str]
"""From and up to which character, and what stands there instead."""

_HEADING = re.compile(r"\s*#{1,6} +")
_WORD = re.compile(r"\S+")
_CELL_WORD = re.compile(r"(?:\\\||[^\s|])+")
_BAR = re.compile(r"(?<!\\)\|")
_SUM = re.compile(rf"(?:{VALUES[Shape.MONEY].pattern}|(?<![\w.,])-?\d{{1,3}}(?:[.,]\d{{3}})+(?![\w.,]))-?")
_SUM_AT_END = re.compile(rf"(?:{_SUM.pattern})(?:\s?[*#]|\s[A-Z]\d?)?\s*$")
"""A sum, and the letter of its tax rate or a star behind it."""
_SUM_CUT = 1.0
"""In ems: "2 103.64" may be one sum, or a count and one."""
_VALUE = re.compile(r"\d|:(?=\s|$)")


def is_written_row(line: str) -> bool:
    """Whether a line is written as a row already."""
    return columns_of(line) > 0


def has_bars(line: str) -> bool:
    """Whether bars of a line part cells: it is a row, or one that lacks the bar at one of its ends."""
    return line.strip().startswith("|") or line.strip().endswith(" |")


def is_lone_cell(line: str) -> bool:
    """Whether all the words of a line stand in one cell, of which a bar may be missing."""
    if not (line.startswith("| ") or line.endswith(" |")):
        return False
    return sum(bool(cell.strip()) for cell in _BAR.split(line)) == 1


def ends_with_sum(line: str) -> bool:
    """Whether the last word of a line is a sum of money: what is paid for stands in such lines."""
    return _SUM_AT_END.search(line.rstrip(" |") if has_bars(line) else line) is not None


def has_value(line: str) -> bool:
    """Whether a line holds a number, or a label before what it labels: what names columns holds neither."""
    return _VALUE.search(line) is not None


def plain(line: str) -> str:
    """A line without the marks of a row or a heading."""
    return " ".join(line[start:stop] for start, stop in _words(line))


def cells_in(line: str) -> list[list[Span]]:
    """The words of each cell of a written row, without empty cells."""
    bars = [match.start() for match in _BAR.finditer(line)]
    words = _words(line)
    cells = [[word for word in words if left < word[0] < right] for left, right in pairwise(bars)]
    return [cell for cell in cells if cell]


def row_edits(line: str, row: BandRow, columns: Sequence[Box]) -> list[Edit]:
    """What makes a line the row of a table with these columns; nothing where it is written as one."""
    width = len(columns)
    if columns_of(line) == width:
        return []
    cells = cells_in(line) if is_written_row(line) else []
    if len(cells) != len(row.columns):
        cells = _cut(line, row.parts)
    if not cells:
        return _edits(line, [_words(line)], (0,), width)
    cells, places = _parted(line, cells, row, columns)
    return _edits(line, cells, places, width)


def plain_edits(line: str) -> list[Edit]:
    """What makes a row of one cell a line of text."""
    words = _words(line)
    return [(0, words[0][0], ""), (words[-1][1], len(line), "")] if words else []


def _edits(line: str, cells: Sequence[Sequence[Span]], columns: Sequence[int], width: int) -> list[Edit]:
    """The bars between cells and a space between the words of one, where the line has anything else."""
    wanted = [(0, cells[0][0][0], "|" + "  |" * columns[0] + " ")]
    for number, cell in enumerate(cells):
        wanted += [(a[1], b[0], " ") for a, b in pairwise(cell)]
        if number + 1 < len(cells):
            empty = columns[number + 1] - columns[number] - 1
            wanted.append((cell[-1][1], cells[number + 1][0][0], " |" + "  |" * empty + " "))
    wanted.append((cells[-1][-1][1], len(line), " |" + "  |" * (width - 1 - columns[-1])))
    return [edit for edit in wanted if line[edit[0] : edit[1]] != edit[2]]


def _words(line: str) -> list[Span]:
    """The words of a line but for the bars of a row and the mark of a heading."""
    heading = _HEADING.match(line)
    word = _CELL_WORD if has_bars(line) else _WORD
    return [match.span() for match in word.finditer(line, heading.end() if heading else 0)]


def _cut(line: str, parts: Sequence[Box]) -> list[list[Span]]:
    """The words of a line shared out among the parts of its ink; nothing where there are too few."""
    words = _words(line)
    if len(words) < len(parts):
        return []
    widths = [width_em(line[start:stop]) for start, stop in words]
    inks = [float(max(1, part[2] - part[0])) for part in parts]
    scale = sum(widths) / sum(inks)
    sums = [match.span() for match in _SUM.finditer(line)]
    dear = [any(a < word[0] < b for a, b in sums) for word in words] + [False]
    # best[n] is the cheapest way to share out the first n words among the parts so far, and its cuts.
    best: list[tuple[float, list[int]] | None] = [(0.0, [0]), *[None] * len(words)]
    for ink in inks:
        grown: list[tuple[float, list[int]] | None] = [None] * (len(words) + 1)
        for stop in range(1, len(words) + 1):
            ways = [
                (way[0] + abs(sum(widths[start:stop]) - ink * scale) + _SUM_CUT * dear[stop], [*way[1], stop])
                for start, way in enumerate(best[:stop])
                if way is not None
            ]
            grown[stop] = min(ways, default=None)
        best = grown
    cuts = best[-1][1] if best[-1] else []
    return [words[a:b] for a, b in pairwise(cuts)]


def _parted(
    line: str, cells: Sequence[list[Span]], row: BandRow, columns: Sequence[Box]
) -> tuple[list[list[Span]], list[int]]:
    """The cells and their columns, a date or count apart from the words close behind it where those begin the
    next column, which is empty.
    """
    out: list[list[Span]] = []
    places: list[int] = []
    for cell, column, part in zip(cells, row.columns, row.parts, strict=True):
        after = column + 1
        is_free = after < len(columns) and after not in row.columns
        at = _beginning_at(line, cell, part, columns[after][0]) if is_free else 0
        out += [cell[:at], cell[at:]] if at else [cell]
        places += [column, after] if at else [column]
    return out, places


def _beginning_at(line: str, cell: Sequence[Span], part: Box, left: int) -> int:
    """Which word of a cell that begins with a number stands at `left`; 0 for none."""
    stop = cell[-1][1]
    if len(cell) < 2 or not line[cell[0][0]].isdigit():
        return 0
    scale = (part[2] - part[0]) / width_em(line[cell[0][0] : stop])
    lefts = [part[2] - scale * width_em(line[word[0] : stop]) for word in cell]
    at = min(range(1, len(cell)), key=lambda at: abs(lefts[at] - left))
    return at if abs(lefts[at] - left) <= ALIGNED * (part[3] - part[1]) else 0
