"""Tooltips of words that are not this program's own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from app.views.tooltip import plain_tip
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import says

TAGS = "<b>Total</b> <img src='file:///x.png'> 2 < 3"


def shown(tip: str) -> str:
    """What Qt shows of a tooltip."""
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText()


def test_tags_in_a_tip_are_shown_as_they_are_written() -> None:
    assert shown(plain_tip(f"{TAGS}\nsecond")) == f"{TAGS}\nsecond"
    assert plain_tip("Total & more") == "Total & more"


def test_a_title_with_tags_is_one_letter_by_letter_in_the_list(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says(TAGS))
    row = desk.window.sidebar.list_view.model().index(0, 0)
    assert row.data() == TAGS
    assert shown(row.data(Qt.ItemDataRole.ToolTipRole)) == TAGS


def test_a_link_cannot_dress_up_its_address(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path), *says('# Links\n\n[here](https://evil.example "<b>safe</b>")\n\nEnd.'))
    answer = desk.answer()
    answer.set_formatted(True)
    document = answer.text_widget.document()
    tips = set()
    block = document.begin()
    while block.isValid():
        tips |= {each.format.toolTip() for each in block.textFormats()}
        block = block.next()
    assert "<b>safe</b>\nhttps://evil.example" in {shown(tip) for tip in tips if tip}
