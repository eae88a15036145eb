"""pytest-qt's robot, which waits as long as all tests do. GUI thread only."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from tests.helpers.patience import PATIENCE_MS


class PatientBot(QtBot):
    """Its own 5 s are too few on a machine that others load."""

    def waitUntil(self, callback: Any, *, timeout: int = PATIENCE_MS) -> None:  # noqa: N802 - pytest-qt's name
        """Turn the event loop until `callback` says true or no longer fails."""
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE_MS, **how: Any) -> Any:  # noqa: N802 - the same
        """Turn the event loop until `signal` comes, at the end of a `with`."""
        return super().waitSignal(signal, timeout=timeout, **how)

    def waitSignals(self, signals: Any, *, timeout: int = PATIENCE_MS, **how: Any) -> Any:  # noqa: N802 - the same
        """Turn the event loop until all of `signals` came, at the end of a `with`."""
        return super().waitSignals(signals, timeout=timeout, **how)
