"""A user who captures on a real X screen: `capture_session.py`; prints what came of it as JSON.

A red mark stands on the screen in a window of its own; the user draws the region around it. The engine is
scripted: what is looked at here are the pixels.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.bootstrap import App, build
from tests.helpers.fake_engine import FakeEngine

LEFT, TOP, WIDTH, HEIGHT = 300, 200, 160, 100
LOOK_EVERY_MS = 20


def main() -> None:
    """Start, capture by mouse, capture the same again, close; every step waits for the one before."""
    qt = QApplication([])
    mark = QLabel(None, Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint)
    mark.setStyleSheet("background: #ff0000")
    mark.setGeometry(LEFT, TOP, WIDTH, HEIGHT)
    app = build(None, lambda: FakeEngine("read"), qt)
    app.start()
    mark.show()
    steps: list[tuple[Callable[[], bool], Callable[[], object]]] = [
        (lambda: app.bridge.card is not None, mark.raise_),
        (mark.isVisible, app.window.menus.capture.trigger),
        (lambda: bool(app.capturing.curtains.curtains), lambda: draw(app)),
        (lambda: answered(app, 1), app.window.menus.capture_again.trigger),
        (lambda: answered(app, 2), lambda: tell(app)),
    ]
    app.finished.connect(qt.quit)

    def look() -> None:
        if steps and steps[0][0]():
            steps.pop(0)[1]()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(LOOK_EVERY_MS)
    qt.exec()


def draw(app: App) -> None:
    """Drag from one corner of the mark to the other."""
    curtain = app.capturing.curtains.curtains[0]
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(curtain, left, pos=QPoint(LEFT, TOP))
    QTest.mouseMove(curtain, QPoint(LEFT + WIDTH, TOP + HEIGHT))
    QTest.mouseRelease(curtain, left, pos=QPoint(LEFT + WIDTH, TOP + HEIGHT))


def answered(app: App, times: int) -> bool:
    """Whether so many captures were read."""
    return len(app.chat.messages) == 2 * times and not app.chat.is_running


def tell(app: App) -> None:
    """Print the size of each captured picture and its colours; close."""
    seen = []
    for message in app.chat.messages[::2]:
        image = QImage()
        image.loadFromData(app.images.read(message.attachments[0].sha256))
        colours = {
            image.pixelColor(x, y).name()
            for x in (0, image.width() // 2, image.width() - 1)
            for y in (0, image.height() // 2, image.height() - 1)
        }
        seen.append([image.width(), image.height(), sorted(colours)])
    print(json.dumps(seen), flush=True)  # noqa: T201 - the test reads it
    app.window.quit()


if __name__ == "__main__":
    main()
