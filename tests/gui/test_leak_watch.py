"""The watch on what a window test leaves behind sees what runs on, and lets go of what has ended."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QSettings, Qt, QThread, QTimer, QTranslator
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import QtWatch
from tests.helpers.left_look import LOOK, Bare
from tests.helpers.left_state import LeftState


@pytest.fixture
def watch(request: pytest.FixtureRequest, qtbot: QtBot) -> QtWatch:
    return QtWatch(request)


def test_a_running_timer_is_seen_until_it_is_stopped(watch: QtWatch) -> None:
    timer = QTimer()
    timer.start(60_000)
    assert [problem.split()[0] for problem in watch.problems()] == ["timer"]
    timer.stop()
    assert watch.problems() == []


def test_a_running_thread_is_seen_until_it_has_ended(watch: QtWatch) -> None:
    thread = QThread()
    thread.start()
    assert [problem.split()[0] for problem in watch.problems()] == ["QThread"]
    thread.quit()
    assert thread.wait(30_000)
    assert watch.problems() == []


def test_a_top_level_widget_is_seen_until_it_is_deleted(watch: QtWatch) -> None:
    widget = QWidget()
    assert [problem.split()[0] for problem in watch.problems()] == ["widget"]
    widget.deleteLater()
    assert watch.problems() == []


def test_a_child_widget_is_its_parents_business(watch: QtWatch, qtbot: QtBot) -> None:
    parent = QWidget()
    child = QWidget(parent)
    assert child.parent() is parent
    assert len(watch.problems()) == 1
    parent.deleteLater()
    assert watch.problems() == []


def names(state: LeftState) -> list[str]:
    return [phrase.split(":")[0] for phrase in state.changes()]


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
def test_a_button_that_is_left_pressed_is_said_and_let_go(qtbot: QtBot, button: Qt.MouseButton) -> None:
    state, pressed = LeftState(LOOK), QWidget()
    qtbot.addWidget(pressed)
    pressed.show()
    QTest.mousePress(pressed, button)
    assert names(state) == ["pressed buttons"]
    assert QApplication.mouseButtons() == Qt.MouseButton.NoButton
    assert names(state) == []


def test_a_menu_that_is_left_open_is_said_and_closed(qtbot: QtBot) -> None:
    state, menu = LeftState(LOOK), QMenu()
    qtbot.addWidget(menu)
    menu.addAction("Copy")
    menu.popup(QPoint(10, 10))
    assert names(state) == ["an open popup"]
    assert not menu.isVisible()


def test_what_every_widget_follows_is_said_and_put_back(qapp: QApplication) -> None:
    state, font = LeftState(LOOK), qapp.font()
    larger = qapp.font()
    larger.setPointSizeF(31)
    qapp.setFont(larger)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qapp.setQuitOnLastWindowClosed(not qapp.quitOnLastWindowClosed())
    qapp.setOverrideCursor(Qt.CursorShape.WaitCursor)
    assert names(state) == [
        "a pointer put over all others",
        "the font",
        "the direction of the layout",
        "the end with the last window",
    ]
    assert names(state) == []
    assert qapp.font() == font


def test_a_language_that_is_left_is_said(qapp: QApplication) -> None:
    class German(QTranslator):
        def translate(self, *_words: object) -> str:
            return "Datei"

    state, german = LeftState(LOOK), German()
    qapp.installTranslator(german)
    assert names(state) == ["the language of words"]
    qapp.removeTranslator(german)
    assert names(state) == []


def test_what_every_window_changes_is_as_before_without_a_word(qapp: QApplication, qtbot: QtBot) -> None:
    state, bare = LeftState(LOOK), Bare()
    field = QLineEdit()
    qtbot.addWidget(field)
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    qapp.setStyleSheet("QLabel { color: red }")
    qapp.clipboard().setText("copied")
    numbers, pointer = QLocale(), QCursor.pos()
    QLocale.setDefault(QLocale("de"))
    QCursor.setPos(pointer + QPoint(50, 60))
    bare.again()
    assert names(state) == []
    assert (qapp.styleSheet(), qapp.clipboard().text(), QLocale()) == ("", "", numbers)
    assert qapp.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
    assert QCursor.pos() == pointer


def test_what_a_dialog_remembers_stays_with_its_test(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.show()
    dialog.close()
    kept = QSettings(QSettings.Scope.UserScope, "QtProject")
    # Windows and macOS keep them in no file of the test's.
    assert sys.platform != "linux" or Path(kept.fileName()).is_relative_to(tmp_path)
