"""What a copy or a drag of text carries, for every program that may take it. GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMimeData

from app.domain import Message

if TYPE_CHECKING:
    from app.rendering.copies import Copy

MARKDOWN = "text/markdown"
TSV = "text/tab-separated-values"


def mime_of(copy: Copy) -> QMimeData:
    """All forms of `copy` together."""
    data = QMimeData()
    data.setText(copy.plain)
    data.setHtml(copy.html)
    data.setData(MARKDOWN, QByteArray(copy.markdown.encode("utf-8")))
    if copy.tsv:
        data.setData(TSV, QByteArray(copy.tsv.encode("utf-8")))
    return data


def mime_of_plain(text: str) -> QMimeData:
    """Text that is no Markdown."""
    from app.rendering.copies import copy_of_plain  # noqa: PLC0415 - brings parsers

    return mime_of(copy_of_plain(text))


def mime_of_message(message: Message) -> QMimeData:
    """A whole message; plain text is what was written, to the character."""
    if message.request is None or not message.request.is_formatted:
        return mime_of_plain(message.text)
    from app.rendering.copies import copy_of_markdown  # noqa: PLC0415 - brings parsers

    return mime_of(copy_of_markdown(message.text))
