"""What is left of a damaged picture: the rows that are there are there, the rest is empty."""

from __future__ import annotations

import struct
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from engine.errors import ImageError
from engine.images import inspect, load_page
from engine.images.mend import MOST_RAW_BYTES, mended
from tests.helpers.odd_images import tiff_directories, tiff_pages

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


@pytest.mark.parametrize("page", [1, 2])
@pytest.mark.parametrize("scribble", [bytes(200), b"\xff" * 80, bytes(range(1, 100)), b"cut"])
def test_the_pages_of_a_tiff_before_the_destroyed_one_are_there(page: int, scribble: bytes) -> None:
    whole = tiff_pages()
    at = tiff_directories(whole)[page]
    broken = whole[:at] + (b"" if scribble == b"cut" else scribble + whole[at + len(scribble) :])
    with pytest.raises(ImageError, match=f"is damaged from page {page + 1} on"):
        load_page(broken, "scan.tif")
    left = mended(broken)
    assert left is not None
    assert inspect(left, "scan.tif").pages == page
    for number in range(page):
        expected = load_page(whole, "scan.tif", number).rgb
        assert load_page(left, "scan.tif", number).rgb.tobytes() == expected.tobytes()


def test_a_directory_that_only_the_decoder_finds_fault_with_ends_the_pages_too() -> None:
    whole = bytearray(tiff_pages())
    at = tiff_directories(bytes(whole))[1]
    (count,) = struct.unpack_from("<H", whole, at)
    photometric = next(
        at + 2 + 12 * entry
        for entry in range(count)
        if struct.unpack_from("<H", whole, at + 2 + 12 * entry)[0] == 262
    )
    struct.pack_into("<H", whole, photometric + 8, 777)
    left = mended(bytes(whole))
    assert left is not None
    assert inspect(left, "scan.tif").pages == 1


def test_a_tiff_without_a_first_page_or_without_fault_is_not_mended() -> None:
    whole = tiff_pages()
    assert mended(whole) is None
    at = tiff_directories(whole)[0]
    assert mended(whole[:at] + bytes(100) + whole[at + 100 :]) is None
    assert mended(whole[:6]) is None
    assert mended(b"II\x2a\x00\x08\x00\x00\x00") is None


def test_a_chain_of_directories_that_bites_its_tail_ends() -> None:
    whole = bytearray(tiff_pages())
    first, _, last = tiff_directories(bytes(whole))
    (count,) = struct.unpack_from("<H", whole, last)
    struct.pack_into("<I", whole, last + 2 + 12 * count, first)
    left = mended(bytes(whole))
    assert left is None or inspect(left, "scan.tif").pages == 3


@given(st.integers(0, 9700), st.binary(max_size=60))
def test_no_bytes_of_a_tiff_make_it_fail(at: int, scribble: bytes) -> None:
    whole = tiff_pages()
    left = mended(whole[:at] + scribble + whole[at + len(scribble) :])
    assert left is None or left.startswith(whole[:2])
