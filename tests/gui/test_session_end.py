"""The end of the session: what is typed is kept, and the program ends whole, even hidden in the tray."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from app.storage.conversations import ConversationRepository
from tests.helpers.desk import Desk
from tests.helpers.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]

LOGGED_OUT = """
from PySide6.QtCore import QCoreApplication, QEvent, QTimer

from app.application import Application
from app.bootstrap import build
from tests.helpers.fake_engine import FakeEngine

qt = Application(["yomi"])
app = build(None, lambda: FakeEngine("read"), qt)
app.follow_session(qt)
app.window.set_hides_on_close(lambda: True)
app.finished.connect(lambda: (print("all is put away"), qt.exit(0)))
app.start()


def log_out():
    if app.bridge.card is None:
        return
    looking.stop()
    app.window.composer.set_text("half a question")
    app.window.close()
    print("visible", app.window.isVisible())
    QCoreApplication.postEvent(qt, QEvent(QEvent.Type.Quit))


looking = QTimer()
looking.timeout.connect(log_out)
looking.start(20)
qt.exec()
print("conversation", app.chat.conversation.id)
"""


def _draft(home: Path, conversation_id: str) -> str:
    repository = ConversationRepository.open(home / "history.sqlite3")
    try:
        return repository.drafts.load(conversation_id).text
    finally:
        repository.close()


def test_a_window_that_hides_in_the_tray_ends_with_the_session(yomi_home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOGGED_OUT],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "YOMI_HOME": str(yomi_home)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert lines[:2] == ["visible False", "all is put away"], done.stderr
    assert _draft(yomi_home, lines[2].removeprefix("conversation ")) == "half a question"


def test_what_is_typed_is_kept_when_the_session_asks_for_it(desk: Desk, yomi_home: Path) -> None:
    shown = desk.app.chat.conversation
    assert shown is not None
    desk.window.composer.set_text("half a question")
    desk.app.save()
    assert desk.app.repository.drafts.load(shown.id).text == "half a question"
