"""Which kinds of picture are accepted, and Pillow's decoders for exactly these. Any thread.

Decoders that run programs (EPS) or guess without a signature (TGA) are never imported.
"""

from __future__ import annotations

from PIL import (
    AvifImagePlugin,
    BmpImagePlugin,
    GifImagePlugin,
    IcoImagePlugin,
    Jpeg2KImagePlugin,
    JpegImagePlugin,
    MpoImagePlugin,
    PcxImagePlugin,
    PngImagePlugin,
    PpmImagePlugin,
    QoiImagePlugin,
    TiffImagePlugin,
    WebPImagePlugin,
)

_PLUGINS = (
    PngImagePlugin,
    JpegImagePlugin,
    MpoImagePlugin,
    WebPImagePlugin,
    AvifImagePlugin,
    TiffImagePlugin,
    BmpImagePlugin,
    GifImagePlugin,
    PpmImagePlugin,
    IcoImagePlugin,
    Jpeg2KImagePlugin,
    PcxImagePlugin,
    QoiImagePlugin,
)
"""Imported by name: Pillow's own discovery would load all forty plug-ins, Ghostscript's among them."""

ACCEPTED_FORMATS = (
    "PNG",
    "JPEG",
    "WEBP",
    "AVIF",
    "TIFF",
    "BMP",
    "GIF",
    "PPM",
    "ICO",
    "JPEG2000",
    "PCX",
    "QOI",
)
"""Raster formats with a signature and a decoder in every Pillow wheel. TGA is out: it has no signature, so
that any file may pass for one."""

ACCEPTED_SUFFIXES = (
    ".png",
    ".apng",
    ".jpg",
    ".jpeg",
    ".jpe",
    ".jfif",
    ".mpo",
    ".webp",
    ".avif",
    ".tif",
    ".tiff",
    ".bmp",
    ".gif",
    ".pbm",
    ".pgm",
    ".ppm",
    ".pnm",
    ".ico",
    ".jp2",
    ".j2k",
    ".jpx",
    ".pcx",
    ".qoi",
)
"""For file dialogs and folder scans only: what a file is, its bytes decide."""
