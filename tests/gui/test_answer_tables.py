"""Tables of a formatted answer: one look across their parts, lines where their cells are, painted once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtGui import QFont, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.views.formatted_text import FormattedText
from app.views.slices import Slices
from app.views.theme import Theme

HEAD = "| Item | Price |\n|---|--:|\n"


def rows(first: int, last: int) -> str:
    return "".join(f"| some words of row {number} | {number} |\n" for number in range(first, last))


class Watched(FormattedText):
    """Counts how often it is painted."""

    painted = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1
        super().paintEvent(event)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp)


@pytest.fixture
def text(qtbot: QtBot, theme: Theme) -> Watched:
    shown = Watched("Answer", theme, Slices(theme))
    qtbot.addWidget(shown)
    shown.resize(600, 100)
    shown.show()
    return shown


@pytest.fixture
def area(qtbot: QtBot, text: Watched) -> Iterator[QScrollArea]:
    """The text in a column that scrolls."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    page = QWidget()
    column = QVBoxLayout(page)
    column.addWidget(text)
    column.addStretch(1)
    area.setWidget(page)
    area.resize(700, 400)
    area.show()
    yield area
    text.setParent(None)
    area.close()
    area.deleteLater()


def tops(text: FormattedText, words: str) -> list[float]:
    """Where each cell that begins with some words stands."""
    layout = text.document().documentLayout()
    found = []
    block = text.document().begin()
    while block.isValid():
        if block.text().startswith(words):
            found.append(layout.blockBoundingRect(block).top())
        block = block.next()
    return found


def test_the_rows_of_a_long_table_stand_at_one_distance_across_its_parts(
    qtbot: QtBot, text: FormattedText
) -> None:
    text.set_text(HEAD + rows(0, 60), finished=True)
    qtbot.waitUntil(lambda: text.is_laid_out)
    assert len(text._writer.tables) > 2
    places = tops(text, "some words")
    assert len(places) == 60
    assert {round(below - above) for above, below in pairwise(places)} == {round(places[1] - places[0])}


def test_there_is_a_line_over_each_row_and_left_of_each_column(
    qtbot: QtBot, text: FormattedText, theme: Theme
) -> None:
    text.set_text(HEAD + rows(0, 60) + "\nWords after it.", finished=True)
    qtbot.waitUntil(lambda: text.is_laid_out)
    picture = text.viewport().grab().toImage()
    padding = text._writer.tables[0].table.format().cellPadding()
    line = theme.tokens.border_strong.lower()
    for top in tops(text, "some words"):
        assert picture.pixelColor(3, round(top - padding)).name() == line
    price = text.cursorRect(QTextCursor(text.document().find("Price").block()))
    assert picture.pixelColor(0, price.center().y()).name() == line
    assert picture.pixelColor(3, price.center().y()).name() == theme.tokens.sunken.lower()


def test_what_comes_after_a_long_table_keeps_its_distance(qtbot: QtBot, text: FormattedText) -> None:
    text.set_text(HEAD + rows(0, 60) + "\nWords after it.", finished=True)
    qtbot.waitUntil(lambda: text.is_laid_out)
    layout = text.document().documentLayout()
    last = layout.blockBoundingRect(text.document().find("row 59").block())
    (after,) = tops(text, "Words after")
    padding = text._writer.tables[0].table.format().cellPadding()
    assert after - (last.bottom() + padding) >= 8
    assert text.text().endswith("some words of row 59\t59\n\nWords after it.")


def test_only_tables_in_sight_have_buttons_and_others_get_theirs_when_they_come(
    qtbot: QtBot, area: QScrollArea, text: Watched
) -> None:
    text.set_text(
        "".join(f"| a{n} | b |\n|---|---|\n| 1 | 2 |\n\nwords\n\n" for n in range(60)), finished=True
    )
    qtbot.waitUntil(lambda: text.is_laid_out and len(text.snippet_buttons) > 1)
    few = len(text.snippet_buttons)
    assert few < 12
    bar = area.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: len(text.snippet_buttons) > few)
    qtbot.waitUntil(lambda: 59 in text._buttons._made)
    text._buttons._made[59].click()
    assert QApplication.clipboard().text() == "a59\tb\n1\t2"


def test_tables_that_rush_by_get_no_buttons_and_those_that_stay_do_while_text_comes(
    qtbot: QtBot, area: QScrollArea, text: Watched
) -> None:
    text._buttons._clock.setInterval(10**6)
    table = "| a{} | b |\n|---|---|\n| 1 | 2 |\n\n"
    bar = area.verticalScrollBar()
    for number in range(0, 60, 6):
        text.append_text("".join(table.format(n) for n in range(number, number + 6)))
        qtbot.waitUntil(lambda: text.is_laid_out)
        bar.setValue(bar.maximum())
        QApplication.processEvents()
    assert text.snippet_buttons == []
    # The clock strikes: what was in sight when it was started is far away, what is in sight now is watched.
    text._buttons._clock.stop()
    text._buttons._on_stood()
    assert text.snippet_buttons == []
    in_sight = set(text._buttons._watched)
    assert in_sight
    assert 0 not in in_sight
    text._buttons._clock.stop()
    text._buttons._on_stood()
    qtbot.waitUntil(lambda: set(text._buttons._made) == in_sight)
    text.append_text(table.format(60) + "Words")
    text.finish()
    bar.setValue(0)
    qtbot.waitUntil(lambda: 0 in text._buttons._made)


@pytest.mark.parametrize("count", [2, 60])
def test_a_table_whose_head_is_empty_is_shown_as_rows_alone(
    qtbot: QtBot, text: FormattedText, count: int
) -> None:
    source = "|  |  |\n| --- | --- |\n" + rows(0, count)
    for at in range(0, len(source), 300):
        text.append_text(source[at : at + 300])
    text.finish()
    qtbot.waitUntil(lambda: text.is_laid_out)
    assert len(tops(text, "some words")) == count
    first = text._writer.tables[0]
    cell = first.table.cellAt(0, 0).firstCursorPosition()
    assert cell.block().text() == "some words of row 0"
    assert cell.charFormat().fontWeight() != QFont.Weight.DemiBold
    assert (first.table.format().headerRowCount(), first.has_header) == (0, False)
