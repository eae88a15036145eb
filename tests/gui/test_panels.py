"""The live panel, the status line, the viewer and the about box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.domain import Attachment, EngineState, MetricsSnapshot, ModelCard
from app.views.about_dialog import AboutDialog
from app.views.charts import CurveChart
from app.views.image_viewer import ImageViewerDialog
from app.views.live_panel import LivePanel, memory_parts, stage_parts
from app.views.pictures import Pictures
from app.views.stage_bar import StageBar
from app.views.status_line import StatusLine
from app.views.theme import Theme
from tests.helpers.desk import Desk, picture_file, plain_png
from tests.helpers.fake_engine import Memory, Say

CARD = ModelCard(
    "Starter",
    "/models/starter",
    "cpu",
    "fp32",
    12_500_000,
    4096,
    25_000_000,
    8_000_000,
    True,
    "Reads printed text.",
)
SNAPSHOT = MetricsSnapshot(
    running=True,
    rate_points=((0.0, 10.0), (0.5, 30.0), (1.0, 20.0)),
    memory_points=((0.0, 1e9), (1.0, 2e9)),
    memory_total_bytes=16 * 1024**3,
    first_token_stages=(("queue", 0.0), ("image_decode", 0.02), ("vision", 0.3), ("prefill", 0.1)),
    first_token_s=0.5,
    tokens=40,
    tokens_per_s=20.0,
)


@pytest.mark.parametrize(
    ("share", "device", "words"),
    [
        (0.72, "cuda", "72% of what this card can do"),
        (0.4, "cpu", "40% of what this memory can do"),
        (1.6, "cpu", "Faster than memory"),
        (0.0, "cuda", ""),
    ],
)
def test_the_panel_says_what_share_of_the_machine_a_run_used(
    panel: LivePanel, share: float, device: str, words: str
) -> None:
    done = replace(SNAPSHOT, running=False, bandwidth_share=share, device=device)
    panel.show()
    panel.show_snapshot(done)
    assert panel.gauge_text.startswith(words)
    assert bool(panel.gauge_text) == bool(words)
    panel.show_snapshot(replace(done, running=True))
    assert panel.gauge_text == ""


def test_the_panel_says_why_a_faster_way_is_not_used(panel: LivePanel) -> None:
    panel.show()
    panel.show_snapshot(replace(SNAPSHOT, backend_note="The fast step gave up."))
    assert panel.note_text == "The fast step gave up."
    panel.show_snapshot(SNAPSHOT)
    assert panel.note_text == ""


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> LivePanel:
    made = LivePanel(theme)
    qtbot.addWidget(made)
    return made


def test_the_panel_shows_the_figures_and_the_charts_of_a_snapshot(panel: LivePanel, qtbot: QtBot) -> None:
    panel.show()
    qtbot.waitUntil(lambda: panel.rate_chart is not None)
    panel.show_snapshot(SNAPSHOT)
    assert panel.figures() == ("20 tok/s", "0.50 s", "1.9 GB")
    assert panel.rate_chart is not None
    assert panel.rate_chart.points() == SNAPSHOT.rate_points
    assert panel.stage_bar.durations() == pytest.approx([0.02, 0.3, 0.1, 0.08])


def test_a_hidden_panel_only_keeps_the_figures_and_draws_them_when_shown(
    panel: LivePanel, qtbot: QtBot
) -> None:
    panel.show_snapshot(SNAPSHOT)
    assert panel.rate_chart is None
    panel.show()
    qtbot.waitUntil(lambda: panel.rate_chart is not None)
    assert panel.figures()[0] == "20 tok/s"


def test_new_figures_reuse_the_items_of_the_charts(panel: LivePanel, qtbot: QtBot) -> None:
    panel.show()
    qtbot.waitUntil(lambda: panel.rate_chart is not None)
    panel.show_snapshot(SNAPSHOT)
    assert panel.rate_chart is not None
    before = (len(panel.rate_chart.items()), len(panel.findChildren(QWidget)))
    for _ in range(20):
        panel.show_snapshot(SNAPSHOT)
    assert before == (len(panel.rate_chart.items()), len(panel.findChildren(QWidget)))


class Paints(QObject):
    """Counts how often widgets are painted."""

    def __init__(self, *widgets: QWidget) -> None:
        super().__init__()
        self.of = dict.fromkeys(widgets, 0)
        for widget in widgets:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.of[watched] += 1
        return False


def test_a_chart_is_painted_again_only_where_its_values_are_others(panel: LivePanel, qtbot: QtBot) -> None:
    panel.show()
    qtbot.waitUntil(lambda: panel.rate_chart is not None)
    panel.show_snapshot(SNAPSHOT)
    assert panel.rate_chart is not None
    curve = panel.rate_chart.viewport()
    for _ in range(5):
        QApplication.processEvents()
    paints = Paints(curve, panel.stage_bar, panel.memory_bar)
    for _ in range(20):
        panel.show_snapshot(SNAPSHOT)
        QApplication.processEvents()
    assert set(paints.of.values()) == {0}
    panel.show_snapshot(replace(SNAPSHOT, rate_points=(*SNAPSHOT.rate_points, (1.5, 25.0))))
    qtbot.waitUntil(lambda: paints.of[curve] > 0)
    assert paints.of[panel.stage_bar] == paints.of[panel.memory_bar] == 0


def test_a_bar_shows_its_parts_in_their_colours(theme: Theme, qtbot: QtBot) -> None:
    bar = StageBar(theme, 20)
    qtbot.addWidget(bar)
    bar.resize(100, 20)
    assert bar.grab().toImage().pixelColor(50, 10) == QColor(theme.tokens.window)
    assert bar.words_at(0.5) == ""
    bar.show_stages([1.0, 0.0, 3.0], ["#ff0000", "#00ff00", "#0000ff"], ["one", "none", "two"])
    parts = bar.grab().toImage()
    assert [parts.pixelColor(x, 10).name() for x in (12, 90)] == ["#ff0000", "#0000ff"]
    assert (bar.words_at(0.5), bar.words_at(3.5)) == ("one", "two")


def test_the_parts_of_the_time_to_first_token_add_up_to_it() -> None:
    parts = stage_parts(SNAPSHOT)
    assert sum(part.size for part in parts) == pytest.approx(0.5)
    assert [part.name for part in parts] == [
        "Opening the picture",
        "Looking at it",
        "Prefill",
        "First token",
    ]
    assert stage_parts(MetricsSnapshot()) == []


def test_the_parts_of_the_memory_add_up_to_what_is_in_use(panel: LivePanel, qtbot: QtBot) -> None:
    panel.show()
    panel.show_snapshot(replace(SNAPSHOT, weights_bytes=2**30, cache_bytes=2**29))
    assert sum(panel.memory_bar.durations()) == 2e9
    assert panel.legends[1].rows() == {"Model": "1.0 GB", "Cache": "512 MB", "Vision and the rest": "371 MB"}
    assert panel.memory_bar.words_at(1.9e9) == "Vision and the rest:  371 MB"
    # Weights that lie in a mapped file may be more than what is in use.
    assert [part.size for part in memory_parts(replace(SNAPSHOT, weights_bytes=2**32))] == [2e9]
    assert memory_parts(SNAPSHOT) == []


def test_a_curve_says_the_value_under_the_pointer_and_marks_its_place(panel: LivePanel, qtbot: QtBot) -> None:
    panel.resize(300, 700)
    panel.show()
    qtbot.waitUntil(lambda: panel.rate_chart is not None)
    panel.show_snapshot(SNAPSHOT)
    chart = panel.rate_chart
    assert chart is not None
    assert chart.words_at(0.45) == "0.5 s:  30 tok/s"
    place = QPoint(chart.width() - 2, 40)
    move = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        QPointF(place),
        QPointF(chart.viewport().mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(chart.viewport(), move)
    assert chart.marked_x == 1.0
    QApplication.sendEvent(chart, QEvent(QEvent.Type.Leave))
    assert chart.marked_x is None


def test_nothing_in_the_panel_moves_when_its_scroll_bar_comes(panel: LivePanel, qtbot: QtBot) -> None:
    panel.resize(260, 900)
    panel.show()
    qtbot.waitUntil(lambda: panel.rate_chart is not None)
    panel.show_snapshot(SNAPSHOT)
    chart = panel.rate_chart
    assert chart is not None
    # Its room gives it its width in a turn of the event loop after it was put there.
    qtbot.waitUntil(lambda: chart.width() == chart.parentWidget().width() and chart.isVisible())
    before = chart.width()
    panel.resize(260, 300)
    qtbot.waitUntil(panel.verticalScrollBar().isVisible)
    qtbot.waitUntil(lambda: chart.width() == before)


def test_a_run_fills_the_panel(desk: Desk, tmp_path: Path) -> None:
    desk.window.resize(1200, 700)
    desk.until(lambda: desk.window.panel.rate_chart is not None)
    desk.read(picture_file(tmp_path), Say("a", 3), Memory(2 * 1024**3, 16 * 1024**3), Say("b", 3), Say("c"))
    desk.until(lambda: desk.window.panel.figures() == ("38 tok/s", "0.33 s", "2.0 GB"))


def test_the_panel_is_put_away_and_brought_back_by_menu_and_button(desk: Desk, qtbot: QtBot) -> None:
    desk.window.resize(1200, 700)
    assert desk.window.panel.isVisible()
    desk.window.menus.panel.trigger()
    assert not desk.window.panel.isVisible()
    assert not desk.app.settings.settings.panels_visible
    qtbot.mouseClick(desk.window.header.panel_button, Qt.MouseButton.LeftButton)
    assert desk.window.panel.isVisible()
    assert desk.window.menus.panel.isChecked()
    qtbot.mouseClick(desk.window.header.sidebar_button, Qt.MouseButton.LeftButton)
    assert not desk.window.sidebar.isVisible()


def test_the_status_line_says_state_and_model(qtbot: QtBot, theme: Theme) -> None:
    line = StatusLine(theme)
    qtbot.addWidget(line)
    assert line.model_text == "No model yet"
    line.set_state(EngineState.LOADING, "Loading Starter…")
    line.set_model(CARD)
    assert line.sentence == "Loading Starter…"
    assert line.model_text == "Starter  ·  fp32  ·  CPU"


@pytest.fixture
def viewer(qtbot: QtBot, theme: Theme) -> Iterator[ImageViewerDialog]:
    image = QImage(2000, 1000, QImage.Format.Format_RGB32)
    image.fill("blue")
    pictures = Pictures(lambda _attachment, _side: png_bytes_of(image))
    pages = tuple(Attachment(f"p{i}", "0" * 64, "scan.tiff", "tiff", 2000, 1000, 9, i, 3) for i in range(3))
    made = ImageViewerDialog(pages[0], pages, pictures, theme)
    made.resize(600, 400)
    made.show()
    qtbot.waitUntil(lambda: made.view.has_image)
    yield made
    if isValid(made):
        made.close()
    pictures.close()


def png_bytes_of(image: QImage) -> bytes:
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def test_the_viewer_fits_a_large_picture_and_shows_it_at_full_size(
    viewer: ImageViewerDialog, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: viewer.view.zoom < 0.35)
    assert viewer.view.is_fitted
    qtbot.keyClick(viewer, Qt.Key.Key_1)
    assert viewer.view.zoom == pytest.approx(1.0)
    qtbot.keyClick(viewer, Qt.Key.Key_Minus)
    assert viewer.view.zoom == pytest.approx(0.8)
    qtbot.keyClick(viewer, Qt.Key.Key_0)
    assert viewer.view.is_fitted
    wheel = QWheelEvent(
        QPointF(50, 50),
        QPointF(50, 50),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    fitted = viewer.view.zoom
    viewer.view.wheelEvent(wheel)
    assert viewer.view.zoom > fitted


def test_the_viewer_turns_pages_and_stops_at_the_ends(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    assert viewer.attachment.page == 0
    for key, page in (
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Right, 2),
        (Qt.Key.Key_Right, 2),
    ):
        qtbot.keyClick(viewer, key)
        assert viewer.attachment.page == page


def test_escape_closes_the_viewer(viewer: ImageViewerDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(viewer.finished):
        qtbot.keyClick(viewer, Qt.Key.Key_Escape)


def test_a_small_picture_is_not_blown_up(qtbot: QtBot, theme: Theme) -> None:
    pictures = Pictures(lambda _attachment, _side: plain_png())
    small = Attachment("s", "1" * 64, "s.png", "png", 24, 16, 9)
    viewer = ImageViewerDialog(small, (small,), pictures, theme)
    viewer.show()
    qtbot.waitUntil(lambda: viewer.view.has_image)
    assert viewer.view.zoom == pytest.approx(1.0)
    viewer.close()
    pictures.close()


def test_a_picture_of_a_message_opens_from_its_thumbnail(desk: Desk, tmp_path: Path) -> None:
    desk.read(picture_file(tmp_path))
    sent = desk.messages()[0].attachments
    desk.window.messages.picture_opened.emit(sent[0], sent)
    viewer = desk.window.findChild(ImageViewerDialog)
    assert viewer is not None
    desk.until(lambda: viewer.view.has_image)
    viewer.close()


@pytest.mark.parametrize("card", [None, CARD])
def test_about_says_version_and_what_the_model_is_for(
    qtbot: QtBot, card: ModelCard | None, qapp: QApplication
) -> None:
    dialog = AboutDialog("1.2.3", card)
    dialog.show()
    words = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "Version 1.2.3" in words
    assert ("Reads printed text." in words) is (card is not None)
    assert ("ships with Yomi" in words) is (card is not None)
    for label in dialog.findChildren(QLabel):
        if label.wordWrap():
            assert label.height() <= label.heightForWidth(label.width()), label.text()
    dialog.close()


def test_a_part_that_comes_later_stands_where_it_stands_in_the_bar(panel: LivePanel, qtbot: QtBot) -> None:
    panel.show()
    panel.show_snapshot(replace(SNAPSHOT, first_token_stages=(("vision", 0.2), ("prefill", 0.1))))
    stages = (("queue", 0.01), ("vision", 0.2), ("prefill", 0.1))
    panel.show_snapshot(replace(SNAPSHOT, first_token_stages=stages))
    legend = panel.legends[0]
    rows = [legend.itemAt(place).widget() for place in range(legend.count())]
    shown = [row.findChildren(QLabel)[0].text() for row in rows if row is not None and not row.isHidden()]
    assert shown[:3] == ["Waiting", "Looking at it", "Prefill"]


def test_a_curve_is_as_thick_to_the_eye_at_every_scale(
    theme: Theme, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart = CurveChart(lambda: "Speed", theme, 80)
    qtbot.addWidget(chart)
    for ratio, width in ((1.0, 1), (1.25, 1), (3.0, 3)):
        monkeypatch.setattr(CurveChart, "devicePixelRatioF", lambda _self, ratio=ratio: ratio)
        chart.show()
        assert chart._curve.opts["pen"].widthF() == width
        chart.hide()


def test_a_short_answers_curve_fills_the_chart_and_one_value_is_drawn_as_a_level(
    qtbot: QtBot, theme: Theme
) -> None:
    chart = CurveChart(lambda: "Speed", theme, 80)
    qtbot.addWidget(chart)
    chart.resize(200, 80)

    def tinted_columns() -> int:
        picture = chart.grab().toImage()
        row = int(picture.height() * 0.6)
        ground = picture.pixelColor(picture.width() // 2, 2)
        return sum(picture.pixelColor(x, row) != ground for x in range(picture.width()))

    with qtbot.waitExposed(chart):
        chart.show()
    chart.show_points(((0.010, 90.0), (0.030, 100.0)))
    assert tinted_columns() > 180
    chart.show_points(((0.010, 90.0),))
    assert tinted_columns() > 180
    chart.show_points(())
    assert tinted_columns() == 0
