"""What the engine does before torch is imported: harmless where there is no card; nothing stays changed."""

from __future__ import annotations

import ctypes
import gc
from typing import Any

import pytest

from engine import early_start
from engine.early_start import open_context_early, without_collecting


class Driver:
    """A driver that notes what it is asked and may refuse."""

    def __init__(self, failing: str = "") -> None:
        self.failing, self.calls = failing, list[str]()

    def __getattr__(self, name: str) -> Any:
        def call(*_arguments: Any) -> int:
            self.calls.append(name)
            return int(name == self.failing)

        return call


@pytest.mark.parametrize(
    ("failing", "asked"),
    [
        ("", ["cuInit", "cuDeviceGet", "cuDevicePrimaryCtxRetain"]),
        ("cuInit", ["cuInit"]),
        ("cuDeviceGet", ["cuInit", "cuDeviceGet"]),
    ],
)
def test_the_first_cards_context_is_opened_as_far_as_the_driver_goes(
    monkeypatch: pytest.MonkeyPatch, failing: str, asked: list[str]
) -> None:
    driver = Driver(failing)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: driver)
    open_context_early().join()
    assert driver.calls == asked


def test_without_a_driver_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise OSError(name)

    monkeypatch.setattr(early_start.ctypes, "CDLL", missing)
    thread = open_context_early()
    thread.join()
    assert not thread.is_alive()


def test_garbage_is_collected_again_after_an_import_that_fails() -> None:
    def failing() -> None:
        with without_collecting():
            assert not gc.isenabled()
            raise ImportError

    assert gc.isenabled()
    with pytest.raises(ImportError):
        failing()
    assert gc.isenabled()
    gc.disable()
    try:
        with without_collecting():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
