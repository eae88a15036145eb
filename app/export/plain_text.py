"""A transcript as plain text and as Markdown. Pure functions; any thread."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.domain import Attachment, Message, MessageRole
from app.export.transcript import Scope, Transcript, Words

_MARKUP = re.compile(r"([\\`*_\[\]<>~$|])")
_LINE_STARTS = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|[-+=](?=[-+=\s]|$)|>|:(?=[-:|]))", re.MULTILINE)
_NUMBERED = re.compile(r"^(\s*\d{1,9})([.)])(?=\s|$)", re.MULTILINE)
_ENTITY = re.compile(r"&(?=#?\w{1,31};)")
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)

FIXED_SPACE = "\u00a0"


def to_text(transcript: Transcript, words: Words) -> str:
    """An answer or a piece of one to the character; a conversation with who said what."""
    if transcript.scope is not Scope.CONVERSATION:
        return ended(transcript.messages[-1].text)
    title = transcript.conversation.title
    parts = [f"{title}\n{'=' * min(len(title), 72)}"]
    versions = transcript.versions()
    for message in transcript.said:
        said = [f"{heading(message, versions, words)}:"]
        said += [f"[{picture_line(item, words)}]" for item in message.attachments]
        state = state_line(message, words)
        said += [part for part in (message.text.strip("\n"), f"[{state}]" if state else "") if part]
        parts.append("\n".join(said))
    return "\n\n".join(parts) + "\n"


def to_markdown(transcript: Transcript, words: Words) -> str:
    """As `to_text`, with headings; what is no Markdown is written so that it looks as it is."""
    if transcript.scope is not Scope.CONVERSATION:
        return ended(markdown_of(transcript.messages[-1]))
    parts = [f"# {escaped(one_line(transcript.conversation.title))}"]
    versions = transcript.versions()
    for message in transcript.said:
        parts.append(f"## {escaped(heading(message, versions, words))}")
        parts += [f"*{escaped(picture_line(item, words))}*" for item in message.attachments]
        if message.text.strip():
            parts.append(markdown_of(message).strip("\n"))
        state = state_line(message, words)
        if state:
            parts.append(f"*{escaped(state)}*")
    return "\n\n".join(parts) + "\n"


def markdown_of(message: Message) -> str:
    """A message's text as Markdown: a formatted answer as the model wrote it, everything else escaped."""
    return message.text if is_formatted(message) else escaped(message.text)


def is_formatted(message: Message) -> bool:
    """Whether a message's text may be Markdown."""
    return (
        message.role is MessageRole.ASSISTANT and message.request is not None and message.request.is_formatted
    )


def escaped(text: str) -> str:
    """Markdown that shows just `text`: every character itself, every line end a line end."""
    safe = _MARKUP.sub(r"\\\1", text)
    safe = _LINE_STARTS.sub(r"\1\\\2", safe)
    safe = _NUMBERED.sub(r"\1\\\2", safe)
    safe = _ENTITY.sub(r"\\&", safe)
    safe = _INDENT.sub(lambda found: found.group().expandtabs(4).replace(" ", FIXED_SPACE), safe)
    # A backslash at the end of a line is a line break that no editor trims; paragraphs need none.
    lines = safe.split("\n")
    broken = [
        f"{line.rstrip()}\\" if line.strip() and after.strip() else line.rstrip()
        for line, after in zip(lines, [*lines[1:], ""], strict=True)
    ]
    return "\n".join(broken)


def heading(message: Message, versions: Mapping[str, tuple[int, int]], words: Words) -> str:
    """Who said it, and in which of its `Transcript.versions` where there are several."""
    who = words.question if message.role is MessageRole.USER else words.answer
    if message.id not in versions:
        return who
    place, count = versions[message.id]
    return words.version.format(speaker=who, place=place, count=count)


def picture_line(attachment: Attachment, words: Words) -> str:
    """A picture in words."""
    size = f"{attachment.width_px} × {attachment.height_px}"
    parts = [one_line(attachment.name)]
    if attachment.pages > 1:
        parts.append(words.page.format(page=attachment.page + 1, pages=attachment.pages))
    if attachment.is_readable:
        parts.append(size)
    return f"{words.picture}: {', '.join(parts)}"


def state_line(message: Message, words: Words) -> str:
    """How an answer ended, where that is not plain success."""
    return words.states.get(message.state, "") if message.role is MessageRole.ASSISTANT else ""


def one_line(text: str) -> str:
    """The text without line ends."""
    return " ".join(text.split())


def ended(text: str) -> str:
    """The text with a line end at its end."""
    return text if text.endswith("\n") else text + "\n"
