"""What is painted while an answer grows: only what is new, and never anything else than a fresh painting."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageRequest, MessageRole, MessageState, RequestKind
from app.views.activity import ActivityWidget
from app.views.answer_actions import AT_THE_END
from app.views.assistant_message import AssistantMessageWidget
from app.views.formatted_text import FormattedText
from app.views.icon_button import IconButton
from app.views.message_view import MessageView
from app.views.theme import Theme, ThemeMode
from tests.benchmarks.stalls import CODE, SECTION, made_of

PIECE_CHARS = 132

TEXTS = {
    "markdown": made_of(SECTION, 4_000),
    "one listing": made_of(CODE, 4_000, "```python\n"),
    "one table": made_of("| row {n} | {n} | **words** |\n", 2_500, "| a | b | c |\n|---|--:|---|\n"),
    "quotations": made_of(
        "> Quoted words of {n}, long enough to be wrapped into a second line or two.\n", 3_000
    ),
    "one paragraph": made_of("The quay was empty when ferry {n} came in. ", 4_000),
}


def begin(view: MessageView, *, formatted: bool) -> None:
    kind = RequestKind.ASK if formatted else RequestKind.READ
    question = Message("q", "c", MessageRole.USER, "Why?", request=MessageRequest(kind))
    running = Message("a", "c", MessageRole.ASSISTANT, "", MessageState.STREAMING, request=question.request)
    view.set_messages((question, running))
    # What moves by itself is another thing at each look.
    for dots in view.findChildren(ActivityWidget):
        dots.hide()
    turn()


def turn(times: int = 4) -> None:
    for _ in range(times):
        QApplication.processEvents()


def on_screen(view: MessageView) -> QImage:
    """What was painted so far."""
    shot: QPixmap = QApplication.primaryScreen().grabWindow(view.winId())
    return shot.toImage().convertToFormat(QImage.Format.Format_RGB32)


def at_rest(view: MessageView) -> QImage:
    """What is on screen once nothing more is painted: buttons of listings come a little later."""
    shown, same = on_screen(view), 0
    for _ in range(200):
        turn(1)
        now = on_screen(view)
        same = same + 1 if now == shown else 0
        shown = now
        if same == 4:
            break
    return shown


def afresh(view: MessageView) -> QImage:
    view.viewport().repaint()
    for text in view.findChildren(QWidget):
        if text.isVisible():
            text.repaint()
    return on_screen(view)


def differs(one: QImage, other: QImage) -> list[tuple[int, int]]:
    """Places at which two pictures are not the same."""
    assert one.size() == other.size()
    if one == other:
        return []
    points = ((x, y) for y in range(one.height()) for x in range(one.width()))
    return [point for point in points if one.pixel(*point) != other.pixel(*point)]


@pytest.mark.parametrize("kind", TEXTS)
def test_what_is_on_screen_while_an_answer_grows_is_what_a_fresh_painting_shows(
    view: MessageView, kind: str
) -> None:
    begin(view, formatted=True)
    text = TEXTS[kind]
    for start in range(0, len(text), PIECE_CHARS):
        view.append_text("a", text[start : start + PIECE_CHARS])
        turn()
        if start % (4 * PIECE_CHARS) == 0:
            shown = at_rest(view)
            assert differs(shown, afresh(view)) == [], f"after {start} characters"


def test_what_is_on_screen_is_right_for_a_reader_who_has_scrolled_up(
    view: MessageView, theme: Theme, qtbot: QtBot
) -> None:
    begin(view, formatted=True)
    text = TEXTS["markdown"]
    view.append_text("a", text[:2_000])
    turn()
    for start in range(2_000, len(text), PIECE_CHARS):
        view.verticalScrollBar().triggerAction(view.verticalScrollBar().SliderAction.SliderSingleStepSub)
        view.append_text("a", text[start : start + PIECE_CHARS])
        turn()
        shown = at_rest(view)
        assert differs(shown, afresh(view)) == []
    theme.set_mode(ThemeMode.DARK)
    widget = view.widget_of("a")
    assert isinstance(widget, AssistantMessageWidget)
    text_widget = widget.text_widget
    assert isinstance(text_widget, FormattedText)
    qtbot.waitUntil(lambda: text_widget.is_laid_out)
    turn(20)
    shown = at_rest(view)
    assert differs(shown, afresh(view)) == []
    view.resize(560, 400)
    turn(20)
    shown = at_rest(view)
    assert differs(shown, afresh(view)) == []
    theme.set_mode(ThemeMode.LIGHT)


class Painted(QObject):
    """How much of a widget is painted, in pixels, and how often."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.pixels = self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.times += 1
            self.pixels += event.rect().width() * event.rect().height()
        return super().eventFilter(watched, event)


@pytest.mark.parametrize("formatted", [True, False])
def test_scrolling_paints_what_comes_into_sight_and_nothing_else(view: MessageView, formatted: bool) -> None:
    begin(view, formatted=formatted)
    view.append_text("a", TEXTS["one paragraph"])
    turn(20)
    shown = view.widget_of("a")
    assert isinstance(shown, AssistantMessageWidget)
    page = view.widget()
    assert page is not None
    painted = [Painted(each) for each in (page, view, shown.text_widget.viewport())]
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() - 40)
    turn()
    page_px, view_px, text_px = (each.pixels for each in painted)
    assert text_px <= 40 * view.width()
    assert page_px <= 40 * view.width()
    # The scroll bar, and nothing behind the column.
    assert view_px <= view.height() * view.verticalScrollBar().width()


@pytest.mark.parametrize("piece", ["A line of words.\n", "| one | 1 | more |\n| two | 2 | more |\n"])
def test_what_grows_while_its_end_is_followed_is_painted_once(
    view: MessageView, qtbot: QtBot, piece: str
) -> None:
    begin(view, formatted=True)
    view.append_text("a", TEXTS["one table"])
    shown = view.widget_of("a")
    assert isinstance(shown, AssistantMessageWidget)
    assert isinstance(shown.text_widget, FormattedText)
    text, bar = shown.text_widget, view.verticalScrollBar()
    qtbot.waitUntil(lambda: text.is_laid_out and bar.value() == bar.maximum() > 500)
    turn()
    grown: list[int] = []
    text.height_changed.connect(lambda: grown.append(text.height()))
    painted = Painted(text.viewport())
    for _ in range(5):
        painted.times = 0
        grown.clear()
        view.append_text("a", piece)
        qtbot.waitUntil(lambda: bool(grown) and text.is_laid_out)
        turn()
        assert bar.value() == bar.maximum()
        assert 1 <= painted.times <= len(grown)


def test_the_buttons_of_the_end_are_made_while_the_answer_comes(view: MessageView, qtbot: QtBot) -> None:
    begin(view, formatted=True)
    view.append_text("a", "The quay was empty.")
    shown = view.widget_of("a")
    assert isinstance(shown, AssistantMessageWidget)
    made = set(shown.findChildren(IconButton))
    assert {"correct", "export", "regenerate", "delete"}.isdisjoint(shown.offers)
    qtbot.waitUntil(lambda: len(set(shown.findChildren(IconButton)) - made) == len(AT_THE_END))
    made = set(shown.findChildren(IconButton))
    turn()
    assert {"correct", "export", "regenerate", "delete"}.isdisjoint(shown.offers)
    ended = Message("a", "c", MessageRole.ASSISTANT, "The quay was empty.", request=shown.message.request)
    view.update_message(ended)
    assert {"correct", "export", "regenerate", "delete"} <= shown.offers
    assert set(shown.findChildren(IconButton)) == made
