"""Export in the window, by keys and clicks: what, as what, where to."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import docx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit, QMenu

from app.export import file_target
from app.views.export_dialog import ExportDialog
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import Say

TEXT = "Milk 1.20\nTOTAL 1.20"


@pytest.fixture
def desk(open_desk: OpenDesk, tmp_path: Path) -> Desk:
    made = open_desk()
    made.until_ready()
    made.read(picture_file(tmp_path), Say(TEXT))
    return made


def dialog_of(desk: Desk) -> ExportDialog:
    desk.until(lambda: desk.window.findChild(ExportDialog) is not None)
    return desk.window.findChild(ExportDialog)


def by_keys(desk: Desk) -> ExportDialog:
    """File, Export, as the keyboard asks for it."""
    desk.window.activateWindow()
    desk.qtbot.keyClick(
        desk.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    return dialog_of(desk)


def choose(dialog: ExportDialog, *, scope: str = "", format_name: str = "") -> None:
    for row, wanted in ((dialog.scope_row, scope), (dialog.format_row, format_name)):
        if wanted:
            row.control.setCurrentIndex(row.control.findData(wanted))


def save(desk: Desk, dialog: ExportDialog, path: Path) -> None:
    """Save as, and type a path."""
    desk.qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.window.findChild(QFileDialog) is not None)
    files = desk.window.findChild(QFileDialog)
    field = files.findChild(QLineEdit, "fileNameEdit")
    field.setText(str(path))
    box = files.findChild(QDialogButtonBox)
    desk.qtbot.mouseClick(box.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)


def test_an_answers_button_exports_its_text_to_the_character(desk: Desk, tmp_path: Path) -> None:
    desk.qtbot.mouseClick(desk.answer().button("export"), Qt.MouseButton.LeftButton)
    dialog = dialog_of(desk)
    choose(dialog, format_name="text")
    save(desk, dialog, tmp_path / "out.txt")
    desk.until((tmp_path / "out.txt").exists)
    assert (tmp_path / "out.txt").read_text("utf-8") == TEXT + "\n"
    desk.until(lambda: any("Exported as out.txt." in said for said in desk.window.notices.sentences()))


def test_keys_export_the_conversation_with_what_repeats_it(desk: Desk, tmp_path: Path) -> None:
    dialog = by_keys(desk)
    choose(dialog, format_name="json")
    save(desk, dialog, tmp_path / "out")
    desk.until((tmp_path / "out.json").exists)
    record = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert record["scope"] == "conversation"
    question, answer = record["messages"]
    picture = (tmp_path / "note.png").read_bytes()
    assert question["pictures"][0]["sha256"] == sha256(picture).hexdigest()
    assert answer["text"] == TEXT
    assert answer["run"]["settings"]["max_new_tokens"] == 4096
    assert answer["run"]["task"] == "read"
    # The format is remembered.
    assert desk.app.settings.settings.export_format == "json"


def test_selected_text_is_offered_first_and_exported_alone(desk: Desk, tmp_path: Path) -> None:
    text = desk.answer().text_widget
    cursor = text.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(len("Milk"), QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    dialog = by_keys(desk)
    assert dialog.scope_row.control.currentData() == "selection"
    choose(dialog, format_name="markdown")
    save(desk, dialog, tmp_path / "out.md")
    desk.until((tmp_path / "out.md").exists)
    assert (tmp_path / "out.md").read_text("utf-8") == "Milk\n"


def test_a_word_document_carries_the_picture(desk: Desk, tmp_path: Path) -> None:
    dialog = by_keys(desk)
    choose(dialog, scope="answer", format_name="docx")
    save(desk, dialog, tmp_path / "out.docx")
    desk.until((tmp_path / "out.docx").exists)
    document = docx.Document(str(tmp_path / "out.docx"))
    assert len(document.inline_shapes) == 1
    assert TEXT in [paragraph.text for paragraph in document.paragraphs]


def test_a_file_that_the_suffix_makes_one_that_is_there_is_not_overwritten(
    desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "out.txt").write_text("before")
    dialog = by_keys(desk)
    choose(dialog, format_name="text")
    desk.qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.window.findChild(QFileDialog) is not None)
    # A dialog of the desktop's own may give the name as it was typed, having asked about that one only.
    files = desk.window.findChild(QFileDialog)
    files.fileSelected.emit(str(tmp_path / "out"))
    files.reject()
    sentence = "out.txt is already there; choose another name."
    desk.until(lambda: sentence in desk.window.notices.sentences())
    assert (tmp_path / "out.txt").read_text() == "before"


def test_a_full_disk_is_a_sentence(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(file_target.os, "fsync", refuse)
    dialog = by_keys(desk)
    choose(dialog, format_name="html")
    save(desk, dialog, tmp_path / "out.html")
    desk.until(lambda: any("The disk is full" in said for said in desk.window.notices.sentences()))
    assert not (tmp_path / "out.html").exists()


def test_an_empty_conversation_has_nothing_to_export(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.window.menus.export.trigger()
    assert desk.window.notices.sentences() == ("There is nothing to export yet; read a picture first.",)
    assert desk.window.findChild(ExportDialog) is None


def test_a_conversation_of_the_list_is_exported_from_its_menu(desk: Desk) -> None:
    first = desk.app.chat.conversation
    assert first is not None
    desk.window.menus.new.trigger()
    assert not desk.messages()
    sidebar = desk.window.sidebar
    rows = [
        index
        for index in (sidebar._list.model().index(row, 0) for row in range(sidebar._list.model().rowCount()))
        if index.data() == first.title
    ]
    sidebar._on_menu_requested(sidebar._list.visualRect(rows[0]).center())
    desk.until(lambda: sidebar.findChild(QMenu) is not None)
    menu = sidebar.findChild(QMenu)
    next(action for action in menu.actions() if action.text() == "Export…").trigger()
    menu.close()
    dialog = dialog_of(desk)
    assert desk.app.chat.conversation is not None
    assert desk.app.chat.conversation.id == first.id
    assert dialog.scope_row.control.currentData() == "conversation"
    dialog.reject()


def test_a_selection_of_a_formatted_answer_keeps_its_markup(desk: Desk, tmp_path: Path) -> None:
    desk.ask("What is it?", Say("# Sum\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThe **end**.\n"))
    text = desk.answer().text_widget
    desk.until(lambda: "Sum" in text.toPlainText() and "|---|" not in text.toPlainText())
    text.selectAll()
    dialog = by_keys(desk)
    assert dialog.scope_row.control.currentData() == "selection"
    choose(dialog, format_name="docx")
    save(desk, dialog, tmp_path / "out.docx")
    desk.until((tmp_path / "out.docx").exists)
    document = docx.Document(str(tmp_path / "out.docx"))
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [["a", "b"], ["1", "2"]]
    assert any(run.bold and run.text == "end" for p in document.paragraphs for run in p.runs)


def with_two_answers(desk: Desk) -> None:
    """The reading is made anew; the second one is shown."""
    desk.engine.script(Say("Milk 1.30"))
    desk.qtbot.mouseClick(desk.answer().button("regenerate"), Qt.MouseButton.LeftButton)
    desk.until(lambda: desk.messages()[-1].text == "Milk 1.30")
    desk.until_idle()


def test_json_holds_the_versions_that_are_not_shown_too(desk: Desk, tmp_path: Path) -> None:
    with_two_answers(desk)
    dialog = by_keys(desk)
    choose(dialog, format_name="json")
    assert dialog.versions_row.isHidden()
    save(desk, dialog, tmp_path / "out.json")
    desk.until((tmp_path / "out.json").exists)
    record = json.loads((tmp_path / "out.json").read_text("utf-8"))
    (other,) = record["other_versions"]
    assert [message["text"] for message in record["messages"]] == ["", "Milk 1.30"]
    assert other["text"] == TEXT
    assert other["parent_id"] == record["messages"][1]["parent_id"] == record["messages"][0]["id"]


def test_text_holds_what_is_shown_or_every_version(desk: Desk, tmp_path: Path) -> None:
    with_two_answers(desk)
    for choice, name in (("shown", "one.txt"), ("all", "all.txt")):
        dialog = desk.app.exporting.choose()
        assert dialog is not None
        choose(dialog, format_name="text")
        row = dialog.versions_row
        assert not row.isHidden()
        row.control.setCurrentIndex(row.control.findData(choice))
        save(desk, dialog, tmp_path / name)
        desk.until((tmp_path / name).exists)
    assert TEXT not in (tmp_path / "one.txt").read_text("utf-8")
    said = (tmp_path / "all.txt").read_text("utf-8")
    assert f"Answer, version 1 of 2:\n{TEXT}\n\nAnswer, version 2 of 2:\nMilk 1.30\n" in said


def test_there_is_no_choice_of_versions_where_there_is_one_of_each(desk: Desk) -> None:
    dialog = by_keys(desk)
    choose(dialog, format_name="text")
    assert dialog.versions_row.isHidden()
    with_two_answers(desk)
    dialog.reject()


def test_a_version_that_is_being_deleted_is_not_exported(desk: Desk, tmp_path: Path) -> None:
    with_two_answers(desk)
    desk.qtbot.mouseClick(desk.answer().button("delete"), Qt.MouseButton.LeftButton)
    assert desk.messages()[-1].text == TEXT
    dialog = by_keys(desk)
    choose(dialog, format_name="json")
    save(desk, dialog, tmp_path / "out.json")
    desk.until((tmp_path / "out.json").exists)
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["other_versions"] == []
