"""A transcript as one HTML file that loads nothing: pictures inside, styles inside, light and dark. Pure
functions; any thread."""

from __future__ import annotations

import html

from app.domain import Message, MessageRole
from app.export.page_style import STYLE
from app.export.pictures import PictureSource, embedded
from app.export.plain_text import heading, is_formatted, picture_line, state_line
from app.export.transcript import Scope, Transcript, Words

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""Whatever an answer may hold, a browser fetches and runs nothing for this file."""


def to_html(transcript: Transcript, words: Words, source: PictureSource, yomi_version: str) -> str:
    """The page."""
    from app.rendering import markdown  # noqa: PLC0415 - brings parsers

    def body_of(message: Message) -> str:
        if not message.text.strip():
            return ""
        return (
            markdown.to_html(message.text) if is_formatted(message) else markdown.plain_to_html(message.text)
        )

    title = html.escape(transcript.conversation.title)
    parts = [f"<h1>{title}</h1>"] if transcript.scope is Scope.CONVERSATION else []
    versions = transcript.versions()
    for message in _with_pictures(transcript):
        is_named = transcript.scope is Scope.CONVERSATION
        head = heading(message, versions, words) if is_named else ""
        parts.append(_section(message, head, words, source, body_of(message)))
    foot = html.escape(words.made_by.format(version=yomi_version).strip())
    return (
        f'<!DOCTYPE html>\n<html lang="{html.escape(words.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(parts)
        + f"\n</main>\n<footer>{foot}</footer>\n</body>\n</html>\n"
    )


def _with_pictures(transcript: Transcript) -> tuple[Message, ...]:
    """The messages that the page shows: for one answer, the question with its pictures too."""
    return transcript.said if transcript.scope is Scope.CONVERSATION else transcript.messages[-2:]


def _section(message: Message, head: str, words: Words, source: PictureSource, body: str) -> str:
    parts = [f"<h2>{html.escape(head)}</h2>"] if head else []
    for attachment in message.attachments:
        caption = html.escape(picture_line(attachment, words))
        picture = embedded(attachment, source)
        shown = "" if picture is None else f'<img src="{picture.data_uri}" alt="{caption}">'
        parts.append(f"<figure>{shown}<figcaption>{caption}</figcaption></figure>")
    if body:
        parts.append(f'<div class="text" dir="auto">\n{body}</div>')
    state = state_line(message, words)
    notes = [html.escape(state)] if state else []
    notes += [_figures(message, words)] if message.stats is not None else []
    if notes:
        parts.append(f'<p class="note">{" · ".join(notes)}</p>')
    kind = "question" if message.role is MessageRole.USER else "answer"
    return f'<section class="{kind}">\n' + "\n".join(parts) + "\n</section>"


def _figures(message: Message, words: Words) -> str:
    stats = message.stats
    if stats is None:
        return ""
    corrected = words.corrected if message.written is not None else ""
    tokens = words.tokens.format(count=f"{stats.new_tokens:,}")
    parts = [stats.model, stats.precision, tokens, corrected]
    return " · ".join(html.escape(part) for part in parts if part)
