"""Progress never mixes with results."""

from __future__ import annotations

import errno
import io
import os
import sys

import pytest

from app.commands.terminal import OutputError, Terminal


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_wiped_before_a_result_and_before_a_complaint() -> None:
    out, err = io.StringIO(), Screen()
    terminal = Terminal(out, err)
    terminal.progress("Looking…")
    terminal.write("text")
    terminal.progress("Next…")
    terminal.complain("It failed.", "a.png")
    assert out.getvalue() == "text"
    assert err.getvalue() == "Looking…\r        \rNext…\r     \ryomi: a.png: It failed.\n"


def test_where_nobody_watches_there_is_no_progress() -> None:
    out, err = io.StringIO(), io.StringIO()
    terminal = Terminal(out, err)
    terminal.progress("Looking…")
    terminal.write("text")
    assert (out.getvalue(), err.getvalue()) == ("text", "")


class Deaf(io.StringIO):
    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_complaints_that_nobody_can_hear_do_not_stop_the_results() -> None:
    out = io.StringIO()
    terminal = Terminal(out, Deaf())
    terminal.complain("It failed.", "a.png")
    terminal.complain("It failed again.", "b.png")
    terminal.write("text")
    assert out.getvalue() == "text"


def test_results_that_cannot_be_written_say_why() -> None:
    with pytest.raises(OutputError, match="No space left"):
        Terminal(Deaf(), io.StringIO()).write("text")


def test_without_any_streams_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    terminal = Terminal()
    terminal.write("text")
    terminal.complain("sentence")
    assert terminal._out.getvalue() == "text"
    assert terminal._err.getvalue() == "yomi: sentence\n"


def test_any_character_can_be_printed_whatever_the_encoding_was() -> None:
    raw = io.BytesIO()
    terminal = Terminal(io.TextIOWrapper(raw, encoding="ascii"), io.StringIO())
    terminal.write("漢 é \udcff")
    assert raw.getvalue().decode("utf-8") == "漢 é \\udcff"


def test_a_name_with_control_characters_does_not_command_the_terminal() -> None:
    out, err = io.StringIO(), io.StringIO()
    Terminal(out, err).complain("\x1b[31mx\n\x9b.png is not there; check the path.", "a\x07")
    assert err.getvalue() == "yomi: a\\x07: \\x1b[31mx\\x0a\\x9b.png is not there; check the path.\n"


def test_results_keep_their_characters_where_a_program_reads_them_and_their_layout_where_a_person_does() -> (
    None
):
    piped, screen = io.StringIO(), Screen()
    for stream in (piped, screen):
        Terminal(stream, io.StringIO()).write("a\tb\n\x1b[2Jend")
    assert piped.getvalue() == "a\tb\n\x1b[2Jend"
    assert screen.getvalue() == "a\tb\n\\x1b[2Jend"
