"""What libtiff complains of goes into the log and the picture's notes, and not to the terminal."""

from __future__ import annotations

import io
import logging
import sys

import numpy as np
import pytest
from PIL import Image, features

from engine.errors import ImageError
from engine.images import inspect, load_page

STATIC = sys.platform == "win32" or not features.check("libtiff")
"""Where Pillow carries libtiff within itself its handlers cannot be set."""

NOTE = "Parts of this picture are damaged; what is left of it is read."


def fax(damaged: bool) -> bytes:
    """A black-and-white page as fax machines write it, of which some codes are no codes."""
    noise = np.random.default_rng(3).integers(0, 2, (300, 400), dtype=np.uint8) * 255
    file = io.BytesIO()
    Image.fromarray(noise).convert("1").save(file, "TIFF", compression="group4")
    data = bytearray(file.getvalue())
    if damaged:
        for index in np.random.default_rng(5).integers(1000, len(data) - 1000, 40):
            data[index] ^= 0xFF
    return bytes(data)


def packed(damaged: bool) -> bytes:
    """A picture in a compression that tells when it is damaged."""
    noise = np.random.default_rng(4).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    file = io.BytesIO()
    Image.fromarray(noise).save(file, "TIFF", compression="tiff_adobe_deflate")
    data = bytearray(file.getvalue())
    if damaged:
        data[5000:5100] = bytes(100)
    return bytes(data)


def test_nothing_is_printed_and_the_log_has_one_line(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        page = load_page(fax(damaged=True), "fax.tif")
    lines = [record.getMessage() for record in caplog.records if "libtiff" in record.getMessage()]
    if not STATIC:
        assert capfd.readouterr().err == ""
        assert len(lines) == 1
        assert "Fax4Decode" in lines[0]
        assert NOTE in page.notes


def test_a_whole_file_has_no_such_note(caplog: pytest.LogCaptureFixture) -> None:
    assert NOTE not in load_page(fax(damaged=False), "fax.tif").notes
    assert caplog.records == []


def test_one_that_cannot_be_read_is_refused_without_a_word_on_the_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert inspect(packed(damaged=False), "scan.tif").pages == 1
    with pytest.raises(ImageError, match="damaged or cut short"):
        inspect(packed(damaged=True), "scan.tif")
    if not STATIC:
        assert capfd.readouterr().err == ""
