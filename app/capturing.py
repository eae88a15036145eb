"""Capturing: puts the capture together with the window, the curtains and the intake. GUI thread only.

The window steps aside while the screen is taken, and comes back as it was, or to the front with what was
captured.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QGuiApplication, QImage

from app.capture.screens import Shot
from app.controllers.capture import SETTLE_MS, CaptureController
from app.settings import SettingsStore
from app.views.main_window import MainWindow
from app.views.screen_curtain import Curtains, ScreenPicture
from app.views.theme import Theme

LOOK_EVERY_MS = 100
LOOKS = 20
"""How often it is looked whether the window is in front; then the desktop does not let it."""


class Capturing(QObject):
    """Between the controller, which knows no widgets, and the widgets, which know no controller."""

    def __init__(
        self,
        window: MainWindow,
        theme: Theme,
        capture: CaptureController,
        settings: SettingsStore,
        read: Callable[[QImage], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._capture = capture
        self._settings = settings
        self._read = read
        self._stepped_aside = False
        self.curtains = Curtains(theme, self)
        self.curtains.chosen.connect(self._on_chosen)
        self.curtains.cancelled.connect(capture.cancel)
        capture.began.connect(self._on_began)
        capture.counted_down.connect(self._on_counted_down)
        capture.choice_wanted.connect(self._on_choice_wanted)
        capture.captured.connect(self._on_captured)
        capture.refused.connect(self._on_refused)
        capture.ended.connect(self._on_ended)
        menus = window.menus
        menus.capture.triggered.connect(lambda _checked=False: self.start())
        menus.capture_again.triggered.connect(capture.repeat)
        for delay_s, action in menus.capture_later.items():
            action.triggered.connect(lambda _checked=False, delay=delay_s: self.start(delay))

    def start(self, delay_s: int = 0) -> None:
        """Let a region be chosen."""
        self._capture.start(delay_s)

    def close(self) -> None:
        """Give up what is under way."""
        self.curtains.cancel()
        self._capture.cancel()

    def come_forward(self, then: Callable[[bool], None]) -> None:
        """The desktop asks its user something, for the window in front alone; see `Stage`."""
        self._window.come_forward()
        self._look(then, LOOKS)

    def step_aside(self, then: Callable[[], None]) -> None:
        """Hide the window again; see `Stage`."""
        self._on_began()
        QTimer.singleShot(SETTLE_MS, self, then)

    def _look(self, then: Callable[[bool], None], looks: int) -> None:
        if self._window.isActiveWindow() or not looks:
            then(self._window.isActiveWindow())
        else:
            QTimer.singleShot(LOOK_EVERY_MS, self, lambda: self._look(then, looks - 1))

    def _on_began(self) -> None:
        hides = self._settings.settings.capture_hides_window
        self._stepped_aside = hides and self._window.isVisible() and not self._window.isMinimized()
        if self._stepped_aside:
            self._window.hide()

    def _on_counted_down(self, left_s: int) -> None:
        self._window.say(self.tr("The screen is captured in %n second(s)…", "", left_s))

    def _on_choice_wanted(self, shots: tuple[Shot, ...]) -> None:
        screens = {screen.name(): screen for screen in QGuiApplication.screens()}
        first = QGuiApplication.primaryScreen()
        self.curtains.draw(
            [ScreenPicture(screens.get(shot.screen.name, first), shot.image) for shot in shots]
        )

    def _on_chosen(self, index: int, region: QRectF) -> None:
        self._capture.choose(index, region)

    def _on_ended(self) -> None:
        if self._stepped_aside:
            self._stepped_aside = False
            self._window.show()

    def _on_captured(self, image: QImage) -> None:
        self._window.come_forward()
        self._read(image)

    def _on_refused(self, sentence: str) -> None:
        self._window.come_forward()
        self._window.say(sentence)
