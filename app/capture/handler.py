"""What a way of taking a picture of the screen must offer. GUI thread; taking may take a while and ends in
exactly one of two calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from app.capture.screens import Shot

Done = Callable[[tuple[Shot, ...]], None]
Failed = Callable[[str], None]
"""Called with a sentence for the log."""

TAKING_TIMEOUT_MS = 20_000
"""A desktop may ask the user for permission first; a program that hangs is given up."""


class Stage(Protocol):
    """The program's window, which a desktop may want to see before it asks its user something."""

    def come_forward(self, then: Callable[[bool], None]) -> None:
        """Bring the window to the front; then say whether it is there."""

    def step_aside(self, then: Callable[[], None]) -> None:
        """Hide it again as a capture does; then go on."""


class CaptureHandler(Protocol):
    """One way; handlers are tried in order."""

    @property
    def name(self) -> str:
        """As a user knows it."""

    def is_compatible(self) -> bool:
        """Whether this kind of desktop knows this way."""

    def is_installed(self) -> bool:
        """Whether what it needs is there."""

    def what_to_install(self) -> str:
        """What would make it work, as a sentence."""

    def take(self, done: Done, failed: Failed) -> None:
        """Take a picture of every screen."""
