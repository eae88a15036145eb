"""Slices: what is done in one turn of the event loop, and what waits for the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.views import slices as slices_module
from app.views.slices import Slices
from app.views.taking_apart import A_TURN, TakingApart


class Clock:
    """Stands still unless a step lets it go on."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def perf_counter(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(slices_module, "time", made)
    return made


@pytest.fixture
def slices(qapp: QApplication) -> Iterator[Slices]:
    made = Slices(qapp)
    yield made
    made._timer.stop()
    made.deleteLater()


def job(clock: Clock, done: list[str], name: str, count: int, takes_s: float) -> Callable[[], bool]:
    left = [count]

    def step() -> bool:
        clock.now_s += takes_s
        done.append(name)
        left[0] -= 1
        return left[0] > 0

    return step


def test_what_is_added_is_begun_at_once_and_goes_on_in_later_turns(slices: Slices, clock: Clock) -> None:
    done: list[str] = []
    slices.add(job(clock, done, "a", 5, slices_module.SLICE_S * 0.4))
    assert done == ["a"] * 2
    for count in (2, 4, 5):
        slices._on_turn()
        assert done == ["a"] * count


def test_the_turn_in_which_something_was_added_has_no_second_slice(slices: Slices, clock: Clock) -> None:
    done: list[str] = []
    slices.add(job(clock, done, "a", 9, slices_module.SLICE_S))
    slices._on_turn()
    assert done == ["a"]
    slices._on_turn()
    assert done == ["a", "a"]


def test_a_step_that_would_not_fit_any_more_is_not_begun(slices: Slices, clock: Clock) -> None:
    done: list[str] = []
    slices.add(job(clock, done, "a", 9, slices_module.SLICE_S * 0.6))
    assert done == ["a"]
    slices._on_turn()
    slices._on_turn()
    assert done == ["a", "a"]


def test_a_step_that_is_longer_than_a_slice_is_done_all_the_same(slices: Slices, clock: Clock) -> None:
    done: list[str] = []
    slices.add(job(clock, done, "a", 3, slices_module.SLICE_S * 9))
    for _ in range(3):
        slices._on_turn()
    assert done == ["a"] * 3


def test_what_can_wait_comes_after_what_cannot_and_only_once(slices: Slices, clock: Clock) -> None:
    done: list[str] = []
    later = job(clock, done, "later", 1, 0.0)
    slices.add_later(later)
    slices.add_later(later)
    slices.add(job(clock, done, "now", 1, slices_module.SLICE_S))
    assert done == ["now"]
    slices._on_turn()
    slices._on_turn()
    assert done == ["now", "later"]


def test_what_is_no_longer_shown_goes_a_few_at_a_time(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    apart = TakingApart(page)
    for _ in range(3 * A_TURN):
        apart.add(QLabel(page))
    assert len(page.findChildren(QLabel)) == 3 * A_TURN
    apart._take_some()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert len(page.findChildren(QLabel)) == 2 * A_TURN
    # One that went another way meanwhile is no trouble.
    delete(page.findChildren(QLabel)[0])
    qtbot.waitUntil(lambda: not page.findChildren(QLabel))
    assert not apart._timer.isActive()


def test_what_is_to_come_soon_waits_for_the_next_turn_and_comes_before_what_can_wait(
    slices: Slices, clock: Clock
) -> None:
    done: list[str] = []
    slices.add_later(job(clock, done, "later", 1, slices_module.SLICE_S))
    slices.add_soon(job(clock, done, "soon", 1, slices_module.SLICE_S))
    assert done == []
    slices._on_turn()
    assert done == ["soon"]
    slices._on_turn()
    assert done == ["soon", "later"]
