"""The language changes in the open window: menus, composer, messages, dialogs, and what was already said."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.views.settings_dialog import SettingsDialog
from app.views.user_message import UserMessageWidget
from engine.api import FinishReason
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file, plain_png
from tests.helpers.fake_engine import End, lines_of, says


def choose(desk: Desk, language: str) -> None:
    """Pick a language in the settings, as a user does."""
    dialog = desk.app.preferences.open()
    box = dialog.row("language").control
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData(language))
    desk.until(lambda: desk.app.preferences.dialog is not dialog)


@pytest.mark.parametrize(
    ("language", "file", "ask", "stopped", "settings", "ready"),
    [
        ("de", "&Datei", "Fragen", "An der Grenze abgeschnitten", "Einstellungen", "Bereit"),
        ("ja", "ファイル(&F)", "質問する", "上限で途切れました", "設定", "準備完了"),
        ("zh_CN", "文件(&F)", "提问", "已达上限而截断", "设置", "就绪"),
    ],
)
def test_everything_on_screen_follows_the_language_at_once(
    desk: Desk, tmp_path: Path, language: str, file: str, ask: str, stopped: str, settings: str, ready: str
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"), End(FinishReason.LENGTH))
    desk.type("Why?")
    choose(desk, language)
    window = desk.window
    assert window.menuBar().actions()[0].text() == file
    assert window.composer.send_button.text() == ask
    assert desk.answer_badge() == stopped
    assert "Continue" not in desk.answer().note
    assert window.status.sentence == ready
    dialog = desk.app.preferences.dialog
    assert isinstance(dialog, SettingsDialog)
    assert dialog.windowTitle() == settings
    choose(desk, "en")
    assert window.menuBar().actions()[0].text() == "&File"
    assert window.composer.send_button.text() == "Ask"
    assert desk.answer_badge() == "Cut off at the limit"
    assert desk.answer().note.startswith("Cut off at the limit of new tokens")


def test_what_is_said_of_files_that_wait_follows_the_language(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "holiday.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 cut short")
    desk.window.paths_attached.emit([str(broken), str(picture_file(tmp_path, size=(2000, 1000)))])
    desk.until(lambda: len(desk.window.composer.chips) == 2)
    desk.until_idle()

    def words(index: int) -> list[str]:
        return [label.text() for label in desk.window.composer.chips[index].findChildren(QLabel)]

    assert any("is damaged or cut short" in text for text in words(0))
    choose(desk, "de")
    assert any("beschädigt" in text for text in words(0))
    assert not any("damaged" in text for text in words(0))
    assert "beschädigt" in desk.window.composer.chips[0].accessibleName()
    assert any(text.startswith("2000×1000") for text in words(1))
    choose(desk, "en")
    assert any("is damaged or cut short" in text for text in words(0))


def test_figures_on_show_are_written_anew_in_another_language(desk: Desk, tmp_path: Path) -> None:
    desk.window.resize(1200, 700)
    desk.until(lambda: desk.window.panel.rate_chart is not None)
    desk.read(picture_file(tmp_path), *says("Milk"))
    desk.until(lambda: desk.window.panel.figures()[1] == "0.33 s")
    choose(desk, "de")
    desk.until(lambda: desk.window.panel.figures()[1] == "0,33 s")
    assert "0,33 s" in desk.answer().figures


def test_names_for_a_screen_reader_and_an_open_viewer_follow_the_language(desk: Desk, tmp_path: Path) -> None:
    path = picture_file(tmp_path)
    ending = End(FinishReason.COMPLETE, lines=lines_of("Milk 2.50"))
    desk.read(path, *says("Milk 2.50"), ending)
    attachments = desk.messages()[0].attachments
    viewer = desk.window.viewers.open(attachments[0], attachments)
    desk.app.intake.add_paths([str(path)])
    desk.until(lambda: viewer.view.has_image and bool(desk.app.intake.attachments))
    english = names_in(desk.window)
    choose(desk, "de")
    desk.settle()
    # What is the same in both, what was said of files and by people, and what each drag says anew.
    same = {
        "Status",
        "Engine",
        "Text",
        "100%",
        "note.png",
        "note.png, 64×48",
        "Milk 2.50",
        "F3",
        "Drop to read it",
    }
    left = {name for name in english & names_in(desk.window) if name not in same and is_words(name)}
    assert left == set()
    assert viewer.tools["part"].text() == "Teil wählen"


def test_an_answer_and_a_question_that_are_being_edited_follow_the_language(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    qtbot.mouseClick(desk.answer().button("correct"), Qt.MouseButton.LeftButton)
    correcting = desk.answer().editor
    asked = desk.window.messages.widget_of(desk.messages()[0].id)
    assert isinstance(asked, UserMessageWidget)
    assert correcting is not None
    qtbot.mouseClick(asked.edit_button, Qt.MouseButton.LeftButton)
    asking = asked.editor
    assert asking is not None
    asking.tray.removed.emit(asking.attachments[0].id)
    english = names_in(correcting) | names_in(asking)
    assert {"Save", "Restore", "Put the pictures back", "Cancel"} <= english
    choose(desk, "de")
    desk.settle()
    left = english & (names_in(correcting) | names_in(asking))
    assert {name for name in left if is_words(name)} == set()


def names_in(window: QWidget) -> set[str]:
    """What is written on every widget, and what a screen reader says of it."""
    names: set[str] = set()
    for widget in window.findChildren(QWidget):
        names |= {widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()}
        if isinstance(widget, QAbstractButton):
            names.add(widget.text())
    return names


def is_words(name: str) -> bool:
    """Not a figure or a sign alone."""
    return sum(character.isalpha() for character in name) > 2


def test_the_language_is_kept_over_a_restart(open_desk: OpenDesk) -> None:
    first = open_desk()
    first.until_ready()
    choose(first, "ja")
    first.close()
    again = open_desk()
    assert again.app.language.name == "ja"
    assert again.window.empty.title == "Yomi へようこそ"
    again.until_ready()
    choose(again, "system")


def test_qts_own_dialogs_follow_too(desk: Desk, qtbot: QtBot) -> None:
    choose(desk, "de")
    about = desk.window.show_about()
    labels = {button.text().replace("&", "") for button in about.findChildren(QPushButton)}
    assert labels == {"Schließen"}
    about.close()
    choose(desk, "en")


def test_errors_are_said_in_the_language(desk: Desk, tmp_path: Path) -> None:
    choose(desk, "de")
    desk.app.intake.add_paths([str(tmp_path)])
    desk.until(lambda: bool(desk.window.notices.sentences()))
    assert "sind keine Bilder" in desk.window.notices.sentences()[-1]
    choose(desk, "en")


def test_words_and_plurals_of_english_are_whole(desk: Desk) -> None:
    assert desk.window.status.privacy_button.text() == "0 connections"


def test_a_conversation_without_a_title_is_named_in_the_language(desk: Desk, qtbot: QtBot) -> None:
    desk.until_ready()
    choose(desk, "de")
    sidebar = desk.window.sidebar.list_view
    assert desk.window.header.title == "Neues Gespräch"
    assert desk.window.windowTitle() == "Neues Gespräch – Yomi"
    row = sidebar.model().index(0, 0)
    assert row.data() == "Neues Gespräch"
    # The field over the row says the same, and leaving it as it is gives no title.
    sidebar.setCurrentIndex(row)
    desk.window.sidebar.rename_current()
    editor = sidebar.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "Neues Gespräch"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    desk.until(lambda: sidebar.findChild(QLineEdit) is None)
    choose(desk, "en")
    assert desk.window.header.title == row.data() == "New conversation"
    assert desk.window.windowTitle() == "New conversation – Yomi"


@pytest.mark.parametrize(
    ("language", "name"), [("de", "Eingefügtes Bild"), ("ja", "貼り付けた画像"), ("zh_CN", "粘贴的图片")]
)
def test_a_pasted_picture_has_its_name_in_the_language(
    desk: Desk, qtbot: QtBot, language: str, name: str
) -> None:
    choose(desk, language)
    data = QMimeData()
    data.setImageData(QImage.fromData(plain_png()))
    data.setText("")
    desk.app.qt.clipboard().setMimeData(data)
    desk.type("?")
    qtbot.keyClick(desk.window.composer.field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: len(desk.window.composer.chips) == 1)
    assert desk.window.composer.chips[0].accessibleName() == name
    choose(desk, "en")
