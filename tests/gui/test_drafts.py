"""What is typed, chosen and added belongs to its conversation, also after a restart or a crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from app.controllers.drafts import WRITE_AFTER_MS
from app.domain import MessageState
from app.draft import Draft
from app.paths import history_path
from app.storage.conversations import ConversationRepository
from tests.gui.conftest import OpenDesk
from tests.helpers.app_parts import stored_images
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says


def shown_id(desk: Desk) -> str:
    shown = desk.app.chat.conversation
    assert shown is not None
    return shown.id


def names_of_chips(desk: Desk) -> list[str]:
    return [attachment.name for attachment in desk.app.intake.attachments]


def attach(desk: Desk, *paths: Path) -> None:
    before = len(desk.app.intake.attachments)
    desk.window.paths_attached.emit([str(path) for path in paths])
    desk.until(lambda: len(desk.app.intake.attachments) == before + len(paths))
    desk.until_idle()


def kept(conversation_id: str) -> Draft:
    """What another process reads in the history."""
    repository = ConversationRepository.open(history_path(), alone=False)
    try:
        return repository.drafts.load(conversation_id)
    finally:
        repository.close()


@pytest.fixture
def two(desk: Desk, tmp_path: Path) -> tuple[Desk, str, str]:
    """A desk with a conversation that something was read in, and a new one, which is shown."""
    desk.read(picture_file(tmp_path, "first.png"), *says("First"))
    first = shown_id(desk)
    desk.window.new_requested.emit()
    return desk, first, shown_id(desk)


def test_words_preset_and_pictures_stay_with_their_conversation(
    two: tuple[Desk, str, str], tmp_path: Path
) -> None:
    desk, first, second = two
    desk.type("What is this?")
    desk.app.presetting.arm("caption")
    attach(desk, picture_file(tmp_path, "a.png"), picture_file(tmp_path, "b.png"))
    desk.window.conversation_opened.emit(first)
    composer = desk.window.composer
    assert (composer.text, composer.preset_id, composer.chips) == ("", "", ())
    desk.type("And that?")
    desk.window.conversation_opened.emit(second)
    assert (composer.text, composer.preset_id) == ("What is this?", "caption")
    assert [chip.accessibleName() for chip in composer.chips] == ["a.png", "b.png"]
    desk.window.conversation_opened.emit(first)
    assert (composer.text, composer.preset_id, composer.chips) == ("And that?", "", ())


def test_typing_goes_on_at_the_end_of_what_was_typed(two: tuple[Desk, str, str]) -> None:
    desk, first, second = two
    desk.type("What is")
    desk.window.conversation_opened.emit(first)
    desk.window.conversation_opened.emit(second)
    desk.type(" this?")
    assert desk.window.composer.text == "What is this?"


def test_a_picture_that_is_read_meanwhile_waits_where_it_was_added(
    two: tuple[Desk, str, str], tmp_path: Path
) -> None:
    desk, first, second = two
    desk.window.paths_attached.emit([str(picture_file(tmp_path, "late.png"))])
    desk.window.conversation_opened.emit(first)
    assert desk.window.composer.chips == ()
    desk.until(lambda: bool(desk.app.intake.attachments_in(second)))
    assert desk.app.intake.attachments == ()
    desk.window.conversation_opened.emit(second)
    assert names_of_chips(desk) == ["late.png"]
    assert len(desk.window.composer.chips) == 1


def test_what_was_typed_with_a_dropped_picture_is_asked_in_its_conversation(
    two: tuple[Desk, str, str], tmp_path: Path
) -> None:
    desk, first, second = two
    desk.engine.script(*says("A note"))
    desk.type("What is this?")
    desk.drop(picture_file(tmp_path))
    desk.window.conversation_opened.emit(first)
    desk.type("Mine")
    desk.until(lambda: len(desk.app.repository.load_messages(second)) == 2)
    desk.until(lambda: desk.app.repository.load_messages(second)[-1].state is MessageState.COMPLETE)
    assert desk.app.repository.load_messages(second)[0].text == "What is this?"
    assert desk.window.composer.text == "Mine"
    desk.window.conversation_opened.emit(second)
    assert desk.window.composer.text == ""


def test_a_restart_brings_everything_back(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.type("What is this?")
    desk.app.presetting.arm("caption")
    attach(desk, picture_file(tmp_path, "a.png"))
    desk.close()
    again = open_desk()
    again.until_ready()
    assert (again.window.composer.text, again.window.composer.preset_id) == ("What is this?", "caption")
    assert names_of_chips(again) == ["a.png"]
    again.engine.script(*says("A note"))
    again.press_enter()
    again.until(lambda: len(again.messages()) == 2)
    again.until_idle()
    assert [item.name for item in again.messages()[0].attachments] == ["a.png"]
    assert kept(shown_id(again)) == Draft()


def test_a_crash_loses_only_the_last_moment(two: tuple[Desk, str, str], tmp_path: Path) -> None:
    desk, _first, second = two
    desk.type("What is this?")
    attach(desk, picture_file(tmp_path, "a.png"))
    desk.until(lambda: kept(second).text == "What is this?")
    desk.until(lambda: [item.name for item in kept(second).attachments] == ["a.png"])
    assert WRITE_AFTER_MS <= 1000


def test_what_was_sent_is_no_draft_any_more_even_in_a_crash_right_after(two: tuple[Desk, str, str]) -> None:
    desk, first, _second = two
    desk.window.conversation_opened.emit(first)
    desk.type("What is this?")
    desk.until(lambda: kept(first).text == "What is this?")
    desk.press_enter()
    assert kept(first) == Draft()
    desk.until_idle()


def test_the_conversation_that_was_typed_in_last_is_shown_after_a_restart(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.read(picture_file(tmp_path), *says("First"))
    first = shown_id(desk)
    desk.window.new_requested.emit()
    desk.read(picture_file(tmp_path, "b.png"), *says("Second"))
    desk.window.conversation_opened.emit(first)
    desk.type("More about the first")
    desk.close()
    again = open_desk()
    assert shown_id(again) == first
    assert again.window.composer.text == "More about the first"


def test_a_new_conversation_is_blank_and_the_one_with_a_draft_stays(two: tuple[Desk, str, str]) -> None:
    desk, _first, second = two
    desk.type("Unsent")
    desk.window.new_requested.emit()
    assert shown_id(desk) != second
    assert desk.window.composer.text == ""
    blank = shown_id(desk)
    desk.window.new_requested.emit()
    assert shown_id(desk) == blank
    desk.window.conversation_opened.emit(second)
    assert desk.window.composer.text == "Unsent"


def test_an_opened_file_joins_no_draft(two: tuple[Desk, str, str], tmp_path: Path) -> None:
    desk, _first, second = two
    desk.type("Unsent")
    desk.engine.script(*says("A note"))
    desk.app.desktop.open_paths([str(picture_file(tmp_path))])
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].text == ""
    assert desk.app.repository.drafts.load(second).text == "Unsent"


def test_the_list_says_where_something_is_unsent(two: tuple[Desk, str, str]) -> None:
    desk, first, second = two
    desk.type("Unsent")
    desk.window.conversation_opened.emit(first)
    drafts = {each.id: each.has_draft for each in desk.app.repository.list_conversations()}
    assert drafts == {first: False, second: True}
    model = desk.window.sidebar.list_view.model()
    spoken = {
        model.index(row, 0).data(model.ID_ROLE): model.index(row, 0).data(
            Qt.ItemDataRole.AccessibleDescriptionRole
        )
        for row in range(model.rowCount())
    }
    assert spoken == {first: "", second: "Draft"}


def test_deleting_a_conversation_deletes_its_draft_and_the_pictures_of_it(
    two: tuple[Desk, str, str], tmp_path: Path
) -> None:
    desk, first, second = two
    attach(desk, picture_file(tmp_path, "only.png", size=(31, 17)))
    (waiting,) = desk.app.intake.attachments
    desk.type("Unsent")
    desk.window.conversation_opened.emit(first)
    assert waiting.sha256 in stored_images()
    desk.app.chat.delete_conversation(second)
    assert waiting.sha256 not in stored_images()
    assert desk.app.intake.attachments_in(second) == ()
    assert kept(second) == Draft()
    assert desk.window.notices.sentences() == ()


def test_deleting_the_conversation_on_show_empties_the_composer(two: tuple[Desk, str, str]) -> None:
    desk, first, second = two
    desk.type("Unsent")
    desk.app.chat.delete_conversation(second)
    assert shown_id(desk) == first
    assert desk.window.composer.text == ""
    assert desk.window.notices.sentences() == ()


def test_a_picture_of_a_draft_is_kept_when_a_message_with_it_goes(
    two: tuple[Desk, str, str], tmp_path: Path
) -> None:
    desk, first, second = two
    same = tmp_path / "first.png"
    attach(desk, same)
    (waiting,) = desk.app.intake.attachments
    desk.close()
    repository = ConversationRepository.open(history_path())
    assert repository.delete_conversation(first) == ()
    assert repository.delete_conversation(second) == (waiting.sha256,)
    repository.close()


def test_closing_while_a_question_waits_for_its_picture_keeps_the_words(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.window.paths_attached.emit([str(picture_file(tmp_path))])
    desk.type("What is this?")
    desk.press_enter()
    desk.close()
    again = open_desk()
    assert again.window.composer.text == "What is this?"


def test_a_preset_that_is_no_longer_there_is_no_longer_chosen(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.until_ready()
    shown = shown_id(desk)
    desk.close()
    repository = ConversationRepository.open(history_path())
    repository.drafts.save(shown, Draft("Words", "gone"))
    repository.close()
    again = open_desk()
    assert (again.window.composer.text, again.window.composer.preset_id) == ("Words", "")


def test_a_file_that_could_not_be_read_is_said_in_its_own_conversation_only(
    two: tuple[Desk, str, str], tmp_path: Path
) -> None:
    desk, first, second = two
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    attach(desk, broken)
    assert len(desk.window.composer.chips) == 1
    desk.window.conversation_opened.emit(first)
    assert desk.window.composer.chips == ()
    desk.window.conversation_opened.emit(second)
    assert len(desk.window.composer.chips) == 1


def test_pictures_that_another_program_spoilt_do_not_take_the_words_with_them(
    two: tuple[Desk, str, str],
) -> None:
    desk, _first, second = two
    repository = desk.app.repository
    repository.drafts.save(second, Draft("Words"))
    with repository._database.transaction() as connection:
        connection.execute(
            "INSERT INTO draft_pictures VALUES ('p', ?, 0, 'x', 'x', 'PNG', 1, 1, 1, 0, 1, '{broken', '')",
            (second,),
        )
    assert repository.drafts.load(second) == Draft("Words")


KILLED = """
import os, sys
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from app.bootstrap import build
from tests.helpers.fake_engine import FakeEngine

qt = QApplication([])
app = build(None, FakeEngine, qt)
app.start()
QTest.keyClicks(app.window.composer.focusProxy(), "What is this?")
app.presetting.arm("caption")
app.window.paths_attached.emit([sys.argv[1]])
place = app.chat.conversation.id
for _ in range(2000):
    QTest.qWait(10)
    kept = app.repository.drafts.load(place)
    if kept.attachments and kept.preset_id:
        break
# As a kill would end it: nothing is closed, nothing is written any more.
os._exit(9)
"""


def test_after_a_kill_words_preset_and_picture_are_there(open_desk: OpenDesk, tmp_path: Path) -> None:
    path = picture_file(tmp_path, "a.png")
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 9, done.stderr
    desk = open_desk()
    assert (desk.window.composer.text, desk.window.composer.preset_id) == ("What is this?", "caption")
    assert names_of_chips(desk) == ["a.png"]
    assert desk.window.notices.sentences() == ()
