"""Which line of text stands in which bands of ink. Pure functions; any thread; numpy only.

Both are in reading order, so this is an alignment of two sequences (S. Needleman and C. Wunsch, "A general
method applicable to the search for similarities in the amino acid sequence of two proteins", 1970). What they
are compared by is width: the band's ink against what the text's letters would take at the band's height. A
line of text may also fill several bands, where a model writes a wrapped paragraph as one line, and lines may
share one, as the words on two buttons do. Icons and drawings are bands without text; text that was misread
beyond likeness has no band. Such a line gets no place rather than a likely one.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.layout import Box, LineBand

_LINE_SKIP = 0.5
_BAND_SKIP = 0.3
"""Costs of leaving a line or a band alone. A pair is matched while its widths differ by less than e^0.8,
2.2 times: faces differ by a quarter, a line and its neighbour in ragged text by more."""
_WRAP = 0.06
_SHARE = 0.1
"""What each further band of a line, and each further line in a band, costs: the plain pair comes first."""
_MOST_WRAPPED = 24
"""Bands that one line of text may fill: a paragraph of a column."""
_MOST_SHARING = 4
_WRAP_GAP = 1.3
_WRAP_HEIGHTS = 2.0
"""Lines of one paragraph stand no further apart than this many of their heights, and are no more unlike."""
_MOST_PAIRS = 200_000
"""Lines times bands, beyond which nothing is placed: a text so much longer than its picture was not read
from it."""

_NARROW = frozenset("iljtfrI1.,:;'`!|()[]{}/\\ \"-")
_WIDE = frozenset("mwMWQOGDHNUAVXK@%&—…")
_NARROW_EM, _USUAL_EM, _WIDE_EM, _FULL_EM = 0.31, 0.53, 0.76, 1.0
"""Advance widths, rounded means over common sans and serif faces."""
_RISING = frozenset("bdfhijklt")
_HANGING = frozenset("gjpqyQç,;()[]{}|@$/\\")
_FLAT = frozenset("-–—_.=~·•… ")
_FLAT_EM, _X_HEIGHT_EM, _ASCENDER_EM, _DESCENDER_EM = 0.12, 0.53, 0.2, 0.2


def place_lines(
    texts: Sequence[str], bands: Sequence[LineBand], *, complete: bool = True
) -> list[Box | None]:
    """The box of each line of text; None for those that fit no band in order.

    A text that is not `complete` was cut: its last line may go on, and bands below it wait for theirs.
    """
    alignment = _aligned(texts, bands, complete=complete)
    return alignment.places if alignment else [None] * len(texts)


def band_of_last(texts: Sequence[str], bands: Sequence[LineBand]) -> int | None:
    """The band that the last of some whole lines has to itself, where more may follow; None for no such."""
    alignment = _aligned(texts, bands, complete=True, ends=False)
    return alignment.last_band if alignment else None


def _aligned(
    texts: Sequence[str], bands: Sequence[LineBand], *, complete: bool, ends: bool = True
) -> _Alignment | None:
    if not texts or not bands or len(texts) * len(bands) > _MOST_PAIRS:
        return None
    alignment = _Alignment(texts, bands, complete=complete, ends=ends)
    # The face is the same for most of a page: how much wider than usual it is comes from the first round.
    alignment.run()
    alignment.learn_face()
    alignment.run()
    return alignment


def width_em(text: str) -> float:
    """How wide a line is at a size of one em; white space counts as one space wherever it stands."""
    return max(0.2, sum(_advance_em(character) for character in " ".join(text.split())))


@dataclass(frozen=True, slots=True)
class _Match:
    """Lines [line, line + lines) stand in bands [band, band + bands); one of both counts is 1."""

    line: int
    lines: int
    band: int
    bands: int


class _Alignment:
    """The cheapest alignment of one region's text with its bands. `complete`: no line goes on; `ends`: nor do
    other lines follow, so that every band has been written or left alone.
    """

    def __init__(
        self, texts: Sequence[str], bands: Sequence[LineBand], *, complete: bool, ends: bool
    ) -> None:
        self._bands = bands
        self._complete = complete
        self._ends = ends and complete
        widths = np.array([width_em(text) for text in texts])
        self._slenderness = np.log(widths / np.array([_height_em(text) for text in texts]))
        self._weights = widths / (widths + 1.0)
        """The width of a few letters says little."""
        self._wraps = _wraps(bands)
        self._shares = _shares(bands)
        heights = np.array([band.height_px for band in bands])
        skips = _BAND_SKIP * np.minimum(1.0, heights / max(1.0, float(np.median(heights))))
        self._skipped = np.concatenate(([0.0], np.cumsum(skips)))
        self._bias = 0.0
        self._matches: list[_Match] = []

    @property
    def places(self) -> list[Box | None]:
        """The box of each line."""
        out: list[Box | None] = [None] * len(self._weights)
        for match in self._matches:
            if match.lines > 1:
                for offset, part in enumerate(_shared(self._bands[match.band], match.lines)):
                    out[match.line + offset] = part.box
            else:
                out[match.line] = _around(self._bands[match.band : match.band + match.bands])
        return out

    @property
    def last_band(self) -> int | None:
        """The band that the last line has to itself."""
        if not self._matches:
            return None
        last = self._matches[-1]
        is_alone = last.lines == last.bands == 1 and last.line == len(self._weights) - 1
        return last.band if is_alone else None

    def learn_face(self) -> None:
        """Take the median misfit of the lines that were placed as how the page's face differs from usual."""
        misfits = [
            float(self._misfits(match.line)[match.bands - 1, match.band + match.bands])
            for match in self._matches
            if match.lines == 1 and (self._complete or match.line < len(self._weights) - 1)
        ]
        if misfits:
            self._bias += float(np.median(misfits))

    def run(self) -> None:
        """Find the matches: dynamic programming over lines, each row over bands at once."""
        size = len(self._bands) + 1
        totals = [self._skipped.copy()]
        moves = np.zeros((len(self._weights), size), np.int8)
        lefts = np.zeros((len(self._weights), size), np.bool_)
        counts = np.arange(1, len(self._wraps) + 1)[:, None]
        # Where a match of so many bands begins; matches that would begin before the first cost infinity.
        before = np.maximum(0, np.arange(size)[None, :] - counts)
        extra = _WRAP * (counts - 1)
        for line in range(len(self._weights)):
            misfits = self._misfits(line)
            if line == len(self._weights) - 1 and not self._complete:
                # There may be more ink than text yet, never less. What is no paragraph stays infinite.
                misfits = np.where(np.isfinite(misfits), np.minimum(misfits, 0.0), misfits)
            costs = np.abs(misfits) * self._weights[line] + totals[line][before] + extra
            count = np.argmin(costs, axis=0)
            alone, cheapest = totals[line] + _LINE_SKIP, costs[count, np.arange(size)]
            best, moves[line] = np.minimum(alone, cheapest), np.where(cheapest < alone, count + 1, 0)
            self._share(line, totals, best, moves[line])
            # A band left alone comes from the left: a running minimum, with the cost of the way taken out.
            total = np.minimum.accumulate(best - self._skipped) + self._skipped
            lefts[line] = total < best - 1e-12
            totals.append(total)
        end = size - 1 if self._ends else int(np.argmin(totals[-1]))
        self._matches = _traced(moves, lefts, end)

    def _misfits(self, line: int) -> NDArray[np.float64]:
        """Log of the ink's width over the line's `[counts, places]`, for so many bands that end there."""
        misfits: NDArray[np.float64] = self._wraps - (self._slenderness[line] + self._bias)
        return misfits

    def _share(
        self,
        line: int,
        totals: list[NDArray[np.float64]],
        best: NDArray[np.float64],
        moves: NDArray[np.int8],
    ) -> None:
        """Try each band with parts for the lines that end with `line`."""
        for count, (at, logs) in enumerate(self._shares, start=2):
            first = line + 1 - count
            if first < 0:
                break
            misfits = np.abs(logs - self._slenderness[first : line + 1] - self._bias)
            cost = totals[first][at] + _SHARE * (count - 1) + misfits @ self._weights[first : line + 1]
            better = cost < best[at + 1]
            best[at[better] + 1], moves[at[better] + 1] = cost[better], -count


def _traced(moves: NDArray[np.int8], lefts: NDArray[np.bool_], end: int) -> list[_Match]:
    """The matches on the cheapest way that ends after band `end`."""
    matches: list[_Match] = []
    line, band = moves.shape[0] - 1, end
    while line >= 0:
        move = int(moves[line, band])
        if lefts[line, band]:
            band -= 1
        elif move > 0:
            matches.append(_Match(line, 1, band - move, move))
            line, band = line - 1, band - move
        elif move < 0:
            matches.append(_Match(line + 1 + move, -move, band - 1, 1))
            line, band = line + move, band - 1
        else:
            line -= 1
    return matches[::-1]


def _wraps(bands: Sequence[LineBand]) -> NDArray[np.float64]:
    """For 1, 2, 3 … consecutive bands that may be one paragraph, the log of their slenderness by where they
    end `[counts, places]`; infinite where they may not.
    """
    size = len(bands) + 1
    joins = np.array([_continues(a, b) for a, b in itertools.pairwise(bands)], np.bool_)
    inks = np.concatenate(([0.0], np.cumsum([max(1.0, band.ink_px) for band in bands])))
    heights = np.array([max(1.0, band.height_px) for band in bands])
    highest = heights.copy()
    joined = np.ones(len(bands), np.bool_)
    out: list[NDArray[np.float64]] = []
    for count in range(1, min(_MOST_WRAPPED, len(bands)) + 1):
        if count > 1:
            highest = np.maximum(highest[:-1], heights[count - 1 :])
            joined = joined[:-1] & joins[count - 2 :]
            if not joined.any():
                break
        logs = np.full(size, np.inf)
        logs[count:] = np.where(joined, np.log((inks[count:] - inks[:-count]) / highest), np.inf)
        out.append(logs)
    return np.stack(out)


def _shares(bands: Sequence[LineBand]) -> list[tuple[NDArray[np.intp], NDArray[np.float64]]]:
    """For 2, 3 … lines in a band, which bands have so many parts, and the logs of the parts' slenderness."""
    out: list[tuple[NDArray[np.intp], NDArray[np.float64]]] = []
    for count in range(2, _MOST_SHARING + 1):
        at = [index for index, band in enumerate(bands) if len(band.parts) >= count]
        logs = [[_slenderness(part) for part in _shared(bands[index], count)] for index in at]
        out.append((np.array(at, np.intp), np.log(np.array(logs, np.float64).reshape(len(at), count))))
    return out


def _continues(upper: LineBand, lower: LineBand) -> bool:
    """Whether a band may be the next line of a paragraph; one with wide gaps is none of prose."""
    if upper.parts or lower.parts:
        return False
    low, high = sorted((upper.height_px, lower.height_px))
    gap = lower.box[1] - upper.box[3]
    beside = lower.box[0] >= upper.box[2] or upper.box[0] >= lower.box[2]
    return not beside and high <= _WRAP_HEIGHTS * low and -high < gap <= _WRAP_GAP * high


def _slenderness(band: LineBand) -> float:
    return max(1.0, band.ink_px) / max(1.0, band.height_px)


def _shared(band: LineBand, count: int) -> list[LineBand]:
    """The band as `count` bands, parted at its widest gaps."""
    parts = band.parts
    gaps = [parts[i + 1].box[0] - parts[i].box[2] for i in range(len(parts) - 1)]
    cuts = sorted(sorted(range(len(gaps)), key=lambda i: -gaps[i])[: count - 1])
    edges = [0, *(cut + 1 for cut in cuts), len(parts)]
    out: list[LineBand] = []
    for index in range(count):
        mine = parts[edges[index] : edges[index + 1]]
        out.append(LineBand(_around(mine), band.height_px, sum(part.ink_px for part in mine)))
    return out


def _around(bands: Sequence[LineBand]) -> Box:
    return (
        min(band.box[0] for band in bands),
        min(band.box[1] for band in bands),
        max(band.box[2] for band in bands),
        max(band.box[3] for band in bands),
    )


def _advance_em(character: str) -> float:
    if character in _NARROW:
        return _NARROW_EM
    if character in _WIDE:
        return _WIDE_EM
    if character > "\u0300" and unicodedata.combining(character):
        return 0.0
    if character > "\u10ff" and unicodedata.east_asian_width(character) in "WF":
        return _FULL_EM
    return _USUAL_EM


def _height_em(text: str) -> float:
    """How high its ink is at a size of one em."""
    seen = set(text) - _FLAT
    if not seen:
        return _FLAT_EM
    rises = any(c in _RISING or not c.islower() for c in seen)
    return _X_HEIGHT_EM + (_ASCENDER_EM if rises else 0.0) + (_DESCENDER_EM if seen & _HANGING else 0.0)
