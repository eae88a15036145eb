"""PortalHandler: the screen through the desktop portal over D-Bus, where Wayland keeps it from programs. GUI
thread only.

Source: org.freedesktop.portal.Screenshot, version 2. The answer arrives as a signal of a request object whose
name is known beforehand, so that it cannot be missed.
"""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import Any

from PySide6.QtCore import SLOT, QObject, QTimer, QUrl, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher
from PySide6.QtGui import QImage

from app.capture.handler import TAKING_TIMEOUT_MS, Done, Failed, Stage
from app.capture.portal import CANCELLED, PATH, REQUEST, SERVICE
from app.capture.portal_permission import is_permitted
from app.capture.screens import NoPixelsError, layouts, split
from app.capture.surroundings import Surroundings

INTERFACE = "org.freedesktop.portal.Screenshot"
ASKING_TIMEOUT_MS = 300_000
"""A question that stands on the screen waits for its reader."""

_ON_RESPONSE: Any = SLOT("on_response(uint,QVariantMap)")
"""Typed as bytes by `connect`, which takes only SLOT's str."""


class PortalHandler(QObject):
    """Asks the portal without its dialog; a desktop may ask the user for permission the first time.

    GNOME does that for the window in front alone, and notes a no for good where another one asks. So there
    the window comes to the front first, where there is a `stage` and no permission yet.
    """

    name = "Portal"

    def __init__(
        self, surroundings: Surroundings, parent: QObject | None = None, stage: Stage | None = None
    ) -> None:
        super().__init__(parent)
        self._surroundings = surroundings
        self._stage = stage

    def is_compatible(self) -> bool:
        """Linux has portals; elsewhere nobody listens."""
        return self._surroundings.is_linux and self._surroundings.platform not in ("offscreen", "minimal")

    def is_installed(self) -> bool:
        """Whether the session's bus knows the portal, running or to be started."""
        if not QDBusConnection.sessionBus().isConnected():
            return False
        bus = QDBusConnection.sessionBus().interface()
        if bus.isServiceRegistered(SERVICE).value():
            return True
        names = bus.call("ListActivatableNames").arguments()
        return bool(names) and SERVICE in (names[0] or ())

    def what_to_install(self) -> str:
        """The portal and its half for the desktop."""
        return self.tr(
            "Install xdg-desktop-portal and its part for your desktop, such as xdg-desktop-portal-gnome, "
            "-kde or -wlr."
        )

    def take(self, done: Done, failed: Failed) -> None:
        """Ask; the answer follows."""
        stage = self._stage
        if stage is None or not self._surroundings.is_gnome or is_permitted():
            _Request(self, done, failed).send()
            return

        def on_stage(in_front: bool) -> None:
            if in_front:
                # This picture shows the window: it only has the user asked.
                _Request(self, lambda _shots: stage.step_aside(take_again), failed).send(ASKING_TIMEOUT_MS)
            else:
                failed("portal: the user can be asked by the window in front alone, which this is not")

        def take_again() -> None:
            _Request(self, done, failed).send()

        stage.come_forward(on_stage)


class _Request(QObject):
    """One question to the portal."""

    def __init__(self, parent: QObject, done: Done, failed: Failed) -> None:
        super().__init__(parent)
        self._done, self._failed = done, failed
        self._bus = QDBusConnection.sessionBus()
        self._token = f"yomi_{token_hex(8)}"
        sender = self._bus.baseService().lstrip(":").replace(".", "_")
        self._path = f"{PATH}/request/{sender}/{self._token}"
        self._ended = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(lambda: self._fail("the portal did not answer"))

    def send(self, timeout_ms: int = TAKING_TIMEOUT_MS) -> None:
        """Listen first, then ask."""
        self._bus.connect(*self._response())
        message = QDBusMessage.createMethodCall(SERVICE, PATH, INTERFACE, "Screenshot")
        message.setArguments(["", {"handle_token": self._token, "interactive": False, "modal": False}])
        self._timer.start(timeout_ms)
        self._watcher = QDBusPendingCallWatcher(self._bus.asyncCall(message), self)
        self._watcher.finished.connect(self._on_called)

    @Slot("uint", "QVariantMap")
    def on_response(self, code: int, results: dict[str, Any]) -> None:
        """The portal's answer: a file, which is ours to delete."""
        if code:
            self._fail("the user said no" if code == CANCELLED else f"the portal refused ({code})")
            return
        url = QUrl(str(results.get("uri", "")))
        if not url.isLocalFile():
            self._fail("the portal named no local file")
            return
        path = Path(url.toLocalFile())
        image = QImage(str(path))
        path.unlink(missing_ok=True)
        try:
            shots = split(image, layouts())
        except NoPixelsError as error:
            self._fail(str(error))
            return
        if self._end():
            self._done(shots)

    def _response(self) -> tuple[str, str, str, str, QObject, bytes]:
        """What is listened to, and by whom: the same for connecting and for letting go."""
        return ("", self._path, REQUEST, "Response", self, _ON_RESPONSE)

    def _on_called(self, watcher: QDBusPendingCallWatcher) -> None:
        if watcher.isError():
            self._fail(watcher.error().message())

    def _fail(self, why: str) -> None:
        if self._end():
            self._failed(f"portal: {why}")

    def _end(self) -> bool:
        """Whether this is the first end."""
        first, self._ended = not self._ended, True
        self._timer.stop()
        if first:
            self._bus.disconnect(*self._response())
            self.deleteLater()
        return first
