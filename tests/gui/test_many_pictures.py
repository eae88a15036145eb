"""Hundreds of pictures in one question: shown a part at a time, sent and edited whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain import Attachment
from app.views.chip_tray import NEW_IN_A_TURN
from app.views.message_gallery import A_STEP, SHOWN_PICTURES, MessageGallery
from app.views.pictures import Pictures
from app.views.slices import Slices
from app.views.theme import Theme
from app.views.user_message import UserMessageWidget
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says

MANY = SHOWN_PICTURES + 2 * A_STEP + 1


def attachments(count: int) -> tuple[Attachment, ...]:
    return tuple(
        Attachment(str(number), f"{number:064}", f"{number}.png", "PNG", 60, 40 + number, 100)
        for number in range(1, count + 1)
    )


@pytest.fixture
def asked(desk: Desk, tmp_path: Path) -> UserMessageWidget:
    """A question about many pictures."""
    desk.window.paths_attached.emit([str(picture_file(tmp_path, f"{n:02}.png")) for n in range(MANY)])
    desk.until(lambda: len(desk.window.composer.chips) == MANY)
    desk.until_idle()
    desk.ask("Which is older?", *says("The first"))
    question = desk.window.messages.last_question()
    assert question is not None
    return question


def test_a_question_shows_its_first_pictures_and_the_others_when_they_are_wanted(
    desk: Desk, asked: UserMessageWidget, qtbot: QtBot
) -> None:
    gallery = asked.gallery
    assert gallery is not None
    assert len(desk.engine.requests[-1].turns[-1].images) == MANY
    assert len(gallery.thumbnails) == SHOWN_PICTURES
    assert len(gallery.captions) == MANY
    assert gallery.more_button.text() == f"Show {MANY - SHOWN_PICTURES} more pictures"
    gallery.more_button.setFocus()
    qtbot.keyClick(gallery.more_button, Qt.Key.Key_Space)
    desk.until(lambda: len(gallery.thumbnails) == MANY)
    assert [each.attachment.name for each in gallery.thumbnails] == [f"{n:02}.png" for n in range(MANY)]
    assert gallery.more_button.isHidden()
    assert gallery.thumbnails[SHOWN_PICTURES].hasFocus()


def test_nobody_is_asked_to_show_a_row_or_less(qtbot: QtBot, pictures: Pictures, theme: Theme) -> None:
    most = SHOWN_PICTURES + A_STEP - 1
    gallery = MessageGallery(attachments(most), pictures, theme, Slices())
    qtbot.addWidget(gallery)
    assert len(gallery.thumbnails) == most
    assert gallery.more_button.isHidden()


def test_a_gallery_that_goes_before_all_is_shown_is_left_alone(
    qtbot: QtBot, pictures: Pictures, theme: Theme
) -> None:
    slices = Slices()
    gallery = MessageGallery(attachments(10 * SHOWN_PICTURES), pictures, theme, slices)
    gallery.more_button.click()
    gallery.deleteLater()
    qtbot.waitUntil(lambda: not slices._jobs)


def test_an_edited_question_keeps_all_its_pictures_before_all_their_chips_are_made(
    desk: Desk, asked: UserMessageWidget, qtbot: QtBot
) -> None:
    qtbot.mouseClick(asked.edit_button, Qt.MouseButton.LeftButton)
    editor = asked.editor
    assert editor is not None
    assert len(editor.tray.chips) == NEW_IN_A_TURN
    assert len(editor.attachments) == MANY
    assert editor.tray_head.words == f"{MANY} pictures"
    assert not editor.is_changed
    desk.until(lambda: len(editor.tray.chips) == MANY)
    qtbot.mouseClick(editor.tray.chips[1].remove_button, Qt.MouseButton.LeftButton)
    assert len(editor.tray.chips) == len(editor.attachments) == MANY - 1
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    desk.until(lambda: len(desk.engine.requests) == 2)
    desk.until_idle()
    assert [image.name for image in desk.engine.requests[-1].turns[-1].images] == [
        f"{n:02}.png" for n in range(MANY) if n != 1
    ]
