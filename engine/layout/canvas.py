"""What a model can take in one piece. Frozen; any thread."""

from __future__ import annotations

import math
from dataclasses import dataclass

MARGIN_PX = 8
"""Paper around the ink, in model pixels: half a visual token, so that no letter touches the border."""
_STRIP_PX = 960
_MAX_ASPECT = 16
"""The bundled model was taught single lines up to 768 px and pages up to ten times as wide as high; both are
stretched a little, since a line cut in two loses the context at the cut."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The bounds of a region as the model is shown it, in model pixels."""

    area_px: int
    width_px: int
    height_px: int
    multiple_px: int
    characters: int
    rows_apart: bool = True
    """Whether two or three rows of cells are too few to be read across when shown together."""

    def size(self, width_px: float, height_px: float, scale: float) -> tuple[int, int]:
        """The padded size of a box shown at `scale`."""
        return self._padded(width_px * scale), self._padded(height_px * scale)

    def _padded(self, side_px: float) -> int:
        return max(1, math.ceil((side_px + 2 * MARGIN_PX) / self.multiple_px)) * self.multiple_px

    def holds(self, width_px: float, height_px: float, scale: float) -> bool:
        """Whether a box fits at `scale`, margins included."""
        width, height = self.size(width_px, height_px, scale)
        return width * height <= self.area_px and width <= self.width_px and height <= self.height_px

    def holds_whole(self, width_px: int, height_px: int) -> bool:
        """Whether a picture fits as it is, padded to multiples only."""
        width, height = self.whole_size(width_px, height_px)
        return width * height <= self.area_px and width <= self.width_px and height <= self.height_px

    def whole_size(self, width_px: int, height_px: int) -> tuple[int, int]:
        """The size of a picture padded to multiples only."""
        step = self.multiple_px
        return -(-width_px // step) * step, -(-height_px // step) * step

    def is_flat(self, width_px: float, height_px: float, scale: float) -> bool:
        """Whether a box is a line so long that it is better read in two."""
        width, height = self.size(width_px, height_px, scale)
        return width > _STRIP_PX and width > _MAX_ASPECT * height
