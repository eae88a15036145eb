"""Terminal: results to standard output, everything else to standard error. Main thread."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
"""What a terminal would obey: the name of a file, and words that were asked, come from anywhere."""
_CONTROLS_BESIDES_LAYOUT = {code: seen for code, seen in _CONTROLS.items() if chr(code) not in "\t\n"}


class OutputError(Exception):
    """Standard output takes no more; its text says why."""


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

        Raises: BrokenPipeError when nobody reads any more, OutputError when it cannot be written.
        """
        self._clear_progress()
        try:
            self._out.write(text.translate(_CONTROLS_BESIDES_LAYOUT) if self._out.isatty() else text)
            self._out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.strerror or str(error)) from error

    def complain(self, sentence: str, about: str = "") -> None:
        """A sentence for the user."""
        self._clear_progress()
        said = f"{about}: {sentence}" if about else sentence
        self._say(f"yomi: {said.translate(_CONTROLS)}\n")

    def progress(self, sentence: str) -> None:
        """What is going on, on one line that is written over."""
        if self._err.isatty():
            self._clear_progress()
            self._say(sentence)
            self._progress_length = len(sentence)

    def _clear_progress(self) -> None:
        if self._progress_length:
            # Spaces, not an escape sequence: older Windows consoles would print that.
            self._say("\r" + " " * self._progress_length + "\r")
            self._progress_length = 0

    def _say(self, text: str) -> None:
        try:
            self._err.write(text)
            self._err.flush()
        except OSError:
            # Nobody hears it (a full disk, a closed pipe); the pictures are read all the same.
            forget_stream(self._err)
            self._err = io.StringIO()


def forget_stream(stream: TextIO) -> None:
    """Lead a standard stream nowhere: the interpreter flushes it at its end and would complain then."""
    with suppress(OSError, ValueError):
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)
