"""What a picture becomes for a model, from a few numbers: size and visual tokens. Any thread, no torch.

Source of `fit`: `smart_resize` of transformers 5.24, models/qwen2_vl/image_processing_pil_qwen2_vl.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """How a loaded model sees pictures.

    `side_px`: the side of one visual token; `canvas_px`: what is read in one piece, None for whole pictures;
    `read_tokens`, `ask_tokens`: what a picture may cost where the request says nothing.
    """

    side_px: int
    least_px: int
    most_px: int
    canvas_px: int | None
    read_tokens: int
    ask_tokens: int

    def seen(self, width_px: int, height_px: int, budget_tokens: int) -> tuple[int, int, int]:
        """Model width, model height and visual tokens of a picture that is given to the model whole."""
        most_px = min(self.most_px, max(1, budget_tokens) * self.side_px**2)
        width, height = fit(width_px, height_px, self.side_px, min(self.least_px, most_px), most_px)
        return width, height, (width // self.side_px) * (height // self.side_px)


def fit(width_px: int, height_px: int, factor: int, min_pixels: int, max_pixels: int) -> tuple[int, int]:
    """Width and height as multiples of `factor`, near the picture's own aspect, within the pixel limits
    where possible.

    A long thin picture can exceed `max_pixels`, since no side may fall below one factor; a side that rounds
    to nothing makes the product 0, which is below `min_pixels` (at least 1), so that it is scaled up to one
    factor.
    """
    # Python rounds halves to even, and so does the original.
    height, width = round(height_px / factor) * factor, round(width_px / factor) * factor
    if height * width > max_pixels:
        beta = math.sqrt((height_px * width_px) / max_pixels)
        height = max(factor, math.floor(height_px / beta / factor) * factor)
        width = max(factor, math.floor(width_px / beta / factor) * factor)
    elif height * width < min_pixels:
        beta = math.sqrt(min_pixels / (height_px * width_px))
        height = math.ceil(height_px * beta / factor) * factor
        width = math.ceil(width_px * beta / factor) * factor
    return width, height
