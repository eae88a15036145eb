"""An engine that keeps its compiled kernels in Yomi's own folder. Any thread; imports no torch."""

from __future__ import annotations

from app import engine_port
from app.engine_port import Engine
from app.paths import kernels_dir


def open_engine() -> Engine:
    """A new engine with its own thread; torch is imported there, by the first load."""
    try:
        kernel_cache = kernels_dir()
    except OSError:
        # Without a folder kernels are compiled anew each time, and everything else works.
        kernel_cache = None
    return engine_port.open_engine(kernel_cache)
