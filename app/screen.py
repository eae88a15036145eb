"""Opening the screen: Qt ends the process where it finds none; here it goes with a sentence. GUI thread only.

Qt's words on it are kept back until it is known whether they matter.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

NO_SCREEN = (
    "yomi: No window can be opened: {reason}. Start Yomi from a desktop session, or use 'yomi read' and "
    "'yomi ask', which need none.\n"
)

T = TypeVar("T")


def opened(make: Callable[[], T]) -> T:
    """What `make` gives, which is the QApplication; where Qt gives up, the process ends with status 1."""
    words: list[str] = []

    def keep(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind is QtMsgType.QtFatalMsg:
            # Qt aborts as soon as this returns: a core dump, for a machine without a screen.
            _end(words[0] if words else text)
        words.append(text)

    before = qInstallMessageHandler(keep)
    try:
        made = make()
    finally:
        qInstallMessageHandler(before)
    if sys.stderr is not None:
        sys.stderr.writelines(f"{text}\n" for text in words)
    return made


def _end(reason: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(NO_SCREEN.format(reason=reason.split("\n", 1)[0].strip().rstrip(".")))
        sys.stderr.flush()
    os._exit(1)
