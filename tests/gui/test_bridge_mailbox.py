"""Many posts, few deliveries, nothing lost, nothing out of order."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.mailbox import Mailbox

NEVER_MS = 3_600_000
"""An interval that no test lives to see: what is delivered was delivered for another reason."""


class Receiver:
    def __init__(self, mailbox: Mailbox) -> None:
        self.deliveries: list[list[object]] = []
        mailbox.delivered.connect(lambda posted: self.deliveries.append([item for item, _ in posted]))

    @property
    def items(self) -> list[object]:
        return [item for delivery in self.deliveries for item in delivery]


def post_from_thread(mailbox: Mailbox, items: range, *, urgent: bool = False) -> None:
    def work() -> None:
        for item in items:
            mailbox.post(item, urgent=urgent)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_a_thousand_posts_between_two_turns_of_the_loop_are_one_delivery(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=0)
    receiver = Receiver(mailbox)
    post_from_thread(mailbox, range(1000))
    qtbot.waitUntil(lambda: len(receiver.items) == 1000)
    assert receiver.deliveries == [list(range(1000))]


def test_only_the_first_post_after_a_delivery_wakes_the_gui_thread(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=NEVER_MS)
    wakes: list[int] = []
    mailbox._wake_requested.connect(lambda: wakes.append(1))
    post_from_thread(mailbox, range(100))
    mailbox.flush()
    post_from_thread(mailbox, range(100))
    QCoreApplication.processEvents()
    mailbox.flush()
    assert len(wakes) == 2


def test_an_urgent_post_does_not_wait_for_the_timer_and_takes_the_others_along(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=NEVER_MS)
    receiver = Receiver(mailbox)
    post_from_thread(mailbox, range(3))
    QCoreApplication.processEvents()
    assert receiver.deliveries == []
    mailbox.post("end", urgent=True)
    qtbot.waitUntil(lambda: bool(receiver.deliveries))
    assert receiver.deliveries == [[0, 1, 2, "end"]]
    assert not mailbox._timer.isActive()


def test_many_urgent_posts_ask_for_one_delivery(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=NEVER_MS)
    receiver = Receiver(mailbox)
    post_from_thread(mailbox, range(50), urgent=True)
    qtbot.waitUntil(lambda: bool(receiver.deliveries))
    assert receiver.deliveries == [list(range(50))]


def test_what_is_to_be_alone_comes_after_what_was_posted_before_it_in_a_turn_of_its_own(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=NEVER_MS)
    receiver = Receiver(mailbox)
    post_from_thread(mailbox, range(3))
    mailbox.post("end", urgent=True, alone=True)
    mailbox.post("next", urgent=False)
    mailbox.post("next end", urgent=True, alone=True)
    qtbot.waitUntil(lambda: len(receiver.items) == 6)
    assert receiver.deliveries == [[0, 1, 2], ["end"], ["next"], ["next end"]]
    assert not mailbox._soon.isActive()


def test_two_that_are_alone_come_in_one_delivery_where_all_is_wanted_now(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=NEVER_MS)
    receiver = Receiver(mailbox)
    for item in ("end", "other end"):
        mailbox.post(item, urgent=True, alone=True)
    mailbox.close()
    assert receiver.deliveries == [["end", "other end"]]
    QCoreApplication.processEvents()
    QCoreApplication.processEvents()
    assert receiver.items == ["end", "other end"]


def test_a_post_never_runs_the_receiver_inside_itself(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=0)
    receiver = Receiver(mailbox)
    mailbox.post("here", urgent=True)
    assert receiver.deliveries == []
    qtbot.waitUntil(lambda: receiver.items == ["here"])


def test_what_a_receiver_posts_comes_with_the_next_delivery(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=0)
    receiver = Receiver(mailbox)

    def answer(posted: tuple[tuple[object, float], ...]) -> None:
        if posted[0][0] == "question":
            mailbox.post("answer", urgent=False)

    mailbox.delivered.connect(answer)
    mailbox.post("question", urgent=False)
    qtbot.waitUntil(lambda: len(receiver.deliveries) == 2)
    assert receiver.deliveries == [["question"], ["answer"]]


def test_four_threads_lose_nothing_and_each_keeps_its_order(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=0)
    receiver = Receiver(mailbox)

    def work(offset: int) -> None:
        for number in range(500):
            mailbox.post(offset + number, urgent=number % 97 == 0)

    threads = [threading.Thread(target=work, args=(1000 * index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    qtbot.waitUntil(lambda: len(receiver.items) == 2000)
    for thread in threads:
        thread.join()
    for offset in range(0, 4000, 1000):
        own = [item for item in receiver.items if isinstance(item, int) and offset <= item < offset + 1000]
        assert own == list(range(offset, offset + 500))


def test_closing_delivers_what_is_left_and_drops_what_comes_later(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=NEVER_MS)
    receiver = Receiver(mailbox)
    mailbox.post("before", urgent=False)
    mailbox.close()
    mailbox.post("after", urgent=True)
    QCoreApplication.processEvents()
    assert receiver.items == ["before"]


def test_times_are_those_of_the_posting_and_never_go_back(qtbot: QtBot) -> None:
    mailbox = Mailbox(interval_ms=0)
    times: list[float] = []
    mailbox.delivered.connect(lambda posted: times.extend(at_s for _, at_s in posted))
    post_from_thread(mailbox, range(100))
    qtbot.waitUntil(lambda: len(times) == 100)
    assert times == sorted(times)


@pytest.mark.parametrize("urgent", [True, False])
def test_an_empty_box_delivers_nothing(qtbot: QtBot, urgent: bool) -> None:
    mailbox = Mailbox(interval_ms=0)
    receiver = Receiver(mailbox)
    mailbox.post("one", urgent=urgent)
    mailbox.flush()
    QCoreApplication.processEvents()
    assert receiver.deliveries == [["one"]]
