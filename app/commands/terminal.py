"""Terminal: results to standard output, everything else to standard error. Main thread."""

from __future__ import annotations

import io
import sys
from typing import TextIO


class Terminal:
    """The two streams; progress shows only where someone watches, and goes before anything else comes."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        # A windowed start has no streams at all.
        self._out: TextIO = out or sys.stdout or io.StringIO()
        self._err: TextIO = err or sys.stderr or io.StringIO()
        self._progress_length = 0
        for stream in (self._out, self._err):
            if isinstance(stream, io.TextIOWrapper):
                # The text of a picture may hold any character, whatever the locale says.
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")

    def write(self, text: str) -> None:
        """Results, as they come.

        Raises: BrokenPipeError when nobody reads any more.
        """
        self._clear_progress()
        self._out.write(text)
        self._out.flush()

    def complain(self, sentence: str, about: str = "") -> None:
        """A sentence for the user."""
        self._clear_progress()
        self._err.write(f"yomi: {about}: {sentence}\n" if about else f"yomi: {sentence}\n")
        self._err.flush()

    def progress(self, sentence: str) -> None:
        """What is going on, on one line that is written over."""
        if self._err.isatty():
            self._clear_progress()
            self._err.write(sentence)
            self._err.flush()
            self._progress_length = len(sentence)

    def _clear_progress(self) -> None:
        if self._progress_length:
            # Spaces, not an escape sequence: older Windows consoles would print that.
            self._err.write("\r" + " " * self._progress_length + "\r")
            self._err.flush()
            self._progress_length = 0
