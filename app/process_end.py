"""How the process ends where the engine has not: a computation that takes longer than anybody waits for it.

Python tears the threads that are left out of whatever they are in; out of torch's native code that ends the
process with an abort, though all was done and said. Main thread; standard library only.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from contextlib import suppress

ENGINE_THREADS = frozenset({"engine", "look-ahead"})
"""Those that compute, by the names that `engine.worker` and `engine.look_ahead` give them."""


def ended(code: int) -> int:
    """The exit code, for the caller to end with; where the engine still computes the process ends here."""
    if not any(thread.name in ENGINE_THREADS for thread in threading.enumerate()):
        return code
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            # Nobody may be reading it any more.
            with suppress(OSError, ValueError):
                stream.flush()
    os._exit(code)
