"""Where trouble goes: a rotating log, a file for native crashes, and one sentence for the user. GUI thread
sets it up.
"""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO

from app.log_file import LogFile

log = logging.getLogger(__name__)


class CrashLog:
    """Installed once a process; `close` puts back what was there before."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handler: logging.Handler | None = None
        self._crashes: IO[str] | None = None
        self._said: Callable[[str], None] | None = None
        self._level = logging.WARNING
        self._excepthook = sys.excepthook
        self._threading_hook = threading.excepthook

    def install(self) -> None:
        """Begin; a log that cannot be written is done without."""
        root = logging.getLogger()
        self._level = root.level
        root.setLevel(logging.INFO)
        try:
            handler = LogFile(self._path, delay=True)
            root.addHandler(handler)
            self._handler = handler
            if not faulthandler.is_enabled():
                # Who runs Python with -X faulthandler wants to see it in the terminal.
                self._crashes = self._path.with_suffix(".crash").open("a", encoding="utf-8")
                faulthandler.enable(self._crashes)
        except OSError as error:
            log.warning("no log file: %s", error)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def say_with(self, say: Callable[[str], None]) -> None:
        """Tell the user through `say` from now on; it must be callable from any thread."""
        self._said = say

    def close(self) -> None:
        """End; the files are closed."""
        sys.excepthook = self._excepthook
        threading.excepthook = self._threading_hook
        logging.getLogger().setLevel(self._level)
        self._said = None
        if self._crashes is not None:
            faulthandler.disable()
            self._crashes.close()
            self._crashes = None
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()
            self._handler = None

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._excepthook(kind, error, traceback)
            return
        log.critical("unexpected error", exc_info=(kind, error, traceback))
        if sys.stderr is not None:
            # A windowed build has none.
            self._excepthook(kind, error, traceback)
        if self._said is not None:
            self._said(f"Something unexpected went wrong; Yomi goes on. Details are in {self._path}.")

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)
