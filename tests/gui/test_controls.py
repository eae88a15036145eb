"""The window's own controls: what they draw follows what they are set to, and what they do is Qt's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.views.choice_box import ChoiceBox
from app.views.elided_label import ElidedLabel
from app.views.switch import Switch


def colour_count(widget: QWidget, colour: QColor) -> int:
    """How many pixels of the widget have that colour."""
    picture = widget.grab().toImage()
    return sum(
        picture.pixelColor(x, y) == colour for y in range(picture.height()) for x in range(picture.width())
    )


def test_a_switch_is_filled_with_the_accent_only_while_it_is_on(qtbot: QtBot) -> None:
    switch = Switch()
    qtbot.addWidget(switch)
    switch.show()
    switch.clearFocus()
    accent = switch.palette().color(QPalette.ColorRole.Accent)
    off = colour_count(switch, accent)
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert switch.isChecked()
    assert colour_count(switch, accent) > off + 100
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert not switch.isChecked()


def test_the_knob_of_a_switch_changes_sides_where_writing_goes_left(qtbot: QtBot) -> None:
    switch = Switch()
    qtbot.addWidget(switch)
    switch.show()
    middle = switch.height() // 2
    empty = switch.palette().color(QPalette.ColorRole.Base)

    def has_knob_at(x: int) -> bool:
        return switch.grab().toImage().pixelColor(x, middle) != empty

    assert has_knob_at(12)
    assert not has_knob_at(switch.width() - 12)
    switch.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert has_knob_at(switch.width() - 12)
    assert not has_knob_at(12)


@pytest.mark.parametrize("make", [Switch, ChoiceBox])
def test_a_control_with_the_focus_of_the_keyboard_shows_it(qtbot: QtBot, make: Callable[[], QWidget]) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    control = make()
    control.setParent(page)
    page.show()
    without = colour_count(control, control.palette().color(QPalette.ColorRole.Accent))
    page.activateWindow()
    control.setFocus()
    qtbot.waitUntil(control.hasFocus)
    assert colour_count(control, control.palette().color(QPalette.ColorRole.Accent)) > without


def test_the_field_of_a_choice_cuts_long_words_instead_of_growing_out_of_its_place(qtbot: QtBot) -> None:
    box = ChoiceBox()
    qtbot.addWidget(box)
    box.addItem("a choice whose words are far too long for so narrow a field " * 3)
    box.resize(120, 30)
    box.show()
    picture = box.grab().toImage()
    text = box.palette().color(QPalette.ColorRole.Text)
    chevron_room = range(picture.width() - 22, picture.width() - 2)
    assert not any(picture.pixelColor(x, y) == text for x in chevron_room for y in range(picture.height()))


def test_a_label_of_one_line_is_one_line_high_whatever_its_text(qtbot: QtBot) -> None:
    label, broken = ElidedLabel("note.png"), ElidedLabel("note\n1\n2.png")
    for each in (label, broken):
        qtbot.addWidget(each)
        each.show()
    assert broken.sizeHint().height() == label.sizeHint().height()
    assert broken.minimumSizeHint().height() == label.minimumSizeHint().height()
