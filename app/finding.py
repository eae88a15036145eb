"""Finding: words in the conversation on show, from place to place. GUI thread only."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.controllers.chat import ChatController
from app.controllers.find import FindController, Place
from app.views.find_bar import FindBar
from app.views.main_window import MainWindow
from app.views.theme import Theme

REFRESH_AFTER_MS = 300


class Finding(QObject):
    """The bar, and what it leads to in the window."""

    def __init__(self, window: MainWindow, theme: Theme, chat: ChatController) -> None:
        super().__init__(window)
        self._window = window
        self._chat = chat
        self._places: tuple[Place, ...] = ()
        self._current: Place | None = None
        self._is_refresh = False
        self._finder = FindController(self)
        self._finder.found.connect(self._on_found)
        self._refreshing = QTimer(self)
        self._refreshing.setSingleShot(True)
        self._refreshing.setInterval(REFRESH_AFTER_MS)
        self._refreshing.timeout.connect(self._refresh)
        self.bar = bar = FindBar(theme)
        window.put_under_header(bar)
        bar.search_changed.connect(self._on_words)
        bar.stepped.connect(self._step)
        bar.closed.connect(self._on_closed)
        menus = window.menus
        menus.find_here.triggered.connect(bar.open_bar)
        menus.find_next.triggered.connect(lambda: self._step(1))
        menus.find_before.triggered.connect(lambda: self._step(-1))
        shown = chat.branch
        for signal in (shown.message_added, shown.message_updated, shown.replaced):
            signal.connect(self._on_changed)
        chat.conversation_opened.connect(lambda _conversation, messages: self._on_opened(bool(messages)))
        for opened in (window.sidebar.message_opened, window.sidebar.results.conversation_chosen):
            opened.connect(lambda *_what: self._give_way())

    def _on_words(self, words: str) -> None:
        self._is_refresh = False
        self._look(words)

    def _look(self, words: str) -> None:
        self._finder.find(words, self._chat.messages)
        if self._finder.terms:
            self.bar.show_place(None, None)
        else:
            self._show((), None)

    def _on_changed(self, *_what: object) -> None:
        if not self.bar.isHidden() and self.bar.field.text().strip():
            self._refreshing.start()

    def _on_opened(self, has_messages: bool) -> None:
        """Another conversation: what was counted is of the one before; the reader is not sent anywhere."""
        self._stop()
        if self.bar.isHidden():
            return
        if has_messages:
            self._refresh()
        else:
            focused: QWidget | None = QApplication.focusWidget()
            had_keyboard = focused is not None and self.bar.isAncestorOf(focused)
            self.bar.hide()
            self._show((), None)
            if had_keyboard:
                self._window.composer.setFocus()

    def _give_way(self) -> None:
        """What was found in the whole history is marked from now on."""
        self._stop()
        self.bar.hide()

    def _stop(self) -> None:
        self._refreshing.stop()
        self._finder.stop()
        self._places, self._current = (), None

    def _refresh(self) -> None:
        if not self.bar.isHidden():
            self._is_refresh = True
            self._look(self.bar.field.text())

    def _on_found(self, places: tuple[Place, ...]) -> None:
        if self._is_refresh:
            # The reader stays where they are.
            self._show(places, self._current if self._current in places else None)
            if places:
                self._window.messages.found.look_for(self._finder.terms)
            return
        self._show(places, None)
        if places:
            self._go_to(self._first_in_sight())

    def _show(self, places: tuple[Place, ...], current: Place | None) -> None:
        self._places, self._current = places, current
        self.bar.show_place(None if current is None else places.index(current), len(places))
        if not places:
            self._window.messages.found.look_for(())

    def _first_in_sight(self) -> int:
        """The first place from the topmost message in sight on; the last one where there is none."""
        seen = self._window.messages.ids_from_sight_on()
        return next(
            (number for number, place in enumerate(self._places) if place.message_id in seen),
            len(self._places) - 1,
        )

    def _step(self, by: int) -> None:
        if self.bar.isHidden():
            self.bar.open_bar()
        elif self._places:
            at = self._places.index(self._current) if self._current is not None else -1 if by > 0 else 0
            self._go_to((at + by) % len(self._places))

    def _go_to(self, number: int) -> None:
        self._current = place = self._places[number]
        self.bar.show_place(number, len(self._places))
        messages = self._window.messages
        messages.found.look_for(self._finder.terms, messages.widget_of(place.message_id))
        messages.reveal(place.message_id, place.number)

    def _on_closed(self) -> None:
        self._stop()
        self._show((), None)
        self._window.messages.setFocus()
