"""The right physical pixels, whatever the screens' scale, place and rotation."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.capture.region import RememberedRegion
from app.capture.screens import NoPixelsError, ScreenLayout, Shot, crop, split

MIXED = (
    ScreenLayout("laptop", (0, 0, 1707, 960), 1.5),
    ScreenLayout("left", (-1920, -120, 1920, 1080), 1.0),
    ScreenLayout("upright", (2560, 0, 720, 1280), 2.0),
)
"""150 % in the middle, one at negative coordinates, a rotated one at 200 %."""
COLOURS = ("#102030", "#405060", "#708090")


def painted(width: int, height: int, colour: str = "white") -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return image


def coloured_pixels(image: QImage, colour: str) -> list[tuple[int, int]]:
    wanted = QColor(colour).rgb()
    return [
        (x, y) for y in range(image.height()) for x in range(image.width()) if image.pixel(x, y) == wanted
    ]


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75, 2.0, 3.0])
def test_a_region_holds_the_whole_mark_that_it_was_drawn_around(ratio: float) -> None:
    image = painted(round(400 * ratio), round(300 * ratio))
    left, top, width, height = (round(side * ratio) for side in (120, 90, 40, 20))
    painter = QPainter(image)
    painter.fillRect(left, top, width, height, QColor("red"))
    painter.end()
    shot = Shot(ScreenLayout("one", (0, 0, 400, 300), ratio), image)
    piece = crop(shot, QRectF(120, 90, 40, 20))
    assert len(coloured_pixels(piece, "red")) == width * height
    assert abs(piece.width() - width) <= 1
    assert abs(piece.height() - height) <= 1
    assert piece.devicePixelRatio() == 1.0


def test_a_region_between_two_pixels_takes_both() -> None:
    shot = Shot(ScreenLayout("one", (0, 0, 100, 100), 2.0), painted(200, 200))
    assert crop(shot, QRectF(10.3, 10.3, 5.3, 5.3)).size().toTuple() == (12, 12)


def test_a_region_beyond_the_edge_is_cut_and_one_outside_is_nothing() -> None:
    shot = Shot(ScreenLayout("one", (-500, 0, 100, 100), 1.0), painted(100, 100))
    assert crop(shot, QRectF(90, 95, 50, 50)).size().toTuple() == (10, 5)
    assert crop(shot, QRectF(-20, -20, 30, 30)).size().toTuple() == (10, 10)
    assert crop(shot, QRectF(200, 0, 10, 10)).isNull()
    assert crop(shot, QRectF()).isNull()


def test_a_desktop_in_physical_pixels_falls_apart_into_its_screens() -> None:
    whole = painted(1920 + 4000, 120 + 2560)
    painter = QPainter(whole)
    for screen, colour in zip(MIXED, COLOURS, strict=True):
        painter.fillRect(screen.native.translated(1920, 120), QColor(colour))
    painter.end()
    shots = split(whole, MIXED)
    assert [shot.image.size().toTuple() for shot in shots] == [(2560, 1440), (1920, 1080), (1440, 2560)]
    for shot, colour in zip(shots, COLOURS, strict=True):
        corners = [(2, 2), (shot.image.width() - 3, shot.image.height() - 3)]
        assert all(shot.image.pixelColor(x, y) == QColor(colour) for x, y in corners)


def test_a_desktop_at_one_scale_falls_apart_into_its_screens() -> None:
    screens = (
        ScreenLayout("laptop", (0, 0, 1280, 800), 2.0),
        ScreenLayout("above", (200, -1080, 1920, 1080), 1.0),
    )
    whole = painted(2 * 2120, 2 * 1880)
    painter = QPainter(whole)
    for screen, colour in zip(screens, COLOURS, strict=False):
        box = screen.logical.translated(0, 1080)
        painter.fillRect(QRectF(box.x() * 2, box.y() * 2, box.width() * 2, box.height() * 2), QColor(colour))
    painter.end()
    shots = split(whole, screens)
    assert [shot.image.size().toTuple() for shot in shots] == [(2560, 1600), (3840, 2160)]
    for shot, colour in zip(shots, COLOURS, strict=False):
        assert shot.image.pixelColor(2, 2) == QColor(colour)
    # The region is chosen in logical pixels; what is read has the picture's own.
    assert crop(shots[1], QRectF(0, 0, 100, 50)).size().toTuple() == (200, 100)


def test_an_empty_picture_of_the_desktop_is_refused() -> None:
    with pytest.raises(NoPixelsError):
        split(QImage(), MIXED)
    with pytest.raises(NoPixelsError):
        split(painted(10, 10), ())


def test_a_remembered_region_is_found_on_its_screen_only() -> None:
    region = QRectF(10.5, 20, 300, 40)
    remembered = RememberedRegion.parsed(RememberedRegion.of(MIXED[1], region).written())
    assert remembered is not None
    shots = [Shot(screen, painted(4, 4)) for screen in MIXED]
    assert remembered.found_on(shots) == (shots[1], region)
    assert remembered.found_on(shots[:1]) is None
    resized = Shot(ScreenLayout("left", (-1920, -120, 1280, 720), 1.0), painted(4, 4))
    assert remembered.found_on([resized]) is None


@pytest.mark.parametrize(
    "written",
    ["", "null", "[]", '["a", 1, 2, 3, 4, 5]', '["a", 1, 2, 3, 4, 5, "6"]', '["a",1,2,1e999,1,1,1]', "{"],
)
def test_what_is_no_region_is_none(written: str) -> None:
    assert RememberedRegion.parsed(written) is None
