"""Words that the model was not sure of: which they are, what is said of them, where they stand in a document.
GUI thread only, for the document's sake.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextDocument

from app.domain import ReadLine, ReadWord
from app.views.language import translate

DOUBTFUL_BELOW = 0.8
"""A reader looks at marks only while most are worth the look. The bundled model on 30 rendered screens of 965
words: 14 are wrong, 10 are below 0.8, 9 of these wrong; below 0.95 every second mark is a false alarm.
"""

MOST_MARKED = 1000
"""Each repaint looks through all marks; where more words are doubtful, all are, and marks tell nothing."""

SOFT = 1
"""State of a block that continues the paragraph of the block before it (see `reading_text`)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A doubtful word in a document: characters [start, stop) of it."""

    start: int
    stop: int
    sentence: str


def doubtful_words(lines: Iterable[ReadLine]) -> list[ReadWord]:
    """Those below the threshold, in order, at most `MOST_MARKED`."""
    found = [word for line in lines for word in line.words if word.confidence < DOUBTFUL_BELOW]
    return found[:MOST_MARKED]


def sureness(confidence: float) -> str:
    """How sure the model was, for a tooltip."""
    percent = round(100 * confidence)
    if not percent:
        return translate("DoubtfulWords", "Less than 1% sure")
    return translate("DoubtfulWords", "{percent}% sure").format(percent=percent)


def marks_in(document: QTextDocument, text: str, words: Sequence[ReadWord]) -> list[Mark]:
    """Where `words` of `text` stand in a document that shows it: in UTF-16, line ends of one character, and
    one character more for each soft block.
    """
    begins, shifts = _soft_blocks(document)
    marks: list[Mark] = []
    done, units = 0, 0
    for word in words:
        units += _shown_units(text[done : word.start])
        done = word.start
        width = _shown_units(word.text)
        start = units + shifts[bisect.bisect_right(begins, units)]
        stop = units + width - 1 + shifts[bisect.bisect_right(begins, units + width - 1)] + 1
        marks.append(Mark(start, stop, sureness(word.confidence)))
    return marks


def _soft_blocks(document: QTextDocument) -> tuple[list[int], list[int]]:
    """At which character of the text each soft block begins, and by how much what follows is shifted."""
    begins: list[int] = []
    block = document.begin()
    while block.isValid():
        if block.userState() == SOFT:
            begins.append(block.position() - len(begins) - 1)
        block = block.next()
    return begins, list(range(len(begins) + 1))


def _shown_units(text: str) -> int:
    """How many UTF-16 units a document needs to show `text`."""
    return len(text.replace("\r\n", "\n").encode("utf-16-le", "surrogatepass")) // 2
