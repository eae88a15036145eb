"""What is left of a damaged picture: the rows that are there are there, the rest is empty."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.errors import ImageError
from engine.images import load_page
from engine.images.mend import MOST_RAW_BYTES, mended

WIDTH, HEIGHT = 200, 160


def picture(mode: str = "RGB") -> Image.Image:
    """Rows of different reds over green: no row is like another, and noise keeps the file from being tiny."""
    made = Image.new("RGB", (WIDTH, HEIGHT))
    made.putdata([(40 + y, (x * 37 + y * 101) % 90, 20) for y in range(HEIGHT) for x in range(WIDTH)])
    return made.convert(mode)


def encoded(kind: str, mode: str = "RGB", **options: object) -> bytes:
    out = BytesIO()
    picture(mode).save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "RGBA", "LA", "1"])
@pytest.mark.parametrize("share", [0.5, 0.8])
def test_the_upper_rows_of_a_png_that_was_cut_short_are_there(mode: str, share: float) -> None:
    whole = encoded("PNG", mode)
    cut = whole[: round(len(whole) * share)]
    with pytest.raises(ImageError):
        load_page(cut, "cut.png")
    left = mended(cut)
    assert left is not None
    rgb = load_page(left, "cut.png").rgb
    expected = load_page(whole, "whole.png").rgb
    assert rgb.size == expected.size
    upper = (0, 0, WIDTH, round(HEIGHT * share * 0.6))
    assert rgb.crop(upper).tobytes() == expected.crop(upper).tobytes()
    assert rgb.crop((0, HEIGHT - 1, WIDTH, HEIGHT)).getcolors() is not None


@pytest.mark.parametrize("options", [{}, {"progressive": True}])
def test_the_upper_part_of_a_jpeg_that_was_cut_short_is_there(options: dict[str, object]) -> None:
    whole = encoded("JPEG", quality=90, **options)
    cut = whole[: round(len(whole) * 0.7)]
    with pytest.raises(ImageError):
        load_page(cut, "cut.jpg")
    left = mended(cut)
    assert left is not None
    rgb = load_page(left, "cut.jpg").rgb
    assert rgb.size == (WIDTH, HEIGHT)
    upper = (0, 0, WIDTH, 64)
    apart = ImageChops.difference(rgb.crop(upper), load_page(whole, "whole.jpg").rgb.crop(upper))
    assert max(ImageStat.Stat(apart).mean) < 20


def test_a_png_that_was_scribbled_over_keeps_what_stands_before() -> None:
    whole = bytearray(encoded("PNG"))
    middle = len(whole) // 2
    whole[middle : middle + 64] = bytes(64)
    left = mended(bytes(whole))
    assert left is not None
    expected = picture().crop((0, 0, WIDTH, 20))
    assert load_page(left, "s.png").rgb.crop((0, 0, WIDTH, 20)).tobytes() == expected.tobytes()


def test_what_has_no_rows_in_order_or_none_at_all_is_not_mended() -> None:
    assert mended(b"GIF89a") is None
    assert mended(encoded("PNG")[:33]) is None
    assert mended(b"\x89PNG\r\n\x1a\n") is None


@pytest.mark.parametrize("side_px", [2**31 - 1, 10_000])
def test_a_header_that_promises_more_than_is_worth_holding_is_not_mended(side_px: int) -> None:
    whole = bytearray(encoded("PNG"))
    assert 3 * side_px**2 > MOST_RAW_BYTES
    whole[16:24] = side_px.to_bytes(4, "big") * 2
    assert mended(bytes(whole)) is None


@given(st.integers(0, 4000), st.binary(max_size=40))
def test_no_bytes_make_it_fail(at: int, scribble: bytes) -> None:
    whole = encoded("PNG", "L")
    at = min(at, len(whole))
    left = mended(whole[:at] + scribble)
    assert left is None or left.startswith(b"\x89PNG")
