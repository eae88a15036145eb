"""What happens to an error that nobody expected."""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
from pathlib import Path

import pytest

from app.crash_log import CrashLog


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[type[BaseException]]:
    """What reaches the hook that was there before."""
    kinds: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, _error, _traceback: kinds.append(kind))
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    return kinds


def raise_here(error: BaseException) -> None:
    """Let the hook see `error` as the interpreter would."""
    try:
        raise error
    except type(error):
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]


def test_an_unexpected_error_is_logged_whole_and_told_in_one_sentence(
    tmp_path: Path, seen: list[type[BaseException]]
) -> None:
    log = CrashLog(tmp_path / "yomi.log")
    said: list[str] = []
    log.install()
    log.say_with(said.append)
    raise_here(ZeroDivisionError("a bug"))
    log.close()
    assert len(said) == 1
    assert "Traceback" not in said[0]
    assert str(tmp_path / "yomi.log") in said[0]
    assert "ZeroDivisionError: a bug" in (tmp_path / "yomi.log").read_text("utf-8")
    assert seen == [ZeroDivisionError]


def test_an_error_on_another_thread_is_told_too(tmp_path: Path, seen: list[type[BaseException]]) -> None:
    log = CrashLog(tmp_path / "yomi.log")
    said: list[str] = []
    log.install()
    log.say_with(said.append)
    thread = threading.Thread(target=lambda: int("x"), name="worker")
    thread.start()
    thread.join()
    log.close()
    assert len(said) == 1
    assert "worker" in (tmp_path / "yomi.log").read_text("utf-8")


def test_an_interrupt_is_not_reported_as_an_error(tmp_path: Path, seen: list[type[BaseException]]) -> None:
    log = CrashLog(tmp_path / "yomi.log")
    said: list[str] = []
    log.install()
    log.say_with(said.append)
    raise_here(KeyboardInterrupt())
    log.close()
    assert said == []
    assert seen == [KeyboardInterrupt]


def test_a_log_that_cannot_be_written_is_done_without(
    tmp_path: Path, seen: list[type[BaseException]]
) -> None:
    log = CrashLog(tmp_path / "no-such-folder" / "yomi.log")
    said: list[str] = []
    log.install()
    log.say_with(said.append)
    raise_here(ValueError("x"))
    log.close()
    assert len(said) == 1


def test_a_windowed_process_without_standard_error_reports_all_the_same(
    tmp_path: Path, seen: list[type[BaseException]], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = CrashLog(tmp_path / "yomi.log")
    said: list[str] = []
    log.install()
    log.say_with(said.append)
    monkeypatch.setattr(sys, "stderr", None)
    raise_here(ValueError("x"))
    log.close()
    assert len(said) == 1
    assert seen == []


def test_closing_puts_everything_back(tmp_path: Path, seen: list[type[BaseException]]) -> None:
    hook, level, enabled = sys.excepthook, logging.getLogger().level, faulthandler.is_enabled()
    handlers = list(logging.getLogger().handlers)
    log = CrashLog(tmp_path / "yomi.log")
    log.install()
    assert sys.excepthook is not hook
    log.close()
    assert sys.excepthook is hook
    assert logging.getLogger().level == level
    assert logging.getLogger().handlers == handlers
    assert faulthandler.is_enabled() is enabled
