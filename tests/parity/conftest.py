"""One tiny checkpoint for the whole session, in transformers and in the engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.runtime import Runtime
from tests.helpers.loading import load
from tests.helpers.oracle import Oracle
from tests.helpers.tiny_checkpoint import write_tiny_checkpoint


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A head of its own, as in the 8B: greedy search over it says many different tokens."""
    return write_tiny_checkpoint(tmp_path_factory.mktemp("models") / "tiny", seed=1, tied=False)


@pytest.fixture(scope="session")
def tied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The embedding as head, as in the 2B."""
    return write_tiny_checkpoint(tmp_path_factory.mktemp("models") / "tied")


@pytest.fixture(scope="session")
def oracle(tiny_folder: Path) -> Oracle:
    return Oracle(tiny_folder)


@pytest.fixture(scope="session")
def runtime(tiny_folder: Path) -> Iterator[Runtime]:
    loaded = load(tiny_folder)
    yield loaded
    loaded.close()
