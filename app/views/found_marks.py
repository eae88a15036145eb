"""Marks what was looked for in the text of a message. GUI thread only.

They are drawn over the document and are no part of it, beside the marks of others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtGui import QColor, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit, QWidget
from shiboken6 import isValid

from app.search_text import plain, spans
from app.views.message_text import MessageText
from app.views.theme import Theme
from app.views.tokens import Tokens

MOST_MARKS = 500
"""Drawn in one text; who looks for an "e" sees enough of them."""

_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")

_IS_FOUND = QTextFormat.Property.UserProperty + 71


class FoundMarks(QObject):
    """What is looked for in a column of messages, and the one place that the reader is at."""

    def __init__(self, theme: Theme, messages: Callable[[], Sequence[QWidget]], parent: QObject) -> None:
        """`messages` gives those that are there."""
        super().__init__(parent)
        self._theme = theme
        self._messages = messages
        self._number = 0
        self._terms: tuple[str, ...] = ()
        self._current: QWidget | None = None
        self._placed: list[tuple[tuple[int, int], ...]] | None = None
        """Of each text of the current message the places that are marked, the one that the reader is at among
        them as such.
        """
        self._to_mark: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        theme.changed.connect(self._retint)

    def look_for(self, terms: tuple[str, ...], besides: QWidget | None = None) -> None:
        """Mark these folded terms, and nothing else, in the messages, at once where they are seen.

        The message `besides` is left to `place_in`, which follows.
        """
        if terms == self._terms:
            return
        self._terms = terms
        self._current, self._placed = None, None
        _found_in.cache_clear()
        self._to_mark = []
        for message in self._messages():
            if message is not besides and _is_in_sight(message):
                self._mark_anew(message)
            elif message is not besides:
                self._to_mark.append(message)
        self._timer.start()

    def mark(self, message: QWidget) -> None:
        """Mark what is found in a message."""
        if self._terms:
            self._mark_anew(message)

    def _retint(self) -> None:
        current = self._current
        if self._terms:
            for message in self._messages():
                self.mark(message)
            if current is not None and current in self._messages():
                self.place_in(current, self._number)

    def _go_on(self) -> None:
        if self._to_mark:
            message = self._to_mark.pop()
            if isValid(message):
                self._mark_anew(message)
        else:
            self._timer.stop()

    def _mark_anew(self, message: QWidget) -> None:
        if message is self._current:
            self._placed = None
        for text in message.findChildren(MessageText):
            if self._terms:
                mark_found(text, self._terms, None, self._theme.tokens)
            else:
                unmark_found(text)

    def place_in(self, message: QWidget, number: int) -> int:
        """Mark one place of a message as the current one; returns how far below the message's top it is."""
        if not self._terms:
            return 0
        texts = message.findChildren(MessageText)
        places = [places_in(text, self._terms) for text in texts]
        if (message, number, places) != (self._current, self._number, self._placed):
            self._mark_current(message, number)
            self._placed = places
        for text in texts:
            if text.isVisibleTo(message) and (place := place_of(text, self._terms, number)) is not None:
                return text.viewport().mapTo(message, place.topLeft()).y()
        return 0

    def _mark_current(self, message: QWidget, number: int) -> None:
        before, self._current, self._number = self._current, message, number
        if before is not None and before is not message and before in self._messages():
            self.mark(before)
        if message in self._to_mark:
            self._to_mark.remove(message)
        for text in message.findChildren(MessageText):
            mark_found(text, self._terms, number, self._theme.tokens)


def _is_in_sight(message: QWidget) -> bool:
    # The visible region of a widget is without what its children paint over it.
    texts = message.findChildren(MessageText)
    return any(not text.viewport().visibleRegion().isEmpty() for text in texts)


def mark_found(text: MessageText, terms: tuple[str, ...], current: int | None, tokens: Tokens) -> None:
    """Mark every place that counts as one of the folded `terms`, the `current` one (the last one where there
    are fewer) more strongly.
    """
    selections = _of_others(text)
    found = places_in(text, terms)
    chosen = None if current is None or not found else min(current, len(found) - 1)
    for number, (start, stop) in enumerate(found[:MOST_MARKS]):
        is_current = number == chosen
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(text.document())
        cursor.setPosition(start)
        cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
        look = selection.format
        look.setProperty(_IS_FOUND, 1)
        look.setBackground(QColor(tokens.accent if is_current else tokens.selection))
        look.setForeground(QColor(tokens.on_accent if is_current else tokens.text))
        selection.cursor, selection.format = cursor, look
        selections.append(selection)
    text.setExtraSelections(selections)


def place_of(text: MessageText, terms: tuple[str, ...], number: int) -> QRect | None:
    """Where the hit `number`, or the last one where there are fewer, stands in the text's viewport; None
    where there is none.
    """
    found = places_in(text, terms)
    if not found:
        return None
    cursor = QTextCursor(text.document())
    cursor.setPosition(found[min(number, len(found) - 1)][0])
    return text.cursorRect(cursor)


def unmark_found(text: MessageText) -> None:
    """Take these marks away."""
    text.setExtraSelections(_of_others(text))


def places_in(text: MessageText, terms: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """[start, stop) of every hit, as the document counts: in UTF-16 units."""
    return _found_in(text.toPlainText(), terms) if terms else ()


@lru_cache(maxsize=8)
def _found_in(shown: str, terms: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    # Asked several times for each step from place to place: where it is marked, and where it is shown.
    if plain(shown) != shown:
        return ()
    found = tuple(spans(shown, terms))
    if not _BEYOND_16_BITS.search(shown):
        return found
    return tuple((_units(shown[:start]), _units(shown[:stop])) for start, stop in found[:MOST_MARKS])


def _of_others(text: MessageText) -> list[QTextEdit.ExtraSelection]:
    return [each for each in text.extraSelections() if not each.format.hasProperty(_IS_FOUND)]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
