"""A hit of the search leads to the picture, at the line that holds the words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from app.controllers.found_place import place_of
from app.domain import Attachment, Message, MessageRole, ReadLine
from app.json_answer import JsonValue, indented, place_in_answer, value_at
from app.models.search_results import SearchResultsModel
from app.rendering.places import place_in_source
from app.views.formatted_text import FormattedText
from app.views.image_viewer import ImageViewerDialog
from app.views.search_results import SearchResultDelegate
from engine.api import FinishReason
from tests.helpers.desk import Desk, picture_file
from tests.helpers.fake_engine import End, Say, lines_of, says

TEXT = "Milk 2.50\nBread 3.10\nTotal 5.60"
SHIFT = Qt.KeyboardModifier.ShiftModifier


def read(desk: Desk, folder: Path, name: str = "bill.png", *, placed: bool = True, text: str = TEXT) -> None:
    lines = lines_of(text, box=(4, 4, 60, 16) if placed else None)
    desk.engine.script(
        *says(text)[:-1], Say(text[-(len(text) % 4 or 4) :]), End(FinishReason.COMPLETE, lines=lines)
    )
    desk.drop(picture_file(folder, name, size=(640, 480)))
    desk.until(lambda: bool(desk.messages()) and desk.messages()[-1].text == text)
    desk.until_idle()


def look_for(desk: Desk, words: str) -> None:
    """Type, and choose the first message that holds the words."""
    desk.window.activateWindow()
    desk.window.menus.find.trigger()
    desk.window.sidebar.search.setText(words)
    results = desk.window.sidebar.results
    desk.until(lambda: results.result is not None and results.result.words == words)
    desk.until(lambda: results.result is not None and bool(results.result.conversations))


def viewer_of(desk: Desk) -> ImageViewerDialog:
    desk.until(lambda: desk.window.findChild(ImageViewerDialog) is not None)
    viewer = desk.window.findChild(ImageViewerDialog)
    assert isinstance(viewer, ImageViewerDialog)
    desk.until(lambda: viewer.view.has_image)
    return viewer


def pointed_at(viewer: ImageViewerDialog) -> list[str]:
    """The lines whose frames stand out."""
    alphas = {item.line.text: item.brush().color().alpha() for item in viewer.view.overlay.boxes}
    return [text for text, alpha in alphas.items() if alpha == max(alphas.values()) > min(alphas.values())]


def test_shift_and_enter_open_the_picture_at_the_line(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path)
    desk.window.new_requested.emit()
    look_for(desk, "bread")
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return, SHIFT)
    viewer = viewer_of(desk)
    assert viewer.attachment.name == "bill.png"
    assert pointed_at(viewer) == ["Bread 3.10"]
    assert viewer.lines_button.isChecked()
    assert viewer.view.overlay.isVisible()
    assert [message.text for message in desk.messages()] == ["", TEXT]
    viewer.close()


def test_the_line_is_near_enough_to_be_read_and_in_the_middle(desk: Desk, tmp_path: Path) -> None:
    lines = lines_of(TEXT, box=(4, 4, 60, 7))
    desk.engine.script(Say(TEXT), End(FinishReason.COMPLETE, lines=lines))
    desk.drop(picture_file(tmp_path, "bill.png", size=(3000, 2000)))
    desk.until(lambda: bool(desk.messages()) and desk.messages()[-1].text == TEXT)
    desk.until_idle()
    look_for(desk, "total")
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return, SHIFT)
    viewer = viewer_of(desk)
    box = viewer.view.overlay.box_of(desk.messages()[-1].lines[2])
    assert box is not None
    assert box.height() * viewer.view.zoom > 12
    corner = viewer.view.mapFromScene(box.center())
    assert viewer.view.viewport().rect().contains(corner)
    viewer.close()


def test_a_click_on_the_icon_of_a_hit_opens_the_picture_and_one_beside_it_the_message(
    desk: Desk, tmp_path: Path
) -> None:
    read(desk, tmp_path)
    look_for(desk, "milk")
    view = desk.window.sidebar.results.list_view
    delegate = view.itemDelegate()
    assert isinstance(delegate, SearchResultDelegate)
    row = view.visualRect(view.model().index(1, 0))
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row.left() + 40, row.center().y())
    )
    assert desk.window.findChild(ImageViewerDialog) is None
    icon = delegate.picture_rect(row)
    assert view.viewport().rect().contains(icon)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=icon.center())
    viewer = viewer_of(desk)
    assert pointed_at(viewer) == ["Milk 2.50"]
    viewer.close()


def test_the_icon_says_what_it_does(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path)
    look_for(desk, "milk")
    view = desk.window.sidebar.results.list_view
    delegate = view.itemDelegate()
    assert isinstance(delegate, SearchResultDelegate)
    at = delegate.picture_rect(view.visualRect(view.model().index(1, 0))).center()
    QApplication.sendEvent(
        view.viewport(), QHelpEvent(QHelpEvent.Type.ToolTip, at, view.viewport().mapToGlobal(at))
    )
    assert QToolTip.text() == "Show it on the picture (Shift+Enter)"
    QToolTip.hideText()
    index = view.model().index(1, 0)
    assert "Shift" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert index.data(SearchResultsModel.RECORD_ROLE).is_placed


def test_where_the_place_is_not_known_the_message_is_shown_and_it_is_said(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path, placed=False)
    desk.window.new_requested.emit()
    look_for(desk, "milk")
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return, SHIFT)
    assert "not known" in desk.window.notices.sentences()[-1]
    assert [message.text for message in desk.messages()] == ["", TEXT]
    assert desk.window.findChild(ImageViewerDialog) is None


def test_the_name_of_a_picture_leads_to_the_picture(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path)
    look_for(desk, "bill.png")
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return, SHIFT)
    viewer = viewer_of(desk)
    assert viewer.attachment.name == "bill.png"
    viewer.close()


def test_another_picture_in_the_viewer_is_shown_whole(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path)
    look_for(desk, "milk")
    desk.qtbot.keyClick(desk.window.sidebar.search, Qt.Key.Key_Return, SHIFT)
    viewer = viewer_of(desk)
    assert len(pointed_at(viewer)) == 1
    viewer.refresh_lines()
    assert len(viewer.view.overlay.boxes) == 3
    viewer.close()


def picture(name: str, error: str = "") -> Attachment:
    return Attachment(name, "0" * 64, name, "PNG", 10, 10, 1, error=error)


def line(text: str, page: int | None, *, placed: bool = True) -> ReadLine:
    return ReadLine(text, 0, page, (1, 2, 3, 4) if placed else None, ())


def test_the_picture_is_the_one_that_the_line_was_read_on() -> None:
    asked = Message(
        "q", "c", MessageRole.USER, "", attachments=(picture("a"), picture("x", "no"), picture("b"))
    )
    answer = Message("r", "c", MessageRole.ASSISTANT, "t", lines=(line("milk", 0), line("bread", 1)))
    again = replace(answer, id="s", lines=(line("bread", 1),))
    talk = (asked, answer, Message("p", "c", MessageRole.USER, "again"), again)
    for answer_id in ("r", "s"):
        place = place_of(talk, answer_id, ["bread"])
        assert place is not None
        assert (place.attachment.name, [each.name for each in place.siblings]) == ("b", ["a", "b"])
    assert place_of(talk, "r", ["butter"]) is None
    assert place_of(talk, "unknown", ["milk"]) is None
    assert place_of((answer,), "r", ["milk"]) is None
    assert place_of((asked, replace(answer, lines=(line("milk", 7),))), "r", ["milk"]) is None
    assert place_of((asked, replace(answer, lines=(line("milk", 0, placed=False),))), "r", ["milk"]) is None
    assert place_of(talk, "p", ["again"]) is None


def menu_over(desk: Desk, words: str) -> dict[str, QAction]:
    """What the menu over words of the last answer offers, by its words."""
    shown = desk.answer().text_widget
    cursor = shown.document().find(words)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart() + 1)
    place = shown.cursorRect(cursor).center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse,
        place,
        shown.viewport().mapToGlobal(place),
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(shown.viewport(), event)
    (menu,) = [menu for menu in shown.findChildren(QMenu) if menu.isVisible()]
    actions = {action.text(): action for action in menu.actions()}
    menu.close()
    return actions


def test_the_menu_over_a_line_of_an_answer_shows_it_on_the_picture(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path)
    menu_over(desk, "Bread")["Show on the picture"].trigger()
    viewer = viewer_of(desk)
    assert viewer.attachment.name == "bill.png"
    assert pointed_at(viewer) == ["Bread 3.10"]
    viewer.close()


def test_the_menu_of_an_answer_whose_places_are_not_known_offers_none(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path, placed=False)
    assert "Show on the picture" not in menu_over(desk, "Bread")


MARKDOWN = """# Shop

1. Milk **2.50**
2. Bread *3.10*

| Bread | sum |
|---|--:|
| Rye | 3.10 |
| Total | 5.60 |

Thanks for [coming](https://example.org/Total)"""


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("Shop", "# Shop"),
        ("Bread", "2. Bread *3.10*"),
        ("Rye", "| Rye | 3.10 |"),
        ("Total", "| Total | 5.60 |"),
        ("coming", "Thanks for [coming](https://example.org/Total)"),
    ],
)
def test_the_menu_over_words_of_laid_out_markdown_shows_their_line_on_the_picture(
    desk: Desk, tmp_path: Path, words: str, line: str
) -> None:
    read(desk, tmp_path, text=MARKDOWN)
    desk.answer().set_formatted(True)
    shown = desk.answer().text_widget
    assert isinstance(shown, FormattedText)
    desk.until(lambda: shown.is_laid_out)
    desk.settle()
    menu_over(desk, words)["Show on the picture"].trigger()
    viewer = viewer_of(desk)
    assert pointed_at(viewer) == [line]
    viewer.close()


def test_laid_out_text_whose_places_are_not_known_offers_none(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path, text=MARKDOWN, placed=False)
    desk.answer().set_formatted(True)
    desk.settle()
    assert "Show on the picture" not in menu_over(desk, "Bread")


JSON = '{"vendor":"Bergen","total":5.60,"items":[{"name":"Bread","price":3.10}],"date":"2.5","change":0}'


@pytest.mark.parametrize("formatted", [True, False], ids=["laid-out", "as-written"])
def test_values_in_json_are_shown_where_the_same_was_read(
    desk: Desk, tmp_path: Path, formatted: bool
) -> None:
    read(desk, tmp_path, text="Bergen\nMilk 2.50\nBread 3.10\nTotal 5.60\nPaid 5.60")
    desk.type("/json")
    desk.press_enter()
    desk.ask("", Say(JSON), End(FinishReason.COMPLETE, lines=lines_of(JSON, box=None)))
    assert desk.messages()[-1].is_whole_json
    desk.answer().set_formatted(formatted)
    desk.settle()
    for words, line in (("Bergen", "Bergen"), ("5.60", "Total 5.60"), ("3.10", "Bread 3.10")):
        menu_over(desk, words)["Show on the picture"].trigger()
        viewer = viewer_of(desk)
        assert pointed_at(viewer) == [line]
        viewer.close()
        desk.settle()
    # Neither a part of a longer number, nor what was not read at all.
    for words in ("2.5", "change"):
        assert "Show on the picture" not in menu_over(desk, words)


@pytest.mark.parametrize("words", ["vendor", "Bergen", "5.60", "Bread", "2.5"])
@pytest.mark.parametrize("written", [JSON, f"```json\n{JSON}\n```"], ids=["bare", "fenced"])
def test_a_character_of_indented_json_is_found_where_it_was_written(words: str, written: str) -> None:
    assert place_in_answer(indented(JSON).index(words) + 1, written) == written.index(words) + 1


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("tot", JsonValue("total", "2.50")),
        ("2.50", JsonValue("total", "2.50")),
        ("a\\u0062", JsonValue("vendor", 'ab"c')),
        ("first", JsonValue("", "first")),
        ("items", None),
        ("}", None),
    ],
)
def test_the_value_at_a_character_of_json_is_found_with_its_name(words: str, value: JsonValue | None) -> None:
    text = '{"total": 2.50, "vendor": "a\\u0062\\"c", "items": ["first"]  }'
    assert value_at(text, text.index(words)) == value


@pytest.mark.parametrize(
    ("shown", "words", "source", "at"),
    [
        ("Milk 2.50", "2.50", "**Milk** 2.50", 9),
        ("1.\tMilk\n2.\tMilk", "2.\tMilk", "1. Milk\n2. Milk", 8),
        ("a\tb\n1\t2", "2", "| a | b |\n|---|---|\n| 1 | 2 |", 26),
        ("吾輩は猫である", "猫", "*吾輩は*猫である", 4),
        ("α² and more", "more", "$\\alpha^2$ and more", 15),
        ("", "", "![]()", 0),
    ],
)
def test_a_place_of_what_is_shown_is_found_in_what_was_written(
    shown: str, words: str, source: str, at: int
) -> None:
    assert place_in_source(shown, shown.index(words), source) == at


def test_a_corrected_line_is_still_shown_where_it_stands(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path)
    desk.app.correcting.corrections.correct(
        desk.messages()[-1].id, "Shop\n" + TEXT.replace("Bread", "Rye bread")
    )
    assert "Show on the picture" not in menu_over(desk, "Shop")
    menu_over(desk, "Rye")["Show on the picture"].trigger()
    viewer = viewer_of(desk)
    assert pointed_at(viewer) == ["Rye bread 3.10"]
    viewer.close()


def test_a_place_that_is_gone_meanwhile_is_said(desk: Desk, tmp_path: Path) -> None:
    read(desk, tmp_path)
    desk.window.messages.place_wanted.emit("no such message", 3)
    assert "is not known" in desk.window.notices.sentences()[-1]
