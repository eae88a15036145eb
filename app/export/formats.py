"""The formats that a transcript can be exported in, and the bytes of each. Any thread, and slow."""

from __future__ import annotations

import re
from enum import StrEnum

from app.export.json_record import to_json
from app.export.page import to_html
from app.export.pictures import PictureSource
from app.export.plain_text import to_markdown, to_text
from app.export.transcript import Transcript, Words
from app.file_names import FORBIDDEN, unreserved

LONGEST_NAME = 80
"""Characters; at most 240 bytes, which every file system takes together with an ending."""

_NOT_IN_NAMES = re.compile(rf"[\x00-\x1f\x7f\u2028\u2029{re.escape(FORBIDDEN)}]+")


class ExportFormat(StrEnum):
    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    HTML = "html"
    DOCX = "docx"

    @property
    def suffix(self) -> str:
        return _SUFFIXES[self]


_SUFFIXES = {
    ExportFormat.TEXT: ".txt",
    ExportFormat.MARKDOWN: ".md",
    ExportFormat.JSON: ".json",
    ExportFormat.HTML: ".html",
    ExportFormat.DOCX: ".docx",
}


def exported(
    transcript: Transcript,
    format_: ExportFormat,
    words: Words,
    source: PictureSource,
    yomi_version: str,
) -> bytes:
    """The file's bytes."""
    match format_:
        case ExportFormat.TEXT:
            text = to_text(transcript, words)
        case ExportFormat.MARKDOWN:
            text = to_markdown(transcript, words)
        case ExportFormat.JSON:
            text = to_json(transcript, yomi_version)
        case ExportFormat.HTML:
            text = to_html(transcript, words, source, yomi_version)
        case ExportFormat.DOCX:
            from app.export.word_document import to_docx  # noqa: PLC0415 - brings python-docx and lxml

            return to_docx(transcript, words, source)
    return text.encode("utf-8", "replace")


def file_name(title: str, format_: ExportFormat) -> str:
    """A name for the file that every system takes, made of the conversation's title."""
    stem = " ".join(_NOT_IN_NAMES.sub(" ", title).split())[:LONGEST_NAME].strip(" .")
    while len(stem.encode("utf-8", "replace")) > 3 * LONGEST_NAME:
        stem = stem[:-1].rstrip(" .")
    return unreserved(stem or "Yomi") + format_.suffix
