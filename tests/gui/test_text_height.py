"""A text is as high as its words, and what is around it knows that before the next picture is painted."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.views.formatted_text import FormattedText
from app.views.reading_text import ReadingText
from app.views.slices import Slices
from app.views.theme import Theme

LINES = "\n".join(f"line {number}" for number in range(12))


def nested(widget: QWidget, depth: int) -> QWidget:
    """The widget in so many columns, each in the next."""
    for _ in range(depth):
        around = QWidget()
        column = QVBoxLayout(around)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(widget)
        column.addStretch(1)
        widget = around
    return widget


def test_all_around_a_text_knows_its_height_in_one_turn(qtbot: QtBot) -> None:
    text = ReadingText("Answer")
    whole = nested(text, 4)
    qtbot.addWidget(whole)
    text.set_text(LINES)
    whole.resize(400, 900)
    with qtbot.waitExposed(whole):
        whole.show()
    # One narrower word a line: more lines than there were.
    whole.resize(60, 900)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.MetaCall.value)
    around = text.parentWidget()
    while around is not None and around is not whole:
        assert around.height() >= text.height(), around
        around = around.parentWidget()
    assert text.height() >= text.document().size().height()


def test_a_text_that_is_as_high_as_its_words_by_chance_stays_so(qtbot: QtBot) -> None:
    measured = ReadingText("Answer")
    qtbot.addWidget(measured)
    measured.resize(400, 10)
    measured.show()
    measured.set_text(LINES)
    height = measured.height()
    text = ReadingText("Answer")
    whole = nested(text, 1)
    qtbot.addWidget(whole)
    text.resize(400, height)
    text.set_text(LINES)
    whole.resize(400, 900)
    with qtbot.waitExposed(whole):
        whole.show()
    assert (text.minimumHeight(), text.height()) == (height, height)


@pytest.mark.parametrize("kind", ["plain", "formatted"])
def test_other_widths_and_fonts_leave_no_line_out(kind: str, qtbot: QtBot, theme: Theme) -> None:
    host = QWidget()
    text = ReadingText("Answer") if kind == "plain" else FormattedText("Answer", theme, Slices(host))
    whole = nested(text, 2)
    qtbot.addWidget(whole)
    qtbot.addWidget(host)
    whole.resize(500, 900)
    with qtbot.waitExposed(whole):
        whole.show()
    text.set_text("Some words that are wrapped where there is little room for them.\n\n" * 6)
    base = text.font()
    for width, size_pt in ((500, 9.0), (200, 9.0), (200, 15.0), (480, 15.0), (480, 8.0), (170, 8.0)):
        font = text.font()
        font.setPointSizeF(size_pt)
        text.setFont(font)
        whole.resize(width, 900)
        for _ in range(3):
            QApplication.processEvents()
        assert text.height() == max(math.ceil(text.document().size().height()), text.fontMetrics().height())
        assert text.parentWidget().height() >= text.height()
    text.setFont(base)
