"""How the pixels that are laid out lie on the upright picture: a part of it, at a scale, perhaps turned.

Pure functions over frozen records; any thread; no torch.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PIL import Image

from engine.errors import RequestError
from engine.images import UprightImage
from engine.layout import Bend, Box

_TRANSPOSE = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}
"""Clockwise degrees; Pillow counts the other way round."""
TURNS_DEG = (0, 90, 180, 270)
MIN_PART_PX = 4
"""As for whole pictures: no script is legible in fewer rows."""


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Where pixels of `width_px` x `height_px`, turned clockwise by `turned_deg`, come from.

    Unturned, pixel (x, y) shows the picture at (left + x * across, top + y * down).
    """

    width_px: int
    height_px: int
    left: int = 0
    top: int = 0
    across: float = 1.0
    down: float = 1.0
    turned_deg: int = 0
    bend: Bend | None = None
    """How the lines ran before they were made level, last of all."""

    @property
    def laid_width_px(self) -> int:
        """How wide the pixels are that are laid out, turned as they are."""
        return self.height_px if self.turned_deg in (90, 270) else self.width_px

    def on_picture(self, box: Box) -> Box:
        """A box on the laid-out pixels as one on the upright picture."""
        box = box if self.bend is None else self.bend.on_page(box)
        left, top, right, bottom = turned_back(box, self.turned_deg, (self.width_px, self.height_px))
        return (
            self.left + round(left * self.across),
            self.top + round(top * self.down),
            self.left + round(right * self.across),
            self.top + round(bottom * self.down),
        )


def turned_back(box: Box, degrees: int, size: tuple[int, int]) -> Box:
    """A box on a picture that was turned clockwise, on the picture as it was; `size` is as it was."""
    left, top, right, bottom = box
    width, height = size
    match degrees:
        case 90:
            return top, height - right, bottom, height - left
        case 180:
            return width - right, height - bottom, width - left, height - top
        case 270:
            return width - bottom, left, width - top, right
    return box


def framed(page: UprightImage, part: Box | None) -> tuple[Image.Image, PageFrame]:
    """The pixels to lay out, and where they come from.

    Raises: RequestError where `part` does not lie on the picture.
    """
    rgb = page.rgb
    across, down = page.source_width_px / rgb.width, page.source_height_px / rgb.height
    if part is None:
        return rgb, PageFrame(rgb.width, rgb.height, across=across, down=down)
    left, top = max(0, part[0]), max(0, part[1])
    right, bottom = min(part[2], page.source_width_px), min(part[3], page.source_height_px)
    if right - left < MIN_PART_PX or bottom - top < MIN_PART_PX:
        raise RequestError(
            f"That part lies outside the picture or is too small to hold text; the picture is "
            f"{page.source_width_px} × {page.source_height_px} pixels.",
            str(part),
        )
    box = (
        int(left / across),
        int(top / down),
        min(rgb.width, max(int(left / across) + 1, round(right / across))),
        min(rgb.height, max(int(top / down) + 1, round(bottom / down))),
    )
    frame = PageFrame(box[2] - box[0], box[3] - box[1], left, top, across, down)
    return rgb.crop(box), frame


def turned(rgb: Image.Image, frame: PageFrame, degrees: int) -> tuple[Image.Image, PageFrame]:
    """Unturned pixels turned clockwise by 0, 90, 180 or 270 degrees, and their frame."""
    method = _TRANSPOSE.get(degrees)
    picture = rgb if method is None else rgb.transpose(method)
    return picture, replace(frame, turned_deg=degrees if method is not None else 0)
