"""What Qt saves of a window or a splitter, as text for the settings file. Pure functions, any thread."""

from __future__ import annotations

from PySide6.QtCore import QByteArray


def written_state(state: QByteArray) -> str:
    """Qt's bytes as base64."""
    return bytes(state.toBase64().data()).decode("ascii")


def read_state(written: str) -> QByteArray:
    """What `written_state` gave; of anything else, bytes that Qt will not accept."""
    return QByteArray.fromBase64(QByteArray(written.encode("ascii", "ignore")))
