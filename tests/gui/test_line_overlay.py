"""The picture of a message shows where its lines were read, at the size that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGraphicsSceneHoverEvent
from pytestqt.qtbot import QtBot

from app.domain import Attachment, Message, MessageRole, ReadLine, ReadWord
from app.models.message_list import MessageList
from app.views.image_viewer import SIDE_PX, ImageViewerDialog
from app.views.line_overlay import AIR_PX, shown_scale
from app.views.pictures import Pictures
from app.views.theme import Theme
from engine.api import FinishReason
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Say, lines_of

LINES = (
    ReadLine(
        "Milk <b>2.50</b>", 0, 0, (10, 20, 110, 40), (ReadWord("Milk", 0.9, 0, 4), ReadWord("x", 0.4, 5, 6))
    ),
    ReadLine("no place", 20, 0, None, (ReadWord("no", 0.2, 20, 22),)),
    ReadLine("Bread", 30, 0, (10, 50, 90, 70), (ReadWord("Bread", 0.9, 30, 35),)),
)


@pytest.fixture
def viewer(qtbot: QtBot, theme: Theme) -> Iterator[ImageViewerDialog]:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill("white")
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    data = bytes(buffer.data().data())
    pictures = Pictures(lambda _attachment, _side: data)
    pages = tuple(Attachment(f"p{i}", "0" * 64, "scan.tiff", "tiff", 400, 200, 9, i, 2) for i in range(2))
    made = ImageViewerDialog(
        pages[0], pages, pictures, theme, lines_on=lambda id_: LINES if id_ == "p0" else ()
    )
    made.resize(600, 400)
    made.show()
    qtbot.waitUntil(lambda: bool(made.view.overlay.boxes))
    yield made
    made.close()
    pictures.close()


def test_lines_are_framed_only_when_asked_for(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    assert not viewer.view.overlay.isVisible()
    qtbot.mouseClick(viewer.lines_button, Qt.MouseButton.LeftButton)
    assert viewer.view.overlay.isVisible()
    qtbot.keyClick(viewer, Qt.Key.Key_L)
    assert not viewer.view.overlay.isVisible()


def test_each_line_with_a_place_has_a_frame_there(viewer: ImageViewerDialog) -> None:
    frames = [item.rect().adjusted(AIR_PX, AIR_PX, -AIR_PX, -AIR_PX) for item in viewer.view.overlay.boxes]
    assert [(f.left(), f.top(), f.right(), f.bottom()) for f in frames] == [
        (10, 20, 110, 40),
        (10, 50, 90, 70),
    ]


def test_a_line_tells_its_text_as_it_is_and_its_doubt(viewer: ImageViewerDialog, theme: Theme) -> None:
    doubtful, sure = viewer.view.overlay.boxes
    assert doubtful.toolTip() == "<qt>Milk &lt;b&gt;2.50&lt;/b&gt;<br>40% sure</qt>"
    assert sure.toolTip() == "<qt>Bread</qt>"
    assert doubtful.pen().color().name() == theme.tokens.warning
    assert sure.pen().color().name() == theme.tokens.accent


def test_frames_follow_the_theme(viewer: ImageViewerDialog, theme: Theme) -> None:
    theme.set_mode("dark")
    dark = [item.pen().color().name() for item in viewer.view.overlay.boxes]
    assert dark == [theme.tokens.warning, theme.tokens.accent]
    theme.set_mode("light")
    light = [item.pen().color().name() for item in viewer.view.overlay.boxes]
    assert light == [theme.tokens.warning, theme.tokens.accent]
    assert light != dark


def test_a_line_under_the_pointer_stands_out(viewer: ImageViewerDialog) -> None:
    line = viewer.view.overlay.boxes[0]
    resting = line.brush().color().alpha()
    event = QGraphicsSceneHoverEvent()
    event.setPos(QPointF(20, 30))
    line.hoverEnterEvent(event)
    assert line.brush().color().alpha() > resting
    line.hoverLeaveEvent(event)
    assert line.brush().color().alpha() == resting


def test_the_next_picture_has_its_own_lines_or_no_button(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    assert viewer.lines_button.isVisible()
    qtbot.keyClick(viewer, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: viewer.view.has_image)
    assert not viewer.lines_button.isVisible()
    assert viewer.view.overlay.boxes == []
    qtbot.keyClick(viewer, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: bool(viewer.view.overlay.boxes))
    assert viewer.lines_button.isVisible()


def test_boxes_of_a_picture_that_is_shown_reduced_are_reduced_alike() -> None:
    assert shown_scale(SIDE_PX, 2 * SIDE_PX, SIDE_PX) == 0.5
    assert shown_scale(SIDE_PX, SIDE_PX, SIDE_PX) == 1.0
    assert shown_scale(400, 400, SIDE_PX) == 1.0
    # The size of a later page is not known; one within the limit is shown as it is.
    assert shown_scale(400, 900, SIDE_PX) == 1.0


def test_lines_belong_to_the_readable_picture_of_their_page() -> None:
    def picture(name: str, error: str = "") -> Attachment:
        return Attachment(name, "0" * 64, name, "png", 10, 10, 9, error=error)

    question = Message(
        "q", "c", MessageRole.USER, "", attachments=(picture("a"), picture("b", "broken"), picture("d"))
    )
    lines = (LINES[0], replace(LINES[2], page=1))
    answer = Message("r", "c", MessageRole.ASSISTANT, "text", lines=lines)
    model = MessageList()
    model.set_messages((question, answer))
    assert model.lines_on("a") == lines[:1]
    assert model.lines_on("b") == ()
    assert model.lines_on("d") == lines[1:]
    assert model.lines_on("elsewhere") == ()
    model.set_messages((question, replace(question, id="q2")))
    assert model.lines_on("a") == ()


def test_a_picture_of_the_conversation_opens_with_its_lines(desk: Desk, tmp_path: Path) -> None:
    end = End(FinishReason.COMPLETE, lines=lines_of("Milk", box=(2, 3, 40, 14)))
    desk.read(picture_file(tmp_path), Say("Milk"), end)
    sent = desk.messages()[0].attachments
    viewer = desk.window.viewers.open(sent[0], sent)
    desk.until(lambda: len(viewer.view.overlay.boxes) == 1)
    assert not viewer.lines_button.isHidden()
    viewer.close()
