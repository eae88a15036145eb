"""One thread for jobs: in order, outliving any job, ending when told."""

from __future__ import annotations

import logging
import threading

import pytest

from app.background import BackgroundThread
from tests.helpers.patience import PATIENCE_S


def test_jobs_are_done_in_order_on_one_other_thread() -> None:
    thread = BackgroundThread("jobs")
    done: list[tuple[int, str]] = []
    finished = threading.Event()
    for number in range(50):
        thread.submit(lambda number=number: done.append((number, threading.current_thread().name)))
    thread.submit(finished.set)
    assert finished.wait(PATIENCE_S)
    assert done == [(number, "jobs") for number in range(50)]
    assert thread.close(PATIENCE_S)


def test_a_job_that_raises_is_logged_and_the_next_one_is_done(caplog: pytest.LogCaptureFixture) -> None:
    thread = BackgroundThread("jobs")
    finished = threading.Event()

    def fail() -> None:
        raise RuntimeError("broken job")

    with caplog.at_level(logging.ERROR):
        thread.submit(fail)
        thread.submit(finished.set)
        assert finished.wait(PATIENCE_S)
    assert thread.close(PATIENCE_S)
    assert "broken job" in caplog.text


def test_closing_drops_what_waits_and_what_comes_later() -> None:
    thread = BackgroundThread("jobs")
    started, gate = threading.Event(), threading.Event()
    done: list[str] = []

    def hold() -> None:
        started.set()
        gate.wait(PATIENCE_S)
        done.append("held")

    thread.submit(hold)
    thread.submit(lambda: done.append("waiting"))
    assert started.wait(PATIENCE_S)
    assert thread.close(0) is False
    assert thread.is_closing
    thread.submit(lambda: done.append("late"))
    gate.set()
    assert thread.close(PATIENCE_S) is True
    assert done == ["held"]


def test_a_thread_that_never_had_a_job_closes_at_once() -> None:
    before = threading.active_count()
    thread = BackgroundThread("jobs")
    assert thread.close(PATIENCE_S) is True
    thread.submit(lambda: None)
    assert threading.active_count() == before
