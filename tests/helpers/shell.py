"""The command line in this process, over a scripted engine."""

from __future__ import annotations

import pytest

from app import cli
from tests.helpers.fake_engine import FakeEngine


class Shell:
    """Runs commands in this process over fake engines."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.engine = FakeEngine("Milk 2.50\nBread 3.10")
        self.engines_opened = 0
        self._capsys = capsys

    def open(self) -> FakeEngine:
        self.engines_opened += 1
        return self.engine

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        out, err = self._capsys.readouterr()
        return code, out, err
