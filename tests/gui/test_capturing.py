"""Capturing a region: with the mouse, with the keyboard, again, later, from a second start; and giving up."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bootstrap import App, StartOptions, own_version
from app.capture.chain import CaptureChain
from app.capture.handler import Done, Failed
from app.capture.screens import Shot, layout_of
from app.paths import instance_path
from app.single_instance import StartRequest, hand_over
from app.views.screen_curtain import ScreenCurtain, ScreenPicture
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk


class PaintedScreen:
    """Stands in for the desktop: its one screen with a red mark, at any number of pixels."""

    name = "painted"

    def __init__(self, ratio: float = 1.0, refuses: str = "") -> None:
        self.ratio = ratio
        self.refuses = refuses
        self.taken = 0

    def is_compatible(self) -> bool:
        return True

    def is_installed(self) -> bool:
        return True

    def what_to_install(self) -> str:
        return ""

    def take(self, done: Done, failed: Failed) -> None:
        self.taken += 1
        if self.refuses:
            failed(self.refuses)
            return
        screen = QApplication.primaryScreen()
        size = screen.geometry().size() * self.ratio
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.fillRect(QRectF(100 * self.ratio, 80 * self.ratio, 60 * self.ratio, 40 * self.ratio), "red")
        painter.end()
        done((Shot(layout_of(screen), image),))


def capture_from(app: App, screen: PaintedScreen) -> None:
    """Let the app see that screen, without waiting for windows to fade or seconds to pass."""
    app.capture._new_chain = lambda: CaptureChain([screen])
    app.capture._settle_ms = 0
    app.capture._second_ms = 1


@pytest.fixture
def screen() -> PaintedScreen:
    return PaintedScreen(2.0)


@pytest.fixture
def capturing(desk: Desk, screen: PaintedScreen) -> Desk:
    capture_from(desk.app, screen)
    return desk


def curtain_of(desk: Desk) -> ScreenCurtain:
    desk.until(lambda: bool(desk.app.capturing.curtains.curtains))
    return desk.app.capturing.curtains.curtains[0]


def drag(
    qtbot: QtBot,
    curtain: ScreenCurtain,
    start: tuple[int, int],
    end: tuple[int, int],
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(curtain, left, modifier, QPoint(*start))
    qtbot.mouseMove(curtain, QPoint(*end))
    qtbot.mouseRelease(curtain, left, modifier, QPoint(*end))


def last_picture(desk: Desk) -> QImage:
    """What was stored of the picture that was sent last."""
    attachment = next(m for m in reversed(desk.messages()) if m.role == "user").attachments[-1]
    image = QImage()
    image.loadFromData(desk.app.images.read(attachment.sha256))
    return image


def test_a_region_drawn_with_the_mouse_is_read_in_its_own_pixels(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    desk.window.menus.capture.trigger()
    curtain = curtain_of(desk)
    assert not desk.window.isVisible()
    drag(qtbot, curtain, (100, 80), (160, 120))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.window.isVisible()
    image = last_picture(desk)
    assert image.size().toTuple() == (120, 80)
    assert {image.pixelColor(x, y).name() for x in (0, 119) for y in (0, 79)} == {"#ff0000"}
    assert desk.messages()[0].attachments[0].name == "Screen region"


def test_on_a_mac_the_curtain_covers_the_screen_without_a_space_of_its_own(
    capturing: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.views.screen_curtain.sys", SimpleNamespace(platform="darwin"))
    capturing.window.menus.capture.trigger()
    curtain = curtain_of(capturing)
    assert not curtain.isFullScreen()
    assert curtain.geometry() == curtain.screen().geometry()
    qtbot.keyClick(curtain, Qt.Key.Key_Escape)


def test_the_window_comes_forward_while_the_curtain_still_has_the_keyboard(
    capturing: Desk, qtbot: QtBot
) -> None:
    desk = capturing
    desk.window.menus.capture.trigger()
    curtain = curtain_of(desk)
    seen: list[bool] = []
    desk.app.capture.captured.connect(lambda _image: seen.append(curtain.isVisible()))
    drag(qtbot, curtain, (100, 80), (160, 120))
    assert seen == [True]
    assert not curtain.isVisible()
    desk.until(lambda: len(desk.messages()) == 2)


def test_escape_and_the_right_button_bring_the_window_back_and_read_nothing(
    capturing: Desk, qtbot: QtBot
) -> None:
    desk = capturing
    give_up: tuple[Callable[[ScreenCurtain], None], ...] = (
        lambda curtain: qtbot.keyClick(curtain, Qt.Key.Key_Escape),
        lambda curtain: qtbot.mouseClick(curtain, Qt.MouseButton.RightButton),
        lambda curtain: curtain.close() and None,
    )
    for gesture in give_up:
        desk.window.menus.capture.trigger()
        gesture(curtain_of(desk))
        desk.until(lambda: not desk.app.capture.is_busy)
        assert desk.window.isVisible()
        assert not desk.app.capturing.curtains.curtains
    assert not desk.messages()


def test_the_curtain_keeps_the_whole_right_click_from_what_lies_below(capturing: Desk, qtbot: QtBot) -> None:
    capturing.window.menus.capture.trigger()
    curtain = curtain_of(capturing)
    qtbot.mousePress(curtain, Qt.MouseButton.RightButton)
    assert curtain.isVisible()
    qtbot.mouseRelease(curtain, Qt.MouseButton.RightButton)
    capturing.until(lambda: not capturing.app.capture.is_busy)


def test_a_region_can_be_chosen_and_adjusted_with_the_keyboard_alone(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    desk.window.menus.capture.trigger()
    curtain = curtain_of(desk)
    qtbot.keyClick(curtain, Qt.Key.Key_Right)
    begun = curtain.region
    assert begun.center().x() == pytest.approx(curtain.width() / 2)
    qtbot.keyClick(curtain, Qt.Key.Key_Right)
    qtbot.keyClick(curtain, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert curtain.region == begun.translated(1, -10)
    qtbot.keyClick(curtain, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert curtain.region.width() == begun.width() + 1
    for _ in range(200):
        qtbot.keyClick(curtain, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert curtain.region.left() == 0
    wanted = curtain.region
    qtbot.keyClick(curtain, Qt.Key.Key_Return)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert last_picture(desk).width() == wanted.width() * 2


def test_enter_alone_takes_the_whole_screen(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    desk.window.menus.capture.trigger()
    qtbot.keyClick(curtain_of(desk), Qt.Key.Key_Return)
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert last_picture(desk).size() == QApplication.primaryScreen().geometry().size() * 2


def test_with_shift_a_region_stays_to_be_adjusted_and_its_size_is_named(
    capturing: Desk, qtbot: QtBot
) -> None:
    desk = capturing
    desk.window.menus.capture.trigger()
    curtain = curtain_of(desk)
    drag(qtbot, curtain, (10, 10), (60, 40), Qt.KeyboardModifier.ShiftModifier)
    assert desk.app.capture.is_busy
    assert curtain.size_words() == "100 × 60"
    qtbot.keyClick(curtain, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert curtain.size_words() == "100 × 62"
    qtbot.keyClick(curtain, Qt.Key.Key_Escape)


def test_a_click_is_no_region(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    desk.window.menus.capture.trigger()
    curtain = curtain_of(desk)
    drag(qtbot, curtain, (50, 50), (51, 51))
    assert desk.app.capture.is_busy
    assert curtain.region.isEmpty()
    qtbot.keyClick(curtain, Qt.Key.Key_Escape)


def test_the_same_region_is_taken_again_without_asking_also_after_a_restart(
    open_desk: OpenDesk, qtbot: QtBot, screen: PaintedScreen
) -> None:
    first = open_desk()
    first.until_ready()
    capture_from(first.app, screen)
    first.window.menus.capture.trigger()
    drag(qtbot, curtain_of(first), (100, 80), (160, 120))
    first.until(lambda: len(first.messages()) == 2)
    first.until_idle()
    first.close()
    again = open_desk()
    again.until_ready()
    capture_from(again.app, screen)
    again.window.menus.capture_again.trigger()
    again.until(lambda: len(again.messages()) == 4)
    again.until_idle()
    assert screen.taken == 2
    assert last_picture(again).size().toTuple() == (120, 80)


def test_without_a_region_to_repeat_one_is_asked_for(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    desk.window.menus.capture_again.trigger()
    qtbot.keyClick(curtain_of(desk), Qt.Key.Key_Escape)
    assert not desk.app.settings.settings.capture_region


def test_a_delayed_capture_counts_down_before_the_window_steps_aside(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    counted: list[int] = []
    desk.app.capture.counted_down.connect(counted.append)
    desk.window.menus.capture_later[3].trigger()
    assert desk.window.isVisible()
    curtain = curtain_of(desk)
    assert counted == [3, 2, 1]
    assert not desk.window.isVisible()
    qtbot.keyClick(curtain, Qt.Key.Key_Escape)


def test_what_the_desktop_refuses_is_said_in_the_window(desk: Desk) -> None:
    capture_from(desk.app, PaintedScreen(refuses="no"))
    desk.window.menus.capture.trigger()
    desk.until(lambda: not desk.app.capture.is_busy)
    assert desk.window.isVisible()
    assert "desktop's own tool" in desk.window.notices.sentences()[-1]


def test_a_typed_question_is_asked_about_the_region(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    desk.type("What is this?")
    desk.window.menus.capture.trigger()
    drag(qtbot, curtain_of(desk), (100, 80), (160, 120))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert desk.messages()[0].text == "What is this?"


def test_a_second_start_with_capture_captures_in_the_first(capturing: Desk, qtbot: QtBot) -> None:
    desk = capturing
    desk.window.showMinimized()
    assert hand_over(instance_path(), StartRequest(captures=True), own_version())
    qtbot.keyClick(curtain_of(desk), Qt.Key.Key_Escape)
    desk.until(lambda: not desk.app.capture.is_busy)
    assert desk.window.isMinimized()


def test_a_start_with_capture_captures_at_once(
    open_desk: OpenDesk, qtbot: QtBot, screen: PaintedScreen
) -> None:
    desk = open_desk(options=StartOptions(captures=True))
    capture_from(desk.app, screen)
    qtbot.keyClick(curtain_of(desk), Qt.Key.Key_Escape)


def test_closing_the_window_ends_a_capture(capturing: Desk) -> None:
    desk = capturing
    desk.window.menus.capture.trigger()
    curtain_of(desk)
    desk.app.close()
    desk.until(lambda: desk.closed)
    assert not desk.app.capturing.curtains.curtains


def test_the_keyboard_is_on_the_screen_under_the_pointer_and_goes_on_by_tab(
    qapp: QApplication, qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    curtains = desk.app.capturing.curtains
    curtains.draw([ScreenPicture(qapp.primaryScreen(), image)] * 2)
    _first, second = curtains.curtains
    second.setGeometry(2000, 0, 400, 300)
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(2100, 100))
    assert curtains._under_pointer() is second
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(-5000, 100))
    assert curtains._under_pointer() is curtains.curtains[0]
    qtbot.keyClick(second, Qt.Key.Key_Tab)
    qtbot.waitUntil(curtains.curtains[0].isActiveWindow)
    qtbot.keyClick(curtains.curtains[0], Qt.Key.Key_Backtab)
    qtbot.waitUntil(second.isActiveWindow)
    curtains.cancel()


def test_a_screen_that_changes_its_size_under_the_curtain_ends_the_choice(
    qapp: QApplication, qtbot: QtBot, desk: Desk
) -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    curtains = desk.app.capturing.curtains
    curtains.draw([ScreenPicture(qapp.primaryScreen(), image)])
    with qtbot.waitSignal(curtains.cancelled):
        qapp.primaryScreen().geometryChanged.emit(QRect(0, 0, 640, 360))
    assert not curtains.curtains


def test_a_curtain_that_is_a_pixel_smaller_than_its_screen_takes_all_of_it(
    qapp: QApplication, qtbot: QtBot, desk: Desk
) -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    curtains = desk.app.capturing.curtains
    curtains.draw([ScreenPicture(qapp.primaryScreen(), image)])
    whole = qapp.primaryScreen().geometry().size()
    curtains.curtains[0].resize(whole.width() - 1, whole.height() - 1)
    chosen: list[QRectF] = []
    curtains.chosen.connect(lambda _index, region: chosen.append(region))
    qtbot.keyClick(curtains.curtains[0], Qt.Key.Key_Return)
    assert chosen == [QRectF(0, 0, whole.width(), whole.height())]


def test_only_the_screen_that_is_used_keeps_its_region(qapp: QApplication, qtbot: QtBot, desk: Desk) -> None:
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    curtains = desk.app.capturing.curtains
    curtains.draw([ScreenPicture(qapp.primaryScreen(), image)] * 2)
    first, second = curtains.curtains
    drag(qtbot, first, (10, 10), (60, 60), Qt.KeyboardModifier.ShiftModifier)
    drag(qtbot, second, (20, 20), (80, 80), Qt.KeyboardModifier.ShiftModifier)
    assert first.region.isEmpty()
    assert not second.region.isEmpty()
    chosen: list[int] = []
    curtains.chosen.connect(lambda index, _region: chosen.append(index))
    qtbot.keyClick(second, Qt.Key.Key_Return)
    assert chosen == [1]
