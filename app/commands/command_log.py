"""Where a command's log goes: into Yomi's log file, never between the user and the text. Main thread."""

from __future__ import annotations

import logging
import logging.handlers
from collections.abc import Iterator
from contextlib import contextmanager

from app.paths import log_path

LOG_BYTES = 1_000_000
LOGS_KEPT = 3


@contextmanager
def command_log() -> Iterator[str]:
    """Log to the file within the block; gives its path, empty where there can be no file."""
    handler, path = _handler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield path
    finally:
        root.removeHandler(handler)
        handler.close()


def _handler() -> tuple[logging.Handler, str]:
    try:
        path = log_path()
        # Opened now: a file that cannot be opened later would be complained about on standard error.
        return logging.handlers.RotatingFileHandler(
            path, maxBytes=LOG_BYTES, backupCount=LOGS_KEPT, encoding="utf-8"
        ), str(path)
    except OSError:
        return logging.NullHandler(), ""
