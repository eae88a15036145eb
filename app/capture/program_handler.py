"""ProgramHandler: the screen through a program of the desktop's, such as grim or Spectacle. GUI thread only;
the program runs beside it.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtGui import QImage

from app.capture.handler import TAKING_TIMEOUT_MS, Done, Failed
from app.capture.screens import NoPixelsError, layouts, split
from app.capture.surroundings import Surroundings


class ProgramHandler(QObject):
    """One program that writes the whole desktop into a file."""

    def __init__(
        self,
        name: str,
        program: str,
        arguments: tuple[str, ...],
        is_compatible: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._program = program
        self._arguments = arguments
        self._is_compatible = is_compatible

    @property
    def name(self) -> str:
        return self._name

    def is_compatible(self) -> bool:
        """Whether this desktop has it."""
        return self._is_compatible()

    def is_installed(self) -> bool:
        """Whether the program is found."""
        return shutil.which(self._program) is not None

    def what_to_install(self) -> str:
        """The package, which is named like the program."""
        return self.tr("Install the package {program}.").format(program=self._program)

    def take(self, done: Done, failed: Failed) -> None:
        """Start the program; its file is read when it has ended."""
        _Run(self, self._program, self._arguments, done, failed).start()


class _Run(QObject):
    """One run of the program, and the folder that its file goes to."""

    def __init__(
        self, parent: QObject, program: str, arguments: tuple[str, ...], done: Done, failed: Failed
    ) -> None:
        super().__init__(parent)
        self._folder = tempfile.TemporaryDirectory(prefix="yomi-")
        self._file = Path(self._folder.name) / "screen.png"
        self._done, self._failed = done, failed
        self._process = QProcess(self)
        self._process.setProgram(program)
        self._process.setArguments([*arguments, str(self._file)])
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._process.kill)

    def start(self) -> None:
        """Go; one of the two calls follows."""
        self._timer.start(TAKING_TIMEOUT_MS)
        self._process.start()

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._end(None, self._process.errorString())

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        image = QImage(str(self._file))
        if status is not QProcess.ExitStatus.NormalExit or code or image.isNull():
            words = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace").strip()
            self._end(None, f"exit status {code}: {words[-200:]}")
        else:
            self._end(image, "")

    def _end(self, image: QImage | None, why: str) -> None:
        self._timer.stop()
        self._folder.cleanup()
        self.deleteLater()
        if image is None:
            self._failed(f"{self._process.program()}: {why}")
            return
        try:
            shots = split(image, layouts())
        except NoPixelsError as error:
            self._failed(f"{self._process.program()}: {error}")
            return
        self._done(shots)


def desktop_programs(surroundings: Surroundings, parent: QObject | None = None) -> tuple[ProgramHandler, ...]:
    """The programs, each for the desktop that it belongs to."""
    here = surroundings
    return (
        ProgramHandler(
            "grim", "grim", (), lambda: here.is_wayland and not here.is_gnome and not here.is_kde, parent
        ),
        ProgramHandler(
            "Spectacle",
            "spectacle",
            ("--background", "--nonotify", "--fullscreen", "--output"),
            lambda: here.is_linux and here.is_kde,
            parent,
        ),
        ProgramHandler(
            "GNOME Screenshot",
            "gnome-screenshot",
            ("--file",),
            lambda: here.is_linux and here.is_gnome,
            parent,
        ),
    )
