"""Photographs told from screens, and print on them told from the edges of the paper. Any thread; numpy only.

A letter is a stroke: brighter or darker than what lies on both sides of it. The border of a sheet on a
table is a step, however sharp. Morphological closing and opening fill strokes and leave steps as they are
(F. Meyer, "Contrast feature extraction", 1979: the top-hat transformation).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.layout.ink import local_spans, text_size
from engine.layout.morphology import Mask, dilated, peaks

_SAME_SHARE = 0.56
"""Share of neighbouring pixels that are equal: photos and noisy scans have 5 to 51 %, screens saved as JPEG
61 % and more."""
_TEXTURE_INK = 0.12
_TEXTURE_KEPT = 0.75
"""Where so much is ink and so little of it strokes, it is no print: that of photographed pages is 0.08 to
0.11 of the picture, and 0.8 to 0.93 of it is strokes. It stays in one piece, which is read sooner."""
_STROKE_EM = 0.8
"""No stroke of a title three times as large as the print is wider than this."""
_STROKE_PX = (7, 48)
_STROKE_CONTRAST = 14
"""Levels by which a stroke differs from both of its sides."""
_STROKE_SHARE = 0.6
"""The same as a share of the contrast around; a border that is not quite level has a fifth of it."""


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
    clear = (strokes >= _STROKE_CONTRAST) & (strokes >= local_spans(small) * _STROKE_SHARE)
    near = dilated(dilated(clear, 1, axis=0), 1, axis=1)
    kept: Mask = mask & near
    textured = mask.mean() > _TEXTURE_INK and kept.sum() < _TEXTURE_KEPT * mask.sum()
    return mask if textured else kept


def _closed(levels: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """Dark strokes filled from around."""
    return np.invert(peaks(np.invert(peaks(levels, reach)), reach))


def _opened(levels: NDArray[np.uint8], reach: int) -> NDArray[np.uint8]:
    """Bright strokes filled from around."""
    return np.invert(_closed(np.invert(levels), reach))
