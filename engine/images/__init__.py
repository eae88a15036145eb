"""Image intake: encoded bytes in, upright RGB pixels or one clear sentence out.

Owns everything between a file's bytes and the picture the engine reads. Pillow and numpy, never torch or Qt.
Every function is pure and may be called from any thread; nothing here changes Pillow's global settings.
"""

from __future__ import annotations

from engine.images.decode import (
    MAX_SOURCE_PX,
    MAX_WORKING_PX,
    ImageFacts,
    UprightImage,
    inspect,
    load_page,
)
from engine.images.encode import cut_png, encode_png, thumbnail_png
from engine.images.formats import ACCEPTED_FORMATS, ACCEPTED_SUFFIXES
from engine.images.mend import mended
from engine.images.sniff import display_name

__all__ = [
    "ACCEPTED_FORMATS",
    "ACCEPTED_SUFFIXES",
    "MAX_SOURCE_PX",
    "MAX_WORKING_PX",
    "ImageFacts",
    "UprightImage",
    "cut_png",
    "display_name",
    "encode_png",
    "inspect",
    "load_page",
    "mended",
    "thumbnail_png",
]
