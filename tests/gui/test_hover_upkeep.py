"""What is under the pointer looks so after the page moved below a pointer that stands still."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.views import hover_upkeep
from app.views.hover_upkeep import HoverUpkeep


class Page:
    """Twenty buttons in a scrolled column, and a pointer that can be put anywhere."""

    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.area = area = QScrollArea()
        qtbot.addWidget(area)
        page = QWidget()
        column = QVBoxLayout(page)
        self.buttons = [QPushButton(str(number)) for number in range(20)]
        for button in self.buttons:
            button.setFixedHeight(40)
            column.addWidget(button)
        area.setWidgetResizable(True)
        area.setWidget(page)
        area.resize(300, 200)
        self.upkeep = HoverUpkeep(area, page)
        self.at = QPoint()
        pointer = self

        class Cursor(QCursor):
            @staticmethod
            def pos() -> QPoint:
                return pointer.at

        monkeypatch.setattr(hover_upkeep, "QCursor", Cursor)
        with qtbot.waitExposed(area):
            area.show()
        # The window hears of moves within it once the pointer came in.
        QCursor.setPos(area.mapToGlobal(QPoint(8, 8)))
        QApplication.processEvents()

    def point_at(self, button: QPushButton) -> None:
        """Move the pointer onto a button, as the desktop tells it."""
        self.at = button.mapToGlobal(button.rect().center())
        local = QPointF(self.area.mapFromGlobal(self.at))
        kind, none = QEvent.Type.MouseMove, Qt.MouseButton.NoButton
        moved = QMouseEvent(kind, local, local, QPointF(self.at), none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.area.windowHandle(), moved)
        self.area.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)

    def touched(self) -> list[str]:
        return [button.text() for button in self.buttons if button.underMouse()]


@pytest.fixture
def page(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Page:
    return Page(qtbot, monkeypatch)


def test_a_scrolled_button_is_no_longer_touched_and_the_one_that_came_is(page: Page, qtbot: QtBot) -> None:
    page.point_at(page.buttons[1])
    assert page.touched() == ["1"]
    bar = page.area.verticalScrollBar()
    bar.setValue(bar.value() + page.buttons[3].y() - page.buttons[1].y())
    qtbot.waitUntil(lambda: page.touched() == ["3"])


def test_a_button_that_is_pushed_away_is_no_longer_touched(page: Page, qtbot: QtBot) -> None:
    page.point_at(page.buttons[2])
    page.buttons[0].setFixedHeight(400)
    qtbot.waitUntil(lambda: page.touched() == ["0"])


def test_where_the_pointer_is_elsewhere_nothing_is_touched(page: Page) -> None:
    page.at = page.buttons[2].mapToGlobal(page.buttons[2].rect().center())
    page.area.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    page.upkeep.look_again()
    assert page.touched() == []
