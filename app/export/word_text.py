"""Text as a Word document can hold it: no characters that XML forbids, right-to-left paragraphs marked. Pure
functions; any thread."""

from __future__ import annotations

import re
import unicodedata

from docx.oxml import OxmlElement
from docx.text.paragraph import Paragraph
from docx.text.run import Run

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def clean(text: str) -> str:
    """The text with U+FFFD for what XML cannot hold, and plain line ends."""
    return _FORBIDDEN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def add_text(paragraph: Paragraph, text: str) -> Run:
    """A run of text."""
    run = paragraph.add_run(clean(text))
    if _is_right_to_left(text):
        run.font.rtl = True
    return run


def turn_towards(paragraph: Paragraph) -> None:
    """Set the paragraph from right to left where its first letter is written so."""
    if _is_right_to_left(paragraph.text):
        properties = paragraph._p.get_or_add_pPr()  # noqa: SLF001 - python-docx has no name for w:bidi
        properties.insert_element_before(
            OxmlElement("w:bidi"), "w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:jc", "w:rPr"
        )


def _is_right_to_left(text: str) -> bool:
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind == "L":
            return False
        if kind in _RIGHT_TO_LEFT:
            return True
    return False
