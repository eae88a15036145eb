"""CaptureChain: the handlers in order, each tried until one has taken the screens. GUI thread only."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication

from app.capture.handler import CaptureHandler, Done, Stage
from app.capture.program_handler import desktop_programs
from app.capture.qt_handler import QtHandler
from app.capture.surroundings import Surroundings

log = logging.getLogger(__name__)


class CaptureChain:
    """`take` calls exactly one of `done` and `refused`, now or later."""

    def __init__(self, handlers: Sequence[CaptureHandler]) -> None:
        self._handlers = tuple(handlers)

    @property
    def compatible(self) -> tuple[CaptureHandler, ...]:
        """Those that this kind of desktop knows, in order."""
        return tuple(handler for handler in self._handlers if handler.is_compatible())

    def take(self, done: Done, refused: Callable[[str], None]) -> None:
        """Take every screen; `refused` gets a sentence with a next step."""
        there = [handler for handler in self.compatible if handler.is_installed()]
        if not there:
            refused(self._how_to_help())
            return
        self._try(there, done, refused)

    def _try(self, handlers: list[CaptureHandler], done: Done, refused: Callable[[str], None]) -> None:
        handler, rest = handlers[0], handlers[1:]

        def failed(why: str) -> None:
            log.warning("no picture of the screen by %s: %s", handler.name, why)
            if rest:
                self._try(rest, done, refused)
            else:
                refused(_none_worked())

        handler.take(done, failed)

    def _how_to_help(self) -> str:
        advice = self.compatible[0].what_to_install() if self.compatible else ""
        sentence = QCoreApplication.translate(
            "CaptureChain", "The screen cannot be captured here; use the desktop's own tool and paste."
        )
        return f"{sentence} {advice}".strip()


def _none_worked() -> str:
    return QCoreApplication.translate(
        "CaptureChain",
        "The desktop gave no picture of the screen; allow Yomi in its settings to take one, or take one with "
        "the desktop's own tool and paste it here.",
    )


def default_chain(parent: QObject | None = None, stage: Stage | None = None) -> CaptureChain:
    """The handlers of this desktop, the one with the fewest questions first."""
    here = Surroundings.found(QGuiApplication.platformName())
    handlers: list[CaptureHandler] = [QtHandler(here), *desktop_programs(here, parent)]
    if here.is_linux:
        from app.capture.portal_handler import PortalHandler  # noqa: PLC0415 - brings D-Bus

        handlers.append(PortalHandler(here, parent, stage))
    return CaptureChain(handlers)
