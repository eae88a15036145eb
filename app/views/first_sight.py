"""How many messages it takes to fill a view, before any has a widget that could be asked. Any thread; no
Qt.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.domain import Message

MOST = 6
"""No more at once, however short they are: each costs 5 to 10 ms on a slow machine."""

COLUMN_CHARS = 90
"""In a line of the column; Chinese and Japanese have fewer, so what is there is rather too much."""

AROUND_LINES = 4
"""What stands under and between messages, in lines of text."""

PICTURE_LINES = 7


def filling(messages: Iterable[Message], height_px: int, line_px: int) -> int:
    """How many of these, in their order, fill so much height: one at least, `MOST` at most."""
    count, lines = 0, 0
    for message in messages:
        count += 1
        lines += rough_lines(message.text) + AROUND_LINES + PICTURE_LINES * bool(message.attachments)
        if lines * line_px >= height_px or count == MOST:
            break
    return max(1, count)


def rough_lines(text: str) -> int:
    """About how many lines a text takes, rather too few than too many."""
    return text.count("\n") + len(text) // (2 * COLUMN_CHARS) + 1
