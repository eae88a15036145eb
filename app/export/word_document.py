"""A transcript as a Word document (.docx), with python-docx. Pure functions; any thread.

Importing this brings python-docx and lxml: it is imported when a document is made.
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO

import docx
from docx.document import Document
from docx.enum.text import WD_BREAK
from docx.shared import Inches, Pt, RGBColor
from docx.text.paragraph import Paragraph

from app.domain import Message
from app.export.pictures import PictureSource, embedded
from app.export.plain_text import heading, is_formatted, one_line, picture_line, state_line
from app.export.transcript import Scope, Transcript, Words
from app.export.word_blocks import add_markdown
from app.export.word_text import add_text, clean, turn_towards

WIDEST_IN = 6.0
TALLEST_IN = 7.5
"""Of a picture on a page of A4 or Letter, with room for its caption."""

_SOFT = RGBColor(0x6A, 0x6F, 0x76)


def to_docx(transcript: Transcript, words: Words, source: PictureSource) -> bytes:
    """The document's bytes."""
    document = docx.Document()
    _describe(document, transcript, words)
    whole = transcript.scope is Scope.CONVERSATION
    versions = transcript.versions()
    if whole:
        turn_towards(document.add_heading(clean(transcript.conversation.title), level=1))
    for message in transcript.said if whole else transcript.messages[-2:]:
        if whole:
            document.add_heading(clean(heading(message, versions, words)), level=2)
        for attachment in message.attachments:
            picture = embedded(attachment, source)
            if picture is not None:
                _add_picture(document, picture.data)
            _add_note(document, picture_line(attachment, words))
        _add_body(document, message)
        state = state_line(message, words)
        if state:
            _add_note(document, state)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def _describe(document: Document, transcript: Transcript, words: Words) -> None:
    facts = document.core_properties
    facts.title = clean(one_line(transcript.conversation.title))[:255]
    facts.author = "Yomi"
    facts.last_modified_by = "Yomi"
    facts.comments = ""
    facts.language = words.language
    facts.created = facts.modified = datetime.now(UTC).replace(tzinfo=None)


def _add_body(document: Document, message: Message) -> None:
    if not message.text.strip():
        return
    if is_formatted(message):
        add_markdown(document, message.text)
        return
    # An empty line begins a paragraph, any other line end is a line break: the lines stay as they were read.
    for block in clean(message.text).strip("\n").split("\n\n"):
        paragraph = document.add_paragraph()
        for number, line in enumerate(block.split("\n")):
            if number:
                paragraph.add_run().add_break(WD_BREAK.LINE)
            add_text(paragraph, line)
        turn_towards(paragraph)


def _add_picture(document: Document, data: bytes) -> None:
    picture = document.add_picture(BytesIO(data))
    share = min(1.0, Inches(WIDEST_IN) / picture.width, Inches(TALLEST_IN) / picture.height)
    picture.width, picture.height = int(picture.width * share), int(picture.height * share)


def _add_note(document: Document, text: str) -> Paragraph:
    paragraph = document.add_paragraph()
    run = paragraph.add_run(clean(text))
    run.font.size = Pt(9)
    run.font.color.rgb = _SOFT
    turn_towards(paragraph)
    return paragraph
