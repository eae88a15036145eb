"""Commands in sentences stay on one line, however wide the label is."""

from __future__ import annotations

from PySide6.QtGui import QTextLayout, QTextOption
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from app.views.setting_rows import SettingRow
from app.views.unbroken import NO_BREAK_SPACE, WORD_JOINER, unbroken
from tests.helpers.desk import Desk

SENTENCE = "Diese Umgebung behält solche Tasten: Geben Sie yomi --capture ein Kürzel."


def lines(text: str, width_px: int) -> list[str]:
    """How Qt breaks a text."""
    layout = QTextLayout(text, QApplication.font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    found = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width_px)
        found.append(text[line.textStart() : line.textStart() + line.textLength()])
    layout.endLayout()
    return found


def plain(text: str) -> str:
    return text.replace(WORD_JOINER, "").replace(NO_BREAK_SPACE, " ")


def test_a_command_stays_on_one_line_at_any_width(qapp: QApplication) -> None:
    for width_px in range(100, 620, 4):
        assert any("yomi --capture" in plain(line) for line in lines(unbroken(SENTENCE), width_px))


def test_without_it_qt_breaks_behind_the_hyphens(qapp: QApplication) -> None:
    broken = [width for width in range(100, 620, 4) if lines(SENTENCE, width)[-1].startswith("capture")]
    assert broken


def test_only_commands_are_changed() -> None:
    assert plain(unbroken(SENTENCE)) == SENTENCE
    other = "A well-known word, 3 -- 4, a--b and yomi itself."
    assert plain(unbroken(other)) == other
    assert unbroken("A well-known word and yomi itself.") == "A well-known word and yomi itself."


def test_a_setting_holds_its_command_together_and_is_named_without_marks(qtbot: QtBot) -> None:
    row = SettingRow("keys", "Tasten", SENTENCE, QLineEdit())
    qtbot.addWidget(row)
    assert unbroken(SENTENCE) in [label.text() for label in row.findChildren(QLabel)]
    assert row.control.accessibleDescription() == SENTENCE
    assert row.matches(["--capture"])
    row.complain(SENTENCE)
    assert row.complaint.text() == unbroken(SENTENCE)


def test_a_notice_holds_its_command_together_and_says_it_without_marks(desk: Desk) -> None:
    notice = desk.window.notices.say(SENTENCE)
    assert unbroken(SENTENCE) in [label.text() for label in notice.findChildren(QLabel)]
    assert notice.accessibleName() == SENTENCE
    assert desk.window.notices.sentences()[-1] == SENTENCE
