"""Sharing out a row of values among the labels above it. Pure functions; any thread.

A line of text has no columns any more, so what belongs to which label follows from the order and from what
values look like: the cheapest way to cut the line into one piece a label (dynamic programming over words).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.answers.labels import Label
from engine.answers.values import VALUES, YEARLESS, Shape, is_of

_MISFIT, _EMPTY, _ANY, _WORD, _STRAY, _YEARLESS = 4.0, 3.0, 0.5, 0.1, 0.6, 0.2
"""Costs of a piece: of another shape than its label's, of no word, of any shape, of each further word of such
a one, of a date or a sum below a label that asks for neither, of a day without its year."""
_MOST_CELLS, _MOST_WORDS = 8, 40


@dataclass(frozen=True, slots=True)
class Cell:
    """A label of the row, None for words that are in no list, and what its value looks like."""

    label: Label | None
    shape: Shape


def shared_out(cells: Sequence[Cell], text: str) -> list[tuple[Cell, str]]:
    """The cells whose value is not in doubt, each with its text."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    if not words or len(cells) > _MOST_CELLS or len(words) > _MOST_WORDS:
        return []
    cuts = _cuts(cells, words, text)
    pieces = [text[words[a][0] : words[b - 1][1]] if b > a else "" for a, b in pairwise(cuts)]
    strict = [
        cell.shape in VALUES and _cost(cell, piece) < _EMPTY
        for cell, piece in zip(cells, pieces, strict=True)
    ]
    if not any(strict):
        return []
    return [
        (cell, piece)
        for at, (cell, piece) in enumerate(zip(cells, pieces, strict=True))
        if piece and (strict[at] or (_is_shut(strict, at) and cell.shape not in VALUES))
    ]


def _is_shut(strict: Sequence[bool], at: int) -> bool:
    """Whether a piece of any shape lies between two that are sure, or the ends of the line."""
    return (at == 0 or strict[at - 1]) and (at + 1 == len(strict) or strict[at + 1])


def _cuts(cells: Sequence[Cell], words: Sequence[tuple[int, int]], text: str) -> list[int]:
    """Where the pieces begin, as places in `words`, and where the last one ends."""
    best: list[tuple[float, list[int]]] = [(0.0, [0])] + [(float("inf"), [])] * len(words)
    for cell in cells:
        grown: list[tuple[float, list[int]]] = []
        for stop in range(len(words) + 1):
            options = [
                (cost + _cost(cell, text[words[start][0] : words[stop - 1][1]] if stop > start else ""), cuts)
                for start, (cost, cuts) in enumerate(best[: stop + 1])
                if cuts
            ]
            cost, cuts = min(options, key=lambda each: each[0], default=(float("inf"), []))
            grown.append((cost, [*cuts, stop] if cuts else []))
        best = grown
    return best[-1][1]


def _cost(cell: Cell, piece: str) -> float:
    if not piece:
        return _EMPTY
    if cell.shape in VALUES:
        if is_of(cell.shape, piece):
            return 0.0
        return _YEARLESS if cell.shape is Shape.DATE and YEARLESS.fullmatch(piece) else _MISFIT
    stray = any(is_of(shape, piece) for shape in (Shape.DATE, Shape.MONEY))
    return _ANY + _WORD * piece.count(" ") + (_STRAY if stray else 0.0)
