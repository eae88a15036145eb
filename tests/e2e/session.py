"""A user at the real window with the real engine: `session.py PART PICTURES_DIR`; prints what it saw as JSON.

Runs as a process of its own under an X server. Each part is a list of gestures with a condition to wait for
between them; the gestures go through Qt's event queue as a mouse and a keyboard would.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import PySide6.QtCore
import qasync
from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtTest import QTest

from app.bootstrap import App, build
from app.domain import EngineState, Message
from app.views.assistant_message import AssistantMessageWidget
from tests.helpers.drags import drag_over, let_go_over
from tests.helpers.patience import PROCESS_PATIENCE_S

LOOK_EVERY_MS = 20

Condition = Callable[[], bool]


class Session:
    """The gestures, and what is on screen."""

    def __init__(self, app: App, pictures: Path) -> None:
        self.app = app
        self.pictures = pictures
        self.seen: dict[str, object] = {}

    def drop(self, path: Path) -> None:
        """Drag a file over the window and let go."""
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        drag_over(self.app.window, mime, QPoint(99, 99))
        let_go_over(self.app.window, mime, QPoint(99, 99))

    def ask(self, text: str) -> None:
        """Type a question and press Enter."""
        field = self.app.window.composer.focusProxy()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def press_stop(self) -> None:
        QTest.mouseClick(self.app.window.composer.stop_button, Qt.MouseButton.LeftButton)

    def ready(self) -> bool:
        return self.app.bridge.state is EngineState.READY

    def ended(self, answers: int) -> Condition:
        """Whether so many answers are there and none is on its way."""
        return lambda: len(self.answers()) == answers and not self.app.chat.is_running

    def shows_text(self) -> bool:
        """Whether the last answer has begun, by a line or so."""
        return bool(self.answers()) and len(self.text()) > 40

    def answers(self) -> list[Message]:
        return [message for message in self.app.chat.messages if message.role == "assistant"]

    def text(self) -> str:
        """The words of the last answer as they stand on screen."""
        widget = self.app.window.messages.widget_of(self.answers()[-1].id)
        assert isinstance(widget, AssistantMessageWidget)
        return widget.shown_text

    def badge(self) -> str:
        widget = self.app.window.messages.widget_of(self.answers()[-1].id)
        assert isinstance(widget, AssistantMessageWidget)
        return widget.badge

    def shoot(self, name: str) -> None:
        """Keep a picture of the window."""
        self.app.window.grab().save(str(self.pictures / f"{name}.png"))


def first_visit(session: Session) -> Iterator[Condition]:
    """Drop, stream, a question, a long page that is stopped, close."""
    yield session.ready
    session.shoot("1-ready")
    session.drop(session.pictures / "receipt.png")
    yield session.shows_text
    session.shoot("2-streaming")
    yield session.ended(1)
    session.seen |= {"read": session.text(), "read_badge": session.badge()}
    session.shoot("3-complete")
    session.ask("What is the total?")
    yield session.ended(2)
    session.seen |= {
        "answer_state": session.answers()[-1].state,
        "figures": session.answers()[-1].stats is not None,
    }
    session.shoot("4-asked")
    session.drop(session.pictures / "page.png")
    yield lambda: len(session.answers()) == 3 and session.shows_text()
    session.press_stop()
    yield session.ended(3)
    session.seen |= {"stopped": session.text(), "stopped_badge": session.badge()}
    session.shoot("5-stopped")


def second_visit(session: Session) -> Iterator[Condition]:
    """Everything is there again; close while an answer is on its way."""
    yield session.ready
    session.seen |= {
        "texts": [message.text for message in session.answers()],
        "on_screen": session.text(),
        "thumbnails": sum(len(message.attachments) for message in session.app.chat.messages),
    }
    session.shoot("6-restarted")
    session.drop(session.pictures / "page.png")
    yield lambda: len(session.answers()) == 4 and session.shows_text()
    session.seen["shown_at_close"] = session.text()
    session.shoot("7-closing")


PARTS = {"first": first_visit, "second": second_visit}


def main(part: str, pictures: Path) -> int:
    """Play one part; the window is closed at its end as with its button."""
    app = build()
    session = Session(app, pictures)
    steps = PARTS[part](session)
    condition: list[Condition] = [lambda: True]
    end_s = time.monotonic() + PROCESS_PATIENCE_S
    timer = QTimer(interval=LOOK_EVERY_MS)

    def go_on() -> None:
        if time.monotonic() > end_s:
            session.seen["stuck"] = [message.state for message in app.chat.messages]
            timer.stop()
            app.window.close()
        elif condition[0]():
            following = next(steps, None)
            if following is None:
                timer.stop()
                app.window.close()
            else:
                condition[0] = following

    loop = qasync.QEventLoop(app.qt)
    app.finished.connect(loop.stop)
    timer.timeout.connect(go_on)
    with loop:
        app.start()
        timer.start()
        loop.run_forever()
    sys.stdout.write(json.dumps(session.seen | {"qt": PySide6.QtCore.qVersion()}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
