"""SearchController: from words to what holds them, in everything ever read. GUI thread; the index has a
thread of its own, and the window waits for neither.

A new search ends the one before. The index follows the history a moment after it changed, and a search that
is on show is answered anew.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.background import BackgroundThread
from app.domain import whole_text
from app.found import SearchResult
from app.storage.conversations import ConversationRepository
from app.storage.errors import StorageError
from app.storage.search import Search
from app.storage.search_index import SLICE_MESSAGES, SearchCancelledError, SearchIndex

REFRESH_AFTER_MS = 400
CLOSE_TIMEOUT_S = 1.5
SAY_EVERY_S = 0.5
"""While the index is made: between two answers to one search."""

log = logging.getLogger(__name__)


class SearchController(QObject):
    """Searches one history."""

    found = Signal(object)
    """SearchResult, for the words that are looked for now; several where the index is not complete yet"""

    _worked = Signal(int, object)

    def __init__(
        self, repository: ConversationRepository, index_file: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._repository = repository
        self._index_file = index_file
        self._words = ""
        self._round = 0
        self._closed = False
        self._thread = BackgroundThread("search")
        # Of the search thread only.
        self._index: SearchIndex | None = None
        self._search: Search | None = None
        self._refreshing = QTimer(self)
        self._refreshing.setSingleShot(True)
        self._refreshing.setInterval(REFRESH_AFTER_MS)
        self._refreshing.timeout.connect(self._begin)
        self._worked.connect(self._on_worked, Qt.ConnectionType.QueuedConnection)

    @property
    def words(self) -> str:
        """What is looked for; empty where nothing is."""
        return self._words

    def search(self, words: str) -> None:
        """Look for these words; `found` follows, unless they are blank or others come first."""
        self._words = " ".join(whole_text(words).split())
        self._begin()

    def refresh(self) -> None:
        """The history has changed: look again, in a moment."""
        if not self._closed:
            self._refreshing.start()

    def close(self) -> None:
        """End the search, and take what was deleted out of the index."""
        if self._closed:
            return
        self._closed = True
        self._refreshing.stop()
        self._round += 1
        ended = threading.Event()
        self._thread.submit(partial(self._end, ended))
        if not ended.wait(CLOSE_TIMEOUT_S):
            # The next start takes it out.
            log.warning("the search did not end in %s s", CLOSE_TIMEOUT_S)
        self._thread.close(0.1)

    def _begin(self) -> None:
        if self._closed:
            return
        self._refreshing.stop()
        self._round += 1
        copy = None
        if self._repository.path is None:
            try:
                copy = self._repository.copied()
            except StorageError as error:
                self.found.emit(SearchResult(self._words, trouble=error.sentence))
                return
        self._thread.submit(partial(self._work, self._round, self._words, copy))

    def _on_worked(self, number: int, result: SearchResult) -> None:
        if number == self._round and not self._closed:
            self.found.emit(result)

    # -- the search thread

    def _work(self, number: int, words: str, copy: bytes | None) -> None:
        if number != self._round:
            return
        try:
            self._look(number, words, copy)
        except SearchCancelledError:
            pass
        except StorageError as error:
            if words:
                self._worked.emit(number, SearchResult(words, trouble=error.sentence))
            log.warning("search: %s", error)

    def _look(self, number: int, words: str, copy: bytes | None) -> None:
        """Bring the index up to date, and say what holds the words, before that too where it takes long."""
        if self._index is None or self._search is None:
            self._index = SearchIndex(self._repository.path, self._index_file)
            self._search = Search(self._index)
        if copy is not None:
            self._index.take_copy(copy)
        unseen = self._index.unseen()
        said_s = 0.0
        while unseen and number == self._round:
            if words and len(unseen) > SLICE_MESSAGES and time.monotonic() - said_s > SAY_EVERY_S:
                self._say(number, words, self._search, to_index=len(unseen))
                said_s = time.monotonic()
            self._index.add(unseen[:SLICE_MESSAGES])
            unseen = unseen[SLICE_MESSAGES:] or self._index.unseen()
        if words and number == self._round:
            self._say(number, words, self._search)
        if number == self._round:
            self._index.tidy()

    def _say(self, number: int, words: str, search: Search, *, to_index: int = 0) -> None:
        result = search.find(words, lambda: number == self._round)
        self._worked.emit(number, replace(result, to_index=to_index))

    def _end(self, ended: threading.Event) -> None:
        try:
            if self._index is not None:
                self._index.unseen()
                self._index.tidy()
                self._index.close()
        finally:
            ended.set()
