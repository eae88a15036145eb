"""Where the lines of a drawn page stand, and how well boxes agree with them. Any thread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from starter_model.evaluation.browser import Box

INK_CONTRAST = 40
"""Grey values from a line's paper: more is ink."""
SAME_LINE_SHARE = 0.5


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Runs of text at one height as one line; for pages of a single column."""
    lines: list[Box] = []
    for box in sorted(boxes, key=lambda b: (b[1] + b[3], b[0])):
        if lines:
            last = lines[-1]
            shared = min(last[3], box[3]) - max(last[1], box[1])
            if shared > SAME_LINE_SHARE * min(last[3] - last[1], box[3] - box[1]):
                lines[-1] = (
                    min(last[0], box[0]),
                    min(last[1], box[1]),
                    max(last[2], box[2]),
                    max(last[3], box[3]),
                )
                continue
        lines.append(box)
    return lines


def parted(picture: Image.Image, boxes: Sequence[Box]) -> list[Box]:
    """Boxes that reach into the line below end at the emptiest row that both hold; `boxes` from top to bottom.

    A browser's box is as high as the font, which is more than the line's height where lines stand close.
    """
    found = list(boxes)
    for n in range(len(found)):
        for k in range(n):
            above, below = found[k], found[n]
            shared = (max(above[0], below[0]), below[1], min(above[2], below[2]), above[3])
            if shared[0] >= shared[2] or not above[1] < shared[1] < shared[3] < below[3]:
                continue
            rows = _ink(picture, shared).sum(1)
            # The last of the emptiest: what hangs below a line reaches further than what stands on the next one.
            cut = shared[1] + len(rows) - 1 - int(rows[::-1].argmin())
            found[k], found[n] = (*above[:3], cut), (below[0], cut, *below[2:])
    return found


def _ink(picture: Image.Image, box: Box) -> NDArray[np.bool_]:
    part = np.asarray(picture.crop(box).convert("L"), np.int16)
    return np.abs(part - np.median(part)) > INK_CONTRAST


def inked(picture: Image.Image, box: Box) -> Box | None:
    """The box around the ink within a box; None where there is none."""
    if box[2] <= box[0] or box[3] <= box[1]:
        return None
    ink = _ink(picture, box)
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    if not len(rows):
        return None
    left, top = box[0], box[1]
    return (
        left + int(columns[0]),
        top + int(rows[0]),
        left + int(columns[-1]) + 1,
        top + int(rows[-1]) + 1,
    )


def drawn_lines(picture: Image.Image, boxes: Sequence[Box], columns: bool = False) -> list[Box]:
    """The inked lines of a page; with `columns` each run is a line, whatever stands beside it."""
    lines = sorted(boxes, key=lambda box: box[1]) if columns else joined(boxes)
    found = [inked(picture, box) for box in parted(picture, lines)]
    return [box for box in found if box is not None]


def overlap(a: Box, b: Box) -> float:
    """Intersection over union."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def agreement(drawn: Sequence[Box], found: Sequence[Box]) -> list[float]:
    """For each drawn line the best overlap with a found one."""
    return [max((overlap(line, box) for box in found), default=0.0) for line in drawn]
