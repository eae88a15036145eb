"""Damage that decoders pass over in silence. Any thread.

Pillow does not check the sums of a PNG's pixel data: a scribbled file decodes to black where they end early.
"""

from __future__ import annotations

import struct
import zlib

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def is_png_damaged(data: bytes) -> bool:
    """Whether a critical chunk of a PNG does not match its checksum; False for any other format."""
    if not data.startswith(_PNG_SIGNATURE):
        return False
    view = memoryview(data)
    offset = len(_PNG_SIGNATURE)
    while offset + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, offset)
        end = offset + 12 + length
        if end > len(data):
            return True
        is_critical = not kind[0] & 0x20
        if is_critical and zlib.crc32(view[offset + 4 : end - 4]) != int.from_bytes(
            data[end - 4 : end], "big"
        ):
            return True
        if kind == b"IEND":
            return False
        offset = end
    return False
