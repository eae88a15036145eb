"""Pictures of a message go out: dragged as files of their own names, copied as pixels."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.domain import Attachment
from app.picture_files import PictureFiles
from app.storage.errors import StorageError
from app.views.thumbnail import ThumbnailWidget
from tests.helpers.desk import Desk, plain_png
from tests.helpers.fake_engine import says


def picture(name: str = "bill.png", **more: object) -> Attachment:
    given = {"format": "PNG", "width_px": 24, "height_px": 16, "byte_size": 9, **more}
    return Attachment("a", "0" * 64, name, **given)  # type: ignore[arg-type]


@pytest.fixture
def shown(desk: Desk, tmp_path: Path) -> ThumbnailWidget:
    path = tmp_path / "Café bill.png"
    Image.new("RGB", (900, 700), "#cfe3d4").save(path)
    desk.read(path, *says("Milk"))
    (thumbnail,) = desk.window.messages.findChildren(ThumbnailWidget)
    assert isinstance(thumbnail, ThumbnailWidget)
    desk.until(lambda: thumbnail.has_picture)
    return thumbnail


def test_a_picture_is_dragged_out_as_the_file_that_it_was_and_goes_when_yomi_ends(
    desk: Desk, shown: ThumbnailWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried: list[QMimeData] = []
    monkeypatch.setattr(QDrag, "setMimeData", lambda _drag, data: carried.append(data))
    monkeypatch.setattr(QDrag, "exec", lambda _drag, _actions: Qt.DropAction.CopyAction)
    opened: list[object] = []
    shown.opened.connect(opened.append)
    qtbot.mousePress(shown, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    qtbot.mouseMove(shown, QPoint(7, 5))
    assert not carried
    for x in (20, 40):
        qtbot.mouseMove(shown, QPoint(x, 30))
    qtbot.mouseRelease(shown, Qt.MouseButton.LeftButton, pos=QPoint(40, 30))
    (data,) = carried
    (url,) = data.urls()
    path = Path(url.toLocalFile())
    assert path.name == "Café bill.png"
    assert path.read_bytes() == desk.app.images.read(shown.attachment.sha256)
    assert data.imageData().size().toTuple() == (900, 700)
    assert opened == []
    desk.close()
    assert not path.exists()


def test_the_menu_copies_the_picture_with_all_its_pixels(desk: Desk, shown: ThumbnailWidget) -> None:
    place = shown.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, shown.mapToGlobal(place))
    QApplication.sendEvent(shown, event)
    (menu,) = [menu for menu in shown.findChildren(QMenu) if menu.isVisible()]
    actions = {action.text(): action for action in menu.actions()}
    assert set(actions) == {"Open large", "Copy the picture"}
    menu.close()
    actions["Copy the picture"].trigger()
    data = QGuiApplication.clipboard().mimeData()
    assert not data.hasUrls()
    assert data.imageData().size().toTuple() == (900, 700)


@pytest.mark.parametrize(
    ("attachment", "name"),
    [
        (picture("Screen region"), "Screen region.png"),
        (picture("a/../b:c?.png"), "a .. b c .png"),
        (picture("scan.TIFF", format="TIFF"), "scan.TIFF"),
        (picture("..."), "picture.png"),
        (picture("photo.jpeg", format="JPEG"), "photo.jpeg"),
        (picture("\u202egnp.exe", format="PNG"), "gnp.exe.png"),
        (picture("CON"), "Yomi CON.png"),
        (picture("nul.png"), "Yomi nul.png"),
        (picture("com1.scan.PNG"), "Yomi com1.scan.PNG"),
        (picture("lpt³ .jpg", format="JPEG"), "Yomi lpt³ .jpg"),
        (picture("Console.png"), "Console.png"),
        (picture("bill. . ."), "bill.png"),
        (picture("bill.png. "), "bill.png"),
        (picture("x" * 300 + ".png"), "x" * 96 + ".png"),
        (picture("漢" * 99 + ".png"), "漢" * 78 + ".png"),
        (picture("領" * 200), "領" * 80 + ".png"),
    ],
)
def test_a_file_has_the_name_of_the_picture_and_no_more_than_a_name(
    qapp: QApplication, attachment: Attachment, name: str
) -> None:
    files = PictureFiles(lambda _sha256: plain_png())
    (url,) = files.carried(attachment, QImage(), as_file=True).urls()
    path = Path(url.toLocalFile())
    assert path.name == name
    (again,) = files.carried(attachment, QImage(), as_file=True).urls()
    assert again == url
    files.close()
    assert not path.exists()
    files.close()


def test_of_a_picture_whose_file_is_gone_what_is_shown_is_carried(qapp: QApplication) -> None:
    def gone(_sha256: str) -> bytes:
        raise StorageError("The picture's file is no longer in Yomi's folder; add the picture again.")

    small = QImage(4, 4, QImage.Format.Format_RGB32)
    data = PictureFiles(gone).carried(picture(), small, as_file=True)
    assert data.imageData().size().toTuple() == (4, 4)
    assert not data.hasUrls()
