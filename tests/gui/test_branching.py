"""Versions of a message in the window: edited, stepped through, deleted and brought back by real events."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from app.views.message_gallery import MessageGallery
from app.views.notice_stack import NoticeWidget
from app.views.user_message import UserMessageWidget
from engine.api import FinishReason, Resume
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, files_as_mime, picture_file
from tests.helpers.drags import drag_over, let_go_over
from tests.helpers.fake_engine import End, Say, says


def question(desk: Desk, index: int = -1) -> UserMessageWidget:
    """The widget of a question."""
    asked = [message for message in desk.messages() if message.role == "user"]
    widget = desk.window.messages.widget_of(asked[index].id)
    assert isinstance(widget, UserMessageWidget)
    return widget


def texts(desk: Desk) -> list[str]:
    """The messages as they stand on screen."""
    return [widget.message.text for widget in desk.window.messages.widgets_in_order()]


def conversation(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    desk.ask("How much?", *says("2.50"))


def drop_on(gallery: MessageGallery, *paths: Path) -> None:
    mime = files_as_mime(*paths)
    drag_over(gallery, mime, QPoint(5, 5))
    let_go_over(gallery, mime, QPoint(5, 5))


def test_a_question_is_edited_where_it_stands_and_both_versions_are_kept(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    conversation(desk, tmp_path)
    qtbot.mouseClick(question(desk).edit_button, Qt.MouseButton.LeftButton)
    editor = question(desk).editor
    assert editor is not None
    assert editor.field.toPlainText() == "How much?"
    desk.engine.script(*says("Two litres"))
    qtbot.keyClicks(editor.field, "How many?")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    desk.until(lambda: texts(desk)[-1] == "Two litres")
    desk.until_idle()
    assert texts(desk) == ["", "Milk 2.50", "How many?", "Two litres"]
    assert question(desk).switcher.words == "2/2"
    qtbot.mouseClick(question(desk).switcher.previous, Qt.MouseButton.LeftButton)
    assert texts(desk) == ["", "Milk 2.50", "How much?", "2.50"]
    assert question(desk).switcher.words == "1/2"
    assert not question(desk).switcher.previous.isEnabled()
    qtbot.mouseClick(question(desk).switcher.next, Qt.MouseButton.LeftButton)
    assert texts(desk)[-1] == "Two litres"


def test_arrow_up_in_the_empty_field_edits_the_last_question_and_escape_leaves_it(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    conversation(desk, tmp_path)
    qtbot.keyClick(desk.window.composer.focusProxy(), Qt.Key.Key_Up)
    editor = question(desk).editor
    assert editor is not None
    qtbot.keyClicks(editor.field, "other words")
    qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert question(desk).editor is None
    assert texts(desk) == ["", "Milk 2.50", "How much?", "2.50"]
    assert len(desk.engine.requests) == 2


def test_there_is_nothing_to_edit_or_to_step_through_at_first(desk: Desk) -> None:
    desk.window.menus.edit_question.trigger()
    assert "no question" in desk.window.notices.sentences()[-1]
    desk.window.menus.version_before.trigger()
    assert "only one version" in desk.window.notices.sentences()[-1]


def test_a_new_answer_is_a_version_and_the_keys_go_from_one_to_the_other(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    conversation(desk, tmp_path)
    desk.engine.script(*says("2.49"))
    qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: texts(desk)[-1] == "2.49")
    desk.until_idle()
    assert desk.answer().switcher.words == "2/2"
    field = desk.window.composer.focusProxy()
    desk.window.activateWindow()
    qtbot.keyClick(field, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert texts(desk)[-1] == "2.50"
    qtbot.keyClick(field, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert texts(desk)[-1] == "2.49"


def test_the_keys_mean_the_message_that_they_are_in(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), *says("first"))
    desk.engine.script(*says("second"))
    qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: texts(desk)[-1] == "second")
    desk.until_idle()
    desk.ask("Why?", *says("because"))
    desk.engine.script(*says("for that"))
    qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: texts(desk)[-1] == "for that")
    desk.until_idle()
    desk.window.activateWindow()
    desk.answer(0).button("copy").setFocus()
    desk.window.menus.version_before.trigger()
    assert texts(desk) == ["", "first"]


def test_what_is_deleted_comes_back_with_undo_and_goes_for_good_with_the_notice(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    conversation(desk, tmp_path)
    qtbot.mouseClick(question(desk).delete_button, Qt.MouseButton.LeftButton)
    assert texts(desk) == ["", "Milk 2.50"]
    (notice,) = desk.window.findChildren(NoticeWidget)
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert texts(desk) == ["", "Milk 2.50", "How much?", "2.50"]
    gone = desk.messages()[2].id
    qtbot.mouseClick(question(desk).delete_button, Qt.MouseButton.LeftButton)
    desk.window.notices.end_all()
    assert desk.app.repository.load_branch(gone) == ()


def test_a_deleted_version_shows_the_other_one(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), *says("first"))
    desk.engine.script(*says("second"))
    qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: texts(desk)[-1] == "second")
    desk.until_idle()
    qtbot.mouseClick(desk.answer().button("delete"), Qt.MouseButton.LeftButton)
    assert texts(desk) == ["", "first"]
    assert desk.answer().switcher.words == ""


# -- other pictures


def test_a_picture_dropped_on_a_question_is_asked_about_in_its_place(desk: Desk, tmp_path: Path) -> None:
    desk.drop(picture_file(tmp_path, "one.png"))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    gallery = question(desk).gallery
    assert gallery is not None
    desk.engine.script(*says("the other"))
    drop_on(gallery, picture_file(tmp_path, "two.png", size=(80, 30)))
    desk.until(lambda: texts(desk)[-1] == "the other")
    desk.until_idle()
    assert [item.name for item in desk.messages()[0].attachments] == ["two.png"]
    assert question(desk).switcher.words == "2/2"
    assert not desk.window.drop_overlay.isVisible()
    assert desk.window.composer.chips == ()


def test_another_picture_is_chosen_in_the_dialog(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path, "one.png"))
    qtbot.mouseClick(question(desk).replace_button, Qt.MouseButton.LeftButton)
    (dialog,) = desk.window.findChildren(QFileDialog)
    dialog.filesSelected.emit([str(picture_file(tmp_path, "two.png"))])
    dialog.close()
    desk.until(lambda: [item.name for item in desk.messages()[0].attachments] == ["two.png"])
    desk.until_idle()


def test_a_file_that_cannot_be_read_replaces_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path, "one.png"))
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    gallery = question(desk).gallery
    assert gallery is not None
    drop_on(gallery, broken)
    desk.until(lambda: bool(desk.window.notices.sentences()))
    assert "Nothing was sent" in desk.window.notices.sentences()[-1]
    assert [item.name for item in desk.messages()[0].attachments] == ["one.png"]
    assert desk.app.replacing.attachments == ()


# -- several pictures


def test_several_pictures_are_numbered_in_the_order_in_which_they_were_added(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    names = [f"{name}.png" for name in ("c", "a", "b")]
    paths = [str(picture_file(tmp_path, name, size=(60 + place, 40))) for place, name in enumerate(names)]
    desk.window.paths_attached.emit(paths)
    desk.until(lambda: len(desk.window.composer.chips) == 3)
    desk.until_idle()
    qtbot.mouseClick(desk.window.composer.chips[1].remove_button, Qt.MouseButton.LeftButton)
    desk.press_enter()
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    (turn,) = desk.engine.requests[-1].turns
    assert [image.name for image in turn.images] == ["c.png", "b.png"]
    gallery = question(desk).gallery
    assert gallery is not None
    assert gallery.captions == ("1  c.png", "2  b.png")
    assert {label.text() for label in gallery.findChildren(QLabel)} >= set(gallery.captions)


# -- going on


@pytest.mark.parametrize("reason", [FinishReason.LENGTH, FinishReason.CANCELLED])
def test_continue_stands_at_every_answer_that_ended_before_its_time(
    desk: Desk, tmp_path: Path, qtbot: QtBot, reason: FinishReason
) -> None:
    desk.read(picture_file(tmp_path), Say("One "), End(reason, Resume(0, "One ")))
    assert "continue" in desk.answer().offers
    desk.engine.script(Say("two"))
    qtbot.mouseClick(desk.answer().button("continue"), Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.messages()[-1].text == "One two")
    desk.until_idle()
    assert "continue" not in desk.answer().offers
    assert len(desk.messages()) == 2


def test_an_answer_that_closing_interrupted_is_continued_after_the_restart(
    open_desk: OpenDesk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk = open_desk()
    desk.until_ready()
    gate = desk.engine.gate_loads()
    desk.engine.script(Say("One "), gate)
    desk.drop(picture_file(tmp_path))
    desk.until(lambda: desk.has_answer() and desk.messages()[-1].text == "One ")
    desk.close()
    again = open_desk()
    again.until_ready()
    assert again.answer_badge() == "Interrupted"
    again.engine.script(Say("two"))
    qtbot.mouseClick(again.answer().button("continue"), Qt.MouseButton.LeftButton)
    again.until(lambda: again.messages()[-1].text == "One two")
    again.until_idle()
