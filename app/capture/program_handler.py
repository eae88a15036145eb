"""ProgramHandler: the screen through a program of the desktop's, such as grim or Spectacle. GUI thread only;
the program runs beside it.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtGui import QImage

from app.capture.handler import TAKING_TIMEOUT_MS, Done, Failed
from app.capture.screens import NoPixelsError, ScreenLayout, Shot, layouts, split
from app.capture.surroundings import Surroundings

log = logging.getLogger(__name__)


class ProgramHandler(QObject):
    """One program that writes the desktop into a file: screen by screen, in each one's own pixels, where it
    takes a screen's name after `screen_option`; else all of it in one picture, in which screens of different
    scales are blown up to the largest.
    """

    def __init__(
        self,
        name: str,
        program: str,
        arguments: tuple[str, ...],
        is_compatible: Callable[[], bool],
        parent: QObject | None = None,
        *,
        screen_option: str = "",
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._program = program
        self._arguments = arguments
        self._is_compatible = is_compatible
        self._screen_option = screen_option

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
        """Start the program; its files are read when it has ended."""
        if self._screen_option:
            self._take_each(list(layouts()), [], done, failed)
        else:
            self._take_whole(done, failed)

    def _take_each(self, screens: list[ScreenLayout], taken: list[Shot], done: Done, failed: Failed) -> None:
        if not screens:
            done(tuple(taken))
            return
        screen, rest = screens[0], screens[1:]

        def on_image(image: QImage) -> None:
            self._take_each(rest, [*taken, Shot(screen, image)], done, failed)

        def on_failure(why: str) -> None:
            # Qt may know the screen by another name than the program, as it does under XWayland.
            log.info("not screen by screen: %s", why)
            self._take_whole(done, failed)

        arguments = (*self._arguments, self._screen_option, screen.name)
        _Run(self, self._program, arguments, on_image, on_failure).start()

    def _take_whole(self, done: Done, failed: Failed) -> None:
        def on_image(image: QImage) -> None:
            try:
                shots = split(image, layouts())
            except NoPixelsError as error:
                failed(f"{self._program}: {error}")
                return
            done(shots)

        _Run(self, self._program, self._arguments, on_image, failed).start()


class _Run(QObject):
    """One run of the program, and the folder that its file goes to."""

    def __init__(
        self,
        parent: QObject,
        program: str,
        arguments: tuple[str, ...],
        done: Callable[[QImage], None],
        failed: Failed,
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
        # Let go of both: they hold the handler, which holds this run until Qt deletes it.
        done, failed = self._done, self._failed
        self._done = self._failed = _nothing
        self.deleteLater()
        if image is None:
            failed(f"{self._process.program()}: {why}")
        else:
            done(image)


def _nothing(_answer: object) -> None:
    """After the end nobody listens."""


def desktop_programs(surroundings: Surroundings, parent: QObject | None = None) -> tuple[ProgramHandler, ...]:
    """The programs, each for the desktop that it belongs to."""
    here = surroundings
    return (
        ProgramHandler(
            "grim",
            "grim",
            (),
            lambda: here.is_wayland and not here.is_gnome and not here.is_kde,
            parent,
            screen_option="-o",
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
