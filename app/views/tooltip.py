"""Words of a file, a model or the user as a tooltip: Qt takes a text with tags for rich text. Any thread."""

from __future__ import annotations

import html


def plain_tip(text: str) -> str:
    """`text` to be shown letter by letter, whatever is in it."""
    if "<" not in text:
        return text
    lines = html.escape(text).replace("\n", "<br>")
    return f"<qt>{lines}</qt>"
