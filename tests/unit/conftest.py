"""What several unit tests start from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app import cli
from tests.helpers.patience import PATIENCE_S
from tests.helpers.shell import Shell


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Shell]:
    """The command line over a FakeEngine."""
    made = Shell(capsys)
    monkeypatch.setattr(cli, "open_engine", made.open)
    yield made
    made.engine.shutdown(PATIENCE_S)
