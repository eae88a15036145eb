"""Of a damaged picture what is left is offered, never taken unasked."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.controllers.intake import MOST_MENDED
from app.intake import MENDED_NOTE, MENDED_PAGES_NOTE
from app.views.attachment_chip import AttachmentChip
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says
from tests.helpers.odd_images import tiff_directories


def cut_short(folder: Path, name: str = "holiday.jpg") -> Path:
    """A picture of which the lower part is missing."""
    made = Image.effect_noise((240, 180), 60).convert("RGB")
    out = BytesIO()
    made.save(out, "JPEG", quality=90)
    path = folder / name
    path.write_bytes(out.getvalue()[: len(out.getvalue()) * 2 // 3])
    return path


def attach(desk: Desk, *paths: Path) -> None:
    expected = len(desk.window.composer.chips) + len(paths)
    desk.window.paths_attached.emit([str(path) for path in paths])
    desk.until(lambda: len(desk.window.composer.chips) == expected)
    desk.until_idle()


def chip(desk: Desk, index: int = -1) -> AttachmentChip:
    return desk.window.composer.chips[index]


def use(desk: Desk, qtbot: QtBot, index: int = -1) -> None:
    button = chip(desk, index).mend_button
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    desk.until(lambda: any(item.is_readable for item in desk.app.intake.attachments))
    desk.until_idle()


def test_what_is_left_of_a_damaged_picture_takes_its_place_and_says_so(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    attach(desk, cut_short(tmp_path))
    assert not desk.app.intake.attachments[0].is_readable
    use(desk, qtbot)
    (taken,) = desk.app.intake.attachments
    assert (taken.name, taken.width_px, taken.height_px) == ("holiday.jpg", 240, 180)
    assert taken.notes[0] == MENDED_NOTE
    assert any(MENDED_NOTE in label.text() for label in chip(desk).findChildren(QLabel))
    desk.ask("What is on it?", *says("Noise"))
    assert [item.notes[0] for item in desk.messages()[0].attachments] == [MENDED_NOTE]


def test_the_pages_before_a_destroyed_one_are_offered_each_as_a_picture(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    out = BytesIO()
    pages = [Image.new("RGB", (60, 40), colour) for colour in ("red", "green", "blue")]
    pages[0].save(out, "TIFF", save_all=True, append_images=pages[1:])
    scan = tmp_path / "scan.tif"
    scan.write_bytes(out.getvalue()[: tiff_directories(out.getvalue())[2] + 1])
    attach(desk, scan)
    (refused,) = desk.app.intake.attachments
    assert refused.error == "scan.tif is damaged from page 3 on; copy or download it again."
    use(desk, qtbot)
    note = MENDED_PAGES_NOTE.format(page=2)
    assert [item.page for item in desk.app.intake.attachments] == [0, 1]
    assert all(item.notes == (note,) and item.pages == 2 for item in desk.app.intake.attachments)
    assert note in chip(desk).facts


def test_nothing_is_offered_where_nothing_is_left(desk: Desk, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.jpg"
    nothing.write_bytes(b"\xff\xd8\xff\xe0 cut short")
    attach(desk, nothing, tmp_path / "gone.png", picture_file(tmp_path))
    assert [chip(desk, index).mend_button for index in range(3)] == [None, None, None]


def test_a_damaged_picture_is_not_read_unasked(desk: Desk, tmp_path: Path) -> None:
    desk.drop(cut_short(tmp_path))
    desk.until(lambda: len(desk.window.composer.chips) == 1)
    desk.until_idle()
    assert desk.messages() == ()
    assert desk.engine.requests == []


def test_one_that_was_left_out_of_a_question_can_still_be_had(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    attach(desk, picture_file(tmp_path), cut_short(tmp_path))
    desk.ask("Which is older?", *says("The first"))
    assert len(desk.window.composer.chips) == 1
    use(desk, qtbot)
    assert [item.name for item in desk.app.intake.attachments] == ["holiday.jpg"]
    assert len(desk.window.composer.chips) == 1


def test_a_folder_of_damaged_pictures_is_not_kept_in_memory(desk: Desk, tmp_path: Path) -> None:
    attach(desk, *(cut_short(tmp_path, f"{number}.jpg") for number in range(MOST_MENDED + 2)))
    assert len(desk.app.intake.mendable) == MOST_MENDED
    offers = [
        each.mend_button is not None and not each.mend_button.isHidden()
        for each in desk.window.composer.chips
    ]
    assert offers == [False] * 2 + [True] * MOST_MENDED


def test_what_is_left_of_a_picture_that_was_taken_off_is_let_go(desk: Desk, tmp_path: Path) -> None:
    attach(desk, cut_short(tmp_path), cut_short(tmp_path, "other.jpg"))
    chip(desk, 0).remove_button.click()
    assert desk.app.intake.mendable == {desk.app.intake.attachments[0].id}


def test_a_mended_picture_stands_where_the_damaged_one_stood_and_keeps_the_keyboard(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.window.activateWindow()
    attach(desk, picture_file(tmp_path), cut_short(tmp_path), cut_short(tmp_path, "last.jpg"))
    names = [item.name for item in desk.app.intake.attachments]
    button = chip(desk, 1).mend_button
    assert button is not None
    button.setFocus()
    use_it = desk.app.intake.attachments[1].id
    button.click()
    desk.until(lambda: use_it not in {item.id for item in desk.app.intake.attachments})
    desk.until_idle()
    assert [item.name for item in desk.app.intake.attachments] == names
    assert [item.is_readable for item in desk.app.intake.attachments] == [True, True, False]
    assert desk.window.focusWidget() is chip(desk, 1).remove_button


def test_a_damaged_picture_that_is_taken_off_while_it_is_mended_does_not_come_back(
    desk: Desk, tmp_path: Path
) -> None:
    attach(desk, cut_short(tmp_path))
    (damaged,) = desk.app.intake.attachments
    desk.app.intake.mend(damaged.id, damaged.name)
    desk.app.intake.remove(damaged.id)
    desk.until(lambda: not desk.app.intake.is_reading)
    desk.until_idle()
    assert desk.app.intake.attachments == ()


@pytest.mark.parametrize("language", ["de", "ja", "zh_CN"])
def test_the_offer_is_made_in_the_windows_language(desk: Desk, tmp_path: Path, language: str) -> None:
    attach(desk, cut_short(tmp_path))
    button = chip(desk).mend_button
    assert button is not None
    desk.app.language.set(language)
    desk.until(lambda: button.text() not in ("", "Use what is left of it"))
    desk.app.language.set("en")
    desk.until(lambda: button.text() == "Use what is left of it")


def test_one_that_is_sent_away_while_it_is_mended_is_shown_as_left_out(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    attach(desk, picture_file(tmp_path), cut_short(tmp_path))
    damaged = desk.app.intake.attachments[1]
    desk.window.composer.mend_requested.emit(damaged.id, damaged.name)
    taken = desk.app.intake.take()
    desk.until(lambda: not desk.app.intake.is_reading)
    desk.until_idle()
    assert [each.name for each in taken] == ["note.png"]
    assert [chip.remove_button.isVisible() for chip in desk.window.composer.chips] == [True]
    assert "damaged" in desk.window.composer.chips[0].accessibleName()
