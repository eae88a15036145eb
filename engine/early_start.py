"""What makes the start of the engine shorter, before torch is there: the graphics card's context is opened on
a thread of its own while torch is imported.

The driver takes a few tenths of a second for it and holds none of Python's locks meanwhile; torch uses the
same context afterwards. Any thread; imports no torch. Source: CUDA driver API, 13.0, "Primary context
management".
"""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Import torch without looking for garbage: it makes a million objects and throws none away (a tenth of
    its three seconds).
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def open_context_early() -> threading.Thread:
    """Begin; whatever is wrong with card or driver is torch's to find out and to say."""
    thread = threading.Thread(target=_open, name="card context", daemon=True)
    thread.start()
    return thread


def _open() -> None:
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        device, context = ctypes.c_int(), ctypes.c_void_p()
        # The first card is the one that torch takes.
        if driver.cuInit(0) == 0 and driver.cuDeviceGet(ctypes.byref(device), 0) == 0:
            driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
    except (OSError, AttributeError):
        # No driver here, or one without these calls: there is no card to open.
        return
