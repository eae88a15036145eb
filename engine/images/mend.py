"""What is left of a picture that was cut short or scribbled over, as a file that decodes. Any thread.

Nobody gets it untold: the lower half of a receipt may be what matters. Only for formats that are written
from the top down: JPEG (ITU-T T.81) and PNG (third edition, without interlacing); of a TIFF whole pages.
"""

from __future__ import annotations

import struct
import zlib

from engine.images.decode import directories_that_open
from engine.images.integrity import PNG_SIGNATURE
from engine.images.mend_tiff import mended_tiff

_JPEG_START, _JPEG_END = b"\xff\xd8\xff", b"\xff\xd9"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Of each PNG colour type"""
_PALETTE = 3
_STEP_BYTES = 65_536
MOST_RAW_BYTES = 1 << 28
"""A file of 1 kB can claim any size, and nobody has asked for it yet: 576 MB took 5 s, and twice that."""


def mended(data: bytes) -> bytes | None:
    """The picture with what is missing left white or grey; None where nothing can be had of it."""
    if data.startswith(_JPEG_START):
        # A decoder fills what is missing before the end that it is told.
        return data + _JPEG_END
    if data.startswith(PNG_SIGNATURE):
        return _mended_png(data)
    return mended_tiff(data, directories_that_open(data))


def _mended_png(data: bytes) -> bytes | None:
    header, before, packed = b"", [], []
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":
            packed.append(body)
        elif not packed and kind != b"IEND":
            before.append((kind, body))
    raw_bytes, row_bytes = _sizes(header)
    if not packed or not 0 < raw_bytes <= MOST_RAW_BYTES:
        return None
    rows = _unpacked(b"".join(packed), raw_bytes)
    whole = len(rows) // row_bytes
    if not whole:
        return None
    fill = b"\x00" if header[9] == _PALETTE else b"\xff"
    blank = b"\x00" + fill * (row_bytes - 1)
    pack = zlib.compressobj(1)
    pieces = [pack.compress(memoryview(rows)[: whole * row_bytes])]
    # Row by row: all that is missing would be held at once.
    pieces += (pack.compress(blank) for _ in range(raw_bytes // row_bytes - whole))
    pixels = b"".join([*pieces, pack.flush()])
    chunks = ((b"IHDR", header), *before, (b"IDAT", pixels), (b"IEND", b""))
    return PNG_SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """Every chunk, the last one as far as it is there; checksums are what is not to be trusted."""
    found = []
    offset = len(PNG_SIGNATURE)
    while offset + 8 < len(data):
        length, kind = struct.unpack_from(">I4s", data, offset)
        found.append((kind, data[offset + 8 : offset + 8 + length]))
        offset += 12 + length
    return found


def _sizes(header: bytes) -> tuple[int, int]:
    """(bytes of all rows, of one) before compression; zeros where there is no header, or rows lack order."""
    if len(header) != 13:
        return 0, 0
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if interlaced or colour not in _CHANNELS:
        return 0, 0
    row_bytes = 1 + (width * depth * _CHANNELS[colour] + 7) // 8
    return row_bytes * height, row_bytes


def _unpacked(packed: bytes, most_bytes: int) -> bytes:
    """What can be decompressed before the data end or make no sense."""
    unpack = zlib.decompressobj()
    pieces, total = [], 0
    for start in range(0, len(packed), _STEP_BYTES):
        try:
            piece = unpack.decompress(packed[start : start + _STEP_BYTES], most_bytes - total)
        except zlib.error:
            break
        pieces.append(piece)
        total += len(piece)
        if total >= most_bytes:
            break
    return b"".join(pieces)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
