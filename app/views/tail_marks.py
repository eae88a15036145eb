"""Where a selection begins and ends in text that is laid out anew, counted by its letters. GUI thread only.

What is still being written stands as it was written; once it is laid out its marks are gone and its places
have moved, but its letters and digits come in the same order.
"""

from __future__ import annotations

from PySide6.QtGui import QTextCursor, QTextDocument


class TailMarks:
    """Both ends of a selection, of which one at least lies behind `tail_at`."""

    def __init__(self, document: QTextDocument, tail_at: int, anchor: int, position: int) -> None:
        self._anchor, self._position = anchor, position
        self._letters = {
            place: _letters(_between(document, tail_at, place))
            for place in {anchor, position}
            if place > tail_at
        }

    def places_in(self, document: QTextDocument, tail_at: int) -> tuple[int, int]:
        """Anchor and position, now that what stands from `tail_at` on was laid out."""
        after = _between(document, tail_at, document.characterCount() - 1)
        first = min(self._anchor, self._position)
        found = {
            place: tail_at + _place_of(after, letters, before_next=place == first)
            for place, letters in self._letters.items()
        }
        return found.get(self._anchor, self._anchor), found.get(self._position, self._position)


def _between(document: QTextDocument, start: int, stop: int) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(start)
    cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def _letters(text: str) -> int:
    return sum(sign.isalnum() for sign in text)


def _place_of(text: str, letters: int, *, before_next: bool) -> int:
    """Where so many letters have passed, in UTF-16 units: before the next one, or after the last."""
    units = 0
    for sign in text:
        if letters == 0 and (not before_next or sign.isalnum()):
            break
        letters -= sign.isalnum()
        units += 2 if ord(sign) > 0xFFFF else 1
    return units
