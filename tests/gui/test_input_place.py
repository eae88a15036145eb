"""The input method knows where the cursor is, also where the focused field was moved by its surroundings."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.views.input_place import InputPlace
from tests.helpers.desk import Desk


def _cursor() -> QPoint:
    return QGuiApplication.inputMethod().cursorRectangle().topLeft().toPoint()


def test_a_field_whose_surroundings_moved_has_its_cursor_where_it_stands(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    InputPlace(window)
    surroundings = QWidget(window)
    field = QLineEdit(surroundings)
    field.move(10, 10)
    window.resize(400, 300)
    window.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "a")
    before = _cursor()
    surroundings.move(120, 70)
    qtbot.keyClicks(field, "b")
    moved = _cursor() - before
    assert moved.y() == 70
    assert moved.x() > 120
    inside = field.mapTo(window, field.cursorRect().topLeft())
    assert (_cursor() - inside).manhattanLength() <= 1


def test_the_composer_has_its_cursor_where_it_stands_when_the_window_is_laid_out_anew(
    desk: Desk, qtbot: QtBot
) -> None:
    desk.until_ready()
    field = desk.window.composer.focusProxy() or desk.window.composer
    desk.window.composer.setFocus()
    desk.window.sidebar.hide()
    qtbot.wait(1)
    desk.window.composer.insert_text("a")
    inside = field.mapTo(desk.window, QPoint(0, 0))
    away = _cursor() - inside
    assert 0 <= away.x() < field.width()
    assert 0 <= away.y() < field.height()
