"""SignalLog: what signals said, in order, for assertions after the event loop has turned."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, SignalInstance


class SignalLog(QObject):
    """Connect signals by name, or others under a name; `entries` holds (name, *arguments)."""

    def __init__(self, sender: QObject, *names: str, **others: SignalInstance) -> None:
        super().__init__()
        self.entries: list[tuple[Any, ...]] = []
        for name, signal in {**{name: getattr(sender, name) for name in names}, **others}.items():
            signal.connect(self._writer(name))

    def named(self, name: str) -> list[tuple[Any, ...]]:
        """The arguments of each emission of one signal."""
        return [entry[1:] for entry in self.entries if entry[0] == name]

    def last(self, name: str) -> tuple[Any, ...]:
        return self.named(name)[-1]

    def clear(self) -> None:
        self.entries.clear()

    def _writer(self, name: str) -> Any:
        def write(*arguments: object) -> None:
            self.entries.append((name, *arguments))

        return write
