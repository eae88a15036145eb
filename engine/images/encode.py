"""Pixels back to bytes: thumbnails for the window and PNG for pasted pictures. Any thread."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from engine.errors import ImageError
from engine.images.decode import load_page

JPEG_QUALITY = 88
JPEG_GAIN = 2
"""So many times smaller must a JPEG be, before its faint dirt around letters is taken."""


def encode_png(rgb: Image.Image) -> bytes:
    """PNG bytes of a picture; level 1, since speed matters more here than the last tenth of the size."""
    out = BytesIO()
    rgb.save(out, "PNG", compress_level=1)
    return out.getvalue()


def thumbnail_png(source: Image.Image | bytes, max_side_px: int, name: str = "", page: int = 0) -> bytes:
    """PNG bytes of an upright picture no larger than `max_side_px` on its longer side, never enlarged.

    `source` is an upright picture, or encoded bytes of which `page` is shown. Raises: ImageError.
    """
    if max_side_px < 1:
        raise ValueError(f"max_side_px must be at least 1, not {max_side_px}")
    if isinstance(source, bytes):
        rgb = load_page(source, name, page, least_side_px=max_side_px).rgb
    else:
        rgb = source
    return encode_png(_no_larger(rgb, max_side_px))


def compact_picture(data: bytes, page: int, max_side_px: int) -> bytes:
    """A page upright as PNG, or as JPEG where that is much smaller, which a photo is and print is not.

    It carries none of the file's own notes, such as where a photo was taken. Raises: ImageError.
    """
    small = _no_larger(load_page(data, "", page, least_side_px=max_side_px).rgb, max_side_px)
    png, jpeg = BytesIO(), BytesIO()
    small.save(png, "PNG")
    small.save(jpeg, "JPEG", quality=JPEG_QUALITY)
    return jpeg.getvalue() if jpeg.tell() * JPEG_GAIN < png.tell() else png.getvalue()


def _no_larger(rgb: Image.Image, max_side_px: int) -> Image.Image:
    small = rgb if rgb.mode == "RGB" else rgb.convert("RGB")
    longer = max(small.size)
    if longer <= max_side_px:
        return small
    width = max(1, round(small.width * max_side_px / longer))
    height = max(1, round(small.height * max_side_px / longer))
    return small.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)


_CLOCKWISE = {
    1: Image.Transpose.ROTATE_270,
    2: Image.Transpose.ROTATE_180,
    3: Image.Transpose.ROTATE_90,
}
"""Quarter turns; Pillow counts the other way round."""


def cut_png(
    data: bytes, *, page: int = 0, part: tuple[int, int, int, int] | None = None, quarter_turns: int = 0
) -> bytes:
    """PNG bytes of a part of a page, turned clockwise; the whole page where `part` is None.

    `part`: left, top, right, bottom in pixels of the upright picture, cut to it. Raises: ImageError.
    """
    page_read = load_page(data, "", page)
    rgb = page_read.rgb
    if part is not None:
        # A very large picture is worked on reduced.
        across = rgb.width / page_read.source_width_px
        down = rgb.height / page_read.source_height_px
        left, top = max(0, round(part[0] * across)), max(0, round(part[1] * down))
        right, bottom = min(rgb.width, round(part[2] * across)), min(rgb.height, round(part[3] * down))
        if right - left < 1 or bottom - top < 1:
            raise ImageError("That part of the picture is empty; choose a larger one.", str(part))
        rgb = rgb.crop((left, top, right, bottom))
    turns = quarter_turns % 4
    return encode_png(rgb.transpose(_CLOCKWISE[turns]) if turns else rgb)
