"""The composer: typing, sending, input methods, pasting, chips."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, QRect, Qt, QUrl
from PySide6.QtGui import QImage, QInputMethodEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.views.composer_text import MOST_LINES, ComposerText
from app.views.message_gallery import MessageGallery
from tests.helpers.desk import Desk, files_as_mime, picture_file, plain_png
from tests.helpers.fake_engine import Gate, Say


@pytest.fixture
def field(qtbot: QtBot) -> ComposerText:
    text = ComposerText()
    qtbot.addWidget(text)
    text.show()
    return text


class PaintWatch(QObject):
    """Keeps the rectangles that a widget is asked to paint."""

    def __init__(self, painted: list[QRect]) -> None:
        super().__init__()
        self._painted = painted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self._painted.append(event.rect())
        return False


def paste(desk: Desk, mime: QMimeData) -> None:
    """Put `mime` on the clipboard and press Ctrl+V in the composer."""
    desk.app.qt.clipboard().setMimeData(mime)
    desk.qtbot.keyClick(desk.window.composer.focusProxy(), Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def compose(field: ComposerText, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(field, event)


def test_enter_sends_and_shift_enter_starts_a_new_line(field: ComposerText, qtbot: QtBot) -> None:
    sent: list[str] = []
    field.submitted.connect(lambda: sent.append(field.toPlainText()))
    qtbot.keyClicks(field, "one")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(field, "two")
    assert sent == []
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert sent == ["one\ntwo", "one\ntwo"]


def test_enter_while_an_input_method_composes_does_not_send(field: ComposerText, qtbot: QtBot) -> None:
    sent: list[str] = []
    field.submitted.connect(lambda: sent.append(field.toPlainText()))
    compose(field, "よみ")
    assert field.is_composing
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert sent == []
    compose(field, "", commit="読み")
    assert not field.is_composing
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert sent == ["読み"]


def test_the_field_grows_with_its_text_and_then_scrolls(field: ComposerText) -> None:
    heights = []
    for lines in (1, 3, MOST_LINES, MOST_LINES + 20):
        field.setPlainText("\n".join("x" for _ in range(lines)))
        heights.append(field.height())
    assert heights[0] < heights[1] < heights[2] == heights[3]
    assert field.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded


def test_a_hint_that_takes_the_place_of_another_is_painted(field: ComposerText, qtbot: QtBot) -> None:
    field.set_hint("Drop a picture")
    before = field.grab().toImage()
    painted: list[QRect] = []
    watch = PaintWatch(painted)
    field.viewport().installEventFilter(watch)
    qtbot.waitUntil(field.isVisible)
    QApplication.processEvents()
    painted.clear()
    field.set_hint("Ask about the pictures")
    qtbot.waitUntil(lambda: field.viewport().rect() in painted)
    assert field.grab().toImage() != before


def test_nothing_to_send_means_a_button_that_cannot_be_pressed(desk: Desk, tmp_path: Path) -> None:
    button = desk.window.composer.send_button
    assert not button.isEnabled()
    desk.type("   ")
    assert not button.isEnabled()
    desk.type("why")
    assert button.isEnabled()
    assert button.text() == "Ask"
    desk.window.composer.clear_text()
    desk.app.intake.add_paths([str(picture_file(tmp_path))])
    desk.until(lambda: len(desk.window.composer.chips) == 1)
    assert button.isEnabled()
    assert button.text() == "Read"


def test_a_question_without_any_picture_stays_typed_and_says_why(desk: Desk) -> None:
    desk.type("What is this?")
    desk.press_enter()
    assert desk.messages() == ()
    assert desk.window.composer.text == "What is this?"
    assert "no picture to ask about" in desk.window.notices.sentences()[0]


def test_a_broken_file_becomes_a_chip_with_the_reason_and_is_never_sent(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    desk.drop(broken)
    desk.until(lambda: len(desk.window.composer.chips) == 1)
    desk.until_idle()
    chip = desk.window.composer.chips[0]
    assert chip.accessibleName().startswith("broken.png: ")
    assert not desk.window.composer.send_button.isEnabled()
    assert desk.messages() == ()
    assert desk.engine.requests == []


def test_a_broken_file_among_good_ones_stays_as_a_chip_while_the_others_are_read(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    desk.drop(picture_file(tmp_path, "good.png"), broken)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert [a.name for a in desk.messages()[0].attachments] == ["good.png"]
    assert len(desk.engine.requests[0].turns[0].images) == 1
    assert [chip.accessibleName().split(":")[0] for chip in desk.window.composer.chips] == ["broken.png"]
    qtbot.mouseClick(desk.window.composer.chips[0].remove_button, Qt.MouseButton.LeftButton)
    assert desk.window.composer.chips == ()


def test_a_broken_file_that_was_told_goes_with_the_next_picture(desk: Desk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    desk.drop(picture_file(tmp_path, "good.png"), broken)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    desk.read(picture_file(tmp_path, "next.png"))
    assert desk.window.composer.chips == ()


def test_a_chip_is_removed_by_its_button_and_by_the_delete_key(
    desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    desk.app.intake.add_paths([str(picture_file(tmp_path, "a.png")), str(picture_file(tmp_path, "b.png"))])
    desk.until(lambda: len(desk.window.composer.chips) == 2)
    qtbot.mouseClick(desk.window.composer.chips[0].remove_button, Qt.MouseButton.LeftButton)
    assert [a.name for a in desk.app.intake.attachments] == ["b.png"]
    qtbot.keyClick(desk.window.composer.chips[0], Qt.Key.Key_Delete)
    assert desk.app.intake.attachments == ()
    assert desk.window.composer.chips == ()


def test_a_pasted_picture_is_read(desk: Desk) -> None:
    mime = QMimeData()
    mime.setImageData(QImage.fromData(plain_png()))
    paste(desk, mime)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].attachments[0].width_px == 24


def test_a_pasted_file_is_read(desk: Desk, tmp_path: Path) -> None:
    paste(desk, files_as_mime(picture_file(tmp_path)))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].attachments[0].name == "note.png"


def test_a_picture_pasted_into_a_question_waits_for_enter(desk: Desk, tmp_path: Path) -> None:
    desk.type("What is the total?")
    paste(desk, files_as_mime(picture_file(tmp_path)))
    desk.until(lambda: len(desk.window.composer.chips) == 1)
    desk.until_idle()
    assert desk.messages() == ()
    desk.press_enter()
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].text == "What is the total?"


def test_pasted_text_is_typed(desk: Desk) -> None:
    mime = QMimeData()
    mime.setText("How much?")
    paste(desk, mime)
    assert desk.window.composer.text == "How much?"


def test_an_empty_clipboard_is_said_from_the_menu(desk: Desk) -> None:
    desk.app.qt.clipboard().setMimeData(QMimeData())
    desk.window.menus.paste.trigger()
    assert desk.window.notices.sentences() == ("There is no picture to paste; copy one first.",)


def test_the_menu_pastes_wherever_the_keyboard_is(desk: Desk) -> None:
    mime = QMimeData()
    mime.setText("How much?")
    desk.app.qt.clipboard().setMimeData(mime)
    desk.window.sidebar.list_view.setFocus()
    desk.window.menus.paste.trigger()
    assert desk.window.composer.text == "How much?"


def test_a_picture_dragged_from_a_browser_is_read_from_what_it_carries(desk: Desk) -> None:
    mime = QMimeData()
    encoded = base64.b64encode(plain_png("blue")).decode("ascii")
    mime.setHtml(f'<img alt="x" src="data:image/png;base64,{encoded}">')
    desk.drag_enter(mime)
    desk.drop_mime(mime)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()


def test_a_dropped_link_is_refused_with_the_reason_and_nothing_is_fetched(desk: Desk) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/cat.png")])
    desk.drag_enter(mime)
    desk.drop_mime(mime)
    assert "never goes online" in desk.window.notices.sentences()[0]
    assert desk.app.intake.attachments == ()


def test_dropped_words_are_typed(desk: Desk) -> None:
    mime = QMimeData()
    mime.setText("Who wrote this?")
    desk.drag_enter(mime)
    desk.drop_mime(mime)
    assert desk.window.composer.text == "Who wrote this?"


def test_a_dropped_picture_with_a_question_typed_is_asked_about(desk: Desk, tmp_path: Path) -> None:
    desk.type("What is the total?")
    desk.drop(picture_file(tmp_path))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].text == "What is the total?"
    assert desk.window.composer.text == ""
    assert str(desk.engine.requests[-1].task) == "ask"


def test_the_paper_clip_only_adds(desk: Desk, tmp_path: Path) -> None:
    desk.window.paths_attached.emit(
        [str(picture_file(tmp_path, "a.png")), str(picture_file(tmp_path, "b.png"))]
    )
    desk.until(lambda: len(desk.window.composer.chips) == 2)
    desk.until_idle()
    assert desk.messages() == ()
    desk.press_enter()
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert [a.name for a in desk.messages()[0].attachments] == ["a.png", "b.png"]


def test_every_page_of_a_tiff_is_a_chip_of_its_own(desk: Desk, tmp_path: Path) -> None:
    pages = [Image.new("L", (40, 30), shade) for shade in (20, 120, 220)]
    pages[0].save(tmp_path / "scan.tiff", save_all=True, append_images=pages[1:])
    desk.window.paths_attached.emit([str(tmp_path / "scan.tiff")])
    desk.until(lambda: len(desk.window.composer.chips) == 3)
    desk.until_idle()
    assert "page 2 of 3" in desk.window.composer.chips[1].facts


def test_a_second_question_while_one_is_answered_waits_its_turn(desk: Desk, tmp_path: Path) -> None:
    gate = Gate()
    desk.engine.script(Say("First."), gate)
    desk.drop(picture_file(tmp_path))
    desk.stand_at(gate, lambda: desk.has_answer() and desk.answer().shown_text == "First.")
    desk.engine.script(Say("Second."))
    desk.type("And then?")
    desk.press_enter()
    desk.until(lambda: len(desk.messages()) == 4)
    assert desk.answer_badge() == "Waiting"
    gate.open()
    desk.until_idle()
    assert [desk.answer(i).shown_text for i in (0, 1)] == ["First.", "Second."]


def test_the_drop_overlay_says_what_a_drop_will_do_and_goes_with_the_drag(desk: Desk, tmp_path: Path) -> None:
    mime = files_as_mime(picture_file(tmp_path))
    assert desk.drag_enter(mime).isAccepted()
    overlay = desk.window.drop_overlay
    assert overlay.isVisible()
    assert overlay.geometry() == desk.window.rect()
    assert overlay.sentence == "Drop to read it"
    desk.window.hide_drop()
    desk.type("Why?")
    desk.drag_enter(mime)
    assert overlay.sentence == "Drop to ask about it"
    desk.drop_mime(QMimeData())
    assert not overlay.isVisible()


def test_a_drag_is_taken_wherever_in_the_window_it_is(desk: Desk, tmp_path: Path) -> None:
    desk.window.resize(1300, 800)
    desk.until(lambda: desk.window.panel.rate_chart is not None)
    desk.read(picture_file(tmp_path))
    places = [
        widget
        for widget in desk.window.findChildren(QWidget)
        if widget.isVisible() and not widget.isWindow() and widget is not desk.window.drop_overlay
    ]
    # Pictures that were sent take another one in their place, and say so.
    galleries = desk.window.findChildren(MessageGallery)
    assert len(galleries) == 1
    places = [each for each in places if each not in galleries and not galleries[0].isAncestorOf(each)]
    assert len(places) > 60
    for place in places:
        desk.window.hide_drop()
        event = desk.drag_enter(files_as_mime(picture_file(tmp_path)), place)
        assert event.isAccepted(), place
        assert desk.window.drop_overlay.isVisible(), place


def test_many_chips_scroll_instead_of_pushing_the_messages_out(desk: Desk, tmp_path: Path) -> None:
    heights = []
    for first in (0, 16):
        paths = [str(picture_file(tmp_path, f"{i}.png")) for i in range(first, first + 16)]
        desk.window.paths_attached.emit(paths)
        desk.until(lambda first=first: len(desk.window.composer.chips) == first + 16)
        desk.until_idle()
        heights.append(desk.window.composer.height())
    assert heights[0] == heights[1]
    assert desk.window.empty.height() > 150


def test_the_file_dialog_offers_the_accepted_suffixes(desk: Desk) -> None:
    dialog = desk.window.choose_pictures((".png", ".tiff"))
    assert dialog.nameFilters()[0] == "Pictures (*.png *.tiff)"
    dialog.close()


def test_a_byte_array_as_an_image_format_is_taken(desk: Desk) -> None:
    mime = QMimeData()
    mime.setData("image/png", QByteArray(plain_png("green")))
    paste(desk, mime)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()


def test_a_row_of_chips_that_begins_is_in_sight_at_once(desk: Desk, tmp_path: Path) -> None:
    desk.until_ready()
    desk.window.show()
    for number in range(1, 5):
        desk.app.intake.add_paths([str(picture_file(tmp_path, f"{number}.png"))])
        desk.until(lambda: not desk.app.intake.is_reading)
        QApplication.processEvents()
        last = desk.window.composer.chips[-1]
        assert len(desk.window.composer.chips) == number
        assert last.visibleRegion().boundingRect() == last.rect()
