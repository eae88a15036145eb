"""FindController: the places of words in the conversation on show. GUI thread; looks through a long
conversation a few milliseconds at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain import Message
from app.search_text import spans, terms_of

SLICE_S = 0.004

MOST_PLACES = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """The hit number `number` of a message, from 0."""

    message_id: str
    number: int


class FindController(QObject):
    """Looks through messages from the first to the last."""

    found = Signal(object)
    """tuple[Place, ...] of all messages, in order"""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._terms: tuple[str, ...] = ()
        self._messages: tuple[Message, ...] = ()
        self._next = 0
        self._places: list[Place] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._look)

    @property
    def terms(self) -> tuple[str, ...]:
        """What is looked for, folded; empty where nothing is."""
        return self._terms

    @property
    def is_looking(self) -> bool:
        return self._timer.isActive()

    def find(self, words: str, messages: tuple[Message, ...]) -> None:
        """Look for these words; `found` follows, unless they are blank or others come first."""
        self._terms = terms_of(words)
        self._messages, self._next, self._places = messages, 0, []
        if self._terms:
            self._timer.start()
        else:
            self.stop()

    def stop(self) -> None:
        """Look no further."""
        self._timer.stop()
        self._terms, self._messages, self._places = (), (), []

    def _look(self) -> None:
        end_s = time.perf_counter() + SLICE_S
        while self._next < len(self._messages) and len(self._places) < MOST_PLACES:
            message = self._messages[self._next]
            self._next += 1
            hits = sum(1 for _ in spans(message.text, self._terms))
            self._places.extend(Place(message.id, number) for number in range(hits))
            if time.perf_counter() >= end_s:
                return
        self._timer.stop()
        self.found.emit(tuple(self._places[:MOST_PLACES]))
