"""One intake for open, drop, paste and argument."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QSysInfo, QUrl
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.bridge import PictureError
from app.controllers.intake import MOST_AT_ONCE, IntakeController
from app.controllers.offered import named_files
from app.controllers.tray import Tray
from app.domain import Attachment
from app.intake import Gathered
from app.storage.errors import StorageError
from app.storage.images import ImageRepository
from app.views.composer_text import carries_pictures, is_plain_text
from tests.helpers.app_parts import png_bytes, png_file
from tests.helpers.signal_log import SignalLog


class Desk:
    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.images = ImageRepository(folder / "images")
        self.intake = IntakeController(self.images)
        self.log = SignalLog(
            self.intake, "attachments_changed", "notice_raised", "reading_changed", "contents_dropped"
        )

    def wait(self) -> tuple[Attachment, ...]:
        self.qtbot.waitUntil(lambda: not self.intake.is_reading)
        return self.intake.attachments

    @property
    def notices(self) -> list[str]:
        return [notice for (notice,) in self.log.named("notice_raised")]


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path)
    yield made
    made.intake.close()


def image(colour: str = "red", size: tuple[int, int] = (30, 20)) -> QImage:
    made = QImage(*size, QImage.Format.Format_ARGB32)
    made.fill(QColor(colour))
    return made


def mime_of(kind: str, data: bytes) -> QMimeData:
    mime = QMimeData()
    mime.setData(kind, QByteArray(data))
    return mime


# -- paths


def test_a_folder_of_files_is_shown_a_few_in_a_turn_and_in_their_order(desk: Desk, tmp_path: Path) -> None:
    names = [f"{number:02}.png" for number in range(2 * MOST_AT_ONCE + 3)]
    paths = [png_file(tmp_path, name) for name in names]
    held = threading.Event()
    desk.intake._thread.submit(held.wait)
    desk.intake.add_paths(paths)
    desk.intake._gathered.disconnect(desk.intake._on_gathered)
    arrived: list[tuple[Tray, int, Gathered]] = []
    desk.intake._gathered.connect(lambda *each: arrived.append(each))
    held.set()
    desk.qtbot.waitUntil(lambda: len(arrived) == len(names))
    for each in arrived:
        desk.intake._on_gathered(*each)
    assert [chip.name for chip in desk.wait()] == names
    grown = [len(chips) for (chips,) in desk.log.named("attachments_changed")]
    assert grown == [MOST_AT_ONCE, 2 * MOST_AT_ONCE, len(names)]
    assert desk.log.named("reading_changed") == [(True,), (False,)]


def test_files_become_chips_in_the_order_given_good_or_not(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no")
    paths = [png_file(tmp_path, "b.png"), str(tmp_path / "broken.png"), png_file(tmp_path, "a.png")]
    desk.intake.add_paths(paths)
    chips = desk.wait()
    assert [(chip.name, chip.is_readable) for chip in chips] == [
        ("b.png", True),
        ("broken.png", False),
        ("a.png", True),
    ]
    assert desk.log.named("reading_changed") == [(True,), (False,)]
    assert desk.log.last("attachments_changed") == (chips,)


def test_the_chips_are_there_before_the_reading_is_said_to_have_ended(desk: Desk, tmp_path: Path) -> None:
    desk.intake.add_paths([png_file(tmp_path)])
    desk.wait()
    names = [entry[0] for entry in desk.log.entries]
    assert names.index("attachments_changed") < len(names) - 1 - names[::-1].index("reading_changed")


def test_the_same_file_twice_is_two_chips(desk: Desk, tmp_path: Path) -> None:
    path = png_file(tmp_path)
    desk.intake.add_paths([path, path])
    first, second = desk.wait()
    assert first.sha256 == second.sha256
    assert first.id != second.id


def test_of_a_folder_the_pictures_in_it_are_taken_before_what_was_dropped_behind_it(
    desk: Desk, tmp_path: Path
) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    for name in ("page10.png", "Page2.png", "page1.png"):
        png_file(folder, name)
    (folder / "notes.txt").write_text("no picture")
    desk.intake.add_paths([str(folder), png_file(tmp_path, "last.png")])
    assert [chip.name for chip in desk.wait()] == ["page1.png", "Page2.png", "page10.png", "last.png"]
    assert desk.notices == []
    assert desk.log.named("reading_changed") == [(True,), (False,)]


def test_a_folder_without_pictures_is_said_to_have_none(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    desk.intake.add_paths([str(tmp_path / "empty")])
    assert desk.wait() == ()
    assert desk.notices == ["There are no pictures in the folder empty; add one that holds some."]


def test_taking_leaves_nothing_and_names_what_was_left_out(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no")
    desk.intake.add_paths([png_file(tmp_path), str(tmp_path / "broken.png")])
    desk.wait()
    taken = desk.intake.take()
    assert [attachment.name for attachment in taken] == ["receipt.png"]
    assert desk.intake.attachments == ()
    assert "broken.png" in desk.notices[0]
    assert desk.intake.take() == ()
    assert len(desk.notices) == 1


def test_several_files_left_out_are_counted(desk: Desk, tmp_path: Path) -> None:
    desk.intake.add_paths([str(tmp_path / "x.png"), str(tmp_path / "y.png")])
    desk.wait()
    assert desk.intake.take() == ()
    assert desk.notices[0].startswith("2 files")


def test_removing_takes_one_off_and_drops_its_content_only_when_no_other_has_it(
    desk: Desk, tmp_path: Path
) -> None:
    path = png_file(tmp_path)
    desk.intake.add_paths([path, path])
    first, second = desk.wait()
    desk.intake.remove(first.id)
    desk.intake.remove("unknown")
    assert desk.intake.attachments == (second,)
    assert desk.log.named("contents_dropped") == []
    desk.intake.remove(second.id)
    assert desk.log.named("contents_dropped") == [((second.sha256,),)]


def test_clearing_also_forgets_what_is_still_being_read(desk: Desk, tmp_path: Path) -> None:
    desk.intake.add_paths([png_file(tmp_path)])
    desk.intake.clear()
    assert desk.wait() == ()
    assert desk.log.named("attachments_changed") == []
    desk.intake.add_paths([png_file(tmp_path)])
    assert len(desk.wait()) == 1


def test_after_closing_nothing_is_read(desk: Desk, tmp_path: Path) -> None:
    desk.intake.close()
    desk.intake.add_paths([png_file(tmp_path)])
    assert not desk.intake.is_reading
    assert desk.intake.attachments == ()


def test_the_bytes_and_a_preview_of_a_chip_are_to_be_had(desk: Desk, tmp_path: Path) -> None:
    desk.intake.add_image_bytes(png_bytes(size=(400, 100)), "wide.png")
    (chip,) = desk.wait()
    assert desk.images.read(chip.sha256) == png_bytes(size=(400, 100))
    preview = QImage.fromData(desk.intake.picture_png(chip, 80))
    assert (preview.width(), preview.height()) == (80, 20)
    desk.images.remove([chip.sha256])
    with pytest.raises(StorageError):
        desk.images.read(chip.sha256)


def test_a_preview_of_damaged_bytes_is_an_error_with_a_sentence(desk: Desk) -> None:
    sha256 = desk.images.add(b"not a picture")
    chip = Attachment("i", sha256, "x.png", "PNG", 1, 1, 1)
    with pytest.raises(PictureError) as caught:
        desk.intake.picture_png(chip, 80)
    assert caught.value.sentence.endswith(".")


def test_the_open_dialog_offers_what_the_intake_accepts(desk: Desk) -> None:
    suffixes = desk.intake.accepted_suffixes()
    assert {".png", ".jpg", ".tif", ".webp"} <= set(suffixes)
    assert all(suffix.startswith(".") for suffix in suffixes)


# -- drop and paste


def test_pixels_on_the_clipboard_become_a_picture(desk: Desk) -> None:
    mime = QMimeData()
    mime.setImageData(image("red", (30, 20)))
    assert desk.intake.add_mime(mime) is True
    (chip,) = desk.wait()
    assert (chip.format, chip.width_px, chip.height_px) == ("PNG", 30, 20)
    assert QImage.fromData(desk.images.read(chip.sha256)).pixelColor(5, 5) == QColor("red")


def test_an_image_without_pixels_does_not_hide_the_bytes_beside_it(desk: Desk) -> None:
    mime = QMimeData()
    mime.setImageData(QImage())
    mime.setData("image/png", QByteArray(png_bytes(size=(44, 22))))
    assert desk.intake.add_mime(mime) is True
    (chip,) = desk.wait()
    assert chip.width_px == 44


@pytest.mark.parametrize("kind", ["image/png", "image/webp", "application/octet-stream"])
def test_encoded_bytes_are_taken_by_content(desk: Desk, kind: str) -> None:
    assert desk.intake.add_mime(mime_of(kind, png_bytes())) is True
    (chip,) = desk.wait()
    assert chip.format == "PNG"


def test_local_files_are_taken_as_files_even_where_an_icon_is_offered_too(desk: Desk, tmp_path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(png_file(tmp_path, "Жук 漢 é.png"))])
    mime.setImageData(image())
    assert desk.intake.add_mime(mime) is True
    (chip,) = desk.wait()
    assert chip.name == "Жук 漢 é.png"


def test_a_picture_inside_html_is_taken_and_nothing_is_fetched(desk: Desk) -> None:
    mime = QMimeData()
    encoded = base64.b64encode(png_bytes(size=(33, 11))).decode()
    mime.setHtml(
        f"<p>hi<img alt='x' src=\"data:image/png;base64,{encoded}\"><img src='https://example.org/a.png'>"
    )
    assert desk.intake.add_mime(mime) is True
    (chip,) = desk.wait()
    assert chip.width_px == 33


@pytest.mark.parametrize("scheme", ["http", "https", "ftp"])
def test_a_link_is_refused_since_nothing_is_fetched(desk: Desk, scheme: str) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl(f"{scheme}://example.org/picture.png")])
    assert desk.intake.add_mime(mime) is False
    assert "never goes online" in desk.notices[0]
    assert not desk.intake.is_reading


def test_a_link_that_brings_its_pixels_along_is_taken(desk: Desk) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/picture.png")])
    mime.setImageData(image("blue"))
    assert desk.intake.add_mime(mime) is True
    assert len(desk.wait()) == 1


def test_an_address_that_is_a_picture_itself_is_taken_as_one(desk: Desk) -> None:
    address = f"data:image/png;base64,{base64.b64encode(png_bytes()).decode()}"
    copied, dragged = QMimeData(), QMimeData()
    copied.setText(f"{address}\n")
    dragged.setUrls([QUrl(address)])
    for mime in (copied, dragged):
        assert carries_pictures(mime)
        assert not is_plain_text(mime)
        assert desk.intake.add_mime(mime) is True
    assert [chip.format for chip in desk.wait()] == ["PNG", "PNG"]


def test_an_empty_clipboard_is_said(desk: Desk) -> None:
    assert desk.intake.add_mime(QMimeData()) is False
    assert desk.notices == ["There is no picture to paste; copy one first."]


@pytest.mark.parametrize(
    "html",
    [
        "<p>no picture</p>",
        "<img src='data:image/png;base64,###'>",
        "<img src='data:text/html,<b>x</b>'>",
        "<img src='file:///etc/passwd'>",
        "<img src=''>",
        "<img>",
    ],
)
def test_html_without_a_usable_picture_is_refused_with_the_offered_types(desk: Desk, html: str) -> None:
    mime = QMimeData()
    mime.setHtml(html)
    assert desk.intake.add_mime(mime) is False
    assert "text/html" in desk.notices[0]


@pytest.mark.parametrize("address", ["https://example.org/a.png", "//example.org/a.png"])
def test_a_picture_that_html_only_links_to_is_called_a_link(desk: Desk, address: str) -> None:
    mime = QMimeData()
    mime.setHtml(f"<img src='{address}'>")
    assert desk.intake.add_mime(mime) is False
    assert "only a link" in desk.notices[0]


def test_what_the_clipboard_of_x11_keeps_for_itself_is_not_named(desk: Desk) -> None:
    mime = QMimeData()
    for kind in ("TARGETS", "TIMESTAMP", "application/x-thing"):
        mime.setData(kind, QByteArray(b"x"))
    assert desk.intake.add_mime(mime) is False
    assert "it offers application/x-thing)" in desk.notices[0]


def test_files_copied_in_the_form_of_a_file_manager_are_read(desk: Desk, tmp_path: Path) -> None:
    first, second = png_file(tmp_path, "a b.png"), png_file(tmp_path, "ö.png")
    mime = QMimeData()
    urls = [bytes(QUrl.fromLocalFile(path).toEncoded().data()) for path in (first, second)]
    mime.setData("x-special/gnome-copied-files", QByteArray(b"\n".join([b"copy", *urls])))
    mime.setText(first)
    assert carries_pictures(mime)
    assert desk.intake.add_mime(mime) is True
    assert [chip.name for chip in desk.wait()] == ["a b.png", "ö.png"]


def test_files_that_a_file_manager_copied_as_a_text_are_read(desk: Desk, tmp_path: Path) -> None:
    path = png_file(tmp_path, "a ö.png")
    address = QUrl.fromLocalFile(path).toString(QUrl.ComponentFormattingOption.FullyEncoded)
    mime = QMimeData()
    mime.setText(f"x-special/nautilus-clipboard\ncopy\n{address}\n")
    assert carries_pictures(mime)
    assert desk.intake.add_mime(mime) is True
    assert [chip.name for chip in desk.wait()] == ["a ö.png"]


@pytest.mark.parametrize("machine", ["localhost", QSysInfo.machineHostName()])
def test_an_address_that_names_this_machine_is_a_file_of_it(desk: Desk, tmp_path: Path, machine: str) -> None:
    address = QUrl.fromLocalFile(png_file(tmp_path, "a.png"))
    address.setHost(machine)
    mime = QMimeData()
    mime.setUrls([address])
    assert desk.intake.add_mime(mime) is True
    assert [(chip.name, chip.error) for chip in desk.wait()] == [("a.png", "")]
    assert named_files(address.toString()) != ()


def test_a_text_that_is_nothing_but_names_of_files_that_are_there_names_them(tmp_path: Path) -> None:
    first, second = png_file(tmp_path, "a b.png"), png_file(tmp_path, "b.png")
    assert named_files(f"{first}\n") == (str(first),)
    assert named_files(f'"{first}"\r\n{QUrl.fromLocalFile(str(second)).toString()}') == (
        str(first),
        str(second),
    )
    for words in (
        "",
        "words",
        f"see {first}",
        f"{first}\nwords",
        "a b.png",
        str(tmp_path),
        f"{tmp_path}/none.png",
    ):
        assert named_files(words) == ()
    assert named_files("\n".join([str(first)] * 1001)) == ()


def test_many_offered_types_are_not_all_named(desk: Desk) -> None:
    mime = QMimeData()
    for index in range(20):
        mime.setData(f"application/x-thing-{index}", QByteArray(b"x"))
    assert desk.intake.add_mime(mime) is False
    assert "…" in desk.notices[0]
    assert "thing-19" not in desk.notices[0]


def test_plain_text_is_no_drop(desk: Desk) -> None:
    mime = QMimeData()
    mime.setText("words")
    assert desk.intake.add_mime(mime) is False
