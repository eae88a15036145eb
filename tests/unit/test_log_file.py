"""A log that cannot be written is silent."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from app.log_file import LogFile


def record(text: str) -> logging.LogRecord:
    return logging.LogRecord("yomi", logging.ERROR, __file__, 1, text, (), None)


def test_what_is_logged_is_in_the_file(tmp_path: Path) -> None:
    handler = LogFile(tmp_path / "yomi.log")
    handler.handle(record("a line"))
    handler.close()
    assert "a line" in (tmp_path / "yomi.log").read_text("utf-8")


@pytest.mark.parametrize("delay", [False, True])
def test_a_full_disk_is_neither_an_error_nor_a_traceback(
    capfd: pytest.CaptureFixture[str], delay: bool
) -> None:
    full = Path("/dev/full")
    handler = LogFile(full, delay=delay)
    handler.handle(record("a line"))
    handler.close()
    assert capfd.readouterr() == ("", "")


def test_a_file_that_cannot_be_opened_is_known_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"yomi\.log"):
        LogFile(tmp_path / "nowhere" / "yomi.log")
