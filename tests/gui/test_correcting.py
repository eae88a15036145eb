"""A reader corrects what was misread where it stands; the answer keeps its place and what the model wrote."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.storage.errors import StorageError
from app.views.answer_editor import MOST_LINES, AnswerEditor
from app.views.assistant_message import AssistantMessageWidget
from engine.api import FinishReason, Resume
from tests.gui.conftest import OpenDesk
from tests.gui.test_exporting import by_keys, choose, save
from tests.gui.test_search import rows, type_words
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Say, lines_of, says

MISREAD = "Bergen Markt\nMilk 2.5O\nTOTAL 2.50"
RIGHT = "Bergen Markt\nMilk 2.50\nTOTAL 2.50"
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def read_wrongly(desk: Desk, folder: Path) -> None:
    """A reading with one word that the model was not sure of."""
    lines = tuple(
        replace(
            line,
            words=tuple(
                replace(word, confidence=0.3) if word.text == "2.5O" else word for word in line.words
            ),
        )
        for line in lines_of(MISREAD)
    )
    desk.read(picture_file(folder), Say(MISREAD), End(FinishReason.COMPLETE, lines=lines))
    desk.window.activateWindow()


@pytest.fixture
def misread(desk: Desk, tmp_path: Path) -> Desk:
    read_wrongly(desk, tmp_path)
    return desk


def begin(desk: Desk, qtbot: QtBot, answer: AssistantMessageWidget | None = None) -> AnswerEditor:
    """The field of an answer, the last one where none is named, by its button."""
    answer = answer or desk.answer()
    qtbot.mouseClick(answer.button("correct"), LEFT)
    assert answer.editor is not None
    return answer.editor


def write(editor: AnswerEditor, text: str, qtbot: QtBot) -> None:
    """All of the text anew, by keys."""
    qtbot.keyClick(editor.field, Qt.Key.Key_A, CTRL)
    for number, row in enumerate(text.split("\n")):
        if number:
            qtbot.keyClick(editor.field, Qt.Key.Key_Return)
        qtbot.keyClicks(editor.field, row)


def confirm(editor: AnswerEditor, qtbot: QtBot) -> None:
    qtbot.keyClick(editor.field, Qt.Key.Key_Return, CTRL)


def test_the_word_in_doubt_is_selected_and_what_is_typed_takes_its_place(misread: Desk, qtbot: QtBot) -> None:
    editor = begin(misread, qtbot)
    assert editor.field.textCursor().selectedText() == "2.5O"
    assert [mark.cursor.selectedText() for mark in editor.field.extraSelections()] == ["2.5O"]
    qtbot.keyClicks(editor.field, "2.50")
    confirm(editor, qtbot)
    assert misread.messages()[-1].text == RIGHT
    assert misread.answer().shown_text == RIGHT
    assert misread.answer().editor is None
    assert misread.answer().marks == []


def test_what_follows_stays_and_the_next_question_is_asked_of_the_corrected_text(
    misread: Desk, qtbot: QtBot
) -> None:
    misread.ask("How much is the milk?", *says("2.5O"))
    editor = begin(misread, qtbot, misread.answer(0))
    write(editor, RIGHT, qtbot)
    confirm(editor, qtbot)
    assert [message.text for message in misread.messages()] == ["", RIGHT, "How much is the milk?", "2.5O"]
    misread.ask("And now?", *says("2.50"))
    assert RIGHT in [turn.text for turn in misread.engine.requests[-1].turns]


def test_lines_keep_their_places_and_only_the_corrected_word_its_figure_no_longer(
    misread: Desk, qtbot: QtBot
) -> None:
    before = misread.messages()[-1].lines
    editor = begin(misread, qtbot)
    qtbot.keyClicks(editor.field, "2.50")
    confirm(editor, qtbot)
    after = misread.messages()[-1].lines
    assert [line.box for line in after] == [line.box for line in before]
    assert [[word.text for word in line.words] for line in after] == [
        ["Bergen", "Markt"],
        ["Milk"],
        ["TOTAL", "2.50"],
    ]


def test_what_the_model_wrote_comes_back_with_its_doubts(misread: Desk, qtbot: QtBot) -> None:
    editor = begin(misread, qtbot)
    assert editor.restore_button.isHidden()
    write(editor, RIGHT, qtbot)
    confirm(editor, qtbot)
    assert "corrected by hand" in misread.answer().figures
    qtbot.mouseClick(begin(misread, qtbot).restore_button, LEFT)
    assert misread.messages()[-1].text == MISREAD
    assert misread.messages()[-1].written is None
    assert len(misread.answer().marks) == 1
    assert "corrected by hand" not in misread.answer().figures


def test_escape_leaves_everything_as_it_was(misread: Desk, qtbot: QtBot) -> None:
    editor = begin(misread, qtbot)
    qtbot.keyClicks(editor.field, "nonsense")
    qtbot.keyClick(editor.field, Qt.Key.Key_Escape)
    assert misread.answer().editor is None
    assert misread.messages()[-1].text == MISREAD
    assert misread.answer().text_widget.isVisible()
    assert QApplication.focusWidget() is misread.answer().button("correct")


def test_after_saving_and_after_restoring_the_next_words_are_a_question(misread: Desk, qtbot: QtBot) -> None:
    editor = begin(misread, qtbot)
    qtbot.keyClicks(editor.field, "2.50")
    confirm(editor, qtbot)
    qtbot.keyClicks(QApplication.focusWidget(), "Why?")
    assert misread.window.composer.text == "Why?"
    qtbot.mouseClick(begin(misread, qtbot).restore_button, LEFT)
    assert QApplication.focusWidget() is misread.window.composer.focusProxy()


def test_saving_what_was_not_changed_is_no_correction(misread: Desk, qtbot: QtBot) -> None:
    confirm(begin(misread, qtbot), qtbot)
    assert misread.answer().editor is None
    assert misread.messages()[-1].written is None


def test_an_answer_cannot_be_emptied(misread: Desk, qtbot: QtBot) -> None:
    editor = begin(misread, qtbot)
    editor.field.setPlainText(" \n ")
    assert not editor.save_button.isEnabled()
    confirm(editor, qtbot)
    assert misread.messages()[-1].text == MISREAD
    misread.app.correcting.corrections.correct(misread.messages()[-1].id, " ")
    assert misread.window.notices.sentences()[-1] == "An answer cannot be empty; delete it instead."


def test_enter_that_ends_a_word_of_an_input_method_does_not_save(misread: Desk, qtbot: QtBot) -> None:
    editor = begin(misread, qtbot)
    QApplication.sendEvent(editor.field, QInputMethodEvent("ぎゅう", []))
    confirm(editor, qtbot)
    assert misread.answer().editor is editor
    QApplication.sendEvent(editor.field, QInputMethodEvent())


def test_every_character_that_was_not_touched_is_kept(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    text = "1\u00a0000 kr\nfamily 👩\u200d👩\u200d👧 end\n\ttab  two blanks \n"
    desk.read(picture_file(tmp_path), Say(text))
    editor = begin(desk, qtbot)
    assert editor.words == text
    qtbot.keyClick(editor.field, Qt.Key.Key_Home, CTRL)
    qtbot.keyClicks(editor.field, "x")
    confirm(editor, qtbot)
    assert desk.messages()[-1].text == "x" + text


def test_doubtful_words_behind_other_scripts_are_marked_where_they_stand(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    text = "𝄞🎉 漢字 wrong right"
    lines = tuple(
        replace(
            line,
            words=tuple(
                replace(word, confidence=0.1 if word.text == "wrong" else 1.0) for word in line.words
            ),
        )
        for line in lines_of(text)
    )
    desk.read(picture_file(tmp_path), Say(text), End(FinishReason.COMPLETE, lines=lines))
    assert begin(desk, qtbot).field.textCursor().selectedText() == "wrong"


def test_a_correction_that_is_not_saved_yet_waits_through_another_conversation_and_a_restart(
    open_desk: OpenDesk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk = open_desk()
    desk.until_ready()
    read_wrongly(desk, tmp_path)
    shown = desk.app.chat.conversation
    assert shown is not None
    qtbot.keyClicks(begin(desk, qtbot).field, "2.50")
    desk.window.new_requested.emit()
    listed = {each.id: each for each in desk.app.repository.list_conversations()}
    assert listed[shown.id].has_draft
    desk.window.conversation_opened.emit(shown.id)
    editor = desk.answer().editor
    assert editor is not None
    assert editor.words == RIGHT
    desk.close()

    again = open_desk()
    again.until_ready()
    again.window.conversation_opened.emit(shown.id)
    editor = again.answer().editor
    assert editor is not None
    assert editor.words == RIGHT
    confirm(editor, qtbot)
    assert again.messages()[-1].text == RIGHT
    assert again.app.repository.edits.load(shown.id) == ()


def test_a_correction_that_the_history_refuses_stays_in_its_field(
    misread: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_message: object) -> None:
        raise StorageError("The history cannot be written; free some disk space.")

    monkeypatch.setattr(misread.app.repository, "update_message", refuse)
    editor = begin(misread, qtbot)
    qtbot.keyClicks(editor.field, "2.50")
    confirm(editor, qtbot)
    assert misread.answer().editor is editor
    assert editor.words == RIGHT
    assert misread.messages()[-1].text == MISREAD
    assert "The history cannot be written" in misread.window.notices.sentences()[-1]


def test_a_corrected_answer_is_found_by_its_new_words_and_no_longer_by_the_old(
    misread: Desk, qtbot: QtBot
) -> None:
    type_words(misread, "Markt")
    misread.until(lambda: len(rows(misread)) == 2)
    editor = begin(misread, qtbot)
    write(editor, MISREAD.replace("Markt", "Market"), qtbot)
    confirm(editor, qtbot)
    misread.window.sidebar.search.setText("Market")
    misread.until(lambda: any("Market" in row for row in rows(misread)))
    misread.window.sidebar.search.setText("Markt")
    misread.until(lambda: rows(misread) == [])


def test_a_conversation_that_was_named_by_what_was_misread_gets_the_corrected_name(
    misread: Desk, qtbot: QtBot
) -> None:
    assert misread.window.header.title == "Bergen Markt"
    editor = begin(misread, qtbot)
    write(editor, MISREAD.replace("Markt", "Market"), qtbot)
    confirm(editor, qtbot)
    assert misread.window.header.title == "Bergen Market"


def test_a_name_that_the_reader_gave_stays(misread: Desk, qtbot: QtBot) -> None:
    shown = misread.app.chat.conversation
    assert shown is not None
    misread.window.rename_requested.emit(shown.id, "Groceries")
    editor = begin(misread, qtbot)
    write(editor, "Bergen Market", qtbot)
    confirm(editor, qtbot)
    assert misread.window.header.title == "Groceries"


def test_the_export_has_the_corrected_text_and_what_the_model_wrote(
    misread: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    qtbot.keyClicks(begin(misread, qtbot).field, "2.50")
    editor = misread.answer().editor
    assert editor is not None
    confirm(editor, qtbot)
    dialog = by_keys(misread)
    choose(dialog, scope="conversation", format_name="json")
    save(misread, dialog, tmp_path / "receipt.json")
    misread.until((tmp_path / "receipt.json").exists)
    answer = json.loads((tmp_path / "receipt.json").read_text("utf-8"))["messages"][1]
    assert answer["text"] == RIGHT
    assert answer["written"]["text"] == MISREAD
    assert answer["written"]["lines"][1]["words"][1]["confidence"] == 0.3


def test_an_answer_that_was_cut_off_cannot_go_on_behind_a_correction(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.read(picture_file(tmp_path), Say("Bergen Mar"), End(FinishReason.LENGTH, Resume(0, "Bergen Mar")))
    assert "continue" in desk.answer().offers
    editor = begin(desk, qtbot)
    write(editor, "Bergen", qtbot)
    confirm(editor, qtbot)
    assert "continue" not in desk.answer().offers
    qtbot.mouseClick(begin(desk, qtbot).restore_button, LEFT)
    assert "continue" in desk.answer().offers


def test_the_last_answer_is_corrected_by_a_key_and_without_one_that_is_said(
    desk: Desk, tmp_path: Path
) -> None:
    desk.window.menus.correct.trigger()
    assert desk.window.notices.sentences()[-1] == "There is no answer to correct yet."
    read_wrongly(desk, tmp_path)
    desk.window.menus.correct.trigger()
    editor = desk.answer().editor
    assert editor is not None
    assert QApplication.focusWidget() is editor.field


def test_an_answer_on_its_way_is_not_corrected(misread: Desk) -> None:
    gate = misread.engine.gate_loads()
    misread.engine.script(Say("so far"), gate)
    misread.type("Where?")
    misread.press_enter()
    misread.until(lambda: misread.messages()[-1].text == "so far")
    assert "correct" not in misread.answer().offers
    misread.window.menus.correct.trigger()
    assert misread.answer().editor is None
    assert "still on its way" in misread.window.notices.sentences()[-1]
    gate.open()
    misread.until_idle()


def test_a_long_answer_scrolls_within_its_field(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.read(picture_file(tmp_path), Say("\n".join(f"line {number}" for number in range(60))))
    field = begin(desk, qtbot).field
    assert field.height() < (MOST_LINES + 2) * field.fontMetrics().lineSpacing()
    assert field.verticalScrollBar().maximum() > 0


def test_the_field_grows_with_the_font(misread: Desk, qtbot: QtBot) -> None:
    field = begin(misread, qtbot).field
    before = field.height()
    font = field.font()
    font.setPointSizeF(2 * font.pointSizeF())
    field.setFont(font)
    assert field.height() > 1.5 * before


@pytest.mark.parametrize("language", ["en", "de", "ja", "zh_CN"])
def test_nothing_below_an_answer_is_pushed_out_of_sight(
    desk: Desk, tmp_path: Path, qtbot: QtBot, language: str
) -> None:
    desk.read(picture_file(tmp_path), Say("Bergen Mar"), End(FinishReason.LENGTH, Resume(0, "Bergen Mar")))
    desk.ask("And now?", Say("Total Total"), End(FinishReason.LOOP))
    desk.app.correcting.corrections.correct(desk.messages()[-1].id, "Total 22.40")
    desk.app.language.set(language)
    messages = desk.window.messages
    page = messages.widget()
    for correcting in (False, True):
        if correcting:
            begin(desk, qtbot)
        for width_px in (900, 700, 560, 480):
            desk.window.resize(width_px, 640)
            desk.until(lambda: page.width() <= messages.viewport().width())
            foot = desk.answer(0).button("delete")
            right = foot.mapTo(messages.viewport(), foot.rect().topRight()).x()
            assert right <= messages.viewport().width()
