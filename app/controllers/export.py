"""ExportController: makes and writes exports on a thread of its own. GUI thread."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from app.background import BackgroundThread
from app.export.file_target import ExportError, write_export
from app.export.formats import ExportFormat, exported
from app.export.pictures import PictureSource
from app.export.transcript import Transcript, Words

CLOSE_TIMEOUT_S = 5.0
"""A file is whole or not there: one that takes longer than this at the end is given up."""

log = logging.getLogger(__name__)


class ExportController(QObject):
    """Every export ends with `exported` or with `failed`."""

    exported = Signal(object)
    """Path of the file"""
    failed = Signal(str)
    """sentence"""

    _done = Signal(object, str)

    def __init__(self, source: PictureSource, yomi_version: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._version = yomi_version
        self._thread = BackgroundThread("export")
        self._done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)

    def export(
        self, transcript: Transcript, format_: ExportFormat, path: Path, words: Words, *, replace: bool
    ) -> None:
        """Write the file; one that is there is only replaced where that was asked for."""

        def job() -> None:
            try:
                data = exported(transcript, format_, words, self._source, self._version)
                self._done.emit(write_export(path, data, replace=replace), "")
            except ExportError as error:
                log.info("not exported: %s", error.code)
                self._done.emit(None, error.sentence)
            except Exception:
                log.exception("export failed")
                self._done.emit(None, "The export could not be made; choose another format.")

        self._thread.submit(job)

    def close(self) -> None:
        """End after the file that is being written."""
        self._thread.close(CLOSE_TIMEOUT_S)

    def _on_done(self, path: Path | None, sentence: str) -> None:
        if path is None:
            self.failed.emit(sentence)
        else:
            self.exported.emit(path)
