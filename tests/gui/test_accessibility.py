"""Every control is reached by Tab and has a name that a screen reader can say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QInputMethodEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.views.keys_field import KeysField
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)


def is_part_of_another(widget: QWidget) -> bool:
    """Whether Qt made it inside a control that has its own name, as the clear button of a field."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QDialog):
        if isinstance(above, (QAbstractSpinBox, QComboBox, QKeySequenceEdit, QLineEdit, QAbstractItemView)):
            return True
        above = above.parentWidget()
    return False


def controls_in(window: QWidget) -> list[QWidget]:
    return [
        widget
        for kind in CONTROLS
        for widget in window.findChildren(kind)
        if widget.isVisibleTo(window)
        and widget.isEnabledTo(window)
        and not isinstance(widget, QScrollBar)
        and not is_part_of_another(widget)
        and not widget.objectName().startswith("qt_")
    ]


def name_of(widget: QWidget) -> str:
    """What a screen reader says of it."""
    if widget.accessibleName():
        return widget.accessibleName()
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def assert_all_are_named_and_reached(window: QWidget) -> None:
    controls = controls_in(window)
    assert controls
    nameless = [
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in controls
        if not name_of(widget).strip()
    ]
    assert not nameless
    unreachable = [
        f"{type(widget).__name__} {name_of(widget)}"
        for widget in controls
        if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (widget.focusProxy() or widget).focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert not unreachable
    roles = [
        (widget, QAccessible.queryAccessibleInterface(widget).role())
        for widget in controls
        # Qt has no role for it, as of 6.12: its name and what is in it are said all the same.
        if not isinstance(widget, QKeySequenceEdit)
    ]
    # Client and Border are what Qt says of a ground that nothing can be done with.
    assert not [name_of(widget) for widget, role in roles if role in GROUNDS]


GROUNDS = (QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Border)


@pytest.fixture
def full_desk(desk: Desk, tmp_path: Path) -> Desk:
    """A window with an answer, a waiting picture and a question."""
    desk.read(picture_file(tmp_path), *says("Milk 2.50"))
    desk.app.intake.add_paths([str(picture_file(tmp_path, "next.png"))])
    desk.until(lambda: bool(desk.app.intake.attachments) and not desk.app.intake.is_reading)
    return desk


def test_in_the_window(full_desk: Desk) -> None:
    assert_all_are_named_and_reached(full_desk.window)


def test_in_a_new_conversation_and_the_welcome(desk: Desk) -> None:
    assert_all_are_named_and_reached(desk.window)
    desk.window.empty.set_welcome(welcomes=False)
    assert_all_are_named_and_reached(desk.window)


def test_in_the_settings(desk: Desk) -> None:
    assert_all_are_named_and_reached(desk.app.preferences.open())


def test_in_the_viewer(full_desk: Desk) -> None:
    attachments = full_desk.messages()[0].attachments
    viewer = full_desk.window.viewers.open(attachments[0], attachments)
    full_desk.until(lambda: viewer.view.has_image)
    assert_all_are_named_and_reached(viewer)
    viewer.close()


def test_in_the_export_dialog(full_desk: Desk) -> None:
    dialog = full_desk.app.exporting.choose()
    assert dialog is not None
    assert_all_are_named_and_reached(dialog)
    dialog.reject()


def test_in_the_history_of_runs(full_desk: Desk) -> None:
    dialog = full_desk.app.run_history.open()
    assert_all_are_named_and_reached(dialog)
    dialog.reject()


def test_in_a_question_that_is_edited(full_desk: Desk, qtbot: QtBot) -> None:
    question = full_desk.window.messages.last_question()
    assert question is not None
    question.edit()
    editor = question.editor
    assert editor is not None
    full_desk.until(editor.field.isVisible)
    assert_all_are_named_and_reached(full_desk.window)
    names = [name_of(widget) for widget in walked(full_desk.window, qtbot)]
    assert names[:3] == ["Your words", "Cancel", "Read"]
    assert names[-2:] == ["note.png", "Remove note.png"]


def test_tab_goes_from_message_to_message_and_back(full_desk: Desk, qtbot: QtBot) -> None:
    window = full_desk.window
    window.messages.setFocus()
    names = [name_of(widget) for widget in walked(window, qtbot)]
    assert names[0] == "Messages"
    question = names.index("Edit and ask again")
    answer, composer = names.index("Copy the text"), names.index("Question")
    assert 0 < question < answer < composer
    focused = QApplication.focusWidget()
    assert focused is window.messages
    qtbot.keyClick(focused, Qt.Key.Key_Tab)
    second = QApplication.focusWidget()
    assert second is not None
    assert window.messages.isAncestorOf(second)
    qtbot.keyClick(second, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is window.messages


def test_in_what_a_search_found_and_in_the_bar_that_finds(full_desk: Desk) -> None:
    full_desk.window.menus.find.trigger()
    full_desk.window.sidebar.search.setText("milk")
    full_desk.until(full_desk.window.sidebar.results.isVisible)
    full_desk.app.finding.bar.open_bar()
    assert_all_are_named_and_reached(full_desk.window)


def test_in_the_viewer_tab_goes_round(full_desk: Desk, qtbot: QtBot) -> None:
    attachments = full_desk.messages()[0].attachments
    viewer = full_desk.window.viewers.open(attachments[0], attachments)
    full_desk.until(lambda: viewer.view.has_image)
    seen = walked(viewer, qtbot)
    assert all(widget in seen or widget.focusProxy() in seen for widget in controls_in(viewer))
    viewer.close()


def test_in_the_export_dialog_tab_goes_round(full_desk: Desk, qtbot: QtBot) -> None:
    dialog = full_desk.app.exporting.choose()
    assert dialog is not None
    seen = walked(dialog, qtbot)
    assert all(widget in seen or widget.focusProxy() in seen for widget in controls_in(dialog))
    dialog.reject()


def test_in_the_about_box(desk: Desk) -> None:
    dialog = desk.window.show_about()
    assert_all_are_named_and_reached(dialog)
    dialog.close()


def test_the_name_of_a_label_is_what_it_shows(full_desk: Desk) -> None:
    window = full_desk.window
    window.panel.show()
    hidden = [
        f"{label.text()!r} is called {label.accessibleName()!r}"
        for label in window.findChildren(QLabel)
        if label.text() and label.accessibleName() and not shows(label)
    ]
    assert not hidden


def shows(label: QLabel) -> bool:
    """Whether a screen reader says at least what the eye sees: figures by figure, words word for word."""
    seen = re.findall(r"\w+", label.text())
    return set(seen) <= set(re.findall(r"\w+", label.accessibleName()))


def test_the_cross_in_a_field_has_a_name(desk: Desk) -> None:
    dialog = desk.app.preferences.open()
    for field in (desk.window.sidebar.search, dialog.search, *dialog.findChildren(KeysField)):
        cross = next(action for action in field.findChildren(QAction) if "clear" in action.objectName())
        assert cross.text() == "Empty the field"


def walked(window: QWidget, qtbot: QtBot) -> list[QWidget]:
    """What has the keyboard, one Tab after the other, until it begins again."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    seen: list[QWidget] = []
    for _ in range(300):
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused in seen:
            return seen
        seen.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    raise AssertionError("Tab never came back")


def test_tab_goes_round_and_comes_back(full_desk: Desk, qtbot: QtBot) -> None:
    window = full_desk.window
    full_desk.until(window.composer.costs.isVisible)
    window.composer.setFocus()
    seen = walked(window, qtbot)
    for widget in controls_in(window):
        assert widget in seen or widget.focusProxy() in seen, name_of(widget)


def test_tab_goes_from_the_question_to_the_pictures_that_wait(full_desk: Desk, qtbot: QtBot) -> None:
    composer = full_desk.window.composer
    full_desk.until(composer.costs.isVisible)
    composer.setFocus()
    seen = walked(full_desk.window, qtbot)
    names = [name_of(widget) for widget in seen]
    assert names[:4] == ["Question", "next.png", "Remove next.png", "Resolution of the pictures"]
    assert names[4] == "Add pictures"


def test_tab_goes_through_the_settings_before_the_buttons_below_them(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.app.preferences.open()
    names = [name_of(widget) for widget in walked(dialog, qtbot)]
    assert names[:2] == ["Search the settings", "Language"]
    assert names[-2:] == ["Restore all defaults", "Close"]
    assert "Capture from any program" in names


def test_enter_while_a_word_is_being_composed_does_not_send(full_desk: Desk, qtbot: QtBot) -> None:
    field = full_desk.window.composer.focusProxy()
    assert field is not None
    QApplication.sendEvent(field, QInputMethodEvent("ごうけい", []))
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert len(full_desk.messages()) == 2
    done = QInputMethodEvent("", [])
    done.setCommitString("合計は？")
    QApplication.sendEvent(field, done)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    full_desk.until(lambda: len(full_desk.messages()) == 4)
    full_desk.until_idle()
    assert full_desk.messages()[2].text == "合計は？"
