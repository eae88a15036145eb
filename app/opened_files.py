"""OpenedFiles: what the system asks a running Yomi to open: Finder's "Open with", or a file dropped on the
icon in the Dock. GUI thread only.

macOS sends an event to the running application, one a file, where other systems start the program again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QFileOpenEvent, QGuiApplication


class OpenedFiles(QObject):
    """Gathers the files of one gesture, then opens them together."""

    def __init__(
        self, qt: QGuiApplication, open_paths: Callable[[Sequence[str]], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._open_paths = open_paths
        self._paths: list[str] = []
        if sys.platform == "darwin":
            # Nowhere else: it is called for every event of the application, and costs each some microseconds.
            qt.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the files; everything else goes its way."""
        if isinstance(event, QFileOpenEvent) and event.file():
            if not self._paths:
                QTimer.singleShot(0, self, self._open)
            self._paths.append(event.file())
            return True
        return super().eventFilter(watched, event)

    def _open(self) -> None:
        paths, self._paths = self._paths, []
        self._open_paths(paths)
