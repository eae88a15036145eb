"""A picture that is passed on: small, upright, sharp where it is print, silent about where it was taken."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageDraw

from app.engine_port import PictureError, compact_picture


def encoded(image: Image.Image, format_: str = "PNG", **options: object) -> bytes:
    out = BytesIO()
    image.save(out, format_, **options)  # type: ignore[arg-type]
    return out.getvalue()


def page() -> Image.Image:
    image = Image.new("RGB", (900, 600), "white")
    draw = ImageDraw.Draw(image)
    for row in range(20):
        draw.text((20, 10 + 28 * row), f"Line {row} of a page of print, 12.{row:02}", fill="black")
    return image


def photo(seed: int = 1) -> Image.Image:
    noise = np.random.default_rng(seed).normal(128, 40, (600, 900, 3)).clip(0, 255).astype(np.uint8)
    return Image.fromarray(noise)


def test_print_stays_png_and_a_photo_becomes_jpeg() -> None:
    assert compact_picture(encoded(page()), 0, 1600).startswith(b"\x89PNG")
    data = compact_picture(encoded(photo()), 0, 1600)
    assert data.startswith(b"\xff\xd8")
    assert len(data) < len(encoded(photo())) / 2


def test_it_is_no_larger_than_asked_for_and_never_enlarged() -> None:
    assert max(Image.open(BytesIO(compact_picture(encoded(page()), 0, 300))).size) == 300
    assert Image.open(BytesIO(compact_picture(encoded(page()), 0, 5000))).size == (900, 600)


def test_where_and_when_a_photo_was_taken_is_not_passed_on_and_it_stands_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "SecretCam"
    exif.get_ifd(0x8825)[1] = "N"
    data = compact_picture(encoded(photo(), "JPEG", exif=exif, comment=b"at home"), 0, 1600)
    passed_on = Image.open(BytesIO(data))
    assert passed_on.size == (600, 900)
    assert not passed_on.getexif()
    assert b"SecretCam" not in data
    assert b"at home" not in data


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(PictureError):
        compact_picture(b"just words", 0, 1600)
