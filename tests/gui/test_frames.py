"""Of an animated picture one frame is read: the first, or the one that the reader chooses."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.domain import EngineState
from app.views.image_viewer import ImageViewerDialog
from engine.api import GenerationRequest
from engine.images import inspect, load_page
from tests.helpers.desk import Desk
from tests.helpers.fake_engine import says

COLOURS = ("#ff0000", "#008000", "#0000ff", "#ffffff")


def animation(folder: Path, name: str = "film.gif") -> Path:
    frames = [Image.new("RGB", (60, 40), colour) for colour in COLOURS]
    path = folder / name
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=100)
    return path


def shown_colour(viewer: ImageViewerDialog) -> str:
    return viewer._image.pixelColor(9, 9).name()


def last_request(desk: Desk) -> GenerationRequest:
    return desk.engine.requests[-1]


@pytest.mark.parametrize("name", ["film.gif", "film.webp", "film.png"])
def test_each_frame_can_be_had_and_none_beyond(tmp_path: Path, name: str) -> None:
    data = animation(tmp_path, name).read_bytes()
    facts = inspect(data, name)
    assert (facts.frames, facts.pages) == (4, 1)
    for number, colour in enumerate(((255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 255))):
        page = load_page(data, name, number)
        seen = page.rgb.getpixel((9, 9))
        assert isinstance(seen, tuple)
        assert all(abs(one - other) < 4 for one, other in zip(seen, colour, strict=True))
        assert any("Animated" in note for note in page.notes)
    with pytest.raises(Exception, match="no page 5"):
        load_page(data, name, 4)


def test_a_waiting_animation_says_which_frame_it_is_and_another_is_chosen(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.window.paths_attached.emit([str(animation(tmp_path))])
    desk.until(lambda: len(desk.window.composer.chips) == 1)
    desk.until_idle()
    assert "frame 1 of 4" in desk.window.composer.chips[0].facts
    (waiting,) = desk.app.intake.attachments
    viewer = desk.window.viewers.open_waiting(waiting, (waiting,))
    desk.until(lambda: viewer.view.has_image)
    assert viewer.frames.isVisible()
    assert viewer.tools["read"].isHidden()
    qtbot.keyClick(viewer.view, Qt.Key.Key_Period)
    viewer.frames.step(1)
    assert viewer.frames.words == "Frame 3 of 4"
    desk.until(lambda: viewer.view.has_image)
    assert shown_colour(viewer) == COLOURS[2]
    assert "frame 3 of 4" in viewer.caption
    assert viewer.tools["read"].text() == "Use this frame"
    viewer.tools["read"].click()
    assert "frame 3 of 4" in desk.window.composer.chips[0].facts
    assert desk.messages() == ()
    desk.ask("What is on it?", *says("Blue."))
    (sent,) = desk.messages()[0].attachments
    assert sent.page == 2
    assert last_request(desk).turns[-1].images[0].page == 2


def test_another_frame_of_a_picture_that_was_read_is_read_by_itself(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.read(animation(tmp_path), *says("Red"))
    attachments = desk.messages()[0].attachments
    viewer = desk.window.viewers.open(attachments[0], attachments)
    desk.until(lambda: viewer.view.has_image)
    viewer.frames.slider.setValue(3)
    desk.until(lambda: viewer.view.has_image and shown_colour(viewer) == COLOURS[3])
    assert not viewer.line_list.isVisible()
    assert viewer.tools["read"].text() == "Read this frame"
    desk.engine.script(*says("White"))
    viewer.tools["read"].click()
    desk.until(lambda: len(desk.messages()) == 4)
    desk.until_idle()
    assert desk.messages()[2].attachments[0].page == 3
    assert last_request(desk).turns[-1].images[0].page == 3
    assert desk.app.bridge.state is EngineState.READY


def test_a_part_of_a_frame_is_cut_from_that_frame(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(animation(tmp_path), *says("Red"))
    attachments = desk.messages()[0].attachments
    viewer = desk.window.viewers.open(attachments[0], attachments)
    desk.until(lambda: viewer.view.has_image)
    viewer.frames.slider.setValue(1)
    desk.until(lambda: viewer.view.has_image and shown_colour(viewer) == COLOURS[1])
    qtbot.keyClick(viewer.view, Qt.Key.Key_R)
    assert viewer.tools["read"].text() == "Read it turned"
    viewer.tools["read"].click()
    desk.until(lambda: len(desk.messages()) == 4)
    desk.until_idle()
    data = last_request(desk).turns[-1].images[0].data
    turned = load_page(data, "turned").rgb
    assert (turned.size, turned.getpixel((5, 5))) == ((40, 60), (0, 128, 0))


def test_a_still_picture_has_no_frames_to_choose(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "still.png"
    Image.new("RGB", (60, 40), "red").save(path)
    desk.read(path, *says("Red"))
    attachments = desk.messages()[0].attachments
    viewer = desk.window.viewers.open(attachments[0], attachments)
    assert viewer.frames.isHidden()
    assert viewer.tools["read"].isHidden()
    assert not any("rame" in label.text() for label in viewer.findChildren(QLabel) if label.isVisible())
    QApplication.processEvents()
