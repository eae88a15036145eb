"""Where a command's log goes: into Yomi's log file, never between the user and the text. Main thread."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from app.log_file import LogFile
from app.paths import log_path

_SILENCE = logging.NullHandler()
"""Stays for ever: an engine thread that outlives the command would else log to standard error."""


@contextmanager
def command_log() -> Iterator[str]:
    """Log to the file within the block; gives its path, empty where there can be no file."""
    handler, path = _handler()
    root = logging.getLogger()
    root.addHandler(_SILENCE)
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
        return LogFile(path), str(path)
    except OSError:
        return logging.NullHandler(), ""
