"""Image intake: the table of odd files, thumbnails, names, threads, and Pillow's globals left alone."""

from __future__ import annotations

import io
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFile

from engine.errors import ImageError
from engine.images import (
    ACCEPTED_FORMATS,
    ACCEPTED_SUFFIXES,
    MAX_WORKING_PX,
    display_name,
    encode_png,
    inspect,
    load_page,
    thumbnail_png,
)
from tests.helpers import odd_images as odd
from tests.helpers.fresh_process import in_fresh_process
from tests.helpers.odd_image_table import ORIENTED, READ_RIGHT, REFUSED, TABLE, OddImage
from tests.helpers.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


def _near(found: tuple[int, int, int], wanted: tuple[int, int, int], tolerance: int) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("case", [*ORIENTED, *READ_RIGHT], ids=lambda case: case.title)
def test_an_odd_picture_is_read_right(case: OddImage) -> None:
    data = case.make()
    facts = inspect(data, case.name)
    page = load_page(data, case.name, case.page)
    assert page.rgb.mode == "RGB"
    assert page.rgb.size == case.size == (page.source_width_px, page.source_height_px)
    assert facts.pages == page.pages == case.pages
    assert facts.byte_size == len(data)
    if case.page == 0:
        assert (facts.width_px, facts.height_px) == case.size
        assert facts.notes == page.notes
    if case.format:
        assert facts.format == page.format == case.format
    for x, y, wanted in case.pixels:
        found = page.rgb.getpixel((x, y))
        assert isinstance(found, tuple)
        assert _near((found[0], found[1], found[2]), wanted, case.tolerance), (x, y, found, wanted)
    if case.note:
        assert any(case.note in note for note in page.notes), page.notes


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.title)
def test_a_bad_file_is_refused_with_a_sentence(case: OddImage) -> None:
    data = case.make()
    with pytest.raises(ImageError) as caught:
        load_page(data, case.name, case.page)
    error = caught.value
    assert error.code == case.code
    assert case.says in error.user_message
    assert case.name in error.user_message
    assert error.user_message.endswith(".")
    assert "\n" not in error.user_message
    assert "Error" not in error.user_message
    if case.code != "image_page_missing":
        with pytest.raises(ImageError) as seen:
            inspect(data, case.name)
        assert seen.value.code == case.code


def test_the_table_has_at_least_forty_files_of_each_outcome_together() -> None:
    titles = [case.title for case in TABLE]
    assert len(READ_RIGHT) >= 40
    assert len(REFUSED) >= 35
    assert len(titles) == len(set(titles))


def test_pillows_globals_are_left_alone() -> None:
    before = (ImageFile.LOAD_TRUNCATED_IMAGES, Image.MAX_IMAGE_PIXELS)
    filters = list(warnings.filters)
    for case in TABLE:
        try:
            load_page(case.make(), case.name, case.page)
        except ImageError:
            assert case.code
    assert before == (ImageFile.LOAD_TRUNCATED_IMAGES, Image.MAX_IMAGE_PIXELS)
    assert list(warnings.filters) == filters


def test_many_threads_decode_the_same_as_one() -> None:
    files = [case for case in READ_RIGHT if case.title.startswith(("a TIFF", "an animated", "an Adobe"))] * 4
    datas = [(case.make(), case.page) for case in files]
    alone = [load_page(data, "a", page).rgb.tobytes() for data, page in datas]
    start = threading.Barrier(4)

    def read(index: int) -> bytes:
        if index < 4:
            start.wait(PATIENCE_S)
        data, page = datas[index]
        return load_page(data, "a", page).rgb.tobytes()

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(read, range(len(datas))))
    assert together == alone


def test_importing_image_intake_brings_neither_torch_nor_qt() -> None:
    code = (
        "import sys, engine.images, engine.layout\n"
        "heavy = {'torch', 'PySide6', 'transformers', 'PIL.EpsImagePlugin', 'PIL.WmfImagePlugin'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = in_fresh_process(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_a_huge_jpeg_is_decoded_at_half_its_size() -> None:
    side = 7100
    assert side * side > MAX_WORKING_PX
    data = odd.encoded(Image.new("L", (side, side), 200), "JPEG", quality=20)
    page = load_page(data, "poster.jpg")
    assert page.rgb.size == (side // 2, side // 2)
    assert (page.source_width_px, page.source_height_px) == (side, side)
    assert any("Read at 3550 × 3550 of its 7100 × 7100 pixels" in note for note in page.notes)


def test_a_jpeg_preview_decodes_small_but_never_below_what_was_asked() -> None:
    data = odd.encoded(odd.quarters(1600, 1200), "JPEG", quality=90)
    page = load_page(data, "photo.jpg", least_side_px=300)
    assert 300 <= max(page.rgb.size) < 1600
    assert page.notes == ()
    assert (page.source_width_px, page.source_height_px) == (1600, 1200)


@pytest.mark.parametrize("side", [16, 64, 4000])
def test_a_thumbnail_fits_its_side_and_is_never_enlarged(side: int) -> None:
    data = odd.turned("JPEG", 6)
    with Image.open(io.BytesIO(thumbnail_png(data, side))) as small:
        assert small.format == "PNG"
        assert max(small.size) == min(side, odd.WIDTH)
        assert small.width > small.height


def test_a_thumbnail_of_pixels_equals_that_of_their_png() -> None:
    rgb = odd.quarters(300, 200)
    assert thumbnail_png(rgb, 100) == thumbnail_png(encode_png(rgb), 100)


def test_a_thumbnail_of_no_size_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        thumbnail_png(odd.quarters(), 0)


def test_png_bytes_come_back_pixel_for_pixel() -> None:
    noise = Image.fromarray(np.random.default_rng(3).integers(0, 255, (40, 60, 3), np.uint8))
    assert load_page(encode_png(noise), "noise.png").rgb.tobytes() == noise.tobytes()


def test_inspection_without_verification_reads_only_the_header() -> None:
    half = odd.cut(odd.photo("PNG"), 0.5)
    facts = inspect(half, "half.png", verify=False)
    assert (facts.width_px, facts.height_px) == (200, 160)
    with pytest.raises(ImageError):
        inspect(half, "half.png")


def test_metadata_does_not_travel_with_the_pixels() -> None:
    rgb = load_page(odd.turned("JPEG", 6), "photo.jpg").rgb
    assert rgb.info == {}
    assert len(rgb.getexif()) == 0


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plain.png", "plain.png"),
        ("写真 é.png", "写真 é.png"),
        ("two\nlines\x1b[31m.png", "two lines [31m.png"),
        ("", "The picture"),
        ("\u202egnp.exe", "gnp.exe"),
    ],
)
def test_a_name_is_made_safe_for_a_sentence(name: str, shown: str) -> None:
    assert display_name(name) == shown


def test_a_long_name_keeps_both_its_ends() -> None:
    shown = display_name("a" * 100 + "-end.png")
    assert len(shown) <= 60
    assert shown.startswith("aaa")
    assert shown.endswith("-end.png")


def test_suffixes_are_lower_case_and_formats_known_to_pillow() -> None:
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in ACCEPTED_SUFFIXES)
    assert len(set(ACCEPTED_SUFFIXES)) == len(ACCEPTED_SUFFIXES)
    Image.init()
    assert set(ACCEPTED_FORMATS) <= set(Image.OPEN)
