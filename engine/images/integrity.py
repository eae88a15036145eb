"""What a decoder makes too little or too much of in a PNG. Any thread.

Pillow does not check the sums of a PNG's pixel data: a scribbled file decodes to black where they end early.
And it refuses a picture for the length of its comments, which nothing here reads: programs that draw keep
their whole work there.
"""

from __future__ import annotations

import struct
import zlib

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

_TEXT_KINDS = (b"tEXt", b"zTXt", b"iTXt")
_XMP = b"XML:com.adobe.xmp\0"
"""The one text that is looked at: it may hold the orientation."""
_LONGEST_XMP_BYTES = 1_000_000


def is_png_damaged(data: bytes) -> bool:
    """Whether a critical chunk of a PNG does not match its checksum; False for any other format."""
    if not data.startswith(PNG_SIGNATURE):
        return False
    view = memoryview(data)
    offset = len(PNG_SIGNATURE)
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


def without_comments(data: bytes) -> bytes:
    """A PNG's bytes without texts that Pillow may refuse for their length; other formats as they are."""
    if not data.startswith(PNG_SIGNATURE):
        return data
    view = memoryview(data)
    kept: list[memoryview] = []
    offset = start = len(PNG_SIGNATURE)
    while offset + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, offset)
        end = offset + 12 + length
        is_xmp = length <= _LONGEST_XMP_BYTES and data.startswith(_XMP, offset + 8)
        if kind in _TEXT_KINDS and not is_xmp:
            kept.append(view[start:offset])
            start = end
        offset = end
    return b"".join((PNG_SIGNATURE, *kept, view[start:])) if kept else data
