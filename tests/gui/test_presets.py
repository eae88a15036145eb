"""Presets: chosen from the keyboard, asked with, edited in the settings, kept; each by real events."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.domain import MessageState, RequestKind
from app.presets import BUILT_IN, Preset
from app.views.preset_editor import PresetEditor
from app.views.preset_section import PresetSection
from engine.api import Role, Task
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, files_as_mime, picture_file
from tests.helpers.fake_engine import FakeEngine, Gate, Say, model_info, says

CAPTION = "What kind of picture is this?"


@pytest.fixture
def small_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model that is loaded knows few questions, as the bundled one does."""
    info = replace(
        model_info(Path("/m"), "Small"),
        answers_freely=False,
        markdown_prompt="Read the text as Markdown.",
        questions=(("caption", CAPTION),),
        larger="A larger one is at example.org.",
    )
    monkeypatch.setattr("tests.helpers.fake_engine.model_info", lambda *_: info)


def choose(desk: Desk, typed: str) -> None:
    """Type `/` and words, then Enter."""
    desk.type("/" + typed)
    assert not desk.app.presetting.chooser.isHidden()
    desk.press_enter()


def key(desk: Desk, wanted: Qt.Key) -> None:
    desk.qtbot.keyClick(desk.window.composer.focusProxy(), wanted)


def shown_requests(desk: Desk) -> list[tuple[Task, bool, str]]:
    return [(each.task, each.markdown, each.turns[-1].text) for each in desk.engine.requests]


# -- choosing


def test_a_slash_opens_the_presets_and_typing_narrows_them(desk: Desk) -> None:
    chooser = desk.app.presetting.chooser
    desk.type("/")
    assert len(chooser.names) == len(BUILT_IN)
    desk.type("mark")
    assert chooser.names == ("Read as Markdown",)
    desk.press_enter()
    assert chooser.isHidden()
    assert desk.window.composer.text == ""
    assert desk.window.composer.preset_chip.name == "Read as Markdown"
    assert desk.messages() == ()


def test_arrows_choose_and_escape_leaves_what_is_typed(desk: Desk) -> None:
    chooser = desk.app.presetting.chooser
    desk.type("/")
    key(desk, Qt.Key.Key_Down)
    key(desk, Qt.Key.Key_Down)
    key(desk, Qt.Key.Key_Up)
    assert chooser.list_view.currentRow() == 1
    key(desk, Qt.Key.Key_Escape)
    assert chooser.isHidden()
    assert (desk.window.composer.text, desk.window.composer.preset_id) == ("/", "")


def test_a_slash_that_no_preset_begins_with_is_a_question(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path))
    desk.ask("/etc/hosts holds what?")
    assert shown_requests(desk)[-1] == (Task.ASK, False, "/etc/hosts holds what?")


def test_the_command_opens_the_presets_over_a_typed_question(desk: Desk) -> None:
    desk.type("In short")
    desk.window.menus.choose_preset.trigger()
    chooser = desk.app.presetting.chooser
    assert len(chooser.names) == len(BUILT_IN)
    key(desk, Qt.Key.Key_Down)
    key(desk, Qt.Key.Key_Return)
    assert desk.window.composer.text == "In short"
    assert desk.window.composer.preset_id == "markdown"


def test_a_click_chooses_and_backspace_in_the_empty_field_takes_it_away(desk: Desk, qtbot: QtBot) -> None:
    desk.window.menus.choose_preset.trigger()
    view: QListWidget = desk.app.presetting.chooser.list_view
    place = view.visualItemRect(view.item(2)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.window.composer.preset_id == "table"
    key(desk, Qt.Key.Key_Backspace)
    assert desk.window.composer.preset_id == ""
    assert desk.window.composer.preset_chip.isHidden()


# -- asking


def test_the_next_picture_is_read_with_the_preset_and_only_that_one(desk: Desk, tmp_path: Path) -> None:
    choose(desk, "mark")
    desk.read(picture_file(tmp_path, "one.png"), *says("# Head"))
    desk.read(picture_file(tmp_path, "two.png"))
    assert shown_requests(desk) == [(Task.READ, True, ""), (Task.READ, False, "")]
    question, answer = desk.messages()[:2]
    assert question.request is not None
    assert (question.request.kind, question.request.preset) == (RequestKind.MARKDOWN, "Read as Markdown")
    assert answer.request == question.request
    said = desk.window.messages.widget_of(question.id)
    assert said is not None
    assert "Read as Markdown" in [label.text() for label in said.findChildren(QLabel)]


def test_without_a_new_picture_the_last_one_is_read_again(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path))
    choose(desk, "mark")
    assert desk.window.composer.send_button.isEnabled()
    desk.press_enter()
    desk.until(lambda: len(desk.messages()) == 4)
    desk.until_idle()
    assert shown_requests(desk)[-1] == (Task.READ, True, "")
    assert desk.engine.requests[-1].turns[0].images == desk.engine.requests[0].turns[0].images


def test_words_join_the_prompt_of_a_preset(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path))
    choose(desk, "translate")
    desk.ask("Keep the numbers.")
    text = shown_requests(desk)[-1][2]
    assert text.startswith("Translate all the text in this picture into English.")
    assert text.endswith("\n\nKeep the numbers.")
    assert desk.messages()[-2].text == text


def test_a_reading_takes_no_words_and_says_so(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path))
    choose(desk, "mark")
    desk.type("quickly")
    desk.press_enter()
    assert "take the words away" in desk.window.notices.sentences()[-1]
    assert (desk.window.composer.text, desk.window.composer.preset_id) == ("quickly", "markdown")
    assert len(desk.engine.requests) == 1


def test_variables_come_from_the_picture_the_clipboard_and_the_clock(desk: Desk, tmp_path: Path) -> None:
    own = Preset("own", RequestKind.ASK, "{filename}|{clipboard}|{language}|{date}|{time}|{text}", "All")
    desk.app.presets.save(own)
    desk.read(picture_file(tmp_path, "bill.png"))
    QGuiApplication.clipboard().setText("copied {date}")
    choose(desk, "all")
    desk.ask("typed")
    name, copied, language, date, time, typed = shown_requests(desk)[-1][2].split("|")
    assert (name, copied, language, typed) == ("bill.png", "copied {date}", "English", "typed")
    assert (len(date), date[4], len(time), time[2]) == (10, "-", 5, ":")


@pytest.mark.parametrize(
    ("prompt", "part"),
    [("{colour}?", "does not know what {colour} stands for"), ("{clipboard}", "clipboard holds no text")],
)
def test_what_a_preset_cannot_fill_in_is_a_sentence_and_nothing_is_sent(
    desk: Desk, tmp_path: Path, prompt: str, part: str
) -> None:
    desk.app.presets.save(Preset("own", RequestKind.ASK, prompt, "Mine"))
    desk.read(picture_file(tmp_path))
    QGuiApplication.clipboard().setImage(QImage(4, 4, QImage.Format.Format_RGB32))
    choose(desk, "mine")
    desk.press_enter()
    assert part in desk.window.notices.sentences()[-1]
    assert desk.window.composer.preset_id == "own"
    assert len(desk.messages()) == 2


def test_a_preset_without_any_picture_says_what_is_missing(desk: Desk) -> None:
    choose(desk, "translate")
    desk.type("please")
    desk.press_enter()
    assert desk.messages() == ()
    assert "picture" in desk.window.notices.sentences()[-1]


def test_what_a_drop_does_and_what_the_button_says_follow_the_preset(desk: Desk, tmp_path: Path) -> None:
    mime = files_as_mime(picture_file(tmp_path))
    choose(desk, "translate")
    desk.drag_enter(mime)
    assert desk.window.drop_overlay.sentence == "Drop to ask about it"
    desk.window.hide_drop()
    assert desk.window.composer.send_button.text() == "Ask"
    choose(desk, "mark")
    desk.drag_enter(mime)
    assert desk.window.drop_overlay.sentence == "Drop to read it"
    desk.window.hide_drop()
    assert desk.window.composer.send_button.text() == "Read"


def test_a_picture_by_itself_is_read_with_the_preset_of_the_settings(desk: Desk, tmp_path: Path) -> None:
    dialog = desk.app.preferences.open()
    box = dialog.row("reading_preset").control
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("markdown"))
    dialog.close()
    desk.read(picture_file(tmp_path, "one.png"))
    desk.ask("Why?")
    choose(desk, "table")
    desk.read(picture_file(tmp_path, "two.png"))
    assert [(task, markdown) for task, markdown, _ in shown_requests(desk)] == [
        (Task.READ, True),
        (Task.ASK, False),
        (Task.ASK, False),
    ]
    # One that was deleted is no longer used.
    desk.app.presets.save(Preset("own", RequestKind.ASK, "Who wrote it?", "Author"))
    desk.app.settings.update(reading_preset="own")
    desk.app.presets.delete("own")
    desk.read(picture_file(tmp_path, "three.png"))
    assert shown_requests(desk)[-1] == (Task.READ, False, "")


def test_a_chosen_preset_is_called_by_its_name_in_the_language_of_the_window(desk: Desk) -> None:
    choose(desk, "mark")
    desk.app.language.set("de")
    desk.until(lambda: desk.window.composer.preset_chip.name == "Als Markdown lesen")
    desk.app.language.set("en")
    desk.until(lambda: desk.window.composer.preset_chip.name == "Read as Markdown")
    assert desk.window.composer.preset_id == "markdown"


# -- what the model can


@pytest.mark.usefixtures("small_model")
def test_what_a_small_model_cannot_do_is_said_with_the_way_to_another(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk = open_desk(FakeEngine())
    desk.until_ready()
    desk.read(picture_file(tmp_path))
    folders: list[bool] = []
    desk.window.model_folder_requested.disconnect()
    desk.window.model_folder_requested.connect(lambda: folders.append(True))
    for name, cannot in (("translate", "translate"), ("json", "answer with JSON")):
        choose(desk, name)
        notice = desk.window.notices.newest()
        assert notice is not None
        assert notice.sentence == f"Small cannot {cannot}; choose a larger model for that."
        assert desk.window.composer.preset_id == ""
        desk.qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert folders == [True, True]
    assert len(desk.engine.requests) == 1


def test_the_bundled_model_says_which_larger_one_there_is_also_where_its_note_was_dismissed(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = replace(
        model_info(Path("/m"), "Small", bundled=True), answers_freely=False, larger="Take the larger one."
    )
    monkeypatch.setattr("tests.helpers.fake_engine.model_info", lambda *_: info)
    desk = open_desk(FakeEngine())
    desk.until_ready()
    note = desk.window.model_note
    note.close_button.click()
    assert note.sentence == ""
    choose(desk, "translate")
    notice = desk.window.notices.newest()
    assert notice is not None
    assert notice.button.text() == "Larger models"
    desk.qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    assert note.sentence == "Take the larger one."
    note.close_button.click()
    assert note.sentence == ""


@pytest.mark.usefixtures("small_model")
def test_a_small_model_reads_a_table_as_markdown(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = open_desk(FakeEngine())
    desk.until_ready()
    choose(desk, "table")
    desk.read(picture_file(tmp_path))
    assert shown_requests(desk) == [(Task.READ, True, "")]
    question = desk.messages()[0]
    assert question.request is not None
    assert question.request.kind is RequestKind.TABLE


@pytest.mark.usefixtures("small_model")
def test_the_clipboard_is_described_in_the_wording_that_the_model_learnt(open_desk: OpenDesk) -> None:
    desk = open_desk(FakeEngine())
    desk.until_ready()
    picture = QImage(40, 30, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.green)
    QGuiApplication.clipboard().setImage(picture)
    desk.window.menus.caption.trigger()
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert shown_requests(desk) == [(Task.ASK, False, CAPTION)]
    assert desk.engine.requests[0].turns[0].role is Role.USER
    assert desk.window.composer.preset_id == ""


# -- JSON


@pytest.mark.parametrize(
    ("said", "state", "part"),
    [
        (
            '```json\n{"vendor": "A", "items": [], "total": 2.50}\n```',
            MessageState.COMPLETE,
            "fits the schema",
        ),
        ('{"vendor": "A", "items": []}', MessageState.INVALID, "'total' is a required property"),
        ("I see a receipt.", MessageState.INVALID, "not valid JSON"),
    ],
)
def test_an_answer_in_json_says_whether_it_is_what_was_asked_for(
    desk: Desk, tmp_path: Path, said: str, state: MessageState, part: str
) -> None:
    choose(desk, "json")
    desk.read(picture_file(tmp_path), *says(said))
    answer = desk.messages()[-1]
    assert (answer.text, answer.state) == (said, state)
    assert part in desk.answer().note
    assert '"total"' in shown_requests(desk)[-1][2]


def test_json_is_plain_while_it_comes_and_laid_out_once_it_is_whole(desk: Desk, tmp_path: Path) -> None:
    gate = Gate()
    said = '{"vendor":"A","items":[],"total":2.50}'
    choose(desk, "json")
    desk.engine.script(Say(said[:20]), gate, Say(said[20:]))
    desk.drop(picture_file(tmp_path))
    desk.stand_at(gate, lambda: desk.has_answer() and desk.answer().shown_text == said[:20])
    gate.open()
    desk.until_idle()
    assert desk.answer().is_formatted
    assert '  "total": 2.50' in desk.answer().shown_text
    # What is kept, copied and exported is what the model wrote.
    assert desk.messages()[-1].text == said
    desk.qtbot.mouseClick(desk.answer().button("format"), Qt.MouseButton.LeftButton)
    assert desk.answer().shown_text == said


def test_json_is_laid_out_after_a_restart_too(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = open_desk()
    desk.until_ready()
    choose(desk, "json")
    desk.read(picture_file(tmp_path), *says('{"vendor":"A","items":[],"total":2.50}'))
    desk.close()
    again = open_desk()
    again.until(lambda: '  "total": 2.50' in again.answer().shown_text)
    again.until_ready()
    assert '  "total": 2.50' in again.answer().shown_text


# -- the list in the settings


def section_of(desk: Desk) -> PresetSection:
    found = desk.app.preferences.open().findChild(PresetSection)
    assert isinstance(found, PresetSection)
    return found


def rows(section: PresetSection) -> list[str]:
    return [section.list_view.item(row).text() for row in range(section.list_view.count())]


def editor_of(section: PresetSection) -> PresetEditor:
    assert section.editor is not None
    return section.editor


def fill(qtbot: QtBot, field: QPlainTextEdit, text: str) -> None:
    field.clear()
    qtbot.keyClicks(field, text)


def test_a_preset_is_added_chosen_and_there_after_a_restart(
    open_desk: OpenDesk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk = open_desk()
    desk.until_ready()
    section = section_of(desk)
    qtbot.mouseClick(section.add_button, Qt.MouseButton.LeftButton)
    editor = editor_of(section)
    qtbot.mouseClick(editor.save_button, Qt.MouseButton.LeftButton)
    assert not editor.complaint.isHidden()
    qtbot.keyClicks(editor.name_field, "Author")
    assert editor.complaint.isHidden()
    fill(qtbot, editor.prompt_field, "Who wrote {book}?")
    qtbot.mouseClick(editor.save_button, Qt.MouseButton.LeftButton)
    assert "{book}" in editor.complaint.text()
    fill(qtbot, editor.prompt_field, "Who wrote {filename}?")
    qtbot.mouseClick(editor.save_button, Qt.MouseButton.LeftButton)
    assert rows(section)[-1] == "Author"
    assert section.list_view.currentRow() == len(BUILT_IN)
    desk.close()
    again = open_desk()
    again.until_ready()
    again.read(picture_file(tmp_path, "poem.png"))
    choose(again, "author")
    again.press_enter()
    again.until(lambda: len(again.messages()) == 4)
    again.until_idle()
    assert shown_requests(again)[-1][2] == "Who wrote poem.png?"


def test_a_preset_is_duplicated_deleted_and_brought_back(desk: Desk, qtbot: QtBot) -> None:
    section = section_of(desk)
    section.list_view.setCurrentRow(2)
    qtbot.mouseClick(section.copy_button, Qt.MouseButton.LeftButton)
    assert rows(section)[-1] == "Copy of Read as a table"
    qtbot.mouseClick(section.delete_button, Qt.MouseButton.LeftButton)
    assert len(rows(section)) == len(BUILT_IN)
    qtbot.mouseClick(section.undo_button, Qt.MouseButton.LeftButton)
    assert rows(section)[-1] == "Copy of Read as a table"
    assert section.undo_button.isHidden()


def test_those_of_yomi_are_changed_deleted_and_restored(desk: Desk, qtbot: QtBot) -> None:
    section = section_of(desk)
    assert not section.restore_button.isEnabled()
    section.list_view.setCurrentRow(5)
    qtbot.mouseClick(section.edit_button, Qt.MouseButton.LeftButton)
    editor = editor_of(section)
    assert editor.name_field.text() == "Translate"
    qtbot.keyClicks(editor.language_field, "Latin")
    qtbot.mouseClick(editor.save_button, Qt.MouseButton.LeftButton)
    (kept,) = desk.app.settings.settings.presets
    # Its name goes on following the language of the window.
    assert (kept.id, kept.language, kept.name) == ("translate", "Latin", "")
    section.list_view.setCurrentRow(0)
    qtbot.mouseClick(section.delete_button, Qt.MouseButton.LeftButton)
    assert "Read the text" not in rows(section)
    qtbot.mouseClick(section.restore_button, Qt.MouseButton.LeftButton)
    assert len(rows(section)) == len(BUILT_IN)
    assert desk.app.settings.settings.presets == ()
    assert not section.restore_button.isEnabled()


def test_the_fields_of_a_preset_follow_its_kind(desk: Desk, qtbot: QtBot) -> None:
    section = section_of(desk)
    qtbot.mouseClick(section.add_button, Qt.MouseButton.LeftButton)
    editor = editor_of(section)
    assert editor.schema_field.isHidden()
    editor.kind_box.setCurrentIndex(editor.kind_box.findData("json"))
    assert not editor.schema_field.isHidden()
    qtbot.keyClicks(editor.name_field, "Bill")
    fill(qtbot, editor.prompt_field, "Fill in {schema}")
    fill(qtbot, editor.schema_field, "{")
    qtbot.mouseClick(editor.save_button, Qt.MouseButton.LeftButton)
    assert "schema is not valid JSON" in editor.complaint.text()
    editor.kind_box.setCurrentIndex(editor.kind_box.findData("markdown"))
    assert editor.prompt_field.isHidden()
    qtbot.mouseClick(editor.save_button, Qt.MouseButton.LeftButton)
    (kept,) = desk.app.settings.settings.presets
    assert (kept.name, kept.kind, kept.prompt, kept.schema) == ("Bill", RequestKind.MARKDOWN, "", "")


def test_restoring_all_settings_leaves_the_presets(desk: Desk) -> None:
    desk.app.presets.save(Preset("own", RequestKind.ASK, "Why?", "Mine"))
    desk.app.preferences.open().reset_requested.emit()
    assert [preset.name for preset in desk.app.settings.settings.presets] == ["Mine"]
