"""Pictures whose upper or lower edge runs through a line: that line is not read, the whole ones are.

Runs in the picture workers. A page is drawn a little taller than its picture, which is a window on it.
"""

from __future__ import annotations

import random

from starter_model.page import NOWHERE, Ink, Page, Span

READ_SHARE = 0.1
"""So much of its capitals may a line lose and still be read."""
LOST_SHARE = 0.3
"""From here on it is not read; windows between the two are not shown, since people disagree on them."""
HIDDEN_SHARE = 0.75
"""From here on nothing speaks of a line any more."""


def spare(rng: random.Random, height: int, size: float) -> int:
    """Rows, in canvas pixels, by which a page is drawn taller than its picture of `height`."""
    return round(size * rng.uniform(1.2, 2.0) + height * rng.uniform(0, 0.2))


def lost(ink: Ink, top: float, bottom: float) -> float:
    """Share of a run's capitals that the window from `top` to `bottom` does not show."""
    high, low = ink
    seen = min(low, bottom) - max(high, top)
    return 1.0 - max(0.0, seen) / (low - high)


def _verdicts(lines: list[Span], top: float, bottom: float) -> list[bool] | None:
    """Of each line whether it is read; None where no line is cut or one of them is cut by too little."""
    verdicts, cut = [], False
    for line in lines:
        shares = [lost(ink, top, bottom) for ink in line.inks]
        whole = all(share <= READ_SHARE for share in shares)
        if not whole and any(share < LOST_SHARE for share in shares):
            return None
        cut = cut or (not whole and any(share < HIDDEN_SHARE for share in shares))
        verdicts.append(whole)
    return verdicts if cut else None


def cut(page: Page, rng: random.Random, height: int) -> bool:
    """Make the picture a window of `height` canvas pixels that cuts a line; false where none does.

    The page's image must have its canvas size already. What was noted for questions is forgotten: some of it
    may have stood on what is not seen any more.
    """
    tops = list(range(page.image.height - height + 1))
    rng.shuffle(tops)
    for top in tops:
        verdicts = _verdicts(page.lines, top * page.scale, (top + height) * page.scale)
        if verdicts is None:
            continue
        page.image = page.image.crop((0, top, page.image.width, top + height))
        page.lines = [line for line, read in zip(page.lines, verdicts, strict=True) if read]
        for line in page.lines:
            line.centres = [c if c is NOWHERE else (c[0], c[1] - top * page.scale) for c in line.centres]
        page.edged, page.facts, page.fields = True, {}, {}
        return True
    return False
