"""Pixels back to bytes: thumbnails for the window and PNG for pasted pictures. Any thread."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from engine.images.decode import load_page


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
    small = rgb if rgb.mode == "RGB" else rgb.convert("RGB")
    longer = max(small.size)
    if longer > max_side_px:
        width = max(1, round(small.width * max_side_px / longer))
        height = max(1, round(small.height * max_side_px / longer))
        small = small.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    return encode_png(small)
