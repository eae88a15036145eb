"""Which ink is rules: sides of tables and fields, edges of cards and panels. Any thread; numpy only.

Pure functions; arrays are `[H, W]`. A rule is long, thin and has nothing beside it somewhere. What is as
thick as a line of small print must be of one colour along itself, too, and long in either direction.
"""

from __future__ import annotations

import numpy as np

from engine.layout.morphology import Mask, Steps, closed, dilated, opened

RULE_LENGTH_PX = 96
RULE_THICKNESS_PX = 6
"""A level run this long and thinner than this is a rule; local contrast makes three pixels five."""
_FREE_RULE_PX = 32
"""Somewhere a rule has nothing above and below for so long; what looks like one along the feet of letters
that stand close has letters above it everywhere."""
_MENDED_PX = 12
_MENDED_ENDS_PX = 32
_MENDED_THICK_EM = 0.45
"""Small letters are half an em high: whole lines of them are mended, too."""
_MENDED_ROWS_PX = 2
"""Turning breaks pale rules and smears them over more rows, of which the middle ones may be blank."""
_MENDED_LEAST_PX = 50
"""What filled gaps make of dashes at the end of a line is up to 45 px long, pieces of rules are longer."""
_STANDING_RULE_PX = 40
_STANDING_RULE_EM = 4.0
"""Upright runs are rules from four ems on: no stroke of a letter is that long, sides of cards are."""
_STRONG_RULE_PX = 12
"""Rules of a screen at 200 %, smoothed: local contrast makes two pixels eight."""
_EVEN_PX = 32
"""A stronger rule is of one colour for so long at a time; strokes of print change every few pixels."""
_CROSSING_PX = 10
"""Half of what a crossing rule, smoothed, takes out of one."""


def rules_across(mask: Mask, along: Steps | None, text_px: float, *, mended: bool = False) -> Mask:
    """Horizontal rules of a mask. `along` is how a pixel stands to the one before it in its row; without it
    only thin rules are found. `text_px` is the size of the print.

    `mended`: rules may be broken, as turning leaves faint ones.
    """
    return _found(mask, along, RULE_LENGTH_PX, text_px, mended=mended)


def rules_down(mask: Mask, along: Steps | None, text_px: float, *, mended: bool = False) -> Mask:
    """The same for upright rules; `along` is how a pixel stands to the one above."""
    tall = int(max(_STANDING_RULE_PX, _STANDING_RULE_EM * text_px))
    turned = None if along is None else along.T
    return _found(np.ascontiguousarray(mask.T), turned, tall, text_px, mended=mended).T


def _found(mask: Mask, along: Steps | None, length: int, text_px: float, *, mended: bool) -> Mask:
    if mended:
        thick = min(RULE_THICKNESS_PX + _MENDED_ROWS_PX, max(3, int(_MENDED_THICK_EM * text_px)))
        rules = level_rules(mask, length, thick, _MENDED_PX)
        # Ends that lie apart from the rest of a rule, too.
        return dilated(dilated(rules, 1, axis=0), _MENDED_ENDS_PX, axis=1)
    rules = level_rules(mask, length)
    return (
        rules if along is None else rules | _strong_rules(mask & ~rules, along, max(length, RULE_LENGTH_PX))
    )


def _strong_rules(mask: Mask, along: Steps, length: int) -> Mask:
    """Horizontal runs of a mask that are thicker than print is sure not to be, and of one colour."""
    even = opened(mask & (along == 0), _EVEN_PX, axis=1)
    if not even.any():
        return even
    candidates = mask & closed(even, _CROSSING_PX, axis=1)
    return level_rules(candidates, length, _STRONG_RULE_PX, others=mask & ~candidates)


def level_rules(
    mask: Mask, length: int, thick: int = RULE_THICKNESS_PX, gap: int = 0, others: Mask | None = None
) -> Mask:
    """Horizontal runs of a mask that are at least `length` long, thinner than `thick` and stand free of each
    other and of `others` somewhere; gaps of up to twice `gap` do not end a run.
    """
    rules = opened(closed(mask, gap, axis=1) if gap else mask, length, axis=1)
    if not rules.any():
        return rules
    if gap:
        rules = closed(rules, _MENDED_ROWS_PX, axis=0)
    rules &= ~dilated(opened(rules, thick, axis=0), 2, axis=0)
    beside = mask & ~rules
    if others is not None:
        beside |= others
    free = rules & ~dilated(beside, thick, axis=0)
    rows = np.nonzero(free.any(axis=1))[0]
    if rows.size == 0:
        return free
    rules[~free.any(axis=1)] = False
    rules[rows] = _touching(rules[rows], opened(free[rows], _FREE_RULE_PX, axis=1))
    return opened(rules, _MENDED_LEAST_PX, axis=1) if gap else rules


def _touching(lines: Mask, seeds: Mask) -> Mask:
    """The horizontal runs that hold a seed; `seeds` lie within `lines`."""
    edged = np.zeros((lines.shape[0], lines.shape[1] + 1), np.bool_)
    edged[:, 1:] = lines
    run = np.cumsum((edged[:, 1:] & ~edged[:, :-1]).ravel(), dtype=np.int32)
    kept = np.zeros(int(run[-1]) + 1, np.bool_)
    kept[run[seeds.ravel()]] = True
    touching: Mask = lines & kept[run].reshape(lines.shape)
    return touching
