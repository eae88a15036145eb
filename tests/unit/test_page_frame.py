"""Boxes on what was laid out lie where they belong on the picture as it stands."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from engine.errors import RequestError
from engine.images import UprightImage
from engine.page_frame import TURNS_DEG, PageFrame, framed, turned

MARK = (30, 12, 50, 20)


def picture(width_px: int = 120, height_px: int = 80) -> Image.Image:
    """White with a black mark."""
    image = Image.new("RGB", (width_px, height_px), "white")
    image.paste("black", MARK)
    return image


def upright(rgb: Image.Image, factor: int = 1) -> UprightImage:
    return UprightImage(rgb, (), rgb.width * factor, rgb.height * factor, "PNG", 0, 1)


def mark(image: Image.Image) -> tuple[int, int, int, int]:
    rows, columns = np.nonzero(np.asarray(image.convert("L")) < 128)
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


@pytest.mark.parametrize("degrees", TURNS_DEG)
def test_a_box_on_a_turned_page_lies_on_the_mark_of_the_picture(degrees: int) -> None:
    rgb, frame = framed(upright(picture()), None)
    shown, frame = turned(rgb, frame, degrees)
    assert shown.size == ((120, 80) if degrees % 180 == 0 else (80, 120))
    assert frame.on_picture(mark(shown)) == MARK


@pytest.mark.parametrize("degrees", TURNS_DEG)
def test_a_box_on_a_part_lies_on_the_mark_of_the_whole(degrees: int) -> None:
    rgb, frame = framed(upright(picture()), (20, 8, 100, 70))
    assert rgb.size == (80, 62)
    shown, frame = turned(rgb, frame, degrees)
    assert frame.on_picture(mark(shown)) == MARK


def test_boxes_of_a_picture_that_was_halved_are_those_of_the_file() -> None:
    _, frame = framed(upright(picture(), factor=2), None)
    assert frame.on_picture(MARK) == tuple(2 * side for side in MARK)
    rgb, frame = framed(upright(picture(), factor=2), (40, 16, 200, 140))
    assert rgb.size == (80, 62)
    assert frame.on_picture(mark(rgb)) == tuple(2 * side for side in MARK)


def test_a_part_is_cut_to_the_picture() -> None:
    rgb, frame = framed(upright(picture()), (20, 8, 900, 900))
    assert rgb.size == (100, 72)
    assert frame == PageFrame(100, 72, 20, 8)


@pytest.mark.parametrize("part", [(120, 0, 200, 50), (0, 90, 50, 200), (5, 5, 7, 60), (-9, -9, 0, 0)])
def test_a_part_without_room_for_text_is_refused_with_the_size(part: tuple[int, int, int, int]) -> None:
    with pytest.raises(RequestError, match="120 × 80"):
        framed(upright(picture()), part)
