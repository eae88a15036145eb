"""Pictures of a message are put in another order and taken off, while it is written and when it is edited."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.paths import images_dir
from app.views import announcing
from app.views.attachment_chip import AttachmentChip
from app.views.message_editor import MessageEditor
from app.views.user_message import UserMessageWidget
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def three(desk: Desk, tmp_path: Path) -> Desk:
    """A desk whose composer holds three pictures."""
    paths = [str(picture_file(tmp_path, f"{name}.png", size=(60 + ord(name), 40))) for name in "abc"]
    desk.window.paths_attached.emit(paths)
    desk.until(lambda: len(desk.app.intake.attachments) == 3)
    desk.until_idle()
    desk.window.activateWindow()
    return desk


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is told."""
    heard: list[str] = []

    def hear(event: object) -> None:
        heard.append(event.message())  # type: ignore[attr-defined]

    monkeypatch.setattr(announcing.QAccessible, "updateAccessibility", hear)
    return heard


def chip(desk: Desk, name: str) -> AttachmentChip:
    return next(each for each in desk.window.composer.chips if each.accessibleName() == f"{name}.png")


def order(desk: Desk) -> str:
    """The chips from left to right, which must be those of the intake."""
    shown = "".join(each.accessibleName()[0] for each in desk.window.composer.chips)
    assert shown == "".join(each.name[0] for each in desk.app.intake.attachments)
    return shown


def question(desk: Desk) -> UserMessageWidget:
    asked = [message for message in desk.messages() if message.role == "user"]
    widget = desk.window.messages.widget_of(asked[-1].id)
    assert isinstance(widget, UserMessageWidget)
    return widget


def sent(desk: Desk) -> list[str]:
    """The pictures of the last question."""
    asked = [message for message in desk.messages() if message.role == "user"]
    return [item.name for item in asked[-1].attachments]


def editor_of(desk: Desk, qtbot: QtBot) -> MessageEditor:
    """A question about three pictures, being edited."""
    desk.ask("Which is older?", *says("The first"))
    qtbot.mouseClick(question(desk).edit_button, Qt.MouseButton.LeftButton)
    editor = question(desk).editor
    assert editor is not None
    return editor


def test_ctrl_and_an_arrow_key_move_a_picture_and_the_keyboard_stays_on_it(
    three: Desk, qtbot: QtBot, announced: list[str]
) -> None:
    moved = chip(three, "a")
    moved.setFocus()
    qtbot.keyClick(moved, Qt.Key.Key_Right, CTRL)
    assert order(three) == "bac"
    qtbot.keyClick(moved, Qt.Key.Key_Down, CTRL)
    qtbot.keyClick(moved, Qt.Key.Key_Right, CTRL)
    assert order(three) == "bca"
    qtbot.keyClick(moved, Qt.Key.Key_Left, CTRL)
    assert order(three) == "bac"
    assert QApplication.focusWidget() is moved
    assert announced == ["a.png, 2 of 3", "a.png, 3 of 3", "a.png, 2 of 3"]


def test_the_pictures_are_sent_in_the_order_in_which_they_are_shown(three: Desk, qtbot: QtBot) -> None:
    qtbot.keyClick(chip(three, "c"), Qt.Key.Key_Left, CTRL)
    three.ask("Which is older?", *says("The first"))
    assert sent(three) == ["a.png", "c.png", "b.png"]
    assert [image.name for image in three.engine.requests[-1].turns[-1].images] == ["a.png", "c.png", "b.png"]


def test_tab_follows_the_order_of_the_pictures(three: Desk, qtbot: QtBot) -> None:
    qtbot.keyClick(chip(three, "c"), Qt.Key.Key_Left, CTRL)
    qtbot.keyClick(chip(three, "c"), Qt.Key.Key_Left, CTRL)
    three.window.composer.setFocus()
    seen: list[str] = []
    for _ in range(6):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if isinstance(focused, AttachmentChip):
            seen.append(focused.accessibleName()[0])
    assert "".join(seen) == "cab"


def drag(chip: AttachmentChip, onto: AttachmentChip) -> None:
    start = chip.rect().center()
    QTest.mousePress(chip, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 11):
        aim = onto.mapToGlobal(QPoint(onto.width() * 3 // 4, onto.height() // 2))
        begun = chip.mapToGlobal(start)
        at = chip.mapFromGlobal(begun + (aim - begun) * step / 10)
        QTest.mouseMove(chip, at)
    QTest.mouseRelease(chip, Qt.MouseButton.LeftButton, pos=chip.rect().center())


def test_one_more_picture_leaves_the_others_where_they_are(three: Desk, tmp_path: Path) -> None:
    flow = chip(three, "a").parentWidget().layout()
    assert flow is not None
    stood = [flow.itemAt(place) for place in range(3)]
    three.window.paths_attached.emit([str(picture_file(tmp_path, "d.png", size=(99, 40)))])
    three.until(lambda: len(three.app.intake.attachments) == 4)
    assert order(three) == "abcd"
    assert [flow.itemAt(place) is item for place, item in enumerate(stood)] == [True, True, True]
    chip(three, "b").removed.emit(three.app.intake.attachments[1].id)
    assert order(three) == "acd"
    assert flow.itemAt(0) is stood[0]
    seen: list[QWidget] = []
    widget = chip(three, "a").nextInFocusChain()
    while widget is not chip(three, "a") and len(seen) < 500:
        seen.append(widget)
        widget = widget.nextInFocusChain()
    shown = [each for each in seen if isinstance(each, AttachmentChip) and each.isVisible()]
    assert [each.accessibleName()[0] for each in shown] == ["c", "d"]


def test_a_picture_is_dragged_to_another_place_and_is_not_opened_by_that(three: Desk) -> None:
    opened: list[object] = []
    three.window.composer.picture_opened.connect(lambda *what: opened.append(what))
    drag(chip(three, "a"), chip(three, "b"))
    assert order(three) == "bac"
    assert opened == []


def test_a_click_still_opens_a_picture(three: Desk, qtbot: QtBot) -> None:
    opened: list[str] = []
    three.window.composer.picture_opened.connect(lambda attachment, _all: opened.append(attachment.name))
    qtbot.mouseClick(chip(three, "b"), Qt.MouseButton.LeftButton)
    assert opened == ["b.png"]


def test_the_keyboard_stays_in_the_row_when_a_picture_is_taken_off(three: Desk, qtbot: QtBot) -> None:
    chip(three, "b").setFocus()
    qtbot.keyClick(chip(three, "b"), Qt.Key.Key_Delete)
    assert order(three) == "ac"
    assert QApplication.focusWidget() is chip(three, "c").remove_button
    qtbot.mouseClick(chip(three, "c").remove_button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(chip(three, "a"), Qt.Key.Key_Delete)
    assert QApplication.focusWidget() is three.window.composer.focusProxy()


def test_a_chip_says_what_can_be_done_with_it(three: Desk) -> None:
    assert "moves it" in chip(three, "a").accessibleDescription()
    three.app.intake.remove(three.app.intake.attachments[0].id)
    three.app.intake.remove(three.app.intake.attachments[0].id)
    assert "Ctrl" not in chip(three, "c").accessibleDescription()


def test_one_picture_is_taken_off_a_question_that_is_edited(three: Desk, qtbot: QtBot) -> None:
    editor = editor_of(three, qtbot)
    assert [each.accessibleName() for each in editor.tray.chips] == ["a.png", "b.png", "c.png"]
    gallery = question(three).gallery
    assert gallery is not None
    assert gallery.isHidden()
    qtbot.mouseClick(editor.tray.chips[1].remove_button, Qt.MouseButton.LeftButton)
    three.engine.script(*says("The other"))
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    three.until(lambda: three.messages()[-1].text == "The other")
    three.until_idle()
    assert sent(three) == ["a.png", "c.png"]
    assert question(three).switcher.words == "2/2"
    qtbot.mouseClick(question(three).switcher.previous, Qt.MouseButton.LeftButton)
    assert sent(three) == ["a.png", "b.png", "c.png"]


def test_the_pictures_of_a_question_that_is_edited_are_put_in_another_order(
    three: Desk, qtbot: QtBot
) -> None:
    editor = editor_of(three, qtbot)
    qtbot.keyClick(editor.tray.chips[0], Qt.Key.Key_Right, CTRL)
    three.engine.script(*says("The other"))
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    three.until(lambda: sent(three) == ["b.png", "a.png", "c.png"])
    three.until_idle()


def test_all_pictures_of_a_question_that_is_edited_are_taken_off_at_once_and_put_back(
    three: Desk, qtbot: QtBot
) -> None:
    editor = editor_of(three, qtbot)
    assert editor.tray_head.words == "3 pictures"
    assert editor.back_button.isHidden()
    qtbot.mouseClick(editor.tray_head.button, Qt.MouseButton.LeftButton)
    assert editor.attachments == ()
    assert editor.tray_head.isHidden()
    assert not editor.back_button.isHidden()
    assert editor.back_button.hasFocus()
    qtbot.keyClick(editor.back_button, Qt.Key.Key_Space)
    assert [each.name for each in editor.attachments] == ["a.png", "b.png", "c.png"]
    assert editor.back_button.isHidden()
    assert editor.field.hasFocus()
    assert not editor.is_changed


def test_escape_leaves_the_pictures_as_they_were(three: Desk, qtbot: QtBot) -> None:
    editor = editor_of(three, qtbot)
    qtbot.mouseClick(editor.tray.chips[1].remove_button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert question(three).editor is None
    gallery = question(three).gallery
    assert gallery is not None
    assert not gallery.isHidden()
    assert sent(three) == ["a.png", "b.png", "c.png"]
    assert len(three.engine.requests) == 1


def test_a_question_left_without_any_picture_is_refused_and_what_was_typed_stays(
    three: Desk, qtbot: QtBot
) -> None:
    editor = editor_of(three, qtbot)
    for _ in range(3):
        qtbot.mouseClick(editor.tray.chips[0].remove_button, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(editor.field, "And now?")
    qtbot.keyClick(editor.field, Qt.Key.Key_Return)
    assert three.window.notices.sentences()[-1] == "There is no picture to ask about yet; add one, then ask."
    assert question(three).editor is editor
    assert editor.field.toPlainText() == "And now?"
    editor.field.clear()
    assert not editor.ask_button.isEnabled()
    qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert len(three.engine.requests) == 1


def test_an_announcement_reaches_the_accessibility_of_qt(three: Desk) -> None:
    announcing.announce(chip(three, "a"), "Words")
    assert QAccessible.queryAccessibleInterface(chip(three, "a")).isValid()


def remove_all(desk: Desk, qtbot: QtBot) -> None:
    qtbot.mouseClick(desk.window.composer.tray_head.button, Qt.MouseButton.LeftButton)


def undo(desk: Desk, qtbot: QtBot) -> None:
    notice = desk.window.notices.newest()
    assert notice is not None
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)


def kept() -> set[str]:
    """The pictures that are kept on disk."""
    return {path.name.split(".")[0] for path in images_dir().rglob("*") if path.is_file()}


def test_all_pictures_are_taken_off_together_and_brought_back_in_their_order(
    three: Desk, qtbot: QtBot
) -> None:
    head = three.window.composer.tray_head
    assert head.isVisible()
    assert head.words == "3 pictures"
    remove_all(three, qtbot)
    assert order(three) == ""
    assert not head.isVisible()
    assert QApplication.focusWidget() is three.window.composer.field
    assert three.window.notices.sentences()[-1] == "Removed 3 pictures."
    undo(three, qtbot)
    assert order(three) == "abc"
    three.ask("Which is older?", *says("The first"))
    assert sent(three) == ["a.png", "b.png", "c.png"]


def test_a_single_picture_has_no_button_for_all(desk: Desk, tmp_path: Path) -> None:
    desk.window.paths_attached.emit([str(picture_file(tmp_path))])
    desk.until(lambda: len(desk.app.intake.attachments) == 1)
    desk.until_idle()
    assert not desk.window.composer.tray_head.isVisible()


def test_pictures_that_came_since_stand_behind_those_that_come_back(
    three: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    remove_all(three, qtbot)
    three.window.paths_attached.emit([str(picture_file(tmp_path, "d.png"))])
    three.until(lambda: order(three) == "d")
    three.until_idle()
    undo(three, qtbot)
    assert order(three) == "abcd"


def test_pictures_taken_off_together_leave_the_disk_only_once_they_cannot_come_back(
    three: Desk, qtbot: QtBot
) -> None:
    hashes = {each.sha256 for each in three.app.intake.attachments}
    remove_all(three, qtbot)
    assert hashes <= kept()
    notice = three.window.notices.newest()
    assert notice is not None
    notice.end()
    assert not hashes & kept()


def test_pictures_come_back_to_the_conversation_that_they_were_added_to(
    three: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    three.ask("Which is older?", *says("The first"))
    place = three.app.chat.conversation
    assert place is not None
    again = [str(path) for path in sorted(tmp_path.glob("?.png"))]
    three.window.paths_attached.emit(again)
    three.until(lambda: order(three) == "abc")
    three.until_idle()
    remove_all(three, qtbot)
    three.window.new_requested.emit()
    undo(three, qtbot)
    assert order(three) == ""
    three.window.conversation_opened.emit(place.id)
    assert order(three) == "abc"


def test_files_that_cannot_be_read_are_taken_off_with_the_rest(
    three: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    broken = tmp_path / "x.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 cut short")
    three.window.paths_attached.emit([str(broken)])
    three.until(lambda: len(three.app.intake.attachments) == 4)
    three.until_idle()
    assert three.window.composer.tray_head.words == "4 pictures"
    remove_all(three, qtbot)
    assert order(three) == ""
    undo(three, qtbot)
    assert len(three.window.composer.chips) == 4


def test_tab_reaches_the_button_for_all_behind_the_last_picture(three: Desk) -> None:
    three.window.composer.chips[-1].remove_button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is three.window.composer.tray_head.button
