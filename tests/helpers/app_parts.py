"""AppParts: the app without its widgets, put together over a FakeEngine, with everything it says recorded."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageDraw
from pytestqt.qtbot import QtBot

from app.bridge import EngineBridge
from app.controllers.branches import BranchController
from app.controllers.chat import ChatController
from app.controllers.intake import IntakeController
from app.controllers.metrics import MetricsController
from app.controllers.model import ModelController
from app.domain import Message, MessageRole
from app.paths import history_path, images_dir, settings_path
from app.settings import SettingsStore
from app.storage.conversations import ConversationRepository
from app.storage.images import ImageRepository
from tests.helpers.fake_engine import FakeEngine, Gate
from tests.helpers.patience import PATIENCE_S
from tests.helpers.signal_log import SignalLog

BUNDLED = "/models/bundled"


def png_bytes(text: str = "Milk 2.50", size: tuple[int, int] = (120, 40)) -> bytes:
    """A small picture; another text gives other bytes."""
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).text((4, 4), text, fill="black")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def png_file(folder: Path, name: str = "receipt.png", text: str = "Milk 2.50") -> str:
    path = folder / name
    path.write_bytes(png_bytes(text))
    return str(path)


def stored_images() -> list[str]:
    """The names of the files in the image store."""
    return sorted(found.name for found in images_dir().rglob("*") if found.is_file())


class AppParts:
    """One start of the app. `close` is what closing the window does; `crash` is what a kill leaves behind."""

    def __init__(self, qtbot: QtBot, text: str = "Milk 2.50\nBread 3.10") -> None:
        self.qtbot = qtbot
        self.engine = FakeEngine(text)
        self.settings = SettingsStore(settings_path())
        self.repository = ConversationRepository.open(history_path())
        self.images = ImageRepository(images_dir())
        self.bridge = EngineBridge(lambda: self.engine, interval_ms=0)
        self.intake = IntakeController(self.images)
        self.chat = ChatController(
            self.bridge,
            repository=self.repository,
            images=self.images,
            intake=self.intake,
            settings=self.settings,
        )
        self.branches = BranchController(self.chat, self.repository)
        self.model = ModelController(self.bridge, self.settings, bundled=Path(BUNDLED))
        self.metrics = MetricsController(self.bridge)
        self.log = SignalLog(
            self.chat,
            "conversation_opened",
            "message_text_appended",
            "running_changed",
            "notice_raised",
            "words_returned",
            conversations_changed=self.chat.listing.changed,
            conversation_changed=self.chat.listing.one_changed,
            message_added=self.chat.branch.message_added,
            message_updated=self.chat.branch.message_updated,
            branch_shown=self.chat.branch.replaced,
            branches_changed=self.chat.branch.branches_changed,
        )
        self.intake_log = SignalLog(
            self.intake, "attachments_changed", "notice_raised", "reading_changed", "contents_dropped"
        )
        self.model_log = SignalLog(self.model, "status_changed", "model_changed", "model_failed")
        self._closed = False

    def start(self) -> None:
        """The model loaded and a conversation open."""
        self.chat.open_latest_or_new()
        self.model.load_initial()
        self.qtbot.waitUntil(lambda: self.bridge.card is not None)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.chat.close()
        self._end_engine()
        self.metrics.close()
        self.intake.close()
        self.repository.close()

    def crash(self) -> None:
        """End everything without any of the writing that closing does."""
        self._closed = True
        self.chat._journal_timer.stop()
        self.chat.listing.close()
        self.repository._pending.clear()
        self.repository._database.close()
        self.bridge.text_appended.disconnect()
        self.bridge.progress_changed.disconnect()
        self.bridge.run_finished.disconnect()
        self._end_engine()
        self.metrics.close()
        self.intake.contents_dropped.disconnect()
        self.intake.close()

    def _end_engine(self) -> None:
        self.bridge.shutdown(PATIENCE_S)
        # Of a bridge that was never started the engine knows nothing.
        self.engine.shutdown(PATIENCE_S)

    # -- what tests do again and again

    def add_picture(self, text: str = "Milk 2.50", name: str = "receipt.png") -> None:
        before = len(self.intake.attachments)
        self.intake.add_image_bytes(png_bytes(text), name)
        self.qtbot.waitUntil(lambda: len(self.intake.attachments) > before and not self.intake.is_reading)

    def read_picture(self, text: str = "Milk 2.50") -> Message:
        """Send a picture without words and wait for its text; returns the answer."""
        self.add_picture(text)
        self.chat.send("")
        self.wait_idle()
        return self.chat.messages[-1]

    def ask(self, question: str) -> Message:
        self.chat.send(question)
        self.wait_idle()
        return self.chat.messages[-1]

    def wait_idle(self) -> None:
        self.qtbot.waitUntil(lambda: not self.chat.is_running)

    def hold(self, *before: object) -> Gate:
        """The next request says `before` and then waits at the gate that is returned."""
        gate = Gate()
        self.engine.script(*before, gate)  # type: ignore[arg-type]
        return gate

    def wait_text(self, text: str) -> None:
        self.qtbot.waitUntil(lambda: self.chat.messages[-1].text == text)

    @property
    def answers(self) -> list[Message]:
        return [message for message in self.chat.messages if message.role is MessageRole.ASSISTANT]

    @property
    def notices(self) -> list[str]:
        return [notice for (notice,) in self.log.named("notice_raised")]
