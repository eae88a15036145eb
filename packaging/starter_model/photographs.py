"""Paper as a telephone sees it once its lines were made level: soft, unevenly lit, bent a little, on a desk.

Runs in the picture workers; a row of `pictures.FLAWS` says what the accelerator does to it.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from starter_model.page import Page, Theme, readable


def paper(rng: random.Random) -> Theme:
    """Light paper with dark ink, as tills and printers give it; pale where the head was cold."""
    tone = rng.randint(225, 255)
    ground = (tone, max(0, tone - rng.randint(0, 8)), max(0, tone - rng.randint(0, 22)))
    dark = rng.choice([20, 30, 30, 45, 70, 100])
    ink = (dark, dark, min(255, dark + rng.randint(0, 25)))
    middle = (tone + dark) // 2
    return Theme(ground, ink, ground, ink, ground, (middle - 30,) * 3, (middle,) * 3)


def desk(p: Page, margins: tuple[float, float, float, float]) -> None:
    """What lies beyond the sheet, never over text; `margins`: left, top, right, bottom."""
    r = p.rng
    shade = r.randint(30, 130)
    colour = (shade, max(0, shade - r.randint(0, 30)), max(0, shade - r.randint(0, 50)))
    for side, room in enumerate(margins):
        if room < 5 * p.scale or r.random() < 0.5:
            continue
        a, b = r.uniform(0, room * 0.7), r.uniform(0, room * 0.7)
        w, h = p.width, p.height
        p.draw.polygon(
            (
                [(0, 0), (a, 0), (b, h), (0, h)],
                [(0, 0), (w, 0), (w, a), (0, b)],
                [(w, 0), (w - a, 0), (w - b, h), (w, h)],
                [(0, h), (w, h), (w, h - a), (0, h - b)],
            )[side],
            fill=colour if r.random() < 0.8 else readable(r, p.theme.paper, 40),
        )


def flaws(rng: random.Random, row: NDArray[np.float32], size: float) -> None:
    """Light from one side, a shadow, a lens softer for large letters (`size`, px), some noise, JPEG."""
    row[10] = min(0.07 * size, rng.choice([rng.uniform(0.35, 0.8), rng.uniform(0.5, 1.3)]))
    row[11] = rng.uniform(0.005, 0.03)
    row[12] = rng.uniform(60, 92)
    row[13], row[14], row[15] = rng.uniform(0.55, 1.0), rng.uniform(-0.15, 0.08), rng.uniform(0.8, 1.4)
    row[18], row[19] = rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)
    if rng.random() < 0.6:
        row[20] = rng.uniform(0.1, 0.4)
    if rng.random() < 0.2:
        row[21] = rng.uniform(0.01, 0.05)
