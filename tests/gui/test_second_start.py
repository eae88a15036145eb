"""One window a folder: a second start's files arrive in the first, which comes forward."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QFileOpenEvent

from app import bootstrap
from app.bootstrap import handed_over, own_version
from app.home_lock import HomeLock
from app.paths import instance_path, lock_path
from app.single_instance import StartRequest, hand_over
from tests.gui.conftest import OpenDesk
from tests.helpers.desk import Desk, picture_file


def test_the_files_of_a_second_start_are_read_in_the_first_window(desk: Desk, tmp_path: Path) -> None:
    desk.window.showMinimized()
    assert hand_over(instance_path(), StartRequest((str(picture_file(tmp_path)),)), own_version())
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert not desk.window.windowState() & Qt.WindowState.WindowMinimized
    assert desk.messages()[0].attachments[0].name == "note.png"


def test_a_second_start_without_files_brings_the_window_forward(desk: Desk) -> None:
    desk.window.hide()
    assert handed_over(HomeLock(lock_path()), StartRequest(), 5.0)
    desk.until(desk.window.isVisible)
    assert not desk.messages()


def test_one_window_is_one_also_where_nothing_can_be_written_beside_the_history(
    open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = tmp_path / "run"
    running.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(running))
    # Neither file can be made, as on a full disk or in a folder that may only be read.
    monkeypatch.setattr(bootstrap, "lock_path", lambda: tmp_path / "nowhere" / "yomi.lock")
    (instance_path() / "in the way").mkdir(parents=True)
    desk = open_desk()
    desk.until_ready()
    assert hand_over(instance_path(), StartRequest((str(picture_file(tmp_path)),)), own_version())
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert "another window" not in " ".join(desk.window.notices.sentences())
    desk.close()
    assert list(running.iterdir()) == []


def test_a_start_after_the_window_was_closed_is_the_first_again(open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.until_ready()
    desk.close()
    assert not instance_path().exists()
    lock = HomeLock(lock_path())
    assert not handed_over(lock, StartRequest(), 0.0)
    assert lock.acquire()
    lock.release()


def test_a_window_that_does_not_answer_is_not_waited_for_without_end(desk: Desk) -> None:
    desk.app.instance.close()
    assert not handed_over(HomeLock(lock_path()), StartRequest(), 0.0)


def test_files_that_the_system_opens_one_by_one_are_read_together(desk: Desk, tmp_path: Path) -> None:
    desk.app.qt.installEventFilter(desk.app.opened_files)  # as on macOS
    paths = [picture_file(tmp_path, name) for name in ("one.png", "two.png")]
    desk.window.showMinimized()
    for path in paths:
        QCoreApplication.sendEvent(desk.app.qt, QFileOpenEvent(QUrl.fromLocalFile(str(path))))
    desk.until(lambda: len(desk.messages()) == 2)
    desk.until_idle()
    assert [each.name for each in desk.messages()[0].attachments] == ["one.png", "two.png"]
    assert not desk.window.windowState() & Qt.WindowState.WindowMinimized


def test_an_opened_web_address_is_not_taken_for_a_file(desk: Desk) -> None:
    desk.app.qt.installEventFilter(desk.app.opened_files)  # as on macOS
    QCoreApplication.sendEvent(desk.app.qt, QFileOpenEvent(QUrl("https://example.invalid/note.png")))
    QCoreApplication.processEvents()
    assert not desk.messages()
