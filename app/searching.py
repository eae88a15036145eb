"""Searching: puts the search together with the window and the conversations. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.controllers.branches import BranchController
from app.controllers.chat import ChatController
from app.controllers.found_place import place_of
from app.controllers.search import SearchController
from app.search_text import terms_of
from app.views.main_window import MainWindow


class Searching(QObject):
    """Between the controllers, which know no widgets, and the window, which knows no controller."""

    def __init__(
        self,
        window: MainWindow,
        search: SearchController,
        *,
        chat: ChatController,
        branches: BranchController,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._chat = chat
        self._branches = branches
        self._search = search
        sidebar = window.sidebar
        sidebar.search_changed.connect(self._on_words)
        sidebar.message_opened.connect(self._on_message_opened)
        sidebar.results.picture_wanted.connect(self._on_picture_wanted)
        sidebar.results.conversation_chosen.connect(lambda _conversation_id: self._mark())
        sidebar.search_left.connect(window.composer.setFocus)
        sidebar.pin_requested.connect(chat.listing.pin)
        window.menus.pin.triggered.connect(lambda: sidebar.switch_pin(sidebar.current_id))
        sidebar.more_wanted.connect(chat.listing.list_more)
        search.found.connect(sidebar.show_result)
        chat.listing.changed.connect(lambda _conversations: search.refresh())
        chat.listing.one_changed.connect(lambda _conversation: search.refresh())

    def _on_message_opened(self, conversation_id: str, message_id: str) -> None:
        """Go to a message, in whichever branch of its conversation it lies."""
        shown = self._chat.conversation
        if shown is None or shown.id != conversation_id:
            self._chat.open_conversation(conversation_id)
        if not self._chat.branch.holds(message_id):
            self._branches.show(message_id)
        self._mark()
        self._window.messages.reveal(message_id, flashes=True)

    def _on_picture_wanted(self, conversation_id: str, message_id: str) -> None:
        """Go to a message, and open its picture where the words stand."""
        self._on_message_opened(conversation_id, message_id)
        place = place_of(self._chat.messages, message_id, terms_of(self._search.words))
        if place is None:
            self._window.say(self.tr("Where these words stand on a picture is not known."))
        else:
            self._window.viewers.open(place.attachment, place.siblings, place.line)

    def _mark(self) -> None:
        self._window.messages.found.look_for(terms_of(self._search.words))

    def _on_words(self, words: str) -> None:
        self._search.search(words)
        if not self._search.words:
            self._mark()
