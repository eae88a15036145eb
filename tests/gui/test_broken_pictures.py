"""One picture among several that cannot be opened: it is named, and the question goes on with the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageState
from app.paths import images_dir
from app.views.thumbnail import ThumbnailWidget
from app.views.user_message import UserMessageWidget
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk
from tests.helpers.fake_engine import Fail, says

DAMAGED = Fail("image_damaged", "The picture is damaged.")


def noise(folder: Path, name: str) -> Path:
    """A picture that no other is like."""
    path = folder / name
    Image.effect_noise((200, 200), 90).convert("RGB").save(path)
    return path


def kept_file(sha256: str) -> Path:
    return images_dir() / sha256[:2] / sha256


def attach(desk: Desk, *paths: Path, broken: str = "") -> None:
    """Add pictures; those with a letter of `broken` are then cut short in the store."""
    desk.window.paths_attached.emit([str(path) for path in paths])
    desk.until(lambda: len(desk.app.intake.attachments) == len(paths))
    desk.until_idle()
    for item in desk.app.intake.attachments:
        if item.name[0] in broken:
            whole = kept_file(item.sha256).read_bytes()
            kept_file(item.sha256).write_bytes(whole[: len(whole) // 2])


def question(desk: Desk) -> Message:
    return next(message for message in reversed(desk.messages()) if message.role == "user")


def ask_about(desk: Desk, folder: Path, names: str, *, broken: str) -> None:
    """A question about pictures that the engine cannot answer."""
    attach(desk, *(noise(folder, f"{name}.png") for name in names), broken=broken)
    desk.ask("Which is older?", DAMAGED)
    assert desk.messages()[-1].state is MessageState.FAILED


def regenerate(desk: Desk, qtbot: QtBot) -> None:
    desk.engine.script(*says("The first"))
    qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.messages()[-1].text == "The first")
    desk.until_idle()


def asked_about(desk: Desk) -> list[str]:
    """The pictures that the engine was given last."""
    return [image.name for turn in desk.engine.requests[-1].turns for image in turn.images]


def test_the_broken_one_is_named_and_the_others_are_asked_about(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    ask_about(desk, tmp_path, "ab", broken="b")
    desk.until(lambda: "Regenerate goes on with the other pictures." in desk.answer().note)
    assert desk.answer().note.startswith("b.png is a PNG")
    assert [item.is_readable for item in question(desk).attachments] == [True, False]
    regenerate(desk, qtbot)
    assert asked_about(desk) == ["a.png"]
    assert desk.messages()[-1].state is MessageState.COMPLETE
    assert [item.name for item in question(desk).attachments] == ["a.png", "b.png"]


def test_the_broken_one_is_marked_in_the_question(desk: Desk, tmp_path: Path) -> None:
    ask_about(desk, tmp_path, "ab", broken="b")
    desk.until(lambda: not question(desk).attachments[1].is_readable)
    widget = desk.window.messages.widget_of(question(desk).id)
    assert isinstance(widget, UserMessageWidget)
    assert widget.gallery is not None
    _, broken = widget.gallery.findChildren(ThumbnailWidget)
    assert not broken.has_picture
    assert "damaged or cut short" in broken.toolTip()
    assert "damaged or cut short" in broken.accessibleDescription()


def test_several_broken_ones_are_counted(desk: Desk, tmp_path: Path) -> None:
    ask_about(desk, tmp_path, "abc", broken="ac")
    desk.until(lambda: desk.answer().note.startswith("2 pictures cannot be opened. The first: a.png is"))


def test_where_all_are_broken_there_is_nothing_to_go_on_with(desk: Desk, tmp_path: Path) -> None:
    ask_about(desk, tmp_path, "ab", broken="ab")
    desk.until(lambda: not any(item.is_readable for item in question(desk).attachments))
    assert desk.answer().note == DAMAGED.user_message


def test_a_failure_that_is_no_fault_of_the_pictures_stays_as_it_is(desk: Desk, tmp_path: Path) -> None:
    ask_about(desk, tmp_path, "ab", broken="")
    desk.close()
    assert desk.answer().note == DAMAGED.user_message
    assert all(item.is_readable for item in question(desk).attachments)


def test_a_picture_whose_file_is_gone_is_named_and_the_others_are_read(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    attach(desk, noise(tmp_path, "a.png"), noise(tmp_path, "b.png"))
    kept_file(desk.app.intake.attachments[1].sha256).unlink()
    desk.press_enter()
    desk.until(desk.has_answer)
    desk.until(lambda: desk.answer().note.startswith("The file of b.png is no longer in Yomi's folder"))
    regenerate(desk, qtbot)
    assert asked_about(desk) == ["a.png"]


def test_it_is_still_known_after_a_restart(open_desk: OpenDesk, tmp_path: Path, qtbot: QtBot) -> None:
    desk = open_desk()
    desk.until_ready()
    ask_about(desk, tmp_path, "ab", broken="b")
    desk.until(lambda: not question(desk).attachments[1].is_readable)
    desk.close()
    again = open_desk()
    again.until_ready()
    assert "Regenerate goes on with the other pictures." in again.answer().note
    regenerate(again, qtbot)
    assert asked_about(again) == ["a.png"]


@pytest.mark.parametrize("shown", [True, False])
def test_an_answer_in_another_conversation_is_looked_at_too(desk: Desk, tmp_path: Path, shown: bool) -> None:
    attach(desk, noise(tmp_path, "a.png"), noise(tmp_path, "b.png"), broken="b")
    asked_in = desk.app.chat.conversation
    assert asked_in is not None
    desk.type("Which is older?")
    desk.engine.script(DAMAGED)
    desk.press_enter()
    if not shown:
        desk.window.new_requested.emit()

    def told() -> bool:
        answer = desk.app.repository.load_messages(asked_in.id)[-1]
        return answer.state_detail.endswith("Regenerate goes on with the other pictures.")

    desk.until(told)
    assert not desk.app.repository.load_messages(asked_in.id)[0].attachments[1].is_readable
