"""The first start says welcome, reads a sample at a click, and is not in the way afterwards."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file


def test_the_first_start_welcomes_and_reads_the_sample_at_a_click(desk: Desk, qtbot: QtBot) -> None:
    empty = desk.window.empty
    assert empty.welcomes
    assert empty.title == "Welcome to Yomi"
    assert not empty.sample_picture.icon().isNull()
    qtbot.mouseClick(empty.sample_picture, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].attachments[0].name == "receipt.png"
    desk.window.menus.new.trigger()
    assert not empty.welcomes
    assert empty.title == "Drop a picture to read it"


def test_the_welcome_stays_until_a_picture_came_and_not_longer(open_desk: OpenDesk, tmp_path: Path) -> None:
    first = open_desk()
    first.close()
    second = open_desk()
    second.until_ready()
    assert second.window.empty.welcomes
    second.read(picture_file(tmp_path))
    second.close()
    third = open_desk()
    assert not third.window.empty.welcomes
    third.until_ready()
    third.window.menus.first_steps.trigger()
    assert third.window.empty.welcomes
    assert not third.messages()


def test_the_first_steps_name_the_keys_in_use(desk: Desk) -> None:
    words = " ".join(label.text() for label in desk.window.empty._step_words)
    assert QKeySequence("Ctrl+Shift+S").toString(QKeySequence.SequenceFormat.NativeText) in words
    desk.window.menus.shortcuts.set_keys("capture", QKeySequence("F9"))
    desk.app.preferences._on_changed("keys:capture", "F9")
    words = " ".join(label.text() for label in desk.window.empty._step_words)
    assert "F9" in words


def test_no_word_of_the_first_steps_is_cut_in_a_low_window(desk: Desk) -> None:
    desk.until_ready()
    empty = desk.window.empty
    for size in (QSize(1200, 780), QSize(760, 420), QSize(480, 420)):
        desk.window.resize(size)
        QApplication.processEvents()
        for label in empty.findChildren(QLabel):
            if label.isVisible() and label.text():
                needed = label.heightForWidth(label.width()) - label.fontMetrics().leading() - 2
                assert label.height() >= needed, (size, label.text())
