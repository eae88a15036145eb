"""The pages of a TIFF before the first that cannot be found, as a file that ends with them. Any thread.

A TIFF is a chain of directories, one a page, each saying where the next one is; where one is destroyed the
chain is ended before it. Source: TIFF 6.0, section 2, and the layout of BigTIFF.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

_ORDERS = {b"II": "<", b"MM": ">"}
_WIDTH, _HEIGHT = 256, 257
_PIXELS = frozenset({273, 324})
"""Where strips or tiles lie"""


@dataclass(frozen=True, slots=True)
class _Layout:
    """How numbers are written in one file: struct codes, and the bytes of an entry."""

    order: str
    count: str
    entry_bytes: int
    offset: str

    def number(self, data: bytes, at: int, code: str) -> int | None:
        """The number at a place; None beyond the end."""
        size = struct.calcsize(self.order + code)
        if at + size > len(data):
            return None
        return int(struct.unpack_from(self.order + code, data, at)[0])


def mended_tiff(data: bytes, directories: int) -> bytes | None:
    """The file with so many of its directories, or with those before the first that is none; None where no
    directory is left, or no more than that are there.
    """
    layout, link_at = _start(data)
    if layout is None:
        return None
    first_at, seen = link_at, set[int]()
    while len(seen) < directories:
        at = layout.number(data, link_at, layout.offset)
        if at == 0:
            return None
        end = None if at is None or at in seen else _end_of_directory(data, at, layout)
        if at is None or end is None:
            break
        seen.add(at)
        link_at = end
    if link_at == first_at or not layout.number(data, link_at, layout.offset):
        return None
    nothing = struct.pack(layout.order + layout.offset, 0)
    return data[:link_at] + nothing + data[link_at + len(nothing) :]


def _start(data: bytes) -> tuple[_Layout | None, int]:
    """How the file is written, and where it says where its first directory is."""
    order = _ORDERS.get(data[:2])
    if order is None or len(data) < 8:
        return None, 0
    magic = struct.unpack_from(order + "H", data, 2)[0]
    if magic == 42:
        return _Layout(order, "H", 12, "I"), 4
    if magic == 43:
        return _Layout(order, "Q", 20, "Q"), 8
    return None, 0


def _end_of_directory(data: bytes, at: int, layout: _Layout) -> int | None:
    """Where a directory says where the next one is; None where it is not one of a picture."""
    count = layout.number(data, at, layout.count)
    if not count:
        return None
    first = at + struct.calcsize(layout.order + layout.count)
    end = first + count * layout.entry_bytes
    if end > len(data):
        return None
    tags = {layout.number(data, first + index * layout.entry_bytes, "H") for index in range(count)}
    return end if {_WIDTH, _HEIGHT} <= tags and tags & _PIXELS else None
