"""Formatted answers: nothing is lost, laid out twice or loaded; everything is copied in every form."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.copies import MARKDOWN, TSV
from app.views.formatted_text import FormattedText
from app.views.link_question import ask_about_link
from app.views.slices import Slices
from app.views.theme import Theme
from tests.unit.test_rendering_markdown import PIECES, words_of

Show = Callable[[str], FormattedText]

ANSWER = """# Report

Two **bold** words and [a link](https://example.org/where "why").

| Item | Price |
|------|------:|
| Milk | 2.50 |

```python
def f():
    return 1
```

مرحبا بالعالم

- one
- two
"""


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp)


@pytest.fixture
def empty(qtbot: QtBot, theme: Theme) -> FormattedText:
    text = FormattedText("Answer", theme, Slices(theme))
    qtbot.addWidget(text)
    text.resize(600, 100)
    text.show()
    return text


@pytest.fixture
def show(qtbot: QtBot, empty: FormattedText) -> Show:
    def shown(source: str) -> FormattedText:
        empty.set_text(source, finished=True)
        qtbot.waitUntil(
            lambda: empty.is_laid_out and len(empty.snippet_buttons) == len(empty._writer.snippets)
        )
        return empty

    return shown


def select(text: FormattedText, words: str, until: str = "") -> None:
    """Select from `words` to the end of `until`."""
    cursor = text.document().find(words)
    assert not cursor.isNull()
    if until:
        end = text.document().find(until, cursor)
        cursor.setPosition(end.selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)


def place_of(text: FormattedText, words: str) -> QPoint:
    """The middle of some words on screen."""
    cursor = text.document().find(words)
    end = text.cursorRect(cursor)
    cursor.setPosition(cursor.selectionStart())
    return QPoint((text.cursorRect(cursor).center().x() + end.center().x()) // 2, end.center().y())


def copied(name: str) -> str:
    mime = QGuiApplication.clipboard().mimeData()
    return bytes(mime.data(name).data()).decode("utf-8")


@pytest.mark.parametrize("seed", range(8))
def test_no_character_is_lost_however_the_answer_comes(qtbot: QtBot, empty: FormattedText, seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 25)))
    start = 0
    while start < len(text):
        stop = start + chance.randrange(1, 60)
        empty.append_text(text[start:stop])
        qtbot.waitUntil(lambda: empty.is_laid_out)
        assert empty.source == text[:stop]
        shown = "".join(block.source for block in empty.blocks)
        assert shown + empty._splitter.tail == text[:stop]
        start = stop
    empty.finish()
    qtbot.waitUntil(lambda: empty.is_laid_out)
    assert "".join(block.source for block in empty.blocks) == text
    on_screen = set(words_of(empty.text()))
    formulas = re.sub(r"\$\$\na_1 = b\n\$\$|\$x\^2\$|```python", "", text)
    assert {word for word in words_of(formulas) if not word.isdigit()} <= on_screen


def test_what_is_not_finished_stands_as_it_was_written(qtbot: QtBot, empty: FormattedText) -> None:
    empty.append_text("# Head\n\n**not yet")
    qtbot.waitUntil(lambda: empty.text() == "Head\n**not yet")
    empty.append_text(" done**\n\nnext")
    qtbot.waitUntil(lambda: empty.is_laid_out)
    assert "not yet done" in empty.text()
    assert "**" not in empty.text()


def test_a_block_on_screen_is_never_laid_out_again(qtbot: QtBot, empty: FormattedText) -> None:
    touched: list[int] = []
    for index in range(0, len(ANSWER), 9):
        safe = empty._tail_at
        connection = empty.document().contentsChange.connect(
            lambda position, _gone, _came, safe=safe: touched.append(position - safe)
        )
        empty.append_text(ANSWER[index : index + 9])
        qtbot.waitUntil(lambda: empty.is_laid_out)
        empty.document().contentsChange.disconnect(connection)
    assert len(empty.blocks) == 5
    # The change of a block begins at the line end before it.
    assert min(touched) >= -1


def test_a_selection_stays_while_more_is_laid_out(qtbot: QtBot, empty: FormattedText) -> None:
    empty.append_text("First words here.\n\nSecond para")
    select(empty, "words")
    empty.append_text("graph.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nmore")
    empty.finish()
    qtbot.waitUntil(lambda: empty.is_laid_out)
    assert empty.selected_text() == "words"


@pytest.mark.parametrize(
    ("words", "until", "then"),
    [
        ("bold words", "", "bold words"),
        ("First", "bold", "First.\n\nSome bold"),
        ("words", "😀 it", "words and 😀 it"),
    ],
)
def test_a_selection_in_what_is_being_written_stays_on_its_words_when_they_are_laid_out(
    qtbot: QtBot, empty: FormattedText, words: str, until: str, then: str
) -> None:
    empty.append_text("First.\n\nSome **bold words** and `😀 it` is")
    qtbot.waitUntil(lambda: empty.is_laid_out)
    select(empty, words, until)
    empty.append_text(" all.\n\nNext")
    qtbot.waitUntil(lambda: empty.is_laid_out and "**" not in empty.text())
    assert empty.selected_text() == then
    empty.finish()
    qtbot.waitUntil(lambda: empty.is_laid_out)
    assert empty.selected_text() == then


def test_an_answer_that_goes_on_is_one_text(qtbot: QtBot, empty: FormattedText) -> None:
    empty.set_text("A paragraph that was cut", finished=True)
    empty.append_text(" off **here**.\n\nNext.")
    empty.finish()
    qtbot.waitUntil(lambda: empty.is_laid_out)
    assert [block.source for block in empty.blocks] == ["A paragraph that was cut off **here**.\n\n", "Next."]
    assert empty.text() == "A paragraph that was cut off here.\n\nNext."


def test_a_long_answer_is_laid_out_in_slices(qtbot: QtBot, empty: FormattedText) -> None:
    text = ANSWER * 60
    empty.set_text(text, finished=True)
    assert not empty.is_laid_out
    assert empty.source == text
    qtbot.waitUntil(lambda: empty.is_laid_out)
    assert "".join(block.source for block in empty.blocks) == text


def test_paragraphs_have_the_direction_of_their_first_letter(show: Show) -> None:
    text = show("مرحبا 12 hello\n\nhello مرحبا\n\n```\nمرحبا\n```\n\n- عنصر\n")
    directions = {}
    block = text.document().begin()
    while block.isValid():
        if block.text():
            directions[block.text()[:5]] = block.textDirection()
        block = block.next()
    rtl, ltr = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
    assert directions["مرحبا"] in (rtl, ltr)
    assert directions["hello"] == ltr
    assert directions["•\u2002عنص"] == rtl
    first = text.document().begin()
    assert first.textDirection() == rtl
    assert text.cursorRect(QTextCursor(first)).left() > text.width() // 2


def test_cells_of_a_table_from_right_to_left_are_copied_in_their_order(show: Show) -> None:
    text = show("| الاسم | السعر |\n|---|---|\n| حليب | ٢ |\n")
    assert text.text() == "الاسم\tالسعر\nحليب\t٢"
    first, second = (text.cursorRect(text.document().find(words)).x() for words in ("الاسم", "السعر"))
    assert first > second


def test_nothing_is_loaded_and_a_picture_is_a_link(show: Show) -> None:
    text = show("![a cat](http://example.org/cat.png) ![local](file:///etc/passwd)")
    assert "a cat" in text.text()
    assert "file:///etc/passwd" in text.text()
    block = text.document().begin()
    fragments = [item.fragment() for item in block]
    assert not any(fragment.charFormat().isImageFormat() for fragment in fragments)
    assert text.link_at(place_of(text, "a cat")) == "http://example.org/cat.png"
    assert text.link_at(place_of(text, "passwd")) == ""


def test_a_click_on_a_link_asks_and_a_selection_over_it_does_not(qtbot: QtBot, show: Show) -> None:
    text = show(ANSWER)
    asked: list[str] = []
    text.link_activated.connect(asked.append)
    place = place_of(text, "a link")
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == ["https://example.org/where"]
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place_of(text, "Report"))
    qtbot.mousePress(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseMove(text.viewport(), place + QPoint(-30, 0))
    qtbot.mouseMove(text.viewport(), place + QPoint(-60, 0))
    qtbot.mouseRelease(text.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(-60, 0))
    assert len(asked) == 1


def test_enter_on_a_link_asks_too(qtbot: QtBot, show: Show) -> None:
    text = show(ANSWER)
    asked: list[str] = []
    text.link_activated.connect(asked.append)
    cursor = text.document().find("a link")
    cursor.setPosition(cursor.selectionStart() + 2)
    text.setTextCursor(cursor)
    qtbot.keyClick(text, Qt.Key.Key_Return)
    assert asked == ["https://example.org/where"]


def test_the_question_shows_the_address_and_opens_it_only_on_yes(
    qtbot: QtBot, empty: FormattedText, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    for press, wanted in (("Cancel", []), ("Copy address", []), ("Open", ["https://example.org/ä"])):
        box = ask_about_link(empty, "https://example.org/ä")
        assert box is not None
        assert box.informativeText() == "https://example.org/%C3%A4"
        button = next(each for each in box.buttons() if each.text() == press)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert opened == wanted
    assert QGuiApplication.clipboard().text() == "https://example.org/%C3%A4"
    assert ask_about_link(empty, "file:///etc/passwd") is None
    assert ask_about_link(empty, "javascript:alert(1)") is None


def test_the_copy_key_puts_every_form_on_the_clipboard(qtbot: QtBot, show: Show) -> None:
    text = show(ANSWER)
    text.selectAll()
    qtbot.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert copied(MARKDOWN) == ANSWER
    assert copied(TSV) == "Item\tPrice\nMilk\t2.50"
    assert "<h1>Report</h1>" in QGuiApplication.clipboard().mimeData().html()
    plain = QGuiApplication.clipboard().text()
    assert plain.startswith(
        "Report\n\nTwo bold words and a link.\n\nItem\tPrice\nMilk\t2.50\n\ndef f():\n    return 1"
    )
    assert plain.endswith("•\tone\n•\ttwo")


def test_a_part_of_a_paragraph_is_copied_as_what_can_be_read(qtbot: QtBot, show: Show) -> None:
    text = show("Some **bold** 2 * 3 words.\n\nNext one.\n")
    select(text, "bold", "words")
    qtbot.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "bold 2 * 3 words"
    assert copied(MARKDOWN).strip() == "bold 2 \\* 3 words"
    select(text, "words", "Next one.")
    assert text.selected_markdown() == "words\\.\n\nNext one.\n"


def test_the_button_of_a_listing_copies_all_of_it_also_when_it_came_in_parts(
    qtbot: QtBot, show: Show
) -> None:
    code = "".join(f"line_{n} = {n}\n" for n in range(400))
    text = show(f"```python\n{code}```\n")
    assert len(text.blocks) > 2
    (button,) = text.snippet_buttons
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == code.removesuffix("\n")
    assert copied(MARKDOWN).startswith("```python\nline_0 = 0")
    assert text.text() == code.removesuffix("\n")


def test_the_button_of_a_table_copies_all_of_it_for_a_spreadsheet(qtbot: QtBot, show: Show) -> None:
    source = "| n | v |\n|---|---|\n" + "".join(f"| {n} | value {n} |\n" for n in range(200))
    text = show(source)
    assert len(text.blocks) > 1
    (button,) = text.snippet_buttons
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert copied(TSV).splitlines()[0] == "n\tv"
    assert copied(TSV).splitlines()[-1] == "199\tvalue 199"
    assert len(copied(TSV).splitlines()) == 201
    assert copied(MARKDOWN) == source


def test_buttons_stand_with_what_they_copy_also_in_a_narrower_window(qtbot: QtBot, show: Show) -> None:
    text = show("words that will wrap " * 12 + "\n\n" + ANSWER)
    table, listing = text.snippet_buttons
    assert table.accessibleName() == "Copy this table"
    assert listing.accessibleName() == "Copy this code"
    for width in (600, 320):
        text.resize(width, text.height())
        QApplication.processEvents()
        milk = text.cursorRect(text.document().find("Milk"))
        code = text.cursorRect(text.document().find("def"))
        assert 0 < milk.top() - table.geometry().center().y() < 60
        assert 0 < code.top() - listing.geometry().center().y() < 40
        assert listing.geometry().right() <= text.viewport().width()


def test_hovering_says_what_is_behind_a_link_and_a_formula(show: Show) -> None:
    text = show('See [a link](https://example.org/where "why") and $\\frac{a}{b}$ here')
    assert text._format_at(place_of(text, "a link")).toolTip() == "why\nhttps://example.org/where"
    assert text._format_at(place_of(text, "a/b")).toolTip() == "$\\frac{a}{b}$"
    assert text._format_at(place_of(text, "here")).toolTip() == ""


def test_another_theme_shows_the_same_text_in_its_colours(qtbot: QtBot, theme: Theme, show: Show) -> None:
    theme.set_mode("light")
    text = show(ANSWER)
    before = text.text()
    light = text.document().find("link").charFormat().foreground().color()
    height = text.height()
    lowest: list[int] = []
    text.height_changed.connect(lambda: lowest.append(text.height()))
    theme.set_mode("dark")
    qtbot.waitUntil(lambda: text.is_laid_out)
    assert text.text() == before
    # What stands below must not jump.
    assert min([height, *lowest]) == height == text.height()
    assert text.document().find("link").charFormat().foreground().color() != light
    theme.set_mode("system")
