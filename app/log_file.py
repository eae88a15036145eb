"""LogFile: the rotating log of the window and of the commands. Any thread.

A log is never worth more than what it is about: where the disk is full it stays silent, neither ending the
program nor printing a traceback.
"""

from __future__ import annotations

import logging
import logging.handlers
from contextlib import suppress
from pathlib import Path

LOG_BYTES = 1_000_000
LOGS_KEPT = 3
_FORMAT = "%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s"


class LogFile(logging.handlers.RotatingFileHandler):
    """Writes to `path`; raises OSError at once where that cannot be opened, and nothing later."""

    def __init__(self, path: Path, *, delay: bool = False) -> None:
        super().__init__(path, maxBytes=LOG_BYTES, backupCount=LOGS_KEPT, encoding="utf-8", delay=delay)
        self.setFormatter(logging.Formatter(_FORMAT))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is logging's
        """Do without this record."""

    def flush(self) -> None:
        """Hand over what is buffered, as far as the disk takes it."""
        with suppress(OSError):
            super().flush()

    def close(self) -> None:
        """Close the file, written whole or not."""
        with suppress(OSError):
            super().close()
