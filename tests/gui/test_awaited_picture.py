"""A picture that is waited for comes to every widget that asks for it, whenever that was made."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.domain import Attachment
from app.views.awaited_picture import AwaitedPicture
from app.views.pictures import Pictures
from tests.helpers.desk import plain_png
from tests.helpers.patience import PATIENCE_S

ATTACHMENT = Attachment("a", "0" * 64, "a.png", "png", 64, 48, 100)


def test_one_who_asks_while_a_picture_is_on_its_way_gets_it_too(qtbot: QtBot) -> None:
    made, pictures = threading.Event(), Pictures(lambda _attachment, _side: plain_png())
    parent = QObject()
    came: list[tuple[str, QImage]] = []
    first = AwaitedPicture(pictures, 64, parent)
    first.came.connect(lambda image: came.append(("first", image)))
    first.ask(ATTACHMENT)
    # The thread has sent its picture, and no event was looked at since.
    pictures._worker.submit(made.set)
    assert made.wait(PATIENCE_S)
    second = AwaitedPicture(pictures, 64, parent)
    second.came.connect(lambda image: came.append(("second", image)))
    second.ask(ATTACHMENT)
    qtbot.waitUntil(lambda: len(came) == 2)
    assert {name for name, image in came if not image.isNull()} == {"first", "second"}
    pictures.close()


def test_of_several_that_were_asked_for_only_the_last_comes(qtbot: QtBot) -> None:
    pictures = Pictures(lambda _attachment, _side: plain_png())
    awaited = AwaitedPicture(pictures, 64, pictures)
    came: list[QImage] = []
    awaited.came.connect(came.append)
    awaited.ask(ATTACHMENT)
    last = Attachment("b", "1" * 64, "b.png", "png", 64, 48, 100)
    awaited.ask(last)
    # They are made one after the other.
    qtbot.waitUntil(lambda: pictures.request(last, 64) is not None)
    assert len(came) == 1
    pictures.close()
