"""The whole window over a scripted engine, as the GUI tests and a reader of them want to see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.bootstrap import App, StartOptions, build
from app.domain import EngineState, Message
from app.views.assistant_message import AssistantMessageWidget
from app.views.main_window import MainWindow
from tests.helpers.drags import drag_over, let_go_over
from tests.helpers.fake_engine import FakeEngine, Gate, Step
from tests.helpers.patience import PATIENCE_S

MOST_TURNS = 10
"""Of the event loop: what is made a turn later, or three, is there by then"""


def picture_file(folder: Path, name: str = "note.png", *, size: tuple[int, int] = (64, 48)) -> Path:
    """A small readable picture on disk."""
    path = folder / name
    Image.new("RGB", size, "#cfe3d4").save(path)
    return path


def plain_png(colour: str = "red") -> bytes:
    """A small picture of one colour, encoded."""
    image = QImage(24, 16, QImage.Format.Format_RGB32)
    image.fill(colour)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def files_as_mime(*paths: Path) -> QMimeData:
    """What a file manager offers."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return mime


class Desk:
    """One running application; every wait has an end, none has a pause."""

    def __init__(
        self, qtbot: QtBot, qapp: QApplication, engine: FakeEngine, options: StartOptions | None = None
    ) -> None:
        self.qtbot = qtbot
        self.engine = engine
        self.closed = False
        self.app: App = build(options or StartOptions(), lambda: self.engine, qapp)
        self.app.finished.connect(self._on_finished)
        self.app.start()

    @property
    def window(self) -> MainWindow:
        return self.app.window

    def until(self, ready: Callable[[], bool]) -> None:
        """Turn the event loop until `ready`."""
        self.qtbot.waitUntil(ready)

    def until_ready(self) -> None:
        """Until the model is loaded."""
        self.until(lambda: self.app.bridge.state is EngineState.READY)

    def until_idle(self) -> None:
        """Until nothing is read, sent or answered any more, and what came of it is laid out."""
        self.until(lambda: not self.app.intake.is_reading and not self.app.chat.is_running)
        self.settle()

    def settle(self) -> None:
        """Let what has turns of its own be made and laid out."""
        for _ in range(MOST_TURNS):
            QApplication.processEvents()

    def messages(self) -> tuple[Message, ...]:
        return self.app.chat.messages

    def has_answer(self) -> bool:
        """Whether an answer is on screen, begun or ended."""
        return any(m.role == "assistant" for m in self.messages())

    def answer_badge(self) -> str:
        """The word at the last answer; empty where there is none."""
        return self.answer().badge if self.has_answer() else ""

    def answer(self, index: int = -1) -> AssistantMessageWidget:
        """The widget of an answer, laid out: its making and its end have turns of their own."""
        answers = [m for m in self.messages() if m.role == "assistant"]
        widget = self.window.messages.widget_of(answers[index].id)
        assert isinstance(widget, AssistantMessageWidget)
        if not widget.isVisible():
            self.settle()
        return widget

    def read(self, path: Path, *steps: Step) -> None:
        """Open a picture with a scripted answer, and wait for the answer's end."""
        if steps:
            self.engine.script(*steps)
        before = len(self.messages())
        self.drop(path)
        self.until(lambda: len(self.messages()) == before + 2)
        self.until_idle()

    def ask(self, text: str, *steps: Step) -> None:
        """Type a question, press Enter, and wait for the answer's end."""
        if steps:
            self.engine.script(*steps)
        self.type(text)
        self.press_enter()
        self.until_idle()

    def type(self, text: str) -> None:
        self.qtbot.keyClicks(self.window.composer.focusProxy(), text)

    def press_enter(self) -> None:
        self.qtbot.keyClick(self.window.composer.focusProxy(), Qt.Key.Key_Return)

    def drop(self, *paths: Path) -> None:
        """Drag files over the window and let go."""
        self.drag_enter(files_as_mime(*paths))
        self.drop_mime(files_as_mime(*paths))

    def drag_enter(self, mime: QMimeData, place: QWidget | None = None) -> QDragEnterEvent:
        """Drag `mime` in, over the window or over one widget of it."""
        return drag_over(place or self.window, mime, QPoint(200, 200))

    def drop_mime(self, mime: QMimeData) -> None:
        let_go_over(self.window, mime, QPoint(200, 200))

    def stand_at(self, gate: Gate, shown: Callable[[], bool]) -> None:
        """Until the engine waits at `gate` and the window shows what it said before."""
        self.until(gate.reached.is_set)
        self.until(shown)

    def close(self) -> None:
        """Close the window as a user does, and wait until everything has ended."""
        if not self.closed:
            self.window.close()
            self.until(lambda: self.closed)

    def dispose(self) -> None:
        """Close and delete; for the end of a test."""
        self.close()
        # An engine that the window never got to is ended here.
        self.engine.shutdown(PATIENCE_S)
        self.window.deleteLater()
        self.app.deleteLater()

    def _on_finished(self) -> None:
        self.closed = True
