"""The viewer: turned, in parts, as the model sees it, with its text beside or below."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge import cut_picture
from app.engine_port import PictureError
from app.views.image_viewer import ImageViewerDialog
from engine.api import FinishReason
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Say, lines_of

TEXT = "Milk 2.50\nBread 3.10"
SHIFT = Qt.KeyboardModifier.ShiftModifier


def marked_picture(folder: Path) -> Path:
    """White, 400 × 300, with a red mark from (40, 30) to (140, 80)."""
    image = Image.new("RGB", (400, 300), "white")
    image.paste("red", (40, 30, 140, 80))
    path = folder / "marked.png"
    image.save(path)
    return path


@pytest.fixture
def viewer(desk: Desk, tmp_path: Path) -> ImageViewerDialog:
    lines = lines_of(TEXT, box=(40, 30, 140, 50))
    desk.read(marked_picture(tmp_path), Say(TEXT, 4), End(FinishReason.COMPLETE, lines=lines))
    attachments = desk.messages()[0].attachments
    opened = desk.window.viewers.open(attachments[0], attachments)
    desk.until(lambda: opened.view.has_image and bool(opened.view.overlay.boxes))
    return opened


def last_picture(desk: Desk) -> QImage:
    attachment = next(m for m in reversed(desk.messages()) if m.role == "user").attachments[-1]
    image = QImage()
    image.loadFromData(desk.app.images.read(attachment.sha256))
    return image


def turn_wheel(viewer: ImageViewerDialog, delta: int) -> None:
    """So many eighths of a degree."""
    event = QWheelEvent(
        QPointF(20, 20),
        QPointF(20, 20),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewer.view.viewport(), event)


def test_a_part_that_is_drawn_out_is_read_by_itself(
    desk: Desk, viewer: ImageViewerDialog, qtbot: QtBot
) -> None:
    read = viewer.tools["read"]
    assert read.isHidden()
    qtbot.keyClick(viewer.view, Qt.Key.Key_P)
    view = viewer.view
    start, end = (view.mapFromScene(x, y) for x, y in ((40.0, 30.0), (140.0, 80.0)))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view.viewport(), end - QPoint(9, 9))
    qtbot.mouseMove(view.viewport(), end)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert not read.isHidden()
    qtbot.mouseClick(read, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(desk.messages()) == 4)
    desk.until_idle()
    image = last_picture(desk)
    assert abs(image.width() - 100) <= 2
    assert abs(image.height() - 50) <= 2
    assert image.pixelColor(50, 25).name() == "#ff0000"
    assert desk.messages()[2].attachments[0].name == "Part of marked.png"


def test_a_part_can_be_taken_back(viewer: ImageViewerDialog) -> None:
    viewer.tools["part"].click()
    viewer.view.set_part(QRectF(10, 10, 50, 50))
    assert not viewer.tools["read"].isHidden()
    viewer.view.set_part(QRectF(10, 10, 1, 1))
    assert viewer.tools["read"].isHidden()
    viewer.view.set_part(QRectF(-50, -50, 100, 100))
    assert viewer.view.part == QRectF(0, 0, 50, 50)
    viewer.tools["part"].click()
    assert viewer.view.part.isEmpty()


def test_a_part_is_chosen_and_read_by_keys_alone(desk: Desk, viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    view = viewer.view
    for key in (Qt.Key.Key_P, Qt.Key.Key_Right):
        qtbot.keyClick(view, key)
    assert view.part == QRectF(100, 112.5, 200, 75)
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    assert view.part == QRectF(99, 102.5, 200, 76)
    for _ in range(20):
        qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    for _ in range(30):
        qtbot.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier | SHIFT)
    assert view.part == QRectF(0, 102.5, 8, 76)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    desk.until(lambda: len(desk.messages()) == 4)
    assert last_picture(desk).width() == 8


def test_arrows_move_a_part_as_the_screen_shows_it_turned(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    view = viewer.view
    for key in (Qt.Key.Key_P, Qt.Key.Key_R):
        qtbot.keyClick(view, key)
    view.set_part(QRectF(100, 100, 60, 40))
    step = 1 / view.zoom
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert view.part == QRectF(100 - step, 100, 60, 40)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.part == QRectF(100 - step, 100 - step, 60, 40)


def test_arrows_turn_pages_where_there_is_nothing_to_scroll(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    names = ("first.png", "second.png")
    desk.app.intake.add_paths([str(picture_file(tmp_path, name)) for name in names])
    desk.until(lambda: len(desk.app.intake.attachments) == len(names))
    first, *others = desk.app.intake.attachments
    viewer = desk.window.viewers.open_waiting(first, (first, *others))
    desk.until(lambda: viewer.view.has_image)
    qtbot.keyClick(viewer.view, Qt.Key.Key_Right)
    assert viewer.attachment.name == "second.png"
    desk.until(lambda: viewer.view.has_image)
    qtbot.keyClick(viewer.view, Qt.Key.Key_1)
    while not viewer.view.horizontalScrollBar().maximum():
        qtbot.keyClick(viewer.view, Qt.Key.Key_Plus)
    qtbot.keyClick(viewer.view, Qt.Key.Key_Left)
    assert viewer.attachment.name == "second.png"
    qtbot.keyClick(viewer.view, Qt.Key.Key_0)
    qtbot.keyClick(viewer.view, Qt.Key.Key_Left)
    assert viewer.attachment.name == "first.png"


def test_a_key_presses_no_button_that_is_not_there(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), Say(TEXT))
    attachments = desk.messages()[0].attachments
    viewer = desk.window.viewers.open(attachments[0], attachments)
    desk.until(lambda: viewer.view.has_image)
    for key in (Qt.Key.Key_L, Qt.Key.Key_T, Qt.Key.Key_B, Qt.Key.Key_Return):
        qtbot.keyClick(viewer.view, key)
    assert viewer.isVisible()
    assert viewer.tools["beside"].isHidden()
    assert not viewer.tools["text"].isChecked()
    assert not desk.app.settings.settings.side_by_side


def test_nothing_stands_beside_a_picture_of_which_nothing_was_read(
    viewer: ImageViewerDialog, qtbot: QtBot
) -> None:
    qtbot.keyClick(viewer.view, Qt.Key.Key_T)
    assert viewer.tools["beside"].isVisible()
    viewer._lines_on = lambda _id: ()
    viewer.refresh_lines()
    assert viewer.tools["beside"].isHidden()


def test_a_touchpad_zooms_as_far_as_a_wheel(viewer: ImageViewerDialog) -> None:
    before = viewer.view.zoom
    turn_wheel(viewer, 120)
    notch = viewer.view.zoom / before
    assert notch == pytest.approx(1.25)
    for _ in range(12):
        turn_wheel(viewer, -10)
    assert viewer.view.zoom == pytest.approx(before)


def test_a_turned_picture_is_fitted_and_read_turned(
    desk: Desk, viewer: ImageViewerDialog, qtbot: QtBot
) -> None:
    qtbot.keyClick(viewer.view, Qt.Key.Key_R)
    assert viewer.view.quarter_turns == 1
    assert viewer.view.is_fitted
    assert viewer.tools["read"].text() == "Read it turned"
    viewer.tools["read"].click()
    desk.until(lambda: len(desk.messages()) == 4)
    desk.until_idle()
    image = last_picture(desk)
    assert image.size().toTuple() == (300, 400)
    # What was at the upper left is at the upper right now.
    assert image.pixelColor(300 - 1 - 55, 90).name() == "#ff0000"


def test_four_turns_are_none(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    zoom = viewer.view.zoom
    for _ in range(4):
        qtbot.keyClick(viewer.view, Qt.Key.Key_R)
    assert viewer.view.quarter_turns == 0
    assert viewer.view.zoom == pytest.approx(zoom)
    assert viewer.tools["read"].isHidden()


def test_what_the_model_sees_is_shown_with_its_tokens(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(viewer.view, Qt.Key.Key_M)
    assert "the model sees 384 × 288" in viewer.caption
    assert "108 visual token" in viewer.caption
    assert viewer.view.sceneRect().size().toTuple() == (384.0, 288.0)
    # The frames lie where they lay, on the smaller picture.
    assert viewer.view.overlay.boxes[0].rect().left() == pytest.approx(40 * 384 / 400 - 2)
    qtbot.keyClick(viewer.view, Qt.Key.Key_M)
    assert viewer.view.sceneRect().size().toTuple() == (400.0, 300.0)


def test_lines_and_their_places_point_at_each_other(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    qtbot.keyClick(viewer.view, Qt.Key.Key_T)
    lines = viewer.line_list
    assert [lines.item(row).text() for row in range(lines.count())] == ["Milk 2.50", "Bread 3.10"]
    boxes = viewer.view.overlay.boxes
    resting = boxes[0].brush().color().alpha()
    lines.setCurrentRow(1)
    assert boxes[1].brush().color().alpha() > resting
    assert boxes[0].brush().color().alpha() == resting
    assert viewer.lines_button.isChecked()
    viewer.view.overlay._tell(boxes[0].line)
    assert lines.currentRow() == 0


def test_the_arrangement_of_text_and_picture_is_remembered(
    open_desk: OpenDesk, desk: Desk, viewer: ImageViewerDialog, qtbot: QtBot
) -> None:
    viewer.tools["text"].click()
    assert viewer._stage.orientation() is Qt.Orientation.Vertical
    qtbot.keyClick(viewer.view, Qt.Key.Key_B)
    assert viewer._stage.orientation() is Qt.Orientation.Horizontal
    assert desk.app.settings.settings.side_by_side
    viewer.close()
    attachments = desk.messages()[0].attachments
    again = desk.window.viewers.open(attachments[0], attachments)
    assert again._stage.orientation() is Qt.Orientation.Horizontal
    again.close()


def test_a_part_is_cut_in_the_pixels_of_the_upright_picture(tmp_path: Path) -> None:
    image = Image.new("RGB", (60, 40), "white")
    image.paste("blue", (0, 0, 30, 20))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise
    path = tmp_path / "photo.jpg"
    image.save(path, exif=exif, quality=95)
    out = tmp_path / "part.png"
    out.write_bytes(cut_picture(path.read_bytes(), 0, (20, 0, 40, 30), 0))
    with Image.open(out) as part:
        assert part.size == (20, 30)
        red, green, blue = part.convert("RGB").getpixel((10, 15))  # type: ignore[misc]
        assert blue > 200 > red + green
    with pytest.raises(PictureError, match="empty"):
        cut_picture(path.read_bytes(), 0, (50, 50, 60, 60), 0)


def test_an_answer_that_is_made_anew_brings_its_own_lines_into_the_open_viewer(
    desk: Desk, viewer: ImageViewerDialog
) -> None:
    anew = lines_of("Milk", box=(10, 200, 90, 220))
    desk.engine.script(Say("Milk", 4), End(FinishReason.COMPLETE, lines=anew))
    desk.window.regenerate_requested.emit(desk.messages()[-1].id)
    desk.until(lambda: desk.messages()[-1].text == "Milk" and not desk.app.chat.is_running)
    assert viewer.line_list.count() == 1
    assert len(viewer.view.overlay.boxes) == 1
