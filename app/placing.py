"""Placing: shows on the picture what a reader points at in an answer. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.controllers.chat import ChatController
from app.controllers.found_place import place_at
from app.views.main_window import MainWindow


class Placing(QObject):
    """Between the answers and the picture viewers."""

    def __init__(self, window: MainWindow, chat: ChatController) -> None:
        super().__init__(window)
        self._window = window
        self._chat = chat
        window.messages.place_wanted.connect(self._on_place_wanted)
        window.messages.has_place = self._has_place

    def _has_place(self, message_id: str, character: int) -> bool:
        return place_at(self._chat.messages, message_id, character) is not None

    def _on_place_wanted(self, message_id: str, character: int) -> None:
        place = place_at(self._chat.messages, message_id, character)
        if place is None:
            self._window.say(self.tr("Where these words stand on a picture is not known."))
        else:
            self._window.viewers.open(place.attachment, place.siblings, place.line)
