"""What libtiff has to say about a file, which it would print on standard error. Any thread.

libtiff's handlers belong to the process; a complaint is handed to the decode that runs on its thread. Where
Pillow was linked with libtiff statically (its wheels for Windows) no handler can be set, and the complaints
stay where they are. Source: libtiff 4.7, TIFFError(3tiff).
"""

from __future__ import annotations

import ctypes
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from PIL import _imaging

log = logging.getLogger(__name__)

_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p)
_heard = threading.local()


@contextmanager
def tiff_complaints() -> Iterator[list[str]]:
    """Collects what libtiff complains of within the block; the first complaint is logged."""
    _listen()
    complaints: list[str] = []
    before = getattr(_heard, "complaints", None)
    _heard.complaints = complaints
    try:
        yield complaints
    finally:
        _heard.complaints = before
        if complaints:
            log.warning("libtiff complained %d times, first: %s", len(complaints), complaints[0])


def _on_error(module: bytes | None, pattern: bytes | None, values: int | None) -> None:
    # The values come as a C va_list, which differs between machines: the pattern alone says what is wrong.
    del values
    complaints = getattr(_heard, "complaints", None)
    if complaints is not None:
        complaints.append(b": ".join(part for part in (module, pattern) if part).decode("utf-8", "replace"))


_CALLED = _HANDLER(_on_error)
"""Kept for as long as libtiff may call it."""


@cache
def _listen() -> None:
    try:
        # Finds the library that Pillow was linked with, wherever it lies: what a module needs is searched.
        library = ctypes.CDLL(_imaging.__file__)
        library.TIFFSetErrorHandler.argtypes = [_HANDLER]
        library.TIFFSetErrorHandler.restype = ctypes.c_void_p
        library.TIFFSetErrorHandler(_CALLED)
    except (OSError, AttributeError) as error:
        log.info("libtiff prints its own complaints: %s", error)
