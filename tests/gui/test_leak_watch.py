"""The watch on what a window test leaves behind sees what runs on, and lets go of what has ended."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QThread, QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import QtWatch


@pytest.fixture
def watch(request: pytest.FixtureRequest, qtbot: QtBot) -> QtWatch:
    return QtWatch(request)


def test_a_running_timer_is_seen_until_it_is_stopped(watch: QtWatch) -> None:
    timer = QTimer()
    timer.start(60_000)
    assert [problem.split()[0] for problem in watch.problems()] == ["timer"]
    timer.stop()
    assert watch.problems() == []


def test_a_running_thread_is_seen_until_it_has_ended(watch: QtWatch) -> None:
    thread = QThread()
    thread.start()
    assert [problem.split()[0] for problem in watch.problems()] == ["QThread"]
    thread.quit()
    assert thread.wait(30_000)
    assert watch.problems() == []


def test_a_top_level_widget_is_seen_until_it_is_deleted(watch: QtWatch) -> None:
    widget = QWidget()
    assert [problem.split()[0] for problem in watch.problems()] == ["widget"]
    widget.deleteLater()
    assert watch.problems() == []


def test_a_child_widget_is_its_parents_business(watch: QtWatch, qtbot: QtBot) -> None:
    parent = QWidget()
    child = QWidget(parent)
    assert child.parent() is parent
    assert len(watch.problems()) == 1
    parent.deleteLater()
    assert watch.problems() == []
