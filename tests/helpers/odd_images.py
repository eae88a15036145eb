"""The table of odd picture files: each made here from nothing, with the right picture or the right sentence.

Names are sentences and serve as test ids. Nothing is read from disk.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, TiffImagePlugin

RED, GREEN, BLUE, WHITE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0)
DARK = (32, 32, 32)
Pixel = tuple[int, int, tuple[int, int, int]]

WIDTH, HEIGHT = 48, 32
CORNERS: tuple[Pixel, ...] = ((8, 8, RED), (40, 8, GREEN), (8, 24, BLUE), (40, 24, WHITE))
"""What `quarters()` shows, upright."""


@dataclass(frozen=True)
class OddImage:
    """A file and what must come of it: `code` and `says` for a refusal, else the picture's facts."""

    title: str
    make: Callable[[], bytes]
    code: str = ""
    says: str = ""
    size: tuple[int, int] = (WIDTH, HEIGHT)
    pixels: tuple[Pixel, ...] = ()
    tolerance: int = 0
    format: str = ""
    pages: int = 1
    page: int = 0
    note: str = ""
    name: str = "picture.png"


def quarters(width: int = WIDTH, height: int = HEIGHT) -> Image.Image:
    """Red, green / blue, white: no two turns or flips of it look alike."""
    image = Image.new("RGB", (width, height), WHITE)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width // 2 - 1, height // 2 - 1), fill=RED)
    draw.rectangle((width // 2, 0, width - 1, height // 2 - 1), fill=GREEN)
    draw.rectangle((0, height // 2, width // 2 - 1, height - 1), fill=BLUE)
    return image


def encoded(image: Image.Image, format_name: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, format_name, **options)
    return out.getvalue()


# ---- orientation

_INVERSE = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def _stored_as(orientation: int) -> Image.Image:
    """`quarters()` as a camera would store it under an orientation tag."""
    image = quarters()
    return image.transpose(_INVERSE[orientation]) if orientation in _INVERSE else image


def turned(format_name: str, orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    if format_name == "TIFF":
        return encoded(_stored_as(orientation), "TIFF", tiffinfo={0x0112: orientation})
    options = {"quality": 95, "subsampling": 0} if format_name == "JPEG" else {"lossless": True}
    if format_name == "PNG":
        options = {}
    return encoded(_stored_as(orientation), format_name, exif=exif.tobytes(), **options)


def jpeg_with_broken_exif() -> bytes:
    plain = encoded(quarters(), "JPEG", quality=95, subsampling=0)
    junk = b"Exif\x00\x00II*\x00\xff\xff\xff\x7f" + b"\xff\x00" * 20
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(junk) + 2) + junk + plain[2:]


# ---- transparency


def ink_on_nothing(ink: tuple[int, int, int], mode: str = "RGBA") -> bytes:
    """A filled bar with soft edges on transparent pixels whose hidden colour is a trap: the ink's own."""
    image = Image.new("RGBA", (WIDTH, HEIGHT), (*ink, 0))
    draw = ImageDraw.Draw(image)
    draw.rectangle((10, 10, 38, 20), fill=(*ink, 255))
    draw.line((10, 21, 38, 21), fill=(*ink, 90))
    return encoded(image.convert(mode), "PNG")


def palette_with_transparency() -> bytes:
    image = Image.new("P", (WIDTH, HEIGHT), 0)
    image.putpalette([0, 0, 0, 200, 0, 0, 0, 0, 200])
    ImageDraw.Draw(image).rectangle((10, 10, 38, 20), fill=1)
    return encoded(image, "PNG", transparency=0)


def palette_with_alpha_bytes() -> bytes:
    image = Image.new("P", (WIDTH, HEIGHT), 0)
    image.putpalette([0, 0, 0, 200, 0, 0, 0, 0, 200])
    ImageDraw.Draw(image).rectangle((10, 10, 38, 20), fill=1)
    return encoded(image, "PNG", transparency=bytes([0, 255, 255]))


def grey_with_transparent_value() -> bytes:
    image = Image.new("L", (WIDTH, HEIGHT), 0)
    ImageDraw.Draw(image).rectangle((10, 10, 38, 20), fill=100)
    return encoded(image, "PNG", transparency=0)


def window_with_round_corners() -> bytes:
    """A dark panel with white text on transparent corners: the text is inside, so white around is right."""
    image = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, WIDTH - 1, HEIGHT - 1), 10, fill=(30, 30, 30, 255))
    draw.rectangle((12, 12, 36, 16), fill=(255, 255, 255, 255))
    return encoded(image, "PNG")


# ---- deep grey, CMYK, LAB


def grey16(low: int, high: int, format_name: str = "PNG") -> bytes:
    """16-bit grey: left half `low`, right half `high`."""
    values = np.full((HEIGHT, WIDTH), low, np.uint16)
    values[:, WIDTH // 2 :] = high
    return encoded(Image.fromarray(values), format_name)


def grey16_big_endian() -> bytes:
    values = np.full((HEIGHT, WIDTH), 0x2000, ">u2")
    values[:, WIDTH // 2 :] = 0xFFFF
    return _plain_tiff(b"MM", values.tobytes(), bits=16, sample_format=1)


def _plain_tiff(order: bytes, strip: bytes, *, bits: int, sample_format: int) -> bytes:
    """An uncompressed one-strip grey TIFF written by hand, in either byte order."""
    endian = "<" if order == b"II" else ">"
    entries = [
        (256, 4, WIDTH),
        (257, 4, HEIGHT),
        (258, 3, bits),
        (259, 3, 1),
        (262, 3, 1),
        (273, 4, 8),
        (277, 3, 1),
        (278, 4, HEIGHT),
        (279, 4, len(strip)),
        (339, 3, sample_format),
    ]
    directory = struct.pack(endian + "H", len(entries))
    for tag, kind, value in entries:
        packed = struct.pack(endian + ("H2x" if kind == 3 else "I"), value)
        directory += struct.pack(endian + "HHI", tag, kind, 1) + packed
    header = order + struct.pack(endian + "HI", 42, 8 + len(strip))
    return header + strip + directory + b"\x00" * 4


def float_tiff(low: float, high: float) -> bytes:
    values = np.full((HEIGHT, WIDTH), low, np.float32)
    values[:, WIDTH // 2 :] = high
    return encoded(Image.fromarray(values), "TIFF")


def float_tiff_with_holes() -> bytes:
    values = np.full((HEIGHT, WIDTH), 0.0, np.float32)
    values[:, WIDTH // 2 :] = 1.0
    values[0, 0], values[1, 1] = np.nan, np.inf
    return encoded(Image.fromarray(values), "TIFF")


def int32_tiff() -> bytes:
    values = np.full((HEIGHT, WIDTH), -1000, np.int32)
    values[:, WIDTH // 2 :] = 3000
    return encoded(Image.fromarray(values), "TIFF")


def cmyk(format_name: str = "JPEG", profile: bytes | None = None) -> bytes:
    """Left half pure cyan ink, right half bare paper."""
    image = Image.new("CMYK", (WIDTH, HEIGHT), (0, 0, 0, 0))
    ImageDraw.Draw(image).rectangle((0, 0, WIDTH // 2 - 1, HEIGHT - 1), fill=(255, 0, 0, 0))
    options: dict[str, object] = {"icc_profile": profile} if profile else {}
    if format_name == "JPEG":
        options["quality"] = 95
    return encoded(image, format_name, **options)


def cmyk_jpeg_without_adobe_marker() -> bytes:
    """Plain, not inverted CMYK: what files without Adobe's marker hold."""
    image = Image.new("CMYK", (WIDTH, HEIGHT), (255, 255, 255, 255))
    ImageDraw.Draw(image).rectangle((0, 0, WIDTH // 2 - 1, HEIGHT - 1), fill=(0, 255, 255, 255))
    data = encoded(image, "JPEG", quality=95)
    marker = data.index(b"\xff\xee")
    length = struct.unpack(">H", data[marker + 2 : marker + 4])[0]
    return data[:marker] + data[marker + 2 + length :]


def cmyk_profile(ink_lab: tuple[int, int, int]) -> bytes:
    """A minimal ICC v2 printer profile in which coloured inks print as one colour (8-bit Lab), black black.

    Nothing real prints so: a picture converted by it can be told from one that was not.
    """
    white, black = (255, 128, 128), (0, 128, 128)
    clut = b"".join(bytes(black if node % 2 else ink_lab if node else white) for node in range(16))
    ramp = bytes(range(256))
    identity = b"".join(struct.pack(">i", 65536 if i % 4 == 0 else 0) for i in range(9))
    table = b"mft1\x00\x00\x00\x00" + bytes([4, 3, 2, 0]) + identity + ramp * 4 + clut + ramp * 3
    text = b"text\x00\x00\x00\x00free\x00"
    description = b"desc\x00\x00\x00\x00" + struct.pack(">I", 5) + b"test\x00" + b"\x00" * 78
    point = b"XYZ \x00\x00\x00\x00" + struct.pack(">iii", 63190, 65536, 54061)
    tags = [(b"desc", description), (b"cprt", text), (b"wtpt", point), (b"A2B0", table)]
    offset = 128 + 4 + 12 * len(tags)
    directory, body = struct.pack(">I", len(tags)), b""
    for name, content in tags:
        padded = content + b"\x00" * (-len(content) % 4)
        directory += name + struct.pack(">II", offset + len(body), len(content))
        body += padded
    header = bytearray(128)
    header[0:4] = struct.pack(">I", 128 + len(directory) + len(body))
    header[8:12] = b"\x02\x40\x00\x00"
    header[12:24] = b"prtrCMYKLab "
    header[24:36] = struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
    header[36:40] = b"acsp"
    header[68:80] = struct.pack(">iii", 63190, 65536, 54061)
    return bytes(header) + directory + body


def lab_tiff() -> bytes:
    """Left half black, right half white, in LAB."""
    image = Image.new("LAB", (WIDTH, HEIGHT), (255, 128, 128))
    ImageDraw.Draw(image).rectangle((0, 0, WIDTH // 2 - 1, HEIGHT - 1), fill=(0, 128, 128))
    return encoded(image, "TIFF")


# ---- frames and pages


def animated(format_name: str) -> bytes:
    frames = [quarters(), Image.new("RGB", (WIDTH, HEIGHT), BLACK), Image.new("RGB", (WIDTH, HEIGHT), BLUE)]
    options: dict[str, object] = {"lossless": True} if format_name == "WEBP" else {}
    return encoded(frames[0], format_name, save_all=True, append_images=frames[1:], duration=100, **options)


def tiff_pages() -> bytes:
    """Three pages, the second of another size and stored turned, the third bilevel."""
    out = io.BytesIO()
    with TiffImagePlugin.AppendingTiffWriter(out, True) as writer:
        quarters().save(writer, "TIFF")
        writer.newFrame()
        _stored_as(6).save(writer, "TIFF", tiffinfo={0x0112: 6})
        writer.newFrame()
        Image.new("1", (20, 30), 1).save(writer, "TIFF", compression="group4")
        writer.newFrame()
    return out.getvalue()


def tiff_directories(data: bytes) -> list[int]:
    """Where the directories of a small TIFF are."""
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    found = []
    while at:
        found.append(at)
        (count,) = struct.unpack_from(order + "H", data, at)
        (at,) = struct.unpack_from(order + "I", data, at + 2 + 12 * count)
    return found


def tiff_with_thumbnail() -> bytes:
    """A page, its thumbnail (NewSubfileType 1), another page."""
    out = io.BytesIO()
    with TiffImagePlugin.AppendingTiffWriter(out, True) as writer:
        quarters().save(writer, "TIFF")
        writer.newFrame()
        quarters(12, 8).save(writer, "TIFF", tiffinfo={254: 1})
        writer.newFrame()
        Image.new("RGB", (30, 20), BLUE).save(writer, "TIFF")
        writer.newFrame()
    return out.getvalue()


def phone_jpeg_with_preview() -> bytes:
    """Two JPEGs in one file, as phones write them: the second is a preview, not a page."""
    preview = Image.new("RGB", (12, 8), BLACK)
    return encoded(quarters(), "MPO", save_all=True, append_images=[preview], quality=95, subsampling=0)


def camera_raw_tiff() -> bytes:
    return encoded(quarters(), "TIFF", tiffinfo={50706: b"\x01\x04\x00\x00"})


# ---- sizes


def _png_chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png_that_claims(width: int, height: int) -> bytes:
    """A few bytes that announce any size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _png_chunk(b"IHDR", header)
        + _png_chunk(b"IDAT", zlib.compress(b"\x00" * 64))
        + _png_chunk(b"IEND", b"")
    )


def png_with_text_bomb() -> bytes:
    """A comment that inflates from 80 kB to 80 MB."""
    bomb = b"comment\x00\x00" + zlib.compress(b"\x00" * 80_000_000, 1)
    plain = encoded(quarters(), "PNG")
    return plain[:33] + _png_chunk(b"zTXt", bomb) + plain[33:]


def webp_that_claims(side: int) -> bytes:
    packed = (side - 1) | ((side - 1) << 14)
    body = b"VP8L" + struct.pack("<I", 10) + b"\x2f" + struct.pack("<I", packed) + b"\x00" * 5
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


# ---- not pictures


def zip_of(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, "content")
    return out.getvalue()


def heic() -> bytes:
    return struct.pack(">I", 24) + b"ftypheic" + struct.pack(">I", 0) + b"mif1heic" + b"\x00" * 64


def film() -> bytes:
    return struct.pack(">I", 24) + b"ftypisom" + struct.pack(">I", 512) + b"isommp41" + b"\x00" * 64


def cut(data: bytes, share: float) -> bytes:
    return data[: int(len(data) * share)]


def scribbled(data: bytes) -> bytes:
    """The middle third overwritten."""
    third = len(data) // 3
    return data[:third] + b"\xa5" * third + data[2 * third :]


def photo(format_name: str, **options: object) -> bytes:
    """Enough detail that half of its bytes cannot hold the whole picture."""
    noise = np.random.default_rng(7).integers(0, 255, (160, 200, 3), np.uint8)
    return encoded(Image.fromarray(noise), format_name, **options)


LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"4d7a" * 16 + b"\nsize 132735\n"


def quarters_png() -> bytes:
    return encoded(quarters(), "PNG")


def plain_text() -> bytes:
    return "Straße 12\nzwei Zeilen\n".encode()
