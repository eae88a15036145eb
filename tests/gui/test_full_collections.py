"""The collector's walks over everything wait until nothing is answered, but not for ever."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.full_collections import DUE, OVERDUE_S, VALVE, FullCollections


class Machine:
    """What the collections ask, set by the test, and how many walks over everything there were."""

    def __init__(self) -> None:
        self.is_busy = False
        self.now_s = 100.0
        self.walks = 0

    def note(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            self.walks += 1


@pytest.fixture
def machine() -> Iterator[Machine]:
    made = Machine()
    before = gc.get_threshold()
    gc.callbacks.append(made.note)
    yield made
    gc.callbacks.remove(made.note)
    gc.set_threshold(*before)


@pytest.fixture
def held(qapp: QApplication, machine: Machine) -> Iterator[FullCollections]:
    made = FullCollections(lambda: machine.is_busy, qapp, lambda: machine.now_s)
    made.hold_back()
    gc.collect()
    machine.walks = 0
    yield made
    made.close()
    made.deleteLater()


def walk_over_the_young(times: int) -> None:
    for _ in range(times):
        gc.collect(1)


def keep_making(times: int) -> list[list[object]]:
    """Objects that stay, enough of them for Python to walk over all by itself."""
    kept: list[list[object]] = []
    for _ in range(times):
        kept.append([kept])
    return kept


def test_python_begins_none_by_itself_while_an_answer_comes(held: FullCollections, machine: Machine) -> None:
    machine.is_busy = True
    kept = keep_making(200_000)
    held.look()
    assert machine.walks == 0
    assert len(kept) == 200_000


@pytest.mark.parametrize("busy", [False, True])
def test_one_that_is_due_comes_when_nothing_is_answered(
    held: FullCollections, machine: Machine, busy: bool
) -> None:
    walk_over_the_young(DUE + 1)
    machine.is_busy = busy
    held.look()
    assert machine.walks == (0 if busy else 1)


def test_one_that_is_not_due_does_not_come(held: FullCollections, machine: Machine) -> None:
    held.look()
    assert machine.walks == 0


def test_one_that_is_overdue_comes_all_the_same_and_the_next_waits_again(
    held: FullCollections, machine: Machine
) -> None:
    machine.is_busy = True
    machine.now_s += OVERDUE_S
    for _ in range(2):
        walk_over_the_young(DUE + 1)
        held.look()
    assert machine.walks == 1


def test_who_cannot_look_is_helped_by_python_itself(held: FullCollections) -> None:
    assert gc.get_threshold()[2] == VALVE


def test_what_was_there_before_is_passed_over(qapp: QApplication, machine: Machine) -> None:
    made = FullCollections(lambda: False, qapp)
    before = gc.get_freeze_count()
    kept = keep_making(1000)
    made.hold_back()
    assert gc.get_freeze_count() >= before + len(kept)
    made.close()
    made.deleteLater()


def test_its_looking_ends_when_it_is_closed(held: FullCollections) -> None:
    assert held._timer.isActive()
    held.close()
    assert not held._timer.isActive()
