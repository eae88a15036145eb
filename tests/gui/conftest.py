"""Fixtures of the window's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bootstrap import StartOptions
from app.views.message_view import MessageView
from app.views.pictures import Pictures
from app.views.theme import Theme
from tests.helpers.desk import Desk, plain_png
from tests.helpers.fake_engine import FakeEngine

OpenDesk = Callable[..., Desk]


@pytest.fixture(scope="session", autouse=True)
def _clipboard_ends_before_python(qapp: QApplication) -> Iterator[None]:
    """The offscreen clipboard outlives the interpreter, which what Python put there must not."""
    yield
    qapp.clipboard().clear()


@pytest.fixture(autouse=True)
def _dialogs_remember_nothing(tmp_path: Path) -> None:
    """Where Qt's dialogs keep their last folder and size: neither the user's file nor the next test's."""
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(tmp_path / "qt"))


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The colours and sizes of one window."""
    made = Theme(qapp)
    yield made
    made.deleteLater()


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    """The same small picture for each that is asked for."""
    made = Pictures(lambda _attachment, _side: plain_png())
    yield made
    made.close()


@pytest.fixture
def view(qtbot: QtBot, pictures: Pictures, theme: Theme) -> MessageView:
    """An empty view of messages, on screen."""
    made = MessageView(pictures, theme)
    qtbot.addWidget(made)
    made.resize(640, 400)
    made.show()
    return made


@pytest.fixture
def open_desk(qtbot: QtBot, qapp: QApplication) -> Iterator[OpenDesk]:
    """Opens windows over scripted engines; all are closed at the end."""
    desks: list[Desk] = []

    def open_one(engine: FakeEngine | None = None, options: StartOptions | None = None) -> Desk:
        desks.append(Desk(qtbot, qapp, engine or FakeEngine(), options))
        return desks[-1]

    yield open_one
    for desk in desks:
        desk.dispose()


@pytest.fixture
def desk(open_desk: OpenDesk) -> Desk:
    """An open window with a loaded model."""
    opened = open_desk()
    opened.until_ready()
    return opened
