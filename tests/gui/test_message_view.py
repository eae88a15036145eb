"""The column of messages: following the end, many messages, pictures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import Attachment, Message, MessageRole, MessageState
from app.views.assistant_message import AssistantMessageWidget
from app.views.first_sight import MOST as FIRST
from app.views.message_flash import MessageFlash
from app.views.message_view import WINDOW, MessageView
from app.views.pictures import Pictures, rounded
from app.views.theme import Theme
from app.views.thumbnail import ThumbnailWidget
from app.views.tokens import SPACE_24
from app.views.user_message import UserMessageWidget
from tests.helpers.desk import plain_png

"""For thirty widgets on a machine that has other work."""


def attachment(name: str = "a.png", sha256: str = "0" * 64) -> Attachment:
    return Attachment("id-" + name, sha256, name, "png", 640, 480, 1000)


def question(text: str = "Why?", *attachments: Attachment, message_id: str = "q") -> Message:
    return Message(message_id, "c", MessageRole.USER, text, attachments=attachments)


def answer(text: str = "", state: MessageState = MessageState.COMPLETE, message_id: str = "a") -> Message:
    return Message(message_id, "c", MessageRole.ASSISTANT, text, state)


def at_end(view: MessageView) -> bool:
    return view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_the_end_stays_in_sight_while_text_streams(view: MessageView, qtbot: QtBot) -> None:
    view.set_messages((question(), answer(state=MessageState.STREAMING)))
    for _ in range(200):
        view.append_text("a", "another line of text\n")
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 1000)
    qtbot.waitUntil(lambda: at_end(view))
    assert view.is_following


def test_a_reader_who_scrolled_up_is_left_alone(view: MessageView, qtbot: QtBot) -> None:
    view.set_messages((question(), answer("line\n" * 200, MessageState.STREAMING)))
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 1000 and at_end(view))
    view.verticalScrollBar().setValue(100)
    assert not view.is_following
    view.append_text("a", "more\n" * 100)
    top = view.verticalScrollBar().maximum()
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() >= top)
    view.update_message(answer("line\n" * 200 + "more\n" * 100))
    assert view.verticalScrollBar().value() == 100
    assert view.to_end_button.isVisible()


def test_the_button_goes_to_the_end_and_follows_again(view: MessageView, qtbot: QtBot) -> None:
    view.set_messages((question(), answer("line\n" * 200)))
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 1000 and at_end(view))
    view.verticalScrollBar().setValue(0)
    qtbot.mouseClick(view.to_end_button, Qt.MouseButton.LeftButton)
    assert view.is_following
    assert at_end(view)
    assert not view.to_end_button.isVisible()


def test_the_words_that_are_being_selected_stay_under_the_pointer_while_an_answer_comes(
    view: MessageView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.set_messages((question("one\n" * 40), answer("a line\n" * 40, state=MessageState.STREAMING)))
    qtbot.waitUntil(lambda: not view.is_growing and at_end(view))
    bar = view.verticalScrollBar()
    held = {"buttons": Qt.MouseButton.LeftButton}
    monkeypatch.setattr(QApplication, "mouseButtons", staticmethod(lambda: held["buttons"]))
    before = bar.value(), bar.maximum()
    view.append_text("a", "more\n" * 30)
    qtbot.waitUntil(lambda: bar.maximum() > before[1])
    assert bar.value() == before[0]
    held["buttons"] = Qt.MouseButton.NoButton
    view.append_text("a", "and more\n" * 30)
    qtbot.waitUntil(lambda: at_end(view))


def test_a_long_conversation_gets_widgets_for_its_end_only_and_the_rest_when_asked(
    view: MessageView, qtbot: QtBot
) -> None:
    messages = tuple(question(f"question {i}", message_id=f"m{i}") for i in range(100))
    view.set_messages(messages)
    assert view.message_count == 100
    assert len(view.widgets_in_order()) <= FIRST
    qtbot.waitUntil(lambda: not view.is_growing)
    assert len(view.findChildren(UserMessageWidget)) == WINDOW
    assert view.more_button.text() == f"Show earlier messages ({100 - WINDOW})"
    qtbot.waitUntil(lambda: at_end(view) and view.verticalScrollBar().maximum() > 0)
    # Whoever comes near the upper end finds more there, and stays where they were.
    view.verticalScrollBar().setValue(40)
    first = view.widget_of(f"m{100 - WINDOW}")
    assert first is not None
    before = first.mapTo(view.viewport(), first.rect().topLeft()).y()
    qtbot.waitUntil(lambda: not view.is_growing)
    assert len(view.findChildren(UserMessageWidget)) == 2 * WINDOW
    qtbot.waitUntil(lambda: first.mapTo(view.viewport(), first.rect().topLeft()).y() == before)
    for _ in range(2):
        view.more_button.click()
        qtbot.waitUntil(lambda: not view.is_growing)
    assert len(view.findChildren(UserMessageWidget)) == 100
    assert not view.more_button.isVisible()
    texts = [widget.message.text for widget in view.widgets_in_order()]
    assert texts == [f"question {i}" for i in range(100)]


def rows_with_widgets(view: MessageView) -> list[int]:
    return [int(widget.message.id[1:]) for widget in view.widgets_in_order()]


def top_of(view: MessageView, message_id: str) -> int:
    """How far below the upper edge a message stands."""
    widget = view.widget_of(message_id)
    assert widget is not None
    return widget.mapTo(view.viewport(), widget.rect().topLeft()).y()


def test_a_message_far_away_is_revealed_without_the_widgets_between(view: MessageView, qtbot: QtBot) -> None:
    view.set_messages(tuple(question(f"question {i}\n" * 3, message_id=f"m{i}") for i in range(5_000)))
    made = view.findChildren(UserMessageWidget)
    qtbot.waitUntil(lambda: not view.is_growing)
    assert view.reveal("m2500", flashes=True)
    assert len(view.widgets_in_order()) <= FIRST
    flash = view.findChild(MessageFlash)
    assert flash is not None
    assert flash.target is view.widget_of("m2500")
    qtbot.waitUntil(lambda: not view.is_growing and top_of(view, "m2500") == 24)
    assert rows_with_widgets(view) == list(range(2500 - WINDOW // 2, 2500 + WINDOW // 2))
    assert not view.is_following
    assert len(made) <= FIRST


def test_a_message_on_screen_is_revealed_where_it_is_and_one_that_is_not_there_is_not(
    view: MessageView, qtbot: QtBot
) -> None:
    view.set_messages(tuple(question(f"question {i}\n" * 9, message_id=f"m{i}") for i in range(6)))
    qtbot.waitUntil(lambda: not view.is_growing)
    widget = view.widget_of("m2")
    assert view.reveal("m2")
    assert view.widget_of("m2") is widget
    qtbot.waitUntil(lambda: top_of(view, "m2") == 24)
    assert not view.reveal("m99")


def test_reading_on_from_the_middle_makes_later_messages_and_unmakes_those_far_above(
    view: MessageView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = WINDOW + 20
    monkeypatch.setattr("app.views.message_view.MOST", most)
    view.set_messages(tuple(question(f"question {i}", message_id=f"m{i}") for i in range(120)))
    view.reveal("m20")
    bar = view.verticalScrollBar()
    for _ in range(40):
        qtbot.waitUntil(lambda: not view.is_growing)
        if rows_with_widgets(view)[-1] == 119:
            break
        bar.setValue(bar.maximum())
    rows = rows_with_widgets(view)
    assert rows == list(range(rows[0], 120))
    assert len(rows) <= most
    assert rows[0] > 20


def test_going_to_the_end_from_the_middle_makes_the_end_only(view: MessageView, qtbot: QtBot) -> None:
    view.set_messages(tuple(question(f"question {i}", message_id=f"m{i}") for i in range(400)))
    view.reveal("m20")
    qtbot.waitUntil(lambda: not view.is_growing)
    view.to_end_button.click()
    qtbot.waitUntil(lambda: not view.is_growing and at_end(view))
    assert view.is_following
    assert rows_with_widgets(view) == list(range(400 - WINDOW, 400))


def test_a_message_that_comes_while_the_reader_is_far_away_is_gone_to(
    view: MessageView, qtbot: QtBot
) -> None:
    view.set_messages(tuple(question(f"question {i}", message_id=f"m{i}") for i in range(400)))
    view.reveal("m20")
    view.add_message(question("new", message_id="m400"))
    qtbot.waitUntil(lambda: not view.is_growing and at_end(view))
    assert rows_with_widgets(view)[-1] == 400
    assert rows_with_widgets(view)[0] > 300


def test_messages_that_are_removed_are_gone_with_or_without_a_widget(view: MessageView, qtbot: QtBot) -> None:
    view.set_messages(tuple(question(message_id=f"m{i}") for i in range(WINDOW + 5)))
    view.remove_messages(("m0", f"m{WINDOW + 4}"))
    assert view.message_count == WINDOW + 3
    view.show_earlier()
    qtbot.waitUntil(lambda: not view.is_growing)
    assert [widget.message.id for widget in view.widgets_in_order()] == [
        f"m{i}" for i in range(1, WINDOW + 4)
    ]


def test_text_that_streams_into_a_message_without_a_widget_is_there_when_it_gets_one(
    view: MessageView, qtbot: QtBot
) -> None:
    first = answer("so far", MessageState.STREAMING, "first")
    view.set_messages((first, *(question(message_id=f"m{i}") for i in range(WINDOW))))
    assert view.widget_of("first") is None
    view.append_text("first", " and more")
    view.show_earlier()
    qtbot.waitUntil(lambda: view.widget_of("first") is not None)
    widget = view.widget_of("first")
    assert isinstance(widget, AssistantMessageWidget)
    assert widget.shown_text == "so far and more"


def test_another_conversation_replaces_the_one_before(view: MessageView) -> None:
    view.set_messages((question("one"), answer("two")))
    view.set_messages((question("three", message_id="x"),))
    assert [widget.message.text for widget in view.widgets_in_order()] == ["three"]
    assert view.last_answer_id() is None


def test_an_update_that_changes_no_text_does_not_lay_it_out_again(view: MessageView) -> None:
    view.set_messages((answer("as it is", MessageState.STREAMING),))
    widget = view.widget_of("a")
    assert isinstance(widget, AssistantMessageWidget)
    changes: list[int] = []
    widget.text_widget.document().contentsChange.connect(lambda *_: changes.append(1))
    view.update_message(answer("as it is"))
    assert changes == []
    assert widget.badge == "Complete"


def test_a_thumbnail_shows_the_picture_and_opens_it(view: MessageView, qtbot: QtBot) -> None:
    sent = attachment()
    view.set_messages((question("", sent),))
    thumbnail = view.findChildren(ThumbnailWidget)[0]
    qtbot.waitUntil(lambda: thumbnail.has_picture)
    assert thumbnail.accessibleName() == "Picture a.png, 640×480; open it large"
    pixel = thumbnail.grab().toImage().pixelColor(thumbnail.width() // 2, thumbnail.height() // 2)
    assert pixel == QColor("red")
    with qtbot.waitSignal(view.picture_opened) as opened:
        qtbot.mouseClick(thumbnail, Qt.MouseButton.LeftButton)
    assert opened.args == [sent, (sent,)]


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((640, 480), (176, 132)),
        ((700, 230), (211, 69)),
        ((448, 536), (110, 132)),
        ((4000, 100), (211, 44)),
        ((100, 4000), (66, 132)),
    ],
)
def test_a_thumbnail_shows_the_whole_picture_unless_that_were_a_sliver(
    pictures: Pictures, theme: Theme, qtbot: QtBot, size: tuple[int, int], shown: tuple[int, int]
) -> None:
    thumbnail = ThumbnailWidget(Attachment("a", "0" * 64, "a.png", "png", *size, 1000), pictures, theme)
    qtbot.addWidget(thumbnail)
    assert thumbnail.iconSize().toTuple() == shown


def test_a_picture_that_is_cropped_keeps_its_top_left_corner() -> None:
    image = QImage(400, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for x in range(40):
        for y in range(40):
            image.setPixelColor(x, y, QColor("red"))
    cropped = rounded(image, QSize(40, 40), 1.0, 0, cover=True).toImage()
    assert cropped.pixelColor(20, 20) == QColor("red")


def test_a_picture_that_is_gone_from_the_store_says_so(qtbot: QtBot, theme: Theme) -> None:
    def missing(_attachment: Attachment, _side: int) -> bytes:
        raise FileNotFoundError

    pictures = Pictures(missing)
    view = MessageView(pictures, theme)
    qtbot.addWidget(view)
    view.set_messages((question("", attachment()),))
    thumbnail = view.findChildren(ThumbnailWidget)[0]
    qtbot.waitUntil(lambda: "no longer" in thumbnail.toolTip())
    assert not thumbnail.has_picture
    pictures.close()


def test_a_picture_is_made_once_however_often_it_is_shown(qtbot: QtBot) -> None:
    made: list[int] = []

    def source(_attachment: Attachment, side_px: int) -> bytes:
        made.append(side_px)
        return plain_png()

    pictures = Pictures(source)
    arrived: list[QImage] = []
    key = pictures.key_of(attachment(), 100)
    for _ in range(3):
        pictures.request(attachment(), 100)
    pictures.announcement(key).made.connect(lambda _key, image: arrived.append(image))
    qtbot.waitUntil(lambda: len(arrived) == 1)
    again = pictures.request(attachment(), 100)
    assert again is not None
    assert not again.isNull()
    assert made == [100]
    pictures.close()
    assert pictures.request(attachment(sha256="1" * 64), 100) is None


def test_a_short_question_hugs_its_words_and_a_long_one_wraps(view: MessageView, qtbot: QtBot) -> None:
    view.set_messages((question("Hi", message_id="s"), question("many words " * 60, message_id="l")))
    short, long = view.widget_of("s"), view.widget_of("l")
    assert isinstance(short, UserMessageWidget)
    assert isinstance(long, UserMessageWidget)
    qtbot.waitUntil(lambda: 300 < long.bubble_width <= long.width() and short.bubble_width < 80)
    assert long.height() > 3 * short.height()


def test_nothing_moves_sideways_when_the_scroll_bar_comes(view: MessageView, qtbot: QtBot) -> None:
    view.resize(700, 2000)
    view.set_messages((answer("one line\n" * 12),))
    widget = view.widgets_in_order()[0]
    qtbot.waitUntil(lambda: widget.width() == 652)
    assert not view.verticalScrollBar().isVisible()
    before = widget.mapTo(view, QPoint(0, 0)).x(), widget.width()
    view.resize(700, 120)
    qtbot.waitUntil(view.verticalScrollBar().isVisible)
    qtbot.waitUntil(lambda: (widget.mapTo(view, QPoint(0, 0)).x(), widget.width()) == before)


@pytest.mark.parametrize("lines", [1, 12, 60])
def test_a_screen_of_messages_is_made_at_once_and_the_rest_later(
    view: MessageView, qtbot: QtBot, lines: int
) -> None:
    view.set_messages(tuple(question("a line of it\n" * lines, message_id=f"m{i}") for i in range(200)))
    at_once = view.widgets_in_order()
    assert len(at_once) <= max(2, FIRST // lines + 1)
    qtbot.waitUntil(lambda: not view.is_growing)
    assert len(view.widgets_in_order()) == WINDOW
    height = sum(widget.height() + SPACE_24 for widget in at_once)
    assert height >= view.viewport().height() or len(at_once) == FIRST
