"""Progress never mixes with results."""

from __future__ import annotations

import io
import sys

import pytest

from app.commands.terminal import Terminal


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
