"""Photographs told from screens, and print on them told from the edges of the paper. Any thread; numpy only.

A letter is a stroke: brighter or darker than what lies on both sides of it. The border of a sheet on a
table is a step, however sharp. Morphological closing and opening fill strokes and leave steps as they are
(F. Meyer, "Contrast feature extraction", 1979: the top-hat transformation).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.layout.ink import Mask, dilated, peaks, text_size

_SAME_SHARE = 0.56
"""Share of neighbouring pixels that are equal: photos and noisy scans have 5 to 51 %, screens saved as JPEG
61 % and more."""
_STROKE_EM = 1.0
"""No stroke of a title four times as large as the print is wider than this."""
_STROKE_PX = (7, 48)
_STROKE_CONTRAST = 14
"""Levels by which a stroke differs from both of its sides."""


def is_photographed(rgb: Image.Image) -> bool:
    """Whether a picture has the uneven ground of a photo or a noisy scan."""
    levels = np.asarray(rgb.getchannel("G"))[:: max(1, rgb.height // 400)]
    return levels.shape[1] > 1 and float((levels[:, 1:] == levels[:, :-1]).mean()) < _SAME_SHARE


def without_edges(mask: Mask, small: Image.Image) -> Mask:
    """The ink of a photo at the working scale without the borders of sheets and shadows."""
    levels = np.asarray(small.convert("L"))
    reach = int(min(max(_STROKE_EM * text_size(mask), _STROKE_PX[0]), _STROKE_PX[1])) // 2
    strokes = np.maximum(_closed(levels, reach) - levels, levels - _opened(levels, reach))
    # Ink is marked on either side of a stroke's outline too.
    near = dilated(dilated(strokes >= _STROKE_CONTRAST, 1, axis=0), 1, axis=1)
    kept: Mask = mask & near
    return kept


def _closed(levels: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """Dark strokes filled from around."""
    return np.invert(peaks(np.invert(peaks(levels, reach)), reach))


def _opened(levels: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """Bright strokes filled from around."""
    return np.invert(_closed(np.invert(levels), reach))
